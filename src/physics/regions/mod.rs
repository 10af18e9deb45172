//! Runs of more bodies than one tree holds: in regions, each of which owns the bodies of a piece of
//! the curve through all.

mod curve;
mod cut;
mod errors;
mod judges;
mod kernels;
mod measure;
mod region;
mod run;
mod sampling;

#[cfg(test)]
pub use kernels::{ChooseParams, ExchangeParams, JudgeParams, RegionParams, SearchParams};
pub use kernels::{
    REGION_ADVANCE, REGION_BEGIN, REGION_CHOOSE, REGION_EXCHANGE, REGION_JUDGE, REGION_SEARCH,
};
pub use run::{RegionStage, Regions};
