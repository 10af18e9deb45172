//! Sizes and speeds of bodies, and the digits that these take.

use glam::DVec3;
use starshell::physics::reference::diagnostics;
use starshell::physics::{Body, Parameters, Precision, Softening, center_of_mass};

use super::cause::Cause;

/// Ratio of kinetic to potential energy, or its inverse, from which on the units of speeds cannot
/// be those of the masses and lengths.
const FOREIGN: f64 = 1e8;
/// Coordinates and speeds whose squares, and those of their differences, single precision holds.
const MAX_SINGLE: f64 = 1e18;

/// Sizes and speeds of bodies.
pub struct Scales {
    /// Kinetic energy about the centre of mass, and size of the potential energy.
    kinetic: f64,
    potential: f64,
    /// Largest coordinate or speed.
    largest: f64,
    /// Root of the mean square distance from the centre of mass.
    pub radius: f64,
    /// The time in which the whole falls together, roughly.
    pub fall: f64,
    /// The sum of the two largest masses.
    pub heaviest: f64,
    /// Of each body, its largest coordinate, and its speed about the centre of mass or that of free
    /// fall.
    moving: Vec<(f64, f64)>,
}

impl Scales {
    pub fn new(bodies: &[Body], softening: Softening) -> Self {
        let own = at_rest(bodies);
        let sums = diagnostics(&own, softening);
        let fall =
            if sums.mass > 0.0 { (2.0 * sums.potential.abs() / sums.mass).sqrt() } else { 0.0 };
        let farthest = |vector: DVec3| vector.abs().max_element();
        let moving = bodies.iter().zip(&own);
        let mut masses: Vec<f64> = bodies.iter().map(|body| body.mass).collect();
        masses.sort_by(|one, other| other.total_cmp(one));
        let square: f64 = own.iter().map(|body| body.position.length_squared()).sum();
        let radius = (square / own.len().max(1) as f64).sqrt();
        Self {
            fall: (radius.powi(3) / sums.mass).sqrt(),
            kinetic: sums.kinetic,
            potential: sums.potential.abs(),
            largest: bodies
                .iter()
                .map(|body| farthest(body.position).max(farthest(body.velocity)))
                .fold(0.0, f64::max),
            radius,
            heaviest: masses.iter().take(2).sum(),
            moving: moving
                .map(|(body, own)| (farthest(body.position), own.velocity.length().max(fall)))
                .collect(),
        }
    }

    /// Whether units do not belong together, or numbers exceed single precision.
    pub fn out_of_range(&self, physics: &Parameters) -> Option<Cause> {
        let ratio = self.kinetic / self.potential;
        // Without any motion or any pull there is nothing to compare.
        if ratio > 0.0 && !(1.0 / FOREIGN..=FOREIGN).contains(&ratio) && ratio != f64::INFINITY {
            return Some(Cause::Units { ratio: ratio.sqrt() });
        }
        self.is_too_large(physics).then_some(Cause::Range { largest: self.largest })
    }

    /// Whether single precision cannot hold the squares of positions or speeds.
    pub fn is_too_large(&self, physics: &Parameters) -> bool {
        physics.precision != Precision::Double && self.largest > MAX_SINGLE
    }

    /// Distance between neighbouring numbers at the positions, and how far a step moves a body: the
    /// medians.
    fn spacing(&self, physics: &Parameters) -> (f64, f64) {
        let digits = match physics.precision {
            Precision::Single => 23,
            Precision::Pair => 46,
            Precision::Double => 52,
        };
        let spacing = |place: f64| {
            if place > 0.0 { 2_f64.powi(place.log2().floor() as i32 - digits) } else { 0.0 }
        };
        let median = |mut numbers: Vec<f64>| {
            numbers.sort_by(f64::total_cmp);
            numbers.get(numbers.len() / 2).copied().unwrap_or_default()
        };
        let (places, speeds): (Vec<f64>, Vec<f64>) = self.moving.iter().copied().unzip();
        (median(places.into_iter().map(spacing).collect()), physics.time_step * median(speeds))
    }

    /// The former in units of the latter.
    pub fn coarseness(&self, physics: &Parameters) -> f64 {
        let (spacing, moved) = self.spacing(physics);
        if moved > 0.0 { spacing / moved } else { 0.0 }
    }

    pub fn coarse(&self, physics: &Parameters) -> Cause {
        let (spacing, moved) = self.spacing(physics);
        Cause::Precision { spacing, moved }
    }
}

/// The bodies about their centre of mass, moving with it.
pub fn at_rest(bodies: &[Body]) -> Vec<Body> {
    let mean = |of: fn(&Body) -> DVec3| {
        center_of_mass(&bodies.iter().map(|body| (of(body), body.mass)).collect::<Vec<_>>())
    };
    let (position, velocity) = (mean(|body| body.position), mean(|body| body.velocity));
    let shifted = |body: &Body| Body {
        position: body.position - position,
        velocity: body.velocity - velocity,
        ..*body
    };
    bodies.iter().map(shifted).collect()
}
