//! Starshell: gravity on the GPU.

pub mod capture;
pub mod gpu;
pub mod lab;
pub mod name;
pub mod physics;
pub mod primitives;
pub mod render;
pub mod scene;
pub mod session;
