//! Triangulated surfaces, and the Laplacian of one.

use std::collections::HashMap;

use glam::DVec3;

use super::csr::check_size;
use super::{Csr, Real, SparseError};
use crate::words::say;

/// A surface of triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Where its corners are.
    pub corners: Vec<[f64; 3]>,
    /// The corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// Bits per coordinate of the order of corners.
const BITS: u32 = 10;

impl Surface {
    /// The unit sphere: an icosahedron, each of whose triangles is divided into four, `level`
    /// times. It has `10 * 4^level + 2` corners, in the order of a Morton curve, so that most
    /// neighbours of a corner are near it in memory, too. There are at most ten levels.
    ///
    /// ```
    /// use starshell::primitives::Surface;
    ///
    /// let sphere = Surface::icosphere(2);
    /// assert_eq!((sphere.corners.len(), sphere.triangles.len()), (162, 320));
    /// ```
    pub fn icosphere(level: u32) -> Self {
        let golden = f64::midpoint(1.0, 5_f64.sqrt());
        let mut corners: Vec<DVec3> = Vec::new();
        for [a, b] in [[1.0, golden], [-1.0, golden], [1.0, -golden], [-1.0, -golden]] {
            corners.extend(
                [DVec3::new(0.0, a, b), DVec3::new(a, b, 0.0), DVec3::new(b, 0.0, a)]
                    .map(DVec3::normalize),
            );
        }
        // Faces are the triples of corners that are all nearest neighbours, which are 1.0515 apart.
        let is_near = |a: usize, b: usize| corners[a].distance(corners[b]) < 1.1;
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for a in 0..12 {
            for b in (a + 1..12).filter(|&b| is_near(a, b)) {
                triangles.extend(
                    (b + 1..12)
                        .filter(|&c| is_near(a, c) && is_near(b, c))
                        .map(|c| [a, b, c].map(|i| i as u32)),
                );
            }
        }
        for _ in 0..level.min(10) {
            let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
            let mut middle = |a: u32, b: u32| {
                *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                    corners.push((corners[a as usize] + corners[b as usize]).normalize());
                    corners.len() as u32 - 1
                })
            };
            let divided = triangles.iter().flat_map(|&[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            });
            triangles = divided.collect();
        }
        in_order(&corners, &triangles)
    }

    /// The sphere with the number of corners that is nearest to `count`.
    pub fn icosphere_of(count: usize) -> Self {
        let corners = |level: &u32| (10 * 4_usize.pow(*level) + 2).abs_diff(count);
        Self::icosphere((0..=10).min_by_key(corners).unwrap_or(0))
    }
}

/// Returns the surface with corners in the order of a Morton curve, and triangles in that of their
/// first corners.
fn in_order(corners: &[DVec3], triangles: &[[u32; 3]]) -> Surface {
    let key = |corner: &DVec3| {
        let cells = ((*corner + 1.0) * f64::from(1_u32 << (BITS - 1)))
            .to_array()
            .map(|at| (at as u32).min((1 << BITS) - 1));
        let bit = |bit: u32| {
            cells
                .iter()
                .enumerate()
                .map(move |(axis, cell)| (cell >> bit & 1) << (3 * bit + axis as u32))
        };
        (0..BITS).flat_map(bit).sum::<u32>()
    };
    let mut order: Vec<usize> = (0..corners.len()).collect();
    order.sort_by_cached_key(|&corner| (key(&corners[corner]), corner));
    let mut places = vec![0_u32; corners.len()];
    for (place, &corner) in order.iter().enumerate() {
        places[corner] = place as u32;
    }
    let mut triangles: Vec<[u32; 3]> =
        triangles.iter().map(|triangle| triangle.map(|corner| places[corner as usize])).collect();
    triangles.sort_unstable();
    Surface { corners: order.iter().map(|&corner| corners[corner].to_array()).collect(), triangles }
}

impl<T: Real> Csr<T> {
    /// The cotangent Laplacian of a surface, with the sign that makes it positive: between two
    /// corners of an edge, minus half the sum of the cotangents of the angles opposite to it; on
    /// the diagonal, what makes the sum of each row 0. After Pinkall & Polthier, *Computing
    /// Discrete Minimal Surfaces and Their Conjugates* (1993).
    ///
    /// # Errors
    /// [`SparseError`] if there are no corners, too many, or a triangle has one that does not
    /// exist.
    #[doc(hidden)]
    pub fn cotangent_laplacian(surface: &Surface) -> Result<Self, SparseError> {
        let count = surface.corners.len();
        check_size(count, count, surface.triangles.len().saturating_mul(12))?;
        let mut triplets = Vec::with_capacity(12 * surface.triangles.len());
        for (place, triangle) in surface.triangles.iter().enumerate() {
            if let Some(&corner) = triangle.iter().find(|corner| **corner as usize >= count) {
                let place = Box::new(say!("sparse-triangle", place = place + 1));
                let corner = corner as usize;
                return Err(SparseError::PastEnd {
                    place,
                    row: corner,
                    column: corner,
                    rows: count,
                    columns: count,
                });
            }
            for turn in 0..3 {
                let [a, b, c] = [0, 1, 2].map(|corner| triangle[(corner + turn) % 3]);
                let [at_a, at_b, at_c] =
                    [a, b, c].map(|corner| DVec3::from_array(surface.corners[corner as usize]));
                let (to_a, to_b) = (at_a - at_c, at_b - at_c);
                let half = 0.5 * to_a.dot(to_b) / to_a.cross(to_b).length();
                triplets.extend([(a, b, -half), (b, a, -half), (a, a, half), (b, b, half)]);
            }
        }
        Ok(Csr::<f64>::from_triplets(count, count, &triplets)?.to())
    }
}
