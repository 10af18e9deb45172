//! Kernels of this layer and the structs that they share with the host, public only for tests.

use super::bloom::{
    BLOOM_DOWN, BLOOM_DOWN_TILE, BLOOM_FIRST, BLOOM_FIRST_TILE, BLOOM_UP, BLOOM_UP_TILE,
};
pub use super::diffuse::CROWD;
use super::diffuse::{DUST, GATHERS, SHADE};
use super::film::{METER, TONE_MAPS};
pub use super::lines::TRAIL;
use super::sky::SKY;
use super::spikes::SPIKES;
use super::splat::SPLATS;
pub use super::spots::UNIT;
use super::spots::{BRIGHTNESS, DEPOSITS, SOFTEN};
pub use super::spread::{SPREAD, SUM_SPREAD};
use super::tile::AVERAGE;
use super::trails::{TRAIL_ADVANCE, TRAIL_RECORD};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::agree;
    use crate::render::diffuse::GatherParams;
    use crate::render::parameters::{
        OrbitParams, SpotParams, SpreadParams, ToneMapParams, TrailParams, ViewParams,
    };
    use crate::render::spread::Spread;
    use crate::render::tile::TileParams;
    use crate::render::trails::TrailRecordParams;

    #[test]
    fn structs_are_the_same_in_both_languages() {
        let all = [KERNELS, DRAWS].concat();
        agree::<GatherParams>(&all);
        agree::<OrbitParams>(&all);
        agree::<SpotParams>(&all);
        agree::<Spread>(&all);
        agree::<SpreadParams>(&all);
        agree::<TileParams>(&all);
        agree::<ToneMapParams>(&all);
        agree::<TrailParams>(&all);
        agree::<TrailRecordParams>(&all);
        agree::<ViewParams>(&all);
    }
}
