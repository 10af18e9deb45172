//! A run that stops at any step and goes on from what was saved has the bits of one that never
//! stopped.

use std::sync::Arc;

use rayon::prelude::*;
use starshell::cpu::{Hardware, Processor};
use starshell::name::Named;
use starshell::physics::initial::InitialState;
use starshell::physics::{
    Body, Gravity, GravityMethod, Integrator, Member, Parameters, Precision, Simulation, Snapshot,
};

use crate::common::breadth::is_thorough;
use crate::common::gpu;

/// Steps in each of the pieces: 40 in all, or 1,000 if every case is wanted.
fn pieces() -> [u32; 7] {
    if is_thorough() { [1, 2, 200, 129, 417, 83, 168] } else { [1, 2, 8, 5, 17, 3, 4] }
}

fn snapshot(simulation: &Simulation) -> Snapshot {
    let (time, steps) = (simulation.time(), simulation.steps());
    Snapshot { time, steps, state: simulation.state().unwrap() }
}

/// The states at the end of a run, whole and in pieces.
fn ends(
    bodies: &[Body],
    parameters: Parameters,
    member: Option<&Arc<dyn Member>>,
) -> Option<[Snapshot; 2]> {
    let gpu = gpu();
    let with_member = |mut simulation: Simulation| {
        member.into_iter().for_each(|member| {
            simulation.set_member(Some(member.clone())).unwrap();
        });
        simulation
    };
    let mut whole = with_member(Simulation::new(&gpu, bodies, parameters).ok()?);
    let mut part = with_member(Simulation::new(&gpu, bodies, parameters).unwrap());
    whole.advance(pieces().iter().sum::<u32>()).unwrap();
    for steps in pieces() {
        part.advance(steps).unwrap();
        let carried = part.carried().unwrap().expect("nothing is under way");
        let state = snapshot(&part);
        part = with_member(Simulation::resume(&gpu, &state, parameters).unwrap());
        assert!(part.carry_on(&carried), "{parameters:?}");
    }
    for simulation in [&mut whole, &mut part] {
        simulation.carried().unwrap();
    }
    Some([snapshot(&whole), snapshot(&part)])
}

fn bodies(count: usize) -> Vec<Body> {
    InitialState::named("plummer").unwrap().bodies(count, 1).unwrap()
}

#[test]
fn a_run_in_seven_pieces_has_the_bits_of_a_whole_one() {
    let gpu = gpu();
    // Many steps of few bodies: as many as need several workgroups and leaves.
    let bodies = bodies(if is_thorough() { 80 } else { 300 });
    let methods = [GravityMethod::Direct, GravityMethod::Tree, GravityMethod::Mesh];
    let mut wanted = Vec::new();
    for &integrator in Integrator::ALL {
        for &precision in Precision::ALL {
            for method in methods {
                for adaptive in [None, Some(0.02)] {
                    let is_usual =
                        matches!(integrator, Integrator::LeapfrogKdk | Integrator::Hermite4);
                    let is_taken = is_thorough()
                        || is_usual && (precision != Precision::Pair || adaptive.is_none());
                    if precision.is_supported(&gpu) && is_taken {
                        let plain = Parameters::new(integrator, 0.01, 0.05);
                        let gravity = Gravity::default().by(method);
                        wanted.push(Parameters { precision, gravity, adaptive, ..plain });
                    }
                }
            }
        }
    }
    let name = |parameters: &Parameters| {
        let Parameters { integrator, precision, gravity, adaptive, .. } = parameters;
        let steps = if adaptive.is_some() { "adaptive" } else { "fixed" };
        [integrator.name(), precision.name(), gravity.method().name(), steps].join(" ")
    };
    let case = |parameters: &Parameters| {
        let name = name(parameters);
        let [whole, part] = ends(&bodies, *parameters, None)?;
        assert!(whole.state == part.state, "{name}: other bits");
        assert_eq!(
            (whole.time.to_bits(), whole.steps),
            (part.time.to_bits(), part.steps),
            "{name}"
        );
        // It takes minutes.
        if is_thorough() {
            println!("{name}: the same bits");
        }
        Some(name)
    };
    // An adapter's cases wait for each other little, and a thousand steps take long.
    let cases: Vec<String> = wanted.par_iter().filter_map(case).collect();
    println!("{} cases: {}", cases.len(), cases.join("; "));
    for part in ["hermite-4 f32 direct adaptive", "leapfrog-kdk f32 tree fixed", "f64 direct"] {
        assert!(cases.iter().any(|name| name.contains(part)), "{part}: {cases:?}");
    }
    assert!(cases.len() >= if is_thorough() { 100 } else { 15 }, "{}", cases.len());
}

#[test]
fn without_what_is_carried_the_bits_are_others() {
    let gpu = gpu();
    let tree = Gravity::default().by(GravityMethod::Tree);
    let plain = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05);
    for parameters in [
        Parameters { integrator: Integrator::Hermite4, ..plain },
        Parameters { gravity: tree, ..plain },
        Parameters { adaptive: Some(0.02), ..plain },
    ] {
        let mut whole = Simulation::new(&gpu, &bodies(300), parameters).unwrap();
        whole.advance(20).unwrap();
        let mut part = Simulation::resume(&gpu, &snapshot(&whole), parameters).unwrap();
        whole.advance(20).unwrap();
        part.advance(20).unwrap();
        assert!(whole.state().unwrap() != part.state().unwrap(), "{parameters:?}");
        // Of other bodies, it is not taken.
        let carried = part.carried().unwrap().unwrap();
        let mut other = Simulation::new(&gpu, &bodies(301), parameters).unwrap();
        assert!(!other.carry_on(&carried));
    }
}

#[test]
fn a_run_by_the_processor_in_pieces_has_the_bits_of_a_whole_one() {
    let processor: Arc<dyn Member> =
        Arc::new(Processor::new(Hardware { threads: 2, ..Hardware::best() }).unwrap());
    for (integrator, method) in [
        (Integrator::LeapfrogKdk, GravityMethod::Tree),
        (Integrator::LeapfrogKdk, GravityMethod::Direct),
        (Integrator::Hermite4, GravityMethod::Direct),
        (Integrator::RungeKutta4, GravityMethod::Tree),
    ] {
        let plain = Parameters::new(integrator, 0.01, 0.05);
        let parameters = Parameters { gravity: Gravity::default().by(method), ..plain };
        let [whole, part] = ends(&bodies(300), parameters, Some(&processor)).unwrap();
        assert!(whole.state == part.state, "{} {}", integrator.name(), method.name());
    }
}
