//! Measurements of this machine: speed together with the error, or the speed of checked results.
//!
//! Use it to learn what this machine can do: `measure_…` times one kernel, an [`Experiment`]
//! compares several with published numbers, and [`tune`] finds the fastest plans for this adapter.
//! Needs the feature `lab`.
//!
//! ```no_run
//! // Takes a second or more, because it warms up and repeats until the time is steady.
//! use starshell::gpu::Gpu;
//! use starshell::lab::{GravityBench, measure_gravity};
//!
//! let measurement = measure_gravity(&Gpu::open(None)?, GravityBench { count: 1024, ..GravityBench::default() })?;
//! println!("{:.3} ms per step", measurement.median_ms);
//! # Ok::<(), starshell::lab::LabError>(())
//! ```

mod accuracy;
mod archive;
mod bodies;
// Charts, moving drawings and the workbench are how Starshell's own program shows the laboratory.
// They are public because the program is another crate, and change with its pages.
#[doc(hidden)]
pub mod chart;
#[doc(hidden)]
pub mod drawing;
mod experiment;
mod experiments;
mod figures;
mod floating_point;
mod frame;
mod gravity;
mod kernel_list;
#[doc(hidden)]
pub mod kernels;
mod ladder;
mod machine;
mod measurement;
mod members;
mod mesh;
pub mod options;
mod outcome;
mod poisson;
mod primitives;
mod processor;
mod published;
mod rate;
mod regions;
mod report;
mod so_far;
mod speed_up;
mod table;
mod textbook;
mod timing;
mod topic;
mod tree;
mod tree_models;
mod tree_report;
mod tune;
mod turns;
#[doc(hidden)]
pub mod workbench;

pub use archive::NoReport;
pub use bodies::Model;
pub use experiment::{Case, Experiment, Extent, Extra, Topic, Turn};
#[doc(hidden)]
pub use experiments::by_stored_data;
pub use experiments::{EXPERIMENTS, experiment, start_ranks_of};
pub use frame::{FrameBench, measure_frames, measure_frames_by, measure_picture};
pub use gravity::{GravityBench, GravityKernel, measure_gravity};
pub use ladder::{Change, Counts, Ladder, MAX_FOR_ONE_THREAD, Rung, difference};
pub use measurement::{Detail, LabError, Measurement, check_bodies};
pub use members::{MembersBench, measure_members};
pub use mesh::{MeshBench, MeshKernel, measure_mesh};
pub use options::{
    ChanceBench, ChanceKernel, PriceBench, PriceKernel, check_samples, measure_chance,
    measure_prices,
};
pub use outcome::{Outcome, Published, Results, Rival, Timing, Verdict};
pub use poisson::{
    PoissonBench, PoissonFields, PoissonKernel, PoissonVersion, TextbookPoisson, measure_poisson,
    poisson_fields,
};
pub use primitives::historical;
pub use primitives::{
    FftBench, FftKernel, FftKind, FftNumber, FftSize, HistogramBench, HistogramKernel, Number,
    ReduceBench, ReduceKernel, ScanBench, ScanKernel, ScanOperator, SelectBench, SelectKernel,
    SolverBench, SortBench, SortData, SortKernel, SortType, SparseModel, SpmvBench, SpmvKernel,
    TestMatrix, check_elements, check_matrix, measure_fft, measure_histogram, measure_reduce,
    measure_scan, measure_select, measure_solver, measure_sort, measure_spmv,
};
pub use processor::{
    CpuBench, CpuKernel, LoopSimulation, TextbookLoop, check_for_cpu, measure_cpu,
};
#[doc(hidden)]
pub use published::{Given, given, short};
pub use rate::{Quantity, RateUnit};
pub use regions::measure_regions;
pub use report::Report;
pub use so_far::SoFar;
pub use speed_up::{NOISE, SpeedUp};
pub use table::{Column, Row, Table};
pub use textbook::TextbookKernel;
pub use tree::{TreeBench, TreeBodies, measure_tree};
pub use tree_models::TreeModel;
pub use tree_report::{Spread, TreeReport, TreeShape};
pub use tune::{TUNING_TIME, tune};
