//! A simulation on the GPU: bodies, forces and an integrator.

use super::elapsed::Elapsed;
use super::gravity::{ForcePass, Gravity, Plan};
use super::motion::{Motion, Task};
use super::{
    Attraction, Bodies, Body, External, Integrator, InvalidBody, NoSuchPrecision, ParameterError, Parameters, Snapshot, State,
    touch,
};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::name::Named;

/// Why a simulation cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
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
    #[error("there are no bodies to simulate: the count must be 1 or more")]
    NoBodies,
    /// The integrator does not work with an external force.
    #[error(
        "the integrator {0} does not work with an external force, because it needs the rate of change of every acceleration: choose another"
    )]
    External(&'static str),
    /// The GPU failed, or cannot hold the simulation.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Most steps that one call of [`Simulation::record_steps`] records: each takes one or two kilobytes in the encoder.
pub const MOST_STEPS: u32 = 1 << 16;
/// Steps per submission of [`Simulation::advance`].
const BATCH: u32 = 1 << 12;

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
    external: Option<External>,
    /// The time (of fixed steps) and the step number since which the current parameters hold.
    since: (f64, u64),
    steps: u64,
    /// The time of adaptive steps, once there have been any.
    elapsed: Option<Elapsed>,
}

impl Simulation {
    /// Uploads `bodies` and prepares to move them.
    ///
    /// # Errors
    /// [`SimulationError`] if a parameter is out of range, a body is not valid, there are none, or the GPU cannot hold them.
    pub fn new(gpu: &Gpu, bodies: &[Body], parameters: Parameters) -> Result<Self, SimulationError> {
        parameters.validate()?;
        let plan = parameters.gravity.kernel().plan(gpu, bodies.len() as u32)?;
        Self::with_plan(gpu, bodies, parameters, plan)
    }

    /// As [`Simulation::new`], with the caller's plan for direct sums.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn with_plan(gpu: &Gpu, bodies: &[Body], parameters: Parameters, plan: Plan) -> Result<Self, SimulationError> {
        parameters.validate()?;
        Self::of(gpu, &State::new(bodies, parameters.precision)?, parameters, plan)
    }

    /// Uploads `state`, in the precision of the parameters, and prepares to move it.
    fn of(gpu: &Gpu, state: &State, parameters: Parameters, plan: Plan) -> Result<Self, SimulationError> {
        parameters.validate()?;
        if state.is_empty() {
            return Err(SimulationError::NoBodies);
        }
        parameters.precision.check(gpu)?;
        state.check(parameters.precision)?;
        let bodies = Bodies::of(gpu, &state.to_precision(parameters.precision))?;
        let mut elapsed = None;
        let motion = begin(gpu, &bodies, &parameters, plan, None, &mut elapsed, 0, None)?;
        let gpu = gpu.clone();
        Ok(Self { gpu, bodies, parameters, motion, plan, external: None, since: (0.0, 0), steps: 0, elapsed })
    }

    /// The same simulation with an external acceleration, added at every force pass. Forces and motion are then separate
    /// dispatches, however few the bodies. Measured energies do not include the external field.
    ///
    /// # Errors
    /// [`SimulationError::External`] with the Hermite integrator; [`GpuError`] if the WGSL does not compile.
    pub fn with_external(mut self, external: External) -> Result<Self, SimulationError> {
        check_external(Some(&external), &self.parameters)?;
        self.external = Some(external);
        self.motion = self.motion_of(&self.bodies)?;
        Ok(self)
    }

    /// Records the caller's changes to the bodies: the only way to write to their buffers. `change` may record anything into
    /// the encoder. It gets positions (with mass) and velocities (with component), as in [`Bodies::position`] and
    /// [`Bodies::velocity`]: in single precision, whatever the simulation's. Changes are transferred to a state of higher
    /// precision, where all other values keep their bits. Forces are then evaluated again.
    ///
    /// A step in progress is abandoned. After the first change, force kernels no longer assume equal masses.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn edit(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        change: impl FnOnce(&mut wgpu::CommandEncoder, [&Buffer<[f32; 4]>; 2]),
    ) -> Result<(), GpuError> {
        let unrounding = self.bodies.bind_unrounding(&self.gpu)?;
        if self.bodies.mass.is_some() {
            let bodies = self.bodies.with_mass(None);
            self.motion = self.motion_of(&bodies)?;
            self.bodies = bodies;
        }
        self.motion.bodies_changed();
        change(encoder, [&self.bodies.position, &self.bodies.velocity]);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("edit"), timestamp_writes: None });
        unrounding.iter().for_each(|unrounding| unrounding.dispatch_threads(&mut pass, self.bodies.count()));
        drop(pass);
        self.elapsed.iter().for_each(|elapsed| elapsed.record_change(encoder));
        Ok(())
    }

    /// Prepares to move `bodies` instead of the current ones, at the current step.
    fn motion_of(&self, bodies: &Bodies) -> Result<Motion, GpuError> {
        let state = self.parameters.adaptive.and(self.elapsed.as_ref()).map(|elapsed| elapsed.state.clone());
        Motion::new(&self.gpu, bodies, &self.parameters, self.plan, state, self.external.as_ref(), Some(&self.motion))
    }

    /// Records `steps` whole steps, up to [`MOST_STEPS`], and returns how many. Dividing a run into several calls gives
    /// the same result. A step in progress is finished first and counts as one of them; it is finished even if `steps` is 0.
    pub fn record_steps(&mut self, pass: &mut wgpu::ComputePass, steps: u32) -> u32 {
        let begun = u32::from(self.is_mid_step());
        let steps = steps.min(MOST_STEPS);
        self.motion.record(pass, steps.saturating_sub(begun));
        self.steps += u64::from(steps.max(begun));
        steps.max(begun)
    }

    /// Records a force pass if `bodies().acceleration` is not that of the current positions. Nothing moves.
    pub fn record_forces(&mut self, pass: &mut wgpu::ComputePass) {
        self.motion.record_forces(pass);
    }

    /// Records up to `steps` steps and then, if `with_forces`, the forces at the final positions, as far as `work` allows
    /// (see [`ForcePass::work`]); at least the smallest slice, if anything is left to do. Returns the work recorded. The result has the same bits as that of [`Simulation::record_steps`].
    ///
    /// If not even one step fits, it is spread over several calls. Until the last of them, [`Simulation::bodies`] stay at the
    /// last whole step. A step in progress is finished before anything else, even if `steps` is 0.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out: such a step works on a copy of the bodies. The step is then abandoned.
    pub fn record_within(
        &mut self,
        pass: &mut wgpu::ComputePass,
        steps: u32,
        with_forces: bool,
        work: f64,
    ) -> Result<f64, GpuError> {
        let done_before = self.steps;
        let mut recorded = self.proceed(pass, work, true)?;
        let steps_left = |simulation: &Self| u64::from(steps).saturating_sub(simulation.steps - done_before) as u32;
        if self.motion.under_way().is_none() && steps_left(self) > 0 {
            let [next, later] = self.motion.work();
            if recorded + next <= work {
                let fitting = 1 + ((work - recorded - next) / later) as u32;
                let whole = fitting.min(steps_left(self)).min(MOST_STEPS);
                self.record_steps(pass, whole);
                recorded += next + later * f64::from(whole - 1);
            } else if next > work {
                self.motion.begin(Task::Step)?;
                recorded += self.proceed(pass, work - recorded, recorded == 0.0)?;
            }
        }
        if with_forces && self.motion.under_way().is_none() && steps_left(self) == 0 && !self.motion.has_forces() {
            self.motion.begin(Task::Forces)?;
            recorded += self.proceed(pass, work - recorded, recorded == 0.0)?;
        }
        Ok(recorded)
    }

    /// Records force passes or a slice of one, of about this much work but at least the smallest slice, and returns how much work
    /// it is. Use it to measure speed. It has no lasting effect: the sums that it computes are there already, or are computed again
    /// before they are read. No step may be in progress.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_probe(&mut self, pass: &mut wgpu::ComputePass, work: f64) -> Result<f64, GpuError> {
        self.motion.record_probe(pass, work)
    }

    /// Records a slice of the step in progress.
    fn proceed(&mut self, pass: &mut wgpu::ComputePass, work: f64, is_first: bool) -> Result<f64, GpuError> {
        let (recorded, done) = self.motion.proceed(pass, work, is_first)?;
        self.steps += u64::from(done == Some(Task::Step));
        Ok(recorded)
    }

    /// Whether a step is in progress that [`Simulation::record_within`] has spread over several calls.
    pub fn is_mid_step(&self) -> bool {
        matches!(self.motion.under_way(), Some((Task::Step, _)))
    }

    /// The finished share of the step (or of the forces) in progress, in 0 .. 1; `None` if there is none.
    pub fn progress(&self) -> Option<f32> {
        self.motion.under_way().map(|(_, share)| share)
    }

    /// Whether `bodies().acceleration` is that of the current positions.
    pub fn has_forces(&self) -> bool {
        self.motion.has_forces()
    }

    /// Whether `bodies().acceleration` is that of the current positions, without any external force.
    pub(super) fn has_plain_forces(&self) -> bool {
        self.has_forces() && self.external.is_none()
    }

    /// Abandons the step in progress. The bodies are at the last whole step, as they have been all along.
    pub fn abandon_step(&mut self) {
        self.motion.abandon();
    }

    /// Advances by any number of steps and waits: for tests and short programs. A frame records into an encoder instead.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn advance(&mut self, steps: u32) -> Result<(), GpuError> {
        let mut left = steps;
        let mut last = None;
        loop {
            let mut encoder = self.gpu.encoder("simulation/advance");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            left = left.saturating_sub(self.record_steps(&mut pass, left.min(BATCH)));
            drop(pass);
            if left == 0 {
                self.record_time(&mut encoder)?;
            }
            // One batch runs while the next is recorded. More would only take memory.
            if let Some(last) = last.replace(self.gpu.submit(encoder)) {
                self.gpu.wait_for(last)?;
            }
            if left == 0 {
                break;
            }
        }
        self.request_time();
        self.gpu.wait()?;
        self.wait_for_time()
    }

    /// Changes the parameters from the last whole step on; a step in progress is abandoned. Changing the precision keeps the
    /// single-precision buffers of [`Simulation::bodies`], gives them a new state behind them, and waits for the GPU.
    ///
    /// # Errors
    /// As [`Simulation::new`]; the old parameters then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        parameters.validate()?;
        parameters.precision.check(&self.gpu)?;
        check_external(self.external.as_ref(), &parameters)?;
        let bodies = match parameters.precision == self.bodies.precision() {
            true => self.bodies.clone(),
            false => self.bodies.in_precision(&self.gpu, parameters.precision)?,
        };
        // The time of the last of the old steps, for whenever it arrives.
        let mut encoder = self.gpu.encoder("simulation/time");
        self.record_time(&mut encoder)?;
        self.gpu.submit(encoder);
        self.request_time();
        let since = (self.fixed_time(), self.steps);
        let external = self.external.as_ref();
        let plan = match parameters.gravity.kernel() == self.parameters.gravity.kernel() {
            true => self.plan,
            false => parameters.gravity.kernel().plan(&self.gpu, bodies.count())?,
        };
        let (steps, before) = (self.steps, Some(&self.motion));
        self.motion = begin(&self.gpu, &bodies, &parameters, plan, external, &mut self.elapsed, steps, before)?;
        (self.bodies, self.plan) = (bodies, plan);
        self.since = since;
        self.parameters = parameters;
        Ok(())
    }

    /// Changes the plan of direct sums, from the last whole step on. Results differ by rounding.
    ///
    /// # Errors
    /// [`GpuError`] if the adapter cannot run the kernel, it does not compile or memory runs out; the old plan then stays.
    pub fn set_plan(&mut self, plan: Plan) -> Result<(), GpuError> {
        let external = self.external.as_ref();
        let (parameters, steps, before) = (&self.parameters, self.steps, Some(&self.motion));
        self.motion = begin(&self.gpu, &self.bodies, parameters, plan, external, &mut self.elapsed, steps, before)?;
        self.plan = plan;
        Ok(())
    }

    /// Takes the accelerations of fixed steps from another pass, over these bodies, until the parameters change.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out; the old pass then stays.
    pub(crate) fn set_force_pass(&mut self, pass: ForcePass) -> Result<(), GpuError> {
        let external = self.external.as_ref();
        self.motion = Motion::with_pass(&self.gpu, &self.bodies, &self.parameters, self.plan, None, external, pass)?;
        Ok(())
    }

    /// The plan of direct sums. Bodies in double precision use its [counterpart](Plan::in_precision).
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
    pub fn plan_anew(&mut self) -> Result<(), GpuError> {
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

    /// The bodies in GPU memory, to be read only; always at the last whole step. [`Simulation::edit`] changes them.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Simulated time since the start of the run. With adaptive steps, the newest time that has arrived: see
    /// [`Simulation::record_time`].
    pub fn time(&self) -> f64 {
        self.fixed_time() + self.elapsed.as_ref().map_or(0.0, |elapsed| elapsed.newest().1)
    }

    /// The simulated time, as far as it can be known without waiting: with adaptive steps, those whose times have not arrived
    /// are taken to be as long as the last one that has.
    pub fn estimated_time(&self) -> f64 {
        let (Some(_), Some(elapsed)) = (self.parameters.adaptive, &self.elapsed) else { return self.time() };
        let (steps, _, step) = elapsed.newest();
        self.time() + self.steps.saturating_sub(steps) as f64 * if step > 0.0 { step } else { self.parameters.time_step }
    }

    /// The time taken by fixed steps.
    fn fixed_time(&self) -> f64 {
        let (time, steps) = self.since;
        match self.parameters.adaptive {
            Some(_) => time,
            // Multiplied, not added up, so that a thousand steps of 0.001 make exactly 1.
            None => time + self.parameters.time_step * (self.steps - steps) as f64,
        }
    }

    /// Whether [`Simulation::time`] is that of the current state: always with fixed steps.
    pub fn knows_time(&self) -> bool {
        self.parameters.adaptive.is_none() || self.elapsed.as_ref().is_none_or(|elapsed| elapsed.newest().0 == self.steps)
    }

    /// The time after `steps` adaptive steps, if it has arrived and is recent.
    pub fn time_at(&self, steps: u64) -> Option<f64> {
        self.parameters.adaptive?;
        self.elapsed.as_ref()?.at(steps).map(|time| self.since.0 + time)
    }

    /// The length of a step. With adaptive steps, that of the newest one known to the host; `None` before the first.
    pub fn step(&self) -> Option<f64> {
        match (self.parameters.adaptive, &self.elapsed) {
            (Some(_), Some(elapsed)) => Some(elapsed.newest().2).filter(|step| *step > 0.0),
            _ => Some(self.parameters.time_step),
        }
    }

    /// A number of adaptive steps that cannot overshoot `time`, even if all are as long as the time step; near the end 1, if
    /// the current time is known and a step as long as the last ends nearer to `time`. Otherwise 0.
    pub fn steps_towards(&self, time: f64) -> u64 {
        let Some(elapsed) = &self.elapsed else { return 0 };
        let (known, _, step) = elapsed.newest();
        let unknown = (self.steps - known) as f64 * self.parameters.time_step;
        let left = time - self.time();
        let safe = ((left - unknown) / self.parameters.time_step).floor();
        if safe >= 1.0 {
            return safe as u64;
        }
        // As far as is known, the first step is as long as the time step.
        let is_nearer = if step > 0.0 { left > 0.5 * step } else { left >= 0.5 * self.parameters.time_step };
        u64::from(self.knows_time() && is_nearer)
    }

    /// Records a copy of the time that adaptive steps have taken up to this point in `encoder`; does nothing with fixed steps.
    /// [Request](Simulation::request_time) it once it is submitted, and [collect](Simulation::collect_time) it later.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_time(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        match &mut self.elapsed {
            Some(elapsed) if self.parameters.adaptive.is_some() => elapsed.record(encoder, self.steps),
            _ => Ok(()),
        }
    }

    /// Requests the time that was recorded. Call it once the commands are submitted.
    pub fn request_time(&mut self) {
        if let Some(elapsed) = &mut self.elapsed {
            elapsed.request();
        }
    }

    /// Takes in the requested times, once [`Gpu::wait`] has returned.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait_for_time(&mut self) -> Result<(), GpuError> {
        self.elapsed.as_mut().map_or(Ok(()), Elapsed::wait)
    }

    /// Takes in the times that have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect_time(&mut self) -> Result<(), GpuError> {
        self.elapsed.as_mut().map_or(Ok(()), Elapsed::collect)
    }

    /// Steps since the start of the run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Number of parts of the force sum, each computed by its own workgroups.
    pub fn shares(&self) -> u32 {
        self.motion.shares()
    }

    /// Continues from `snapshot`, in the precision of the parameters.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn resume(gpu: &Gpu, snapshot: &Snapshot, parameters: Parameters) -> Result<Self, SimulationError> {
        let Snapshot { time, steps, ref state } = *snapshot;
        parameters.validate()?;
        let simulation = Self::of(gpu, state, parameters, parameters.gravity.kernel().plan(gpu, state.len() as u32)?)?;
        let elapsed = simulation.elapsed.map(|elapsed| elapsed.after(steps));
        Ok(Self { since: (time, steps), steps, elapsed, ..simulation })
    }

    /// Continues from `snapshot` in place and keeps parameters, plan and external force; a step in progress is abandoned. If
    /// the number of bodies is the same, so are their buffers; otherwise [`Simulation::bodies`] returns new ones. The run has
    /// the same bits as that of [`Simulation::resume`]. Commands recorded but not yet submitted see the new state.
    ///
    /// # Errors
    /// As [`Simulation::new`]; the old state then stays.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SimulationError> {
        let Snapshot { time, steps, ref state } = *snapshot;
        state.check(self.parameters.precision)?;
        let state = state.to_precision(self.parameters.precision);
        if state.is_empty() {
            return Err(SimulationError::NoBodies);
        }
        let is_same_count = state.len() == self.bodies.count() as usize;
        let is_same_mass = self.bodies.mass == state.equal_mass();
        if is_same_count && is_same_mass && self.parameters.adaptive.is_none() {
            self.bodies.put(&self.gpu, &state)?;
            self.motion.bodies_changed();
            self.elapsed = None;
        } else {
            let bodies = match is_same_count {
                true => self.bodies.with_mass(state.equal_mass()),
                false => Bodies::of(&self.gpu, &state)?,
            };
            let kernel = self.parameters.gravity.kernel();
            let plan = if is_same_count { self.plan } else { kernel.plan(&self.gpu, bodies.count())? };
            let (mut elapsed, external) = (None, self.external.as_ref());
            let before = Some(&self.motion);
            let motion = begin(&self.gpu, &bodies, &self.parameters, plan, external, &mut elapsed, steps, before)?;
            if is_same_count {
                bodies.put(&self.gpu, &state)?;
            }
            (self.bodies, self.motion, self.plan, self.elapsed) = (bodies, motion, plan, elapsed);
        }
        (self.since, self.steps) = ((time, steps), steps);
        Ok(())
    }

    /// Reads the bodies back, bit for bit, at the last whole step. Waits for the GPU; [`super::Snapshots`] do not.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn state(&self) -> Result<State, GpuError> {
        self.bodies.state(&self.gpu)
    }

    /// Records a reversal of every velocity. Time and step number keep counting up. With a symmetric integrator and no damping,
    /// the bodies retrace their paths as far as rounding allows: a cluster of size 1 returns to within 1e-6 after 200 steps
    /// there and 200 back.
    ///
    /// # Errors
    /// [`GpuError`] if the kernel does not compile.
    pub fn record_reverse(&mut self, pass: &mut wgpu::ComputePass) -> Result<(), GpuError> {
        self.motion.velocities_changed();
        touch::record_reverse(&self.gpu, &self.bodies, pass)
    }

    /// Records a kick towards a point. Does nothing if the attraction is not [valid](Attraction::is_valid).
    ///
    /// # Errors
    /// [`GpuError`] if the kernel does not compile or memory runs out.
    pub fn record_attraction(&mut self, pass: &mut wgpu::ComputePass, attraction: &Attraction) -> Result<(), GpuError> {
        if !attraction.is_valid() {
            return Ok(());
        }
        self.motion.velocities_changed();
        touch::record_attraction(&self.gpu, &self.bodies, pass, attraction)
    }
}

/// Prepares to move `bodies`. Adaptive steps continue from earlier ones, and a force pass that stays the same is kept.
#[expect(clippy::too_many_arguments, reason = "what a run is made of, from four places")]
fn begin(
    gpu: &Gpu,
    bodies: &Bodies,
    parameters: &Parameters,
    plan: Plan,
    external: Option<&External>,
    elapsed: &mut Option<Elapsed>,
    steps: u64,
    before: Option<&Motion>,
) -> Result<Motion, GpuError> {
    if parameters.adaptive.is_none() {
        return Motion::new(gpu, bodies, parameters, plan, None, external, before);
    }
    let made = match elapsed.take() {
        Some(elapsed) => elapsed,
        None => Elapsed::new(gpu, steps)?,
    };
    made.begin_anew(gpu);
    let state = elapsed.insert(made).state.clone();
    Motion::new(gpu, bodies, parameters, plan, Some(state), external, before)
}

/// Refuses an integrator that needs the rate at which accelerations change.
fn check_external(external: Option<&External>, parameters: &Parameters) -> Result<(), SimulationError> {
    match (external, parameters.integrator) {
        (Some(_), integrator @ Integrator::Hermite4) => Err(SimulationError::External(integrator.name())),
        _ => Ok(()),
    }
}

/// Milliseconds for launching a force pass and the update after it, however few bodies there are.
const LAUNCHES: f64 = 0.01;

/// Estimates the milliseconds per step whose force passes are this much [work](ForcePass::work) each, at a speed of
/// `work_per_second`. A speed measured with few bodies is below that for many, so an estimate for more bodies errs on the long
/// side. Infinite if the speed is 0.
pub fn milliseconds_per_step(work: f64, integrator: Integrator, work_per_second: f64) -> f64 {
    let forces = f64::from(integrator.forces_per_step());
    forces * (work / work_per_second * 1e3 + LAUNCHES)
}
