//! Whole steps on the host, in double precision: for few bodies whose orbits matter to many digits.
//!
//! Two methods that kicks and drifts of equal length cannot replace: the adaptive integrator of order 15 for any bodies
//! ([`radau`]), and the map for bodies about one that outweighs them ([`mapping`]). Both lead from the state at one step to the
//! state at the next and keep nothing else, so a run continues from a saved state with the same bits.

mod kepler;
mod mapping;
mod pulls;
mod radau;

use std::sync::atomic::AtomicBool;

use glam::DVec3;

use super::{Body, Integrator};
use crate::words::t;

/// Most bodies that the integrators on the processor move: each evaluation sums all pairs, and a step takes dozens of them.
pub const MAX_HOSTED: u32 = 8192;

/// Bodies on the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct System {
    /// Positions.
    pub position: Vec<DVec3>,
    /// Velocities.
    pub velocity: Vec<DVec3>,
    /// Masses.
    pub mass: Vec<f64>,
    /// Plummer softening length.
    pub softening: f64,
}

/// Why a step could not be made. The bodies are where they were before it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Stop {
    /// Two bodies collide. Their numbers, from 0.
    #[error("{}", t!("error-collision", first = one + 1, second = other + 1))]
    Collision {
        /// The first of them.
        one: usize,
        /// The second.
        other: usize,
    },
    /// The step was called off.
    #[error("{}", t!("error-called-off"))]
    CalledOff,
}

impl System {
    /// These bodies.
    pub fn new(bodies: &[Body], softening: f64) -> Self {
        Self {
            position: bodies.iter().map(|body| body.position).collect(),
            velocity: bodies.iter().map(|body| body.velocity).collect(),
            mass: bodies.iter().map(|body| body.mass).collect(),
            softening,
        }
    }

    /// Moves `bodies` to where these are.
    pub fn place(&self, bodies: &mut [Body]) {
        for (body, (position, velocity)) in bodies.iter_mut().zip(self.position.iter().zip(&self.velocity)) {
            (body.position, body.velocity) = (*position, *velocity);
        }
    }

    /// Moves the bodies by one time step, backward if it is negative. Returns the number of force evaluations.
    ///
    /// # Errors
    /// [`Stop`]; nothing then has moved.
    pub fn step(&mut self, integrator: Integrator, time_step: f64, stop: &AtomicBool) -> Result<u64, Stop> {
        if time_step < 0.0 {
            self.velocity.iter_mut().for_each(|velocity| *velocity = -*velocity);
            let made = self.step(integrator, -time_step, stop);
            self.velocity.iter_mut().for_each(|velocity| *velocity = -*velocity);
            return made;
        }
        let order = if integrator == Integrator::WisdomHolman { mapping::order(self, time_step) } else { None };
        match order {
            Some(order) => Ok(mapping::step(self, time_step, &order)),
            None => radau::step(self, time_step, stop),
        }
    }

    /// Number of bodies.
    pub fn len(&self) -> usize {
        self.mass.len()
    }
}

#[cfg(test)]
mod tests;
