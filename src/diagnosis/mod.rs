//! Why a run goes wrong: a copy of its bodies runs again, each time with one thing changed.

mod cause;
mod remedy;
mod scales;
#[cfg(test)]
mod tests;
mod trial;

pub use cause::Cause;
use rayon::prelude::*;
pub use remedy::Remedy;
use scales::Scales;
use starshell::physics::{Body, Integrator, Parameters, Precision, center_of_mass};
use starshell::words::{self, t};
use trial::{Trial, densest, lost};

/// Most bodies that a test moves. Of more, those in the densest place are tested.
const MAX_TESTED: usize = 256;
/// Most pairs that one run of a test evaluates, and most force passes: a fifth of a second.
const MAX_PAIRS: f64 = 3e7;
const MAX_PASSES: f64 = 1e5;
/// Shortest steps of a test, as a share of those of the run.
const SHORTEST: f64 = 128.0;
/// A remedy must divide the error at least by this, and leave less than that: an error of half the
/// energy is as bad as any.
const HELPFUL: f64 = 2.0;
const USELESS: f64 = 0.5;
/// An error that is good enough, and one that a test counts as none.
const GOOD: f64 = 0.005;
const NONE: f64 = 0.001;
/// Positions are suspect if neighbouring numbers are further apart than this share of what a step
/// moves a body.
const COARSE: f64 = 0.25;
/// Share of the motion that rounding may swallow, and steps in which it is tested.
const LOST: f64 = 0.05;
const STEPS_OF_LOSS: u64 = 16;

/// A cause that was tested, and what helps against it.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// What is wrong.
    pub cause: Cause,
    /// What helped in the test, the best first, with the error that it left.
    pub remedies: Vec<(Remedy, f64)>,
    /// The error of the test without any change: of the energy, relative to the sum of its parts,
    /// or the share of the motion that rounding swallows.
    pub error: f64,
    /// Steps that were tested.
    pub steps: u64,
    /// Bodies that were tested.
    pub bodies: usize,
}

/// A run that is to be examined.
#[derive(Clone, Copy, Debug)]
pub struct Suspect<'a> {
    /// The bodies at a moment when the run was still right.
    pub bodies: &'a [Body],
    /// How it went on from there.
    pub physics: &'a Parameters,
    /// Steps until it was found to be wrong, or more.
    pub steps: u64,
    /// Whether double precision can be had.
    pub has_double: bool,
}

impl Diagnosis {
    /// Finds out why the energy of a run is wrong. Takes about a second, on all cores: call it in a
    /// thread where nothing may wait.
    ///
    /// The test runs up to 256 of the bodies in direct sums, from where the run was right: with the
    /// same settings and rounding, with shorter steps, more digits, a longer softening. A remedy is
    /// offered only if it at least halves the error.
    pub fn new(suspect: &Suspect) -> Self {
        let physics = suspect.physics;
        let bodies = densest(suspect.bodies, MAX_TESTED);
        let scales = Scales::new(&bodies, physics.softened());
        let passes = affordable(bodies.len());
        let per_step = f64::from(physics.integrator.forces_per_step());
        // Half and quarter steps must be affordable, too.
        let steps = suspect.steps.clamp(1, (passes / (5.0 * per_step)) as u64);
        let found =
            |cause, remedies, error| Self { cause, remedies, error, steps, bodies: bodies.len() };
        if let Some(cause) = scales.out_of_range(physics) {
            return found(cause, Vec::new(), f64::INFINITY);
        }
        let trial = Trial { bodies: &bodies, span: steps as f64 * physics.time_step, passes };
        let Some(error) = trial.error(physics) else {
            return found(Cause::Untested, Vec::new(), f64::NAN);
        };
        if error < NONE {
            let is_of_forces =
                physics.gravity.is_approximate() && bodies.len() == suspect.bodies.len();
            return if is_of_forces {
                found(Cause::Forces, vec![(Remedy::DirectSums, error)], error)
            } else {
                found(Cause::NotReproduced, Vec::new(), error)
            };
        }
        let attempts = attempts(suspect, &scales);
        let tried: Vec<Vec<(Remedy, f64)>> = attempts
            .par_iter()
            .map(|attempts| {
                let run = |remedy: &Remedy| Some((*remedy, trial.error(&remedy.applied(physics))?));
                attempts
                    .par_iter()
                    .map(run)
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map_while(|tried| tried)
                    .collect()
            })
            .collect();
        let mut remedies: Vec<_> = tried.iter().filter_map(|tried| chosen(tried, error)).collect();
        sort(&mut remedies);
        // A step in which everything falls together is too long, even if the shortest that was
        // tested is so, too.
        let is_hopeless = physics.time_step > scales.fall;
        let unknown = if is_hopeless { Cause::TimeStep } else { Cause::Unknown };
        let cause = remedies.first().map_or(unknown, |(remedy, _)| remedy.cause(&scales, physics));
        found(cause, remedies, error)
    }

    /// Whether a run that begins here loses its motion in rounding, or exceeds single precision;
    /// `None` if not.
    pub fn of_start(suspect: &Suspect) -> Option<Self> {
        let physics = suspect.physics;
        let bodies = densest(suspect.bodies, MAX_TESTED);
        let scales = Scales::new(&bodies, physics.softened());
        let coarseness = scales.coarseness(physics);
        if coarseness <= COARSE && !scales.is_too_large(physics) {
            return None;
        }
        let found = |cause, remedies, error| {
            Some(Self { cause, remedies, error, steps: STEPS_OF_LOSS, bodies: bodies.len() })
        };
        if let Some(cause) = scales.out_of_range(physics) {
            return found(cause, Vec::new(), 1.0);
        }
        let swallowed = |physics: &Parameters| lost(&bodies, physics, STEPS_OF_LOSS);
        let error = swallowed(physics);
        if error < LOST {
            return None;
        }
        let better = [Precision::Pair, Precision::Double]
            .into_iter()
            .filter(|precision| is_better(*precision, suspect));
        let better = better.map(Remedy::Precision);
        let tried = better.map(|remedy| (remedy, swallowed(&remedy.applied(physics))));
        // Both, since forces in single precision may be too coarse in the long run.
        let mut remedies: Vec<_> =
            tried.filter(|(_, left)| *left < (error / HELPFUL).min(USELESS)).collect();
        // Steps over which motion is longer than the spacing of numbers, if they are still good for
        // the energy.
        let longer = Remedy::TimeStep(rounded(physics.time_step * coarseness / COARSE * 16.0));
        let with_longer = longer.applied(physics);
        let span = STEPS_OF_LOSS as f64 * with_longer.time_step;
        let trial = Trial { bodies: &bodies, span, passes: affordable(bodies.len()) };
        let left = swallowed(&with_longer);
        if left < error / HELPFUL && trial.error(&with_longer).is_some_and(|error| error < GOOD) {
            remedies.push((longer, left));
        }
        sort(&mut remedies);
        found(scales.coarse(physics), remedies, error)
    }

    /// Steps that a test of `count` bodies can afford, so that a short run can be tested from its
    /// start.
    pub fn affordable_steps(count: usize) -> u64 {
        (affordable(count.min(MAX_TESTED)) / 32.0) as u64
    }

    /// Cause and remedies in words, in the language of this thread, as the middle of a sentence,
    /// with remedies as `name` calls them.
    pub fn told(&self, name: impl Fn(&Remedy) -> String) -> String {
        let percent = |error: f64| words::short(100.0 * error);
        let cause = self.cause.told();
        let Some(((first, error), others)) = self.remedies.split_first() else { return cause };
        let (steps, before) = (self.steps, percent(self.error));
        let (remedy, after) = (name(first), percent(*error));
        let mut text = if self.error.is_finite() {
            t!("diagnosis-helps", steps = steps, remedy = remedy, before = before, after = after)
        } else {
            t!("diagnosis-helps-infinite", steps = steps, remedy = remedy, after = after)
        };
        for (remedy, error) in others {
            text += &t!("diagnosis-helps-too", remedy = name(remedy), after = percent(*error));
        }
        t!("diagnosis-told", cause = cause, test = text)
    }
}

/// The body that an encounter threw out since the start, in the same order, and its distance from
/// the others' centre of mass: the farthest one, if it was bound to the others then and is not any
/// more.
pub fn thrown_out(start: &[Body], now: &[Body]) -> Option<(usize, f64)> {
    if start.len() != now.len() {
        return None;
    }
    let is_finite = |body: &Body| body.position.is_finite() && body.velocity.is_finite();
    let place = |body: &Body| (body.position, body.mass);
    let center =
        center_of_mass(&now.iter().filter(|body| is_finite(body)).map(place).collect::<Vec<_>>());
    let distance = |body: &Body| if is_finite(body) { body.position.distance(center) } else { 0.0 };
    let farthest = (0..now.len())
        .max_by(|one, other| distance(&now[*one]).total_cmp(&distance(&now[*other])))?;
    let is_bound = |bodies: &[Body]| {
        let body = bodies[farthest];
        let others = || {
            bodies
                .iter()
                .enumerate()
                .filter(move |(index, other)| *index != farthest && is_finite(other))
                .map(|(_, other)| other)
        };
        let velocity =
            center_of_mass(&others().map(|other| (other.velocity, other.mass)).collect::<Vec<_>>());
        let potential: f64 =
            others().map(|other| -other.mass / other.position.distance(body.position)).sum();
        0.5 * (body.velocity - velocity).length_squared() + potential < 0.0
    };
    (is_bound(start) && !is_bound(now)).then(|| (farthest, distance(&now[farthest])))
}

fn affordable(count: usize) -> f64 {
    (MAX_PAIRS / (count.max(1) as f64).powi(2)).min(MAX_PASSES)
}

fn is_better(precision: Precision, suspect: &Suspect) -> bool {
    precision as u8 > suspect.physics.precision as u8
        && (precision != Precision::Double || suspect.has_double)
}

/// What to try, each list from the mildest change to the strongest.
fn attempts(suspect: &Suspect, scales: &Scales) -> Vec<Vec<Remedy>> {
    let physics = suspect.physics;
    let factors: Vec<f64> =
        (1..).map(|power| 2_f64.powi(power)).take_while(|factor| *factor <= SHORTEST).collect();
    let precisions = [Precision::Pair, Precision::Double]
        .into_iter()
        .filter(|precision| is_better(*precision, suspect));
    let shorter = |factor: &f64| match physics.adaptive {
        Some(eta) => Remedy::Adaptive(rounded(eta / factor)),
        None => Remedy::TimeStep(rounded(physics.time_step / factor)),
    };
    let mut attempts =
        vec![precisions.map(Remedy::Precision).collect(), factors.iter().map(shorter).collect()];
    // Drag needs fixed steps.
    if physics.adaptive.is_none() && physics.softening > 0.0 && physics.drag == 0.0 {
        attempts.push([0.3, 0.1, 0.03].map(Remedy::Adaptive).into());
    }
    if physics.integrator == Integrator::SymplecticEuler {
        attempts.push(vec![Remedy::Integrator(Integrator::LeapfrogKdk)]);
    }
    if suspect.bodies.len() <= MAX_TESTED && !physics.integrator.is_hosted() {
        attempts.push(vec![Remedy::Integrator(Integrator::Ias15)]);
    }
    // Two bodies that orbit each other at this distance take about fifty steps per orbit.
    let resolved = (scales.heaviest * (8.0 * physics.time_step).powi(2)).cbrt();
    let lengths = [0.125, 0.25, 0.5, 1.0, 2.0].map(|share| share * resolved);
    let lengths = lengths.into_iter().chain([2.0 * physics.softening]).map(rounded);
    let is_sensible = |length: &f64| *length > physics.softening && *length < 0.5 * scales.radius;
    let mut lengths: Vec<f64> = lengths.filter(is_sensible).collect();
    lengths.sort_by(f64::total_cmp);
    attempts.push(lengths.into_iter().map(Remedy::Softening).collect());
    attempts
}

/// The mildest of some changes that is good enough, or else the best that helps. Stronger ones must
/// help, too: otherwise it was luck.
fn chosen(tried: &[(Remedy, f64)], error: f64) -> Option<(Remedy, f64)> {
    let helps = |(_, left): &&(Remedy, f64)| *left < (error / HELPFUL).min(USELESS);
    let helpful = tried.iter().rev().take_while(helps).count();
    let helpful = &tried[tried.len() - helpful..];
    let is_good = |(_, left): &(Remedy, f64)| *left <= GOOD;
    let from = helpful.iter().rev().take_while(|tried| is_good(tried)).count();
    match helpful.len() - from {
        place if from > 0 => Some(helpful[place]),
        _ => helpful.iter().copied().min_by(|one, other| one.1.total_cmp(&other.1)),
    }
}

/// The best first: those that are good enough by their rank, the others by their error.
fn sort(remedies: &mut [(Remedy, f64)]) {
    remedies.sort_by(|one, other| {
        let key = |(remedy, left): &(Remedy, f64)| {
            if *left <= GOOD { (0.0, remedy.rank()) } else { (*left, 0) }
        };
        let (one, other) = (key(one), key(other));
        one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
    });
}

/// With two digits, as people type it.
fn rounded(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}
