//! A session: a scene that runs and is pictured, by one `frame` for a window and for headless rendering alike.

mod clock;
mod hands;
mod meter;

use std::time::{Duration, Instant};

pub use clock::{Clock, Pace};
use hands::Hands;

use self::meter::Meter;
use crate::gpu::{Gpu, GpuError};
use crate::physics::initial::InitialError;
use crate::physics::{ForceKernel, Parameters, ProfileReading, ProfileSurvey, Reading, Simulation, SimulationError, Survey};
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
    /// Made with the first profile.
    profiles: Option<ProfileSurvey>,
    /// Steps at the last measurement that was recorded in slices.
    surveying: Option<u64>,
    clock: Clock,
    pace: Pace,
    hands: Hands,
    budget: Option<Duration>,
    meter: Meter,
    /// The picture that the last frame left.
    picture: Option<Picture>,
}

/// What a picture depends on, besides the scene's bodies.
#[derive(Debug, PartialEq)]
struct Picture {
    target: Target,
    camera: Camera,
    look: Look,
    steps: u64,
    has_forces: bool,
}

impl Picture {
    fn of(session: &Session, target: &Target) -> Self {
        let Scene { camera, ref look, .. } = session.scene;
        let (steps, has_forces) = (session.simulation.steps(), session.simulation.has_forces());
        Self { target: target.clone(), camera, look: look.clone(), steps, has_forces }
    }
}

impl Session {
    /// Makes the scene's bodies, uploads them and prepares to move, draw and measure them.
    ///
    /// # Errors
    /// [`SessionError`] where the scene's numbers are out of range or the GPU cannot hold it.
    pub fn new(gpu: &Gpu, scene: Scene, pace: Pace) -> Result<Self, SessionError> {
        // Before the bodies are made: a count past the adapter's memory is refused at once, by name.
        scene.physics.precision.check_storage(gpu, scene.count)?;
        let simulation = Simulation::new(gpu, &scene.bodies()?, scene.physics)?;
        let renderer = Renderer::new(gpu, simulation.bodies())?;
        let clock = Clock::new(pace, scene.physics.time_step);
        let meter = Meter::new(gpu);
        Ok(Self {
            gpu: gpu.clone(),
            scene,
            simulation,
            renderer,
            survey: None,
            profiles: None,
            surveying: None,
            clock,
            pace,
            hands: Hands::default(),
            budget: None,
            meter,
            picture: None,
        })
    }

    /// Records the steps that are due, then the picture, and goes on to the next frame. With a budget, it records as much of
    /// them as fits, then a picture of the last whole step; the clock goes on once all are done, so that the next calls go on
    /// with the rest. [`Session::submit`] what was recorded: that is what the budget is measured by. A picture that stands in
    /// `target` already, because no step, no look and no movement of the camera came between, is not drawn again: so a step
    /// that takes minutes leaves the time to answer. Nobody else may draw into the target.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short, or the first failure that the driver reported.
    pub fn frame(&mut self, encoder: &mut wgpu::CommandEncoder, target: &Target) -> Result<(), GpuError> {
        match self.budget {
            Some(budget) => self.record_within(encoder, u32::MAX, budget)?,
            None => {
                self.record_steps(encoder, self.steps_due().min(u64::from(u32::MAX)) as u32);
                if self.shows_forces() {
                    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                    self.simulation.record_forces(&mut pass);
                }
            }
        }
        let picture = Picture::of(self, target);
        if self.picture.as_ref() != Some(&picture) {
            self.record_trails(encoder)?;
            self.renderer.record(encoder, &self.scene.camera, &self.scene.look, target)?;
            self.picture = Some(picture);
        }
        self.record_watch(encoder)?;
        self.simulation.record_time(encoder)?;
        if !self.is_due() {
            self.clock.tick();
        }
        Ok(())
    }

    /// Whether the next frame waits for steps, or for the forces that its colours show.
    ///
    /// With adaptive steps towards a time, it also waits to hear whether that is reached.
    pub fn is_due(&self) -> bool {
        let is_unknown = self.time_due().is_some() && !self.simulation.knows_time();
        is_unknown
            || self.steps_due() > 0
            || self.simulation.progress().is_some()
            || self.shows_forces() && !self.simulation.has_forces()
    }

    /// Whether the picture shows accelerations. At the start there are none yet, and methods that begin with a drift leave those
    /// of the middle of a step.
    fn shows_forces(&self) -> bool {
        self.scene.look.color_by == ColorBy::Acceleration
    }

    /// Records what the next frame waits for, without the picture: at most `steps` steps, and as much of them as the GPU does in
    /// `budget`, by its speed so far; the smallest slice of a step at least.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short, or the first failure that the driver reported.
    pub fn record_within(&mut self, encoder: &mut wgpu::CommandEncoder, steps: u32, budget: Duration) -> Result<(), GpuError> {
        self.gpu.poll()?;
        self.meter.collect()?;
        self.simulation.collect_time()?;
        if !self.is_due() {
            return Ok(());
        }
        self.probe()?;
        let due = self.steps_due();
        let steps = due.min(u64::from(steps));
        let with_forces = self.shows_forces() && steps == due;
        let mut pass = self.meter.begin(encoder)?;
        let fitting = self.meter.speed().fitting(budget);
        let recorded = self.simulation.record_within(&mut pass, steps as u32, with_forces, fitting)?;
        drop(pass);
        self.simulation.record_time(encoder)?;
        self.meter.end(encoder, recorded);
        Ok(())
    }

    /// On a software adapter, takes the time of a small part of a force pass by itself, now and then: there the GPU's clock
    /// misses compute passes (Mesa 22.3), the host's holds the picture too, and waiting costs nothing, since the host does the
    /// work in any case.
    fn probe(&mut self) -> Result<(), GpuError> {
        while self.gpu.is_software() && self.simulation.progress().is_none() {
            let Some(interactions) = self.meter.probe() else { break };
            self.gpu.wait()?;
            let mut encoder = self.gpu.encoder("probe");
            let mut pass =
                encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("probe"), timestamp_writes: None });
            let recorded = self.simulation.record_probe(&mut pass, interactions)?;
            drop(pass);
            let begin = Instant::now();
            let submission = self.gpu.submit(encoder);
            self.gpu.wait_for(submission)?;
            self.meter.probed(recorded, begin.elapsed());
        }
        Ok(())
    }

    /// Records the present state's picture, and nothing else, into any target: for a screenshot beside the frames.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short.
    pub fn record_picture(&mut self, encoder: &mut wgpu::CommandEncoder, target: &Target) -> Result<(), GpuError> {
        self.renderer.record(encoder, &self.scene.camera, &self.scene.look, target)
    }

    /// Steps that the next frame waits for. Many of them are better submitted in batches beforehand. Of adaptive steps towards a
    /// time they are those that surely do not lead past it.
    pub fn steps_due(&self) -> u64 {
        match self.time_due() {
            Some(time) => self.simulation.steps_towards(time),
            None => self.clock.due(self.simulation.steps()),
        }
    }

    /// The time of the next frame, where steps cannot tell it.
    fn time_due(&self) -> Option<f64> {
        self.scene.physics.adaptive?;
        self.clock.time_due()
    }

    /// Waits until the time of the present state is known, where it is not: after adaptive steps.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait_for_time(&mut self) -> Result<(), GpuError> {
        if self.simulation.knows_time() {
            return Ok(());
        }
        let mut encoder = self.gpu.encoder("time");
        self.simulation.record_time(&mut encoder)?;
        let submission = self.submit(encoder);
        self.wait_for(submission)?;
        self.simulation.wait_for_time()
    }

    /// Records steps without a picture: whole ones, however long they take. A step under way is the first of them.
    pub fn record_steps(&mut self, encoder: &mut wgpu::CommandEncoder, steps: u32) {
        if steps == 0 && !self.simulation.is_mid_step() {
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
        let (time, steps) = (self.simulation.time(), self.simulation.steps());
        self.simulation.record_time(encoder)?;
        survey_of(&mut self.survey, &self.gpu, &self.simulation)?.record(encoder, time, steps)
    }

    /// Records as much of a measurement as the GPU does in `budget`, and says whether it is complete. Until then, call it again
    /// before any steps are recorded: a measurement that a whole step interrupts begins anew.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short, or the first failure that the driver reported.
    pub fn record_survey_within(&mut self, encoder: &mut wgpu::CommandEncoder, budget: Duration) -> Result<bool, GpuError> {
        self.gpu.poll()?;
        self.meter.collect()?;
        let (time, steps) = (self.simulation.time(), self.simulation.steps());
        let survey = survey_of(&mut self.survey, &self.gpu, &self.simulation)?;
        if self.surveying.replace(steps) != Some(steps) {
            survey.restart();
        }
        let mut pass = self.meter.begin(encoder)?;
        let (recorded, is_complete) = survey.record_slice(&mut pass, self.meter.speed().fitting(budget))?;
        drop(pass);
        self.meter.end(encoder, recorded);
        if is_complete {
            survey.record_result(encoder, time, steps)?;
            self.simulation.record_time(encoder)?;
        }
        Ok(is_complete)
    }

    /// Records a measurement of how the system is built at present: one submission, however many bodies there are.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short.
    pub fn record_profile(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let (time, steps) = (self.simulation.time(), self.simulation.steps());
        self.simulation.record_time(encoder)?;
        let profiles = match &mut self.profiles {
            Some(profiles) => profiles,
            none => none.insert(ProfileSurvey::new(&self.gpu, self.simulation.bodies())?),
        };
        profiles.record(encoder, time, steps)
    }

    /// The next profile that has arrived, in the order in which they were recorded. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn profile(&mut self) -> Result<Option<ProfileReading>, GpuError> {
        self.simulation.collect_time()?;
        let reading = self.profiles.as_mut().map_or(Ok(None), ProfileSurvey::collect)?;
        Ok(reading
            .map(|reading| ProfileReading { time: self.simulation.time_at(reading.steps).unwrap_or(reading.time), ..reading }))
    }

    /// Submits `encoder` and asks for the measurements and copies that it makes.
    pub fn submit(&mut self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let submission = self.gpu.submit(encoder);
        if let Some(survey) = &mut self.survey {
            survey.request();
        }
        if let Some(profiles) = &mut self.profiles {
            profiles.request();
        }
        self.hands.request();
        self.simulation.request_time();
        self.meter.submitted();
        submission
    }

    /// Waits until a submission has run.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait_for(&mut self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        self.gpu.wait_for(submission)?;
        self.meter.waited();
        self.simulation.collect_time()
    }

    /// The next measurement that has arrived, in the order in which they were recorded. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn reading(&mut self) -> Result<Option<Reading>, GpuError> {
        self.simulation.collect_time()?;
        let reading = self.survey.as_mut().map_or(Ok(None), Survey::collect)?;
        Ok(reading.map(|reading| self.timed(reading)))
    }

    /// The reading with the time that the GPU has told since it was recorded.
    fn timed(&self, reading: Reading) -> Reading {
        Reading { time: self.simulation.time_at(reading.steps).unwrap_or(reading.time), ..reading }
    }

    /// The next measurement of those recorded before [`Gpu::wait`]; `None` after the last.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn last_reading(&mut self) -> Result<Option<Reading>, GpuError> {
        self.simulation.collect_time()?;
        let reading = self.survey.as_mut().map_or(Ok(None), Survey::wait)?;
        Ok(reading.map(|reading| self.timed(reading)))
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

    /// The most time that the simulation may take on the GPU within one frame; none, as at first: all the steps that are due.
    /// A frame records the smallest slice of a step at least: 20 ms on a slow GPU, where its memory allows.
    pub fn set_budget(&mut self, budget: Option<Duration>) {
        self.budget = budget;
    }

    /// The share of the step under way that is done, in 0 .. 1, where it is spread over several frames. The forces that colours
    /// show count as a step.
    pub fn progress(&self) -> Option<f32> {
        self.simulation.progress()
    }

    /// The speed of the simulation, measured in frames with a budget; `None` before the first measurement has arrived.
    pub fn interactions_a_second(&self) -> Option<f64> {
        self.meter.speed().interactions_a_second()
    }

    /// Changes the kernel that sums up the forces, from the last whole step on.
    ///
    /// # Errors
    /// [`GpuError`] where the adapter cannot run it, it does not compile or memory is short; the old one then stays.
    pub fn set_force_kernel(&mut self, kernel: ForceKernel) -> Result<(), GpuError> {
        self.simulation.set_force_kernel(kernel)?;
        self.meter.reset();
        Ok(())
    }

    /// The kernel that sums up the forces.
    pub fn force_kernel(&self) -> ForceKernel {
        self.simulation.force_kernel()
    }

    /// Changes the physics from the last whole step on: a step under way begins anew.
    ///
    /// # Errors
    /// [`SimulationError`] where a parameter is out of range; the old ones then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        self.simulation.set_parameters(parameters)?;
        if parameters.integrator != self.scene.physics.integrator {
            self.meter.reset();
        }
        let is_of_another_precision = parameters.precision != self.scene.physics.precision;
        if is_of_another_precision {
            self.meter.reset();
            self.hands.retire_snapshots();
        }
        if parameters.softening != self.scene.physics.softening || is_of_another_precision {
            self.survey = None; // measured with the old softening, or other bodies
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

/// The survey, made where there is none yet.
fn survey_of<'a>(survey: &'a mut Option<Survey>, gpu: &Gpu, simulation: &Simulation) -> Result<&'a mut Survey, GpuError> {
    match survey {
        Some(survey) => Ok(survey),
        None => Ok(survey.insert(Survey::new(gpu, simulation.bodies(), simulation.parameters().softening)?)),
    }
}
