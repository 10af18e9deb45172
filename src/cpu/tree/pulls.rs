//! The pull of far cells on a block of bodies, with SIMD.

use super::cells::Cell;
use crate::cpu::Softening;
use crate::cpu::lanes::Lanes;

/// The pull of `cells` on a block of bodies, by axis: with their mass alone, or also with their second moment.
///
/// With d the offset, s² = d² + softening², n = d / s and S the second moment, it is
/// (n (m + (5/2 n'(3 S) n - 3/2 tr(S)) / s²) - (3 S) n / s²) / s². So nothing overflows that a body's own pull would not.
#[inline(always)]
pub(super) fn pull<S: Lanes, const SOFTENED: bool, const QUADRUPOLES: bool, const BLOCK: usize>(
    lanes: S,
    softening: Softening,
    here: &[[S::f32s; BLOCK]; 3],
    cells: &[Cell],
    far: &[u32],
) -> [[S::f32s; BLOCK]; 3] {
    let zero = lanes.splat_f32s(0.0);
    let same_place = lanes.splat_f32s(Softening::SAME_PLACE);
    let softening_squared = lanes.splat_f32s(softening.squared);
    let mut sums = [[zero; BLOCK]; 3];
    for &far in far {
        let cell = &cells[far as usize];
        let center = cell.center.map(|axis| lanes.splat_f32s(axis));
        for vector in 0..BLOCK {
            let offset: [_; 3] = std::array::from_fn(|axis| lanes.sub_f32s(center[axis], here[axis][vector]));
            let squared = offset.iter().fold(softening_squared, |sum, &x| lanes.multiply_add(x, x, sum));
            let mut inverse = lanes.inverse_root(squared);
            if !SOFTENED {
                inverse = lanes.select_f32s(lanes.less_than_f32s(same_place, squared), inverse, zero);
            }
            let inverse_squared = lanes.mul_f32s(inverse, inverse);
            let way = offset.map(|x| lanes.mul_f32s(x, inverse));
            let mut strength = lanes.splat_f32s(cell.mass);
            if QUADRUPOLES {
                let [xx, yy, zz, xy, xz, yz] = cell.second.map(|moment| lanes.splat_f32s(moment));
                let turned = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]].map(|[a, b, c]| {
                    let sum = lanes.multiply_add(a, way[0], lanes.multiply_add(b, way[1], lanes.mul_f32s(c, way[2])));
                    lanes.mul_f32s(sum, inverse_squared)
                });
                let along = lanes.mul_f32s(turned[0], way[0]);
                let along = lanes.multiply_add(turned[2], way[2], lanes.multiply_add(turned[1], way[1], along));
                strength = lanes.multiply_add(along, lanes.splat_f32s(2.5), strength);
                strength = lanes.multiply_add(lanes.splat_f32s(-cell.half_trace()), inverse_squared, strength);
                let minus = lanes.sub_f32s(zero, inverse_squared);
                for axis in 0..3 {
                    sums[axis][vector] = lanes.multiply_add(turned[axis], minus, sums[axis][vector]);
                }
            }
            strength = lanes.mul_f32s(strength, inverse_squared);
            for axis in 0..3 {
                sums[axis][vector] = lanes.multiply_add(way[axis], strength, sums[axis][vector]);
            }
        }
    }
    sums
}
