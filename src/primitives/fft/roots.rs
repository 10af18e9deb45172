//! Roots of unity, in double precision, and the radices that a length is made of.

use std::f64::consts::FRAC_PI_4;

/// The largest prime factor of a length.
const PRIMES: [usize; 4] = [2, 3, 5, 7];

/// exp(-2 pi i k / n), correct to the last bit or its neighbour: the angle is reduced to an eighth
/// of a turn by integers.
pub fn root(k: usize, n: usize) -> [f64; 2] {
    let eighths = 8 * (k % n);
    let (octant, rest) = (eighths / n, eighths % n);
    // Odd octants count from their end.
    let rest = if octant % 2 == 1 { n - rest } else { rest };
    let (sin, cos) = libm::sincos(FRAC_PI_4 * (rest as f64 / n as f64));
    let [x, y] = match octant {
        0 => [cos, sin],
        1 => [sin, cos],
        2 => [-sin, cos],
        3 => [-cos, sin],
        4 => [-cos, -sin],
        5 => [-sin, -cos],
        6 => [sin, -cos],
        _ => [cos, -sin],
    };
    [x, -y]
}

/// The radices of the stages for a line of this length: eights, then what is left. `None` if a
/// prime factor is above 7.
pub fn radices(length: usize) -> Option<Vec<usize>> {
    let (mut rest, mut all) = (length, Vec::new());
    if length == 0 {
        return None;
    }
    for radix in [8, 4].into_iter().chain(PRIMES) {
        while rest.is_multiple_of(radix) {
            all.push(radix);
            rest /= radix;
        }
    }
    (rest == 1).then_some(all)
}

/// The radices of the kernels in registers: the power of two that is left over first, then
/// sixteens.
pub fn radices_in_registers(length: usize) -> Vec<usize> {
    let bits = length.ilog2() as usize;
    let first = if bits.is_multiple_of(4) { 16 } else { 1 << (bits % 4) };
    let sixteens = (length / first).ilog2() as usize / 4;
    std::iter::once(first).chain(std::iter::repeat_n(16, sixteens)).collect()
}

/// The roots of the stages: root j r of radix * span at r * span + j, which fills as many places as
/// the line has elements.
pub fn stage_roots(radices: &[usize]) -> Vec<[f64; 2]> {
    let (mut roots, mut span) = (vec![[1.0, 0.0]], 1);
    for radix in radices {
        for r in 1..*radix {
            roots.extend((0..span).map(|j| root(j * r, radix * span)));
        }
        span *= radix;
    }
    roots
}

/// The first roots of this length, as many as `number`.
pub fn first_roots(length: usize, number: usize) -> Vec<[f64; 2]> {
    (0..number).map(|k| root(k, length)).collect()
}

/// The roots of a line that is split: the first 4096, then every 4096th.
pub fn split_roots(length: usize) -> Vec<[f64; 2]> {
    const FINE: usize = 4096;
    let coarse = (0..=length / FINE).map(|k| root(FINE * k, length));
    (0..FINE).map(|k| root(k, length)).chain(coarse).collect()
}
