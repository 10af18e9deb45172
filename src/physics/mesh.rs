//! Gravity on a grid: masses of nodes, their potential by Fourier transforms, and its differences.

use std::f64::consts::{PI, TAU};

use rayon::prelude::*;

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::primitives::fft::kernels as fft;
use crate::primitives::fft::{Factors, Filter};
use crate::primitives::{Fft, FftPath, FftRequest, RadixSort, SortRequest};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a grid.
    pub struct MeshParams {
        /// The first node.
        pub low: [f32; 3],
        /// Nodes per unit of length.
        pub scale: f32,
        /// Bodies.
        pub count: u32,
        /// Nodes per side that may have mass.
        pub side: u32,
        /// Nodes per side that are transformed.
        pub whole: u32,
        /// The inverse of the mass of one unit of the integers in which masses are summed.
        pub units: f32,
        /// That mass.
        pub unit: f32,
        /// Rounds the size up.
        pub padding_0: u32,
        /// The same.
        pub padding_1: u32,
        /// The same.
        pub padding_2: u32,
    }
}

const CELLS: Part = wgsl!("mesh/cells.wgsl");
const GRID: Part = wgsl!("grid.wgsl");
/// The block in which each body is.
pub const BLOCKS: KernelSource = KernelSource::trusted("mesh/blocks", &[wgsl!("mesh/blocks.wgsl"), CELLS, GRID], &[&[]]);
/// Divides masses among nodes.
pub const DEPOSIT: KernelSource = KernelSource::trusted("mesh/deposit", &[wgsl!("mesh/deposit.wgsl"), CELLS, GRID], &[&[]]);
/// Masses as floats.
pub const MASSES: KernelSource = KernelSource::trusted("mesh/masses", &[wgsl!("mesh/masses.wgsl"), CELLS, GRID], &[&[]]);
/// Masses to potentials, in the spectrum, along lines that fit into registers.
pub const CONVOLVE: [KernelSource; 2] = fft::filter!("mesh/filter_lines", "mesh/unit.wgsl");
/// The same for all elements.
pub const MULTIPLY: KernelSource = fft::multiply!("mesh/multiply", "mesh/unit.wgsl", "real_f32.wgsl");
/// Accelerations of bodies.
pub const PULL: KernelSource = KernelSource::trusted("mesh/pull", &[wgsl!("mesh/pull.wgsl"), CELLS, GRID], &[&[]]);

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

    /// Nodes per side that are transformed: twice as many in a cube that is alone, so that none is another's neighbour around it.
    fn whole(&self) -> usize {
        if self.is_periodic { self.side } else { 2 * self.side }
    }

    fn check(&self) -> Result<(), GpuError> {
        let numbers = [self.length, self.mass];
        let is_finite = numbers.iter().chain(&self.low).all(|number| number.is_finite());
        let message = match self {
            _ if self.side < 4 || !self.side.is_multiple_of(2) => {
                format!("a grid with {} nodes per side is too coarse: give it an even number from 4", self.side)
            }
            _ if !is_finite || numbers.iter().any(|number| *number <= 0.0) => {
                let (length, mass) = (self.length, self.mass);
                format!("a grid of length {length} for a mass of {mass} is impossible: give it a length and a mass above 0")
            }
            _ => return Ok(()),
        };
        Err(GpuError::Mismatch(message))
    }

    /// The spectrum of the potential of a unit mass on a node of a periodic grid: -4 pi / (k^2 volume), and 0 for the mean.
    fn periodic_spectrum(&self) -> Vec<[f32; 2]> {
        let (side, half) = (self.side, self.side / 2 + 1);
        let squares: Vec<f64> = (0..side).map(|wave| (TAU * wave.min(side - wave) as f64 / self.length).powi(2)).collect();
        let volume = self.spacing().powi(3);
        let row = |row: usize| {
            let rest = squares[row % side] + squares[row / side];
            squares[..half].iter().map(move |square| square + rest)
        };
        let value = |square: f64| if square > 0.0 { (-4.0 * PI / (square * volume)) as f32 } else { 0.0 };
        (0..side * side).into_par_iter().flat_map_iter(row).map(|square| [value(square), 0.0]).collect()
    }

    /// The potential of a unit mass on the first node of the doubled grid, on every node. Its own is that of half a spacing.
    fn isolated_potential(&self) -> Vec<f32> {
        let whole = self.whole();
        let squares: Vec<f64> = (0..whole).map(|node| (node.min(whole - node) as f64 * self.spacing()).powi(2)).collect();
        let least = (0.5 * self.spacing()).powi(2);
        let row = |row: usize| {
            let rest = squares[row % whole] + squares[row / whole];
            squares.iter().map(move |square| (-1.0 / (square + rest).max(least).sqrt()) as f32).collect::<Vec<_>>()
        };
        (0..whole * whole).into_par_iter().flat_map_iter(row).collect()
    }
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

impl Mesh {
    /// Prepares the accelerations (and potentials, in the fourth component) of bodies with these positions and masses.
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
        gpu.check_own("the positions", position)?;
        gpu.check_own("the accelerations", acceleration)?;
        let whole = request.whole();
        let volume = FftRequest::volume(whole, whole, whole);
        crate::primitives::check_lengths("a grid", ("accelerations", acceleration.len()), ("positions", position.len()))?;
        let words = gpu.storage::<[u32; 2]>("mesh/masses", request.side.pow(3))?;
        let values = gpu.storage::<f32>("mesh/values", volume.elements())?;
        let spectrum = gpu.storage::<[f32; 2]>("mesh/spectrum", volume.half_elements())?;
        let (block_of, order) = (gpu.storage::<u32>("mesh/blocks", position.len())?, gpu.storage("mesh/order", position.len())?);
        let sort = RadixSort::new(gpu, &SortRequest::new(&block_of).with_indices(&order).bits(0..BLOCK_BITS))?;
        let planes = FftRequest::planes(whole, whole, whole);
        let forward = Fft::forward(gpu, planes, &values, &spectrum)?;
        let unit_spectrum = if request.is_periodic {
            gpu.storage_from("mesh/unit", &request.periodic_spectrum())?
        } else {
            let potential = gpu.storage_from("mesh/unit", &request.isolated_potential())?;
            let transformed = gpu.storage::<[f32; 2]>("mesh/unit", volume.half_elements())?;
            let fft = Fft::forward(gpu, volume, &potential, &transformed)?;
            let mut encoder = gpu.encoder("mesh/unit");
            fft.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
            gpu.submit(encoder);
            transformed
        };
        let parameters = gpu.uniform(
            "mesh/parameters",
            &MeshParams {
                low: request.low.map(|low| low as f32),
                scale: (1.0 / request.spacing()) as f32,
                count: position.len() as u32,
                side: request.side as u32,
                whole: whole as u32,
                units: (UNITS / request.mass) as f32,
                unit: (request.mass / UNITS) as f32,
                padding_0: 0,
                padding_1: 0,
                padding_2: 0,
            },
        )?;
        let factors = Factors { filter: &CONVOLVE, multiply: &MULTIPLY, tables: &[("unit_spectrum", unit_spectrum.raw())] };
        let is_fused = Filter::is_fused::<f32>(gpu, whole, FftPath::Auto);
        let convolve = Filter::new(gpu, (volume, 2), is_fused, factors, &spectrum)?;
        let back = Fft::inverse(gpu, planes, &spectrum, &values)?;
        let bind = |kernel: &KernelSource, buffers: &[(&str, &wgpu::Buffer)]| {
            gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&[("mesh", parameters.raw())], buffers].concat())
        };
        let (bodies, order_of, potential) = (("position", position.raw()), ("order", order.raw()), ("potential", values.raw()));
        let sort_bytes = block_of.bytes() + order.bytes() + sort.scratch_bytes();
        Ok(Self {
            blocks: bind(&BLOCKS, &[bodies, ("block_of", block_of.raw())])?,
            sort,
            deposit: bind(&DEPOSIT, &[bodies, order_of, ("masses", words.raw())])?,
            masses: bind(&MASSES, &[("words", words.raw()), ("values", values.raw())])?,
            pull: bind(&PULL, &[bodies, order_of, potential, ("acceleration", acceleration.raw())])?,
            forward,
            convolve,
            back,
            count: position.len() as u32,
            nodes: volume.elements() as u32,
            scratch_bytes: words.bytes() + values.bytes() + 2 * spectrum.bytes() + sort_bytes,
        })
    }

    /// Records the computation of all accelerations.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
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
        self.scratch_bytes + self.convolve.scratch_bytes() + self.back.scratch_bytes()
    }
}
