//! Several members of one run: two devices, device and processor, with shares of any size, and with
//! members that are lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::common::breadth::cases;
use crate::common::{cluster, distance, gpu};
use starshell::cpu::{Hardware, Processor};
use starshell::gpu::{Gpu, GpuError};
use starshell::physics::{
    AdapterMember, Begun, Body, Exchanged, ForceKernel, Gravity, HostThreads, Integrator, Member,
    Output, Parameters, Plan, Portion, Precision, Pull, Simulation, State, Team, TreeSettings,
};

type Members = Vec<(Arc<dyn Member>, f64)>;

const TREE: Gravity = Gravity::Tree(TreeSettings::with_accuracy(Gravity::ACCURACY));

fn device(gpu: &Gpu) -> Arc<dyn Member> {
    Arc::new(AdapterMember::new(gpu.sibling().unwrap()))
}

/// A member on the device of the run.
fn home(gpu: &Gpu) -> Arc<dyn Member> {
    Arc::new(AdapterMember::new(gpu.clone()))
}

/// The same with copies of the bodies.
fn apart(gpu: &Gpu) -> Arc<dyn Member> {
    Arc::new(AdapterMember::new(gpu.clone()).apart())
}

fn processor() -> Arc<dyn Member> {
    Arc::new(Processor::new(Hardware { threads: 2, ..Hardware::best() }).unwrap())
}

fn parameters(integrator: Integrator, precision: Precision, gravity: Gravity) -> Parameters {
    Parameters { precision, gravity, ..Parameters::new(integrator, 1.0 / 64.0, 0.1) }
}

/// The state after some steps, by a member or by the adapter alone.
fn run(
    gpu: &Gpu,
    bodies: &[Body],
    parameters: Parameters,
    member: Option<Arc<dyn Member>>,
) -> State {
    let mut simulation = Simulation::new(gpu, bodies, parameters).unwrap();
    simulation.set_member(member).unwrap();
    simulation.advance(4).unwrap();
    simulation.state().unwrap()
}

fn off(one: &State, other: &State) -> f64 {
    distance(&one.bodies().collect::<Vec<_>>(), &other.bodies().collect::<Vec<_>>())
}

/// Pairs, targets, jerks, double precision and groups of a tree, with the most that rounding may
/// do.
const KINDS: [(Integrator, Precision, Gravity, f64); 5] = [
    (Integrator::LeapfrogKdk, Precision::Single, Gravity::Direct(ForceKernel::Auto), 2e-6),
    (Integrator::Yoshida6, Precision::Pair, Gravity::Direct(ForceKernel::Auto), 1e-6),
    (Integrator::Hermite4, Precision::Single, Gravity::Direct(ForceKernel::Auto), 2e-6),
    (Integrator::RungeKutta4, Precision::Double, Gravity::Direct(ForceKernel::Auto), 1e-13),
    // Other groups walk, and the first walk of each kind opens cells by angle.
    (Integrator::LeapfrogDkd, Precision::Single, TREE, 1e-4),
];

#[test]
fn teams_of_any_kind_and_size_give_what_one_adapter_gives_and_the_same_bits_each_time() {
    let gpu = gpu();
    // Their kernels are compiled once.
    let (devices, processor) = ((0..5).map(|_| device(&gpu)).collect::<Vec<_>>(), processor());
    let devices =
        |shares: &[f64]| devices.iter().cloned().zip(shares.iter().copied()).collect::<Vec<_>>();
    for count in [1, 3, 1000] {
        let bodies = cluster(count);
        // The kinds differ in what their members exchange, which three bodies show as well as many;
        // `./test` takes every second kind.
        for (integrator, precision, gravity, most) in cases(if count == 3 { 2 } else { 5 }, KINDS) {
            let parameters = parameters(integrator, precision, gravity);
            let alone = run(&gpu, &bodies, parameters, None);
            let (home, apart) = (home(&gpu), apart(&gpu));
            let teams: [(&str, Members); 6] = [
                ("twice on one device", vec![(Arc::clone(&home), 1.0), (apart, 1.0)]),
                ("two devices", devices(&[1.0; 2])),
                ("at home and apart", [vec![(Arc::clone(&home), 1.0)], devices(&[2.0])].concat()),
                ("processor and at home", vec![(Arc::clone(&processor), 1.0), (home, 2.0)]),
                (
                    "device and processor",
                    [devices(&[3.0]), vec![(Arc::clone(&processor), 1.0)]].concat(),
                ),
                ("five with unequal shares", devices(&[1.0, 4.0, 9.0, 16.0, 25.0])),
            ];
            for (what, members) in teams {
                let together = |threads| {
                    let team = Team::new(members.clone());
                    team.set_threads(threads);
                    run(&gpu, &bodies, parameters, Some(Arc::new(team) as Arc<dyn Member>))
                };
                let what = format!(
                    "{what}, n = {count}, {}, {precision:?}, {gravity:?}",
                    starshell::name::Named::name(integrator)
                );
                let first = together(HostThreads::PerMember);
                assert!(off(&first, &alone) < most, "{what}: {:e}", off(&first, &alone));
                for threads in [HostThreads::PerMember, HostThreads::One] {
                    assert!(together(threads) == first, "{what}, {threads:?}: other bits");
                }
            }
        }
    }
}

#[test]
fn each_pair_once_is_divided_by_distances_among_devices_and_processor() {
    let gpu = gpu();
    let count = 3000;
    let Some(plan) = Plan::symmetric(&gpu, count as u32) else {
        assert!(
            gpu.subgroup_size().is_none_or(|lanes| !(8..=64).contains(&lanes)),
            "the kernel runs with any usual subgroup"
        );
        return;
    };
    let bodies = cluster(count);
    let parameters =
        parameters(Integrator::LeapfrogKdk, Precision::Single, Gravity::Direct(ForceKernel::Auto));
    let alone = run(&gpu, &bodies, parameters, None);
    let others = [home(&gpu), processor()];
    let devices = (0..7).map(|_| device(&gpu)).collect::<Vec<_>>();
    for shares in [&[1.0, 1.0][..], &[1.0, 5.0, 2.0], &[1.0; 9]] {
        let members = others.iter().chain(&devices).zip(shares);
        let members = members
            .map(|(device, &share)| {
                (Arc::new(Paired(Arc::clone(device), plan)) as Arc<dyn Member>, share)
            })
            .collect();
        let team = Arc::new(Team::new(members));
        let together = run(&gpu, &bodies, parameters, Some(Arc::clone(&team) as Arc<dyn Member>));
        assert!(off(&together, &alone) < 2e-6, "{shares:?}: {:e}", off(&together, &alone));
        let sum: f64 = team.members().iter().map(|member| member.share).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{:?}", team.members());
    }
}

/// A device that has each pair evaluated once, whatever its default.
#[derive(Debug)]
struct Paired(Arc<dyn Member>, Plan);

impl Member for Paired {
    fn name(&self) -> String {
        self.0.name()
    }

    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        assert_eq!(pull.pairs, Some(self.1));
        self.0.begin(pull, portion, exchanged, stop)
    }

    fn pairs(&self, _count: u32, _output: Output, _precision: Precision) -> Option<Plan> {
        Some(self.1)
    }

    fn is_on(&self, gpu: &Gpu) -> bool {
        self.0.is_on(gpu)
    }

    fn tree_order(&self) -> String {
        self.0.tree_order()
    }
}

/// A member that fails after some passes.
#[derive(Debug)]
struct Mortal(Arc<dyn Member>, AtomicU32);

impl Member for Mortal {
    fn name(&self) -> String {
        "mortal".to_owned()
    }

    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        if self
            .1
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_err()
        {
            return Err(GpuError::Lost("unplugged".to_owned()));
        }
        self.0.begin(pull, portion, exchanged, stop)
    }

    fn tree_order(&self) -> String {
        self.0.tree_order()
    }
}

#[test]
fn a_lost_member_is_named_and_the_others_go_on_until_none_is_left() {
    let (gpu, bodies) = (gpu(), cluster(500));
    let devices = [device(&gpu), device(&gpu)];
    // Who goes on is apart from the run, or at home.
    let others = [Arc::clone(&devices[1]), home(&gpu)];
    for ((integrator, precision, gravity, most), other) in
        KINDS.into_iter().flat_map(|kind| others.iter().map(move |other| (kind, other)))
    {
        let parameters = parameters(integrator, precision, gravity);
        let alone = run(&gpu, &bodies, parameters, None);
        let mortal = Arc::new(Mortal(Arc::clone(&devices[0]), AtomicU32::new(2)));
        let team = Arc::new(Team::new(vec![(mortal, 1.0), (Arc::clone(other), 1.0)]));
        let together = run(&gpu, &bodies, parameters, Some(Arc::clone(&team) as Arc<dyn Member>));
        assert!(
            off(&together, &alone) < most,
            "{precision:?}, {gravity:?}: {:e}",
            off(&together, &alone)
        );
        let notices: Vec<String> = team.notices().iter().map(|text| text.verbatim()).collect();
        assert!(
            notices.len() == 1 && notices[0].contains("mortal") && notices[0].contains("unplugged"),
            "{notices:?}"
        );
        assert!(team.notices().is_empty(), "each notice is returned once");
        assert_eq!(
            team.members().iter().map(|member| member.share).collect::<Vec<_>>(),
            [0.0, 1.0]
        );
    }
    let mortals = (0..2).zip(&devices).map(|(passes, device)| {
        (Arc::new(Mortal(Arc::clone(device), AtomicU32::new(passes))) as Arc<dyn Member>, 1.0)
    });
    let mut simulation = Simulation::new(
        &gpu,
        &bodies,
        parameters(Integrator::LeapfrogKdk, Precision::Single, Gravity::Direct(ForceKernel::Auto)),
    )
    .unwrap();
    simulation.set_member(Some(Arc::new(Team::new(mortals.collect())))).unwrap();
    let error = simulation.advance(3).unwrap_err();
    assert!(error.to_string().contains("unplugged"), "{error}");
}

#[test]
fn shares_follow_the_speeds_if_they_may() {
    let (gpu, bodies) = (gpu(), cluster(2000));
    let slow = |share| (Arc::new(Slow(processor())) as Arc<dyn Member>, share);
    let parameters =
        parameters(Integrator::LeapfrogKdk, Precision::Single, Gravity::Direct(ForceKernel::Auto));
    let shares = |team: Team| {
        let team = Arc::new(team);
        let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
        simulation.set_member(Some(Arc::clone(&team) as Arc<dyn Member>)).unwrap();
        simulation.advance(40).unwrap();
        team.members().iter().map(|member| member.share).collect::<Vec<_>>()
    };
    assert_eq!(shares(Team::new(vec![slow(1.0), (processor(), 1.0)])), [0.5, 0.5]);
    let [slower, faster] = shares(Team::new(vec![slow(1.0), (processor(), 1.0)]).balanced())[..]
    else {
        panic!("two members")
    };
    assert!(slower < 0.3 && faster > 0.7, "{slower} and {faster}");
}

/// A member that takes a millisecond for every hundredth of a pass.
#[derive(Debug)]
struct Slow(Arc<dyn Member>);

impl Member for Slow {
    fn name(&self) -> String {
        self.0.name()
    }

    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        std::thread::sleep(std::time::Duration::from_millis(portion.of(100).len() as u64));
        self.0.begin(pull, portion, exchanged, stop)
    }

    fn tree_order(&self) -> String {
        self.0.tree_order()
    }
}
