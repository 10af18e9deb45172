//! Reduction: all elements of a buffer combined into one by an associative operator.

use std::marker::PhantomData;

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of one pass of the reduction.
    pub struct ReduceParameters {
        /// Elements in all.
        pub count: u32,
        /// Elements that one workgroup combines.
        pub run: u32,
    }
}

/// An associative operator with its identity: the WGSL that declares `Element`, `identity` and `combine`, together with
/// the reduction. `T` is the element on the host.
#[derive(Debug)]
pub struct Monoid<T> {
    kernel: KernelSource,
    element: PhantomData<T>,
}

impl<T> Monoid<T> {
    /// A monoid whose kernel is the file `reduce/reduce.wgsl` followed by the part that declares it.
    pub const fn new(kernel: KernelSource) -> Self {
        Self { kernel, element: PhantomData }
    }

    /// The reduction kernel with this monoid.
    pub const fn kernel(&self) -> &KernelSource {
        &self.kernel
    }
}

/// The file of the reduction; a monoid's kernel begins with it.
pub const REDUCE: Part = wgsl!("reduce/reduce.wgsl");

/// Sum of `f32`.
pub const SUM_F32: Monoid<f32> = Monoid::new(KernelSource::trusted(
    "reduce/reduce",
    &[REDUCE, wgsl!("monoid/sum_f32.wgsl")],
    &[&[], &[("WORKGROUP", 64)], &[("WORKGROUP", 256)]],
));

/// Largest `f32`; none may be a NaN.
pub const MAX_F32: Monoid<f32> =
    Monoid::new(KernelSource::trusted("reduce/reduce", &[REDUCE, wgsl!("monoid/max_f32.wgsl")], &[&[]]));

/// Workgroups of the first pass at most; the second pass combines their results in one workgroup.
const GROUPS: u32 = 256;

/// A reduction, prepared for one buffer.
///
/// Work is O(n) in two dispatches; scratch is 256 elements. The order of the operations depends on the length alone, so
/// that float sums are bitwise the same in every run on one machine.
#[derive(Debug)]
pub struct Reduce<T> {
    passes: Vec<(Bound, u32)>,
    result: Buffer<T>,
}

impl<T: bytemuck::Pod> Reduce<T> {
    /// Prepares the reduction of all of `source` by `monoid`. The result of no elements is the identity.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    pub fn new(gpu: &Gpu, monoid: &Monoid<T>, source: &Buffer<T>) -> Result<Self, GpuError> {
        Self::with_tuning(gpu, monoid, source, &[])
    }

    /// The same in a tuning of the caller's.
    ///
    /// # Errors
    /// As [`Reduce::new`].
    pub fn with_tuning(gpu: &Gpu, monoid: &Monoid<T>, source: &Buffer<T>, tuning: Tuning) -> Result<Self, GpuError> {
        let kernel = gpu.kernel(&monoid.kernel, tuning)?;
        let result = gpu.storage("reduce/result", 1)?;
        let count = source.len() as u32;
        let groups = count.div_ceil(kernel.workgroup()).min(GROUPS);
        let mut passes = Vec::new();
        let mut last = source.clone();
        let mut last_count = count;
        if groups > 1 {
            let partial = gpu.storage("reduce/partial", groups as usize)?;
            let run = count.div_ceil(groups);
            let parameters = gpu.uniform("reduce/parameters", &ReduceParameters { count, run })?;
            let buffers = [("reduce_of", parameters.raw()), ("source", source.raw()), ("result", partial.raw())];
            passes.push((kernel.bind(gpu.device(), &buffers), groups));
            (last, last_count) = (partial, groups);
        }
        let parameters = gpu.uniform("reduce/parameters", &ReduceParameters { count: last_count, run: last_count })?;
        let buffers = [("reduce_of", parameters.raw()), ("source", last.raw()), ("result", result.raw())];
        passes.push((kernel.bind(gpu.device(), &buffers), 1));
        Ok(Self { passes, result })
    }

    /// Records the reduction.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        for (bound, groups) in &self.passes {
            bound.dispatch(pass, [*groups, 1, 1]);
        }
    }

    /// The buffer that holds the one result.
    pub fn result(&self) -> &Buffer<T> {
        &self.result
    }
}
