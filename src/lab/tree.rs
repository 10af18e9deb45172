//! The speed of a tree, built anew each time, with the errors of the accelerations that were timed
//! and the work behind them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::DVec3;
use rayon::prelude::*;

use super::accuracy::SAMPLE;
use super::flag::Choice;
use super::measurement::Entry;
use super::primitives::check_name;
use super::rate::RateUnit;
use super::shared::Shared;
use super::timing::{
    SAMPLES, SECONDS_PER_SAMPLE, clock, samples_on_gpu, time_pass, time_steps, warm_up,
};
use super::tree_models::TreeModel;
use super::tree_report::{Stages, TreeShape};
use super::{LabError, Measurement, Spread, TreeReport};
use crate::gpu::{Gpu, GpuError, Timer};
use crate::name::Named;
use crate::physics::kernels::{INNER, WalkPlan};
use crate::physics::{
    Bodies, Body, ForceErrors, ForcePass, Gravity, Integrator, MAX_COMPARED, Opening, Output,
    Parameters, Simulation, Tree, TreeLevels, TreeSettings, TreeStage, TreeWalk, reference,
};
use crate::scene::{Scene, embedded};
use crate::snapshot::Checkpoint;
use crate::words::say;

/// Softening of the measured systems, as in `bench gravity`.
pub(super) const SOFTENING: f64 = 0.05;
/// Steps per sample of their time; the second on software adapters, where a step takes long.
const STEPS: [u32; 2] = [8, 2];
/// Samples of what takes long.
const FEW: usize = 3;
/// 99th percentile of the relative error above which a tree is wrong, whatever was asked for.
pub(super) const WRONG: f64 = 0.3;
/// Levels at which nodes can start.
const LEVELS: usize = 32;
/// Steps in which a run adjusts its accuracy before it is measured, and checks of up to 1,024
/// bodies then.
const STEPS_TO_ADJUST: u32 = 65;
const CHECKS: usize = 16;
const WARM_UP: Duration = Duration::from_millis(300);
/// Most interactions of a direct sum on the GPU, which shows the errors of all bodies: a second on
/// a large GPU and on software.
const MAX_DIRECT: [f64; 2] = [2e12, 2e9];

/// The bodies of a bench: those of a model, or of a scene or saved run, which clones share.
#[derive(Clone, Debug)]
pub(super) enum TreeBodies {
    Model(TreeModel),
    Scene(String, Shared<Given>),
}

/// Bodies with their softening.
pub(super) type Given = (Arc<[Body]>, f64);

impl Choice for TreeBodies {
    fn put(&mut self, text: &str) -> Result<(), String> {
        // Whether there is such a scene is found out when it is read.
        let scene = |_| Self::Scene(text.to_owned(), Shared::default());
        *self = TreeModel::named(text).map_or_else(scene, Self::Model);
        Ok(())
    }

    fn names(&self) -> Vec<[&'static str; 2]> {
        TreeModel::default().names()
    }
}

fn read(name: &str) -> Result<Given, LabError> {
    if embedded().iter().all(|scene| scene.name != name) {
        check_name::<TreeModel>(name, "a scene, a scene file or a saved run")?;
    }
    if Checkpoint::is_named(name.as_ref()) {
        let run = Checkpoint::read(name.as_ref()).map_err(|error| LabError::File(error.text()))?;
        return Ok((run.snapshot.state.bodies().collect(), run.scene.physics.softening));
    }
    let scene = Scene::load(name).map_err(|error| LabError::File(error.text()))?;
    Ok((scene.bodies()?.into(), scene.physics.softening))
}

/// A tree to be measured: one row of a table.
#[derive(Clone, Debug)]
pub struct TreeBench {
    /// Which bodies.
    pub(super) bodies: TreeBodies,
    /// How many of a model.
    pub(super) count: usize,
    /// How the tree is built and walked.
    pub settings: TreeSettings,
    /// Who walks together.
    pub walk: TreeWalk,
    /// Whether the accuracy is adjusted to the errors first, as a run does, and errors are judged
    /// as there.
    pub is_adjusted: bool,
    /// In how many regions whole steps are measured, in place of one tree.
    pub(super) regions: InRegions,
}

/// A number of regions, 0 for as few as hold the bodies; or one tree of all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InRegions(pub Option<usize>);

/// Most regions. With more, their walks would take far longer than those of one tree.
const MOST_REGIONS: usize = 256;

impl Choice for InRegions {
    fn put(&mut self, text: &str) -> Result<(), String> {
        let number = || text.parse().ok().filter(|number| (1..=MOST_REGIONS).contains(number));
        let wrong = || {
            format!(
                "`{text}` is not a number of regions: give `auto` or a whole number from 1 to {MOST_REGIONS}"
            )
        };
        self.0 = Some(if text == "auto" { 0 } else { number().ok_or_else(wrong)? });
        Ok(())
    }
}

impl Default for TreeBench {
    fn default() -> Self {
        Self::new(TreeModel::default(), 0)
    }
}

impl TreeBench {
    /// The default tree of a model.
    pub fn new(model: TreeModel, count: usize) -> Self {
        Self {
            bodies: TreeBodies::Model(model),
            count,
            settings: TreeSettings::default(),
            walk: TreeWalk::Shared,
            is_adjusted: false,
            regions: InRegions::default(),
        }
    }
}

impl TreeBench {
    pub(super) fn entry(&self) -> Entry {
        let (model, count) = match &self.bodies {
            TreeBodies::Model(model) => (model.name(), self.count),
            TreeBodies::Scene(_, known) => {
                ("file", known.made().map_or(0, |(bodies, _)| bodies.len()))
            }
        };
        Entry { kernel: self.settings.order.name(), model, ..Entry::new("tree", count) }
    }

    /// The bodies with their softening.
    pub(super) fn given(&self) -> Result<Given, LabError> {
        match &self.bodies {
            TreeBodies::Model(model) => Ok((model.bodies(self.count).into(), SOFTENING)),
            TreeBodies::Scene(name, known) => known.of(|| read(name)),
        }
    }
}

/// Measures building a tree and summing all accelerations.
pub(super) fn measure(gpu: &Gpu, bench: &TreeBench) -> Result<Measurement, LabError> {
    let TreeBench { settings, walk, is_adjusted, .. } = *bench;
    let (state, softening) = bench.given()?;
    let count = state.len();
    let (settings, judged) = match is_adjusted {
        true => adjusted(gpu, &state, settings, softening)?,
        false => (settings, None),
    };
    let bodies = Bodies::new(gpu, &state)?;
    let plan = WalkPlan { walk, ..WalkPlan::new(gpu, count, settings.group) };
    let tree =
        Tree::with_plan(gpu, &bodies, softening, Output::Acceleration, settings, plan, None)?;
    let Some(levels) = tree.levels() else { return Err(LabError::NoElements) };

    let begin = Instant::now();
    let mut passes = 0_u32;
    while passes < 2 || begin.elapsed() < warm_up(gpu, WARM_UP) {
        whole(gpu, &tree, None, 1)?;
        if passes == 0 {
            // From here on, cells open as they do in a run.
            let mut encoder = gpu.encoder("bench");
            tree.encode_last(&mut encoder);
            gpu.submit(encoder);
        }
        passes += 1;
    }
    let seconds = begin.elapsed().as_secs_f64() / f64::from(passes);
    let times = (SECONDS_PER_SAMPLE / seconds).ceil().clamp(1.0, 100.0) as u32;
    let is_slow = seconds > if gpu.is_software() { 0.1 } else { 1.0 };
    let samples = if is_slow { FEW } else { SAMPLES };
    let mut timer = clock(gpu, 1)?;
    let samples = samples_on_gpu(gpu, samples, || {
        Ok::<_, GpuError>(whole(gpu, &tree, timer.as_mut(), times)? / f64::from(times))
    })?;

    let mut row = bench.entry().on_gpu(gpu, samples, (count as f64, RateUnit::Bodies));
    row.kernel = words(&settings);
    if walk != TreeWalk::Shared {
        row.kernel += &format!(" walk={}", walk.name());
    }
    let forces = row.median_ms;
    let mut report = TreeReport {
        leaf: settings.leaf,
        group: settings.group,
        stages_ms: stages(gpu, &tree)?,
        integrate_ms: match walk {
            TreeWalk::Shared => {
                integrate(gpu, &state, settings, softening, timer.as_mut(), forces)?
            }
            _ => None,
        },
        bytes_per_body: tree.bytes() as f64 / count as f64,
        ..TreeReport::default()
    };
    let errors = match judged {
        Some(errors) => errors,
        None => errors(gpu, &bodies, &state, &tree, softening)?,
    };
    let quantile = |share: f64| {
        errors[((errors.len() as f64 * share).ceil() as usize).clamp(1, errors.len()) - 1]
    };
    (report.compared, report.p9999_error, report.max_error) =
        (errors.len(), quantile(0.9999), quantile(1.0));
    row.median_error = Some(quantile(0.5));
    row.p99_error = Some(quantile(0.99));
    let found = gpu.read(levels)?[0];
    check(&row, quantile(0.99), &found)?;
    let levels = nodes_of_levels(gpu, &tree, &found)?;
    let inner = levels.iter().map(|[_, inner]| *inner as usize).sum();
    report.shape =
        TreeShape { levels, ..TreeShape::new(found.nodes as usize, inner, found.depth, count) };
    count_work(gpu, &tree, &mut report)?;
    row.tree = Some(report.with_rate(settings.order, row.rate));
    Ok(row)
}

/// The settings with the accuracy that a run arrives at, and its errors as it judges them, in
/// ascending order.
fn adjusted(
    gpu: &Gpu,
    state: &[Body],
    settings: TreeSettings,
    softening: f64,
) -> Result<(TreeSettings, Option<Vec<f64>>), LabError> {
    let mut simulation = Simulation::new(gpu, state, hardly_moving(settings, softening))?;
    simulation.advance(STEPS_TO_ADJUST)?;
    let (Some(levels), Some(mut checks)) =
        (simulation.force_pass().levels(), ForceErrors::new(gpu, &simulation)?)
    else {
        return Ok((settings, None));
    };
    let mut errors = Vec::new();
    for _ in 0..CHECKS.min(state.len().div_ceil(MAX_COMPARED as usize)) {
        let mut encoder = gpu.encoder("bench");
        checks.encode(&mut encoder, &simulation, MAX_COMPARED)?;
        gpu.submit(encoder);
        gpu.wait()?;
        errors.extend(
            checks
                .collect()?
                .into_iter()
                .flat_map(|found| found.errors)
                .map(|(_, error)| f64::from(error)),
        );
    }
    errors.sort_by(f64::total_cmp);
    let opening = match settings.opening {
        Opening::Accuracy(_) => Opening::Accuracy(gpu.read(levels)?[0].accuracy.into()),
        Opening::Angle(angle) => Opening::Angle(angle),
    };
    Ok((TreeSettings { opening, ..settings }, Some(errors)))
}

/// Parameters with so short a step that the bodies hardly move, and the tree stays the same.
fn hardly_moving(settings: TreeSettings, softening: f64) -> Parameters {
    Parameters {
        gravity: Gravity::Tree(settings),
        ..Parameters::new(Integrator::LeapfrogKdk, 1e-9, softening)
    }
}

/// Number of nodes at each level, and of those with children.
fn nodes_of_levels(gpu: &Gpu, tree: &Tree, found: &TreeLevels) -> Result<Vec<[u32; 2]>, GpuError> {
    let Some(structure) = tree.structure() else { return Ok(Vec::new()) };
    let nodes = gpu.read(structure.nodes)?;
    let levels = found.begins.windows(2).take(LEVELS.min(found.depth as usize + 1));
    let numbers = levels.map(|ends| {
        let [begin, end] = [ends[0], ends[1]].map(|at| (at as usize).min(nodes.len()));
        let of_level = &nodes[begin..end.max(begin)];
        let inner = of_level.iter().filter(|[_, number, ..]| number & INNER != 0).count();
        [of_level.len() as u32, inner as u32]
    });
    Ok(numbers.collect())
}

/// The settings in words.
pub(super) fn words(settings: &TreeSettings) -> String {
    let opening = match settings.opening {
        Opening::Angle(angle) => format!("angle={angle}"),
        Opening::Accuracy(accuracy) => format!("accuracy={accuracy}"),
    };
    format!("{} {opening} leaf={} group={}", settings.order.name(), settings.leaf, settings.group)
}

/// Milliseconds of `times` trees with their accelerations.
fn whole(gpu: &Gpu, tree: &Tree, timer: Option<&mut Timer>, times: u32) -> Result<f64, GpuError> {
    time_pass(gpu, timer, |pass| (0..times).for_each(|_| tree.encode(pass)))
}

/// Milliseconds of a whole leapfrog step less those of its `forces`; `None` without timestamps.
fn integrate(
    gpu: &Gpu,
    state: &[Body],
    settings: TreeSettings,
    softening: f64,
    mut timer: Option<&mut Timer>,
    forces: f64,
) -> Result<Option<f64>, LabError> {
    let mut simulation = Simulation::new(gpu, state, hardly_moving(settings, softening))?;
    simulation.leave_accuracy();
    simulation.advance(2)?;
    let (steps, number) =
        (STEPS[usize::from(gpu.is_software())], if gpu.is_software() { FEW } else { SAMPLES });
    let mut samples = Vec::with_capacity(number);
    for _ in 0..number {
        samples.push(
            time_steps(gpu, &mut simulation, timer.as_deref_mut(), steps)? / f64::from(steps)
                - forces,
        );
    }
    samples.sort_by(f64::total_cmp);
    Ok(Some(samples[number / 2].max(0.0)))
}

/// Median milliseconds of each stage.
fn stages(gpu: &Gpu, tree: &Tree) -> Result<Option<Stages>, GpuError> {
    let mut timer = clock(gpu, TreeStage::ALL.len() as u32)?;
    let number = if gpu.is_software() { FEW } else { SAMPLES };
    let mut samples = Vec::with_capacity(number);
    for _ in 0..number {
        samples.push(match &mut timer {
            Some(timer) => {
                let mut encoder = gpu.encoder("bench");
                for (span, &stage) in TreeStage::ALL.iter().enumerate() {
                    tree.encode_stage(
                        &mut timer.compute_pass(&mut encoder, stage.name(), span as u32),
                        stage,
                    );
                }
                timer.submit_and_read(gpu, encoder)?
            }
            None => TreeStage::ALL
                .iter()
                .map(|&stage| alone(gpu, tree, stage))
                .collect::<Result<_, GpuError>>()?,
        });
    }
    Ok(Some(std::array::from_fn(|stage| {
        let mut times: Vec<f64> = samples.iter().map(|sample| sample[stage]).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })))
}

/// Milliseconds of a stage in a submission of its own, by the host's clock.
fn alone(gpu: &Gpu, tree: &Tree, stage: TreeStage) -> Result<f64, GpuError> {
    let mut encoder = gpu.encoder("bench");
    tree.encode_stage(
        &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
        stage,
    );
    let commands = encoder.finish();
    let begin = Instant::now();
    gpu.queue().submit([commands]);
    gpu.wait()?;
    Ok(begin.elapsed().as_secs_f64() * 1e3)
}

/// The relative errors in ascending order: of all bodies against the GPU's own direct sums where
/// that is quick, otherwise of a sample against sums in double precision.
fn errors(
    gpu: &Gpu,
    bodies: &Bodies,
    state: &[Body],
    tree: &Tree,
    softening: f64,
) -> Result<Vec<f64>, GpuError> {
    let got = tree.rows().read_vectors(gpu)?;
    let count = state.len();
    let error = |(got, expected): (DVec3, DVec3)| {
        let error =
            if got == expected { 0.0 } else { (got - expected).length() / expected.length() };
        if error.is_nan() { f64::INFINITY } else { error }
    };
    let mut errors: Vec<f64> = if (count as f64).powi(2)
        <= MAX_DIRECT[usize::from(gpu.is_software())]
    {
        got.into_iter().zip(direct(gpu, bodies, softening)?).map(error).collect()
    } else {
        let rounded = |body: &Body| Body { position: body.position.as_vec3().as_dvec3(), ..*body };
        let rounded: Vec<Body> = state.iter().map(rounded).collect();
        let softening = f64::from(softening as f32);
        let of = |index| (got[index], reference::acceleration_of(&rounded, softening, index));
        (0..count).into_par_iter().step_by(count.div_ceil(SAMPLE)).map(of).map(error).collect()
    };
    errors.sort_by(f64::total_cmp);
    Ok(errors)
}

/// The accelerations by the direct sum.
fn direct(gpu: &Gpu, bodies: &Bodies, softening: f64) -> Result<Vec<DVec3>, GpuError> {
    let pass = ForcePass::new(gpu, bodies, softening, Output::Acceleration)?;
    for unit in 0..8 {
        // In several submissions, so that no driver takes it for one that hangs.
        let units = pass.units().div_ceil(8);
        let mut encoder = gpu.encoder("bench");
        pass.encode_slice(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            unit * units..(unit + 1) * units,
        )?;
        gpu.submit(encoder);
    }
    let (rows, count) = (pass.partial().read_vectors(gpu)?, bodies.count() as usize);
    let sum =
        |index: usize| (0..pass.shares() as usize).map(|share| rows[share * count + index]).sum();
    Ok((0..count).map(sum).collect())
}

/// Refuses to report the time of wrong accelerations.
fn check(row: &Measurement, p99: f64, levels: &TreeLevels) -> Result<(), LabError> {
    match levels {
        _ if p99 > WRONG => Err(row.wrong(say!("wrong-percentile", error = format!("{p99:.1e}")))),
        TreeLevels { bodies, .. } if *bodies as usize != row.count => {
            Err(row.wrong(say!("wrong-bodies", some = *bodies, all = row.count)))
        }
        TreeLevels { unfinished: 1.., .. } => Err(row.wrong(say!("wrong-loops"))),
        _ => Ok(()),
    }
}

/// Counts what the walk does.
fn count_work(gpu: &Gpu, tree: &Tree, report: &mut TreeReport) -> Result<(), GpuError> {
    let Some(work) = tree.count_work(gpu)? else { return Ok(()) };
    let mut encoder = gpu.encoder("bench");
    work.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    let groups = gpu.read(work.of_groups())?;
    let spread = |column: usize| Spread::new(groups.iter().map(|group| group[column]));
    (report.bodies, report.cells, report.nodes, report.remote) =
        (spread(0), spread(1), spread(2), spread(4));
    Ok(())
}
