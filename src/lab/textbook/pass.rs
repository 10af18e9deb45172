//! A kernel as a force pass.

use std::sync::Arc;

use super::TextbookKernel;
use super::kernels::{ATOMIC_COLLECT, BatchParams, STAGE, batch};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource, Tuning, tuned};
use crate::physics::gravity::{ATOMIC_CLEAR, AllPairsParams, Method, Request};
use crate::physics::{Bodies, ForcePass, Output, Precision, Rows};
use crate::words::say;

impl TextbookKernel {
    /// A force pass over `bodies` in one share, as published; in more if the driver would end the
    /// loop over all sources.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks what the kernel needs, or the bodies are in
    /// double precision; [`GpuError`] if the kernel does not compile or memory runs out.
    pub fn pass(
        self,
        gpu: &Gpu,
        bodies: &Bodies,
        softening: f64,
        output: Output,
    ) -> Result<ForcePass, GpuError> {
        let shares = bodies.count().div_ceil(gpu.adapter().loop_limit() / 2);
        self.pass_in_shares(gpu, bodies, softening, output, self.tuning(gpu)?, shares)
    }

    /// Prepares a force pass over `bodies` with another tuning of the kernel, in `shares` shares.
    ///
    /// # Errors
    /// As [`TextbookKernel::pass`].
    pub fn pass_in_shares(
        self,
        gpu: &Gpu,
        bodies: &Bodies,
        softening: f64,
        output: Output,
        tuning: Tuning,
        shares: u32,
    ) -> Result<ForcePass, GpuError> {
        let softening = softening.into();
        let request = Request { gpu: gpu.clone(), bodies: bodies.clone(), softening, output };
        Ok(ForcePass::from_method(Pass::new(self, request, tuning, shares)?, bodies.count()))
    }
}

/// The dispatches of a kernel for a set of bodies. The pass is one unit, which is always recorded
/// whole.
#[derive(Debug)]
struct Pass {
    kernel: TextbookKernel,
    request: Request,
    tuning: Tuning,
    /// Parts of the sum, each with a row of its own.
    shares: u32,
    /// Kernels with their numbers of workgroups.
    dispatches: Vec<(Bound, u32)>,
    partial: Rows,
}

impl Pass {
    /// # Errors
    /// [`GpuError::Unsupported`] for bodies in double precision, or if the driver would cut the
    /// loops short; [`GpuError`] if the kernel does not compile or memory runs out.
    fn new(
        kernel: TextbookKernel,
        request: Request,
        tuning: Tuning,
        shares: u32,
    ) -> Result<Self, GpuError> {
        let gpu = &request.gpu;
        if request.precision() == Precision::Double {
            return Err(kernel.unsupported(
                gpu,
                say!("missing-single-precision"),
                say!("remedy-precision-or-auto"),
            ));
        }
        // Textbooks know one law.
        let [softened, _, potential] = request.switches();
        let compiled = gpu.kernel(kernel.kernel(), &[tuning, &[softened, potential]].concat())?;
        let rows = |shares: u32| {
            Rows::new(
                gpu,
                "gravity/partial",
                request.count() as usize * shares as usize,
                Precision::Single,
            )
        };
        let (dispatches, shares, partial) = match kernel {
            TextbookKernel::UniformBatches => {
                let partial = rows(1)?;
                (in_batches(&request, &compiled, batch(tuning), &partial)?, 1, partial)
            }
            TextbookKernel::AtomicPairs | TextbookKernel::AtomicTriangle => {
                let partial = rows(1)?;
                let is_triangle = kernel == TextbookKernel::AtomicTriangle;
                (
                    by_atomics(
                        &request,
                        &compiled,
                        in_shares(&request, &compiled, is_triangle, shares),
                        &partial,
                    )?,
                    1,
                    partial,
                )
            }
            TextbookKernel::SubgroupTiles => {
                let partial = rows(1)?;
                (
                    by_atomics(&request, &compiled, in_tiles(&request, &compiled)?, &partial)?,
                    1,
                    partial,
                )
            }
            _ => {
                let tile = compiled.workgroup();
                let (shares, tiles_per_share) = request.fitted(shares, tile);
                let lanes = tuned(tuning, "LANES").unwrap_or(tile);
                request.check_loops(
                    kernel,
                    tiles_per_share.saturating_mul(tile + 3 * tile.div_ceil(lanes)),
                )?;
                let blocks = request.count().div_ceil(tile / tuned(tuning, "THREADS").unwrap_or(1));
                let parameters = AllPairsParams::new(&request, blocks, shares, tiles_per_share);
                let partial = rows(shares)?;
                let position = request.bodies.position().raw();
                let buffers = [
                    ("position", position.as_entire_binding()),
                    ("partial", partial.raw().as_entire_binding()),
                ];
                (vec![sum(gpu, &compiled, parameters, &buffers)?], shares, partial)
            }
        };
        Ok(Self { kernel, request, tuning, shares, dispatches, partial })
    }
}

impl Method for Pass {
    fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.dispatches.iter().for_each(|(bound, groups)| bound.dispatch_groups(pass, *groups));
    }

    fn partial(&self) -> &Rows {
        &self.partial
    }

    fn shares(&self) -> u32 {
        self.shares
    }

    fn for_bodies(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        let request = Request { bodies: bodies.clone(), ..self.request.clone() };
        Ok(Arc::new(Self::new(self.kernel, request, self.tuning, self.shares)?))
    }
}

/// The kernel that sums, with one workgroup per unit.
fn sum(
    gpu: &Gpu,
    kernel: &Arc<Kernel>,
    parameters: AllPairsParams,
    buffers: &[(&str, wgpu::BindingResource)],
) -> Result<(Bound, u32), GpuError> {
    let uniform = gpu.uniform("gravity/parameters", &parameters)?;
    let all = [&[("all_pairs_of", uniform.raw().as_entire_binding())], buffers].concat();
    Ok((kernel.bind_resources(gpu.device(), &all)?, parameters.end_unit))
}

/// A kernel with one thread per body.
fn each(
    gpu: &Gpu,
    source: &KernelSource,
    count: u32,
    buffers: &[(&str, &wgpu::Buffer)],
) -> Result<(Bound, u32), GpuError> {
    let kernel = gpu.kernel(source, &[])?;
    Ok((kernel.bind(gpu.device(), buffers)?, count.div_ceil(kernel.workgroup())))
}

/// A dispatch per batch of `len` sources. Sums over the preceding batches are kept; the last batch
/// writes the total.
fn in_batches(
    request: &Request,
    kernel: &Arc<Kernel>,
    len: u32,
    partial: &Rows,
) -> Result<Vec<(Bound, u32)>, GpuError> {
    let (gpu, count, position) = (&request.gpu, request.count(), request.bodies.position().raw());
    let batches = count.div_ceil(len).max(1);
    // Its parts are also bound as uniforms.
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::UNIFORM;
    let (rows, limit) = ((batches * len) as usize, gpu.storage_limit());
    let staged: Buffer<[f32; 4]> = Buffer::allocate(gpu, "gravity/staged", rows, usage, limit)?;
    let sums: Buffer<[f32; 4]> = gpu.storage("gravity/sums", count as usize)?;
    let mut dispatches =
        vec![each(gpu, &STAGE, count, &[("position", position), ("staged", staged.raw())])?];
    let bytes = u64::from(len) * size_of::<[f32; 4]>() as u64;
    for index in 0..batches {
        let begin = index * len;
        let (is_first, is_last) = (u32::from(index == 0), u32::from(index + 1 == batches));
        let batch = gpu.uniform(
            "gravity/batch",
            &BatchParams { begin, len: len.min(count - begin), is_first, is_last },
        )?;
        let offset = u64::from(index) * bytes;
        let sources = wgpu::BufferBinding {
            buffer: staged.raw(),
            offset,
            size: wgpu::BufferSize::new(bytes),
        };
        let blocks = count.div_ceil(kernel.workgroup());
        let buffers = [
            ("batch_of", batch.raw().as_entire_binding()),
            ("sources", wgpu::BindingResource::Buffer(sources)),
            ("position", position.as_entire_binding()),
            ("sums", sums.raw().as_entire_binding()),
            ("partial", partial.raw().as_entire_binding()),
        ];
        dispatches.push(sum(
            gpu,
            kernel,
            AllPairsParams::new(request, blocks, 1, blocks),
            &buffers,
        )?);
    }
    Ok(dispatches)
}

/// Shares of the half circle, or of the triangle's longest row. They need no rows, because all add
/// to the same sums.
fn in_shares(request: &Request, kernel: &Kernel, is_triangle: bool, shares: u32) -> AllPairsParams {
    let count = request.count();
    let meetings = if is_triangle { count } else { count / 2 }.max(1);
    let per_share = meetings.div_ceil(shares.clamp(1, meetings));
    AllPairsParams::new(
        request,
        count.div_ceil(kernel.workgroup()),
        meetings.div_ceil(per_share),
        per_share,
    )
}

/// A unit for each tile: a share for each distance of blocks on the circle, which has a tile for
/// each block.
fn in_tiles(request: &Request, kernel: &Kernel) -> Result<AllPairsParams, GpuError> {
    let blocks = request.count().div_ceil(kernel.workgroup());
    let distances = blocks / 2 + 1;
    let groups = u64::from(blocks) * u64::from(distances);
    // Rows of the grid, each as long as a dimension may be.
    let limit = u64::from(request.gpu.limits().max_compute_workgroups_per_dimension)
        .pow(2)
        .min(u64::from(u32::MAX));
    if groups > limit {
        let missing = say!("missing-workgroups", groups = groups, limit = limit);
        return Err(TextbookKernel::SubgroupTiles.unsupported(
            &request.gpu,
            missing,
            say!("remedy-fewer-bodies-or-auto"),
        ));
    }
    Ok(AllPairsParams::new(request, blocks, distances, 1))
}

/// Clears the sums, adds to them atomically, and copies them out.
fn by_atomics(
    request: &Request,
    kernel: &Arc<Kernel>,
    parameters: AllPairsParams,
    partial: &Rows,
) -> Result<Vec<(Bound, u32)>, GpuError> {
    let (gpu, count) = (&request.gpu, request.count());
    let sums: Buffer<[f32; 4]> = gpu.storage("gravity/sums", count as usize)?;
    let buffers = [
        ("position", request.bodies.position().raw().as_entire_binding()),
        ("sums", sums.raw().as_entire_binding()),
    ];
    Ok(vec![
        each(gpu, &ATOMIC_CLEAR, count, &[("sums", sums.raw())])?,
        sum(gpu, kernel, parameters, &buffers)?,
        each(gpu, &ATOMIC_COLLECT, count, &[("sums", sums.raw()), ("partial", partial.raw())])?,
    ])
}
