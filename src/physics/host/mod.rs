//! Whole steps on the host, in double precision: for few bodies whose orbits matter to many digits.
//!
//! Two methods that kicks and drifts of equal length cannot replace: the adaptive integrator of
//! order 15 for any bodies ([`radau`]), and the map for bodies about one that outweighs them
//! ([`mapping`]). Both lead from the state at one step to the state at the next and keep nothing
//! else, so a run continues from a saved state with the same bits.

mod deputy;
mod kepler;
mod mapping;
mod pulls;
mod radau;
mod system;

use std::sync::atomic::AtomicBool;

use super::{Body, Integrator};
pub(crate) use deputy::{Deputy, MIN_DEPUTED};
pub(crate) use system::{Stop, System};

/// Most bodies that the integrators on the processor move: each evaluation sums all pairs, and a
/// step takes dozens of them.
pub const MAX_HOSTED: u32 = 8192;

/// Whether the map of Wisdom and Holman makes the next step of these bodies, if it is this long:
/// one dominates, and no others are close to each other.
pub(crate) fn is_mapped(bodies: &[Body], time_step: f64) -> bool {
    mapping::order(&System::new(bodies, 0.0), time_step).is_some()
}

impl System {
    /// Moves the bodies by one time step, backward if it is negative. Returns the number of force
    /// evaluations. A deputy sums the accelerations where it is worth the way.
    ///
    /// # Errors
    /// [`Stop`]; nothing then has moved.
    pub fn step(
        &mut self,
        integrator: Integrator,
        time_step: f64,
        deputy: Option<&Deputy>,
        stop: &AtomicBool,
    ) -> Result<u64, Stop> {
        if time_step < 0.0 {
            self.velocity.iter_mut().for_each(|velocity| *velocity = -*velocity);
            let made = self.step(integrator, -time_step, deputy, stop);
            self.velocity.iter_mut().for_each(|velocity| *velocity = -*velocity);
            return made;
        }
        let order = if integrator == Integrator::WisdomHolman {
            mapping::order(self, time_step)
        } else {
            None
        };
        match order {
            Some(order) => mapping::step(self, time_step, &order, deputy, stop),
            None => radau::step(self, time_step, deputy, stop),
        }
    }
}

#[cfg(test)]
mod tests;
