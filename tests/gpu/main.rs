//! Kernels, physics and pictures on the adapter, compared with the host.

#![allow(clippy::too_many_lines, reason = "lists of cases")]

#[path = "../common/mod.rs"]
mod common;

mod adaptive;
mod chance;
mod compact;
mod deputies;
mod diagnostics;
mod edit;
mod external;
mod failures;
mod fft;
mod floating_point;
mod gravity;
mod hands;
mod ladders;
mod laws;
mod light;
mod machine;
mod members;
mod mesh;
mod mesh_near;
mod monoids;
mod motion;
mod own_device;
mod paths;
mod physics;
mod pictures;
mod poisson;
mod precision;
mod profile;
mod progress;
mod projections;
mod rebound;
mod recorder;
mod reduce;
mod regions;
mod resumed;
mod rungs;
mod saved;
mod slices;
mod smoke;
mod sorts;
mod sparse;
mod spots;
mod stills;
mod teams;
mod trails;
mod tree;
mod tree_promise;
mod tree_runs;
mod views;
mod workbench;

use starshell::name::Named;
use starshell::physics::Integrator;

/// The integrators that the adapter runs. The processor makes whole steps of the others, which
/// members and saved runs try, too.
fn on_adapter() -> impl Iterator<Item = &'static Integrator> {
    Integrator::ALL.iter().filter(|integrator| !integrator.is_hosted())
}
