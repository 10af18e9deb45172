//! A region: the bodies of a piece of the curve, in rows of a fixed number.

use super::kernels::{
    ChooseParams, ExchangeParams, REGION_ADVANCE, REGION_BEGIN, REGION_CHOOSE, REGION_EXCHANGE,
    REGION_SEARCH, RegionParams, SearchParams, TAKES,
};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::physics::gravity::{RegionRows, RegionTree, RegionTrees};
use crate::physics::motion::Composition;
use crate::physics::{Output, Roster};

/// The number of a row without a body.
pub(super) const NOBODY: u32 = u32::MAX;
/// Bytes of a body that moves to another region.
pub(super) const MOVED_BYTES: usize = 3 * size_of::<[u32; 4]>();
/// Rows that are uploaded at once, so that little memory is taken twice.
const UPLOADED: usize = 1 << 20;

/// The bodies of a piece of the curve: 56 bytes each. Rows without a body are anywhere among the
/// others. They are not finite, so trees sort them behind all bodies and leave them out.
#[derive(Debug)]
pub(super) struct Region {
    /// Position and mass.
    pub(super) position: Buffer<[f32; 4]>,
    /// Velocity and component.
    pub(super) velocity: Buffer<[f32; 4]>,
    /// The last acceleration; w belongs to the walks.
    pub(super) acceleration: Buffer<[f32; 4]>,
    /// The number of each body among all.
    pub(super) numbers: Buffer<u32>,
    /// The index of each body along the curve, when that was asked for last.
    pub(super) order: Buffer<u32>,
    /// Of each cut of the curve the first body after it, and the first with a larger key.
    pub(super) ends: Buffer<[u32; 2]>,
    pub(super) tree: RegionTree,
    begins: [Bound; 2],
    search: Bound,
    updates: Vec<Bound>,
    /// Bodies at the last cut.
    pub(super) count: u32,
}

impl Region {
    /// Allocates rows for `capacity` bodies, which have no body yet.
    pub(super) fn new(
        gpu: &Gpu,
        number: usize,
        capacity: u32,
        trees: &RegionTrees,
        cuts: &Buffer<u64>,
        composition: &Composition,
    ) -> Result<Self, GpuError> {
        let rows = capacity as usize;
        let position = gpu.storage("region/position", rows)?;
        let velocity = gpu.storage("region/velocity", rows)?;
        let acceleration = gpu.storage("region/acceleration", rows)?;
        let order = gpu.storage("region/order", rows)?;
        let ends = gpu.storage("region/ends", cuts.len())?;
        let tree = trees.tree(
            number,
            &RegionRows {
                position: &position,
                acceleration: &acceleration,
                order: &order,
                ends: &ends,
            },
        )?;
        let all = gpu.uniform("region/region_of", &RegionParams { count: capacity })?;
        let begin = |potential| {
            gpu.kernel(&REGION_BEGIN, &[("POTENTIAL", potential)])?
                .bind(gpu.device(), &[("region_of", all.raw()), ("rows", acceleration.raw())])
        };
        let params = SearchParams { cuts: cuts.len() as u32, keys: capacity };
        let search_of = gpu.uniform("region/search_of", &params)?;
        let search = gpu.kernel(&REGION_SEARCH, &[])?.bind(
            gpu.device(),
            &[
                ("cuts", cuts.raw()),
                ("keys", trees.keys().raw()),
                ("search_of", search_of.raw()),
                ("ends", ends.raw()),
            ],
        )?;
        let update = |params| {
            let step = gpu.uniform("region/step", &params)?;
            gpu.kernel(&REGION_ADVANCE, &[])?.bind(
                gpu.device(),
                &[
                    ("step", step.raw()),
                    ("acceleration", acceleration.raw()),
                    ("position", position.raw()),
                    ("velocity", velocity.raw()),
                ],
            )
        };
        let begins = [begin(0)?, begin(1)?];
        let updates = composition.kinds(capacity, 1).map(update).collect::<Result<_, _>>()?;
        Ok(Self {
            begins,
            search,
            updates,
            position,
            velocity,
            acceleration,
            numbers: gpu.storage("region/numbers", rows)?,
            order,
            ends,
            tree,
            count: 0,
        })
    }

    /// Rows.
    pub(super) fn capacity(&self) -> u32 {
        self.position.len() as u32
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> u64 {
        self.position.bytes()
            + self.velocity.bytes()
            + self.acceleration.bytes()
            + self.numbers.bytes()
            + self.order.bytes()
            + self.ends.bytes()
    }

    /// Uploads these of all bodies, at rest in all other rows.
    pub(super) fn upload(
        &mut self,
        gpu: &Gpu,
        bodies: &(impl Roster + ?Sized),
        numbers: &[u32],
    ) -> Result<(), GpuError> {
        self.count = numbers.len() as u32;
        for first in (0..self.position.len()).step_by(UPLOADED) {
            let end = (first + UPLOADED).min(self.position.len());
            let of = &numbers[first.min(numbers.len())..end.min(numbers.len())];
            let single = |vector: glam::DVec3, w: f64| vector.extend(w).as_vec4().to_array();
            let mut rows: Vec<_> = of
                .iter()
                .map(|&number| {
                    let body = bodies.body(number as usize);
                    let component = f64::from(body.component);
                    (single(body.position, body.mass), single(body.velocity, component))
                })
                .collect();
            rows.resize(end - first, ([f32::NAN; 4], [0.0; 4]));
            let (position, velocity): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            let mut of = of.to_vec();
            of.resize(end - first, NOBODY);
            self.position.write_by_threads(gpu, first, &position);
            self.velocity.write_by_threads(gpu, first, &velocity);
            self.numbers.write_by_threads(gpu, first, &of);
            // What is staged for the queue is given back.
            gpu.submit(gpu.encoder("region/upload"));
            gpu.wait()?;
        }
        Ok(())
    }

    /// Encodes the preparation of the rows for the walks of all trees.
    pub(super) fn encode_begin(&self, pass: &mut wgpu::ComputePass, output: Output) {
        self.begins[usize::from(output == Output::Potential)]
            .dispatch_threads(pass, self.capacity());
    }

    /// Encodes the search for the cuts among the keys of this region, which were found last.
    pub(super) fn encode_ends(&self, pass: &mut wgpu::ComputePass) {
        self.search.dispatch_threads(pass, self.ends.len() as u32);
    }

    /// Encodes a pass of the integrator.
    pub(super) fn encode_update(&self, pass: &mut wgpu::ComputePass, kind: usize) {
        self.updates[kind].dispatch_threads(pass, self.capacity());
    }

    /// Encodes taking bodies out of the rows or, otherwise, putting them there.
    pub(super) fn encode_exchange(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::ComputePass,
        takes: bool,
        params: &ExchangeParams,
        moved: &Buffer<[u32; 4]>,
    ) -> Result<(), GpuError> {
        let exchange_of = gpu.uniform("region/exchange_of", params)?;
        let buffers = [
            ("exchange_of", exchange_of.raw()),
            ("order", self.order.raw()),
            ("position", self.position.raw()),
            ("velocity", self.velocity.raw()),
            ("acceleration", self.acceleration.raw()),
            ("numbers", self.numbers.raw()),
            ("moved", moved.raw()),
        ];
        let kernel = gpu.kernel(&REGION_EXCHANGE, if takes { TAKES } else { &[] })?;
        kernel.bind(gpu.device(), &buffers)?.dispatch_threads(pass, params.count);
        Ok(())
    }

    /// Encodes the places and accelerations of those of a sample that this region has.
    pub(super) fn encode_choice(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::ComputePass,
        params: &ChooseParams,
        chosen: &Buffer<[f32; 4]>,
    ) -> Result<(), GpuError> {
        let choose_of = gpu.uniform("region/choose_of", params)?;
        let buffers = [
            ("choose_of", choose_of.raw()),
            ("order", self.order.raw()),
            ("position", self.position.raw()),
            ("acceleration", self.acceleration.raw()),
            ("chosen", chosen.raw()),
        ];
        let kernel = gpu.kernel(&REGION_CHOOSE, &[])?.bind(gpu.device(), &buffers)?;
        kernel.dispatch_threads(pass, params.sampled);
        Ok(())
    }
}
