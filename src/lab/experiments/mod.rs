//! The experiments, in the order of the texts.

mod all_pairs;
mod barnes_hut;
mod ideas;
mod ladder;
mod members;
mod options;
mod parallelism;
mod poisson;
mod primitives;
mod sparse;
mod sweeps;
mod tree;

pub use ideas::by_stored_data;
pub use members::start_ranks_of;

use super::experiment::Experiment;
use super::{floating_point, machine};

/// Every experiment. Window, command line and tests walk this list.
pub const EXPERIMENTS: &[&Experiment] = &[
    &ladder::LADDER,
    &all_pairs::FORMULATIONS,
    &all_pairs::THREADS_PER_BODY,
    &all_pairs::PROCESSOR,
    &all_pairs::FRAMES,
    &members::MEMBERS,
    &tree::CROSSING,
    &barnes_hut::KERNELS,
    &parallelism::PARALLELISM,
    &tree::WALKS,
    &ideas::IDEAS,
    &primitives::REDUCTIONS,
    &sweeps::REDUCTION_SIZES,
    &sweeps::REDUCTION_BLOCKS,
    &primitives::SCANS,
    &sweeps::SCAN_OPERATORS,
    &primitives::SORTS,
    &sweeps::SORT_SIZES,
    &sparse::PRODUCTS,
    &sparse::SHAPES,
    &options::BLACK_SCHOLES,
    &options::RANDOM_NUMBERS,
    &options::MONTE_CARLO,
    &options::DESIGNS,
    &options::CONVERGENCE,
    &poisson::POISSON,
    &machine::DIVERGENT,
    &machine::COALESCED,
    &machine::BANKS,
    &machine::SIZES,
    &machine::SCALING,
    &machine::OCCUPIED,
    &machine::COUNTING,
    &machine::LAUNCHES,
    &machine::COPIES,
    &machine::ROOFLINE,
    &floating_point::ONE_SUM,
    &floating_point::MULTIPLY_AND_ADD,
];

/// The experiment with this name.
pub fn experiment(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().copied().find(|experiment| experiment.name == name)
}
