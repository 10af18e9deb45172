//! Files that hold the state of a run, and series of snapshots as films.
//!
//! A [`Checkpoint`] is Starshell's own: everything that a run needs to be continued, bit for bit.
//!
//! Use it to continue a long run tomorrow or on another machine.
//! [`crate::session::Session::checkpoint`] takes the state and the trails,
//! [`Simulation::resume`](crate::physics::Simulation::resume) continues the motion alone. Files
//! carry checksums.
//!
//! A [`Film`] shows what another program has computed: any moment of a series of its snapshots.
//!
//! ```
//! use starshell::physics::{Snapshot, State};
//! use starshell::scene::Scene;
//! use starshell::snapshot::Checkpoint;
//!
//! let mut scene = Scene::load("plummer")?;
//! scene.count = 100;
//! let state = State::new(&scene.bodies()?, scene.physics.precision)?;
//! let path = std::env::temp_dir().join(format!("starshell-example-{}.starshell", std::process::id()));
//! Checkpoint::new(scene, Snapshot { time: 0.0, steps: 0, state: state.clone() }).write(&path)?;
//! assert_eq!(Checkpoint::read(&path)?.snapshot.state, state);
//! std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod curves;
mod error;
mod exported;
mod film;
mod sections;
mod timeline;

pub use checkpoint::Checkpoint;
pub use error::CheckpointError;
pub use film::Film;
pub use sections::ENDING;

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use checkpoint::{Unfinished, WindowState};
#[doc(hidden)]
pub use curves::Curves;
#[doc(hidden)]
pub use film::Shown;
