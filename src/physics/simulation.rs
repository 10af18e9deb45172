//! A system of bodies that moves: the whole of the physics on the GPU.

use super::elapsed::Elapsed;
use super::gravity::{ForceKernel, Plan};
use super::motion::{Motion, Task};
use super::{Attraction, Bodies, Body, Integrator, NoSuchPrecision, ParameterError, Parameters, touch};
use crate::gpu::{Gpu, GpuError};

/// Why a simulation cannot be.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SimulationError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The adapter does not compute in this precision.
    #[error(transparent)]
    Precision(#[from] NoSuchPrecision),
    /// No bodies.
    #[error("there are no bodies to simulate: the count must be 1 or more")]
    NoBodies,
    /// The GPU refuses.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Bodies on the GPU, with the integrator that moves them.
#[derive(Debug)]
pub struct Simulation {
    gpu: Gpu,
    bodies: Bodies,
    parameters: Parameters,
    motion: Motion,
    plan: Plan,
    kernel: ForceKernel,
    /// Time of fixed steps, and steps of all kinds, at which the present parameters began to hold.
    since: (f64, u64),
    steps: u64,
    /// The time of adaptive steps, once there have been any.
    elapsed: Option<Elapsed>,
}

impl Simulation {
    /// Uploads `bodies` and prepares to move them.
    ///
    /// # Errors
    /// [`SimulationError`] where a parameter is out of range, there are no bodies, or the GPU cannot hold them.
    pub fn new(gpu: &Gpu, bodies: &[Body], parameters: Parameters) -> Result<Self, SimulationError> {
        let plan = Plan::for_count(gpu, bodies.len() as u32);
        Self::with_plan(gpu, bodies, parameters, plan)
    }

    /// The same with a division of the force pass of the caller's.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn with_plan(gpu: &Gpu, bodies: &[Body], parameters: Parameters, plan: Plan) -> Result<Self, SimulationError> {
        parameters.validate()?;
        if bodies.is_empty() {
            return Err(SimulationError::NoBodies);
        }
        parameters.precision.check(gpu)?;
        let bodies = Bodies::with_precision(gpu, bodies, parameters.precision)?;
        let mut elapsed = None;
        let motion = begin(gpu, &bodies, &parameters, plan, &mut elapsed, 0)?;
        let (gpu, kernel) = (gpu.clone(), ForceKernel::Auto);
        Ok(Self { gpu, bodies, parameters, motion, plan, kernel, since: (0.0, 0), steps: 0, elapsed })
    }

    /// Records `steps` whole steps. The result does not depend on how a run is divided into calls. A step under way is finished
    /// first, and counts as one of them; it is finished even where `steps` is 0.
    pub fn record_steps(&mut self, pass: &mut wgpu::ComputePass, steps: u32) {
        let begun = u32::from(self.is_mid_step());
        self.motion.record(pass, steps.saturating_sub(begun));
        self.steps += u64::from(steps.max(begun));
    }

    /// Records what makes `bodies().acceleration` that of the present positions, where it is not: a force pass. Nothing moves.
    pub fn record_forces(&mut self, pass: &mut wgpu::ComputePass) {
        self.motion.record_forces(pass);
    }

    /// Records as much of `steps` steps, and then (`with_forces`) of the forces of the positions where they end, as takes
    /// `interactions` pairs of bodies; at least the smallest slice, where anything is left to do. Gives the interactions
    /// recorded. The result is the same bit for bit as that of [`Simulation::record_steps`].
    ///
    /// Where not even one step fits, it is spread over several calls: until its last, [`Simulation::bodies`] stay at the last
    /// whole step. What is under way is finished before anything else, even where `steps` is 0.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short: such a step works on a copy of the bodies. The step is then abandoned.
    pub fn record_within(
        &mut self,
        pass: &mut wgpu::ComputePass,
        steps: u32,
        with_forces: bool,
        interactions: f64,
    ) -> Result<f64, GpuError> {
        let done_before = self.steps;
        let mut recorded = self.proceed(pass, interactions, true)?;
        let steps_left = |simulation: &Self| u64::from(steps).saturating_sub(simulation.steps - done_before) as u32;
        if self.motion.under_way().is_none() && steps_left(self) > 0 {
            let next = self.motion.interactions();
            if recorded + next <= interactions {
                let later = f64::from(self.bodies.count()).powi(2) * f64::from(self.parameters.integrator.forces_a_step());
                let fitting = 1 + ((interactions - recorded - next) / later) as u32;
                let whole = fitting.min(steps_left(self));
                self.record_steps(pass, whole);
                recorded += next + later * f64::from(whole - 1);
            } else if next > interactions {
                self.motion.begin(Task::Step)?;
                recorded += self.proceed(pass, interactions - recorded, recorded == 0.0)?;
            }
        }
        if with_forces && self.motion.under_way().is_none() && steps_left(self) == 0 && !self.motion.has_forces() {
            self.motion.begin(Task::Forces)?;
            recorded += self.proceed(pass, interactions - recorded, recorded == 0.0)?;
        }
        Ok(recorded)
    }

    /// Records a part of a force pass of about so many interactions, at least the smallest, and gives how many they are. It
    /// leaves nothing behind: what it computes are the sums that are there already, or that nobody reads before they are computed
    /// anew. For taking the time. Nothing may be under way.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_probe(&self, pass: &mut wgpu::ComputePass, interactions: f64) -> Result<f64, GpuError> {
        self.motion.record_probe(pass, interactions)
    }

    /// Records a part of what is under way.
    fn proceed(&mut self, pass: &mut wgpu::ComputePass, interactions: f64, is_first: bool) -> Result<f64, GpuError> {
        let (recorded, done) = self.motion.proceed(pass, interactions, is_first)?;
        self.steps += u64::from(done == Some(Task::Step));
        Ok(recorded)
    }

    /// Whether a step is under way that [`Simulation::record_within`] has spread over several calls.
    pub fn is_mid_step(&self) -> bool {
        matches!(self.motion.under_way(), Some((Task::Step, _)))
    }

    /// The share that is done of the step under way, or of the forces, in 0 .. 1; `None` where nothing is under way.
    pub fn progress(&self) -> Option<f32> {
        self.motion.under_way().map(|(_, share)| share)
    }

    /// Whether `bodies().acceleration` is that of the present positions.
    pub fn has_forces(&self) -> bool {
        self.motion.has_forces()
    }

    /// Forgets what is under way. The bodies stand at the last whole step, as they did all the time.
    pub fn abandon_step(&mut self) {
        self.motion.abandon();
    }

    /// Advances by `steps` and waits: for tests and short programs. A picture's frame records into an encoder instead.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn advance(&mut self, steps: u32) -> Result<(), GpuError> {
        let mut encoder = self.gpu.encoder("simulation/advance");
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.record_steps(&mut pass, steps);
        }
        self.record_time(&mut encoder)?;
        self.gpu.submit(encoder);
        self.request_time();
        self.gpu.wait()?;
        self.wait_for_time()
    }

    /// Changes the parameters from the last whole step on: a step under way is abandoned. Another precision keeps
    /// [`Simulation::bodies`]' single precision where it is, gets a state of its own behind it, and waits for the GPU.
    ///
    /// # Errors
    /// As [`Simulation::new`]; the old parameters then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        parameters.validate()?;
        parameters.precision.check(&self.gpu)?;
        let bodies = match parameters.precision == self.bodies.precision() {
            true => self.bodies.clone(),
            false => self.bodies.in_precision(&self.gpu, parameters.precision)?,
        };
        // The last of the old steps' time, which arrives when it does.
        let mut encoder = self.gpu.encoder("simulation/time");
        self.record_time(&mut encoder)?;
        self.gpu.submit(encoder);
        self.request_time();
        let since = (self.fixed_time(), self.steps);
        self.motion = begin(&self.gpu, &bodies, &parameters, self.plan, &mut self.elapsed, self.steps)?;
        self.bodies = bodies;
        self.since = since;
        self.parameters = parameters;
        Ok(())
    }

    /// Changes the kernel that sums up the forces, from the last whole step on. Results differ by rounding.
    ///
    /// # Errors
    /// [`GpuError`] where the adapter cannot run it, it does not compile or memory is short; the old one then stays.
    pub fn set_force_kernel(&mut self, kernel: ForceKernel) -> Result<(), GpuError> {
        let plan = kernel.plan(&self.gpu, self.bodies.count())?;
        self.motion = begin(&self.gpu, &self.bodies, &self.parameters, plan, &mut self.elapsed, self.steps)?;
        (self.plan, self.kernel) = (plan, kernel);
        Ok(())
    }

    /// The kernel that was last set: at first, the fastest.
    pub fn force_kernel(&self) -> ForceKernel {
        self.kernel
    }

    /// The bodies, in the GPU's memory: always at the last whole step. Who changes them abandons a step under way, which would
    /// else replace them at its end; [`Simulation::set_parameters`] does.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Simulated time since the begin of the run. Of adaptive steps it is what has arrived: see [`Simulation::record_time`].
    pub fn time(&self) -> f64 {
        self.fixed_time() + self.elapsed.as_ref().map_or(0.0, |elapsed| elapsed.newest().1)
    }

    /// The time that fixed steps have taken.
    fn fixed_time(&self) -> f64 {
        let (time, steps) = self.since;
        match self.parameters.adaptive {
            Some(_) => time,
            // Multiplied, not added up: a thousand steps of 0.001 make exactly 1.
            None => time + self.parameters.time_step * (self.steps - steps) as f64,
        }
    }

    /// Whether [`Simulation::time`] is that of the present state: always with fixed steps.
    pub fn knows_time(&self) -> bool {
        self.parameters.adaptive.is_none() || self.elapsed.as_ref().is_none_or(|elapsed| elapsed.newest().0 == self.steps)
    }

    /// The time after `steps` adaptive steps, where that has arrived and is not long past.
    pub fn time_at(&self, steps: u64) -> Option<f64> {
        self.parameters.adaptive?;
        self.elapsed.as_ref()?.at(steps).map(|time| self.since.0 + time)
    }

    /// The length of a step: of the newest adaptive one of which the host has heard, `None` before there is any.
    pub fn step(&self) -> Option<f64> {
        match (self.parameters.adaptive, &self.elapsed) {
            (Some(_), Some(elapsed)) => Some(elapsed.newest().2).filter(|step| *step > 0.0),
            _ => Some(self.parameters.time_step),
        }
    }

    /// Steps that surely do not lead past `time`, though adaptive ones may be as long as the time step; the nearest step where it
    /// is known that one leads there. 0 where it is not known whether any is left, or none is.
    pub fn steps_towards(&self, time: f64) -> u64 {
        let Some(elapsed) = &self.elapsed else { return 0 };
        let (known, _, step) = elapsed.newest();
        let unknown = (self.steps - known) as f64 * self.parameters.time_step;
        let left = time - self.time();
        let safe = ((left - unknown) / self.parameters.time_step).floor();
        if safe >= 1.0 {
            return safe as u64;
        }
        let is_nearer = left > 0.5 * if step > 0.0 { step } else { self.parameters.time_step };
        u64::from(self.knows_time() && is_nearer)
    }

    /// Records a copy of the time that adaptive steps have taken to this place in `encoder`; nothing where steps are fixed. It is
    /// [requested](Simulation::request_time) once submitted, and [collected](Simulation::collect_time) later.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_time(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        match &mut self.elapsed {
            Some(elapsed) if self.parameters.adaptive.is_some() => elapsed.record(encoder, self.steps),
            _ => Ok(()),
        }
    }

    /// Asks for the time that was recorded, once the commands are submitted.
    pub fn request_time(&mut self) {
        if let Some(elapsed) = &mut self.elapsed {
            elapsed.request();
        }
    }

    /// Takes in the times that were requested, once [`Gpu::wait`] has returned.
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

    /// Steps since the begin of the run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Parts of the force sum, each computed by workgroups of its own.
    pub fn shares(&self) -> u32 {
        self.motion.shares()
    }

    /// Goes on from the state that a run had reached at `time`, after `steps` steps.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn resume(gpu: &Gpu, bodies: &[Body], parameters: Parameters, time: f64, steps: u64) -> Result<Self, SimulationError> {
        let simulation = Self::new(gpu, bodies, parameters)?;
        let elapsed = simulation.elapsed.map(|elapsed| elapsed.after(steps));
        Ok(Self { since: (time, steps), steps, elapsed, ..simulation })
    }

    /// Records that every velocity turns round. Time and step number go on; with a symmetric integrator and no damping the
    /// bodies go back the way that they came, as far as rounding lets them: a cluster of the size
    /// 1 comes back to better than 1e-6 after 200 steps there and 200 back.
    ///
    /// # Errors
    /// [`GpuError`] where the kernel does not compile.
    pub fn record_reverse(&mut self, pass: &mut wgpu::ComputePass) -> Result<(), GpuError> {
        self.motion.velocities_changed();
        touch::record_reverse(&self.gpu, &self.bodies, pass)
    }

    /// Records a kick towards a point. Nothing happens where the attraction is not [valid](Attraction::is_valid).
    ///
    /// # Errors
    /// [`GpuError`] where the kernel does not compile or memory is short.
    pub fn record_attraction(&mut self, pass: &mut wgpu::ComputePass, attraction: &Attraction) -> Result<(), GpuError> {
        if !attraction.is_valid() {
            return Ok(());
        }
        self.motion.velocities_changed();
        touch::record_attraction(&self.gpu, &self.bodies, pass, attraction)
    }
}

/// Prepares to move `bodies`; with adaptive steps, from where those stand that there have been.
fn begin(
    gpu: &Gpu,
    bodies: &Bodies,
    parameters: &Parameters,
    plan: Plan,
    elapsed: &mut Option<Elapsed>,
    steps: u64,
) -> Result<Motion, GpuError> {
    if parameters.adaptive.is_none() {
        return Motion::new(gpu, bodies, parameters, plan, None);
    }
    let made = match elapsed.take() {
        Some(elapsed) => elapsed,
        None => Elapsed::new(gpu, steps)?,
    };
    made.begin_anew(gpu);
    let state = elapsed.insert(made).state.clone();
    Motion::new(gpu, bodies, parameters, plan, Some(state))
}

/// Milliseconds that the launch of a force pass and of the update after it take, however few bodies there are.
const LAUNCHES: f64 = 0.01;

/// A forecast: milliseconds that one step of `count` bodies takes where the forces run at `interactions_a_second`. A speed
/// measured with few bodies is below that of many, so that a forecast for more of them errs on the long side. Without a speed
/// (0) there is no end to it: infinity.
pub fn milliseconds_a_step(count: usize, integrator: Integrator, interactions_a_second: f64) -> f64 {
    let forces = f64::from(integrator.forces_a_step());
    forces * ((count as f64).powi(2) / interactions_a_second * 1e3 + LAUNCHES)
}
