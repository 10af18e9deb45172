//! Compares reductions with the f64 loop. The real kernels pass; deliberately wrong ones must not.

use std::fmt::Debug;

use starshell::gpu::Gpu;
use starshell::physics::kernels::{Moments, SUM_MOMENTS};
use starshell::primitives::{Reduce, ReducePlan, SUM_F32, reference};

use super::Random;

/// Lengths around a workgroup and its square, and beyond what one pass combines.
pub const LENGTHS: &[usize] =
    &[0, 1, 2, 31, 32, 33, 127, 128, 129, 255, 256, 257, 4095, 4097, 32_768, 65_537, 300_007];

/// Largest error of a sum that rounding explains, relative to the sum of the magnitudes.
const TOLERANCE: f64 = 1e-6;

/// A reduction in double precision: elements as rows of `N` numbers, and the data to try.
pub struct Reduction<T: 'static, const N: usize> {
    /// The kernel.
    pub plan: ReducePlan,
    /// The numbers in an element.
    pub numbers: fn(&T) -> [f64; N],
    /// The result for no elements.
    pub identity: [f64; N],
    /// The operator.
    pub combine: fn([f64; N], [f64; N]) -> [f64; N],
    /// Lists of this many elements.
    pub lists: fn(usize) -> Vec<Vec<T>>,
    /// An element that no operator can hide.
    pub poison: T,
}

/// The sum of numbers.
pub fn sum_f32() -> Reduction<f32, 1> {
    Reduction {
        plan: ReducePlan::on_gpus(&SUM_F32),
        numbers: |element| [f64::from(*element)],
        identity: [0.0],
        combine: |a, b| [a[0] + b[0]],
        lists: |count| {
            let mut random = Random::new(count as u64);
            let mut list =
                |least: f64| (0..count).map(|_| (least + random.number()) as f32).collect();
            vec![list(0.1), list(-0.5)]
        },
        poison: f32::NAN,
    }
}

/// The sums over bodies.
pub fn sum_moments() -> Reduction<Moments, 15> {
    Reduction {
        plan: ReducePlan::on_gpus(&SUM_MOMENTS),
        numbers: |moments| {
            let Moments {
                mass_position: m,
                momentum_kinetic: p,
                angular_potential: l,
                largest,
                invalid,
                ..
            } = *moments;
            let [a, b] = largest;
            let all =
                [m[0], m[1], m[2], m[3], p[0], p[1], p[2], p[3], l[0], l[1], l[2], l[3], a, b]
                    .map(f64::from);
            std::array::from_fn(|index| all.get(index).copied().unwrap_or(f64::from(invalid)))
        },
        identity: [0.0; 15],
        combine: |a, b| {
            std::array::from_fn(|index| {
                if index == 12 || index == 13 {
                    a[index].max(b[index])
                } else {
                    a[index] + b[index]
                }
            })
        },
        lists: |count| {
            let mut random = Random::new(count as u64);
            let mut moments = |index: usize| {
                let mut row = |least: f64| {
                    std::array::from_fn::<f32, 4, _>(|_| (least + random.number()) as f32)
                };
                Moments {
                    mass_position: row(-0.5),
                    momentum_kinetic: row(0.0),
                    angular_potential: row(-1.0),
                    largest: [
                        row(0.0)[0] + if index + 1 == count { 1.0 } else { 0.0 },
                        row(1.0)[0],
                    ],
                    invalid: u32::from(index % 3 == 1),
                    padding: 0,
                }
            };
            vec![(0..count).map(&mut moments).collect()]
        },
        poison: Moments {
            mass_position: [f32::NAN; 4],
            momentum_kinetic: [f32::NAN; 4],
            angular_potential: [f32::NAN; 4],
            largest: [f32::MAX; 2],
            invalid: 1 << 31,
            padding: 0,
        },
    }
}

impl<T: bytemuck::Pod + Debug, const N: usize> Reduction<T, N> {
    /// Compares the kernel with the reference over poisoned scratch and result, and every run with
    /// the one before.
    ///
    /// # Errors
    /// A sentence about the first mismatch.
    pub fn compare(&self, gpu: &Gpu, plan: ReducePlan, lengths: &[usize]) -> Result<(), String> {
        for &length in lengths {
            for list in (self.lists)(length) {
                let source = gpu.storage("source", length).unwrap();
                let reduce = Reduce::with_plan(gpu, plan, &[], &source, None).unwrap();
                let run = || {
                    gpu.write(reduce.result(), &[self.poison]);
                    let mut encoder = gpu.encoder("test");
                    reduce.encode(
                        &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
                    );
                    gpu.submit(encoder);
                    gpu.read(reduce.result()).unwrap()[0]
                };
                // Reducing nothing but poison fills the scratch with poison.
                gpu.write(&source, &vec![self.poison; length]);
                run();
                gpu.write(&source, &list);
                let got = run();
                let what = format!(
                    "{} with {:?} of {length} elements",
                    plan.kernel.parts().nth(1).unwrap().path,
                    plan.tuning
                );
                self.judge(&(self.numbers)(&got), &list)
                    .map_err(|wrong| format!("{what}: {wrong}"))?;
                if (0..3).any(|_| bytemuck::bytes_of(&run()) != bytemuck::bytes_of(&got)) {
                    return Err(format!("{what}: another run differs in bits from {got:?}"));
                }
            }
        }
        Ok(())
    }

    fn judge(&self, got: &[f64; N], list: &[T]) -> Result<(), String> {
        let rows: Vec<_> = list.iter().map(self.numbers).collect();
        let magnitudes: Vec<_> = rows.iter().map(|row| row.map(f64::abs)).collect();
        let expected = reference::reduce(&rows, self.identity, self.combine);
        let scale = reference::reduce(&magnitudes, self.identity.map(f64::abs), self.combine);
        for index in 0..N {
            let off = (got[index] - expected[index]).abs();
            if off > TOLERANCE * scale[index] || off.is_nan() {
                return Err(format!(
                    "number {index} is {:e}, not {:e}",
                    got[index], expected[index]
                ));
            }
        }
        Ok(())
    }
}
