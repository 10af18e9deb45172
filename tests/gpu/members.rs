//! Runs whose forces the processor computes, against the adapter's and the reference in double precision.

use std::sync::Arc;

use crate::common::{cluster, distance, gpu};
use starshell::cpu::{Hardware, Processor};
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::reference::Reference;
use starshell::physics::{Body, Gravity, Integrator, Member, Parameters, Precision, Simulation, State, TreeSettings};

const COUNTS: [usize; 6] = [1, 2, 63, 64, 65, 1000];
const TREE: Gravity = Gravity::Tree(TreeSettings::with_accuracy(Gravity::ACCURACY));

fn processor(threads: usize) -> Arc<dyn Member> {
    Arc::new(Processor::new(Hardware { threads, ..Hardware::best() }).unwrap())
}

fn parameters(integrator: Integrator, precision: Precision) -> Parameters {
    Parameters { damping: 0.99, precision, ..Parameters::new(integrator, 1.0 / 64.0, 0.1) }
}

/// A run on the processor, or on the adapter.
fn run(gpu: &Gpu, bodies: &[Body], parameters: Parameters, member: Option<Arc<dyn Member>>) -> Simulation {
    let mut simulation = Simulation::new(gpu, bodies, parameters).unwrap();
    simulation.set_member(member).unwrap();
    simulation
}

#[test]
fn every_integrator_follows_the_reference_in_every_precision() {
    let (gpu, processor) = (gpu(), processor(2));
    for count in COUNTS {
        let bodies = cluster(count);
        for (&integrator, &precision) in Integrator::ALL.iter().flat_map(|one| Precision::ALL.iter().map(move |two| (one, two))) {
            let parameters = parameters(integrator, precision);
            let [mut hosted, mut own] = [Some(Arc::clone(&processor)), None].map(|member| run(&gpu, &bodies, parameters, member));
            hosted.advance(7).unwrap();
            own.advance(7).unwrap();
            let mut expected = Reference::new(bodies.clone(), parameters);
            expected.advance(7);
            let [hosted, own] = [hosted, own].map(|simulation| simulation.state().unwrap().bodies().collect::<Vec<_>>());
            let off = [distance(&hosted, expected.bodies()), distance(&hosted, &own)];
            let most = match precision {
                Precision::Single => 2e-6,
                Precision::Pair => 5e-7,
                Precision::Double => 1e-13,
            };
            assert!(off.iter().all(|off| *off < most), "{}, {precision:?}, n = {count}: {off:?}", integrator.name());
        }
    }
}

#[test]
fn trees_of_the_processor_give_what_its_direct_sums_give() {
    let (gpu, processor) = (gpu(), processor(2));
    for count in [1, 2, 64, 65, 1000, 5000] {
        let bodies = cluster(count);
        for precision in [Precision::Single, Precision::Pair] {
            for integrator in [Integrator::LeapfrogKdk, Integrator::LeapfrogDkd, Integrator::Yoshida6, Integrator::RungeKutta4] {
                let state = |gravity| {
                    let parameters = Parameters { gravity, ..parameters(integrator, precision) };
                    let mut simulation = run(&gpu, &bodies, parameters, Some(Arc::clone(&processor)));
                    simulation.advance(4).unwrap();
                    simulation.state().unwrap().bodies().collect::<Vec<_>>()
                };
                let (tree, direct) = (state(TREE), state(Gravity::default()));
                let off = distance(&tree, &direct);
                // Four steps with errors of some thousandths of accelerations of about 1.
                assert!(off < 1e-4, "{}, {precision:?}, n = {count}: {off:e}", integrator.name());
                assert!(count < 5000 || off > 0.0, "a tree of so many bodies cannot be exact");
            }
        }
    }
}

#[test]
fn any_number_of_threads_and_any_division_gives_the_same_bits() {
    let gpu = gpu();
    let bodies = cluster(1000);
    for (integrator, precision, gravity) in [
        (Integrator::LeapfrogKdk, Precision::Single, Gravity::default()),
        (Integrator::LeapfrogDkd, Precision::Single, TREE),
        (Integrator::Yoshida6, Precision::Pair, Gravity::default()),
        (Integrator::Hermite4, Precision::Single, Gravity::default()),
        (Integrator::Hermite4, Precision::Double, Gravity::default()),
        (Integrator::RungeKutta4, Precision::Double, Gravity::default()),
    ] {
        for adaptive in [None, Some(0.05)] {
            let parameters = Parameters { gravity, adaptive, ..parameters(integrator, precision) };
            let state = |threads: usize, parts: &[u32]| -> State {
                let mut simulation = run(&gpu, &bodies, parameters, Some(processor(threads)));
                parts.iter().for_each(|&steps| simulation.advance(steps).unwrap());
                assert_eq!(simulation.steps(), 6);
                simulation.state().unwrap()
            };
            let whole = state(1, &[6]);
            for (threads, parts) in [(2, &[6][..]), (5, &[1, 2, 3]), (2, &[1, 1, 1, 1, 1, 1])] {
                let what = format!("{}, {precision:?}, {gravity:?}, {adaptive:?}, {threads} threads", integrator.name());
                assert!(state(threads, parts) == whole, "{what}, {parts:?}");
            }
        }
    }
}
