//! The one comparison of force kernels with the f64 sums, which the real kernels pass and the deliberately wrong ones do not.

use glam::DVec3;
use starshell::gpu::{Gpu, KernelSource, Tuning};
use starshell::physics::{Bodies, Body, Gravity, Output, Plan, Precision, reference};

use super::{cube, total};

/// Numbers of bodies about the widths of tiles, blocks and workgroups.
pub const COUNTS: &[usize] = &[1, 2, 3, 31, 33, 63, 64, 65, 255, 256, 257, 1000, 1023];

/// Largest error of an acceleration, relative to the largest acceleration, that rounding explains.
pub fn tolerance(precision: Precision) -> f64 {
    if precision == Precision::Double { 1e-13 } else { 3e-6 }
}

/// Runs one force pass over poisoned sums: per body the acceleration with the potential (or 0), and the jerk where asked for.
pub fn run(gpu: &Gpu, bodies: &[Body], softening: f64, output: Output, plan: Plan) -> (Vec<[f64; 4]>, Vec<[f64; 4]>) {
    run_slices(gpu, &Bodies::new(gpu, bodies).unwrap(), softening, output, plan, 0)
}

/// The same in double precision.
pub fn run_f64(gpu: &Gpu, bodies: &[Body], softening: f64, output: Output, plan: Plan) -> (Vec<[f64; 4]>, Vec<[f64; 4]>) {
    run_slices(gpu, &Bodies::with_precision(gpu, bodies, Precision::Double).unwrap(), softening, output, plan, 0)
}

/// The same in slices of `slice` units; 0 is the whole pass.
fn run_slices(
    gpu: &Gpu,
    bodies: &Bodies,
    softening: f64,
    output: Output,
    plan: Plan,
    slice: u32,
) -> (Vec<[f64; 4]>, Vec<[f64; 4]>) {
    let gravity = Gravity::with_plan(gpu, bodies, softening, output, plan).unwrap();
    gravity.partial().fill(gpu, [f64::NAN; 4]);
    gravity.partial_jerk().inspect(|jerk| jerk.fill(gpu, [f64::NAN; 4]));
    let mut encoder = gpu.encoder("test");
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    match slice {
        0 => gravity.record(&mut pass),
        _ => (0..gravity.units()).step_by(slice as usize).for_each(|begin| {
            gravity.record_slice(&mut pass, begin..begin + slice).unwrap();
        }),
    }
    drop(pass);
    gpu.submit(encoder);
    let count = bodies.count() as usize;
    let forces = total(&gravity.partial().read(gpu).unwrap(), count);
    let jerks = gravity.partial_jerk().map_or_else(Vec::new, |jerk| total(&jerk.read(gpu).unwrap(), count));
    (forces, jerks)
}

/// Largest difference of two lists of vectors, relative to the largest vector expected.
pub fn difference(got: &[[f64; 4]], expected: &[DVec3]) -> f64 {
    assert_eq!(got.len(), expected.len());
    let scale = expected.iter().map(|a| a.length()).fold(1e-12, f64::max);
    let off = got.iter().zip(expected).map(|(g, e)| (DVec3::new(g[0], g[1], g[2]) - *e).length());
    // The maximum of a number and a NaN is the number: a NaN must not hide like that.
    off.map(|d| if d.is_nan() { f64::INFINITY } else { d }).fold(0.0, f64::max) / scale
}

/// Compares accelerations and potentials of `kernel`, which is of this precision, with the reference: softened and bare, in one
/// share and in several, whole and in slices.
///
/// # Errors
/// A sentence on the first that is wrong.
pub fn compare_forces(gpu: &Gpu, precision: Precision, kernel: &'static KernelSource, tuning: Tuning) -> Result<(), String> {
    let tolerance = tolerance(precision);
    for &count in COUNTS {
        let bodies = cube(count);
        let on_gpu = Bodies::with_precision(gpu, &bodies, precision).unwrap();
        for (softening, shares, slice) in [(0.05, 1, 0), (0.05, 7, 5), (0.0, 2, 0)] {
            let accelerations = reference::accelerations(&bodies, softening);
            let potentials = reference::potentials(&bodies, softening);
            for output in [Output::Acceleration, Output::Potential] {
                let what = || {
                    format!(
                        "{output:?} of {}, {precision:?}, {tuning:?}: n = {count}, softening {softening}, {shares} shares",
                        kernel.label
                    )
                };
                let (got, _) = run_slices(gpu, &on_gpu, softening, output, Plan { kernel, tuning, shares }, slice);
                let off = difference(&got, &accelerations);
                if off > tolerance {
                    return Err(format!("{}: accelerations are off by {off:e}", what()));
                }
                for (index, (row, expected)) in got.iter().zip(&potentials).enumerate() {
                    let expected = if output == Output::Potential { *expected } else { 0.0 };
                    let off = (row[3] - expected).abs() / expected.abs().max(1e-12);
                    if off > tolerance || off.is_nan() {
                        return Err(format!("{}: the potential of body {index} is {}, not {expected}", what(), row[3]));
                    }
                }
            }
        }
    }
    Ok(())
}
