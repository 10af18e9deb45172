//! A session: a scene that runs and is pictured, by one `frame` for a window and for headless rendering alike.

mod clock;
mod hands;

pub use clock::{Clock, Pace};
use hands::Hands;

use crate::gpu::{Gpu, GpuError};
use crate::physics::initial::InitialError;
use crate::physics::{Parameters, Reading, Simulation, SimulationError, Survey};
use crate::render::{Camera, ColorBy, Look, Renderer, Target};
use crate::scene::Scene;

/// Why a session cannot begin.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SessionError {
    /// The initial state cannot be made.
    #[error(transparent)]
    Initial(#[from] InitialError),
    /// The simulation cannot be made.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The GPU refuses.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// A scene in motion.
#[derive(Debug)]
pub struct Session {
    gpu: Gpu,
    scene: Scene,
    simulation: Simulation,
    renderer: Renderer,
    /// Made with the first measurement: it takes as much memory as the simulation itself.
    survey: Option<Survey>,
    clock: Clock,
    pace: Pace,
    hands: Hands,
}

impl Session {
    /// Makes the scene's bodies, uploads them and prepares to move, draw and measure them.
    ///
    /// # Errors
    /// [`SessionError`] where the scene's numbers are out of range or the GPU cannot hold it.
    pub fn new(gpu: &Gpu, scene: Scene, pace: Pace) -> Result<Self, SessionError> {
        // Before the bodies are made: a count past the adapter's memory is refused at once, by name.
        gpu.check_storage::<[f32; 4]>(&format!("{} positions", scene.count), scene.count)?;
        let simulation = Simulation::new(gpu, &scene.bodies()?, scene.physics)?;
        let renderer = Renderer::new(gpu, simulation.bodies())?;
        let clock = Clock::new(pace, scene.physics.time_step);
        Ok(Self { gpu: gpu.clone(), scene, simulation, renderer, survey: None, clock, pace, hands: Hands::default() })
    }

    /// Records the steps that are due, then the picture, and goes on to the next frame.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short.
    pub fn frame(&mut self, encoder: &mut wgpu::CommandEncoder, target: &Target) -> Result<(), GpuError> {
        let due = self.steps_due().min(u64::from(u32::MAX)) as u32;
        self.record_steps(encoder, due);
        self.record_trails(encoder)?;
        if self.scene.look.color_by == ColorBy::Acceleration {
            // At the start there is none yet, and methods that begin with a drift leave that of the middle of a step.
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.simulation.record_forces(&mut pass);
        }
        self.renderer.record(encoder, &self.scene.camera, &self.scene.look, target)?;
        self.record_watch(encoder)?;
        self.clock.tick();
        Ok(())
    }

    /// Records the present state's picture, and nothing else, into any target: for a screenshot beside the frames.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short.
    pub fn record_picture(&mut self, encoder: &mut wgpu::CommandEncoder, target: &Target) -> Result<(), GpuError> {
        self.renderer.record(encoder, &self.scene.camera, &self.scene.look, target)
    }

    /// Steps that the next frame waits for. Many of them are better submitted in batches beforehand.
    pub fn steps_due(&self) -> u64 {
        self.clock.due(self.simulation.steps())
    }

    /// Records steps without a picture.
    pub fn record_steps(&mut self, encoder: &mut wgpu::CommandEncoder, steps: u32) {
        if steps == 0 {
            return;
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("steps"), timestamp_writes: None });
        self.simulation.record_steps(&mut pass, steps);
    }

    /// Records a measurement of the present state.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_survey(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let survey = match &mut self.survey {
            Some(survey) => survey,
            None => {
                let softening = self.simulation.parameters().softening;
                self.survey.insert(Survey::new(&self.gpu, self.simulation.bodies(), softening)?)
            }
        };
        survey.record(encoder, self.simulation.time(), self.simulation.steps())
    }

    /// Submits `encoder` and asks for the measurements and copies that it makes.
    pub fn submit(&mut self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let submission = self.gpu.submit(encoder);
        if let Some(survey) = &mut self.survey {
            survey.request();
        }
        self.hands.request();
        submission
    }

    /// The next measurement that has arrived, in the order in which they were recorded. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn reading(&mut self) -> Result<Option<Reading>, GpuError> {
        self.survey.as_mut().map_or(Ok(None), Survey::collect)
    }

    /// The next measurement of those recorded before [`Gpu::wait`]; `None` after the last.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn last_reading(&mut self) -> Result<Option<Reading>, GpuError> {
        self.survey.as_mut().map_or(Ok(None), Survey::wait)
    }

    /// Changes how many steps lead to the next frame and those after it.
    pub fn set_pace(&mut self, pace: Pace) {
        self.clock = Clock::after(self.simulation.steps(), pace, self.scene.physics.time_step);
        self.pace = pace;
    }

    /// How many steps lead to each frame.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Changes the physics from the present state on.
    ///
    /// # Errors
    /// [`SimulationError`] where a parameter is out of range; the old ones then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        self.simulation.set_parameters(parameters)?;
        if parameters.softening != self.scene.physics.softening {
            self.survey = None; // measured with the old softening
        }
        self.scene.physics = parameters;
        self.set_pace(self.pace);
        Ok(())
    }

    /// Where the picture is taken from, to be changed.
    pub fn camera_mut(&mut self) -> &mut Camera {
        &mut self.scene.camera
    }

    /// How bodies are pictured, to be changed.
    pub fn look_mut(&mut self) -> &mut Look {
        &mut self.scene.look
    }

    /// The scene, as it runs.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The simulation.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }
}
