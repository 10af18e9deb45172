//! Motion on the GPU: the integrators as sequences of force passes and updates of the bodies.

mod adaptive;
mod composition;
mod double;
mod hermite;
mod resident;
mod runge_kutta;

use std::fmt::Debug;

use super::gravity::{Leap, Plan};
use super::precision::{Precision, Wide};
use super::{Bodies, Gravity, Integrator, Output, Parameters};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};

pub use adaptive::{CHOOSE_STEP, COPY_STEP, ChooseStep, LARGEST, LARGEST_F64, Largest, StepState, StepTime};
use adaptive::{Chooser, Settings};
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
    /// The largest acceleration of the force pass before it; nothing where steps are fixed, as the next.
    Largest,
    /// The length of the step that begins.
    Choose,
}

/// The update that every integrator binds first: it takes over the accelerations of a force pass, and nothing moves.
const REST: Act = Act::Update(0);

/// An integrator: its updates of the bodies, and in which order they and the force passes make steps.
trait Scheme: Debug + Send + Sync {
    /// Binds the updates to `bodies`, whose forces are those of `gravity`, with parameters among `settings`. Memory in which a
    /// step leaves something for the next is the scheme's own, whatever the bodies.
    fn bind(&self, gpu: &Gpu, bodies: &Bodies, gravity: &Gravity, settings: &mut Settings) -> Result<Vec<Update>, GpuError>;

    /// Binds the updates, but the first, to force passes that end with them: there from the bodies' positions to others, and
    /// back. None where there are no such passes. For steps of fixed length.
    fn bind_leaps(&self, _gpu: &Gpu, _bodies: &Bodies, _gravity: &Gravity) -> Result<Option<Leaps>, GpuError> {
        Ok(None)
    }

    /// The acts of `steps` steps. `is_current` says whether the forces are those of the present positions, and is told what
    /// it is afterwards. Each step has one [`Act::Choose`], before the first of its times is needed.
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
    /// What chooses the steps, and where they stand: where they are not fixed.
    chooser: Option<Chooser>,
    state: Option<Buffer<StepState>>,
    parameters: Parameters,
    count: u32,
}

impl Acts {
    /// The acts for `bodies`, of which everybody sees `seen`.
    fn new(
        gpu: &Gpu,
        [bodies, seen]: [&Bodies; 2],
        gravity: Gravity,
        scheme: &dyn Scheme,
        parameters: &Parameters,
        state: Option<Buffer<StepState>>,
    ) -> Result<Self, GpuError> {
        let mut settings = Settings::new(gpu, state.is_some())?;
        let updates = scheme.bind(gpu, bodies, &gravity, &mut settings)?;
        let chooser = settings.chooser(bodies, &gravity, parameters, state.as_ref())?;
        let mut sources = Vec::new();
        if bodies.precision() == Precision::Pair {
            sources = bodies.bind_rounding(gpu)?;
            // Velocities matter to the jerk alone.
            sources.truncate(if gravity.partial_jerk().is_some() { 2 } else { 1 });
        }
        let (rounding, parameters, count) = (seen.bind_rounding(gpu)?, *parameters, bodies.count());
        Ok(Self { gravity, updates, leaps: None, sources, rounding, chooser, state, parameters, count })
    }

    /// The same for `bodies`, of which everybody sees `seen`, with a state of their own.
    fn of(&self, gpu: &Gpu, bodies: &Bodies, seen: &Bodies, scheme: &dyn Scheme) -> Result<Self, GpuError> {
        let state = self.state.as_ref().map(|_| gpu.storage("double/step_state", 1)).transpose()?;
        Self::new(gpu, [bodies, seen], self.gravity.of(bodies)?, scheme, &self.parameters, state)
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
            Act::Largest => self.chooser.iter().for_each(|chooser| chooser.largest.dispatch_threads(pass, self.count)),
            Act::Choose => self.chooser.iter().for_each(|chooser| chooser.choose.dispatch(pass, [1; 3])),
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
    fn forces(&self, acts: &[Act]) -> f64 {
        let forces_a_step = self.parameters.integrator.forces_a_step();
        let forces = |act: &Act| match act {
            Act::Forces => 1.0,
            Act::Update(_) | Act::Round | Act::Largest | Act::Choose => 0.0,
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
    /// What holds once the task is done.
    after: Known,
}

/// What the present step may begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    /// Whether the forces are those of the bodies' positions.
    is_current: bool,
    /// Whether the largest acceleration of the last force pass is at hand, for steps that follow it.
    has_largest: bool,
}

/// An integrator, prepared for a set of bodies.
#[derive(Debug)]
pub(super) struct Motion {
    gpu: Gpu,
    bodies: Bodies,
    scheme: Box<dyn Scheme>,
    acts: Acts,
    /// The same for a double of the bodies: made with the first step that is done in parts.
    double: Option<Acts>,
    known: Known,
    under_way: Option<UnderWay>,
}

impl Motion {
    /// `state` is where steps stand that follow the forces, and only they have it.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        plan: Plan,
        state: Option<Buffer<StepState>>,
    ) -> Result<Self, GpuError> {
        let output = if parameters.integrator == Integrator::Hermite4 { Output::Jerk } else { Output::Acceleration };
        let gravity = Gravity::with_plan(gpu, bodies, parameters.softening, output, plan)?;
        let scheme: Box<dyn Scheme> = match parameters.integrator.composition() {
            Some(operations) if plan.is_resident() && bodies.precision() == Precision::Single && state.is_none() => {
                Box::new(resident::ResidentScheme::new(operations, parameters, plan))
            }
            Some(operations) => Box::new(composition::Composition::new(operations, parameters)),
            None if output == Output::Jerk => Box::new(hermite::HermiteScheme::new(gpu, bodies, parameters)?),
            None => Box::new(runge_kutta::RungeKutta::new(gpu, bodies, parameters)?),
        };
        let mut acts = Acts::new(gpu, [bodies, bodies], gravity, &*scheme, parameters, state)?;
        if acts.chooser.is_none() {
            acts.leaps = scheme.bind_leaps(gpu, bodies, &acts.gravity)?;
        }
        let (gpu, bodies) = (gpu.clone(), bodies.clone());
        Ok(Self { gpu, bodies, scheme, acts, double: None, known: Known::default(), under_way: None })
    }

    /// The acts of so many steps. The first choice of a step needs forces; then each step leaves the largest for the next.
    fn acts(&self, steps: u32, known: &mut Known) -> Vec<Act> {
        let before = *known;
        let mut acts = self.scheme.acts(steps, &mut known.is_current);
        known.has_largest |= steps > 0;
        if self.acts.chooser.is_none() {
            acts.retain(|act| !matches!(act, Act::Largest | Act::Choose));
            return acts;
        }
        let first = acts.iter().position(|act| *act == Act::Choose);
        if let Some(first) = first
            && !before.has_largest
            && !acts[..first].contains(&Act::Largest)
        {
            acts.insert(first, Act::Largest);
            if !before.is_current && !acts[..first].contains(&Act::Forces) {
                acts.insert(first, Act::Forces);
            }
        }
        acts
    }

    /// Records `steps` whole steps. A task under way comes first.
    pub(super) fn record(&mut self, pass: &mut wgpu::ComputePass, steps: u32) {
        self.finish(pass);
        let mut known = self.known;
        let acts = self.acts(steps, &mut known);
        self.known = known;
        self.acts.record_all(pass, &acts);
        if !acts.is_empty() {
            self.acts.record(pass, Act::Round);
        }
    }

    /// Records the forces of the present positions, where they are not at hand. A task under way comes first.
    pub(super) fn record_forces(&mut self, pass: &mut wgpu::ComputePass) {
        self.finish(pass);
        if !self.known.is_current {
            self.acts.record(pass, Act::Forces);
            self.acts.record(pass, REST);
            self.acts.record(pass, Act::Round);
            self.known.is_current = true;
        }
    }

    /// Whether `bodies.acceleration` is that of the present positions.
    pub(super) fn has_forces(&self) -> bool {
        self.known.is_current && self.under_way.is_none()
    }

    /// Records the rest of the task under way. A force pass that is partly done is done anew, as a whole pass has its
    /// parameters at hand.
    fn finish(&mut self, pass: &mut wgpu::ComputePass) {
        if let Some(under_way) = self.under_way.take() {
            let acts = self.acts_of(under_way.task);
            under_way.acts[under_way.next..].iter().for_each(|&act| acts.record(pass, act));
            self.known = under_way.after;
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
        let mut after = self.known;
        let acts = match task {
            Task::Forces => {
                after.is_current = true;
                vec![Act::Forces, REST, Act::Round]
            }
            Task::Step => {
                if self.double.is_none() {
                    self.double = Some(double::acts(&self.gpu, &self.bodies, &self.acts, &*self.scheme)?);
                }
                double::step(&self.acts, self.acts(1, &mut after))
            }
        };
        // Until the task is done, the partial sums are of neither the old positions nor the new.
        self.known.is_current = false;
        self.under_way = Some(UnderWay { task, acts, next: 0, units: 0, after });
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
        self.known = under_way.after;
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
        let acts = self.acts(1, &mut self.known.clone());
        self.acts.forces(&acts) * self.acts.gravity.interactions()
    }

    /// Rows of partial sums that a force pass leaves.
    pub(super) fn shares(&self) -> u32 {
        self.acts.gravity.shares()
    }

    /// Velocities, but not positions, are changed from outside: a step under way is forgotten, and what was derived from
    /// velocities no longer holds.
    pub(super) fn velocities_changed(&mut self) {
        self.abandon();
        self.known.is_current &= !self.scheme.knows_velocities();
    }
}
