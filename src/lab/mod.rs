//! Measurements of this machine: speed with the error that goes with it.

mod cpu;
mod frame;
mod gravity;
mod measurement;
mod tune;

pub use cpu::{check_for_cpu, measure_cpu};
pub use frame::{measure_frames, measure_frames_by};
pub use gravity::{measure_gravity, uniform_cube};
pub use measurement::{LabError, Measurement};
pub use tune::{TUNING_TIME, tune};
