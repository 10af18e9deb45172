//! Trees of regions: each of a part of the bodies, built one after the other in the same memory, and
//! walked by the bodies of all.

use std::sync::Arc;

use super::super::levels::TreeLevels;
use super::super::method::Output;
use super::build::{Build, Nodes, TreeParams, capacity_of_region, most_bodies};
use super::settings::TreeSettings;
use super::walk::Walk;
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::physics::Softening;
use crate::primitives::{Bounds, JOIN_BOUNDS, Reduce};
use crate::words::say;

/// The memory in which trees of regions are built. All have keys in the box around all bodies, so
/// that the curve of each is a piece of one.
#[derive(Debug)]
pub(in crate::physics) struct RegionTrees {
    gpu: Gpu,
    nodes: Arc<Nodes>,
    /// Around the bodies of each region.
    boxes: Buffer<Bounds>,
    join: Reduce<Bounds>,
    /// The keys of the bodies in `sorted`, which they are in the order of.
    keys: Bound,
    settings: TreeSettings,
    softening: Softening,
}

/// The rows of a region that its tree and the walks of its bodies need.
pub(in crate::physics) struct RegionRows<'a> {
    /// Position and mass; rows without a body are not finite.
    pub(in crate::physics) position: &'a Buffer<[f32; 4]>,
    /// What the walks add up, and the magnitude of the last acceleration.
    pub(in crate::physics) acceleration: &'a Buffer<[f32; 4]>,
    /// The index of each body along the curve.
    pub(in crate::physics) order: &'a Buffer<u32>,
    /// First the number of finite bodies.
    pub(in crate::physics) ends: &'a Buffer<[u32; 2]>,
}

/// The tree of a region, and the walks of its bodies: for accelerations and for potentials, each of
/// its tree and of another region's.
#[derive(Debug)]
pub(in crate::physics) struct RegionTree {
    build: Build,
    order: Buffer<u32>,
    number: usize,
    walks: [[Walk; 2]; 2],
}

impl RegionTrees {
    /// The most bodies of a region, whose rows and tree fit in the buffers of this adapter.
    pub(in crate::physics) fn most_bodies(gpu: &Gpu, settings: &TreeSettings) -> usize {
        most_bodies(gpu, |count| capacity_of_region(count, settings.leaf))
    }

    /// Memory for the trees of `regions` regions of up to `capacity` bodies each.
    pub(in crate::physics) fn new(
        gpu: &Gpu,
        regions: usize,
        capacity: u32,
        softening: Softening,
        settings: TreeSettings,
    ) -> Result<Self, GpuError> {
        let most = Self::most_bodies(gpu, &settings);
        if capacity as usize > most {
            let missing = say!("missing-region-room", count = capacity, most = most);
            let name = gpu.adapter_name();
            let remedy = say!("remedy-region-size");
            return Err(GpuError::unsupported("regions".to_owned(), name, missing, remedy));
        }
        let room = capacity_of_region(capacity as usize, settings.leaf) as u32;
        let params = TreeParams::new(capacity, softening.squared() as f32, &settings, Some(room));
        let nodes = Arc::new(Nodes::new(gpu, params)?);
        gpu.write(&nodes.levels, &[settings.levels()]);
        let boxes = gpu.storage("regions/boxes", regions)?;
        let join = Reduce::new(gpu, &JOIN_BOUNDS, &boxes)?;
        let keys = nodes.bind_keys(gpu, &nodes.sorted, join.result())?;
        Ok(Self { gpu: gpu.clone(), nodes, boxes, join, keys, settings, softening })
    }

    /// Prepares the tree of the region of this number.
    pub(in crate::physics) fn tree(
        &self,
        number: usize,
        rows: &RegionRows,
    ) -> Result<RegionTree, GpuError> {
        let build =
            Build::of_rows(&self.gpu, rows.position, rows.order, self.join.result(), &self.nodes)?;
        let buffers = [
            ("order", rows.order.raw()),
            ("rows", rows.acceleration.raw()),
            ("position", rows.position.raw()),
            ("ends", rows.ends.raw()),
        ];
        let [softened, law] = self.softening.switches();
        let walk = |output: Output, is_own| {
            let switches = [softened, law, ("POTENTIAL", u32::from(output == Output::Potential))];
            let settings = self.settings.of_output(output);
            Walk::of_region(&self.gpu, &self.nodes, &settings, switches, &buffers, is_own)
        };
        let both = |output| Ok::<_, GpuError>([walk(output, false)?, walk(output, true)?]);
        let walks = [both(Output::Acceleration)?, both(Output::Potential)?];
        Ok(RegionTree { build, order: rows.order.clone(), number, walks })
    }

    /// Encodes the box around the bodies of a region.
    pub(in crate::physics) fn encode_box(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        tree: &RegionTree,
    ) {
        tree.build.encode_box(&mut pass(encoder, "box"));
        let bytes = size_of::<Bounds>() as u64;
        let (from, to) = (self.nodes.join.result().raw(), self.boxes.raw());
        encoder.copy_buffer_to_buffer(from, 0, to, tree.number as u64 * bytes, bytes);
    }

    /// Encodes the box around all bodies, from those of all regions.
    pub(in crate::physics) fn encode_join(&self, encoder: &mut wgpu::CommandEncoder) {
        self.join.encode(&mut pass(encoder, "box"));
    }

    /// Encodes the order of the bodies of a region along the curve. Their sorted keys are then in
    /// [`RegionTrees::keys`].
    pub(in crate::physics) fn encode_order(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        tree: &RegionTree,
    ) {
        tree.build.encode_order(&mut pass(encoder, "order"));
        tree.order.encode_copy(encoder, &self.nodes.order);
    }

    /// Encodes the keys of the bodies of a region whose order is known.
    pub(in crate::physics) fn encode_keys(&self, pass: &mut wgpu::ComputePass, tree: &RegionTree) {
        tree.build.gather.encode(pass);
        self.keys.dispatch_threads(pass, self.nodes.params.count);
    }

    /// Encodes the tree of a region whose order is known.
    pub(in crate::physics) fn encode_tree(&self, pass: &mut wgpu::ComputePass, tree: &RegionTree) {
        self.encode_keys(pass, tree);
        tree.build.encode_nodes(pass);
        self.nodes.moments.encode(pass);
    }

    /// The keys of the region whose order was found last, in that order.
    pub(in crate::physics) fn keys(&self) -> &Buffer<u64> {
        &self.nodes.key_of
    }

    /// What is known about the tree that was built last. The accuracy is that of all.
    pub(in crate::physics) fn levels(&self) -> &Buffer<TreeLevels> {
        &self.nodes.levels
    }

    /// Bytes allocated.
    pub(in crate::physics) fn bytes(&self) -> u64 {
        self.nodes.bytes + self.boxes.bytes()
    }
}

impl RegionTree {
    /// Encodes the walks of the bodies of this region over the tree that was built last, which is
    /// that of `other`. Adds to the region's rows.
    pub(in crate::physics) fn encode_walk(
        &self,
        pass: &mut wgpu::ComputePass,
        other: &Self,
        output: Output,
    ) {
        let is_own = usize::from(other.number == self.number);
        self.walks[usize::from(output == Output::Potential)][is_own].encode(pass);
    }
}

fn pass<'a>(encoder: &'a mut wgpu::CommandEncoder, label: &str) -> wgpu::ComputePass<'a> {
    encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
        label: Some(label),
        timestamp_writes: None,
    })
}
