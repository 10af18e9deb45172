//! A simulation on the GPU: bodies, forces and an integrator.

mod carried;
mod control;
mod hosted;
mod restore;
mod steps;
mod time;

pub(crate) use carried::CarriedHead;
pub use carried::{Carried, CarriedCopy};
pub use control::{AdjustParams, TREE_ADJUST};
pub use steps::{MAX_STEPS, milliseconds_per_step};

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use super::elapsed::Elapsed;
use super::gravity::{ForcePass, Gravity, Plan};
use super::motion::{Extras, Motion};
use super::{
    Attraction, Bodies, Body, External, Integrator, InvalidBody, MAX_HOSTED, Member,
    NoSuchPrecision, ParameterError, Parameters, State, touch,
};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::name::Named;
use crate::words::t;
use control::Control;

/// Why a simulation cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The adapter does not support this precision.
    #[error(transparent)]
    Precision(#[from] NoSuchPrecision),
    /// A body is not valid.
    #[error(transparent)]
    Body(#[from] InvalidBody),
    /// No bodies.
    #[error("{}", t!("error-no-bodies"))]
    NoBodies,
    /// More bodies than the integrator moves.
    #[error("{}", t!("error-hosted-count", integrator = integrator.name(), count = count, most = MAX_HOSTED))]
    TooMany {
        /// The integrator.
        integrator: Integrator,
        /// Number of bodies.
        count: usize,
    },
    /// The integrator does not work with an external force.
    #[error("{}", t!("error-external", integrator = .0))]
    External(&'static str),
    /// The GPU failed, or cannot hold the simulation.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Bodies on the GPU and the integrator that moves them.
///
/// ```no_run
/// use glam::DVec3;
/// use starshell::{gpu::Gpu, physics::{Body, Integrator, Parameters, Simulation}};
///
/// let gpu = Gpu::open(None)?;
/// let body = |x, v| Body { position: DVec3::X * x, velocity: DVec3::Y * v, mass: 0.5, component: 0 };
/// let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.001, 0.0);
/// let mut simulation = Simulation::new(&gpu, &[body(0.5, 0.5), body(-0.5, -0.5)], parameters)?;
/// simulation.advance(1000)?;
/// println!("t = {}: {}", simulation.time(), simulation.state()?.position(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Simulation {
    gpu: Gpu,
    bodies: Bodies,
    parameters: Parameters,
    motion: Motion,
    plan: Plan,
    extras: Extras,
    /// The time (of fixed steps) and the step number since which the current parameters hold.
    since: (f64, u64),
    steps: u64,
    /// The time of adaptive steps, once there have been any.
    elapsed: Option<Elapsed>,
    /// The work and the time of a member's latest force passes.
    timed: Option<(f64, Duration)>,
    /// After how many steps of the processor's batches a state is kept.
    points: Option<NonZeroU64>,
    /// Keeps the errors of a tree at what was asked for.
    control: Option<Control>,
}

impl Simulation {
    /// Uploads `bodies` and prepares to move them.
    ///
    /// # Errors
    /// [`SimulationError`] if a parameter is out of range, a body is not valid, there are none, or
    /// the GPU cannot hold them.
    pub fn new(
        gpu: &Gpu,
        bodies: &[Body],
        parameters: Parameters,
    ) -> Result<Self, SimulationError> {
        parameters.validate()?;
        let plan = parameters.gravity.kernel().plan(gpu, bodies.len() as u32)?;
        Self::with_plan(gpu, bodies, parameters, plan)
    }

    /// As [`Simulation::new`], with the caller's plan for direct sums.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn with_plan(
        gpu: &Gpu,
        bodies: &[Body],
        parameters: Parameters,
        plan: Plan,
    ) -> Result<Self, SimulationError> {
        parameters.validate()?;
        Self::from_parts(gpu, &State::new(bodies, parameters.precision)?, parameters, plan)
    }

    /// Uploads `state`, in the precision of the parameters, and prepares to move it.
    fn from_parts(
        gpu: &Gpu,
        state: &State,
        parameters: Parameters,
        plan: Plan,
    ) -> Result<Self, SimulationError> {
        parameters.validate()?;
        if state.is_empty() {
            return Err(SimulationError::NoBodies);
        }
        check_count(&parameters, state.len())?;
        parameters.precision.check(gpu)?;
        state.check(parameters.precision)?;
        let bodies = Bodies::from_state(gpu, &state.to_precision(parameters.precision))?;
        let mut elapsed = None;
        let extras = Extras::default();
        let motion = begin(gpu, &bodies, &parameters, plan, &extras, &mut elapsed, 0, None)?;
        let (gpu, since) = (gpu.clone(), (0.0, 0));
        let simulation = Self {
            gpu,
            bodies,
            parameters,
            motion,
            plan,
            extras,
            since,
            steps: 0,
            elapsed,
            timed: None,
            points: None,
            control: None,
        };
        Ok(simulation.controlled()?)
    }

    /// With the control that its force pass needs.
    fn controlled(mut self) -> Result<Self, GpuError> {
        self.renew_control()?;
        Ok(self)
    }

    /// Leaves the accuracy of a tree as it is set, until the parameters change: for measurements.
    #[cfg(feature = "lab")]
    pub(crate) fn leave_accuracy(&mut self) {
        self.control = None;
    }

    /// Prepares the control of the current force pass.
    fn renew_control(&mut self) -> Result<(), GpuError> {
        let control = match self.extras.external {
            // Its force is not the tree's.
            Some(_) => None,
            None => Control::new(
                &self.gpu,
                &self.bodies,
                self.parameters.softening,
                self.force_pass(),
                self.gravity(),
            )?,
        };
        self.control = match (control, self.control.take()) {
            (Some(control), Some(before)) => Some(control.continued(&before)),
            (control, _) => control,
        };
        Ok(())
    }

    /// Adds an external acceleration at every force pass. Forces and motion are then separate
    /// dispatches, however few the bodies. Measured energies do not include the external field.
    ///
    /// # Errors
    /// [`SimulationError::External`] with the Hermite integrator; [`GpuError`] if the WGSL does not
    /// compile.
    pub fn with_external(mut self, external: External) -> Result<Self, SimulationError> {
        check_external(Some(&external), &self.parameters)?;
        self.extras.external = Some(external);
        self.motion = self.motion_of(&self.bodies)?;
        Ok(self.controlled()?)
    }

    /// Lets `member` compute the forces from the last whole step on, or the adapter if it is
    /// `None`; a step in progress is abandoned. A member's steps are made by
    /// [`Simulation::advance`], and by [`Simulation::encode_within`] with
    /// [`Simulation::start_member`]; [`Simulation::encode_steps`] records none of them.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out; who computed then still does.
    pub fn set_member(&mut self, member: Option<Arc<dyn Member>>) -> Result<(), GpuError> {
        let extras = Extras { member, ..self.extras.clone() };
        let (parameters, steps, before) = (&self.parameters, self.steps, Some(&self.motion));
        let elapsed = &mut self.elapsed;
        self.motion =
            begin(&self.gpu, &self.bodies, parameters, self.plan, &extras, elapsed, steps, before)?;
        self.extras = extras;
        self.renew_control()
    }

    /// Whether a member computes the forces, or the processor whole steps.
    pub fn is_hosted(&self) -> bool {
        self.motion.is_hosted()
    }

    /// Whether the processor makes the steps and also sums their accelerations: with an integrator
    /// of its own for few bodies, or where neither a member nor the adapter can sum in double
    /// precision.
    pub fn is_on_host(&self) -> bool {
        self.motion.is_on_host()
    }

    /// Records the caller's changes to the bodies: the only way to write to their buffers. `change`
    /// may record anything into the encoder. It gets positions (with mass) and velocities (with
    /// component), as in [`Bodies::position`] and
    /// [`Bodies::velocity`]: in single precision, whatever the simulation's. Changes are transferred to a state of higher
    /// precision, where all other values keep their bits. Forces are then evaluated again.
    ///
    /// A step in progress is abandoned. After the first change, force kernels no longer assume
    /// equal masses.
    ///
    /// # Errors
    /// The error of `change`; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn edit(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        change: impl FnOnce(&mut wgpu::CommandEncoder, [&Buffer<[f32; 4]>; 2]) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        let unrounding = self.bodies.bind_unrounding(&self.gpu)?;
        if self.bodies.mass.is_some() {
            let bodies = self.bodies.with_mass(None);
            self.motion = self.motion_of(&bodies)?;
            self.bodies = bodies;
            self.renew_control()?;
        }
        self.motion.bodies_changed();
        change(encoder, [&self.bodies.position, &self.bodies.velocity])?;
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("edit"),
            timestamp_writes: None,
        });
        unrounding
            .iter()
            .for_each(|unrounding| unrounding.dispatch_threads(&mut pass, self.bodies.count()));
        drop(pass);
        self.elapsed.iter().for_each(|elapsed| elapsed.encode_change(encoder));
        Ok(())
    }

    /// Prepares to move `bodies` instead of the current ones, at the current step.
    fn motion_of(&self, bodies: &Bodies) -> Result<Motion, GpuError> {
        let state = self
            .parameters
            .adaptive
            .and(self.elapsed.as_ref())
            .map(|elapsed| elapsed.state.clone());
        Motion::new(
            &self.gpu,
            bodies,
            &self.parameters,
            self.plan,
            state,
            &self.extras,
            Some(&self.motion),
        )
    }

    /// Whether `bodies().acceleration` is that of the current positions, without any external
    /// force.
    pub(super) fn has_plain_forces(&self) -> bool {
        self.has_forces() && self.extras.external.is_none()
    }

    /// Changes the parameters from the last whole step on; a step in progress is abandoned.
    /// Changing the precision keeps the single-precision buffers of [`Simulation::bodies`], gives
    /// them a new state behind them, and waits for the GPU.
    ///
    /// # Errors
    /// As [`Simulation::new`]; the old parameters then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        parameters.validate()?;
        parameters.precision.check(&self.gpu)?;
        check_external(self.extras.external.as_ref(), &parameters)?;
        check_count(&parameters, self.bodies.count() as usize)?;
        let bodies = match parameters.precision == self.bodies.precision() {
            true => self.bodies.clone(),
            false => self.bodies.in_precision(&self.gpu, parameters.precision)?,
        };
        // The time of the last of the old steps, for whenever it arrives.
        let mut encoder = self.gpu.encoder("simulation/time");
        self.encode_time(&mut encoder)?;
        self.gpu.submit(encoder);
        let since = (self.fixed_time(), self.steps);
        let plan = match parameters.gravity.kernel() == self.parameters.gravity.kernel() {
            true => self.plan,
            false => parameters.gravity.kernel().plan(&self.gpu, bodies.count())?,
        };
        let (steps, before) = (self.steps, Some(&self.motion));
        self.motion = begin(
            &self.gpu,
            &bodies,
            &parameters,
            plan,
            &self.extras,
            &mut self.elapsed,
            steps,
            before,
        )?;
        (self.bodies, self.plan) = (bodies, plan);
        self.since = since;
        self.parameters = parameters;
        Ok(self.renew_control()?)
    }

    /// Changes the plan of direct sums, from the last whole step on. Results differ by rounding.
    ///
    /// # Errors
    /// [`GpuError`] if the adapter cannot run the kernel, it does not compile or memory runs out;
    /// the old plan then stays.
    pub fn set_plan(&mut self, plan: Plan) -> Result<(), GpuError> {
        let (parameters, steps, before) = (&self.parameters, self.steps, Some(&self.motion));
        let elapsed = &mut self.elapsed;
        self.motion =
            begin(&self.gpu, &self.bodies, parameters, plan, &self.extras, elapsed, steps, before)?;
        self.plan = plan;
        self.renew_control()
    }

    /// Takes the accelerations of fixed steps from another pass, over these bodies, until the
    /// parameters change.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out; the old pass then stays.
    #[cfg(feature = "lab")]
    pub(crate) fn set_force_pass(&mut self, pass: ForcePass) -> Result<(), GpuError> {
        self.motion = Motion::with_pass(
            &self.gpu,
            &self.bodies,
            &self.parameters,
            self.plan,
            None,
            &self.extras,
            pass,
        )?;
        self.renew_control()
    }

    /// The plan of direct sums. Bodies in double precision use its
    /// [counterpart](Plan::in_precision).
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How the forces are summed: the direct sum or a tree.
    pub fn gravity(&self) -> Gravity {
        self.motion.gravity()
    }

    /// Plans direct sums anew, because other plans are the best now.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    pub fn replan(&mut self) -> Result<(), GpuError> {
        self.set_plan(self.parameters.gravity.kernel().plan(&self.gpu, self.bodies.count())?)
    }

    /// The [work](ForcePass::work) of a force pass.
    pub fn work(&self) -> f64 {
        self.motion.force_pass().work()
    }

    /// The force pass. Its rows belong to the integrator.
    pub(crate) fn force_pass(&self) -> &ForcePass {
        self.motion.force_pass()
    }

    /// The bodies in GPU memory, to be read only; always at the last whole step.
    /// [`Simulation::edit`] changes them.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Steps since the start of the run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Number of parts of the force sum, each computed by its own workgroups.
    pub fn shares(&self) -> u32 {
        self.motion.shares()
    }

    /// Reads the bodies back, bit for bit, at the last whole step. Waits for the GPU;
    /// [`super::Snapshots`] do not.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn state(&self) -> Result<State, GpuError> {
        self.bodies.state(&self.gpu)
    }

    /// Encodes a reversal of every velocity. Time and step number keep counting up. With a
    /// symmetric integrator and no damping, the bodies retrace their paths as far as rounding
    /// allows: a cluster of size 1 returns to within 1e-6 after 200 steps there and 200 back.
    ///
    /// # Errors
    /// [`GpuError`] if the kernel does not compile.
    pub fn encode_reverse(&mut self, pass: &mut wgpu::ComputePass) -> Result<(), GpuError> {
        self.motion.velocities_changed();
        touch::encode_reverse(&self.gpu, &self.bodies, pass)
    }

    /// Encodes a kick towards a point. Does nothing if the attraction is not
    /// [valid](Attraction::is_valid).
    ///
    /// # Errors
    /// [`GpuError`] if the kernel does not compile or memory runs out.
    pub fn encode_attraction(
        &mut self,
        pass: &mut wgpu::ComputePass,
        attraction: &Attraction,
    ) -> Result<(), GpuError> {
        if !attraction.is_valid() {
            return Ok(());
        }
        self.motion.velocities_changed();
        touch::encode_attraction(&self.gpu, &self.bodies, pass, attraction)
    }
}

/// Prepares to move `bodies`. Adaptive steps continue from earlier ones, and a force pass that
/// stays the same is kept.
#[expect(clippy::too_many_arguments, reason = "what a run is made of, from four places")]
fn begin(
    gpu: &Gpu,
    bodies: &Bodies,
    parameters: &Parameters,
    plan: Plan,
    extras: &Extras,
    elapsed: &mut Option<Elapsed>,
    steps: u64,
    before: Option<&Motion>,
) -> Result<Motion, GpuError> {
    if parameters.adaptive.is_none() {
        return Motion::new(gpu, bodies, parameters, plan, None, extras, before);
    }
    let made = match elapsed.take() {
        Some(elapsed) => elapsed,
        None => Elapsed::new(gpu, steps)?,
    };
    made.begin_anew(gpu);
    let state = elapsed.insert(made).state.clone();
    Motion::new(gpu, bodies, parameters, plan, Some(state), extras, before)
}

/// Refuses more bodies than the integrator moves.
fn check_count(parameters: &Parameters, count: usize) -> Result<(), SimulationError> {
    let Parameters { integrator, .. } = *parameters;
    if integrator.is_hosted() && count > MAX_HOSTED as usize {
        return Err(SimulationError::TooMany { integrator, count });
    }
    Ok(())
}

/// Refuses an integrator that knows no pulls but those of the bodies.
fn check_external(
    external: Option<&External>,
    parameters: &Parameters,
) -> Result<(), SimulationError> {
    match (external, parameters.integrator) {
        (Some(_), integrator) if integrator.needs_direct_sums() => {
            Err(SimulationError::External(integrator.name()))
        }
        _ => Ok(()),
    }
}
