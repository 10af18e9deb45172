//! Motion on the GPU: the integrators as sequences of force passes and updates of the bodies.

mod composition;
mod double;
mod hermite;
mod resident;
mod runge_kutta;

use std::fmt::Debug;

use super::gravity::{Leap, Plan};
use super::precision::{Precision, Wide};
use super::{Bodies, Gravity, Integrator, Output, Parameters};
use crate::gpu::{Bound, Gpu, GpuError};

pub use composition::{ADVANCE, Advance};
pub use double::COPY;
pub use hermite::{HERMITE_CORRECT, HERMITE_PREDICT, Hermite};
pub use resident::{RESIDENT, Resident};
pub use runge_kutta::{RUNGE_KUTTA, Stage};

/// One operation of a step as it is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    /// A force pass: the only one that takes long, and that can be divided.
    Forces,
    /// An update of the bodies, by its number among those that the integrator binds.
    Update(usize),
    /// An update that makes whole steps, with all their forces: its number, and how many steps.
    Steps(usize, u32),
    /// What single precision holds of the new state, for everybody who reads that; nothing where it is the state.
    Round,
}

/// The update that every integrator binds first: it takes over the accelerations of a force pass, and nothing moves.
const REST: Act = Act::Update(0);

/// An integrator: its updates of the bodies, and in which order they and the force passes make steps.
trait Scheme: Debug + Send + Sync {
    /// Binds the updates to `bodies`, whose forces are those of `gravity`. Memory in which a step leaves something for the next
    /// is the scheme's own, whatever the bodies.
    fn bind(&self, gpu: &Gpu, bodies: &Bodies, gravity: &Gravity) -> Result<Vec<Update>, GpuError>;

    /// Binds the updates, but the first, to force passes that end with them: there from the bodies' positions to others, and
    /// back. None where there are no such passes.
    fn bind_leaps(&self, _gpu: &Gpu, _bodies: &Bodies, _gravity: &Gravity) -> Result<Option<Leaps>, GpuError> {
        Ok(None)
    }

    /// The acts of `steps` steps. `is_current` says whether the forces are those of the present positions, and is told what
    /// it is afterwards.
    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act>;

    /// Whether what it takes from a force pass depends on velocities, as the jerk does, and not on positions alone.
    fn knows_velocities(&self) -> bool {
        false
    }
}

/// An update of the bodies, bound to their buffers.
#[derive(Debug)]
struct Update {
    bound: Bound,
    threads: u32,
}

impl Update {
    /// An update with a thread a body.
    fn each(bound: Bound, bodies: &Bodies) -> Self {
        Self { bound, threads: bodies.count() }
    }
}

/// Force passes that end with an update, by the update's number: there and back again.
#[derive(Debug)]
struct Leaps {
    there: Vec<Leap>,
    back: Vec<Leap>,
}

/// A force pass and an integrator's updates, bound to a set of bodies.
#[derive(Debug)]
struct Acts {
    gravity: Gravity,
    updates: Vec<Update>,
    leaps: Option<Leaps>,
    /// What brings the sources of the forces up to date.
    sources: Vec<Bound>,
    /// What rounds the state that is seen.
    rounding: Vec<Bound>,
    count: u32,
}

impl Acts {
    /// The acts for `bodies`, of which everybody sees `seen`.
    fn new(gpu: &Gpu, bodies: &Bodies, seen: &Bodies, gravity: Gravity, updates: Vec<Update>) -> Result<Self, GpuError> {
        let mut sources = Vec::new();
        if bodies.precision() == Precision::Pair {
            sources = bodies.bind_rounding(gpu)?;
            // Velocities matter to the jerk alone.
            sources.truncate(if gravity.partial_jerk().is_some() { 2 } else { 1 });
        }
        Ok(Self { gravity, updates, leaps: None, sources, rounding: seen.bind_rounding(gpu)?, count: bodies.count() })
    }

    fn record(&self, pass: &mut wgpu::ComputePass, act: Act) {
        match act {
            Act::Forces => {
                self.record_sources(pass);
                self.gravity.record(pass);
            }
            Act::Update(index) | Act::Steps(index, _) => {
                let update = &self.updates[index];
                update.bound.dispatch_threads(pass, update.threads);
            }
            Act::Round => self.rounding.iter().for_each(|rounding| rounding.dispatch_threads(pass, self.count)),
        }
    }

    /// Records all of `acts`. Two by two, a force pass and the update after it are one dispatch where that can be had: the
    /// arithmetic is the same.
    fn record_all(&self, pass: &mut wgpu::ComputePass, mut acts: &[Act]) {
        while let [act, rest @ ..] = acts {
            if let (Some(leaps), [Act::Forces, Act::Update(there), Act::Forces, Act::Update(back), rest @ ..]) =
                (&self.leaps, acts)
                && *there > 0
                && *back > 0
            {
                leaps.there[*there - 1].record(pass);
                leaps.back[*back - 1].record(pass);
                acts = rest;
            } else {
                self.record(pass, *act);
                acts = rest;
            }
        }
    }

    /// Records what comes before the first unit of a force pass.
    fn record_sources(&self, pass: &mut wgpu::ComputePass) {
        self.sources.iter().for_each(|rounding| rounding.dispatch_threads(pass, self.count));
    }

    /// Force passes of `acts`.
    fn forces(&self, acts: &[Act], forces_a_step: u32) -> f64 {
        let forces = |act: &Act| match act {
            Act::Forces => 1.0,
            Act::Update(_) | Act::Round => 0.0,
            Act::Steps(_, steps) => f64::from(*steps * forces_a_step),
        };
        acts.iter().map(forces).sum()
    }
}

/// A number as two in single precision, the second of which is what the first leaves.
fn parts(number: f64) -> [f32; 2] {
    [number as f32, (number - f64::from(number as f32)) as f32]
}

/// Memory for a row of state a body.
fn rows(gpu: &Gpu, label: &str, bodies: &Bodies) -> Result<wgpu::Buffer, GpuError> {
    let count = bodies.count() as usize;
    Ok(match bodies.precision() {
        Precision::Single => gpu.storage::<[f32; 4]>(label, count)?.raw().clone(),
        Precision::Pair | Precision::Double => gpu.storage::<Wide>(label, count)?.raw().clone(),
    })
}

/// What is being done a part at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A step. It works on a double of the bodies, who stay at the last whole step until it is done.
    Step,
    /// The forces of the present positions.
    Forces,
}

/// A task, and where it stands.
#[derive(Debug)]
struct UnderWay {
    task: Task,
    acts: Vec<Act>,
    /// The act that comes next, and how many units of it are done.
    next: usize,
    units: u32,
    /// Whether the forces are those of the bodies' positions once the task is done.
    is_current: bool,
}

/// An integrator, prepared for a set of bodies.
#[derive(Debug)]
pub(super) struct Motion {
    gpu: Gpu,
    bodies: Bodies,
    scheme: Box<dyn Scheme>,
    acts: Acts,
    forces_a_step: u32,
    /// The same for a double of the bodies: made with the first step that is done in parts.
    double: Option<Acts>,
    is_current: bool,
    under_way: Option<UnderWay>,
}

impl Motion {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, parameters: &Parameters, plan: Plan) -> Result<Self, GpuError> {
        let output = if parameters.integrator == Integrator::Hermite4 { Output::Jerk } else { Output::Acceleration };
        let gravity = Gravity::with_plan(gpu, bodies, parameters.softening, output, plan)?;
        let scheme: Box<dyn Scheme> = match parameters.integrator.composition() {
            Some(operations) if plan.is_resident() && bodies.precision() == Precision::Single => {
                Box::new(resident::ResidentScheme::new(operations, parameters, plan))
            }
            Some(operations) => Box::new(composition::Composition::new(operations, parameters)),
            None if output == Output::Jerk => Box::new(hermite::HermiteScheme::new(gpu, bodies, parameters)?),
            None => Box::new(runge_kutta::RungeKutta::new(gpu, bodies, parameters)?),
        };
        let updates = scheme.bind(gpu, bodies, &gravity)?;
        let leaps = scheme.bind_leaps(gpu, bodies, &gravity)?;
        let acts = Acts { leaps, ..Acts::new(gpu, bodies, bodies, gravity, updates)? };
        let (gpu, bodies, forces_a_step) = (gpu.clone(), bodies.clone(), parameters.integrator.forces_a_step());
        Ok(Self { gpu, bodies, scheme, acts, forces_a_step, double: None, is_current: false, under_way: None })
    }

    /// Records `steps` whole steps. A task under way comes first.
    pub(super) fn record(&mut self, pass: &mut wgpu::ComputePass, steps: u32) {
        self.finish(pass);
        let acts = self.scheme.acts(steps, &mut self.is_current);
        self.acts.record_all(pass, &acts);
        if !acts.is_empty() {
            self.acts.record(pass, Act::Round);
        }
    }

    /// Records the forces of the present positions, where they are not at hand. A task under way comes first.
    pub(super) fn record_forces(&mut self, pass: &mut wgpu::ComputePass) {
        self.finish(pass);
        if !self.is_current {
            self.acts.record(pass, Act::Forces);
            self.acts.record(pass, REST);
            self.acts.record(pass, Act::Round);
            self.is_current = true;
        }
    }

    /// Whether `bodies.acceleration` is that of the present positions.
    pub(super) fn has_forces(&self) -> bool {
        self.is_current && self.under_way.is_none()
    }

    /// Records the rest of the task under way. A force pass that is partly done is done anew, as a whole pass has its
    /// parameters at hand.
    fn finish(&mut self, pass: &mut wgpu::ComputePass) {
        if let Some(under_way) = self.under_way.take() {
            let acts = self.acts_of(under_way.task);
            under_way.acts[under_way.next..].iter().for_each(|&act| acts.record(pass, act));
            self.is_current = under_way.is_current;
        }
    }

    /// What the acts of a task are bound to.
    fn acts_of(&self, task: Task) -> &Acts {
        match (task, &self.double) {
            (Task::Step, Some(double)) => double,
            _ => &self.acts,
        }
    }

    /// Begins a task, to be recorded by [`Motion::proceed`]. None may be under way.
    pub(super) fn begin(&mut self, task: Task) -> Result<(), GpuError> {
        let mut is_current = self.is_current;
        let acts = match task {
            Task::Forces => {
                is_current = true;
                vec![Act::Forces, REST, Act::Round]
            }
            Task::Step => {
                if self.double.is_none() {
                    self.double = Some(double::acts(&self.gpu, &self.bodies, &self.acts.gravity, &*self.scheme)?);
                }
                double::step(&self.acts, self.scheme.acts(1, &mut is_current))
            }
        };
        // Until the task is done, the partial sums are of neither the old positions nor the new.
        self.is_current = false;
        self.under_way = Some(UnderWay { task, acts, next: 0, units: 0, is_current });
        Ok(())
    }

    /// Records as much of the task under way as `interactions` allow, but one unit of a force pass at least where `is_first`.
    /// Gives the interactions recorded, and the task if it is done.
    pub(super) fn proceed(
        &mut self,
        pass: &mut wgpu::ComputePass,
        interactions: f64,
        is_first: bool,
    ) -> Result<(f64, Option<Task>), GpuError> {
        let Some(mut under_way) = self.under_way.take() else { return Ok((0.0, None)) };
        let acts = self.acts_of(under_way.task);
        let units = acts.gravity.units();
        let mut left = acts.gravity.units_of(interactions).max(u32::from(is_first));
        let given = left;
        while let Some(&act) = under_way.acts.get(under_way.next) {
            if act == Act::Forces {
                let slice = left.min(units - under_way.units);
                if slice > 0 {
                    if under_way.units == 0 {
                        acts.record_sources(pass);
                    }
                    acts.gravity.record_slice(pass, under_way.units..under_way.units + slice)?;
                }
                left -= slice;
                under_way.units += slice;
                if under_way.units < units {
                    break;
                }
                under_way.units = 0;
            } else {
                acts.record(pass, act);
            }
            under_way.next += 1;
        }
        let done = acts.gravity.interactions_of(given - left);
        if under_way.next < under_way.acts.len() {
            self.under_way = Some(under_way);
            return Ok((done, None));
        }
        self.is_current = under_way.is_current;
        Ok((done, Some(under_way.task)))
    }

    /// Records a part of a force pass for its own sake.
    pub(super) fn record_probe(&self, pass: &mut wgpu::ComputePass, interactions: f64) -> Result<f64, GpuError> {
        let gravity = &self.acts.gravity;
        let a_unit = gravity.interactions() / f64::from(gravity.units().max(1));
        let units = ((interactions / a_unit).round() as u32).clamp(1, gravity.units().max(1));
        gravity.record_slice(pass, 0..units)?;
        Ok(f64::from(units) * a_unit)
    }

    /// Forgets the task under way. The bodies are where they were before it.
    pub(super) fn abandon(&mut self) {
        self.under_way = None;
    }

    /// The task under way and the share of its forces that is done.
    pub(super) fn under_way(&self) -> Option<(Task, f32)> {
        let under_way = self.under_way.as_ref()?;
        let forces = |acts: &[Act]| acts.iter().filter(|act| **act == Act::Forces).count() as f32;
        let units = under_way.units as f32 / self.acts.gravity.units() as f32;
        let share = (forces(&under_way.acts[..under_way.next]) + units) / forces(&under_way.acts).max(1.0);
        Some((under_way.task, share))
    }

    /// Interactions of the next step: more than those of a later one where the forces are not at hand.
    pub(super) fn interactions(&self) -> f64 {
        let acts = self.scheme.acts(1, &mut self.is_current.clone());
        self.acts.forces(&acts, self.forces_a_step) * self.acts.gravity.interactions()
    }

    /// Rows of partial sums that a force pass leaves.
    pub(super) fn shares(&self) -> u32 {
        self.acts.gravity.shares()
    }

    /// Velocities, but not positions, are changed from outside: a step under way is forgotten, and what was derived from
    /// velocities no longer holds.
    pub(super) fn velocities_changed(&mut self) {
        self.abandon();
        self.is_current &= !self.scheme.knows_velocities();
    }
}
