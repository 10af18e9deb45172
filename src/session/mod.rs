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
mod choice;
mod clock;
mod computing;
mod copies;
mod course;
mod edit;
mod error;
mod frame;
mod instruments;
mod measure;
mod members;
mod meter;
mod picture;
mod prepared;
mod restore;
mod saved;
mod steps;
mod viewing;

use std::time::Duration;

pub use clock::{Clock, Pace, whole_steps};
pub use computing::Computing;
pub use copies::Ticket;
use copies::{Copies, Watches};
pub use error::SessionError;
use instruments::Instruments;
pub use measure::Measuring;
pub use members::{Members, Seat};
pub use picture::Pictures;
pub use viewing::Viewing;

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use course::{Course, Edit, Edited, Setup};
#[doc(hidden)]
pub use edit::replay;
#[doc(hidden)]
pub use members::MemberTimes;

use crate::gpu::{Gpu, GpuError};
use crate::physics::{ParameterError, Parameters, Simulation, SimulationError};
use crate::render::Canvas;
use crate::scene::Scene;

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
    scene: Scene,
    computing: Computing,
    clock: Clock,
    budget: Option<Duration>,
    pictures: Pictures,
    instruments: Instruments,
    copies: Copies,
    watches: Watches,
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
    pub fn with_clock(gpu: &Gpu, mut scene: Scene, clock: Clock) -> Result<Self, SessionError> {
        if scene.physics.external.is_some() {
            scene.leave_frame();
        }
        // Check before creating the bodies, so that a count beyond the adapter's memory is rejected
        // at once, with a clear message.
        scene.physics.check_storage(gpu, scene.count)?;
        let simulation = match scene.initial.given() {
            // Without a list in double precision: there may be millions.
            Some(given) => {
                scene.initial.validate(scene.count)?;
                Simulation::new(gpu, given, scene.physics)?
            }
            None => Simulation::new(gpu, &scene.bodies()?, scene.physics)?,
        };
        Ok(Self::from_simulation(gpu, scene, simulation, clock))
    }

    /// A session for a simulation of `scene`.
    fn from_simulation(gpu: &Gpu, mut scene: Scene, simulation: Simulation, clock: Clock) -> Self {
        let columns = scene.initial.columns();
        let mut pictures = Pictures::new(gpu, simulation.bodies(), columns);
        let count = simulation.bodies().count();
        if pictures.forget_columns(count) || scene.initial.fixed_count() != Some(count as usize) {
            scene.initial.forget_columns();
        }
        Self {
            scene,
            clock,
            budget: None,
            pictures,
            computing: Computing::new(gpu, simulation),
            instruments: Instruments::default(),
            copies: Copies::default(),
            watches: Watches::default(),
        }
    }

    /// The device that the session runs on.
    pub fn gpu(&self) -> &Gpu {
        &self.computing.gpu
    }

    /// The scene with its current physics, camera and look.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The simulation.
    pub fn simulation(&self) -> &Simulation {
        &self.computing.simulation
    }

    /// What computes the forces, and how fast.
    pub fn computing(&self) -> &Computing {
        &self.computing
    }

    /// What computes the forces, for changes.
    pub fn computing_mut(&mut self) -> &mut Computing {
        &mut self.computing
    }

    /// What draws the bodies.
    pub fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// What draws the bodies, for changes.
    pub fn pictures_mut(&mut self) -> &mut Pictures {
        &mut self.pictures
    }

    /// Encodes a picture of the current state in `canvas`, which may come from another session on
    /// the same GPU, or from before the bodies were replaced.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode_canvas(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        canvas: &mut Canvas,
    ) -> Result<(), GpuError> {
        self.pictures.encode_canvas(encoder, canvas, &self.scene)
    }

    /// Changes the pace from the next frame on.
    pub fn set_pace(&mut self, pace: Pace) {
        self.clock = Clock::after(self.simulation().steps(), pace, self.scene.physics.time_step);
    }

    /// Makes the next frame show the current state, taken as that at the simulated time `time`;
    /// later frames follow at this pace.
    pub fn begin(&mut self, time: f64, pace: Pace) {
        let steps = self.simulation().steps();
        self.clock = Clock::from(steps, time, pace, self.scene.physics.time_step);
    }

    /// Which frame is next, and when.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Goes on with the clock of an earlier session.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// Most GPU time that the simulation may take per frame. `None`, the default, records all steps
    /// that are due. A frame always records at least the smallest slice of a step: 20 ms on a slow
    /// GPU, if its memory allows.
    pub fn set_budget(&mut self, budget: Option<Duration>) {
        self.budget = budget;
    }

    /// Changes the physics from the last whole step on. A step in progress starts again.
    ///
    /// # Errors
    /// [`SimulationError`] if a parameter is out of range; the old ones then stay.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), SimulationError> {
        check_parameters(self, &parameters)?;
        let has_other_gravity = self.computing.set_parameters(parameters)?;
        let now = self.scene.physics;
        let is_of_another_precision = parameters.precision != now.precision;
        if is_of_another_precision {
            self.copies.retire();
        }
        let has_other_pulls =
            (parameters.softened(), parameters.external) != (now.softened(), now.external);
        if has_other_pulls || is_of_another_precision || has_other_gravity {
            // Measured with the old softening, field, gravity or bodies.
            self.instruments.forget_energies();
        }
        // Reading the scene back would reset these two of a faithful preset.
        self.scene.faithful &=
            (parameters.softened(), parameters.damping) == (now.softened(), now.damping);
        self.scene.physics = parameters;
        self.set_pace(self.clock.pace());
        self.computing.choose_members();
        Ok(())
    }
}

/// Checks that the scene of `session` can be played with this physics on its adapter.
///
/// # Errors
/// [`SimulationError`] for the first reason against it.
pub fn check_parameters(session: &Session, parameters: &Parameters) -> Result<(), SimulationError> {
    check_frame(&session.scene, parameters)?;
    session.computing.simulation.check_parameters(parameters)
}

/// A field acts about the origin of the file, so bodies that have begun in a frame of their own have
/// none.
fn check_frame(scene: &Scene, parameters: &Parameters) -> Result<(), ParameterError> {
    if parameters.external.is_some() && !scene.initial.frame().is_file() {
        return Err(ParameterError::ExternalFrame);
    }
    Ok(())
}
