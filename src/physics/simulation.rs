//! A system of bodies that moves: the whole of the physics on the GPU.

use super::gravity::Plan;
use super::motion::Motion;
use super::{Attraction, Bodies, Body, ParameterError, Parameters, touch};
use crate::gpu::{Gpu, GpuError};

/// Why a simulation cannot be.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SimulationError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
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
    /// Time and steps at which the present time step began to hold.
    since: (f64, u64),
    steps: u64,
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
        let bodies = Bodies::new(gpu, bodies)?;
        let motion = Motion::new(gpu, &bodies, &parameters, plan)?;
        Ok(Self { gpu: gpu.clone(), bodies, parameters, motion, plan, since: (0.0, 0), steps: 0 })
    }

    /// Records `steps` whole steps. The result does not depend on how a run is divided into calls.
    pub fn record_steps(&mut self, pass: &mut wgpu::ComputePass, steps: u32) {
        self.motion.record(pass, steps);
        self.steps += u64::from(steps);
    }

    /// Records what makes `bodies().acceleration` that of the present positions, where it is not: a force pass. Nothing moves.
    pub fn record_forces(&mut self, pass: &mut wgpu::ComputePass) {
        self.motion.record_forces(pass);
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
        self.gpu.submit(encoder);
        self.gpu.wait()
    }

    /// Changes the parameters from here on.
    ///
    /// # Errors
    /// As [`Simulation::new`]; the old parameters then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        parameters.validate()?;
        self.motion = Motion::new(&self.gpu, &self.bodies, &parameters, self.plan)?;
        self.since = (self.time(), self.steps);
        self.parameters = parameters;
        Ok(())
    }

    /// The bodies, in the GPU's memory.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Simulated time since the begin of the run.
    pub fn time(&self) -> f64 {
        // Multiplied, not added up: a thousand steps of 0.001 make exactly 1.
        let (time, steps) = self.since;
        time + self.parameters.time_step * (self.steps - steps) as f64
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
        Ok(Self { since: (time, steps), steps, ..Self::new(gpu, bodies, parameters)? })
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
