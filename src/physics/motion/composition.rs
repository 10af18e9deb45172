//! Symplectic compositions of kicks and drifts, from the integrator's table.

use super::adaptive::{Of, Settings, Uniform, parts};
use super::scheme::{Act, Leaps, Scheme, Update};
use crate::gpu::{Gpu, GpuError, Tuning};
use crate::mirrored;
use crate::physics::precision::{Variants, variants};
use crate::physics::{Bodies, ForcePass, Operation, Parameters, Precision};

mirrored! {
    /// Parameters of one pass of `motion/advance`.
    pub struct AdvanceParams {
        /// Number of bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// 1 if the forces are those of the current positions, otherwise 0.
        pub has_force: u32,
        /// Always 0, which no compiler can know.
        pub zero: u32,
        /// Time of the kick at the end of a step; in two parts, like all that follow.
        pub kick_before: [f32; 2],
        /// Time of the drift at the end of a step.
        pub drift_before: [f32; 2],
        /// Factor on the velocities at the end of a step, of damping and drag together; 1 elsewhere.
        pub damping: [f32; 2],
        /// Time of the kick at the start of a step.
        pub kick_after: [f32; 2],
        /// Time of the drift at the start of a step.
        pub drift_after: [f32; 2],
    }
}

/// Kick, drift, damp, kick, drift.
pub const ADVANCE: Variants = variants!("motion/advance", "motion/advance.wgsl", "motion/kick_drift.wgsl", "opaque.wgsl", "grid.wgsl"; &[&[], MANY_ROWS]);

/// For many rows: several threads add up the rows of one body.
const MANY_ROWS: Tuning = &[("WORKGROUP", 128), ("SEGMENTS", 8)];
/// From this many rows on.
const MANY_ROWS_COUNT: u32 = 12;

/// The operations of one dispatch of `motion/advance`, in units of the time step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pass {
    /// Whether a force pass comes first.
    evaluates: bool,
    /// Whether a step starts in this pass. Its length is chosen before the pass, after the forces.
    begins_step: bool,
    /// Whether the kick and drift before the damping are the last of the previous step.
    ends_step: bool,
    /// Whether the forces are those of the positions at the start of the pass.
    has_force: bool,
    kick_before: f64,
    drift_before: f64,
    damps: bool,
    kick_after: f64,
    drift_after: f64,
}

/// Packs the operations of `steps` steps into as few passes as possible. `is_current` says whether
/// the forces are those of the current positions, before and, when this returns, after the steps.
fn passes(operations: &[Operation], steps: u32, is_current: &mut bool) -> Vec<Pass> {
    let mut passes: Vec<Pass> = Vec::new();
    // Place in the last pass from which operations can be added: kick, drift, damp, kick, drift are
    // 0 to 4; at 5 it is full.
    let mut place = 5;
    for (index, &operation) in
        operations.iter().cycle().take(operations.len() * steps as usize).enumerate()
    {
        let begins_step = index % operations.len() == 0;
        let is_kick = matches!(operation, Operation::Kick(_));
        let last_place = match operation {
            Operation::Kick(_) => 3,
            Operation::Damp => 2,
            Operation::Drift(_) => 4,
        };
        let has_force = passes.last().is_some_and(|pass| pass.has_force);
        if place > last_place || is_kick && !(*is_current && has_force) {
            passes.push(Pass {
                has_force: is_kick,
                evaluates: is_kick && !*is_current,
                ..Pass::default()
            });
            place = 0;
        }
        let Some(pass) = passes.last_mut() else { continue };
        if begins_step {
            (pass.begins_step, pass.ends_step) = (true, place > 0);
        }
        match operation {
            Operation::Kick(time) => {
                if place == 0 {
                    (pass.kick_before, place) = (time, 1);
                } else {
                    (pass.kick_after, place) = (time, 4);
                }
                *is_current = true;
            }
            Operation::Damp => (pass.damps, place) = (true, 3),
            Operation::Drift(time) => {
                if place <= 1 {
                    (pass.drift_before, place) = (time, 2);
                } else {
                    (pass.drift_after, place) = (time, 5);
                }
                *is_current = false;
            }
        }
    }
    passes
}

fn bind(
    gpu: &Gpu,
    bodies: &Bodies,
    gravity: &ForcePass,
    uniform: &Uniform,
) -> Result<Update, GpuError> {
    let [position, velocity] = bodies.moved();
    let buffers = [
        ("partial", gravity.partial().raw()),
        ("position", position),
        ("velocity", velocity),
        ("acceleration", bodies.forces()),
    ];
    let (tuning, segments) =
        if gravity.shares() < MANY_ROWS_COUNT { (&[][..], 1) } else { (MANY_ROWS, MANY_ROWS[1].1) };
    let bound = uniform.bind(gpu, ADVANCE.of(bodies.precision()), tuning, "step", &buffers)?;
    Ok(Update { bound, threads: bodies.count() * segments })
}

/// The pass that only sums the acceleration. Nothing moves.
pub(super) fn bind_rest(
    gpu: &Gpu,
    bodies: &Bodies,
    gravity: &ForcePass,
    settings: &mut Settings,
) -> Result<Update, GpuError> {
    let count = bodies.count();
    let shares = gravity.shares();
    let values = AdvanceParams {
        count,
        shares,
        damping: parts(1.0),
        has_force: 1,
        ..bytemuck::Zeroable::zeroed()
    };
    bind(gpu, bodies, gravity, &settings.uniform("motion/advance", &values, &[])?)
}

/// A composition with the parameters of a run.
#[derive(Debug)]
pub(in crate::physics) struct Composition {
    operations: &'static [Operation],
    /// Each kind of pass in this composition, as updates 1 and up.
    kinds: Vec<Pass>,
    time_step: f64,
    damping: f64,
}

impl Composition {
    pub(in crate::physics) fn new(
        operations: &'static [Operation],
        parameters: &Parameters,
    ) -> Self {
        let mut kinds: Vec<Pass> = Vec::new();
        // Three steps have a first, a middle and a last one, which covers every kind of pass of
        // longer runs.
        for (steps, current) in [(1, false), (1, true), (3, false), (3, true)] {
            for pass in passes(operations, steps, &mut current.clone()) {
                if !kinds.contains(&pass) {
                    kinds.push(pass);
                }
            }
        }
        Self { operations, kinds, time_step: parameters.time_step, damping: parameters.slowdown() }
    }

    /// The parameters of each kind of pass over `count` bodies with so many rows of sums.
    pub(in crate::physics) fn kinds(
        &self,
        count: u32,
        shares: u32,
    ) -> impl Iterator<Item = AdvanceParams> {
        self.kinds.iter().map(move |pass| self.values(pass, count, shares))
    }

    /// The passes of `steps` steps: of each whether forces come before it, and its kind. `is_current`
    /// is that of [`Scheme::acts`].
    pub(in crate::physics) fn order(
        &self,
        steps: u32,
        is_current: &mut bool,
    ) -> Vec<(bool, usize)> {
        let passes = passes(self.operations, steps, is_current);
        passes.iter().map(|pass| (pass.evaluates, self.kind(pass))).collect()
    }

    fn kind(&self, pass: &Pass) -> usize {
        self.kinds.iter().position(|known| known == pass).unwrap_or_else(|| {
            unreachable!("a pass of a run that its first three steps do not have: {pass:?}")
        })
    }

    /// The parameters of a pass.
    fn values(&self, pass: &Pass, count: u32, shares: u32) -> AdvanceParams {
        let time = |coefficient: f64| parts(coefficient * self.time_step);
        AdvanceParams {
            count,
            shares,
            has_force: u32::from(pass.has_force),
            zero: 0,
            kick_before: time(pass.kick_before),
            drift_before: time(pass.drift_before),
            damping: parts(if pass.damps { self.damping } else { 1.0 }),
            kick_after: time(pass.kick_after),
            drift_after: time(pass.drift_after),
        }
    }
}

impl Scheme for Composition {
    fn bind(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        gravity: &ForcePass,
        settings: &mut Settings,
    ) -> Result<Vec<Update>, GpuError> {
        let rest = bind_rest(gpu, bodies, gravity, settings);
        let kinds = self.kinds.iter().map(|pass| {
            let before = if pass.ends_step { Of::Previous } else { Of::Present };
            let times = [
                ("kick_before", pass.kick_before, before),
                ("drift_before", pass.drift_before, before),
                ("kick_after", pass.kick_after, Of::Present),
                ("drift_after", pass.drift_after, Of::Present),
            ];
            bind(
                gpu,
                bodies,
                gravity,
                &settings.uniform(
                    "motion/advance",
                    &self.values(pass, bodies.count(), gravity.shares()),
                    &times,
                )?,
            )
        });
        std::iter::once(rest).chain(kinds).collect()
    }

    fn bind_leaps(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        gravity: &ForcePass,
    ) -> Result<Option<Leaps>, GpuError> {
        if bodies.precision() != Precision::Single {
            return Ok(None);
        }
        let other = gpu.storage::<[f32; 4]>("motion/position_next", bodies.count() as usize)?;
        let bind = |from: &wgpu::Buffer, to: &wgpu::Buffer| {
            let leaps = self.kinds.iter().map(|pass| {
                let uniform = gpu.uniform(
                    "motion/advance",
                    &self.values(pass, bodies.count(), gravity.shares()),
                )?;
                let ending = [
                    ("step", uniform.raw()),
                    ("velocity", bodies.velocity.raw()),
                    ("acceleration", bodies.acceleration.raw()),
                    ("position_next", to),
                ];
                gravity.leap(from, &ending)
            });
            leaps.collect::<Result<Option<Vec<_>>, GpuError>>()
        };
        let (here, there) = (bodies.position.raw(), other.raw());
        let there_and_back = bind(here, there)?.zip(bind(there, here)?);
        Ok(there_and_back.map(|(there, back)| Leaps { there, back }))
    }

    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act> {
        let mut acts = Vec::new();
        for pass in passes(self.operations, steps, is_current) {
            if pass.evaluates {
                acts.extend([Act::Forces, Act::Largest]);
            }
            if pass.begins_step {
                acts.push(Act::Choose);
            }
            acts.push(Act::Update(1 + self.kind(&pass)));
        }
        acts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Named;
    use crate::physics::Integrator;

    /// A mass on a spring, whose force is -x, and the steps it has made.
    #[derive(Clone, Copy, Debug)]
    struct Spring {
        x: f64,
        v: f64,
        a: f64,
        steps: [f64; 2],
        chosen: u32,
    }

    /// The length of a step as a function of its number.
    fn step(number: u32) -> f64 {
        0.1 / f64::from(number % 3 + 1)
    }

    /// Applies a list of passes to it.
    fn run_passes(list: &[Pass], damping: f64, spring: Spring) -> Spring {
        let Spring { mut x, mut v, mut a, mut steps, mut chosen } = spring;
        for pass in list {
            if pass.evaluates {
                a = -x;
            }
            if pass.begins_step {
                (steps, chosen) = ([steps[1], step(chosen)], chosen + 1);
            }
            let [previous, dt] = steps;
            let before = if pass.ends_step { previous } else { dt };
            let a_or_none = if pass.has_force { a } else { 0.0 };
            // Kicks and drifts that a pass does not have do not depend on a step.
            let part = |rate: f64, coefficient: f64, step: f64| {
                if coefficient == 0.0 { 0.0 } else { rate * coefficient * step }
            };
            v += part(a_or_none, pass.kick_before, before);
            x += part(v, pass.drift_before, before);
            v *= if pass.damps { damping } else { 1.0 };
            v += part(a_or_none, pass.kick_after, dt);
            x += part(v, pass.drift_after, dt);
        }
        Spring { x, v, a, steps, chosen }
    }

    #[test]
    fn passes_carry_out_their_operations() {
        let damping = 0.9;
        for integrator in Integrator::ALL {
            let Some(operations) = integrator.composition() else { continue };
            for batches in [&[1][..], &[2], &[5], &[1, 1, 3], &[2, 3]] {
                let (mut x, mut v) = (1.0, 0.2);
                let count = 5.min(batches.iter().sum::<u32>() as usize) * operations.len();
                for (index, operation) in operations.iter().cycle().take(count).enumerate() {
                    let dt = step((index / operations.len()) as u32);
                    match operation {
                        Operation::Kick(time) => v += -x * time * dt,
                        Operation::Drift(time) => x += v * time * dt,
                        Operation::Damp => v *= damping,
                    }
                }
                let mut is_current = false;
                let mut state =
                    Spring { x: 1.0, v: 0.2, a: f64::NAN, steps: [f64::NAN; 2], chosen: 0 };
                for &steps in batches {
                    state = run_passes(&passes(operations, steps, &mut is_current), damping, state);
                }
                assert_eq!(
                    (state.x, state.v),
                    (x, v),
                    "{} in batches of {batches:?}",
                    integrator.name()
                );
            }
        }
    }

    #[test]
    fn a_long_run_evaluates_no_force_twice() {
        for integrator in Integrator::ALL {
            let Some(operations) = integrator.composition() else { continue };
            let mut is_current = true;
            let list = passes(operations, 100, &mut is_current);
            let forces = list.iter().filter(|pass| pass.evaluates).count() as u32;
            // A composition that begins with a drift, or that has no forces yet, cannot begin with
            // known ones.
            let expected = 100 * integrator.forces_per_step();
            assert!(
                forces == expected || forces + 1 == expected,
                "{}: {forces} of {expected}",
                integrator.name()
            );
            assert!(
                list.len() as u32 <= forces + 2,
                "{}: {} passes",
                integrator.name(),
                list.len()
            );
        }
    }
}
