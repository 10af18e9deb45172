//! Whole steps of few bodies in one workgroup: thousands of steps per dispatch.

use super::adaptive::Settings;
use super::scheme::{Act, Scheme, Update};
use crate::gpu::{Gpu, GpuError};
use crate::mirrored;
use crate::physics::gravity::{Plan, RESIDENT};
use crate::physics::{Bodies, ForcePass, Operation, Parameters, Softening};

mirrored! {
    /// Parameters of a run of whole steps.
    pub struct ResidentParams {
        /// Number of bodies.
        pub count: u32,
        /// Number of steps.
        pub steps: u32,
        /// Square of the softening length.
        pub softening_squared: f32,
        /// The mass of each body, if all have the same.
        pub mass: f32,
        /// Number of operations per step.
        pub operations: u32,
        /// 1 if the accelerations are those of the current positions, otherwise 0.
        pub is_current: u32,
        /// Unused.
        pub padding: [u32; 2],
        /// The kind of each operation, and its time or factor.
        pub table: [[f32; 4]; OPERATIONS],
    }
}

/// Most operations per step.
const OPERATIONS: usize = 20;
/// A run of steps is one dispatch per power of two in their number, up to this power. The
/// parameters can then be prepared in advance, and dispatches stay too short for a driver's
/// watchdog.
const LARGEST: u32 = 10;

/// A composition whose steps run in one workgroup.
#[derive(Debug)]
pub(super) struct ResidentScheme {
    operations: &'static [Operation],
    softening: Softening,
    time_step: f64,
    damping: f64,
    plan: Plan,
}

impl ResidentScheme {
    pub(super) fn new(
        operations: &'static [Operation],
        parameters: &Parameters,
        plan: Plan,
    ) -> Self {
        Self {
            operations,
            softening: parameters.softened(),
            time_step: parameters.time_step,
            damping: parameters.slowdown(),
            plan,
        }
    }

    /// The operations as the kernel reads them.
    fn table(&self) -> [[f32; 4]; OPERATIONS] {
        let row = |operation: &Operation| match operation {
            Operation::Kick(time) => [0.0, (time * self.time_step) as f32, 0.0, 0.0],
            Operation::Drift(time) => [1.0, (time * self.time_step) as f32, 0.0, 0.0],
            Operation::Damp => [2.0, self.damping as f32, 0.0, 0.0],
        };
        let mut table = [[0.0; 4]; OPERATIONS];
        table
            .iter_mut()
            .zip(self.operations)
            .for_each(|(place, operation)| *place = row(operation));
        table
    }

    /// Whether a step ends with the forces of its final positions.
    fn ends_current(&self) -> bool {
        let last_move =
            self.operations.iter().rev().find(|operation| !matches!(operation, Operation::Damp));
        matches!(last_move, Some(Operation::Kick(_)))
    }
}

/// The update that makes 2^power steps. The one before them makes none and only stores the
/// accelerations.
fn steps(power: u32, is_current: bool) -> Act {
    Act::Steps(1 + 2 * power as usize + usize::from(is_current), 1 << power)
}

impl Scheme for ResidentScheme {
    fn bind(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        _gravity: &ForcePass,
        _settings: &mut Settings,
    ) -> Result<Vec<Update>, GpuError> {
        let softening_squared = self.softening.squared() as f32;
        let [softened, law] = self.softening.switches();
        let switches = [softened, law, ("EQUAL", u32::from(bodies.mass.is_some()))];
        let kernel = gpu.kernel(&RESIDENT, &[self.plan.tuning, &switches].concat())?;
        let bind = |steps: u32, is_current: bool| {
            let values = ResidentParams {
                count: bodies.count(),
                steps,
                softening_squared,
                mass: bodies.mass.unwrap_or(0.0),
                operations: self.operations.len() as u32,
                is_current: u32::from(is_current),
                padding: [0; 2],
                table: self.table(),
            };
            let uniform = gpu.uniform("motion/resident", &values)?;
            let buffers = [
                ("resident_of", uniform.raw()),
                ("position", bodies.position.raw()),
                ("velocity", bodies.velocity.raw()),
                ("acceleration", bodies.acceleration.raw()),
            ];
            Ok(Update { bound: kernel.bind(gpu.device(), &buffers)?, threads: 1 })
        };
        let runs =
            (0..=LARGEST).flat_map(|power| [bind(1 << power, false), bind(1 << power, true)]);
        std::iter::once(bind(0, false)).chain(runs).collect()
    }

    fn acts(&self, count: u32, is_current: &mut bool) -> Vec<Act> {
        let mut acts = Vec::new();
        let mut left = count;
        while left > 0 {
            let power = left.ilog2().min(LARGEST);
            acts.push(steps(power, *is_current));
            *is_current = self.ends_current();
            left -= 1 << power;
        }
        acts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Named;
    use crate::physics::Integrator;

    #[test]
    fn every_composition_has_room_in_the_table() {
        let compositions = Integrator::ALL.iter().filter_map(|integrator| integrator.composition());
        assert!(compositions.map(<[Operation]>::len).max() <= Some(OPERATIONS));
    }
}
