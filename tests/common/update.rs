//! Compares `motion/advance` with its specification in f64. The real kernels pass; wrong ones must
//! not.

use glam::DVec3;
use starshell::gpu::{Buffer, Gpu, KernelSource, Tuning};
use starshell::physics::Precision;
use starshell::physics::kernels::AdvanceParams;

use super::Random;

/// What is noted beside an acceleration.
const NOTE: f64 = 0.125;

/// Parameters of a pass: times of kick, drift, damping, kick, drift; and whether there are forces.
const PASSES: &[([f64; 5], u32)] = &[
    ([0.25, 0.5, 0.875, 0.125, 0.75], 1),
    ([0.5, 0.0, 1.0, 0.5, 1.0], 1),
    ([0.0, 0.5, 0.75, 0.0, 0.5], 0),
    ([-0.5, 0.25, 1.0, 0.0, 0.0], 1),
    // Numbers without an exact binary fraction.
    ([0.1, 0.7, 0.99, -0.3, 1.0 / 3.0], 1),
];

/// Numbers of bodies and rows of partial sums.
pub const SIZES: &[(usize, u32)] =
    &[(1, 1), (1, 3), (63, 2), (64, 1), (65, 5), (1000, 3), (200, 9)];

/// Largest error of a position or a velocity of about 1: eight roundings.
fn tolerance(precision: Precision) -> f64 {
    match precision {
        Precision::Single => 1e-6,
        Precision::Pair => 2.0_f64.powi(-45),
        Precision::Double => 1e-15,
    }
}

/// Four numbers as stored in the state of this precision, in words of 32 bits.
fn words(precision: Precision, row: [f64; 4]) -> Vec<u32> {
    let high = row.map(|number| number as f32);
    match precision {
        Precision::Single => bytemuck::cast::<_, [u32; 4]>(high).to_vec(),
        Precision::Pair => {
            let low: [f32; 4] = std::array::from_fn(|i| (row[i] - f64::from(high[i])) as f32);
            bytemuck::cast::<_, [u32; 8]>([high, low]).to_vec()
        }
        Precision::Double => bytemuck::cast::<_, [u32; 8]>(row).to_vec(),
    }
}

/// The inverse of [`words`].
fn rows(precision: Precision, words: &[u32]) -> Vec<[f64; 4]> {
    match precision {
        Precision::Single => bytemuck::cast_slice::<_, [f32; 4]>(words)
            .iter()
            .map(|row| row.map(f64::from))
            .collect(),
        Precision::Pair => {
            let sum = |[high, low]: &[[f32; 4]; 2]| {
                std::array::from_fn(|i| f64::from(high[i]) + f64::from(low[i]))
            };
            bytemuck::cast_slice(words).iter().map(sum).collect()
        }
        Precision::Double => bytemuck::pod_collect_to_vec(words),
    }
}

/// The precision of forces for states of this precision.
fn of_forces(precision: Precision) -> Precision {
    if precision == Precision::Double { precision } else { Precision::Single }
}

/// Compares one dispatch of `kernel`, of this precision, with double precision, for these sizes
/// (bodies, rows of sums).
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_advance(
    gpu: &Gpu,
    precision: Precision,
    kernel: &KernelSource,
    sizes: &[(usize, u32)],
) -> Result<(), String> {
    kernel
        .tunings
        .iter()
        .try_for_each(|tuning| compare_tuning(gpu, precision, kernel, tuning, sizes))
}

fn compare_tuning(
    gpu: &Gpu,
    precision: Precision,
    kernel: &KernelSource,
    tuning: Tuning,
    sizes: &[(usize, u32)],
) -> Result<(), String> {
    let tolerance = tolerance(precision);
    let segments =
        tuning.iter().find(|(name, _)| *name == "SEGMENTS").map_or(1, |(_, value)| *value);
    for &(count, shares) in sizes {
        for &(times, has_force) in PASSES {
            let mut random = Random::new(count as u64);
            let mut numbers = |rows: usize, single: bool| -> Vec<[f64; 4]> {
                let number = |n: f64| if single { f64::from(n as f32) } else { n };
                (0..rows).map(|_| std::array::from_fn(|_| number(random.number() - 0.5))).collect()
            };
            let is_single = precision == Precision::Single;
            let (x, v) = (numbers(count, is_single), numbers(count, is_single));
            let mut partial = numbers(count * shares as usize, true);
            if has_force == 0 {
                partial.fill([f64::NAN; 4]);
            }
            let parts = |number: f64| [number as f32, (number - f64::from(number as f32)) as f32];
            let [kick_before, drift_before, damping, kick_after, drift_after] = times.map(parts);
            let count = count as u32;
            let values = AdvanceParams {
                count,
                shares,
                has_force,
                zero: 0,
                kick_before,
                drift_before,
                damping,
                kick_after,
                drift_after,
            };
            let step = gpu.uniform("step", &values).unwrap();
            let stored = |label: &str, precision: Precision, rows: &[[f64; 4]]| {
                let words: Vec<u32> = rows.iter().flat_map(|row| words(precision, *row)).collect();
                gpu.storage_from(label, &words).unwrap()
            };
            let (position, velocity) =
                (stored("position", precision, &x), stored("velocity", precision, &v));
            let sums = stored("partial", of_forces(precision), &partial);
            let acceleration = stored(
                "acceleration",
                of_forces(precision),
                &vec![[f64::NAN, f64::NAN, f64::NAN, NOTE]; count as usize],
            );
            let buffers = [
                ("step", step.raw()),
                ("partial", sums.raw()),
                ("position", position.raw()),
                ("velocity", velocity.raw()),
                ("acceleration", acceleration.raw()),
            ];
            let bound = gpu.kernel(kernel, tuning).unwrap().bind(gpu.device(), &buffers).unwrap();
            let mut encoder = gpu.encoder("test");
            bound.dispatch_threads(
                &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
                count * segments,
            );
            gpu.submit(encoder);
            let read =
                |buffer: &Buffer<u32>, precision| rows(precision, &gpu.read(buffer).unwrap());
            let (got_x, got_v) = (read(&position, precision), read(&velocity, precision));
            let got_a = read(&acceleration, of_forces(precision));
            // In single precision 0.1 is another number.
            let [kick_before, drift_before, damping, kick_after, drift_after] =
                times.map(|time| if is_single { f64::from(time as f32) } else { time });
            for i in 0..count as usize {
                let sum = match has_force {
                    0 => DVec3::ZERO,
                    _ => (0..shares as usize)
                        .map(|share| vector(partial[share * count as usize + i]))
                        .sum(),
                };
                // Without forces the last acceleration stays, which here is the poison. What is
                // noted beside it always stays.
                let a_is_right = match has_force {
                    0 => got_a[i][0].is_nan(),
                    _ => (vector(got_a[i]) - sum).length() < 1e-6,
                } && got_a[i][3] == NOTE;
                // Check what follows from the forces against the forces actually used.
                let a = if has_force == 0 { sum } else { vector(got_a[i]) };
                let halfway = vector(v[i]) + a * kick_before;
                let end_v = halfway * damping + a * kick_after;
                let end_x = vector(x[i]) + halfway * drift_before + end_v * drift_after;
                let w = |number: f64| rows(precision, &words(precision, [number; 4]))[0][0];
                let is_right = |got: [f64; 4], expected: DVec3, was: f64| {
                    (vector(got) - expected).length() < tolerance && got[3] == w(was)
                };
                if !(is_right(got_x[i], end_x, x[i][3])
                    && is_right(got_v[i], end_v, v[i][3])
                    && a_is_right)
                {
                    let off = (vector(got_x[i]) - end_x)
                        .length()
                        .max((vector(got_v[i]) - end_v).length());
                    let got = (got_x[i], got_v[i], got_a[i]);
                    return Err(format!(
                        "{precision:?}, {values:?}: body {i} is {got:?}, not {end_x}, {end_v}, {a}: off by {off:e}"
                    ));
                }
            }
        }
    }
    Ok(())
}

fn vector(row: [f64; 4]) -> DVec3 {
    DVec3::new(row[0], row[1], row[2])
}
