//! The pull of a mass's images in a periodic space, with which periodic grids are compared.

use std::f64::consts::{PI, TAU};
use std::sync::OnceLock;

use glam::DVec3;
use rayon::prelude::*;

/// Intervals of the table along half a period, as in `diagnostics/images.wgsl`.
const INTERVALS: usize = 32;
/// What is summed in space and what in waves (Ewald's parameter), in inverse periods: of either, few terms are left.
const SPLIT: f64 = 2.0;
/// Images and waves along each axis that are not below 1e-11.
const IMAGES: i32 = 2;
const WAVES: i32 = 3;

/// The acceleration towards the images of a unit mass at `offset`, the nearest of them, in a space with a period of 1 that is filled up
/// to a mean density of zero, by Ewald's sums. G is 1. Without the pull of the mass itself.
///
/// Hernquist, Bouchet and Suto, "Application of the Ewald method to cosmological N-body simulations", ApJS 75 (1991).
fn pull_of_images(offset: DVec3, split: f64) -> DVec3 {
    let gauss = |r: f64| 2.0 * split * r / PI.sqrt() * (-split * split * r * r).exp();
    let steps = |reach: i32| move || -reach..=reach;
    let all = |reach: i32| {
        let axis = steps(reach);
        axis().flat_map(move |x| axis().flat_map(move |y| axis().map(move |z| DVec3::new(x.into(), y.into(), z.into()))))
    };
    let image = |cube: DVec3| {
        let offset = offset - cube;
        let r = offset.length();
        match (cube == DVec3::ZERO, r < 1e-4) {
            // The limit of what the pull of the mass itself leaves.
            (true, true) => -4.0 / 3.0 * split.powi(3) / PI.sqrt() * offset,
            (true, false) => offset / r.powi(3) * (gauss(r) - libm::erf(split * r)),
            (false, _) => offset / r.powi(3) * (gauss(r) + libm::erfc(split * r)),
        }
    };
    let wave = |wave: DVec3| {
        let square = wave.length_squared();
        2.0 / square * (-(PI / split).powi(2) * square).exp() * (TAU * wave.dot(offset)).sin() * wave
    };
    all(IMAGES).map(image).sum::<DVec3>() + all(WAVES).filter(|at| *at != DVec3::ZERO).map(wave).sum::<DVec3>()
}

/// [`pull_of_images`] over an eighth of the cube of nearest offsets, x first; the signs of offsets give the others.
pub(super) fn table() -> &'static [[f32; 4]] {
    static TABLE: OnceLock<Vec<[f32; 4]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let side = INTERVALS + 1;
        let at = |index: usize| {
            let node = DVec3::new((index % side) as f64, (index / side % side) as f64, (index / side.pow(2)) as f64);
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
        for offset in [DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.5, 0.0, 0.1), DVec3::new(1e-5, 2e-5, 0.0)] {
            let [one, other] = [1.9, 2.3].map(|split| pull_of_images(offset, split));
            assert!(one.distance(other) < 1e-9, "{one} and {other} at {offset}");
        }
    }

    #[test]
    fn images_pull_as_the_missing_background_near_the_mass_and_balance_it_half_way() {
        // Near the mass, what fills space up to a mean density of zero is missing: a ball of the density -1.
        let near = DVec3::new(1e-3, -2e-3, 5e-4);
        assert!((pull_of_images(near, SPLIT) + 4.0 * PI / 3.0 * near).length() < 1e-3 * near.length());
        // Half way to the next image, pulls are equal and opposite.
        for half in [DVec3::new(0.5, 0.0, 0.0), DVec3::new(0.5, 0.5, 0.0), DVec3::splat(0.5)] {
            let whole = pull_of_images(half, SPLIT) + half / half.length().powi(3);
            assert!(whole.length() < 1e-9, "{whole} at {half}");
        }
    }
}
