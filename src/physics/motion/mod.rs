//! Motion on the GPU: the integrators as sequences of force passes and updates of the bodies.

mod acts;
mod adaptive;
pub(super) mod carried;
mod composition;
mod hermite;
mod host;
mod hosted;
mod resident;
mod runge_kutta;
mod scheme;
mod shadow;
mod worker;

use std::sync::Arc;

use super::gravity::{Gravity, Plan, Shape};
use super::members::Hosted;
use super::{Bodies, ForcePass, Integrator, Output, Parameters, Precision};
use crate::gpu::{Buffer, Gpu, GpuError};
pub(super) use acts::Extras;
use acts::{Acts, pull_of};
pub(super) use host::Points;
use scheme::{Act, REST, Scheme};
use worker::{HostedTask, Worker};

pub use adaptive::{CHOOSE_STEP, COPY_STEP, LARGEST, LARGEST_F64, StepState};
#[cfg(test)]
pub use adaptive::{ChooseStepParams, LargestParams, StepTime};
pub(super) use composition::Composition;
pub use composition::{ADVANCE, AdvanceParams};
#[cfg(test)]
pub use hermite::HermiteParams;
pub use hermite::{HERMITE_CORRECT, HERMITE_PREDICT};
#[cfg(test)]
pub use resident::ResidentParams;
pub use runge_kutta::RUNGE_KUTTA;
#[cfg(test)]
pub use runge_kutta::StageParams;
pub use shadow::COPY;

/// Most force passes of a probe.
const MAX_PROBES: u32 = 1024;
/// Most bodies of which a force pass takes no longer than any other act.
const FEW: u32 = 256;

/// A task that may be recorded in slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// So many steps: one, unless a member computes the forces. They work on a shadow of the
    /// bodies; the bodies themselves stay at the last whole step until the task is done.
    Steps(u32),
    /// The forces of the current positions.
    Forces,
}

/// A task in progress.
#[derive(Debug)]
struct UnderWay {
    task: Task,
    acts: Vec<Act>,
    /// The next act, and the number of its units that are done.
    next: usize,
    units: u32,
    /// What is known once the task is done.
    after: Known,
    /// The force passes, if a member computes them, once they are under way.
    hosted: Option<HostedTask>,
}

/// What the next step can start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    /// Whether the forces are those of the current positions.
    is_current: bool,
    /// Whether the largest acceleration of the last force pass is known, for adaptive steps.
    has_largest: bool,
}

/// An integrator, prepared for a set of bodies.
#[derive(Debug)]
pub(super) struct Motion {
    gpu: Gpu,
    bodies: Bodies,
    scheme: Box<dyn Scheme>,
    parameters: Parameters,
    /// The direct sum or the tree that the parameters stand for.
    gravity: Gravity,
    plan: Plan,
    acts: Arc<Acts>,
    /// The force pass that probes use, if one on the run's own rows would change its next step.
    probe: Option<ForcePass>,
    /// Probes so far.
    probes: u32,
    /// The acts for a shadow of the bodies, created with the first step that is recorded in slices.
    shadow: Option<Arc<Acts>>,
    known: Known,
    /// Called off before the worker, which is dropped next, is waited for.
    under_way: Option<UnderWay>,
    /// Carries out steps whose forces come from a member; started with the first.
    worker: Option<Worker>,
}

impl Motion {
    /// `state` is that of adaptive steps; `None` with fixed steps. The force pass is that of
    /// `before`, if it is the same.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        plan: Plan,
        state: Option<Buffer<StepState>>,
        extras: &Extras,
        before: Option<&Self>,
    ) -> Result<Self, GpuError> {
        let pull = pull_of(gpu, parameters, bodies);
        // Members cannot share a grid, so the adapter computes it.
        let alone = Extras { member: None, ..extras.clone() };
        let extras = if matches!(pull.gravity, Gravity::Mesh(_)) { &alone } else { extras };
        let gravity = match before
            .filter(|before| before.has_pass_of(gpu, bodies, parameters, plan, extras))
        {
            Some(before) => before.acts.gravity.clone(),
            None => match &extras.member {
                Some(member) => ForcePass::from_method(
                    Hosted::new(gpu, bodies, pull, plan, &**member)?,
                    bodies.count(),
                ),
                None => {
                    ForcePass::by(gpu, bodies, pull.softening, pull.output, pull.gravity, plan)?
                }
            },
        };
        Self::with_pass(gpu, bodies, parameters, plan, state, extras, gravity)
    }

    /// Prepares an integrator that takes its forces from `gravity`.
    pub(super) fn with_pass(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        plan: Plan,
        state: Option<Buffer<StepState>>,
        extras: &Extras,
        gravity: ForcePass,
    ) -> Result<Self, GpuError> {
        let by = parameters.gravity_of(gpu, bodies.count());
        let is_direct = !by.is_approximate();
        let scheme: Box<dyn Scheme> = match parameters.integrator.composition() {
            Some(operations)
                if {
                    is_direct
                        && plan.shape == Shape::Resident
                        && bodies.precision() == Precision::Single
                        && state.is_none()
                        && !extras.has_external(parameters)
                        && extras.member.is_none()
                } =>
            {
                Box::new(resident::ResidentScheme::new(operations, parameters, plan))
            }
            Some(operations) => Box::new(composition::Composition::new(operations, parameters)),
            None if parameters.integrator == Integrator::Hermite4 => {
                Box::new(hermite::HermiteScheme::new(gpu, bodies, parameters)?)
            }
            None if parameters.integrator.is_hosted() => Box::new(host::HostScheme),
            None => Box::new(runge_kutta::RungeKutta::new(gpu, bodies, parameters)?),
        };
        let mut acts =
            Acts::new(gpu, [bodies, bodies], gravity, &*scheme, parameters, state, extras)?;
        if acts.chooser.is_none() && !extras.has_external(parameters) && extras.member.is_none() {
            acts.leaps = scheme.bind_leaps(gpu, bodies, &acts.gravity)?;
        }
        let (gpu, bodies) = (gpu.clone(), bodies.clone());
        let (parameters, known) = (*parameters, Known::default());
        Ok(Self {
            gpu,
            bodies,
            scheme,
            parameters,
            gravity: by,
            plan,
            acts: Arc::new(acts),
            probe: None,
            probes: 0,
            shadow: None,
            known,
            under_way: None,
            worker: None,
        })
    }

    /// Whether the force pass is the one that these bodies and parameters need.
    fn has_pass_of(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        plan: Plan,
        extras: &Extras,
    ) -> bool {
        let jerks = |parameters: &Parameters| parameters.integrator == Integrator::Hermite4;
        self.bodies.pulled() == bodies.pulled()
            && self.bodies.mass == bodies.mass
            && self.bodies.precision() == bodies.precision()
            && self.parameters.softened() == parameters.softened()
            && jerks(&self.parameters) == jerks(parameters)
            && self.gravity == parameters.gravity_of(gpu, bodies.count())
            && self.plan == plan
            && self.acts.extras.member.is_some() == extras.member.is_some()
    }

    /// The direct sum or the tree that sums the forces.
    pub(super) fn gravity(&self) -> Gravity {
        self.gravity
    }

    /// The force pass of the run.
    pub(super) fn force_pass(&self) -> &ForcePass {
        &self.acts.gravity
    }

    /// The acts of `steps` steps. The first choice of a step needs forces; after that, each step
    /// leaves the largest acceleration for the next.
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

    /// Encodes `steps` whole steps. A task in progress comes first.
    pub(super) fn encode(&mut self, pass: &mut wgpu::ComputePass, steps: u32) {
        self.finish(pass);
        let mut known = self.known;
        let acts = self.acts(steps, &mut known);
        self.known = known;
        self.acts.encode_all(pass, &acts);
        if !acts.is_empty() {
            self.acts.encode(pass, Act::Round);
        }
    }

    /// Encodes the forces of the current positions, unless they are known. A task in progress comes
    /// first.
    pub(super) fn encode_forces(&mut self, pass: &mut wgpu::ComputePass) {
        self.finish(pass);
        if !self.known.is_current {
            self.acts.encode(pass, Act::Forces);
            self.acts.encode(pass, REST);
            self.acts.encode(pass, Act::Round);
            self.known.is_current = true;
        }
    }

    /// Whether `bodies.acceleration` is that of the current positions.
    pub(super) fn has_forces(&self) -> bool {
        self.known.is_current && self.under_way.is_none()
    }

    /// Records the rest of the task in progress. Repeats a partly finished force pass from the
    /// start, because a whole pass already has its parameters.
    fn finish(&mut self, pass: &mut wgpu::ComputePass) {
        if let Some(under_way) = self.under_way.take() {
            let acts = self.acts_of(under_way.task);
            under_way.acts[under_way.next..].iter().for_each(|&act| acts.encode(pass, act));
            self.known = under_way.after;
        }
    }

    /// The acts that a task uses.
    fn acts_of(&self, task: Task) -> &Arc<Acts> {
        match (task, &self.shadow) {
            (Task::Steps(_), Some(shadow)) => shadow,
            _ => &self.acts,
        }
    }

    /// Starts a task, to be recorded by [`Motion::proceed`]. None may be in progress.
    pub(super) fn begin(&mut self, task: Task) -> Result<(), GpuError> {
        if self.is_hosted() && self.worker.is_none() {
            self.worker = Some(Worker::start(&self.gpu)?);
        }
        let mut after = self.known;
        let acts = match task {
            Task::Forces => {
                after.is_current = true;
                vec![Act::Forces, REST, Act::Round]
            }
            Task::Steps(steps) => {
                if self.shadow.is_none() {
                    self.shadow = Some(Arc::new(shadow::acts(
                        &self.gpu,
                        &self.bodies,
                        &self.acts,
                        &*self.scheme,
                    )?));
                }
                shadow::steps(&self.acts, self.acts(steps, &mut after))
            }
        };
        // Until the task is done, the partial sums belong to neither the old positions nor the new.
        self.known.is_current = false;
        self.under_way = Some(UnderWay { task, acts, next: 0, units: 0, after, hosted: None });
        Ok(())
    }

    /// Records as much of the task in progress as `work` allows; if `is_first`, at least one unit
    /// of a force pass. Returns the work recorded, and the task if it is done.
    pub(super) fn proceed(
        &mut self,
        pass: &mut wgpu::ComputePass,
        work: f64,
        is_first: bool,
    ) -> Result<(f64, Option<Task>), GpuError> {
        let Some(mut under_way) = self.under_way.take() else { return Ok((0.0, None)) };
        let acts = self.acts_of(under_way.task);
        let units = acts.gravity.units();
        let mut left = acts.gravity.units_of(work).max(u32::from(is_first));
        let given = left;
        while let Some(&act) = under_way.acts.get(under_way.next) {
            if act == Act::Forces {
                let slice = left.min(units - under_way.units);
                if slice > 0 {
                    if under_way.units == 0 {
                        acts.encode_sources(pass);
                    }
                    acts.gravity.encode_slice(pass, under_way.units..under_way.units + slice)?;
                }
                left -= slice;
                under_way.units += slice;
                if under_way.units < units {
                    break;
                }
                acts.encode_external(pass);
                under_way.units = 0;
            } else {
                acts.encode(pass, act);
            }
            under_way.next += 1;
        }
        let done = acts.gravity.work_of(given - left);
        if under_way.next < under_way.acts.len() {
            self.under_way = Some(under_way);
            return Ok((done, None));
        }
        self.known = under_way.after;
        Ok((done, Some(under_way.task)))
    }

    /// Encodes a slice of a force pass to measure its speed; of few bodies, so many whole passes
    /// that submitting them takes less time than they do.
    pub(super) fn encode_probe(
        &mut self,
        pass: &mut wgpu::ComputePass,
        work: f64,
    ) -> Result<f64, GpuError> {
        if self.probe.is_none() {
            self.probe = self.acts.gravity.with_output(&self.bodies, Output::Acceleration)?;
        }
        // The sums are then those of the bodies alone, without external forces.
        self.known.is_current &= !self.acts.extras.has_external(&self.parameters);
        let gravity = self.probe.as_ref().unwrap_or(&self.acts.gravity);
        let passes = (work / gravity.work()) as u32;
        if passes > 1 {
            let passes = passes.min(MAX_PROBES);
            for _ in 0..passes {
                gravity.encode_slice(pass, 0..gravity.units())?;
            }
            return Ok(f64::from(passes) * gravity.work());
        }
        let units = gravity.units_of(work).clamp(1, gravity.units().max(1));
        gravity.encode_probe(pass, units, self.probes)?;
        self.probes = self.probes.wrapping_add(1);
        Ok(gravity.work_of(units))
    }

    /// Abandons the task in progress. The bodies are where they were before it.
    pub(super) fn abandon(&mut self) {
        self.under_way = None;
    }

    /// The task in progress, and the finished share of its forces.
    pub(super) fn under_way(&self) -> Option<(Task, f32)> {
        let under_way = self.under_way.as_ref()?;
        let forces = |acts: &[Act]| acts.iter().filter(|act| **act == Act::Forces).count() as f32;
        let units = under_way.units as f32 / self.acts.gravity.units() as f32;
        let passes = under_way.hosted.as_ref().map_or(0, HostedTask::passes) as f32;
        let share = (forces(&under_way.acts[..under_way.next]) + units + passes)
            / forces(&under_way.acts).max(1.0);
        Some((under_way.task, share))
    }

    /// The work of the next step, and of each later one. The next has more if the forces are not
    /// known.
    pub(super) fn work(&self) -> [f64; 2] {
        let mut known = self.known;
        // On software, where the speed is that of force passes alone, and of few bodies, any other
        // act takes as long as a pass.
        let counts_all = self.gpu.is_software() && self.bodies.count() <= FEW;
        [(); 2].map(|()| {
            let acts = self.acts(1, &mut known);
            let passes = if counts_all { acts.len() as f64 } else { self.acts.forces(&acts) };
            passes * self.acts.gravity.work()
        })
    }

    /// Call this after bodies have been changed from outside. Abandons the task in progress and
    /// forgets everything derived from them.
    pub(super) fn bodies_changed(&mut self) {
        self.abandon();
        self.known = Known::default();
    }

    /// Forgets the forces of the current positions, so that the next step or [`Task::Forces`]
    /// computes them anew.
    pub(super) fn forget_forces(&mut self) {
        self.known.is_current = false;
    }

    /// Call this after velocities, but not positions, have been changed from outside. Abandons the
    /// task in progress and forgets everything derived from velocities.
    pub(super) fn velocities_changed(&mut self) {
        self.abandon();
        // A caller's force may depend on velocities.
        self.known.is_current &=
            !self.scheme.knows_velocities() && self.acts.extras.external.is_none();
    }
}
