//! Scalar loops over a structure of arrays.

use crate::cpu::{Softened, Sources};

/// Accelerations of all bodies: n² interactions.
pub(super) fn accelerate(sources: Sources, softening: Softened, [ax, ay, az]: [&mut [f32]; 3]) {
    let Sources { position: [xs, ys, zs], mass } = sources;
    let count = mass.len();
    for i in 0..count {
        let (here_x, here_y, here_z) = (xs[i], ys[i], zs[i]);
        let (mut sum_x, mut sum_y, mut sum_z) = (0.0, 0.0, 0.0);
        for j in 0..count {
            let (x, y, z) = (xs[j] - here_x, ys[j] - here_y, zs[j] - here_z);
            let factor = mass[j]
                * softening.inverse_cube_by_double_root(x * x + y * y + z * z + softening.squared);
            sum_x += x * factor;
            sum_y += y * factor;
            sum_z += z * factor;
        }
        (ax[i], ay[i], az[i]) = (sum_x, sum_y, sum_z);
    }
}

/// Computes accelerations of all bodies with each pair evaluated once: n (n - 1) / 2 evaluations
/// for n² interactions.
pub(super) fn accelerate_pairs(
    sources: Sources,
    softening: Softened,
    [ax, ay, az]: [&mut [f32]; 3],
) {
    let Sources { position: [xs, ys, zs], mass } = sources;
    let count = mass.len();
    for axis in [&mut *ax, ay, az] {
        axis.fill(0.0);
    }
    for i in 0..count {
        let (here_x, here_y, here_z) = (xs[i], ys[i], zs[i]);
        let (mut sum_x, mut sum_y, mut sum_z) = (0.0, 0.0, 0.0);
        for j in i + 1..count {
            let (x, y, z) = (xs[j] - here_x, ys[j] - here_y, zs[j] - here_z);
            let inverse_cube = softening.inverse_cube(x * x + y * y + z * z + softening.squared);
            let (pull, counter_pull) = (mass[j] * inverse_cube, mass[i] * inverse_cube);
            sum_x += x * pull;
            sum_y += y * pull;
            sum_z += z * pull;
            ax[j] -= x * counter_pull;
            ay[j] -= y * counter_pull;
            az[j] -= z * counter_pull;
        }
        ax[i] += sum_x;
        ay[i] += sum_y;
        az[i] += sum_z;
    }
}
