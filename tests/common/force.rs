//! Compares force kernels with f64 sums. The real kernels pass; deliberately wrong ones must not.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use glam::DVec3;
use starshell::gpu::{Gpu, GpuError, KernelSource, Tuning};
use starshell::lab::TextbookKernel;
use starshell::lab::kernels::{
    ATOMIC_PAIRS, ATOMIC_TRIANGLE, SHUFFLE, SUBGROUP_TILES, THREADS, TILE, UNIFORM_BATCHES,
};
use starshell::name::Named;
use starshell::physics::kernels::{
    ALL_PAIRS, ALL_PAIRS_F64, NAIVE, NAIVE_F64, SYMMETRIC, SYMMETRIC_F64, UNORDERED,
};
use starshell::physics::{
    Bodies, Body, ForcePass, Output, Plan, Precision, Rows, Shape, reference,
};

use super::{cube, total};

/// Numbers of bodies around the widths of tiles, blocks and workgroups. The first one exposes most
/// mistakes, so a wrong kernel is rejected before it is compiled in all its variants, which
/// starting with one body would require.
pub const COUNTS: &[usize] = &[1000, 1, 2, 33, 64, 65, 257];

/// Every force kernel in single precision.
pub const FORCE_KERNELS: &[&KernelSource] = &[
    &ALL_PAIRS,
    &NAIVE,
    &UNIFORM_BATCHES,
    &TILE,
    &THREADS,
    &SHUFFLE,
    &ATOMIC_PAIRS,
    &ATOMIC_TRIANGLE,
    &SUBGROUP_TILES,
    &SYMMETRIC,
    &UNORDERED,
];

/// Every force kernel in double precision.
pub const FORCE_KERNELS_F64: &[&KernelSource] = &[&ALL_PAIRS_F64, &NAIVE_F64, &SYMMETRIC_F64];

/// Whether this adapter can run a kernel. Shuffles and symmetric pairs need subgroups of one size,
/// and atomic sums a feature.
pub fn runs_here(gpu: &Gpu, kernel: &KernelSource) -> bool {
    let has_size = gpu.subgroup_size().is_some();
    let has_atomics = gpu.features().contains(wgpu::Features::SHADER_FLOAT32_ATOMIC);
    match kernel.label {
        "gravity/shuffle" | "gravity/symmetric" => has_size,
        "unordered/symmetric" | "gravity/subgroup_tiles" => has_size && has_atomics,
        "gravity/atomic_pairs" | "gravity/atomic_triangle" => has_atomics,
        _ => true,
    }
}

/// The tunings of a kernel that this adapter can run: those for its subgroup size, if they depend
/// on one. There are some if, and only if, [it runs here](runs_here).
pub fn tunings(gpu: &Gpu, kernel: &'static KernelSource) -> Vec<Tuning> {
    let runs_here = runs_here(gpu, kernel);
    let has_sizes =
        ["gravity/shuffle", "gravity/symmetric", "gravity/subgroup_tiles", "unordered/symmetric"]
            .contains(&kernel.label);
    let suits =
        |tuning: &Tuning| runs_here && (!has_sizes || gpu.subgroup_size() == Some(tuning[0].1));
    let found: Vec<_> = kernel.tunings.iter().copied().filter(suits).collect();
    assert_eq!(
        !found.is_empty(),
        runs_here,
        "{} on subgroups of {:?}",
        kernel.label,
        gpu.subgroup_size()
    );
    found
}

/// The plan for a kernel of simulations and one of its tunings.
pub fn plan_of(kernel: &KernelSource, tuning: Tuning, shares: u32) -> Plan {
    let shape = Shape::ALL
        .iter()
        .find(|shape| shape.label() == kernel.label)
        .expect("a shape has this kernel");
    Plan { precision: precision_of(kernel), ..Plan::new(*shape, tuning, shares) }
}

/// A force pass by any kernel, in one of its tunings.
pub fn pass_of(
    gpu: &Gpu,
    bodies: &Bodies,
    softening: f64,
    output: Output,
    kernel: &KernelSource,
    (tuning, shares): (Tuning, u32),
) -> Result<ForcePass, GpuError> {
    match TextbookKernel::ALL.iter().find(|one| one.kernel().label == kernel.label) {
        Some(textbook) => textbook.pass_in_shares(gpu, bodies, softening, output, tuning, shares),
        None => {
            ForcePass::with_plan(gpu, bodies, softening, output, plan_of(kernel, tuning, shares))
        }
    }
}

/// The precision in which a kernel computes.
pub fn precision_of(kernel: &KernelSource) -> Precision {
    let is_double = kernel.parts().any(|part| part.path == "shaders/real_f64.wgsl");
    if is_double { Precision::Double } else { Precision::Single }
}

/// Largest error of an acceleration that rounding explains in a sum of up to 1,024 terms, relative
/// to the largest acceleration.
pub fn tolerance(precision: Precision) -> f64 {
    if precision == Precision::Double { 1e-13 } else { 3e-6 }
}

/// Bodies of equal masses, which some kernels leave out of their inner loop.
pub fn equal_cube(count: usize) -> Vec<Body> {
    cube(count).into_iter().map(|body| Body { mass: 0.75, ..body }).collect()
}

/// Runs one force pass over poisoned sums. Returns per body the acceleration with the potential (or
/// 0), and the jerk if requested.
pub fn run(
    gpu: &Gpu,
    bodies: &[Body],
    softening: f64,
    output: Output,
    plan: Plan,
) -> (Vec<[f64; 4]>, Vec<[f64; 4]>) {
    let bodies = Bodies::new(gpu, bodies).unwrap();
    run_pass(
        gpu,
        &ForcePass::with_plan(gpu, &bodies, softening, output, plan).unwrap(),
        bodies.count(),
        0,
    )
}

/// The same in double precision.
pub fn run_f64(
    gpu: &Gpu,
    bodies: &[Body],
    softening: f64,
    output: Output,
    plan: Plan,
) -> (Vec<[f64; 4]>, Vec<[f64; 4]>) {
    let bodies = Bodies::with_precision(gpu, bodies, Precision::Double).unwrap();
    run_pass(
        gpu,
        &ForcePass::with_plan(gpu, &bodies, softening, output, plan).unwrap(),
        bodies.count(),
        0,
    )
}

/// The same by any kernel, in one of its tunings and some shares.
pub fn run_by(
    gpu: &Gpu,
    bodies: &[Body],
    softening: f64,
    output: Output,
    kernel: &KernelSource,
    plan: (Tuning, u32),
) -> Vec<[f64; 4]> {
    let bodies = Bodies::new(gpu, bodies).unwrap();
    run_pass(
        gpu,
        &pass_of(gpu, &bodies, softening, output, kernel, plan).unwrap(),
        bodies.count(),
        0,
    )
    .0
}

/// Runs a pass over poisoned sums in slices of `slice` units; 0 is the whole pass.
pub fn run_pass(
    gpu: &Gpu,
    gravity: &ForcePass,
    count: u32,
    slice: u32,
) -> (Vec<[f64; 4]>, Vec<[f64; 4]>) {
    gravity.partial().fill(gpu, [f64::NAN; 4]);
    gravity.partial_jerk().inspect(|jerk| jerk.fill(gpu, [f64::NAN; 4]));
    let mut encoder = gpu.encoder("test");
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    match slice {
        0 => gravity.encode(&mut pass),
        _ => {
            // A pass abandoned half-way must leave nothing behind, nor a whole one where it is a
            // single unit.
            gravity.encode_slice(&mut pass, 0..gravity.units().div_ceil(2)).unwrap();
            (0..gravity.units()).step_by(slice as usize).for_each(|begin| {
                gravity.encode_slice(&mut pass, begin..begin + slice).unwrap();
            });
        }
    }
    drop(pass);
    gpu.submit(encoder);
    let count = count as usize;
    let rows =
        |rows: &Rows| total(&rows.read(gpu).unwrap()[..gravity.shares() as usize * count], count);
    let forces = rows(gravity.partial());
    let jerks = gravity.partial_jerk().map_or_else(Vec::new, rows);
    (forces, jerks)
}

/// Largest difference between two lists of vectors, relative to the largest expected vector.
pub fn difference(got: &[[f64; 4]], expected: &[DVec3]) -> f64 {
    assert_eq!(got.len(), expected.len());
    let scale = expected.iter().map(|a| a.length()).fold(1e-12, f64::max);
    let off = got.iter().zip(expected).map(|(g, e)| (DVec3::new(g[0], g[1], g[2]) - *e).length());
    // `f64::max` ignores a NaN, which must not pass unnoticed.
    off.map(|d| if d.is_nan() { f64::INFINITY } else { d }).fold(0.0, f64::max) / scale
}

/// Reference accelerations and potentials for a cube, computed once for all kernels.
fn expected(bodies: &[Body], softening: f64, equal: bool) -> Arc<(Vec<DVec3>, Vec<f64>)> {
    type Known = HashMap<(usize, u64, bool), Arc<(Vec<DVec3>, Vec<f64>)>>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    let of =
        || (reference::accelerations(bodies, softening), reference::potentials(bodies, softening));
    let mut known = KNOWN.lock().unwrap();
    Arc::clone(
        known.entry((bodies.len(), softening.to_bits(), equal)).or_insert_with(|| Arc::new(of())),
    )
}

/// A way to run a kernel: the softening, shares, units per slice (0 is the whole pass), and whether
/// masses are equal.
type Way = (f64, u32, u32, bool);

/// Every way.
const WAYS: &[Way] =
    &[(0.05, 1, 0, false), (0.05, 7, 5, true), (0.0, 2, 0, false), (0.0, 1, 0, true)];

/// Compares accelerations and potentials of `kernel` with the reference for each of [`COUNTS`]:
/// with and without softening, in one share and in several, whole and in slices, with different and
/// with equal masses.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_forces(
    gpu: &Gpu,
    kernel: &'static KernelSource,
    tuning: Tuning,
) -> Result<(), String> {
    compare_forces_by(gpu, kernel, tuning, WAYS)
}

/// The same in two ways, which differ in everything and take half as long to compile.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_forces_in_two_ways(
    gpu: &Gpu,
    kernel: &'static KernelSource,
    tuning: Tuning,
) -> Result<(), String> {
    compare_forces_by(gpu, kernel, tuning, &WAYS[1..3])
}

fn compare_forces_by(
    gpu: &Gpu,
    kernel: &'static KernelSource,
    tuning: Tuning,
    ways: &[Way],
) -> Result<(), String> {
    let precision = precision_of(kernel);
    let tolerance = tolerance(precision);
    for &count in COUNTS {
        for &(softening, shares, slice, equal) in ways {
            let bodies = if equal { equal_cube(count) } else { cube(count) };
            let on_gpu = Bodies::with_precision(gpu, &bodies, precision).unwrap();
            let expected = expected(&bodies, softening, equal);
            let (accelerations, potentials) = (&expected.0, &expected.1);
            for output in [Output::Acceleration, Output::Potential] {
                let what = || {
                    let of = if equal { "equal" } else { "different" };
                    format!(
                        "{output:?} of {}, {precision:?}, {tuning:?}: n = {count}, {of} masses, softening {softening}, {shares} shares",
                        kernel.label
                    )
                };
                let pass =
                    pass_of(gpu, &on_gpu, softening, output, kernel, (tuning, shares)).unwrap();
                let (got, _) = run_pass(gpu, &pass, on_gpu.count(), slice);
                let off = difference(&got, accelerations);
                if off > tolerance {
                    return Err(format!("{}: accelerations are off by {off:e}", what()));
                }
                for (index, (row, expected)) in got.iter().zip(potentials).enumerate() {
                    let expected = if output == Output::Potential { *expected } else { 0.0 };
                    let off = (row[3] - expected).abs() / expected.abs().max(1e-12);
                    if off > tolerance || off.is_nan() {
                        return Err(format!(
                            "{}: the potential of body {index} is {}, not {expected}",
                            what(),
                            row[3]
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}
