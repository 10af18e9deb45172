//! Accelerations and potentials of all bodies at one moment, for callers that can wait.

use super::survey::MAX_EXACT;
use super::{Body, ForcePass, Output, Parameters, Precision, Rows, Simulation, reference};
use crate::gpu::{Gpu, GpuError};

/// Most pairs in a submission, so that no driver's watchdog fires.
const SLICE: f64 = 2e9;

/// The acceleration (x, y, z) and the potential (w) of every body now, in their order, with the
/// softening of the run and its [external field](super::ExternalField), but without any
/// [external](super::External) force of the caller's. Waits for the GPU.
///
/// They are summed as the run sums its forces, directly, by its tree or on its grid, in the same
/// precision; in `f32+` with up to 1,024 bodies whose forces are direct sums, in double precision.
/// No step may be in progress.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::physics::{Integrator, Parameters, Simulation, field, initial::InitialState};
///
/// let gpu = Gpu::open(None)?;
/// let pair = InitialState::named("kepler")?.bodies(2, 1)?;
/// let simulation = Simulation::new(&gpu, &pair, Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.0))?;
/// let distance = pair[0].position.distance(pair[1].position);
/// let potentials = field(&gpu, &simulation)?.into_iter().map(|row| row[3]);
/// for (potential, other) in potentials.zip([&pair[1], &pair[0]]) {
///     assert!((potential + other.mass / distance).abs() < 1e-5);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`GpuError`] if a kernel does not compile, memory runs out or the device is lost.
pub fn field(gpu: &Gpu, simulation: &Simulation) -> Result<Vec<[f64; 4]>, GpuError> {
    let Parameters { external, softening, .. } = *simulation.parameters();
    let mut rows = own_field(gpu, simulation)?;
    if external.is_some() {
        for (row, body) in rows.iter_mut().zip(simulation.state()?.bodies()) {
            let (pull, potential) = external.at(body.position, softening);
            let whole = glam::DVec4::from_array(*row) + pull.extend(potential);
            *row = whole.to_array();
        }
    }
    Ok(rows)
}

/// The same of the bodies alone.
fn own_field(gpu: &Gpu, simulation: &Simulation) -> Result<Vec<[f64; 4]>, GpuError> {
    let (bodies, softening) = (simulation.bodies(), simulation.parameters().softened());
    let count = bodies.count();
    let is_exact = bodies.precision() == Precision::Pair
        && count <= MAX_EXACT
        && !simulation.gravity().is_approximate();
    if is_exact {
        let all: Vec<Body> = simulation.state()?.bodies().collect();
        let row = |index| {
            let pull = reference::acceleration_of(&all, softening, index);
            [pull.x, pull.y, pull.z, reference::potential_of(&all, softening, index)]
        };
        return Ok((0..all.len()).map(row).collect());
    }
    let pass = match simulation.force_pass().with_output(bodies, Output::Potential)? {
        Some(pass) => pass,
        None => ForcePass::new(gpu, bodies, softening, Output::Potential)?,
    };
    let rows = Rows::new(gpu, "field", count as usize, bodies.precision())?;
    let sums = pass.bind_sum(gpu)?;
    let (units, slice) = (pass.units(), pass.units_of(SLICE).max(1));
    let mut begin = 0;
    while begin < units {
        let end = units.min(begin.saturating_add(slice));
        let mut encoder = gpu.encoder("field");
        let mut compute = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.encode_slice(&mut compute, begin..end)?;
        if end == units {
            sums.iter().for_each(|sum| sum.dispatch_threads(&mut compute, count));
        }
        drop(compute);
        if end == units {
            let (from, to) = (pass.partial().raw(), rows.raw());
            encoder.copy_buffer_to_buffer(from, 0, to, 0, to.size());
        }
        let submission = gpu.submit(encoder);
        gpu.wait_for(submission)?;
        begin = end;
    }
    rows.read(gpu)
}
