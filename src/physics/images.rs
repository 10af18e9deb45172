//! The pull of a mass's images in a periodic space, with which periodic grids are compared.

use std::f64::consts::{PI, TAU};
use std::sync::OnceLock;

use glam::DVec3;
use rayon::prelude::*;

use crate::wgsl;

/// Intervals of the table along half a period.
const INTERVALS: usize = wgsl!("diagnostics/images.wgsl").constant("INTERVALS") as usize;
/// Ewald's parameter, in inverse periods: it divides the sum between images and waves so that both
/// converge within a few terms.
const SPLIT: f64 = 2.0;
/// Images and waves to either side along each axis: all others contribute less than 1e-11.
const IMAGES: i32 = 2;
const WAVES: i32 = 3;

/// The acceleration due to the images of a unit mass, without that due to the nearest one, which is
/// at `offset`. Space has a period of 1, and a uniform background makes its mean density zero. G
/// is 1. By Ewald's sums.
///
/// Hernquist, Bouchet and Suto, "Application of the Ewald method to cosmological N-body
/// simulations", ApJS 75 (1991).
fn pull_of_images(offset: DVec3, split: f64) -> DVec3 {
    let gauss = |r: f64| 2.0 * split * r / PI.sqrt() * (-split * split * r * r).exp();
    let all = |reach: i32| {
        let axis = move || -reach..=reach;
        axis().flat_map(move |x| {
            axis().flat_map(move |y| axis().map(move |z| DVec3::new(x.into(), y.into(), z.into())))
        })
    };
    let image = |cube: DVec3| {
        let offset = offset - cube;
        let r = offset.length();
        match (cube == DVec3::ZERO, r < 1e-4) {
            // The limit once the mass's own pull is subtracted.
            (true, true) => -4.0 / 3.0 * split.powi(3) / PI.sqrt() * offset,
            (true, false) => offset / r.powi(3) * (gauss(r) - libm::erf(split * r)),
            (false, _) => offset / r.powi(3) * (gauss(r) + libm::erfc(split * r)),
        }
    };
    let wave = |wave: DVec3| {
        let square = wave.length_squared();
        2.0 / square
            * (-(PI / split).powi(2) * square).exp()
            * (TAU * wave.dot(offset)).sin()
            * wave
    };
    all(IMAGES).map(image).sum::<DVec3>()
        + all(WAVES).filter(|at| *at != DVec3::ZERO).map(wave).sum::<DVec3>()
}

/// [`pull_of_images`] over an eighth of the cube of nearest offsets, x first; the signs of offsets
/// give the others.
pub(super) fn table() -> &'static [[f32; 4]] {
    static TABLE: OnceLock<Vec<[f32; 4]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let side = INTERVALS + 1;
        let at = |index: usize| {
            let node = DVec3::new(
                (index % side) as f64,
                (index / side % side) as f64,
                (index / side.pow(2)) as f64,
            );
            let pull = pull_of_images(node / (2 * INTERVALS) as f64, SPLIT).as_vec3();
            [pull.x, pull.y, pull.z, 0.0]
        };
        (0..side.pow(3)).into_par_iter().map(at).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_does_not_depend_on_how_it_is_split() {
        for offset in
            [DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.5, 0.0, 0.1), DVec3::new(1e-5, 2e-5, 0.0)]
        {
            let [one, other] = [1.9, 2.3].map(|split| pull_of_images(offset, split));
            assert!(one.distance(other) < 1e-9, "{one} and {other} at {offset}");
        }
    }

    #[test]
    fn images_pull_like_the_background_near_a_mass_and_balance_it_halfway() {
        // Near the mass, only the background within that distance counts: a ball of density -1.
        let near = DVec3::new(1e-3, -2e-3, 5e-4);
        assert!(
            (pull_of_images(near, SPLIT) + 4.0 * PI / 3.0 * near).length() < 1e-3 * near.length()
        );
        // Halfway to the next image, pulls are equal and opposite.
        for half in [DVec3::new(0.5, 0.0, 0.0), DVec3::new(0.5, 0.5, 0.0), DVec3::splat(0.5)] {
            let whole = pull_of_images(half, SPLIT) + half / half.length().powi(3);
            assert!(whole.length() < 1e-9, "{whole} at {half}");
        }
    }
}
