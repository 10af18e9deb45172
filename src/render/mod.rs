//! The picture: bodies as light, through a lens, onto film.

mod bloom;
mod camera;
mod color_map;
mod fit;
mod look;
mod pick;
mod renderer;
mod splat;
mod spread;
mod target;
mod trails;

use crate::primitives::ReducePlan;
pub use bloom::{BLOOM_DOWN, BLOOM_UP};
pub use camera::Camera;
pub use look::{ColorBy, ColorMap, Look};
pub use renderer::{Renderer, TONE_MAP, ToneMap};
pub use splat::{SPLAT, View};
pub use spread::{SPREAD, SUM_SPREAD, Spread, SpreadOf};
pub use target::{PICTURE, Target, TargetError};
pub use trails::{MOST_POINTS, MOST_TRAILS, TRAIL, TRAIL_RECORD, Trail, TrailRecord};

/// Every kernel of this layer.
pub const KERNELS: &[&crate::gpu::KernelSource] =
    &[&SPREAD, &const { ReducePlan::on_gpus(&SUM_SPREAD).kernel }, &BLOOM_DOWN, &BLOOM_UP, &TONE_MAP, &TRAIL_RECORD];

/// Every drawing pass.
pub const DRAWS: &[&crate::gpu::KernelSource] = &[&SPLAT, &TRAIL];
