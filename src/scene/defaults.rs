//! Time step, softening and duration that suit one's own bodies, and why.

use std::f64::consts::TAU;

use glam::DVec3;
use rayon::prelude::*;

use super::{Dimension, Units};
use crate::exchange::Spread;
use crate::name::Named;
use crate::physics::{
    Body, Gravity, GravityMethod, Integrator, Parameters, Precision, Roster, is_mapped,
};
use crate::words::{Text, say};

/// Up to so many bodies are followed one by one: without softening, by steps that resolve the
/// closest pair.
pub(super) const FEW: usize = 256;
/// Up to this many are followed by an integrator that resolves encounters, on the processor. One
/// core then takes 13 to 14 seconds for the duration of a cluster, which the window shows in 40;
/// twice as many take 43 to 71.
const FOLLOWED: usize = 128;
/// A body that outweighs the others by this factor holds them on orbits that the map of Wisdom and
/// Holman follows to a few seconds of arc in a hundred turns; with a tenth of this factor, to
/// twenty.
const DOMINANT: f64 = 100.0;
/// Steps that are divided for encounters number at least this many in the time in which the bodies
/// as a whole change: the window shows that time in 3.2 seconds, at 60 pictures per second.
const PICTURES: f64 = 200.0;
/// From so many bodies on, forces are by a tree where that is faster.
const MANY: usize = 65_536;
/// A body of at least this part of all mass can have others in orbit around it.
const HEAVY: f64 = 0.05;
/// Neighbours that measure the mean distance of bodies at a place.
const NEIGHBORS: usize = 8;
/// Pairs among which neighbours are looked for, which takes a tenth of a second.
const PAIRS: usize = 1 << 25;
/// The shortest time of two bodies at their present distance that steps resolve, and that of an
/// orbit at its nearest point, both as parts of the time in which the bodies as a whole change.
const FLOORS: [f64; 2] = [1e-5, 3e-3];

/// Physics and duration that suit a set of bodies, and why.
///
/// ```
/// use starshell::physics::initial::InitialState;
/// use starshell::scene::Defaults;
///
/// let cluster = InitialState::named("plummer")?.bodies(1000, 1)?;
/// let defaults = Defaults::from_bodies(&cluster);
/// assert!((0.02..0.2).contains(&defaults.physics.softening));
/// let [integrator, softening, step] = defaults.reasons(None);
/// assert!(integrator.to_string().starts_with("integrator leapfrog-kdk in f32: "), "{integrator}");
/// assert!(softening.to_string().contains("a quarter of the median distance of neighbours"), "{softening}");
/// assert!(step.to_string().starts_with("time step 0.0"), "{step}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defaults {
    /// Integrator, time step, softening, precision and gravity.
    pub physics: Parameters,
    /// Twice the period of a circular orbit at the radius that holds half of the bodies, about the
    /// mass of all.
    pub duration: f64,
    /// The time step that suits an integrator which does not divide it.
    pub fixed_step: f64,
    softened: Softened,
    stepped: Stepped,
    /// Whether orbits come so near that steps could not resolve them, so that they are shorter than
    /// the chosen time.
    has_floor: bool,
}

/// What the softening is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Softened {
    /// None: few bodies are followed one by one.
    Few,
    /// None: light bodies do not pull each other, or hardly any have mass.
    Light,
    /// Two bodies, one with mass, are in one place.
    Double,
    /// A quarter of the median over bodies of the mean distance of their neighbours.
    Neighbors(f64),
    /// A hundredth of the nearest distance of an orbit about a heavy body.
    Orbit(f64),
    /// What the shortest step resolves about a heavy body.
    Unresolved,
    /// All bodies are in one place.
    Place,
}

/// What the time step is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stepped {
    /// The shortest period of an orbit at its nearest point, or of a pair at its present distance.
    Orbit(f64),
    /// The time to cross the softening.
    Crossing(f64),
    /// The time in which the bodies as a whole change, and the part of their present size to which
    /// they will collapse.
    Collapse(f64, f64),
    /// The period of two of the heaviest bodies at the distance of the softening.
    Pair(f64),
    /// The time in which the bodies as a whole change.
    Whole(f64),
}

impl Defaults {
    /// Physics that suits `bodies`, of which there is at least one, and why.
    ///
    /// Up to 256 bodies move without softening, by steps of 1/200 of the shortest period of a pair
    /// at its present distance or at the nearest point of its orbit. Up to 128 do so by
    /// [`Integrator::WisdomHolman`] if one outweighs the others a hundred times and holds them on
    /// orbits apart from each other, and otherwise by [`Integrator::Ias15`], whose steps are as
    /// long as pictures allow. More than 256 have a softening of a quarter of the median distance
    /// of neighbours and steps within which they cross half of that. If one or more bodies have 5 %
    /// of all mass or more, the orbits around them decide.
    pub fn from_bodies(bodies: &(impl Roster + ?Sized)) -> Self {
        Self::with_spread(bodies, &Spread::new(bodies))
    }

    /// Returns physics that suits `bodies`, as [`Defaults::from_bodies`] does, where their `spread` is
    /// known.
    pub(super) fn with_spread(bodies: &(impl Roster + ?Sized), spread: &Spread) -> Self {
        let whole = time(spread);
        let is_few = bodies.len() <= FEW;
        let orbits = Orbits::from_bodies(bodies, spread, whole, is_few);
        let mut defaults = match (is_few, orbits.nearest) {
            (true, _) => Self::of_few(&bodies.each().collect::<Vec<_>>(), &orbits, spread, whole),
            (false, Some(nearest)) => Self::around_heavy(bodies, spread, &orbits, nearest),
            (false, None) => Self::of_many(bodies, spread),
        };
        defaults.duration = rounded(2.0 * TAU * whole);
        let physics = &mut defaults.physics;
        let least = 1e-5 / 32.0 * whole;
        physics.time_step = rounded(physics.time_step.max(least));
        defaults.fixed_step = rounded(defaults.fixed_step.max(least));
        physics.softening = rounded(physics.softening);
        if bodies.len() > MANY {
            physics.gravity = Gravity::default().by(GravityMethod::Auto);
        }
        defaults
    }

    fn new(
        integrator: Integrator,
        [softening, step]: [f64; 2],
        softened: Softened,
        stepped: Stepped,
    ) -> Self {
        let physics = Parameters::new(integrator, step, softening);
        Self { physics, duration: 1.0, fixed_step: step, softened, stepped, has_floor: false }
    }

    fn of_few(bodies: &[Body], orbits: &Orbits, spread: &Spread, whole: f64) -> Self {
        let (softening, softened) = if orbits.has_double {
            (0.01 * size(spread), Softened::Double)
        } else {
            (0.0, Softened::Few)
        };
        let (time, stepped) = match orbits.time {
            Some(time) if time < whole => (time, Stepped::Orbit(TAU * time)),
            _ => (whole, Stepped::Whole(whole)),
        };
        let fixed_step = time / 32.0;
        let integrator = if bodies.len() > FOLLOWED {
            Integrator::Pefrl
        } else if !orbits.has_floor && are_orbits(bodies, whole) && is_mapped(bodies, fixed_step) {
            Integrator::WisdomHolman
        } else {
            Integrator::Ias15
        };
        let (step, stepped) = match orbits.now {
            _ if integrator != Integrator::Ias15 => (fixed_step, stepped),
            Some(now) if now / 8.0 < whole / PICTURES => (now / 8.0, Stepped::Orbit(TAU * now)),
            _ => (whole / PICTURES, Stepped::Whole(whole)),
        };
        let all = Self::new(integrator, [softening, step], softened, stepped);
        Self {
            physics: Parameters { precision: Precision::Pair, ..all.physics },
            fixed_step,
            // Encounters divide the steps.
            has_floor: orbits.has_floor && !integrator.is_hosted(),
            ..all
        }
    }

    /// Many bodies around a few of much larger mass.
    fn around_heavy(
        bodies: &(impl Roster + ?Sized),
        spread: &Spread,
        orbits: &Orbits,
        nearest: f64,
    ) -> Self {
        let whole = time(spread);
        let time = orbits.time.unwrap_or(whole).min(whole);
        let massive = bodies.each().filter(|body| body.mass > 0.0).count();
        let neighbors = Neighbors::from_bodies(bodies).filter(|_| massive > FEW);
        let (mut softening, mut softened) =
            match neighbors.as_ref().map(|neighbors| 0.25 * neighbors.distance) {
                None => (0.0, Softened::Light),
                Some(softening) if softening < 0.01 * nearest => {
                    (softening, Softened::Neighbors(4.0 * softening))
                }
                Some(_) => (0.01 * nearest, Softened::Orbit(nearest)),
            };
        let resolved = (spread.mass * time * time).cbrt();
        if orbits.has_floor && softening < resolved {
            (softening, softened) = (resolved, Softened::Unresolved);
        }
        if orbits.has_double && softening == 0.0 {
            (softening, softened) = (0.01 * size(spread), Softened::Double);
        }
        // Fourth order: 50 steps in a turn. By a tree, whose accuracy is kept for the
        // leapfrog: 200.
        let (integrator, parts) = if bodies.len() > MANY {
            (Integrator::default(), 32.0)
        } else {
            (Integrator::Pefrl, 8.0)
        };
        let all =
            Self::new(integrator, [softening, time / parts], softened, Stepped::Orbit(TAU * time));
        Self { has_floor: orbits.has_floor, ..all }
    }

    /// Many bodies, none of which has much of the mass.
    fn of_many(bodies: &(impl Roster + ?Sized), spread: &Spread) -> Self {
        let whole = time(spread);
        let count = bodies.len() as f64;
        let [kinetic, potential] = spread.energies;
        let Some(neighbors) = Neighbors::from_bodies(bodies) else {
            return Self::of_place(bodies.len(), spread);
        };
        let softening = 0.25 * neighbors.distance;
        // Bodies at rest collapse until small differences of their places, or their few sideways
        // motions, stop them (Aarseth, Lin & Papaloizou 1988).
        let virial_ratio = if potential < 0.0 { -2.0 * kinetic / potential } else { 1.0 };
        let collapse =
            if virial_ratio < 0.5 { virial_ratio.max(1.0 / count.cbrt()).min(1.0) } else { 1.0 };
        let speed = if collapse < 1.0 {
            (-2.0 * potential / spread.mass / collapse).sqrt()
        } else {
            spread.speeds[0]
        };
        let crossing = if speed > 0.0 { softening / speed } else { f64::INFINITY };
        let crossed = if collapse < 1.0 {
            Stepped::Collapse(whole, collapse)
        } else {
            Stepped::Crossing(crossing)
        };
        let heaviest = bodies.each().map(|body| body.mass).fold(0.0, f64::max);
        let pair = (softening.powi(3) / (2.0 * heaviest)).sqrt();
        let times = [
            (whole / 64.0, Stepped::Whole(whole)),
            (crossing / 2.0, crossed),
            // The time in which the collapsed bodies change.
            (
                if collapse < 1.0 { whole * collapse.powf(1.5) / 12.0 } else { f64::INFINITY },
                crossed,
            ),
            (pair / 8.0, Stepped::Pair(TAU * pair)),
        ];
        let (step, stepped) =
            times.into_iter().fold((f64::INFINITY, Stepped::Whole(whole)), |least, other| {
                if other.0 < least.0 { other } else { least }
            });
        Self::new(
            Integrator::default(),
            [softening, step],
            Softened::Neighbors(neighbors.distance),
            stepped,
        )
    }

    /// Many bodies that have no distance from each other, or no mass.
    fn of_place(count: usize, spread: &Spread) -> Self {
        let whole = time(spread);
        if spread.mass <= 0.0 {
            return Self::new(
                Integrator::default(),
                [0.0, whole / 64.0],
                Softened::Light,
                Stepped::Whole(whole),
            );
        }
        // The radius at which such speeds would be in equilibrium, if there are any.
        let speed = spread.speeds[0];
        let radius = if speed > 0.0 { spread.mass / (speed * speed) } else { size(spread) };
        let softening = 0.5 * radius / (count as f64).cbrt();
        let crossing =
            if speed > 0.0 { softening / speed } else { (softening.powi(3) / spread.mass).sqrt() };
        Self::new(
            Integrator::default(),
            [softening, crossing / 32.0],
            Softened::Place,
            Stepped::Crossing(crossing),
        )
    }

    /// Why integrator, softening and time step are what they are, in one sentence each, in these
    /// units, or without any in those in which G = 1.
    pub fn reasons(&self, units: Option<&Units>) -> [Text; 3] {
        let shown = |number: f64, dimension| match units {
            None => digits(number),
            Some(units) => {
                format!("{} {}", digits(number * units.factor(dimension)), units.symbol(dimension))
            }
        };
        let length = |number| shown(number, Dimension::Length);
        let time = |number| shown(number, Dimension::Time);
        let Parameters { integrator, softening, time_step, precision, .. } = self.physics;
        let why = match integrator {
            Integrator::WisdomHolman => say!("own-integrator-orbits"),
            Integrator::Ias15 => say!("own-integrator-followed"),
            Integrator::Pefrl => say!("own-integrator-resolved"),
            _ => say!("own-integrator-many"),
        };
        let integrated = say!(
            "own-integrator",
            name = integrator.name(),
            precision = precision.name(),
            why = why
        );
        let parts = |whole: f64| digits(whole / time_step);
        let softened = match self.softened {
            Softened::Few if integrator.is_hosted() => say!("own-softening-followed"),
            Softened::Few => say!("own-softening-few"),
            Softened::Light => say!("own-softening-light"),
            Softened::Double => say!("own-softening-double"),
            Softened::Neighbors(distance) => {
                say!("own-softening-neighbors", length = length(distance))
            }
            Softened::Orbit(nearest) => say!("own-softening-orbit", length = length(nearest)),
            Softened::Unresolved => say!("own-softening-unresolved"),
            Softened::Place => say!("own-softening-place"),
        };
        let stepped = match self.stepped {
            Stepped::Orbit(period) => {
                say!("own-step-orbit", parts = parts(period), time = time(period))
            }
            Stepped::Crossing(crossing) => {
                say!("own-step-crossing", parts = parts(crossing), time = time(crossing))
            }
            Stepped::Collapse(whole, part) => {
                say!(
                    "own-step-collapse",
                    parts = parts(whole),
                    time = time(whole),
                    part = digits(part)
                )
            }
            Stepped::Pair(period) => {
                say!("own-step-pair", parts = parts(period), time = time(period))
            }
            Stepped::Whole(whole) => {
                say!("own-step-whole", parts = parts(whole), time = time(whole))
            }
        };
        let step = say!("own-step", time = time(time_step), why = stepped);
        let step = if self.has_floor { say!("own-step-floor", step = step) } else { step };
        [integrated, say!("own-softening", length = length(softening), why = softened), step]
    }
}

/// Orbits of bodies about others that dominate their surroundings.
struct Orbits {
    /// The shortest time of a radian, of pairs at their present distance and of orbits at their
    /// nearest point.
    time: Option<f64>,
    /// The same, for pairs at their present distance alone.
    now: Option<f64>,
    /// The nearest point of an orbit about a heavy body.
    nearest: Option<f64>,
    /// Whether two bodies, one with mass, are in one place.
    has_double: bool,
    /// Whether an orbit comes so near that `time` does not resolve it.
    has_floor: bool,
}

impl Orbits {
    /// About heavy bodies, and all pairs if `has_pairs`.
    fn from_bodies(
        bodies: &(impl Roster + ?Sized),
        spread: &Spread,
        whole: f64,
        has_pairs: bool,
    ) -> Self {
        let heavy = (HEAVY * spread.mass).max(f64::MIN_POSITIVE);
        let centers = bodies
            .each()
            .enumerate()
            .filter(|(_, body)| body.mass >= heavy || has_pairs && body.mass > 0.0);
        let mut all =
            Self { time: None, now: None, nearest: None, has_double: false, has_floor: false };
        let shorten = |least: &mut Option<f64>, time: f64| {
            *least = Some(least.map_or(time, |least| least.min(time)));
        };
        for (place, center) in centers {
            let mut others: Vec<_> = (0..bodies.len())
                .into_par_iter()
                .filter(|other| *other != place)
                .map(|other| (bodies.body(other).position.distance(center.position), other))
                .collect();
            others.par_sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
            let (mut enclosed, mut is_dominated) = (0.0, center.mass >= heavy);
            for (distance, other) in others {
                let body = bodies.body(other);
                all.has_double |= distance == 0.0;
                is_dominated &= enclosed <= center.mass;
                enclosed += body.mass;
                if distance == 0.0 {
                    continue;
                }
                let mass = center.mass + body.mass;
                let now = (distance.powi(3) / mass).sqrt();
                if has_pairs || is_dominated {
                    shorten(&mut all.time, now.max(FLOORS[0] * whole));
                    shorten(&mut all.now, now.max(FLOORS[0] * whole));
                }
                // Whoever is far away does not arrive while the scene lasts.
                let arrives = is_dominated && now < 2.0 * TAU * whole;
                let Some((nearest, time)) =
                    pericenter(&center, &body, distance).filter(|_| arrives)
                else {
                    continue;
                };
                let least = (FLOORS[1] * whole).min(0.3 * now);
                all.has_floor |= time < least;
                shorten(&mut all.nearest, nearest);
                shorten(&mut all.time, time.max(least));
            }
        }
        all
    }
}

/// Whether one body holds, on closed orbits, all others that matter while the scene lasts.
fn are_orbits(bodies: &[Body], whole: f64) -> bool {
    let heaviest = bodies.iter().max_by(|one, other| one.mass.total_cmp(&other.mass));
    let Some(center) = heaviest else { return false };
    let others: f64 = bodies.iter().map(|body| body.mass).sum::<f64>() - center.mass;
    let is_held = |body: &Body| {
        let distance = body.position.distance(center.position);
        let now = (distance.powi(3) / (center.mass + body.mass)).sqrt();
        now >= 2.0 * TAU * whole || pericenter(center, body, distance).is_some()
    };
    center.mass > DOMINANT * others
        && bodies.iter().all(|body| std::ptr::eq(body, center) || is_held(body))
}

/// The nearest distance of two bodies on a closed orbit, and the time in which it turns by a radian
/// there.
fn pericenter(center: &Body, body: &Body, distance: f64) -> Option<(f64, f64)> {
    let mass = center.mass + body.mass;
    let (place, velocity): (DVec3, DVec3) =
        (body.position - center.position, body.velocity - center.velocity);
    let energy = 0.5 * velocity.length_squared() - mass / distance;
    let axis = (energy < 0.0).then(|| -0.5 * mass / energy)?;
    let parameter = place.cross(velocity).length_squared() / mass;
    let eccentricity = (1.0 - parameter / axis).max(0.0).sqrt();
    // The difference of 1 and the eccentricity would round.
    let nearest = parameter / (1.0 + eccentricity);
    Some((nearest, (nearest.powi(3) / ((1.0 + eccentricity) * mass)).sqrt()))
}

/// How near bodies with mass are to each other, where most are.
struct Neighbors {
    /// The median over bodies of the mean distance of their neighbours.
    distance: f64,
}

impl Neighbors {
    /// `None` without enough bodies that have mass, or if most are in one place.
    fn from_bodies(bodies: &(impl Roster + ?Sized)) -> Option<Self> {
        let massive = || bodies.each().filter(|body| body.mass > 0.0);
        let massive_count = massive().count();
        let count = (PAIRS / massive_count.max(1)).clamp(64, 1024);
        let stride = massive_count.div_ceil(count).max(1);
        let targets: Vec<(usize, DVec3)> =
            massive().map(|body| body.position).enumerate().step_by(stride).collect();
        // A share per core, which looks at all bodies.
        let share = targets.len().div_ceil(rayon::current_num_threads()).max(1);
        let mut distances: Vec<f64> = targets
            .par_chunks(share)
            .flat_map_iter(|targets| reaches(massive().map(|body| body.position), targets))
            .collect();
        let middle = distances.len() / 2;
        let reach = (middle < distances.len())
            .then(|| *distances.select_nth_unstable_by(middle, f64::total_cmp).1)?;
        // The side of a cube for each of so many bodies in a sphere.
        let distance = reach * (2.0 / 3.0 * TAU / NEIGHBORS as f64).cbrt();
        (distance > 0.0).then_some(Self { distance })
    }
}

/// Of targets with their numbers among all places, the distances of the eighth neighbours; none of one
/// that has fewer.
fn reaches(places: impl Iterator<Item = DVec3>, targets: &[(usize, DVec3)]) -> Vec<f64> {
    let mut all = vec![[f64::INFINITY; NEIGHBORS]; targets.len()];
    for (place, there) in places.enumerate() {
        for ((target, here), nearest) in targets.iter().zip(&mut all) {
            let square = there.distance_squared(*here);
            if square < nearest[NEIGHBORS - 1] && place != *target {
                let at = nearest.partition_point(|near| *near <= square);
                nearest.copy_within(at..NEIGHBORS - 1, at + 1);
                nearest[at] = square;
            }
        }
    }
    let reaches = all.iter().map(|nearest| nearest[NEIGHBORS - 1].sqrt());
    reaches.filter(|reach| reach.is_finite()).collect()
}

/// The time in which the bodies as a whole change: √(r³/m), or how long they take through a radius
/// if they have no mass.
pub(super) fn time(spread: &Spread) -> f64 {
    let radius = size(spread);
    let time = if spread.mass > 0.0 {
        (radius.powi(3) / spread.mass).sqrt()
    } else {
        radius / spread.speeds[0]
    };
    if time.is_finite() && time > 0.0 { time.clamp(1e-12, 1e24) } else { 1.0 }
}

fn size(spread: &Spread) -> f64 {
    let [half, _, all] = spread.radii;
    [half, all].into_iter().find(|radius| *radius > 0.0).unwrap_or(1.0)
}

/// The number with two digits.
pub(super) fn rounded(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

/// The number with two digits, as people write it.
fn digits(number: f64) -> String {
    let number = rounded(number);
    if number == 0.0 || (1e-4..1e5).contains(&number) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}
