//! Tests that need no adapter: initial states, the f64 reference, scene files, layers, and every
//! kernel on wgpu's noop backend.

#![allow(clippy::too_many_lines, reason = "lists of cases")]

#[path = "../common/mod.rs"]
mod common;

mod batches;
mod book;
mod cpu;
mod cpu_tree;
mod elements;
mod errors;
mod exchange;
mod fft;
mod galaxies;
mod hostile;
mod import;
mod initial;
mod integrators;
mod kernels;
mod layers;
mod mismatch;
mod modules;
mod own;
mod papers;
mod paths;
mod planets;
mod plans;
mod quotes;
mod reference;
mod rungs;
mod scene_paths;
mod scenes;
mod settings;
mod shaders;
mod sources;
mod sparse;
mod speed;
mod video;
mod web;
mod workbench;
