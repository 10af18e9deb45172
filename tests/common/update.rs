//! The one comparison of `motion/advance` with its sentence in f64, which the real kernel passes and the wrong ones do not.

use glam::DVec3;
use starshell::gpu::{Gpu, KernelSource, Tuning};
use starshell::physics::motion::Advance;

use super::Random;

/// What a pass may hold: times of kick, drift, damping, kick, drift; whether there are forces.
const PASSES: &[([f32; 5], u32)] = &[
    ([0.25, 0.5, 0.875, 0.125, 0.75], 1),
    ([0.5, 0.0, 1.0, 0.5, 1.0], 1),
    ([0.0, 0.5, 0.75, 0.0, 0.5], 0),
    ([-0.5, 0.25, 1.0, 0.0, 0.0], 1),
];

/// Numbers of bodies and rows of partial sums.
pub const SIZES: &[(usize, u32)] = &[(1, 1), (1, 3), (63, 2), (64, 1), (65, 5), (1000, 3), (200, 9)];

/// Compares one dispatch of `kernel` with double precision, for sizes (bodies, rows of sums).
///
/// # Errors
/// A sentence on the first that is wrong.
pub fn compare_advance(gpu: &Gpu, kernel: &KernelSource, sizes: &[(usize, u32)]) -> Result<(), String> {
    kernel.tunings.iter().try_for_each(|tuning| compare_tuning(gpu, kernel, tuning, sizes))
}

fn compare_tuning(gpu: &Gpu, kernel: &KernelSource, tuning: Tuning, sizes: &[(usize, u32)]) -> Result<(), String> {
    let segments = tuning.iter().find(|(name, _)| *name == "SEGMENTS").map_or(1, |(_, value)| *value);
    for &(count, shares) in sizes {
        for &(times, has_force) in PASSES {
            let mut random = Random::new(count as u64);
            let mut rows = |rows: usize| -> Vec<[f32; 4]> {
                (0..rows).map(|_| std::array::from_fn(|_| (random.number() - 0.5) as f32)).collect()
            };
            let (x, v, mut partial) = (rows(count), rows(count), rows(count * shares as usize));
            if has_force == 0 {
                partial.fill([f32::NAN; 4]);
            }
            let [kick_before, drift_before, damping, kick_after, drift_after] = times;
            let values =
                Advance { count: count as u32, shares, kick_before, drift_before, damping, kick_after, drift_after, has_force };
            let step = gpu.uniform("step", &values).unwrap();
            let stored = |label: &str, rows: &[[f32; 4]]| gpu.storage_from(label, rows).unwrap();
            let (position, velocity, sums) = (stored("position", &x), stored("velocity", &v), stored("partial", &partial));
            let acceleration = stored("acceleration", &vec![[f32::NAN; 4]; count]);
            let buffers = [
                ("step", step.raw()),
                ("partial", sums.raw()),
                ("position", position.raw()),
                ("velocity", velocity.raw()),
                ("acceleration", acceleration.raw()),
            ];
            let bound = gpu.kernel(kernel, tuning).unwrap().bind(gpu.device(), &buffers);
            let mut encoder = gpu.encoder("test");
            bound.dispatch_threads(
                &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
                count as u32 * segments,
            );
            gpu.submit(encoder);
            let [got_x, got_v, got_a] = [&position, &velocity, &acceleration].map(|buffer| gpu.read(buffer).unwrap());
            let [kick_before, drift_before, damping, kick_after, drift_after] = times.map(f64::from);
            for i in 0..count {
                let a = match has_force {
                    0 => DVec3::ZERO,
                    _ => (0..shares as usize).map(|share| vector(partial[share * count + i])).sum(),
                };
                let halfway = vector(v[i]) + a * kick_before;
                let end_v = halfway * damping + a * kick_after;
                let end_x = vector(x[i]) + halfway * drift_before + end_v * drift_after;
                let is_right = |got: [f32; 4], expected: DVec3, w: f32| (vector(got) - expected).length() < 1e-6 && got[3] == w;
                // Without forces the last acceleration stays: here it is the poison.
                let acceleration_is_right = if has_force == 1 { is_right(got_a[i], a, 0.0) } else { got_a[i][0].is_nan() };
                if !(is_right(got_x[i], end_x, x[i][3]) && is_right(got_v[i], end_v, v[i][3]) && acceleration_is_right) {
                    let got = (got_x[i], got_v[i], got_a[i]);
                    return Err(format!("{values:?}: body {i} is {got:?}, not {end_x}, {end_v}, {a}"));
                }
            }
        }
    }
    Ok(())
}

fn vector(row: [f32; 4]) -> DVec3 {
    DVec3::new(f64::from(row[0]), f64::from(row[1]), f64::from(row[2]))
}
