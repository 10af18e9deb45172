//! Measurements of this machine: speed with the error that goes with it.

mod frame;
mod gravity;
mod measurement;

pub use frame::{measure_frames, measure_frames_by};
pub use gravity::{GravityBench, Model, measure_gravity, uniform_cube};
pub use measurement::{LabError, Measurement};
