//! A simulation on the GPU: bodies, forces and an integrator.

mod carried;
mod control;
mod engine;
mod error;
mod hosted;
mod restore;

pub(crate) use carried::CarriedHead;
pub use carried::{Carried, CarriedCopy};
pub use control::{AdjustParams, TREE_ADJUST};
pub(super) use control::{Judgement, RANGE};
pub use engine::{Engine, MAX_STEPS, milliseconds_per_step};
pub use error::SimulationError;

use std::sync::Arc;

use super::elapsed::Elapsed;
use super::gravity::{ForcePass, Gravity, Plan};
use super::motion::{Extras, Motion};
use super::{Attraction, Bodies, External, MAX_HOSTED, Member, Parameters, Roster, State, touch};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::name::Named;
use control::Control;

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
    plan: Plan,
    extras: Extras,
    engine: Engine,
}

impl Simulation {
    /// Uploads `bodies` and prepares to move them.
    ///
    /// # Errors
    /// [`SimulationError`] if a parameter is out of range, a body is not valid, there are none, or
    /// the GPU cannot hold them.
    pub fn new(
        gpu: &Gpu,
        bodies: &(impl Roster + ?Sized),
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
    #[doc(hidden)]
    pub fn with_plan(
        gpu: &Gpu,
        bodies: &(impl Roster + ?Sized),
        parameters: Parameters,
        plan: Plan,
    ) -> Result<Self, SimulationError> {
        parameters.validate()?;
        let state = State::new(bodies, parameters.precision)?;
        Self::from_parts(gpu, &state, (0.0, 0), parameters, plan)
    }

    /// Uploads `state`, after so much time and so many steps, in the precision of the parameters,
    /// and prepares to move it.
    fn from_parts(
        gpu: &Gpu,
        state: &State,
        (time, steps): (f64, u64),
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
        let extras = Extras::default();
        let mut elapsed = Elapsed::new(&parameters, time, steps);
        let motion = begin(gpu, &bodies, &parameters, plan, &extras, &mut elapsed, None)?;
        let (engine, gpu) = (Engine::new(gpu, motion, elapsed), gpu.clone());
        let mut simulation = Self { gpu, bodies, parameters, plan, extras, engine };
        simulation.renew_control()?;
        Ok(simulation)
    }

    /// Leaves the accuracy of a tree as it is set, until the parameters change: for measurements.
    #[cfg(feature = "lab")]
    pub(crate) fn leave_accuracy(&mut self) {
        self.engine.control = None;
    }

    /// Prepares the control of the current force pass.
    fn renew_control(&mut self) -> Result<(), GpuError> {
        let control = match self.extras.external {
            // Its force is not the tree's.
            Some(_) => None,
            None => Control::new(
                &self.gpu,
                &self.bodies,
                &self.parameters,
                self.force_pass(),
                self.gravity(),
            )?,
        };
        self.engine.control = match (control, self.engine.control.take()) {
            (Some(control), Some(before)) => Some(control.continued(&before)),
            (control, _) => control,
        };
        Ok(())
    }

    /// Adds an external acceleration of the caller's at every force pass, beside the
    /// [field](Parameters::external) of the parameters. Forces and motion are then separate
    /// dispatches, however few the bodies. Measured energies do not include it, and
    /// the errors of a tree are not judged.
    ///
    /// # Errors
    /// [`SimulationError::External`] with the Hermite integrator; [`GpuError`] if the WGSL does not
    /// compile.
    pub fn with_external(mut self, external: External) -> Result<Self, SimulationError> {
        check_external(Some(&external), &self.parameters)?;
        self.extras.external = Some(external);
        self.engine.motion = self.motion_of(&self.bodies)?;
        self.renew_control()?;
        Ok(self)
    }

    /// Lets `member` compute the forces from the last whole step on, or the adapter if it is
    /// `None`; a step in progress is abandoned. A member's steps are made by
    /// [`Simulation::advance`], and by [`Simulation::encode_within`] with
    /// [`Engine::start_member`]; [`Simulation::encode_steps`] records none of them.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out; who computed then still does.
    pub fn set_member(&mut self, member: Option<Arc<dyn Member>>) -> Result<(), GpuError> {
        let extras = Extras { member, ..self.extras.clone() };
        let Engine { elapsed, motion, .. } = &mut self.engine;
        let (parameters, plan) = (&self.parameters, self.plan);
        *motion = begin(&self.gpu, &self.bodies, parameters, plan, &extras, elapsed, Some(motion))?;
        self.extras = extras;
        self.renew_control()
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
            self.engine.motion = self.motion_of(&bodies)?;
            self.bodies = bodies;
            self.renew_control()?;
        }
        self.engine.motion.bodies_changed();
        change(encoder, [&self.bodies.position, &self.bodies.velocity])?;
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("edit"),
            timestamp_writes: None,
        });
        unrounding
            .iter()
            .for_each(|unrounding| unrounding.dispatch_threads(&mut pass, self.bodies.count()));
        drop(pass);
        self.engine.elapsed.encode_change(encoder);
        Ok(())
    }

    /// Prepares to move `bodies` instead of the current ones, at the current step.
    fn motion_of(&self, bodies: &Bodies) -> Result<Motion, GpuError> {
        let Engine { elapsed, motion, .. } = &self.engine;
        Motion::new(
            &self.gpu,
            bodies,
            &self.parameters,
            self.plan,
            elapsed.state(),
            &self.extras,
            Some(motion),
        )
    }

    /// Whether `bodies().acceleration` is that of the current positions, without any force of the
    /// caller's.
    pub(super) fn has_plain_forces(&self) -> bool {
        self.has_forces() && self.extras.external.is_none()
    }

    /// Checks that these bodies can move by `parameters` on this adapter.
    ///
    /// # Errors
    /// [`SimulationError`] for the first reason against it.
    pub fn check_parameters(&self, parameters: &Parameters) -> Result<(), SimulationError> {
        parameters.validate()?;
        parameters.precision.check(&self.gpu)?;
        check_external(self.extras.external.as_ref(), parameters)?;
        check_count(parameters, self.bodies.count() as usize)
    }

    /// Changes the parameters from the last whole step on; a step in progress is abandoned.
    /// Changing the precision keeps the single-precision buffers of [`Simulation::bodies`], gives
    /// them a new state behind them, and waits for the GPU.
    ///
    /// # Errors
    /// As [`Simulation::new`]; the old parameters then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        self.check_parameters(&parameters)?;
        let bodies = match parameters.precision == self.bodies.precision() {
            true => self.bodies.clone(),
            false => self.bodies.in_precision(&self.gpu, parameters.precision)?,
        };
        // The time of the last of the old steps, for whenever it arrives.
        let mut encoder = self.gpu.encoder("simulation/time");
        let Engine { elapsed, motion, .. } = &mut self.engine;
        elapsed.encode(&mut encoder)?;
        self.gpu.submit(encoder);
        let plan = match parameters.gravity.kernel() == self.parameters.gravity.kernel() {
            true => self.plan,
            false => parameters.gravity.kernel().plan(&self.gpu, bodies.count())?,
        };
        *motion =
            begin(&self.gpu, &bodies, &parameters, plan, &self.extras, elapsed, Some(motion))?;
        elapsed.set_parameters(&parameters);
        (self.bodies, self.plan, self.parameters) = (bodies, plan, parameters);
        Ok(self.renew_control()?)
    }

    /// Changes the plan of direct sums, from the last whole step on. Results differ by rounding.
    ///
    /// # Errors
    /// [`GpuError`] if the adapter cannot run the kernel, it does not compile or memory runs out;
    /// the old plan then stays.
    #[doc(hidden)]
    pub fn set_plan(&mut self, plan: Plan) -> Result<(), GpuError> {
        let Engine { elapsed, motion, .. } = &mut self.engine;
        let (parameters, extras) = (&self.parameters, &self.extras);
        *motion = begin(&self.gpu, &self.bodies, parameters, plan, extras, elapsed, Some(motion))?;
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
        self.engine.motion = Motion::with_pass(
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
    #[doc(hidden)]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How the forces are summed: the direct sum or a tree.
    pub fn gravity(&self) -> Gravity {
        self.engine.motion.gravity()
    }

    /// Plans direct sums anew, because other plans are the best now.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    pub fn replan(&mut self) -> Result<(), GpuError> {
        self.set_plan(self.parameters.gravity.kernel().plan(&self.gpu, self.bodies.count())?)
    }

    /// The force pass, for what it takes; its rows belong to the integrator.
    #[doc(hidden)]
    pub fn force_pass(&self) -> &ForcePass {
        self.engine.motion.force_pass()
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
        self.engine.elapsed.steps()
    }

    /// Simulated time since the start of the run. With adaptive steps, the newest time that has
    /// arrived: see [`Elapsed::encode`].
    pub fn time(&self) -> f64 {
        self.engine.elapsed.time()
    }

    /// The steps and the time so far.
    pub fn elapsed(&self) -> &Elapsed {
        &self.engine.elapsed
    }

    /// The time so far, to bring it to the host.
    pub fn elapsed_mut(&mut self) -> &mut Elapsed {
        &mut self.engine.elapsed
    }

    /// What carries out the steps.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// What carries out the steps, to drive a member.
    pub fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Whether a member computes the forces, or the processor whole steps.
    pub fn is_hosted(&self) -> bool {
        self.engine.motion.is_hosted()
    }

    /// Whether `bodies().acceleration` is that of the current positions.
    pub fn has_forces(&self) -> bool {
        self.engine.motion.has_forces()
    }

    /// Encodes `steps` whole steps, up to [`MAX_STEPS`], and returns how many. Dividing a run into
    /// several calls gives the same result. A step in progress is finished first and counts as one
    /// of them; it is finished even if `steps` is 0. Records none if a
    /// [member](Simulation::set_member) computes the forces.
    pub fn encode_steps(&mut self, pass: &mut wgpu::ComputePass, steps: u32) -> u32 {
        self.engine.encode_steps(pass, steps)
    }

    /// Encodes a force pass if `bodies().acceleration` is not that of the current positions; at the
    /// start of a run by a tree, several. Nothing moves. Does nothing if a member computes the
    /// forces, as for [`Simulation::encode_steps`].
    pub fn encode_forces(&mut self, pass: &mut wgpu::ComputePass) {
        self.engine.encode_forces(pass);
    }

    /// Encodes up to `steps` steps and then, if `with_forces`, the forces at the final positions,
    /// as far as `work` allows (see [`ForcePass::work`](crate::physics::ForcePass::work)); at least
    /// the smallest slice, if anything is left to do. Returns the work recorded. The result has the
    /// same bits as that of [`Simulation::encode_steps`].
    ///
    /// If not even one step fits, it is spread over several calls. Until the last of them,
    /// [`Simulation::bodies`] stay at the last whole step. A step in progress is finished before
    /// anything else, even if `steps` is 0.
    ///
    /// If a [member](Simulation::set_member) computes the forces, it records the end of the steps
    /// that are done by now, and begins as many as fit, for [`Engine::start_member`]; the work
    /// recorded is then 0.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out: such a step works on a copy of the bodies. The step is then
    /// abandoned.
    pub fn encode_within(
        &mut self,
        pass: &mut wgpu::ComputePass,
        steps: u32,
        with_forces: bool,
        work: f64,
    ) -> Result<f64, GpuError> {
        self.engine.encode_within(pass, steps, with_forces, work)
    }

    /// Advances by any number of steps and waits: for tests and short programs. A frame records
    /// into an encoder instead.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn advance(&mut self, steps: u32) -> Result<(), GpuError> {
        self.engine.advance(steps)
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
        self.engine.motion.velocities_changed();
        touch::encode_reverse(&self.gpu, &self.bodies, pass)
    }

    /// Encodes a kick towards a point. Does nothing if the attraction is not
    /// [valid](Attraction::is_valid).
    ///
    /// # Errors
    /// [`GpuError`] if the kernel does not compile or memory runs out.
    #[doc(hidden)]
    pub fn encode_attraction(
        &mut self,
        pass: &mut wgpu::ComputePass,
        attraction: &Attraction,
    ) -> Result<(), GpuError> {
        if !attraction.is_valid() {
            return Ok(());
        }
        self.engine.motion.velocities_changed();
        touch::encode_attraction(&self.gpu, &self.bodies, pass, attraction)
    }
}

/// Prepares to move `bodies`. Adaptive steps continue from earlier ones, and a force pass that
/// stays the same is kept.
fn begin(
    gpu: &Gpu,
    bodies: &Bodies,
    parameters: &Parameters,
    plan: Plan,
    extras: &Extras,
    elapsed: &mut Elapsed,
    before: Option<&Motion>,
) -> Result<Motion, GpuError> {
    let state = elapsed.prepare(gpu, parameters)?;
    Motion::new(gpu, bodies, parameters, plan, state, extras, before)
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
