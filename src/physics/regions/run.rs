//! A run in regions: its steps, and the trees and walks of its forces.

use glam::DVec3;

use super::curve::Curve;
use super::judges::Judges;
use super::region::{NOBODY, Region};
use super::sampling::{NOT_FINITE, Sampling};
use crate::gpu::{Buffer, Gpu, GpuError, Timer};
use crate::name::Named;
use crate::named;
use crate::physics::gravity::RegionTrees;
use crate::physics::motion::Composition;
use crate::physics::simulation::{Judgement, SimulationError};
use crate::physics::{
    Body, Gravity, InvalidBody, Output, Parameters, Precision, Roster, TreeLevels, TreeSettings,
};
use crate::words::{Text, say};

named! {
    /// What the forces of a step consist of.
    pub enum RegionStage: "stage of regions" {
        /// Boxes, keys and the order of the bodies of each region.
        Order = "order",
        /// The tree of each region.
        Build = "build",
        /// The walks of its own bodies.
        Own = "own walks",
        /// The walks of the bodies of other regions.
        Others = "other walks",
    }
}

/// A run by trees in several regions. Each owns the bodies of a piece of the Morton curve, in rows of
/// a fixed number: 56 bytes per body. The tree of one region at a time is built in memory that all
/// share, and the bodies of every region walk it. So a run takes little more memory than its bodies,
/// and none of its buffers holds all of them.
///
/// The error of the accelerations is kept as in a [`Simulation`](crate::physics::Simulation), and judged
/// against direct sums over all regions. For a fixed number of regions the result has the same bits
/// in every run.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::physics::initial::InitialState;
/// use starshell::physics::{Gravity, Integrator, Parameters, Regions, TreeSettings};
///
/// let gpu = Gpu::open(None)?;
/// let bodies = InitialState::named("plummer")?.bodies(2000, 1)?;
/// let parameters = Parameters {
///     gravity: Gravity::Tree(TreeSettings::default()),
///     ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05)
/// };
/// let mut regions = Regions::new(&gpu, &bodies, parameters, 2)?;
/// let start = regions.measure()?;
/// regions.advance(10)?;
/// assert!(regions.measure()?.energy_drift(&start).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Regions {
    pub(super) gpu: Gpu,
    pub(super) parameters: Parameters,
    pub(super) settings: TreeSettings,
    pub(super) trees: RegionTrees,
    pub(super) regions: Vec<Region>,
    pub(super) composition: Composition,
    pub(super) cuts: Buffer<u64>,
    pub(super) sampling: Sampling,
    /// None if no accuracy decides which cells open.
    pub(super) judges: Option<Judges>,
    /// What was known about each tree after its walks.
    pub(super) levels: Buffer<TreeLevels>,
    /// Bodies at the start.
    pub(super) number: usize,
    pub(super) steps: u64,
    pub(super) steps_since_cut: u32,
    /// Whether the accelerations are those of the current positions.
    pub(super) is_current: bool,
    /// Whether the order of each region is that of its rows as they are.
    pub(super) is_ordered: bool,
}

impl Regions {
    /// Steps from one cut of the curve to the next. Meanwhile bodies stay in their regions, wherever
    /// they go: forces do not depend on that, but walks look at more nodes where regions overlap.
    pub const CUT_EVERY: u32 = 16;

    /// The rows of each of `regions` regions that hold `count` bodies: a tenth more than the mean,
    /// because regions differ.
    fn rows(count: usize, regions: usize) -> usize {
        (count.div_ceil(regions) * 11 / 10 + 64).next_multiple_of(64)
    }

    /// The fewest regions that hold `count` bodies on this adapter.
    pub fn fewest(gpu: &Gpu, settings: &TreeSettings, count: usize) -> usize {
        let most = RegionTrees::most_bodies(gpu, settings);
        (1..).find(|&regions| Self::rows(count, regions) <= most).unwrap_or(1)
    }

    /// Uploads `bodies` and prepares to move them in so many regions.
    ///
    /// # Errors
    /// [`SimulationError::Regions`] if several regions do not work with these parameters; others as
    /// for a [`Simulation`](crate::physics::Simulation).
    pub fn new(
        gpu: &Gpu,
        bodies: &(impl Roster + ?Sized),
        parameters: Parameters,
        regions: usize,
    ) -> Result<Self, SimulationError> {
        parameters.validate()?;
        let (settings, composition) = possible(&parameters)?;
        let regions = regions.max(1);
        if bodies.is_empty() {
            return Err(SimulationError::NoBodies);
        }
        InvalidBody::find(bodies.each(), Precision::Single, 0)?;
        let curve = Curve::new(bodies, regions);
        let largest = curve.counts(bodies).into_iter().max().unwrap_or(0);
        let capacity = Self::rows(bodies.len(), regions).max(Self::rows(largest, 1));
        let softening = parameters.softened();
        let rows = u32::try_from(capacity).unwrap_or(u32::MAX);
        let trees = RegionTrees::new(gpu, regions, rows, softening, settings)?;
        let cuts = gpu.storage("regions/cuts", regions)?;
        gpu.write(&cuts, &[NOT_FINITE]);
        let region = |number| {
            let mut region = Region::new(gpu, number, rows, &trees, &cuts, &composition)?;
            region.upload(gpu, bodies, &curve.numbers(bodies, number))?;
            Ok::<_, GpuError>(region)
        };
        let all = (0..regions).map(region).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            gpu: gpu.clone(),
            parameters,
            settings,
            sampling: Sampling::new(gpu, trees.keys(), regions)?,
            judges: Judges::new(gpu, &parameters, &settings, rows, bodies.len())?,
            trees,
            regions: all,
            composition,
            cuts,
            levels: gpu.storage("regions/levels", regions)?,
            number: bodies.len(),
            steps: 0,
            steps_since_cut: 0,
            is_current: false,
            is_ordered: false,
        })
    }

    /// Number of bodies at the start.
    pub fn len(&self) -> usize {
        self.number
    }

    /// Whether there are none: never.
    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Steps since the start of the run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Simulated time since the start of the run.
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.parameters.time_step
    }

    /// Number of finite bodies in each region at the last cut.
    pub fn counts(&self) -> Vec<u32> {
        self.regions.iter().map(|region| region.count).collect()
    }

    /// Bytes allocated: of the bodies, and of what all regions share.
    pub fn bytes(&self) -> [u64; 2] {
        let shared = self.trees.bytes()
            + self.sampling.bytes()
            + self.judges.as_ref().map_or(0, Judges::bytes)
            + self.levels.bytes();
        [self.regions.iter().map(Region::bytes).sum(), shared]
    }

    /// Advances by any number of steps and waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`]; [`GpuError::OutOfMemory`] if many bodies move to other regions at once.
    pub fn advance(&mut self, steps: u32) -> Result<(), GpuError> {
        let mut left = steps;
        while left > 0 {
            self.judge_before()?;
            if self.steps_since_cut >= Self::CUT_EVERY {
                self.cut()?;
            }
            let until_judged = self.steps_until_judged();
            let batch = left.min(Self::CUT_EVERY - self.steps_since_cut).min(until_judged);
            let mut is_current = self.is_current;
            for (has_forces_before, kind) in self.composition.order(batch, &mut is_current) {
                if has_forces_before {
                    self.sum(Output::Acceleration, None)?;
                }
                self.update(kind);
            }
            self.is_current = is_current;
            self.steps += u64::from(batch);
            self.steps_since_cut += batch;
            left -= batch;
            if batch == until_judged && self.is_current {
                self.judge(&Judgement::after(self.number as u32, self.steps))?;
            }
            // One batch at a time, so that what it records takes little memory.
            self.gpu.wait()?;
        }
        Ok(())
    }

    /// Computes the accelerations of the current positions, unless they are known; before the first
    /// step several times, to find the accuracy. Waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn forces(&mut self) -> Result<(), GpuError> {
        self.judge_before()?;
        if !self.is_current {
            self.sum(Output::Acceleration, None)?;
            self.is_current = true;
        }
        self.gpu.wait()
    }

    /// Computes the accelerations of the current positions, and returns the milliseconds of each
    /// [`RegionStage`]; `None` without timestamps. Waits.
    ///
    /// # Errors
    /// As [`Regions::forces`].
    pub fn time_forces(&mut self) -> Result<Option<[f64; RegionStage::ALL.len()]>, GpuError> {
        let spans = 1 + 3 * self.regions.len();
        let mut timer = Timer::new(&self.gpu, spans as u32)?;
        self.sum(Output::Acceleration, timer.as_ref())?;
        self.is_current = true;
        let Some(timer) = &mut timer else { return self.gpu.wait().map(|()| None) };
        let spans = timer.submit_and_read(&self.gpu, self.gpu.encoder("regions/times"))?;
        let mut stages = [0.0; RegionStage::ALL.len()];
        for (span, milliseconds) in spans.into_iter().enumerate() {
            stages[if span == 0 { 0 } else { 1 + (span - 1) % 3 }] += milliseconds;
        }
        Ok(Some(stages))
    }

    /// Lets the accelerations be computed again.
    pub fn forget_forces(&mut self) {
        self.is_current = false;
    }

    /// Submits a pass of the integrator.
    fn update(&self, kind: usize) {
        let mut encoder = self.gpu.encoder("regions/advance");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        self.regions.iter().for_each(|region| region.encode_update(&mut pass, kind));
        drop(pass);
        self.gpu.submit(encoder);
    }

    /// Encodes the order of the bodies of each region; `then` follows while their sorted keys are
    /// known.
    pub(super) fn encode_orders(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        mut then: impl FnMut(&mut wgpu::CommandEncoder, &Region),
    ) {
        self.regions.iter().for_each(|region| self.trees.encode_box(encoder, &region.tree));
        self.trees.encode_join(encoder);
        for region in &self.regions {
            self.trees.encode_order(encoder, &region.tree);
            then(encoder, region);
        }
    }

    /// Submits the trees and walks that sum accelerations or potentials. Each region's sums are added
    /// in the order of the regions.
    pub(super) fn sum(&mut self, output: Output, timer: Option<&Timer>) -> Result<(), GpuError> {
        let mark = |encoder: &mut wgpu::CommandEncoder, ended: Option<u32>, begun: Option<u32>| {
            if let Some(timer) = timer {
                timer.mark(encoder, ended, begun);
            }
        };
        let mut encoder = self.gpu.encoder("regions/order");
        mark(&mut encoder, None, Some(0));
        self.encode_orders(&mut encoder, |encoder, region| {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            region.encode_ends(&mut pass);
            region.encode_begin(&mut pass, output);
        });
        mark(&mut encoder, Some(0), None);
        self.gpu.submit(encoder);
        self.is_ordered = true;
        let bytes = size_of::<TreeLevels>() as u64;
        for (number, source) in self.regions.iter().enumerate() {
            let mut encoder = self.gpu.encoder("regions/sum");
            let first = 1 + 3 * number as u32;
            let walk = |encoder: &mut wgpu::CommandEncoder, is_own: bool| {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                for (other, region) in self.regions.iter().enumerate() {
                    if (other == number) == is_own {
                        region.tree.encode_walk(&mut pass, &source.tree, output);
                    }
                }
            };
            mark(&mut encoder, None, Some(first));
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.trees.encode_tree(&mut pass, &source.tree);
            drop(pass);
            mark(&mut encoder, Some(first), Some(first + 1));
            walk(&mut encoder, true);
            mark(&mut encoder, Some(first + 1), Some(first + 2));
            walk(&mut encoder, false);
            mark(&mut encoder, Some(first + 2), None);
            let (from, to) = (self.trees.levels().raw(), self.levels.raw());
            encoder.copy_buffer_to_buffer(from, 0, to, number as u64 * bytes, bytes);
            self.gpu.submit(encoder);
        }
        self.gpu.poll()
    }

    /// What is known about the tree of each region, as it was last. Waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn levels(&self) -> Result<Vec<TreeLevels>, GpuError> {
        self.gpu.read(&self.levels)
    }

    /// Reads all bodies, by their number. Those that are no longer finite may be nowhere. Waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn bodies(&self) -> Result<Vec<Body>, GpuError> {
        let nowhere = Body { position: DVec3::NAN, velocity: DVec3::ZERO, mass: 0.0, component: 0 };
        let mut bodies = vec![nowhere; self.number];
        for region in &self.regions {
            let (positions, velocities) =
                (self.gpu.read(&region.position)?, self.gpu.read(&region.velocity)?);
            let rows = positions.iter().zip(&velocities);
            for (number, (position, velocity)) in
                self.gpu.read(&region.numbers)?.into_iter().zip(rows)
            {
                if number != NOBODY {
                    bodies[number as usize] = Body {
                        position: vector(position),
                        velocity: vector(velocity),
                        mass: position[3].into(),
                        component: velocity[3] as u32,
                    };
                }
            }
        }
        Ok(bodies)
    }

    /// Reads the acceleration of every body at the last force pass, by its number. Waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn accelerations(&self) -> Result<Vec<DVec3>, GpuError> {
        let mut all = vec![DVec3::NAN; self.number];
        for region in &self.regions {
            let rows = self.gpu.read(&region.acceleration)?;
            for (number, row) in self.gpu.read(&region.numbers)?.into_iter().zip(&rows) {
                if number != NOBODY {
                    all[number as usize] = vector(row);
                }
            }
        }
        Ok(all)
    }
}

/// The vector part of a row.
fn vector(row: &[f32; 4]) -> DVec3 {
    DVec3::new(row[0].into(), row[1].into(), row[2].into())
}

/// The tree and the integrator of a run in regions.
fn possible(parameters: &Parameters) -> Result<(TreeSettings, Composition), SimulationError> {
    let refused = |what: Text| Err(SimulationError::Regions(what));
    let settings = match parameters.gravity {
        Gravity::Auto(accuracy) => TreeSettings::with_accuracy(accuracy),
        Gravity::Tree(settings) => settings,
        other => return refused(say!("regions-gravity", method = other.method().name())),
    };
    let Some(operations) = parameters.integrator.composition() else {
        return refused(say!("regions-integrator", integrator = parameters.integrator.name()));
    };
    match parameters {
        Parameters { precision: Precision::Pair | Precision::Double, .. } => {
            refused(say!("regions-precision", precision = parameters.precision.name()))
        }
        Parameters { adaptive: Some(_), .. } => refused(say!("regions-adaptive")),
        _ if parameters.external.is_some() => refused(say!("regions-external")),
        _ => Ok((settings, Composition::new(operations, parameters))),
    }
}
