//! Deliberately wrong kernels: every comparison that the other tests rely on must reject them.

#![allow(clippy::too_many_lines, reason = "lists of cases")]

#[path = "../common/mod.rs"]
mod common;

mod chance;
mod fft;
mod floating_point;
mod lab;
mod ladders;
mod machine;
mod mesh;
mod physics;
mod poisson;
mod primitives;
mod regions;
mod rungs;
mod sorts;
mod sparse;
mod spots;
mod trees;
