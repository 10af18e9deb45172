//! Starshell: gravity on the GPU.
//!
//! A layer uses those below it, and none above:
//!
//! | Layer          | What it does                                                                     |
//! |----------------|----------------------------------------------------------------------------------|
//! | [`lab`]        | measures this machine: speed, with the error that goes with it                   |
//! | [`capture`]    | copies pictures out: PNG, sequences, contact sheets, tables of diagnostics       |
//! | [`session`]    | a scene that runs and is pictured: the same `frame` for a window and without one |
//! | [`scene`]      | initial state, physics, camera and look in one TOML file                         |
//! | [`render`]     | bodies as light, through a lens, onto film                                       |
//! | [`cpu`]        | all-pairs gravity on the processor: what the GPU is compared with                |
//! | [`physics`]    | bodies, gravity, integrators, diagnostics; initial states; the f64 reference     |
//! | [`primitives`] | reductions over whatever one has in a buffer                                     |
//! | [`gpu`]        | adapter, kernels, buffers, timers; knows no physics                              |
//!
//! [`name`] gives all of them names that can be typed. A star cluster of 256 bodies, and how well its energy is kept:
//!
//! ```
//! use starshell::{gpu::Gpu, physics::{Simulation, Survey}, scene::Scene};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gpu = Gpu::open(None)?;
//! let mut scene = Scene::load("plummer")?;
//! scene.count = 256;
//!
//! let mut simulation = Simulation::new(&gpu, &scene.bodies()?, scene.physics)?;
//! let mut survey = Survey::new(&gpu, simulation.bodies(), scene.physics.softening)?;
//! let start = survey.measure()?;
//! simulation.advance(100)?;
//!
//! let drift = survey.measure()?.energy_drift(&start);
//! println!("t = {}: the energy has changed by {:.1e} of itself", simulation.time(), drift);
//! assert!(drift.abs() < 1e-2);
//! # Ok(())
//! # }
//! ```
//!
//! Pictures, other integrators and kernels of one's own: see the folder `examples`.

pub mod capture;
pub mod cpu;
pub mod gpu;
pub mod lab;
pub mod name;
pub mod physics;
pub mod primitives;
pub mod render;
pub mod scene;
pub mod session;
