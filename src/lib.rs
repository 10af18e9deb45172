//! Starshell: gravity on the GPU.

pub mod gpu;
pub mod name;
pub mod physics;
pub mod primitives;
