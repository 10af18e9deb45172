//! Gravity on a grid: masses of nodes, their potential by Fourier transforms, and its differences.

use std::ops::Range;

use super::frame::{Frame, Layout};
use super::kernels::{
    BLOCKS, CONVOLVE, DEPOSIT, DEPOSIT_CUBIC, MASSES, MERGE, MULTIPLY, MeshPlace, PULL,
};
use super::near::{Near, Shared};
use super::settings::MeshSettings;
use super::unit;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::physics::gravity::method::Output;
use crate::primitives::fft::{Factors, Filter};
use crate::primitives::{Fft, FftPath, FftRequest, RadixSort, SortRequest, check_lengths};

/// All mass in units of the integers that sum it: a body has 24 bits, and the sums have 64.
const UNITS: f64 = (1_u64 << 48) as f64;

/// A cube in which a [`Mesh`] computes gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshRequest {
    /// Nodes per side.
    pub side: usize,
    /// The corner of the cube, and the first node if there are no pairs.
    pub low: [f64; 3],
    /// The length of its sides, in units of length.
    pub length: f64,
    /// Whether it repeats in all directions, filled up to a mean density of zero. Otherwise it is
    /// alone, and bodies outside are left out.
    pub is_periodic: bool,
    /// The mass of all bodies, or more.
    pub mass: f64,
    /// The softening of pairs of bodies closer than 7.5 distances of nodes, which are summed one by
    /// one. `None`: the grid alone, whose forces are softer than that of point masses within a few
    /// nodes.
    pub near: Option<f64>,
}

impl MeshRequest {
    fn layout(&self) -> Layout {
        Layout { side: self.side, period: self.is_periodic.then_some(self.length), near: self.near }
    }

    /// The distance of nodes. In a cube that is alone, the last node lies on the far side; with
    /// pairs, some nodes lie outside.
    pub fn spacing(&self) -> f64 {
        let layout = self.layout();
        if self.is_periodic {
            self.length / self.side as f64
        } else {
            (self.length / layout.across()[1]).max(layout.least())
        }
    }

    fn check(&self) -> Result<(), GpuError> {
        let numbers = [self.length, self.mass];
        let is_finite = numbers.iter().chain(&self.low).all(|number| number.is_finite());
        if is_finite && numbers.iter().all(|number| *number > 0.0) {
            return self.layout().check();
        }
        let (length, mass) = (self.length, self.mass);
        Err(GpuError::Mismatch(format!(
            "a grid of length {length} for a mass of {mass} is impossible: give it a length and a mass above 0"
        )))
    }

    fn place(&self) -> MeshPlace {
        let spacing = self.spacing();
        let before = if self.is_periodic { 0.0 } else { self.layout().across()[0] * spacing };
        MeshPlace {
            low: self.low.map(|low| (low - before) as f32),
            scale: (1.0 / spacing) as f32,
            units: (UNITS / self.mass) as f32,
            unit: (self.mass / UNITS) as f32,
            softness: (self.near.unwrap_or(0.0) / spacing).powi(2) as f32,
            padding: 0,
        }
    }
}

/// Gravity of bodies on a grid, prepared for given buffers. G is 1.
///
/// The grid alone (particle mesh) has the forces of point masses from a few nodes' distance on, and
/// softer ones below. Masses are divided among the eight nodes around each body (cloud in cell) in
/// integers, so results have the same bits in every run. Potentials come from Fourier transforms in
/// three dimensions, after Hockney and Eastwood; in a cube that is alone, these have eight times as
/// many nodes. Accelerations are differences of neighbouring nodes, by the same shares: the forces
/// of all bodies add up to zero, to rounding. Work is O(n + m log m) for m nodes.
///
/// With pairs (P3M), the grid has only the smooth part of gravity, and the rest is summed over the
/// bodies near by. Masses are divided among 64 nodes. Accelerations are within 1e-3 of direct sums
/// at 99 of 100 bodies, whatever the number of nodes. Work grows as the number of bodies within 7.5
/// nodes of each.
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
    pull: Pull,
    count: u32,
    nodes: u32,
    scratch_bytes: u64,
}

/// How potentials become accelerations.
#[derive(Debug)]
enum Pull {
    /// By the grid alone.
    Grid(Bound),
    /// With pairs of bodies.
    Near(Box<Near>),
}

impl Mesh {
    /// Prepares the accelerations (and potentials, in the fourth component) of bodies with these
    /// positions and masses. The potential of a body is that of all others, and in a periodic cube
    /// of its own images; without pairs, its own mass has a part in that.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the grid is impossible, its sides cannot be transformed, there is
    /// not one acceleration per position, or a buffer belongs to another device; [`GpuError`] if a
    /// kernel does not compile or memory runs out.
    pub fn new(
        gpu: &Gpu,
        request: MeshRequest,
        position: &Buffer<[f32; 4]>,
        acceleration: &Buffer<[f32; 4]>,
    ) -> Result<Self, GpuError> {
        request.check()?;
        let places = gpu.storage_from("mesh/places", &[request.place()])?;
        Self::on(gpu, request.layout(), Output::Potential, &places, [position, acceleration])
    }

    /// Prepares the accelerations in a cube that is alone, with this many nodes per side, around
    /// all bodies: each pass begins by finding it. One body far away makes the grid coarse for all
    /// others. Pairs have the softening of `near`, if they are summed.
    ///
    /// # Errors
    /// As [`Mesh::new`].
    pub fn around(
        gpu: &Gpu,
        side: usize,
        near: Option<f64>,
        position: &Buffer<[f32; 4]>,
        acceleration: &Buffer<[f32; 4]>,
    ) -> Result<Self, GpuError> {
        let settings = MeshSettings { side: side as u32, period: None, near: near.is_some() };
        Self::of_run(
            gpu,
            settings,
            near.unwrap_or(0.0),
            Output::Potential,
            [position, acceleration],
        )
    }

    /// The grid of a run, whose units of mass follow from the bodies in each pass.
    pub(super) fn of_run(
        gpu: &Gpu,
        settings: MeshSettings,
        softening: f64,
        output: Output,
        [position, acceleration]: [&Buffer<[f32; 4]>; 2],
    ) -> Result<Self, GpuError> {
        let places = gpu.storage("mesh/places", 1)?;
        let near = settings.near.then_some(softening);
        let layout = Layout { side: settings.side as usize, period: settings.period, near };
        let mesh = Self::on(gpu, layout, output, &places, [position, acceleration])?;
        Ok(Self { frame: Some(Frame::new(gpu, layout, position, &places)?), ..mesh })
    }

    fn on(
        gpu: &Gpu,
        layout: Layout,
        output: Output,
        places: &Buffer<MeshPlace>,
        [position, acceleration]: [&Buffer<[f32; 4]>; 2],
    ) -> Result<Self, GpuError> {
        layout.check()?;
        position.check_own(gpu, "the positions")?;
        acceleration.check_own(gpu, "the accelerations")?;
        check_lengths(
            "a grid",
            ("accelerations", acceleration.len()),
            ("positions", position.len()),
        )?;
        let (side, whole) = (layout.side, layout.whole());
        let volume = FftRequest::volume(whole, whole, whole);
        let words = gpu.storage::<[u32; 2]>("mesh/masses", side.pow(3))?;
        let values = gpu.storage::<f32>("mesh/values", volume.elements())?;
        let spectrum = gpu.storage::<[f32; 2]>("mesh/spectrum", volume.half_elements())?;
        let (block_of, order) = (
            gpu.storage::<u32>("mesh/blocks", position.len())?,
            gpu.storage("mesh/order", position.len())?,
        );
        // One number more than there are blocks, for bodies that take no part.
        let bits = u32::BITS - layout.blocks().pow(3).leading_zeros();
        let sort =
            RadixSort::new(gpu, &SortRequest::new(&block_of).with_indices(&order).bits(0..bits))?;
        let planes = FftRequest::planes(whole, whole, whole);
        let of_side = |error: GpuError| match error {
            GpuError::Mismatch(message) => {
                GpuError::Mismatch(format!("a grid with {side} nodes per side: {message}"))
            }
            other => other,
        };
        let forward = Fft::forward(gpu, planes, &values, &spectrum).map_err(of_side)?;
        let unit_spectrum = unit_spectrum(gpu, layout, volume)?;
        let tables = [("unit_spectrum", unit_spectrum.raw()), ("places", places.raw())];
        let factors = Factors { filter: &CONVOLVE, multiply: &MULTIPLY, tables: &tables };
        let is_fused = Filter::is_fused::<f32>(gpu, whole, FftPath::Auto);
        let convolve = Filter::new(gpu, (volume, 2), is_fused, factors, &spectrum)?;
        let back = Fft::inverse(gpu, planes, &spectrum, &values)?;
        let count = position.len() as u32;
        let parameters = gpu.uniform("mesh/parameters", &layout.parameters(count))?;
        let common = [("mesh", parameters.raw()), ("places", places.raw())];
        let bind = |kernel: &KernelSource, buffers: &[(&str, &wgpu::Buffer)]| {
            gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&common[..], buffers].concat())
        };
        let (bodies, order_of, potential) =
            (("position", position.raw()), ("order", order.raw()), ("potential", values.raw()));
        let (deposit, pull) = match layout.near {
            None => (
                &DEPOSIT,
                Pull::Grid(bind(
                    &PULL,
                    &[bodies, order_of, potential, ("acceleration", acceleration.raw())],
                )?),
            ),
            Some(softening) => {
                let (parameters, block_of, order, potential) =
                    (&parameters, &block_of, &order, &values);
                let shared = Shared {
                    parameters,
                    places,
                    position,
                    block_of,
                    order,
                    potential,
                    acceleration,
                };
                (
                    &DEPOSIT_CUBIC,
                    Pull::Near(Box::new(Near::new(gpu, layout, softening, output, &shared)?)),
                )
            }
        };
        let sort_bytes = block_of.bytes() + order.bytes() + sort.scratch_bytes();
        let near_bytes = if let Pull::Near(near) = &pull { near.bytes() } else { 0 };
        let scratch_bytes =
            words.bytes() + values.bytes() + 2 * spectrum.bytes() + sort_bytes + near_bytes;
        Ok(Self {
            frame: None,
            blocks: bind(&BLOCKS, &[bodies, ("block_of", block_of.raw())])?,
            sort,
            deposit: bind(deposit, &[bodies, order_of, ("masses", words.raw())])?,
            masses: bind(&MASSES, &[("words", words.raw()), ("values", values.raw())])?,
            pull,
            scratch_bytes: scratch_bytes + convolve.scratch_bytes() + back.scratch_bytes(),
            forward,
            convolve,
            back,
            count,
            nodes: volume.elements() as u32,
        })
    }

    /// Encodes the computation of all accelerations.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.encode_grid(pass);
        if let Pull::Near(near) = &self.pull {
            near.encode(pass);
        }
    }

    /// Encodes everything before the pairs.
    pub(super) fn encode_grid(&self, pass: &mut wgpu::ComputePass) {
        if let Some(frame) = &self.frame {
            frame.encode(pass);
        }
        self.blocks.dispatch_threads(pass, self.count);
        self.sort.encode(pass);
        if let Pull::Near(near) = &self.pull {
            near.encode_order(pass);
        }
        self.deposit.dispatch_threads(pass, self.count);
        self.masses.dispatch_threads(pass, self.nodes);
        self.forward.encode(pass);
        self.convolve.encode(pass);
        self.back.encode(pass);
        match &self.pull {
            Pull::Grid(pull) => pull.dispatch_threads(pass, self.count),
            Pull::Near(near) => near.encode_field(pass),
        }
    }

    /// Encodes the pairs of some of the bodies, as they are sorted, after the grid. Without pairs
    /// there is nothing to record.
    pub(super) fn encode_near(
        &self,
        pass: &mut wgpu::ComputePass,
        bodies: Range<u32>,
    ) -> Result<(), GpuError> {
        if let Pull::Near(near) = &self.pull { near.encode_some(pass, bodies) } else { Ok(()) }
    }

    /// Bytes allocated in addition to positions and accelerations.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// The spectrum of the potential of a unit mass, and what a softening adds to it.
fn unit_spectrum(
    gpu: &Gpu,
    layout: Layout,
    volume: FftRequest,
) -> Result<Buffer<[f32; 2]>, GpuError> {
    let (side, whole) = (layout.side, layout.whole());
    if let Some(period) = layout.period {
        let of_unit = match layout.near {
            None => unit::periodic_spectrum(side),
            Some(softening) => unit::split_spectrum(side, softening * side as f64 / period),
        };
        return gpu.storage_from("mesh/unit", &of_unit);
    }
    let transformed = |potential: &[f32]| {
        let potential = gpu.storage_from("mesh/unit", potential)?;
        let transformed = gpu.storage::<[f32; 2]>("mesh/unit", volume.half_elements())?;
        let fft = Fft::forward(gpu, volume, &potential, &transformed)?;
        let mut encoder = gpu.encoder("mesh/unit");
        fft.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        Ok::<_, GpuError>(transformed)
    };
    if layout.near.is_none() {
        return transformed(&unit::isolated_potential(whole));
    }
    let [point, softer] = unit::split_potentials(whole);
    let (merged, second) = (transformed(&point)?, transformed(&softer)?);
    let merge = gpu
        .kernel(&MERGE, &[])?
        .bind(gpu.device(), &[("second", second.raw()), ("merged", merged.raw())])?;
    let mut encoder = gpu.encoder("mesh/merge");
    merge.dispatch_threads(
        &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
        volume.half_elements() as u32,
    );
    gpu.submit(encoder);
    Ok(merged)
}
