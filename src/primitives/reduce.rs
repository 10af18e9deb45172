//! Reduction: combines all elements of a buffer into one with an associative operator.

use super::{Monoid, check_elements, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Tuning, tuned};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of one pass of the reduction.
    pub struct ReduceParams {
        /// Elements that the buffer holds.
        pub capacity: u32,
        /// Number of workgroups; each reduces one run of elements.
        pub groups: u32,
        /// 1 if all elements take part, whatever the length says.
        pub is_whole: u32,
    }
}

/// The kernel, to be completed by a monoid.
pub const REDUCE: KernelSource =
    KernelSource::trusted("reduce/reduce", &[wgsl!("reduce/reduce.wgsl")], TUNINGS);
/// The kernel by subgroups of one fixed size, to be completed by a monoid.
pub const REDUCE_BY_SUBGROUPS: KernelSource = KernelSource::trusted(
    "reduce/by_subgroups",
    &[wgsl!("reduce/by_subgroups.wgsl")],
    SUBGROUP_TUNINGS,
);

/// Workgroup sizes whose elements fit in 16 KiB, for elements of up to 16, 64, 128 and 256 bytes.
/// Each is followed by one for software adapters, where barriers are expensive and a thread is a
/// lane of a vector.
const TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("QUADS", 4)],
    &[("WORKGROUP", 8), ("QUADS", 4)],
    &[("WORKGROUP", 256), ("QUADS", 1)],
    &[("WORKGROUP", 8), ("QUADS", 1)],
    &[("WORKGROUP", 128), ("QUADS", 1)],
    &[("WORKGROUP", 8), ("QUADS", 1)],
    &[("WORKGROUP", 64), ("QUADS", 1)],
    &[("WORKGROUP", 8), ("QUADS", 1)],
];

/// By subgroups, for each size.
const SUBGROUP_TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("QUADS", 4), ("LANES", 32)],
    &[("WORKGROUP", 256), ("QUADS", 4), ("LANES", 16)],
    &[("WORKGROUP", 128), ("QUADS", 4), ("LANES", 8)],
    &[("WORKGROUP", 256), ("QUADS", 4), ("LANES", 64)],
];

/// Maximum bytes for a single workgroup on a GPU: it loads them faster than a second dispatch
/// starts.
const ALONE: u64 = 128 << 10;

/// How a reduction is computed.
#[derive(Clone, Copy, Debug)]
pub struct ReducePlan {
    /// The kernel with its monoid.
    pub kernel: KernelSource,
    /// Its tuning.
    pub tuning: Tuning,
    /// Most workgroups in the first pass; the second pass combines their results.
    pub groups: u32,
}

impl ReducePlan {
    /// The plan for elements of this size on this adapter.
    pub fn new<T>(gpu: &Gpu, monoid: &Monoid<T>) -> Self {
        let by_subgroups = if gpu.is_software() { None } else { Self::by_subgroups(gpu, monoid) };
        by_subgroups.unwrap_or_else(|| Self::portable(gpu, monoid))
    }

    /// The plan in core WGSL.
    pub fn portable<T>(gpu: &Gpu, monoid: &Monoid<T>) -> Self {
        if gpu.is_software() { Self::on_software(monoid) } else { Self::on_gpus(monoid) }
    }

    /// The plan for numbers on adapters with a single subgroup size. No workgroup waits for
    /// another.
    pub fn by_subgroups<T>(gpu: &Gpu, monoid: &Monoid<T>) -> Option<Self> {
        let lanes = gpu.subgroup_size().filter(|_| monoid.is_number)?;
        let tuning =
            SUBGROUP_TUNINGS.iter().find(|tuning| tuned(tuning, "LANES") == Some(lanes))?;
        Some(Self {
            kernel: monoid.in_kernel(REDUCE_BY_SUBGROUPS),
            tuning,
            ..Self::on_gpus(monoid)
        })
    }

    /// The plan for elements of this size on GPUs.
    pub const fn on_gpus<T>(monoid: &Monoid<T>) -> Self {
        let (_, from) = TUNINGS.split_at(match size_of::<T>() {
            0..=16 => 0,
            17..=64 => 2,
            65..=128 => 4,
            _ => 6,
        });
        let (tunings, _) = from.split_at(2);
        Self {
            kernel: monoid.in_kernel(REDUCE).with_tunings(tunings),
            tuning: tunings[0],
            groups: 2048,
        }
    }

    /// The plan for software adapters.
    pub const fn on_software<T>(monoid: &Monoid<T>) -> Self {
        let plan = Self::on_gpus(monoid);
        Self { tuning: plan.kernel.tunings[1], groups: 256, ..plan }
    }
}

/// A reduction, prepared for one buffer.
///
/// Work is O(n) in two dispatches, or one if a single workgroup does it all; scratch is up to 2,048
/// elements. The order of operations depends only on the lengths, so float sums have the same bits
/// in every run on one machine.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{MAX_F32, Reduce};
///
/// let gpu = Gpu::open(None)?;
/// let speeds = gpu.storage_from("speeds", &[2.5_f32, 7.0, 0.5])?;
/// let fastest = Reduce::new(&gpu, &MAX_F32, &speeds)?;
/// let mut encoder = gpu.encoder("example");
/// fastest.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(fastest.result())?, [7.0]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Reduce<T> {
    passes: Vec<(Bound, u32)>,
    scratch: Option<Buffer<T>>,
    result: Buffer<T>,
}

impl<T: bytemuck::Pod> Reduce<T> {
    /// Prepares the reduction of all of `source` by `monoid`. No elements reduce to the identity.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks what the monoid needs; [`GpuError::Mismatch`]
    /// if a buffer belongs to another device; [`GpuError`] if a kernel does not compile or memory
    /// runs out.
    pub fn new(gpu: &Gpu, monoid: &Monoid<T>, source: &Buffer<T>) -> Result<Self, GpuError> {
        Self::for_monoid(gpu, monoid, source, None)
    }

    /// Prepares the reduction of the first elements of `source`: as many as `length` holds when it
    /// runs, but at most all.
    ///
    /// # Errors
    /// As [`Reduce::new`].
    pub fn with_length(
        gpu: &Gpu,
        monoid: &Monoid<T>,
        source: &Buffer<T>,
        length: &Buffer<u32>,
    ) -> Result<Self, GpuError> {
        Self::for_monoid(gpu, monoid, source, Some(length))
    }

    fn for_monoid(
        gpu: &Gpu,
        monoid: &Monoid<T>,
        source: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        monoid.check(gpu)?;
        let tail: &[_] = if monoid.is_commutative { &[] } else { &[("ORDERED", 1)] };
        Self::with_plan(gpu, ReducePlan::new(gpu, monoid), tail, source, length)
    }

    /// Prepares a reduction by the caller's plan, of as many elements as `length` holds when it
    /// runs, or of all; `more` are constants in addition to those of the plan.
    ///
    /// # Errors
    /// As [`Reduce::new`].
    #[doc(hidden)]
    pub fn with_plan(
        gpu: &Gpu,
        plan: ReducePlan,
        more: &[(&'static str, u32)],
        source: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        check_elements::<T>(&plan.kernel)?;
        source.check_own(gpu, "the elements to reduce")?;
        let is_whole = length.is_none();
        let length = length_or_all(gpu, length, source.len())?;
        let kernel = gpu.kernel(&plan.kernel, &[plan.tuning, more].concat())?;
        let bind = |is_whole: bool, source: &Buffer<T>, result: &Buffer<T>, groups| {
            let of = ReduceParams {
                capacity: source.len() as u32,
                groups,
                is_whole: u32::from(is_whole),
            };
            let parameters = gpu.uniform("reduce/parameters", &of)?;
            let buffers = [
                ("reduce_of", parameters.raw()),
                ("length", length.raw()),
                ("source", source.raw()),
                ("result", result.raw()),
            ];
            Ok::<_, GpuError>((kernel.bind(gpu.device(), &buffers)?, groups))
        };
        let result = gpu.storage("reduce/result", 1)?;
        let a_round = (4 * tuned(plan.tuning, "QUADS").unwrap_or(1) * kernel.workgroup()) as usize;
        let groups = source.len().div_ceil(a_round).clamp(1, plan.groups as usize) as u32;
        if groups == 1 || !gpu.is_software() && source.bytes() <= ALONE {
            return Ok(Self {
                passes: vec![bind(is_whole, source, &result, 1)?],
                scratch: None,
                result,
            });
        }
        let partial = gpu.storage("reduce/partial", groups as usize)?;
        let passes =
            vec![bind(is_whole, source, &partial, groups)?, bind(true, &partial, &result, 1)?];
        Ok(Self { passes, scratch: Some(partial), result })
    }

    /// Encodes the reduction.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        for (bound, groups) in &self.passes {
            bound.dispatch_groups(pass, *groups);
        }
    }

    /// The buffer that holds the single result.
    pub fn result(&self) -> &Buffer<T> {
        &self.result
    }

    /// Bytes allocated in addition to source and result.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch.as_ref().map_or(0, Buffer::bytes)
    }
}
