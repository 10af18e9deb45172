//! Sums of single-precision numbers on the processor, in many orders, and the exact one.

use rayon::prelude::*;

/// One after the other.
pub(super) fn forward(numbers: &[f32]) -> f32 {
    numbers.iter().fold(0.0, |sum, number| sum + number)
}

/// One after the other, from the end.
pub(super) fn backward(numbers: &[f32]) -> f32 {
    numbers.iter().rev().fold(0.0, |sum, number| sum + number)
}

/// The numbers from the smallest to the largest, whatever their signs.
pub(super) fn sorted(numbers: &[f32]) -> Vec<f32> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    sorted
}

/// The sum of both halves' sums.
pub(super) fn pairwise(numbers: &[f32]) -> f32 {
    match numbers {
        [] => 0.0,
        [number] => *number,
        _ => {
            let (left, right) = numbers.split_at(numbers.len() / 2);
            pairwise(left) + pairwise(right)
        }
    }
}

/// One after the other; what an addition loses is added to the next number (Kahan 1965).
pub(super) fn kahan(numbers: &[f32]) -> f32 {
    let (mut sum, mut lost) = (0.0_f32, 0.0_f32);
    for number in numbers {
        let next = number - lost;
        let total = sum + next;
        lost = (total - sum) - next;
        sum = total;
    }
    sum
}

/// One after the other; what the additions lose is summed, and added in the end (Neumaier 1974).
pub(super) fn neumaier(numbers: &[f32]) -> f32 {
    let (mut sum, mut lost) = (0.0_f32, 0.0_f32);
    for number in numbers {
        let total = sum + number;
        lost +=
            if sum.abs() >= number.abs() { (sum - total) + number } else { (number - total) + sum };
        sum = total;
    }
    sum + lost
}

/// One after the other in double precision.
pub(super) fn double(numbers: &[f32]) -> f64 {
    numbers.iter().fold(0.0, |sum, number| sum + f64::from(*number))
}

/// Lanes of [`lanes`].
pub(super) const LANES: usize = 8;

/// As SIMD does: each lane sums every eighth number, and the lanes' sums are added up in pairs.
pub(super) fn lanes(numbers: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for part in numbers.chunks(LANES) {
        sums.iter_mut().zip(part).for_each(|(sum, number)| *sum += number);
    }
    pairwise(&sums)
}

/// Numbers per thread of [`threads`].
pub(super) const RUN: usize = 1 << 12;

/// The sums of runs, on all cores, added up in order.
pub(super) fn threads(numbers: &[f32]) -> f32 {
    forward(&numbers.par_chunks(RUN).map(forward).collect::<Vec<f32>>())
}

/// A sum without any rounding: a whole number of 2^-64. The numbers must be multiples of that, and
/// their sum below 2^63.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exact(i128);

const UNIT: f64 = 18_446_744_073_709_551_616.0;

impl Exact {
    pub(super) fn sum(numbers: &[f32]) -> Self {
        Self(numbers.iter().map(|&number| (f64::from(number) * UNIT) as i128).sum())
    }

    /// The nearest number of double precision.
    pub(super) fn value(self) -> f64 {
        self.0 as f64 / UNIT
    }

    /// By how much `value` is larger.
    pub(super) fn excess(self, value: f64) -> f64 {
        ((value * UNIT) as i128 - self.0) as f64 / UNIT
    }

    /// The distance of the single-precision numbers around it.
    pub(super) fn ulp(self) -> f64 {
        let exponent = self.value().abs().max(f64::from(f32::MIN_POSITIVE)).log2().floor();
        2.0_f64.powf(exponent - 23.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_known_numbers_come_out_as_they_must() {
        // 1 is lost in 2^24, unless it meets another 1 first.
        let large = 16_777_216.0_f32;
        let numbers = [large, 1.0, 1.0, -large];
        assert_eq!([forward(&numbers), backward(&numbers), pairwise(&numbers)], [0.0, 2.0, 1.0]);
        assert_eq!((kahan(&numbers), neumaier(&numbers), double(&numbers)), (2.0, 2.0, 2.0));
        assert_eq!(sorted(&numbers), [1.0, 1.0, large, -large]);
        assert_eq!(forward(&sorted(&numbers)), 2.0);
        // Kahan's sum loses what a larger number pushes out; Neumaier's does not.
        let numbers = [1.0, 1e30, 1.0, -1e30];
        assert_eq!((kahan(&numbers), neumaier(&numbers)), (0.0, 2.0));
        // Each lane adds up its own.
        let numbers: Vec<f32> = [vec![large], vec![0.0; 7], vec![1.0; 8], vec![-large]].concat();
        assert_eq!((lanes(&numbers), forward(&numbers)), (7.0, 0.0));
        assert_eq!(threads(&vec![0.5; 3 * RUN + 1]), 1.5 * RUN as f32 + 0.5);
    }

    #[test]
    fn the_exact_sum_has_no_rounding() {
        let tiny = 2.0_f32.powi(-40);
        let exact = Exact::sum(&[1e9, tiny, -1e9, tiny]);
        assert_eq!(
            (exact.value(), exact.excess(0.0)),
            (f64::from(2.0 * tiny), f64::from(-2.0 * tiny))
        );
        assert_eq!(Exact::sum(&[1.5, 1.5]).ulp(), f64::from(f32::EPSILON) * 2.0);
        assert_eq!(Exact::sum(&[]).value(), 0.0);
    }
}
