//! Measurements of this machine: speed together with the error, or the speed of checked results.
//!
//! Use it to learn what this machine can do: a [`Bench`] is one row to measure, such as a sort by
//! some kernel. A [`Subject`] has benches for all of its kernels and sizes, an [`Experiment`] puts
//! published numbers beside some, and [`tune`] finds the fastest plans for this adapter. Needs the
//! feature `lab`.
//!
//! ```no_run
//! // Takes a second or more, because it warms up and repeats until the time is steady.
//! use starshell::gpu::Gpu;
//! use starshell::lab::{Bench, GravityBench};
//!
//! let bench = GravityBench { count: 1024, ..GravityBench::default() };
//! let measurement = bench.measure(&Gpu::open(None)?)?;
//! println!("{:.3} ms per step", measurement.median_ms);
//! # Ok::<(), starshell::lab::LabError>(())
//! ```

mod accuracy;
mod archive;
mod bench;
mod bodies;
mod case;
// Charts, moving drawings and the workbench are how Starshell's own program shows the laboratory.
// They are public because the program is another crate, and change with its pages.
#[doc(hidden)]
pub mod chart;
#[doc(hidden)]
pub mod drawing;
mod experiment;
mod experiments;
mod figures;
mod flag;
mod floating_point;
mod frame;
mod gravity;
mod host;
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
mod shared;
mod so_far;
mod speed_up;
mod subject;
mod subjects;
mod table;
mod textbook;
mod timing;
mod topic;
mod tree;
mod tree_bench;
mod tree_models;
mod tree_report;
mod tune;
mod turns;
#[doc(hidden)]
pub mod workbench;

pub use archive::NoReport;
pub use bench::Bench;
pub use bodies::Model;
pub use case::Case;
pub use experiment::{Experiment, Extent, Extra, Topic, Turn};
#[doc(hidden)]
pub use experiments::by_stored_data;
pub use experiments::{EXPERIMENTS, experiment, start_ranks_of};
pub use flag::{Arity, Choice, Flag, FlagText};
pub use frame::{FrameBench, measure_frames, measure_frames_by, measure_picture};
pub use gravity::{GravityBench, GravityKernel};
pub use ladder::{Change, Counts, Ladder, MAX_FOR_ONE_THREAD, Rung, difference};
pub use measurement::{Detail, Entry, LabError, Measurement, check_bodies};
pub use members::MembersBench;
pub use mesh::{MeshBench, MeshKernel};
pub use options::{ChanceBench, ChanceKernel, PriceBench, PriceKernel};
pub use outcome::{Outcome, Published, Results, Rival, Timing, Verdict};
pub use poisson::{
    PoissonBench, PoissonFields, PoissonKernel, PoissonVersion, TextbookPoisson, poisson_fields,
};
use primitives::check_elements;
pub use primitives::historical;
pub use primitives::{
    FftBench, FftKernel, FftKind, FftNumber, FftSize, HistogramBench, HistogramKernel, Number,
    ReduceBench, ReduceKernel, ScanBench, ScanKernel, ScanOperator, SelectBench, SelectKernel,
    SolverBench, SortBench, SortData, SortKernel, SortType, SparseModel, SpmvBench, SpmvKernel,
    TestMatrix,
};
pub use processor::{CpuBench, CpuKernel, LoopSimulation, TextbookLoop};
#[doc(hidden)]
pub use published::{Given, given, short};
pub use rate::{Quantity, RateUnit};
pub use report::Report;
pub use so_far::SoFar;
pub use speed_up::{NOISE, SpeedUp};
pub use subject::{Subject, Values};
pub use subjects::SUBJECTS;
pub use table::{Column, Row, Table};
pub use textbook::TextbookKernel;
pub use tree::TreeBench;
pub use tree_models::TreeModel;
pub use tree_report::{Spread, TreeReport, TreeShape};
pub use tune::{TUNING_TIME, tune};
