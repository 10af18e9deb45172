//! Accelerations of all bodies by direct sums in double precision.

use std::sync::atomic::AtomicBool;

use glam::DVec3;
use rayon::prelude::*;

use super::deputy::{Deputy, MIN_DEPUTED};
use super::system::{Stop, System};
use crate::physics::{ExternalField, Softening};

/// From this many pairs on, threads share the sum.
const MANY: usize = 1 << 14;

/// What pulls: masses with the places of their bodies, and a field.
#[derive(Debug)]
pub(super) struct Sources<'a> {
    heavy: Vec<(usize, f64)>,
    softening: Softening,
    external: ExternalField,
    /// Who sums instead, and the masses of all bodies.
    deputy: Option<(&'a Deputy, Vec<f64>)>,
}

impl<'a> Sources<'a> {
    /// The masses of `system` in the order of `mass`. Without many pairs, a deputy is not worth the
    /// way.
    pub(super) fn new(mass: &[f64], system: &System, deputy: Option<&'a Deputy>) -> Self {
        let heavy: Vec<_> =
            mass.iter().copied().enumerate().filter(|(_, mass)| *mass > 0.0).collect();
        let is_worth_it = mass.len() * heavy.len() >= (MIN_DEPUTED * MIN_DEPUTED) as usize;
        let deputy = deputy.filter(|_| is_worth_it).map(|deputy| (deputy, mass.to_vec()));
        Self { heavy, softening: system.softening, external: system.external, deputy }
    }

    /// The acceleration of each body at `position`. The order of the terms is always the same,
    /// however many threads there are.
    pub(super) fn accelerations(
        &self,
        position: &[DVec3],
        acceleration: &mut [DVec3],
        stop: &AtomicBool,
    ) -> Result<(), Stop> {
        let pull =
            |(index, acceleration): (usize, &mut DVec3)| *acceleration = self.on(position, index);
        if let Some((deputy, mass)) = &self.deputy {
            deputy.accelerations(position, mass, acceleration, stop)?;
        } else if position.len() * self.heavy.len() < MANY {
            acceleration.iter_mut().enumerate().for_each(pull);
        } else {
            acceleration.par_iter_mut().enumerate().for_each(pull);
        }
        self.external.pull(position, self.softening.length, acceleration);
        Ok(())
    }

    fn on(&self, position: &[DVec3], index: usize) -> DVec3 {
        let here = position[index];
        let mut sum = DVec3::ZERO;
        for &(other, mass) in &self.heavy {
            if other != index {
                let apart = position[other] - here;
                sum += apart * self.softening.strength(mass, apart.length_squared());
            }
        }
        sum
    }

    /// The rate at which each acceleration changes.
    pub(super) fn jerks(
        &self,
        position: &[DVec3],
        velocity: &[DVec3],
        stop: &AtomicBool,
    ) -> Result<Vec<DVec3>, Stop> {
        let mut jerks = match &self.deputy {
            Some((deputy, mass)) => deputy.jerks(position, velocity, mass, stop)?,
            None => self.own_jerks(position, velocity),
        };
        if self.external.is_some() {
            for (jerk, (place, velocity)) in jerks.iter_mut().zip(position.iter().zip(velocity)) {
                *jerk += self.external.rate(*place, *velocity, self.softening.length);
            }
        }
        Ok(jerks)
    }

    fn own_jerks(&self, position: &[DVec3], velocity: &[DVec3]) -> Vec<DVec3> {
        let of = |index: usize| {
            let pairs = self.heavy.iter().filter(|(other, _)| *other != index);
            pairs.fold(DVec3::ZERO, |sum, &(other, mass)| {
                let (apart, rate) =
                    (position[other] - position[index], velocity[other] - velocity[index]);
                let squared = apart.length_squared();
                let fall = self.softening.fall(apart.dot(rate), squared);
                sum + (rate - apart * fall) * self.softening.strength(mass, squared)
            })
        };
        (0..position.len()).into_par_iter().map(of).collect()
    }

    /// The two bodies nearest to each other, of which at least one has mass.
    pub(super) fn nearest(&self, position: &[DVec3]) -> [usize; 2] {
        let pairs = self
            .heavy
            .iter()
            .flat_map(|&(one, _)| (0..position.len()).map(move |other| [one, other]));
        let apart = |[one, other]: &[usize; 2]| position[*one].distance_squared(position[*other]);
        let nearest = pairs
            .filter(|[one, other]| one != other)
            .min_by(|one, other| apart(one).total_cmp(&apart(other)));
        nearest.map_or([0; 2], |[one, other]| [one.min(other), one.max(other)])
    }
}
