//! Measurements of this machine: speed together with the error, or the speed of checked results.

mod accuracy;
mod archive;
mod bodies;
mod chart;
mod drawing;
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
mod primitives;
mod processor;
mod rate;
mod report;
mod so_far;
mod speed_up;
mod table;
mod textbook;
mod timing;
mod tree;
mod tree_report;
mod tune;
mod turns;
pub mod workbench;

pub use archive::NoReport;
pub use bodies::{Model, uniform_cube};
pub use chart::{Axis, Bar, Chart, ChartError, Kind, Mark, Measure, Series, Shape, dodged};
pub use drawing::{Arrow, Cell, DRAWINGS, Drawing, Line, Paint, PlaneNode, PlaneTree, Step, Visit, Visited, drawings};
pub use experiment::{Case, Experiment, Extent, Extra, Outcome, Published, Results, Timing, Topic, Turn, Verdict};
pub use experiments::{EXPERIMENTS, experiment};
pub use frame::{FrameBench, measure_frames, measure_frames_by, measure_picture};
pub use gravity::{GravityBench, GravityKernel, measure_gravity};
pub use ladder::{Change, Counts, Ladder, MOST_FOR_ONE_THREAD, Rung, difference};
pub use measurement::{Detail, LabError, Measurement, check_bodies};
pub use primitives::historical;
pub use primitives::{
    Number, ReduceBench, ReduceKernel, ScanBench, ScanKernel, ScanOperator, SortBench, SortData, SortKernel, check_elements,
    measure_reduce, measure_scan, measure_sort,
};
pub use processor::{CpuBench, CpuKernel, LoopSimulation, TextbookLoop, check_for_cpu, measure_cpu};
pub use rate::{Quantity, RateUnit};
pub use report::Report;
pub use so_far::SoFar;
pub use speed_up::{NOISE, SpeedUp};
pub use table::{Column, Row, Table};
pub use textbook::TextbookKernel;
pub use tree::{TreeBench, TreeBodies, TreeModel, measure_tree};
pub use tree_report::{Spread, TreeReport};
pub use tune::{TUNING_TIME, tune};
