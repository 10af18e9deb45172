//! The map of Wisdom and Holman for bodies about one that outweighs them: each moves exactly along
//! its own conic section, and is kicked by what the others pull beside that.
//!
//! Wisdom and Holman, Astron. J. 102 (1991) 1528, in Jacobi's coordinates, with the masses of Rein
//! and Tamayo, Mon. Not. R. Astron. Soc. 452 (2015) 376, so that two bodies alone move without
//! error. Steps in which two of the lighter bodies come close to each other are made by
//! [`super::radau`], as in TRACE (Lu, Hernandez and Rein, Mon. Not. R. Astron. Soc. 533 (2024)
//! 3708), and so are those that are long for an orbit.

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use glam::DVec3;

use super::deputy::Deputy;
use super::kepler;
use super::pulls::Sources;
use super::system::{Stop, System};

/// The heaviest body outweighs all others together by this factor at least.
const DOMINANT: f64 = 10.0;
/// Two bodies are close within so many of their Hill radii.
const CLOSE: f64 = 4.0;
/// Fewest steps per orbit.
const STEPS_PER_ORBIT: f64 = 16.0;

/// The body that outweighs all others.
fn center(mass: &[f64]) -> Option<usize> {
    let heaviest = (0..mass.len()).max_by(|one, other| mass[*one].total_cmp(&mass[*other]))?;
    let others: f64 = mass.iter().sum::<f64>() - mass[heaviest];
    (mass[heaviest] > DOMINANT * others).then_some(heaviest)
}

/// The bodies in the order of Jacobi's coordinates: the heaviest, then the others by the long axes
/// of their orbits about it, those that are not bound last. `None` if no body is heavy enough, an
/// orbit takes few of these steps, or two bodies come close to each other within one.
pub(super) fn order(system: &System, time_step: f64) -> Option<Vec<usize>> {
    let center = center(&system.mass)?;
    let mu = system.mass[center];
    let lighter = || (0..system.len()).filter(|index| *index != center);
    let relative: Vec<_> = system
        .position
        .iter()
        .zip(&system.velocity)
        .map(|(x, v)| (*x - system.position[center], *v - system.velocity[center]))
        .collect();
    // Twice the energy that binds a body, per mass: the long axis is mu divided by it.
    let binding: Vec<_> =
        relative.iter().map(|(x, v)| 2.0 * mu / x.length() - v.length_squared()).collect();
    let is_slow =
        |index: usize| time_step * STEPS_PER_ORBIT * binding[index].max(0.0).powf(1.5) < TAU * mu;
    let is_apart = |one: usize, other: usize| {
        let ((x1, v1), (x2, v2)) = (relative[one], relative[other]);
        let hill = ((system.mass[one] + system.mass[other]) / (3.0 * mu)).cbrt()
            * 0.5
            * (x1.length() + x2.length());
        nearest(x2 - x1, v2 - v1, time_step) > CLOSE * hill
    };
    let is_clear = lighter().all(is_slow)
        && lighter().filter(|one| system.mass[*one] > 0.0).all(|one| {
            lighter()
                .filter(|other| *other > one || system.mass[*other] == 0.0)
                .all(|other| is_apart(one, other))
        });
    let mut order: Vec<usize> = lighter().collect();
    order.sort_by(|one, other| binding[*other].total_cmp(&binding[*one]));
    order.insert(0, center);
    is_clear.then_some(order)
}

/// The least distance of two bodies within `time`, on straight paths.
fn nearest(apart: DVec3, rate: DVec3, time: f64) -> f64 {
    let speed_squared = rate.length_squared();
    let when =
        if speed_squared > 0.0 { (-apart.dot(rate) / speed_squared).clamp(0.0, time) } else { 0.0 };
    (apart + rate * when).length()
}

/// Moves the bodies by `time_step`, with Jacobi's coordinates in this order. Returns the number of
/// force evaluations.
pub(super) fn step(
    system: &mut System,
    time_step: f64,
    order: &[usize],
    deputy: Option<&Deputy>,
    stop: &AtomicBool,
) -> Result<u64, Stop> {
    let mass: Vec<f64> = order.iter().map(|&index| system.mass[index]).collect();
    let jacobi = Jacobi::new(&mass);
    let in_order = |of: &[DVec3]| order.iter().map(|&index| of[index]).collect::<Vec<_>>();
    let mut x = jacobi.coordinates(&in_order(&system.position));
    let mut v = jacobi.coordinates(&in_order(&system.velocity));
    jacobi.drift(&mut x, &mut v, 0.5 * time_step);
    let mut pulls = vec![DVec3::ZERO; mass.len()];
    Sources::new(&mass, system, deputy).accelerations(&jacobi.places(&x), &mut pulls, stop)?;
    let pulls = jacobi.coordinates(&pulls);
    // Only a field moves the centre of mass.
    if system.external.is_some() {
        v[0] += pulls[0] * time_step;
    }
    for (index, pull) in pulls.iter().enumerate().skip(1) {
        // Without the pull by which the orbit is drawn.
        let cubed = x[index].length_squared() * x[index].length();
        v[index] += (*pull + x[index] * (jacobi.within[index] / cubed)) * time_step;
    }
    jacobi.drift(&mut x, &mut v, 0.5 * time_step);
    for (place, (x, v)) in order.iter().zip(jacobi.places(&x).iter().zip(&jacobi.places(&v))) {
        (system.position[*place], system.velocity[*place]) = (*x, *v);
    }
    Ok(1)
}

/// Jacobi's coordinates: each body's place relative to the centre of mass of all before it; in
/// place of the first, the centre of mass of all.
struct Jacobi {
    mass: Vec<f64>,
    /// The mass of each body and all before it.
    within: Vec<f64>,
}

impl Jacobi {
    fn new(mass: &[f64]) -> Self {
        let within = mass.iter().scan(0.0, |sum, mass| {
            *sum += mass;
            Some(*sum)
        });
        Self { mass: mass.to_vec(), within: within.collect() }
    }

    /// Places, velocities or accelerations in these coordinates.
    fn coordinates(&self, of: &[DVec3]) -> Vec<DVec3> {
        let mut center = of[0];
        let mut from = of.to_vec();
        for index in 1..of.len() {
            from[index] = of[index] - center;
            center += from[index] * (self.mass[index] / self.within[index]);
        }
        from[0] = center;
        from
    }

    /// The inverse of [`Jacobi::coordinates`].
    fn places(&self, from: &[DVec3]) -> Vec<DVec3> {
        let mut center = from[0];
        let mut of = from.to_vec();
        for index in (1..from.len()).rev() {
            center -= from[index] * (self.mass[index] / self.within[index]);
            of[index] = center + from[index];
        }
        of[0] = center;
        of
    }

    /// Moves each body along its conic section.
    fn drift(&self, x: &mut [DVec3], v: &mut [DVec3], time: f64) {
        x[0] += v[0] * time;
        for (index, (x, v)) in x.iter_mut().zip(v).enumerate().skip(1) {
            kepler::drift(x, v, self.within[index], time);
        }
    }
}
