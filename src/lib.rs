//! Starshell: gravity on the GPU.
//!
//! Read these modules in this order. Each begins with what it is for and an example, and uses only
//! those before it:
//!
//! 1. [`gpu`]: adapter, kernels, buffers, timers; knows no physics
//! 2. [`primitives`]: reduction, scan, sort and more, over any buffer
//! 3. [`physics`]: bodies, gravity, integrators, measurements; [initial states](physics::initial)
//!    and the [f64 reference](physics::reference)
//! 4. [`scene`]: initial state, physics, camera and look in one TOML file
//! 5. [`render`]: bodies as light, through a lens, onto film
//! 6. [`session`]: a running scene and its pictures, with or without a window
//!
//! Beside them:
//!
//! | module         | what it does                                                                     |
//! |----------------|----------------------------------------------------------------------------------|
//! | [`capture`]    | pictures, sequences, videos and tables as files                                  |
//! | [`exchange`]   | bodies of other programs: tables, snapshots; read and written                    |
//! | [`snapshot`]   | files that hold the state of a run, to continue it later                          |
//! | [`cpu`]        | gravity on the CPU, all pairs and by a tree                                      |
//! | [`ranks`]      | several processes of one run, by MPI                                             |
//! | [`lab`]        | measures this machine: speed, together with the error of what was timed          |
//!
//! [`name`], [`mod@file`] and [`words`] serve all of them: names that can be typed, files that
//! appear whole, and texts in several languages.
//!
//! A star cluster of 256 bodies, and how well it conserves its energy:
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
//! let mut survey = Survey::new(&gpu, &simulation)?;
//! let start = survey.measure(&simulation)?;
//! simulation.advance(100)?;
//!
//! let drift = survey.measure(&simulation)?.energy_drift(&start);
//! println!("t = {}: the energy has changed by {:.1e} of itself", simulation.time(), drift);
//! assert!(drift.abs() < 1e-2);
//! # Ok(())
//! # }
//! ```
//!
//! The folder `examples` shows pictures, other integrators and kernels of your own.

#[cfg(feature = "capture")]
pub mod capture;
pub mod cpu;
pub mod exchange;
pub mod file;
pub mod gpu;
#[cfg(feature = "lab")]
pub mod lab;
pub mod name;
pub mod physics;
pub mod primitives;
pub mod ranks;
pub mod render;
pub mod scene;
pub mod session;
pub mod snapshot;
pub mod words;

pub(crate) use gpu::wgsl;

/// Vectors and matrices, in the version that this crate's interface uses.
pub use glam;
/// The GPU's interface, in the version that this crate's interface uses.
pub use wgpu;
