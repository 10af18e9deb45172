//! The error that a tree promises, for bodies of any kind and whatever computes the forces.

use std::sync::Arc;

use glam::DVec3;
use rayon::prelude::*;
use starshell::cpu::{Hardware, Processor};
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::{
    AdapterMember, Body, Gravity, Integrator, Member, Parameters, Precision, Simulation, Survey,
    Team, TreeSettings,
};

use crate::common::gpu;
use crate::common::systems::{systems, thinned};
use crate::common::tree::rounded;

const SOFTENING: f64 = 0.01;
/// What 99 of 100 errors are below after the first step, and after further ones: the promise, and
/// what the percentile may rise by since the last judgement.
const MOST: [f64; 2] = [1.02e-3; 2];
/// The same of a quarter of the bodies, where two bodies more or less are a tenth of those above:
/// those of the cusp move the percentile by up to a sixth.
const MOST_OF_FEW: [f64; 2] = [1.1e-3, 1.2e-3];

fn parameters(settings: TreeSettings) -> Parameters {
    Parameters {
        gravity: Gravity::Tree(settings),
        ..Parameters::new(Integrator::LeapfrogKdk, 0.001, SOFTENING)
    }
}

/// The adapter itself, the processor, the adapter as a member, and both as a team.
fn members(gpu: &Gpu) -> Vec<(&'static str, Option<Arc<dyn Member>>)> {
    let processor: Arc<dyn Member> =
        Arc::new(Processor::new(Hardware { threads: 2, ..Hardware::best() }).unwrap());
    let apart: Arc<dyn Member> = Arc::new(AdapterMember::new(gpu.clone()).apart());
    let home: Arc<dyn Member> = Arc::new(AdapterMember::new(gpu.clone()));
    let team: Arc<dyn Member> = Arc::new(Team::new(vec![(home, 2.0), (Arc::clone(&apart), 1.0)]));
    vec![
        ("adapter", None),
        ("processor", Some(processor)),
        ("member", Some(apart)),
        ("team", Some(team)),
    ]
}

/// The error of the 99th of 100 accelerations of all bodies, beside sums in double precision:
/// relative to the acceleration, or to 1/32 of the sum of the magnitudes where pulls cancel to
/// less.
fn p99(gpu: &Gpu, simulation: &Simulation) -> f64 {
    let mut bodies = simulation.bodies().download(gpu).unwrap();
    if simulation.bodies().precision() == Precision::Pair {
        // Its forces are those of rounded places.
        bodies = rounded(&bodies);
    }
    let found = simulation.bodies().accelerations(gpu).unwrap();
    let error = |(here, found): (&Body, &DVec3)| {
        let (mut sum, mut magnitudes) = (DVec3::ZERO, 0.0);
        for body in &bodies {
            let apart = body.position - here.position;
            let squared = apart.length_squared() + SOFTENING * SOFTENING;
            let pull = apart * (body.mass / (squared * squared.sqrt()));
            sum += pull;
            magnitudes += pull.length();
        }
        found.distance(sum) / sum.length().max(magnitudes / 32.0)
    };
    let mut errors: Vec<f64> = bodies.par_iter().zip(&found).map(error).collect();
    errors.sort_by(f64::total_cmp);
    errors[errors.len() * 99 / 100]
}

/// A kind of sums: its name, the parameters, and what 99 of 100 errors are below after the first
/// step and after further ones.
type Sums = (&'static str, Parameters, [f64; 2]);

/// Trees in single precision.
fn trees() -> Vec<Sums> {
    vec![("tree", parameters(TreeSettings::default()), MOST)]
}

/// Trees in every precision that they have.
fn all_trees() -> Vec<Sums> {
    let tree = parameters(TreeSettings::default());
    vec![
        ("tree, f32", tree, MOST_OF_FEW),
        ("tree, f32+", Parameters { precision: Precision::Pair, ..tree }, MOST_OF_FEW),
    ]
}

/// Direct sums in every precision that they have here.
fn all_direct_sums(gpu: &Gpu) -> Vec<Sums> {
    let direct = Parameters { gravity: Gravity::default(), ..parameters(TreeSettings::default()) };
    let supported = Precision::ALL.iter().filter(|precision| precision.is_supported(gpu));
    supported
        .map(|&precision| {
            // Pulls that cancel to 1/32 lose five digits of two.
            let (name, most) = match precision {
                Precision::Single => ("direct, f32", 1e-5),
                Precision::Pair => ("direct, f32+", 1e-5),
                Precision::Double => ("direct, f64", 1e-13),
            };
            (name, Parameters { precision, ..direct }, [most; 2])
        })
        .collect()
}

/// The bodies after so many steps, in single precision.
fn later(gpu: &Gpu, bodies: &[Body], steps: u32) -> Vec<Body> {
    let mut simulation = Simulation::new(gpu, bodies, parameters(TreeSettings::default())).unwrap();
    simulation.advance(steps).unwrap();
    simulation.bodies().download(gpu).unwrap()
}

/// Compares the errors with what is promised, after these steps.
fn check(
    gpu: &Gpu,
    systems: &[(&str, Vec<Body>)],
    sums: &[Sums],
    members: &[(&str, Option<Arc<dyn Member>>)],
    batches: &[u32],
) {
    let mut broken = Vec::new();
    for (name, bodies) in systems {
        for ((kind, parameters, most), (member, of)) in
            sums.iter().flat_map(|sums| members.iter().map(move |of| (sums, of)))
        {
            let mut simulation = Simulation::new(gpu, bodies, *parameters).unwrap();
            simulation.set_member(of.clone()).unwrap();
            for (&steps, most) in batches.iter().zip(most) {
                simulation.advance(steps).unwrap();
                let error = p99(gpu, &simulation);
                let line =
                    format!("{name}, {kind}, {member}, step {}: {error:.3e}", simulation.steps());
                println!("{line}");
                broken.extend((error > *most).then_some(line));
            }
        }
    }
    assert!(
        broken.is_empty(),
        "99 of 100 errors are above what is promised:\n{}",
        broken.join("\n")
    );
}

#[test]
fn the_first_step_keeps_the_promise_whatever_computes_it() {
    let gpu = gpu();
    let systems: Vec<_> =
        systems().into_iter().filter(|(name, _)| ["500 at one place"].contains(name)).collect();
    check(&gpu, &systems, &trees(), &members(&gpu), &[1]);
}

#[test]
#[ignore = "takes minutes"]
fn ten_kinds_of_systems_keep_the_promise() {
    let gpu = gpu();
    check(&gpu, &systems(), &trees(), &members(&gpu)[..2], &[1, 69]);
}

#[test]
#[ignore = "takes minutes"]
fn every_kind_of_sums_by_every_member_keeps_its_error() {
    let gpu = gpu();
    let (members, direct) = (members(&gpu), all_direct_sums(&gpu));
    let few = |(name, bodies): (&'static str, Vec<Body>)| (name, thinned(&bodies, 4));
    let systems: Vec<_> = systems().into_iter().map(few).collect();
    check(&gpu, &systems, &all_trees(), &members, &[1, 69]);
    // Direct sums remember nothing, so the steps before need not be theirs.
    check(&gpu, &systems, &direct, &members, &[1]);
    let later: Vec<_> =
        systems.iter().map(|(name, bodies)| (*name, later(&gpu, bodies, 69))).collect();
    check(&gpu, &later, &direct, &members, &[1]);
}

#[test]
fn a_judged_run_has_the_same_bits_however_it_is_divided_and_whatever_is_measured() {
    let gpu = gpu();
    let bodies: Vec<Body> = systems()[0].1[..1500].to_vec();
    for (member, of) in members(&gpu).into_iter().take(3) {
        let new = || {
            let mut simulation =
                Simulation::new(&gpu, &bodies, parameters(TreeSettings::default())).unwrap();
            simulation.set_member(of.clone()).unwrap();
            simulation
        };
        let (mut whole, mut divided) = (new(), new());
        whole.advance(20).unwrap();
        for steps in [1, 2, 7, 10] {
            Survey::new(&gpu, &divided).unwrap().measure(&divided).unwrap();
            divided.advance(steps).unwrap();
        }
        assert!(whole.state().unwrap() == divided.state().unwrap(), "{member}");
    }
}

#[test]
fn energies_do_not_depend_on_the_last_forces_or_on_what_computes_them() {
    let gpu = gpu();
    let bodies = systems().swap_remove(0).1;
    let still = Parameters { time_step: 1e-12, ..parameters(TreeSettings::default()) };
    let potentials = members(&gpu).into_iter().take(2).flat_map(|(_, of)| {
        let mut simulation = Simulation::new(&gpu, &bodies, still).unwrap();
        simulation.set_member(of).unwrap();
        let measure = |simulation: &Simulation| {
            Survey::new(&gpu, simulation).unwrap().measure(simulation).unwrap().potential
        };
        let before = measure(&simulation);
        simulation.advance(1).unwrap();
        [before, measure(&simulation)]
    });
    let potentials: Vec<f64> = potentials.collect();
    assert!(potentials.iter().all(|potential| *potential == potentials[0]), "{potentials:?}");
    let direct =
        Simulation::new(&gpu, &bodies, Parameters { gravity: Gravity::default(), ..still })
            .unwrap();
    let expected = Survey::new(&gpu, &direct).unwrap().measure(&direct).unwrap().potential;
    assert!((potentials[0] / expected - 1.0).abs() < 3e-5, "{} is not {expected}", potentials[0]);
}

/// Errors in every one of the first 96 steps: as promised in most, and never above twice that.
fn check_every_step(every: usize) {
    let gpu = gpu();
    for (name, bodies) in systems() {
        let bodies = thinned(&bodies, every);
        let mut simulation =
            Simulation::new(&gpu, &bodies, parameters(TreeSettings::default())).unwrap();
        let errors: Vec<f64> = (0..96)
            .map(|_| {
                simulation.advance(1).unwrap();
                p99(&gpu, &simulation)
            })
            .collect();
        let worst = errors.iter().copied().fold(0.0, f64::max);
        let above = errors.iter().filter(|error| **error > MOST[0]).count();
        println!("{name}, {} bodies: {above} steps above, worst {worst:.3e}", bodies.len());
        assert!(worst < 2e-3 && above <= 10, "{name}: {errors:?}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn few_steps_err_by_more_than_is_promised() {
    check_every_step(1);
}

#[test]
#[ignore = "takes minutes"]
fn few_steps_of_few_bodies_err_by_more_than_is_promised() {
    check_every_step(4);
}
