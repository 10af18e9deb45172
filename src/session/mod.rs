//! A session: a running scene and its pictures. Windows and headless rendering use the same
//! `frame`.
//!
//! Use it for a viewer or a film of a [`Scene`]: it records the steps that are due, draws the last
//! whole one, and collects measurements and copies without stalling. For a run without pictures,
//! [`Simulation`] is enough.
//!
//! ```
//! use starshell::gpu::Gpu;
//! use starshell::render::{Format, Target};
//! use starshell::scene::Scene;
//! use starshell::session::{Pace, Session};
//!
//! let gpu = Gpu::open(None)?;
//! let mut scene = Scene::load("plummer")?;
//! scene.count = 256;
//! let mut session = Session::new(&gpu, scene, Pace::Span { time: 0.1, frames: 2 })?;
//! let target = Target::new(&gpu, [64, 64], Format::default())?;
//! for _ in 0..2 {
//!     let mut encoder = gpu.encoder("frame");
//!     session.frame(&mut encoder, &target)?;
//!     session.submit(encoder);
//! }
//! gpu.wait()?;
//! assert!((session.simulation().time() - 0.1).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bodies;
mod clock;
mod computing;
mod copies;
mod frame;
mod history;
mod instruments;
mod light;
mod measure;
mod members;
mod meter;
mod picture;
mod prepared;
mod restore;
mod saved;
mod shot;
mod trails;

use std::sync::Arc;
use std::time::Duration;

pub use clock::{Clock, Pace, whole_steps};
use copies::Copies;
pub use copies::Ticket;
pub use history::{Branch, History, Moment};
use members::Computing;
pub use members::{MemberTimes, Members, Seat, UnknownMembers};

use self::instruments::Instruments;
use self::meter::{Meter, Speed};
use crate::cpu::CpuError;
use crate::gpu::{Gpu, GpuError};
use crate::physics::initial::InitialError;
use crate::physics::{Gravity, Member, Parameters, Plan, Simulation, SimulationError};
use crate::ranks::RanksError;
use crate::render::{Camera, Canvas, Look, Renderer, Target};
use crate::scene::{Scene, Units};

/// Why a session cannot start.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The initial state cannot be created.
    #[error(transparent)]
    Initial(#[from] InitialError),
    /// The simulation cannot be created.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The processor cannot compute.
    #[error(transparent)]
    Processor(#[from] CpuError),
    /// A further process of the run cannot compute.
    #[error(transparent)]
    Ranks(#[from] RanksError),
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
    instruments: Instruments,
    clock: Clock,
    copies: Copies,
    budget: Option<Duration>,
    meter: Meter,
    /// The speed of the member that computes the forces, if one does.
    speed_of_member: Speed,
    /// What computes the forces.
    computing: Computing,
    /// The last speeds of direct sums, trees and grids, for forecasts.
    speeds: [Option<f64>; 3],
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
    is_plain: bool,
    steps: u64,
    has_forces: bool,
}

impl Session {
    /// Creates and uploads the scene's bodies, and prepares to move, draw and measure them. The
    /// first frame is at the start.
    ///
    /// # Errors
    /// [`SessionError`] if a number in the scene is out of range or the GPU cannot hold it.
    pub fn new(gpu: &Gpu, scene: Scene, pace: Pace) -> Result<Self, SessionError> {
        let clock = Clock::new(pace, scene.physics.time_step);
        Self::with_clock(gpu, scene, clock)
    }

    /// As [`Session::new`], with the caller's clock, such as one whose first frame is one frame
    /// interval away.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn with_clock(gpu: &Gpu, scene: Scene, clock: Clock) -> Result<Self, SessionError> {
        // Check before creating the bodies, so that a count beyond the adapter's memory is rejected
        // at once, with a clear message.
        scene.physics.check_storage(gpu, scene.count)?;
        let simulation = Simulation::new(gpu, &scene.bodies()?, scene.physics)?;
        Ok(Self::from_simulation(gpu, scene, simulation, clock))
    }

    /// A session for a simulation of `scene`.
    fn from_simulation(gpu: &Gpu, scene: Scene, simulation: Simulation, clock: Clock) -> Self {
        Self {
            gpu: gpu.clone(),
            scene,
            renderer: Renderer::new(gpu, simulation.bodies()),
            simulation,
            canvas: None,
            instruments: Instruments::default(),
            clock,
            copies: Copies::default(),
            budget: None,
            meter: Meter::new(gpu),
            speed_of_member: Speed::default(),
            computing: Computing::default(),
            speeds: [None; 3],
            picture: None,
            has_plain_light: false,
        }
    }

    /// The device that the session runs on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Changes the pace from the next frame on.
    pub fn set_pace(&mut self, pace: Pace) {
        self.clock = Clock::after(self.simulation.steps(), pace, self.scene.physics.time_step);
    }

    /// Makes the next frame show the current state, taken as that at the simulated time `time`;
    /// later frames follow at this pace.
    pub fn begin(&mut self, time: f64, pace: Pace) {
        self.clock = Clock::from(self.simulation.steps(), time, pace, self.scene.physics.time_step);
    }

    /// Which frame is next, and when.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Goes on with the clock of an earlier session.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// The spacing of frames.
    pub fn pace(&self) -> Pace {
        self.clock.pace()
    }

    /// Most GPU time that the simulation may take per frame. `None`, the default, records all steps
    /// that are due. A frame always records at least the smallest slice of a step: 20 ms on a slow
    /// GPU, if its memory allows.
    pub fn set_budget(&mut self, budget: Option<Duration>) {
        self.budget = budget;
    }

    /// The finished share of the step in progress, in 0 .. 1, if it is spread over several frames.
    /// The forces that colours show count as a step.
    pub fn progress(&self) -> Option<f32> {
        self.simulation.progress()
    }

    /// The speed of the simulation as [work](crate::physics::ForcePass::work) per second, measured
    /// in frames with a budget; `None` before the first measurement has arrived.
    pub fn work_per_second(&self) -> Option<f64> {
        self.speed().work_per_second()
    }

    /// Speed of measurements as [work](crate::physics::ForcePass::work) per second. The adapter
    /// makes them even if another computes the forces.
    pub fn measuring_per_second(&self) -> Option<f64> {
        self.meter.speed().work_per_second()
    }

    /// The speed of whatever computes the forces.
    fn speed(&self) -> &Speed {
        if self.simulation.is_hosted() { &self.speed_of_member } else { self.meter.speed() }
    }

    /// Forgets the speed, because other forces are computed from here on.
    fn forget_speed(&mut self) {
        self.meter.reset();
        self.speed_of_member = Speed::default();
    }

    /// Lets `member` compute the forces from the last whole step on, or the adapter if it is
    /// `None`. A step in progress starts again.
    ///
    /// # Errors
    /// As [`Simulation::set_member`].
    pub fn set_member(&mut self, member: Option<Arc<dyn Member>>) -> Result<(), GpuError> {
        self.simulation.set_member(member)?;
        self.speeds = [None; 3];
        self.forget_speed();
        self.meter.set_timed(self.simulation.is_hosted());
        Ok(())
    }

    /// Whether the speed of this gravity's method has been measured in this session.
    pub fn has_timed(&self, gravity: Gravity) -> bool {
        let is_now = method(gravity) == method(self.simulation.gravity());
        self.speeds[method(gravity)].is_some() || is_now && self.work_per_second().is_some()
    }

    /// The speed at which this gravity would be summed: measured while the session used its method,
    /// or else the present speed.
    pub fn work_per_second_by(&self, gravity: Gravity) -> Option<f64> {
        let now = self.work_per_second();
        let by = method(gravity);
        let is_now = by == method(self.simulation.gravity());
        self.speeds[by].filter(|_| !is_now || now.is_none()).or(now)
    }

    /// Plans direct sums anew, because other plans are the best now.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    pub fn replan(&mut self) -> Result<(), GpuError> {
        self.simulation.replan()?;
        self.forget_speed();
        Ok(())
    }

    /// Changes the plan of direct sums from the last whole step on, for example to that of a stored
    /// picture.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    pub fn set_plan(&mut self, plan: Plan) -> Result<(), GpuError> {
        self.simulation.set_plan(plan)?;
        self.forget_speed();
        Ok(())
    }

    /// Changes the physics from the last whole step on. A step in progress starts again.
    ///
    /// # Errors
    /// [`SimulationError`] if a parameter is out of range; the old ones then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        let gravity = self.simulation.gravity();
        let now = self.work_per_second();
        let speed = &mut self.speeds[method(gravity)];
        *speed = now.or(*speed);
        self.simulation.set_parameters(parameters)?;
        let has_other_gravity = self.simulation.gravity() != gravity;
        if has_other_gravity || parameters.integrator != self.scene.physics.integrator {
            self.forget_speed();
        }
        let is_of_another_precision = parameters.precision != self.scene.physics.precision;
        if is_of_another_precision {
            self.forget_speed();
            self.copies.retire_snapshots();
        }
        if parameters.softening != self.scene.physics.softening
            || is_of_another_precision
            || has_other_gravity
        {
            // Measured with the old softening, gravity or bodies.
            self.instruments.forget_energies();
        }
        // Reading the scene back would reset these two of a faithful preset.
        let now = self.scene.physics;
        self.scene.faithful &=
            (parameters.softening, parameters.damping) == (now.softening, now.damping);
        self.scene.physics = parameters;
        self.set_pace(self.pace());
        self.choose_members();
        Ok(())
    }

    /// Moves the camera, within its [bounds](Camera::bounded); values that are not finite keep
    /// their old ones. Returns the new camera.
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

/// The place of a method among the speeds.
fn method(gravity: Gravity) -> usize {
    match gravity {
        Gravity::Auto(_) | Gravity::Direct(_) => 0,
        Gravity::Tree(_) => 1,
        Gravity::Mesh(_) => 2,
    }
}
