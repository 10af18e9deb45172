//! Gravity on a grid: masses of nodes, their potential by Fourier transforms, and its differences.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use rayon::prelude::*;

use super::mesh_settings::MeshSettings;
use super::method::{Method, Output};
use super::tree::{TREE_EXTENT, TreeParams};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::physics::{Bodies, Precision, Rows};
use crate::primitives::fft::kernels as fft;
use crate::primitives::fft::{Factors, Filter};
use crate::primitives::{Bounds, Fft, FftPath, FftRequest, JOIN_BOUNDS, RadixSort, Reduce, SortRequest, check_lengths};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a grid.
    pub struct MeshParams {
        /// Bodies.
        pub count: u32,
        /// Nodes per side that may have mass.
        pub side: u32,
        /// Nodes per side that are transformed.
        pub whole: u32,
        /// 1: the potential of a body is without its own part.
        pub is_without_own: u32,
    }
}

mirrored! {
    /// Where a grid lies, and the units of its masses.
    pub struct MeshPlace {
        /// The first node.
        pub low: [f32; 3],
        /// Nodes per unit of length.
        pub scale: f32,
        /// The inverse of the mass of one unit of the integers in which masses are summed.
        pub units: f32,
        /// That mass.
        pub unit: f32,
        /// Rounds the size up.
        pub padding_0: u32,
        /// The same.
        pub padding_1: u32,
    }
}

mirrored! {
    /// Parameters of putting a grid around bodies.
    pub struct FrameParams {
        /// Nodes per side.
        pub side: u32,
        /// Bodies.
        pub count: u32,
        /// The length of a periodic cube; 0: the grid is around all bodies.
        pub period: f32,
    }
}

const PLACE: Part = wgsl!("mesh/place.wgsl");
const CELLS: Part = wgsl!("mesh/cells.wgsl");
const GRID: Part = wgsl!("grid.wgsl");
/// Puts the grid around the bodies.
pub const FRAME: KernelSource =
    KernelSource::trusted("mesh/frame", &[wgsl!("mesh/frame.wgsl"), PLACE, wgsl!("monoid/bounds.wgsl")], &[&[]]);
/// The block in which each body is.
pub const BLOCKS: KernelSource = KernelSource::trusted("mesh/blocks", &[wgsl!("mesh/blocks.wgsl"), CELLS, PLACE, GRID], &[&[]]);
/// Divides masses among nodes.
pub const DEPOSIT: KernelSource =
    KernelSource::trusted("mesh/deposit", &[wgsl!("mesh/deposit.wgsl"), CELLS, PLACE, GRID], &[&[]]);
/// Masses as floats.
pub const MASSES: KernelSource = KernelSource::trusted("mesh/masses", &[wgsl!("mesh/masses.wgsl"), CELLS, PLACE, GRID], &[&[]]);
/// Masses to potentials, in the spectrum, along lines that fit into registers.
pub const CONVOLVE: [KernelSource; 2] = fft::filter!("mesh/filter_lines", "mesh/from_unit.wgsl");
/// The same for all elements.
pub const MULTIPLY: KernelSource = fft::multiply!("mesh/multiply", "mesh/from_unit.wgsl", "real_f32.wgsl");
/// Accelerations of bodies.
pub const PULL: KernelSource = KernelSource::trusted("mesh/pull", &[wgsl!("mesh/pull.wgsl"), CELLS, PLACE, GRID], &[&[]]);

/// Bits of the number of a block, of which there are 32 per side.
const BLOCK_BITS: u32 = 15;

/// All mass in units of the integers that sum it: a body has 24 bits, and the sums have 64.
const UNITS: f64 = (1_u64 << 48) as f64;

/// A cube in which a [`Mesh`] computes gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshRequest {
    /// Nodes per side.
    pub side: usize,
    /// The corner of the cube, and the first node.
    pub low: [f64; 3],
    /// The length of its sides, in units of length.
    pub length: f64,
    /// Whether it repeats in all directions, filled up to a mean density of zero. Otherwise it is alone, and bodies outside are left
    /// out.
    pub is_periodic: bool,
    /// The mass of all bodies, or more.
    pub mass: f64,
}

impl MeshRequest {
    /// The distance of nodes. In a cube that is alone, the last node lies on the far side.
    pub fn spacing(&self) -> f64 {
        self.length / if self.is_periodic { self.side as f64 } else { self.side as f64 - 1.0 }
    }

    fn check(&self) -> Result<(), GpuError> {
        let numbers = [self.length, self.mass];
        let is_finite = numbers.iter().chain(&self.low).all(|number| number.is_finite());
        if is_finite && numbers.iter().all(|number| *number > 0.0) {
            return Ok(());
        }
        let (length, mass) = (self.length, self.mass);
        Err(GpuError::Mismatch(format!(
            "a grid of length {length} for a mass of {mass} is impossible: give it a length and a mass above 0"
        )))
    }

    fn place(&self) -> MeshPlace {
        MeshPlace {
            low: self.low.map(|low| low as f32),
            scale: (1.0 / self.spacing()) as f32,
            units: (UNITS / self.mass) as f32,
            unit: (self.mass / UNITS) as f32,
            padding_0: 0,
            padding_1: 0,
        }
    }
}

/// The spectrum of the potential of a unit mass on a node of a periodic grid, with its nodes' distance as the unit of length:
/// -4 pi / k^2, and 0 for the mean.
pub(crate) fn periodic_spectrum(side: usize) -> Vec<[f32; 2]> {
    let squares: Vec<f64> = (0..side).map(|wave| (TAU * wave.min(side - wave) as f64 / side as f64).powi(2)).collect();
    let row = |row: usize| {
        let rest = squares[row % side] + squares[row / side];
        squares[..=side / 2].iter().map(move |square| square + rest)
    };
    let value = |square: f64| if square > 0.0 { (-4.0 * PI / square) as f32 } else { 0.0 };
    (0..side * side).into_par_iter().flat_map_iter(row).map(|square| [value(square), 0.0]).collect()
}

/// The potential of a unit mass on the first node of a doubled grid, on every node, with their distance as the unit of length. Its
/// own is that of half a distance.
fn isolated_potential(whole: usize) -> Vec<f32> {
    let squares: Vec<f64> = (0..whole).map(|node| (node.min(whole - node) as f64).powi(2)).collect();
    let row = |row: usize| {
        let rest = squares[row % whole] + squares[row / whole];
        squares.iter().map(move |square| (-1.0 / (square + rest).max(0.25).sqrt()) as f32).collect::<Vec<_>>()
    };
    (0..whole * whole).into_par_iter().flat_map_iter(row).collect()
}

/// Gravity of bodies on a grid (particle mesh), prepared for given buffers. Forces are those of point masses from a few nodes'
/// distance on, and softer below. G is 1.
///
/// Masses are divided among the eight nodes around each body (cloud in cell) in integers, so results have the same bits in every
/// run. Potentials come from Fourier transforms in three dimensions, after Hockney and Eastwood; in a cube that is alone, these have
/// eight times as many nodes. Accelerations are differences of neighbouring nodes, by the same shares: the forces of all bodies add
/// up to zero, to rounding. Work is O(n + m log m) for m nodes.
#[derive(Debug)]
pub struct Mesh {
    frame: Option<Frame>,
    blocks: Bound,
    sort: RadixSort,
    deposit: Bound,
    masses: Bound,
    forward: Fft,
    convolve: Filter,
    back: Fft,
    pull: Bound,
    count: u32,
    nodes: u32,
    scratch_bytes: u64,
}

/// Places the grid.
#[derive(Debug)]
struct Frame {
    extent: Bound,
    boxes: u32,
    join: Reduce<Bounds>,
    frame: Bound,
}

impl Frame {
    fn new(gpu: &Gpu, settings: MeshSettings, position: &Buffer<[f32; 4]>, places: &Buffer<MeshPlace>) -> Result<Self, GpuError> {
        let count = position.len() as u32;
        let boxes = count.div_ceil(8).clamp(1, 1 << 16);
        let extents = gpu.storage::<Bounds>("mesh/boxes", boxes as usize)?;
        let params = TreeParams { count, boxes, ..bytemuck::Zeroable::zeroed() };
        let tree = gpu.uniform("mesh/extent", &params)?;
        let buffers = [("tree_of", tree.raw()), ("position", position.raw()), ("boxes", extents.raw())];
        let extent = gpu.kernel(&TREE_EXTENT, &[])?.bind(gpu.device(), &buffers)?;
        let join = Reduce::new(gpu, &JOIN_BOUNDS, &extents)?;
        let params = gpu
            .uniform("mesh/frame", &FrameParams { side: settings.side, count, period: settings.period.unwrap_or(0.0) as f32 })?;
        let buffers = [("frame_of", params.raw()), ("joined", join.result().raw()), ("places", places.raw())];
        let frame = gpu.kernel(&FRAME, &[])?.bind(gpu.device(), &buffers)?;
        Ok(Self { extent, boxes, join, frame })
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        self.extent.dispatch_threads(pass, self.boxes);
        self.join.record(pass);
        self.frame.dispatch_groups(pass, 1);
    }
}

impl Mesh {
    /// Prepares the accelerations (and potentials, in the fourth component) of bodies with these positions and masses. In a cube that
    /// is alone, the potential of a body is that of all others; in a periodic one, its own mass has a part in it.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the grid is impossible, its sides cannot be transformed, there is not one acceleration per position,
    /// or a buffer belongs to another device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new(
        gpu: &Gpu,
        request: MeshRequest,
        position: &Buffer<[f32; 4]>,
        acceleration: &Buffer<[f32; 4]>,
    ) -> Result<Self, GpuError> {
        request.check()?;
        let places = gpu.storage_from("mesh/places", &[request.place()])?;
        Self::on(gpu, [request.side, request.side * if request.is_periodic { 1 } else { 2 }], &places, position, acceleration)
    }

    /// The same in a cube that is alone, with this many nodes per side, around all bodies: each pass begins by finding it. One body
    /// far away makes the grid coarse for all others.
    ///
    /// # Errors
    /// As [`Mesh::new`].
    pub fn around(
        gpu: &Gpu,
        side: usize,
        position: &Buffer<[f32; 4]>,
        acceleration: &Buffer<[f32; 4]>,
    ) -> Result<Self, GpuError> {
        Self::of_run(gpu, MeshSettings { side: side as u32, period: None }, position, acceleration)
    }

    /// The grid of a run, whose units of mass follow from the bodies in each pass.
    fn of_run(
        gpu: &Gpu,
        settings: MeshSettings,
        position: &Buffer<[f32; 4]>,
        acceleration: &Buffer<[f32; 4]>,
    ) -> Result<Self, GpuError> {
        let places = gpu.storage("mesh/places", 1)?;
        let sides = [settings.side, settings.transformed()].map(|side| side as usize);
        let mesh = Self::on(gpu, sides, &places, position, acceleration)?;
        Ok(Self { frame: Some(Frame::new(gpu, settings, position, &places)?), ..mesh })
    }

    /// On a grid with these nodes per side: with masses, and transformed.
    fn on(
        gpu: &Gpu,
        [side, whole]: [usize; 2],
        places: &Buffer<MeshPlace>,
        position: &Buffer<[f32; 4]>,
        acceleration: &Buffer<[f32; 4]>,
    ) -> Result<Self, GpuError> {
        if side < 4 || !side.is_multiple_of(2) {
            let message = format!("a grid with {side} nodes per side is too coarse: give it an even number from 4");
            return Err(GpuError::Mismatch(message));
        }
        gpu.check_own("the positions", position)?;
        gpu.check_own("the accelerations", acceleration)?;
        check_lengths("a grid", ("accelerations", acceleration.len()), ("positions", position.len()))?;
        let volume = FftRequest::volume(whole, whole, whole);
        let words = gpu.storage::<[u32; 2]>("mesh/masses", side.pow(3))?;
        let values = gpu.storage::<f32>("mesh/values", volume.elements())?;
        let spectrum = gpu.storage::<[f32; 2]>("mesh/spectrum", volume.half_elements())?;
        let (block_of, order) = (gpu.storage::<u32>("mesh/blocks", position.len())?, gpu.storage("mesh/order", position.len())?);
        let sort = RadixSort::new(gpu, &SortRequest::new(&block_of).with_indices(&order).bits(0..BLOCK_BITS))?;
        let planes = FftRequest::planes(whole, whole, whole);
        let of_side = |error: GpuError| match error {
            GpuError::Mismatch(message) => GpuError::Mismatch(format!("a grid with {side} nodes per side: {message}")),
            other => other,
        };
        let forward = Fft::forward(gpu, planes, &values, &spectrum).map_err(of_side)?;
        let unit_spectrum = if side == whole {
            gpu.storage_from("mesh/unit", &periodic_spectrum(side))?
        } else {
            let potential = gpu.storage_from("mesh/unit", &isolated_potential(whole))?;
            let transformed = gpu.storage::<[f32; 2]>("mesh/unit", volume.half_elements())?;
            let fft = Fft::forward(gpu, volume, &potential, &transformed)?;
            let mut encoder = gpu.encoder("mesh/unit");
            fft.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
            gpu.submit(encoder);
            transformed
        };
        let factors = Factors { filter: &CONVOLVE, multiply: &MULTIPLY, tables: &[("unit_spectrum", unit_spectrum.raw())] };
        let is_fused = Filter::is_fused::<f32>(gpu, whole, FftPath::Auto);
        let convolve = Filter::new(gpu, (volume, 2), is_fused, factors, &spectrum)?;
        let back = Fft::inverse(gpu, planes, &spectrum, &values)?;
        let (count, is_without_own) = (position.len() as u32, u32::from(side < whole));
        let parameters = MeshParams { count, side: side as u32, whole: whole as u32, is_without_own };
        let parameters = gpu.uniform("mesh/parameters", &parameters)?;
        let common = [("mesh", parameters.raw()), ("places", places.raw())];
        let bind = |kernel: &KernelSource, buffers: &[(&str, &wgpu::Buffer)]| {
            gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&common[..], buffers].concat())
        };
        let (bodies, order_of, potential) = (("position", position.raw()), ("order", order.raw()), ("potential", values.raw()));
        let sort_bytes = block_of.bytes() + order.bytes() + sort.scratch_bytes();
        let scratch_bytes = words.bytes() + values.bytes() + 2 * spectrum.bytes() + sort_bytes;
        Ok(Self {
            frame: None,
            blocks: bind(&BLOCKS, &[bodies, ("block_of", block_of.raw())])?,
            sort,
            deposit: bind(&DEPOSIT, &[bodies, order_of, ("masses", words.raw())])?,
            masses: bind(&MASSES, &[("words", words.raw()), ("values", values.raw())])?,
            pull: bind(&PULL, &[bodies, order_of, potential, ("acceleration", acceleration.raw())])?,
            scratch_bytes: scratch_bytes + convolve.scratch_bytes() + back.scratch_bytes(),
            forward,
            convolve,
            back,
            count,
            nodes: volume.elements() as u32,
        })
    }

    /// Records the computation of all accelerations.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        if let Some(frame) = &self.frame {
            frame.record(pass);
        }
        self.blocks.dispatch_threads(pass, self.count);
        self.sort.record(pass);
        self.deposit.dispatch_threads(pass, self.count);
        self.masses.dispatch_threads(pass, self.nodes);
        self.forward.record(pass);
        self.convolve.record(pass);
        self.back.record(pass);
        self.pull.dispatch_threads(pass, self.count);
    }

    /// Bytes allocated in addition to positions and accelerations.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// The force pass of a run on a grid.
#[derive(Debug)]
pub(super) struct MeshMethod {
    gpu: Gpu,
    settings: MeshSettings,
    /// None of no bodies.
    mesh: Option<Mesh>,
    rows: Rows,
}

impl MeshMethod {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, settings: MeshSettings) -> Result<Self, GpuError> {
        Self::into_rows(gpu, bodies, settings, Rows::new(gpu, "mesh/rows", bodies.count() as usize, Precision::Single)?)
    }

    fn into_rows(gpu: &Gpu, bodies: &Bodies, settings: MeshSettings, rows: Rows) -> Result<Self, GpuError> {
        let mesh = match &rows {
            Rows::Single(accelerations) if bodies.count() > 0 => {
                Some(Mesh::of_run(gpu, settings, bodies.position(), accelerations)?)
            }
            _ => None,
        };
        Ok(Self { gpu: gpu.clone(), settings, mesh, rows })
    }
}

impl Method for MeshMethod {
    fn work(&self, _all_pairs: f64) -> f64 {
        self.settings.work(&self.gpu, self.rows.len() as u32)
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        if let Some(mesh) = &self.mesh {
            mesh.record(pass);
        }
    }

    fn partial(&self) -> &Rows {
        &self.rows
    }

    fn shares(&self) -> u32 {
        1
    }

    fn with_output(&self, bodies: &Bodies, _output: Output) -> Result<Option<Arc<dyn Method>>, GpuError> {
        Ok(Some(Arc::new(Self::new(&self.gpu, bodies, self.settings)?)))
    }

    fn of(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        Ok(Arc::new(Self::into_rows(&self.gpu, bodies, self.settings, self.rows.clone())?))
    }
}
