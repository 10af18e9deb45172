//! The speed and the error of gravity on a grid.

mod host;
mod nodes;

use glam::DVec3;

use super::accuracy::{SAMPLE, sampled_errors};
use super::bench::Bench;
use super::bodies::{Model, SOFTENING};
use super::flag::{BODIES, Flag};
use super::measurement::{Entry, check_bodies, check_side};
use super::rate::RateUnit;
use super::timing::{Record, time_on_cpu, time_on_gpu};
use super::{LabError, Measurement};
use crate::gpu::{Gpu, GpuError};
use crate::name::Named;
use crate::named;
use crate::physics::{Body, Mesh, MeshRequest, MeshSettings, Precision};
use crate::words::say;
use host::HostMesh;
pub(super) use nodes::Nodes;
use nodes::ROUNDING;

/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;
/// The largest median error of a right result, against a direct sum that is softened by about as
/// much as the grid.
const WRONG: f64 = 0.1;
/// That softening, in distances of nodes.
const SOFTENED: f64 = 1.2;
/// Bodies whose acceleration is compared with sums over nodes.
const SUMMED: usize = 64;

named! {
    /// What surrounds the cube of a grid, and what computes.
    #[derive(Default)]
    pub enum MeshKernel: "grid" {
        /// Copies of the cube in all directions.
        #[default]
        Periodic = "periodic",
        /// Nothing: eight times as many nodes are transformed.
        Isolated = "isolated",
        /// Copies of the cube in all directions, and the pairs of near bodies are summed.
        PeriodicNear = "periodic-near",
        /// Nothing, and the pairs of near bodies are summed.
        IsolatedNear = "isolated-near",
        /// The periodic cube on the CPU: loops, and transforms with SIMD.
        CpuSerial = "cpu-serial",
        /// The periodic cube on the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

impl MeshKernel {
    fn has_pairs(self) -> bool {
        matches!(self, Self::PeriodicNear | Self::IsolatedNear)
    }
}

/// Accelerations on a grid, to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshBench {
    /// Number of bodies, in a uniform cube.
    pub count: usize,
    /// Nodes per side.
    pub side: usize,
    /// What surrounds the cube.
    pub kernel: MeshKernel,
}

/// Forces have to add up to zero and, in a cube that is alone, to be near direct sums.
impl Bench for MeshBench {
    const NAME: &'static str = "mesh";
    const ABOUT: &'static str = "Accelerations on a grid by Fourier transforms, checked against direct sums where the cube is alone";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::list("count", "N,N,…", "16384 1048576", BODIES, |bench| &mut bench.count),
        Flag::one("side", "N", "64", "Nodes per side of the cube", |bench| &mut bench.side),
        Flag::kernels(
            "all",
            "What surrounds the cube, separated by commas (see below), or `all`",
            |bench| &mut bench.kernel,
        ),
    ];

    fn entry(&self) -> Entry {
        let (kernel, model) = (self.kernel.name(), Model::Cube.name());
        Entry { kernel, model, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_side(self.side, 1)?;
        check_bodies(gpu, self.count, Precision::Single)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        measure(gpu, *self)
    }
}

fn measure(gpu: &Gpu, bench: MeshBench) -> Result<Measurement, LabError> {
    let MeshBench { count, side, kernel } = bench;
    let bodies = Model::Cube.bodies(count);
    let rows: Vec<[f32; 4]> = bodies
        .iter()
        .map(|body| body.position.as_vec3().extend(body.mass as f32).to_array())
        .collect();
    let is_periodic = !matches!(kernel, MeshKernel::Isolated | MeshKernel::IsolatedNear);
    let near = kernel.has_pairs().then_some(SOFTENING);
    let request = MeshRequest { side, low: [-1.0; 3], length: 2.0, is_periodic, mass: 1.0, near };
    // A body on the far side would be outside.
    let request = if is_periodic {
        request
    } else {
        MeshRequest { low: [-1.01; 3], length: 2.02, ..request }
    };
    // Each kernel has sides of its own.
    let refused = |error| match error {
        LabError::Gpu(GpuError::Mismatch(what)) if kernel.has_pairs() => {
            let (adapter, remedy) = (gpu.adapter_name(), say!("remedy-side"));
            GpuError::unsupported(kernel.name(), adapter, what.into(), remedy).into()
        }
        other => other,
    };
    let (row, found) = match kernel {
        MeshKernel::CpuSerial | MeshKernel::CpuThreaded => on_cpu(gpu, request, bench, &rows)?,
        _ => on_gpu(gpu, request, bench, &rows).map_err(refused)?,
    };
    let found: Vec<DVec3> =
        found.into_iter().map(|force| glam::Vec3::from(force).as_dvec3()).collect();
    let errors =
        sampled_errors(&bodies, near.unwrap_or(SOFTENED * request.spacing()), SAMPLE, |index| {
            found[index]
        });
    // Forces add up to zero, but for what each body's rounds; few bodies have little else.
    let rounded = ROUNDING / (request.spacing() * request.spacing()) * (count as f64).sqrt();
    let [sum, all] = [
        found.iter().sum::<DVec3>().length(),
        found.iter().map(|force| force.length()).sum::<f64>(),
    ];
    let rest = if sum <= rounded { 0.0 } else { sum / all };
    let beside = match (is_periodic, near) {
        (true, _) => 0.0,
        (false, None) => isolated_error(&bodies, request, &found).unwrap_or(errors.median),
        // A body alone has no acceleration to compare with.
        (false, Some(_)) => {
            if count > 1 {
                errors.median
            } else {
                0.0
            }
        }
    };
    let error = rest.max(beside);
    if error.is_nan() || error > if near.is_some() { MeshSettings::ERROR } else { WRONG } {
        return Err(row.wrong(say!("wrong-accelerations", error = format!("{error:.1e}"))));
    }
    let of_sums = |error: f64| Some(error).filter(|error| !is_periodic && error.is_finite());
    Ok(Measurement { median_error: of_sums(errors.median), p99_error: of_sums(errors.p99), ..row })
}

/// The median error of accelerations in a cube that is alone, against sums over nodes. Where nodes
/// are too many for that, direct sums tell as much.
fn isolated_error(bodies: &[Body], request: MeshRequest, found: &[DVec3]) -> Option<f64> {
    let nodes = Nodes::new(bodies, DVec3::from_array(request.low), request.spacing());
    nodes.median_error(bodies, SUMMED, &|index| found[index])
}

fn on_gpu(
    gpu: &Gpu,
    request: MeshRequest,
    bench: MeshBench,
    rows: &[[f32; 4]],
) -> Result<(Measurement, Vec<[f32; 3]>), LabError> {
    let position = gpu.storage_from("bench/position", rows)?;
    let acceleration = gpu.storage::<[f32; 4]>("bench/acceleration", rows.len())?;
    let mesh = Mesh::new(gpu, request, &position, &acceleration)?;
    let record: Record = Box::new(move |pass| mesh.encode(pass));
    let samples = time_on_gpu(
        gpu,
        MAX_RUNS,
        |encoder| encoder.clear_buffer(acceleration.raw(), 0, None),
        &record,
    )?;
    let row = bench.entry().on_gpu(gpu, samples, (rows.len() as f64, RateUnit::Bodies));
    let found = gpu.read(&acceleration)?.into_iter().map(|[x, y, z, _]| [x, y, z]).collect();
    Ok((Measurement { kernel: format!("{} {}^3", row.kernel, request.side), ..row }, found))
}

fn on_cpu(
    gpu: &Gpu,
    request: MeshRequest,
    bench: MeshBench,
    rows: &[[f32; 4]],
) -> Result<(Measurement, Vec<[f32; 3]>), LabError> {
    // As many nodes as on the adapter, so that all rows of a table have the same limit.
    let nodes = request.side.checked_pow(3).filter(|nodes| *nodes > 0);
    let nodes = nodes.ok_or_else(|| {
        GpuError::Mismatch(format!("a grid of {}^3 nodes is impossible", request.side))
    })?;
    gpu.check_storage::<[f32; 2]>("the spectrum of a grid", nodes)?;
    let by_threads = bench.kernel == MeshKernel::CpuThreaded;
    let mesh = HostMesh::new(request, by_threads);
    let (samples, found) = time_on_cpu(|| rows, |rows| mesh.accelerations(rows));
    let threads = if by_threads { rayon::current_num_threads() } else { 1 };
    let work = (rows.len() as f64, RateUnit::Bodies);
    let row = bench.entry().on_cpu(threads, samples, work);
    let name = bench.kernel.name();
    Ok((
        Measurement { kernel: format!("{name} {}^3 threads={threads}", request.side), ..row },
        found,
    ))
}
