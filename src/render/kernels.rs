//! Kernels of this layer and the structs that they share with the host, public only for tests.

pub use super::bloom::{
    BLOOM_DOWN, BLOOM_DOWN_TILE, BLOOM_FIRST, BLOOM_FIRST_TILE, BLOOM_UP, BLOOM_UP_TILE,
};
pub use super::diffuse::{CROWD, DUST, GATHERS, GatherParams, SHADE};
pub use super::film::{METER, TONE_MAPS};
pub use super::lines::TRAIL;
pub use super::parameters::{
    OrbitParams, SpotParams, SpreadParams, ToneMapParams, TrailParams, ViewParams,
};
pub use super::sky::SKY;
pub use super::spikes::SPIKES;
pub use super::splat::SPLATS;
pub use super::spots::{BRIGHTNESS, DEPOSITS, SOFTEN, UNIT};
pub use super::spread::{SPREAD, SUM_SPREAD, Spread};
pub use super::tile::{AVERAGE, TileParams};
pub use super::trails::{TRAIL_ADVANCE, TRAIL_RECORD, TrailRecordParams};
use crate::gpu::KernelSource;
use crate::primitives::ReducePlan;

/// Every kernel.
pub const KERNELS: &[&KernelSource] = &[
    &SPREAD,
    &const { ReducePlan::on_gpus(&SUM_SPREAD).kernel },
    &BLOOM_DOWN,
    &BLOOM_UP,
    &BLOOM_DOWN_TILE,
    &BLOOM_UP_TILE,
    &BLOOM_FIRST,
    &BLOOM_FIRST_TILE,
    &CROWD,
    &DUST,
    &SHADE,
    &const { GATHERS[0] },
    &const { GATHERS[1] },
    &const { GATHERS[2] },
    &BRIGHTNESS,
    &UNIT,
    &const { DEPOSITS[0] },
    &const { DEPOSITS[1] },
    &SOFTEN,
    &METER,
    &AVERAGE,
    &const { TONE_MAPS[0][0] },
    &const { TONE_MAPS[0][1] },
    &const { TONE_MAPS[0][2] },
    &const { TONE_MAPS[1][0] },
    &const { TONE_MAPS[1][1] },
    &const { TONE_MAPS[1][2] },
    &TRAIL_RECORD,
    &TRAIL_ADVANCE,
];

/// Every drawing pass.
pub const DRAWS: &[&KernelSource] =
    &[&const { SPLATS[0] }, &const { SPLATS[1] }, &const { SPLATS[2] }, &SPIKES, &SKY, &TRAIL];
