//! How large, fast and heavy bodies are, whatever a few of them do.

use glam::DVec3;
use rayon::prelude::*;

use crate::physics::{Body, Roster};

/// Bodies whose pull stands for that of all when bodies are told from escapers.
const SOURCES: usize = 512;
/// Pairs of bodies and sources for which that takes a fraction of a second.
const PAIRS: usize = 1 << 25;
/// The part of all mass that bound bodies must have so that the others count as escapers.
const BOUND: f64 = 0.9;
/// Bodies beyond so many times the radius of nine tenths of the bodies are out of sight.
const AWAY: f64 = 1000.0;

/// Sizes of a set of bodies, in their own units. Escapers do not change them.
///
/// A body is bound if its kinetic energy relative to the median velocity is less than the depth of
/// the potential, which a sample of the bodies by mass gives. If bound bodies have nine tenths of
/// the mass, the others do not count for centre, speeds and mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The centre of mass.
    pub center: DVec3,
    /// The velocity of the centre of mass.
    pub drift: DVec3,
    /// Radii about the centre within which are half, nine tenths and all of the bodies, without
    /// those that are more than 1,000 times as far away as nine tenths of them.
    pub radii: [f64; 3],
    /// The root mean square of the speeds relative to the centre, and the highest.
    pub speeds: [f64; 2],
    /// The mass of the bodies that count.
    pub mass: f64,
    /// Their kinetic energy relative to the centre, and an estimate of their potential energy
    /// without softening.
    pub energies: [f64; 2],
    /// How many bodies are out of sight, and so left out of the radii.
    pub strays: usize,
}

/// Bodies by mass that stand for all: each has its own mass, or else an equal part of the rest.
struct Sample {
    bodies: Vec<(Body, f64)>,
    mass: f64,
}

impl Spread {
    /// Measures `bodies`, of which there is at least one. Without mass, all count alike.
    pub fn new(bodies: &(impl Roster + ?Sized)) -> Self {
        let all = || 0..bodies.len();
        let sample = Sample::from_bodies(bodies);
        let middle = |part: fn(&Body) -> DVec3| {
            let values: Vec<_> =
                sample.bodies.iter().map(|(body, weight)| (part(body), *weight)).collect();
            DVec3::from_array([0, 1, 2].map(|axis| {
                median(values.iter().map(|(value, weight)| (value[axis], *weight)).collect())
            }))
        };
        let (middle, flow) = (middle(|body| body.position), middle(|body| body.velocity));
        let depths: Vec<f64> = if sample.mass > 0.0 {
            all().into_par_iter().map(|index| sample.depth(&bodies.body(index))).collect()
        } else {
            vec![0.0; bodies.len()]
        };
        let is_bound =
            |index: usize, body: &Body| 0.5 * body.velocity.distance_squared(flow) < depths[index];
        let place = |index: usize| bodies.body(index).position;
        let mut distances: Vec<f64> =
            all().into_par_iter().map(|index| place(index).distance(middle)).collect();
        let [half, most, _] = radii(&mut distances);
        let away = AWAY * half.max(most);
        let is_stray = |body: &Body| body.position.distance(middle) > away;
        let bound: f64 = bodies
            .each()
            .enumerate()
            .filter(|(index, body)| is_bound(*index, body))
            .map(|(_, body)| body.mass)
            .sum();
        let counts_all = bound < BOUND * sample.mass || sample.mass <= 0.0;
        let members = || {
            bodies.each().enumerate().filter(|(index, body)| {
                if counts_all { !is_stray(body) } else { is_bound(*index, body) }
            })
        };
        let (mass, count) = members()
            .fold((-0.0, 0_usize), |(mass, count), (_, body)| (mass + body.mass, count + 1));
        let count = count.max(1) as f64;
        let weight = |body: &Body| if mass > 0.0 { body.mass / mass } else { 1.0 / count };
        // Differences from the middle are exact where sums would round: bodies in one place have no
        // size.
        let sums = members().fold([DVec3::ZERO; 2], |[place, velocity], (_, body)| {
            let weight = weight(&body);
            [place + (body.position - middle) * weight, velocity + (body.velocity - flow) * weight]
        });
        let (center, drift) = (middle + sums[0], flow + sums[1]);
        let (mut sum, mut fastest, mut kinetic, mut potential) = (0.0, 0.0_f64, 0.0, 0.0);
        for (index, body) in members() {
            let square = body.velocity.distance_squared(drift);
            sum += square;
            fastest = fastest.max(square);
            kinetic += 0.5 * body.mass * square;
            potential -= 0.5 * body.mass * depths[index];
        }
        distances.clear();
        distances.par_extend(
            all()
                .into_par_iter()
                .map(|index| bodies.body(index))
                .filter(|body| !is_stray(body))
                .map(|body| body.position.distance(center)),
        );
        let strays = bodies.len() - distances.len();
        Self {
            center,
            drift,
            radii: radii(&mut distances),
            speeds: [f64::sqrt(sum / count), fastest.sqrt()],
            mass,
            energies: [kinetic, potential],
            strays,
        }
    }
}

impl Sample {
    fn from_bodies(bodies: &(impl Roster + ?Sized)) -> Self {
        let mass: f64 = bodies.each().map(|body| body.mass).sum();
        let most = SOURCES.min((PAIRS / bodies.len()).max(32));
        let weight = |body: &Body| if mass > 0.0 { body.mass } else { 1.0 };
        let all = if mass > 0.0 { mass } else { bodies.len() as f64 };
        let portion = all / most as f64;
        let is_single = |body: &Body| bodies.len() <= most || weight(body) >= portion;
        let singles = bodies.each().filter(is_single);
        let mut sample: Vec<_> =
            singles.map(|body| (body, weight(&body))).filter(|(_, weight)| *weight > 0.0).collect();
        let others = || bodies.each().filter(|body| !is_single(body));
        let rest = others().map(|body| weight(&body)).sum::<f64>();
        let parts = (most - sample.len().min(most)).max(1);
        // One at a place within each equal part of the mass, spread evenly but without a period of
        // the file's.
        let place = |part: usize| {
            (part as f64 + (part as f64 * 0.618_033_988_75).fract()) * rest / parts as f64
        };
        let (mut passed, mut part) = (0.0, 0);
        for body in others() {
            passed += weight(&body);
            while part < parts && place(part) < passed {
                sample.push((body, rest / parts as f64));
                part += 1;
            }
        }
        Self { bodies: sample, mass }
    }

    /// How deep the potential is at a body.
    fn depth(&self, body: &Body) -> f64 {
        let depth = |(source, mass): &(Body, f64)| {
            let distance = source.position.distance(body.position);
            if distance > 0.0 { mass / distance } else { 0.0 }
        };
        self.bodies.iter().map(depth).sum()
    }
}

/// The value on each side of which is half the weight, or the mean of the two.
fn median(mut values: Vec<(f64, f64)>) -> f64 {
    values.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let half = 0.5 * values.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut passed = 0.0;
    for (place, (value, weight)) in values.iter().enumerate() {
        passed += weight;
        if passed > half * (1.0 + 1e-12) || place + 1 == values.len() {
            return *value;
        }
        if passed >= half * (1.0 - 1e-12) {
            return value + 0.5 * (values[place + 1].0 - value);
        }
    }
    0.0
}

/// The distances within which are half, nine tenths and all.
fn radii(distances: &mut [f64]) -> [f64; 3] {
    let Some(last) = distances.len().checked_sub(1) else { return [0.0; 3] };
    [distances.len() / 2, last * 9 / 10, last]
        .map(|place| *distances.select_nth_unstable_by(place.min(last), f64::total_cmp).1)
}
