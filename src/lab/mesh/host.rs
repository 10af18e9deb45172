//! Gravity on a periodic grid by the processor: what the GPU's is compared with.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::physics::{MeshRequest, periodic_spectrum};
use crate::primitives::{FftRequest, reference, threaded};

/// Units of the integers in which threads sum masses, per unit of mass.
const UNITS: f32 = (1_u64 << 40) as f32;

/// A periodic cube, prepared to compute accelerations as [`Mesh`](crate::physics::Mesh) does, in
/// single precision.
pub(super) struct HostMesh {
    request: MeshRequest,
    /// What turns the spectrum of masses into that of potentials.
    factors: Vec<f32>,
    /// Whether all threads share the work.
    by_threads: bool,
}

/// The node below a body along each axis, and how far the body is towards the next.
struct Corner {
    node: [usize; 3],
    part: [f32; 3],
}

impl HostMesh {
    pub fn new(request: MeshRequest, by_threads: bool) -> Self {
        let factors =
            periodic_spectrum(request.side).into_iter().map(|[factor, _]| factor).collect();
        Self { request, factors, by_threads }
    }

    /// The accelerations of bodies, which are rows of position and mass.
    pub fn accelerations(&self, bodies: &[[f32; 4]]) -> Vec<[f32; 3]> {
        let side = self.request.side;
        let volume = FftRequest::volume(side, side, side);
        if !self.by_threads {
            let mut spectrum = reference::real_fft(volume, &self.masses(bodies));
            spectrum
                .iter_mut()
                .zip(&self.factors)
                .for_each(|(element, factor)| *element = element.map(|part| part * factor));
            let potential = reference::real_inverse_fft(volume, &spectrum);
            return bodies.iter().map(|body| self.pull(&potential, body)).collect();
        }
        let mut spectrum = threaded::real_fft(volume, &self.masses_by_threads(bodies));
        let multiply =
            |(element, factor): (&mut [f32; 2], &f32)| *element = element.map(|part| part * factor);
        spectrum.par_iter_mut().zip(&self.factors).for_each(multiply);
        let potential = threaded::real_inverse_fft(volume, &spectrum);
        bodies.par_iter().map(|body| self.pull(&potential, body)).collect()
    }

    /// The mass of each node.
    fn masses(&self, bodies: &[[f32; 4]]) -> Vec<f32> {
        let mut masses = vec![0.0; self.request.side.pow(3)];
        for body in bodies {
            for (node, share) in self.corner(body).shares() {
                masses[self.index(node)] += share * body[3];
            }
        }
        masses
    }

    /// Returns the mass of each node, summed on all threads in integers, whose sums do not depend
    /// on the order.
    fn masses_by_threads(&self, bodies: &[[f32; 4]]) -> Vec<f32> {
        let sums: Vec<AtomicU64> =
            (0..self.request.side.pow(3)).into_par_iter().map(|_| AtomicU64::new(0)).collect();
        let units = UNITS / self.request.mass as f32;
        bodies.par_iter().for_each(|body| {
            for (node, share) in self.corner(body).shares() {
                sums[self.index(node)]
                    .fetch_add((share * body[3] * units) as u64, Ordering::Relaxed);
            }
        });
        sums.into_par_iter().map(|sum| sum.into_inner() as f32 / units).collect()
    }

    /// Differences of the potential at the eight nodes around a body, by the shares of its mass
    /// there.
    fn pull(&self, potential: &[f32], body: &[f32; 4]) -> [f32; 3] {
        let back = self.request.side - 1;
        let scale = (1.0 / self.request.spacing()) as f32;
        let mut sum = [0.0; 3];
        for (node, share) in self.corner(body).shares() {
            for (axis, sum) in sum.iter_mut().enumerate() {
                let at = |step: usize| {
                    let mut there = node;
                    there[axis] += step;
                    potential[self.index(there)]
                };
                *sum += share * -0.5 * (at(1) - at(back)) * scale * scale;
            }
        }
        sum
    }

    fn corner(&self, &[x, y, z, _]: &[f32; 4]) -> Corner {
        let (side, scale) = (self.request.side as f32, (1.0 / self.request.spacing()) as f32);
        let mut corner = Corner { node: [0; 3], part: [0.0; 3] };
        for (axis, position) in [x, y, z].into_iter().enumerate() {
            let at = (position - self.request.low[axis] as f32) * scale;
            let at = at - side * (at / side).floor();
            (corner.node[axis], corner.part[axis]) = (at.floor() as usize, at - at.floor());
        }
        corner
    }

    /// The index of a node, by periodic coordinates.
    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        let side = self.request.side;
        (z % side * side + y % side) * side + x % side
    }
}

impl Corner {
    /// The eight nodes around the body, and its share in each.
    fn shares(&self) -> impl Iterator<Item = ([usize; 3], f32)> {
        (0..8).map(|corner| {
            let offset = [corner & 1, corner >> 1 & 1, corner >> 2];
            let share = |axis: usize| {
                if offset[axis] == 1 { self.part[axis] } else { 1.0 - self.part[axis] }
            };
            (
                std::array::from_fn(|axis| self.node[axis] + offset[axis]),
                share(0) * share(1) * share(2),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bodies_attract_each_other_as_points_do_and_threads_change_nothing() {
        let request = MeshRequest {
            side: 64,
            low: [-1.0; 3],
            length: 2.0,
            is_periodic: true,
            mass: 3.0,
            near: None,
        };
        let bodies = [[0.1, 0.02, -0.03, 1.0], [-0.15, 0.02, -0.03, 2.0]];
        let [serial, threaded] = [false, true]
            .map(|by_threads| HostMesh::new(request, by_threads).accelerations(&bodies));
        let pull = [-2.0, 1.0].map(|pull: f32| pull / 0.25_f32.powi(2));
        for index in 0..2 {
            let [x, y, z] = serial[index];
            // Distances of eight nodes; images of the cube pull the other way by a hundredth.
            assert!((x / pull[index] - 1.0).abs() < 0.05, "{x}, not {}", pull[index]);
            assert!(y.abs().max(z.abs()) < 0.01 * pull[index].abs(), "{y}, {z}");
            let off = (0..3)
                .map(|axis| (serial[index][axis] - threaded[index][axis]).abs())
                .fold(0.0, f32::max);
            assert!(off < 1e-4 * pull[index].abs(), "{off}");
        }
        assert!(
            (serial[0][0] + 2.0 * serial[1][0]).abs() < 1e-3 * pull[0].abs(),
            "forces add up to zero: {serial:?}"
        );
    }
}
