//! The pull of far cells on a block of bodies, with SIMD.

use super::cells::Cell;
use crate::cpu::Softened;
use crate::cpu::lanes::Lanes;

/// The pull of `cells` on a block of bodies, by axis: with their mass alone, or also with their
/// second moment.
///
/// With d the offset, s² = d² + softening², n = d / s and S the second moment, it is (n (m + (5/2
/// n'(3 S) n - 3/2 tr(S)) / s²) - (3 S) n / s²) / s². So nothing overflows that a body's own pull
/// would not.
#[inline(always)]
pub(super) fn pull<S: Lanes, const SOFTENED: bool, const QUADRUPOLES: bool, const BLOCK: usize>(
    lanes: S,
    softening: Softened,
    here: &[[S::f32s; BLOCK]; 3],
    cells: &[Cell],
    far: &[u32],
) -> [[S::f32s; BLOCK]; 3] {
    let zero = lanes.splat_f32s(0.0);
    let same_place = lanes.splat_f32s(Softened::SAME_PLACE);
    let softening_squared = lanes.splat_f32s(softening.squared);
    let mut sums = [[zero; BLOCK]; 3];
    for &far in far {
        let cell = &cells[far as usize];
        let center = [
            lanes.splat_f32s(cell.center[0]),
            lanes.splat_f32s(cell.center[1]),
            lanes.splat_f32s(cell.center[2]),
        ];
        for vector in 0..BLOCK {
            let x = lanes.sub_f32s(center[0], here[0][vector]);
            let y = lanes.sub_f32s(center[1], here[1][vector]);
            let z = lanes.sub_f32s(center[2], here[2][vector]);
            let squared = lanes.multiply_add(z, z, softening_squared);
            let squared = lanes.multiply_add(x, x, lanes.multiply_add(y, y, squared));
            let mut inverse = lanes.inverse_root(squared);
            if !SOFTENED {
                inverse =
                    lanes.select_f32s(lanes.less_than_f32s(same_place, squared), inverse, zero);
            }
            let inverse_squared = lanes.mul_f32s(inverse, inverse);
            let way = [
                lanes.mul_f32s(x, inverse),
                lanes.mul_f32s(y, inverse),
                lanes.mul_f32s(z, inverse),
            ];
            let mut strength = lanes.splat_f32s(cell.mass);
            if QUADRUPOLES {
                let turned = turned(lanes, &cell.second, way);
                let minus = lanes.sub_f32s(zero, inverse_squared);
                let mut along = lanes.mul_f32s(turned[0], way[0]);
                along = lanes.multiply_add(turned[1], way[1], along);
                along = lanes.multiply_add(turned[2], way[2], along);
                along = lanes.multiply_add(
                    along,
                    lanes.splat_f32s(2.5),
                    lanes.splat_f32s(-cell.half_trace),
                );
                strength = lanes.multiply_add(along, inverse_squared, strength);
                for axis in 0..3 {
                    let pull = lanes.mul_f32s(turned[axis], inverse_squared);
                    sums[axis][vector] = lanes.multiply_add(pull, minus, sums[axis][vector]);
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

/// The product of a symmetric matrix (xx, yy, zz, xy, xz, yz) with a vector.
#[inline(always)]
fn turned<S: Lanes>(lanes: S, matrix: &[f32; 6], vector: [S::f32s; 3]) -> [S::f32s; 3] {
    let row = [[0, 3, 4], [3, 1, 5], [4, 5, 2]];
    let mut product = [lanes.splat_f32s(0.0); 3];
    for axis in 0..3 {
        product[axis] = lanes.mul_f32s(lanes.splat_f32s(matrix[row[axis][0]]), vector[0]);
        product[axis] =
            lanes.multiply_add(lanes.splat_f32s(matrix[row[axis][1]]), vector[1], product[axis]);
        product[axis] =
            lanes.multiply_add(lanes.splat_f32s(matrix[row[axis][2]]), vector[2], product[axis]);
    }
    product
}
