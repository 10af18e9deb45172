//! A session: a running scene and its pictures. Windows and headless rendering use the same `frame`.

mod bodies;
mod clock;
mod copies;
mod history;
mod light;
mod measure;
mod meter;
mod prepared;
mod restore;
mod saved;
mod shot;
mod trails;

use std::time::{Duration, Instant};

pub use clock::{Clock, Pace, whole_steps};
use copies::Copies;
pub use copies::Ticket;
pub use history::{Branch, History, Moment};

use self::meter::Meter;
use self::prepared::Prepared;
use crate::gpu::{Gpu, GpuError};
use crate::physics::initial::InitialError;
use crate::physics::{ForceErrors, Gravity, Parameters, Plan, ProfileSurvey, Simulation, SimulationError, Survey};
use crate::render::{Camera, Canvas, ColorBy, Look, Mosaic, Print, Region, Renderer, Target, TargetError};
use crate::scene::{Scene, Units};

/// Why a session cannot start.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SessionError {
    /// The initial state cannot be created.
    #[error(transparent)]
    Initial(#[from] InitialError),
    /// The simulation cannot be created.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The GPU failed, or cannot hold the session.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// A running scene.
///
/// ```no_run
/// use starshell::{gpu::Gpu, render::{Format, Target}, scene::Scene, session::{Pace, Session}};
///
/// let gpu = Gpu::open(None)?;
/// let mut session = Session::new(&gpu, Scene::load("shell")?, Pace::StepsPerFrame(2))?;
/// let target = Target::new(&gpu, [1280, 720], Format::default())?;
/// for _ in 0..60 {
///     let mut encoder = gpu.encoder("frame");
///     session.frame(&mut encoder, &target)?;
///     session.submit(encoder);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    gpu: Gpu,
    scene: Scene,
    simulation: Simulation,
    renderer: Renderer,
    /// The canvas of the last frame's target.
    canvas: Option<Canvas>,
    /// Created with the first measurement, because it takes as much memory as the simulation itself.
    survey: Prepared<Survey>,
    /// Created with the first profile.
    profiles: Prepared<ProfileSurvey>,
    /// Created with the first check of a tree's forces.
    errors: Option<ForceErrors>,
    /// Step number of the last measurement that was recorded in slices.
    surveying: Option<u64>,
    clock: Clock,
    copies: Copies,
    budget: Option<Duration>,
    meter: Meter,
    /// The last speeds of direct sums and of trees, for forecasts.
    speeds: [Option<f64>; 2],
    /// The picture that the last frame drew.
    picture: Option<Picture>,
    /// Whether frames leave out the dear parts of the look.
    has_plain_light: bool,
}

/// Everything that a picture depends on, besides the scene's bodies.
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
        let look = if session.has_plain_light { look.with_plain_light() } else { look.clone() };
        let (steps, has_forces) = (session.simulation.steps(), session.simulation.has_forces());
        Self { target: target.clone(), camera, look, steps, has_forces }
    }
}

impl Session {
    /// Creates and uploads the scene's bodies, and prepares to move, draw and measure them. The first frame is at the start.
    ///
    /// # Errors
    /// [`SessionError`] if a number in the scene is out of range or the GPU cannot hold it.
    pub fn new(gpu: &Gpu, scene: Scene, pace: Pace) -> Result<Self, SessionError> {
        let clock = Clock::new(pace, scene.physics.time_step);
        Self::with_clock(gpu, scene, clock)
    }

    /// As [`Session::new`], with the caller's clock, such as one whose first frame is one frame interval away.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn with_clock(gpu: &Gpu, scene: Scene, clock: Clock) -> Result<Self, SessionError> {
        // Check before creating the bodies, so that a count beyond the adapter's memory is rejected at once, with a clear
        // message.
        scene.physics.check_storage(gpu, scene.count)?;
        let simulation = Simulation::new(gpu, &scene.bodies()?, scene.physics)?;
        Ok(Self::of(gpu, scene, simulation, clock))
    }

    /// A session for a simulation of `scene`.
    fn of(gpu: &Gpu, scene: Scene, simulation: Simulation, clock: Clock) -> Self {
        Self {
            gpu: gpu.clone(),
            scene,
            renderer: Renderer::new(gpu, simulation.bodies()),
            simulation,
            canvas: None,
            survey: Prepared::default(),
            profiles: Prepared::default(),
            errors: None,
            surveying: None,
            clock,
            copies: Copies::default(),
            budget: None,
            meter: Meter::new(gpu),
            speeds: [None; 2],
            picture: None,
            has_plain_light: false,
        }
    }

    /// Records the steps that are due and then the picture, and moves on to the next frame. With a budget, it records as many
    /// steps as fit, then a picture of the last whole step; the next calls record the rest, and the clock moves on once all are
    /// done. Submit the commands with [`Session::submit`], which measures them for the budget.
    ///
    /// If bodies, look and camera are the same as in the last frame, the picture already in `target` is kept, so that the window
    /// stays responsive during a step that takes minutes. Nothing else may draw into the target.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out, or the first failure that the driver reported.
    pub fn frame(&mut self, encoder: &mut wgpu::CommandEncoder, target: &Target) -> Result<(), GpuError> {
        self.record_due(encoder)?;
        let picture = Picture::of(self, target);
        if self.picture.as_ref() != Some(&picture) {
            self.record_trails(encoder)?;
            let canvas = match &mut self.canvas {
                Some(canvas) => canvas,
                none => none.insert(self.renderer.canvas(target)?),
            };
            canvas.set_target(target)?;
            self.renderer.record(encoder, canvas, &picture.camera, &picture.look)?;
            self.picture = Some(picture);
        }
        self.end_frame(encoder)
    }

    /// As [`Session::frame`], without the picture, which may be drawn [tile by tile](Session::mosaic) afterwards.
    ///
    /// # Errors
    /// As [`Session::frame`].
    pub fn frame_without_picture(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.record_due(encoder)?;
        self.record_trails(encoder)?;
        self.end_frame(encoder)
    }

    /// Leaves out the parts of the look that take long to draw: diffuse light, dust, spikes and the sky. Only what
    /// [`Session::frame`] draws changes, not pictures in other canvases.
    pub fn set_plain_light(&mut self, is_plain: bool) {
        self.has_plain_light = is_plain;
    }

    /// Whether frames leave out the parts of the look that take long to draw.
    pub fn has_plain_light(&self) -> bool {
        self.has_plain_light
    }

    /// Records the steps that are due, or as many as fit the budget, and the forces that colours show.
    fn record_due(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        if let Some(budget) = self.budget {
            return self.record_within(encoder, u32::MAX, budget);
        }
        self.record_steps(encoder, self.steps_due().min(u64::from(u32::MAX)) as u32)?;
        if self.shows_forces() {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.simulation.record_forces(&mut pass);
        }
        Ok(())
    }

    /// Records what follows a picture, and advances the clock if all steps of the frame are done.
    fn end_frame(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.record_watch(encoder)?;
        self.record_light(encoder)?;
        self.simulation.record_time(encoder)?;
        if !self.is_due() {
            self.clock.tick();
        }
        Ok(())
    }

    /// Whether the next frame waits for steps, or for the forces that its colours show. If it does not, a step in progress is
    /// suspended until one is due again.
    ///
    /// With adaptive steps towards a time, it also waits to learn whether that time has been reached.
    pub fn is_due(&self) -> bool {
        let is_unknown = self.time_due().is_some() && !self.simulation.knows_time();
        is_unknown || self.steps_due() > 0 || self.shows_forces() && !self.simulation.has_forces()
    }

    /// Whether the picture shows accelerations. At the start there are none yet, and methods that begin with a drift leave
    /// those of mid-step.
    fn shows_forces(&self) -> bool {
        self.scene.look.color_by == ColorBy::Acceleration
    }

    /// Records what the next frame waits for, without the picture: at most `steps` steps, and as much of them as the GPU can do
    /// within `budget` at its speed so far, but at least the smallest slice of a step.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out, or the first failure that the driver reported.
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
        self.prepare_trails()?;
        let mut pass = self.meter.begin(encoder)?;
        let fitting = self.meter.speed().fitting(budget);
        let recorded = self.record_to_points(&mut pass, due, steps, with_forces, fitting)?;
        drop(pass);
        self.simulation.record_time(encoder)?;
        self.meter.end(encoder, recorded);
        Ok(())
    }

    /// On a software adapter, times a small slice of a force pass by itself at intervals. There, GPU timestamps miss compute
    /// passes (Mesa 22.3), host times include the picture, and waiting costs nothing because the host does the work anyway.
    fn probe(&mut self) -> Result<(), GpuError> {
        while self.gpu.is_software() && self.simulation.progress().is_none() {
            let Some(work) = self.meter.probe() else { break };
            self.gpu.wait()?;
            let mut encoder = self.gpu.encoder("probe");
            let mut pass =
                encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("probe"), timestamp_writes: None });
            let recorded = self.simulation.record_probe(&mut pass, work)?;
            drop(pass);
            let begin = Instant::now();
            let submission = self.gpu.submit(encoder);
            self.gpu.wait_for(submission)?;
            self.meter.probed(recorded, begin.elapsed());
        }
        Ok(())
    }

    /// Records only a picture of the current state, into any target, such as for a screenshot.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn record_picture(&mut self, encoder: &mut wgpu::CommandEncoder, target: &Target) -> Result<(), GpuError> {
        let mut canvas = self.canvas(target)?;
        self.renderer.record(encoder, &mut canvas, &self.scene.camera, &self.scene.look)
    }

    /// Prepares a canvas into a target other than that of the frames, for [`Session::record_canvas`]. It leaves out the
    /// [trail of one body](Session::set_body_trail) unless [asked for](Canvas::set_body_trail).
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn canvas(&self, target: &Target) -> Result<Canvas, GpuError> {
        let mut canvas = self.renderer.canvas(target)?;
        canvas.set_body_trail(false);
        Ok(canvas)
    }

    /// Records a picture of the current state in `canvas`, which may come from another session on the same GPU, or from before the
    /// bodies were replaced.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn record_canvas(&mut self, encoder: &mut wgpu::CommandEncoder, canvas: &mut Canvas) -> Result<(), GpuError> {
        self.renderer.adopt(canvas)?;
        self.renderer.record(encoder, canvas, &self.scene.camera, &self.scene.look)
    }

    /// Prepares a picture that is drawn tile by tile: a large one, or with several samples per pixel. It leaves out the
    /// [trail of one body](Session::set_body_trail) unless [asked for](Mosaic::set_body_trail).
    ///
    /// # Errors
    /// [`TargetError`] if the picture is not possible or memory runs out.
    pub fn mosaic(&self, print: Print) -> Result<Mosaic, TargetError> {
        let mut mosaic = self.renderer.mosaic(print)?;
        mosaic.set_body_trail(false);
        Ok(mosaic)
    }

    /// Records the next pass of `mosaic`. If the pass completes a tile, returns the part of the picture that is then in the
    /// target. Bodies, camera and look must not change from the first pass to the last.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn record_tile(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        mosaic: &mut Mosaic,
        camera: &Camera,
        look: &Look,
    ) -> Result<Option<Region>, GpuError> {
        self.renderer.record_tile(encoder, mosaic, camera, look)
    }

    /// Number of steps that the next frame waits for. If there are many, submit them in batches beforehand. With adaptive steps
    /// towards a time, only as many as cannot overshoot it.
    pub fn steps_due(&self) -> u64 {
        match self.time_due() {
            Some(time) => self.simulation.steps_towards(time),
            None => self.clock.due(self.simulation.steps()),
        }
    }

    /// The time of the next frame, if it cannot be expressed in steps.
    fn time_due(&self) -> Option<f64> {
        self.scene.physics.adaptive?;
        self.clock.time_due()
    }

    /// Waits until the time of the current state is known. Only adaptive steps need this.
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

    /// Submits `encoder` and requests the measurements and copies recorded in it.
    pub fn submit(&mut self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let submission = self.gpu.submit(encoder);
        if let Some(survey) = self.survey.ready() {
            survey.request();
        }
        if let Some(profiles) = self.profiles.ready() {
            profiles.request();
        }
        self.errors.iter_mut().for_each(ForceErrors::request);
        self.copies.request();
        if let Some(canvas) = &mut self.canvas {
            canvas.request();
        }
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

    /// The device that the session runs on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Changes the pace from the next frame on.
    pub fn set_pace(&mut self, pace: Pace) {
        self.clock = Clock::after(self.simulation.steps(), pace, self.scene.physics.time_step);
    }

    /// Makes the next frame show the current state, taken as that at the simulated time `time`; later frames follow at this
    /// pace.
    pub fn begin(&mut self, time: f64, pace: Pace) {
        self.clock = Clock::from(self.simulation.steps(), time, pace, self.scene.physics.time_step);
    }

    /// The spacing of frames.
    pub fn pace(&self) -> Pace {
        self.clock.pace()
    }

    /// Most GPU time that the simulation may take per frame. `None`, the default, records all steps that are due. A frame
    /// always records at least the smallest slice of a step: 20 ms on a slow GPU, if its memory allows.
    pub fn set_budget(&mut self, budget: Option<Duration>) {
        self.budget = budget;
    }

    /// The finished share of the step in progress, in 0 .. 1, if it is spread over several frames. The forces that colours show
    /// count as a step.
    pub fn progress(&self) -> Option<f32> {
        self.simulation.progress()
    }

    /// The speed of the simulation as [work](crate::physics::ForcePass::work) per second, measured in frames with a budget;
    /// `None` before the first measurement has arrived.
    pub fn work_per_second(&self) -> Option<f64> {
        self.meter.speed().work_per_second()
    }

    /// The speed at which this gravity would be summed: measured while the session used its method, or else the present speed.
    pub fn work_per_second_by(&self, gravity: Gravity) -> Option<f64> {
        let now = self.work_per_second();
        let by = usize::from(matches!(gravity, Gravity::Tree(_)));
        let is_now = by == usize::from(matches!(self.simulation.gravity(), Gravity::Tree(_)));
        self.speeds[by].filter(|_| !is_now || now.is_none()).or(now)
    }

    /// Plans direct sums anew, because other plans are the best now.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    pub fn plan_anew(&mut self) -> Result<(), GpuError> {
        self.simulation.plan_anew()?;
        self.meter.reset();
        Ok(())
    }

    /// Changes the plan of direct sums from the last whole step on, for example to that of a stored picture.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    pub fn set_plan(&mut self, plan: Plan) -> Result<(), GpuError> {
        self.simulation.set_plan(plan)?;
        self.meter.reset();
        Ok(())
    }

    /// Changes the physics from the last whole step on. A step in progress starts again.
    ///
    /// # Errors
    /// [`SimulationError`] if a parameter is out of range; the old ones then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        let gravity = self.simulation.gravity();
        let speed = &mut self.speeds[usize::from(matches!(gravity, Gravity::Tree(_)))];
        *speed = self.meter.speed().work_per_second().or(*speed);
        self.simulation.set_parameters(parameters)?;
        let has_other_gravity = self.simulation.gravity() != gravity;
        if has_other_gravity || parameters.integrator != self.scene.physics.integrator {
            self.meter.reset();
        }
        let is_of_another_precision = parameters.precision != self.scene.physics.precision;
        if is_of_another_precision {
            self.meter.reset();
            self.copies.retire_snapshots();
        }
        if parameters.softening != self.scene.physics.softening || is_of_another_precision || has_other_gravity {
            // Measured with the old softening, gravity or bodies.
            (self.survey, self.errors) = (Prepared::Missing, None);
        }
        // Reading the scene back would reset these two of a faithful preset.
        let now = self.scene.physics;
        self.scene.faithful &= (parameters.softening, parameters.damping) == (now.softening, now.damping);
        self.scene.physics = parameters;
        self.set_pace(self.pace());
        Ok(())
    }

    /// The values at the two ends of the colour map: the look's own, or else those measured in the newest picture that has
    /// arrived. `None` if no measurement has arrived, and for components and uniform colours. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn color_range(&mut self) -> Result<Option<[f64; 2]>, GpuError> {
        self.canvas.as_mut().map_or(Ok(None), |canvas| canvas.color_range(&self.scene.look))
    }

    /// Whether the colour range of the newest picture has not arrived yet at [`Session::color_range`].
    pub fn awaits_color_range(&self) -> bool {
        self.canvas.as_ref().is_some_and(Canvas::awaits_color_range)
    }

    /// Moves the camera, within its [bounds](Camera::bounded); values that are not finite keep their old ones. Returns the new
    /// camera.
    pub fn set_camera(&mut self, camera: &Camera) -> Camera {
        self.scene.camera = camera.bounded(&self.scene.camera);
        self.scene.camera
    }

    /// Sets what the scene's units are in the world. Changes nothing that is computed.
    pub fn set_units(&mut self, units: Option<Units>) {
        self.scene.units = units;
    }

    /// How bodies are drawn, for changes.
    pub fn look_mut(&mut self) -> &mut Look {
        &mut self.scene.look
    }

    /// The scene with its current physics, camera and look.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The simulation.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }
}
