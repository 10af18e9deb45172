//! How a run puts its bodies on a grid.

use glam::DVec3;
use rayon::prelude::*;

use super::frame::{BLOCK, LEAST};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Body;

/// The grid of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshSettings {
    /// Nodes per side: one of [`MeshSettings::SIDES`].
    pub side: u32,
    /// The length of the sides of a cube about the origin that repeats in all directions, with a
    /// uniform background that makes the mean density zero. `None`: the grid is around all bodies,
    /// which are isolated.
    pub period: Option<f64>,
    /// Whether pairs of bodies closer than 7.5 distances of nodes are summed one by one, so that
    /// accelerations are within 1e-3 of direct sums at 99 of 100 bodies (P3M). Otherwise the grid
    /// is alone (particle mesh): faster, and softer within a few nodes.
    pub near: bool,
}

impl Default for MeshSettings {
    fn default() -> Self {
        Self { side: 32, period: None, near: true }
    }
}

/// Blocks of bodies per side of a grid, and how many bodies each has.
struct Crowds {
    blocks: usize,
    bodies: Vec<u32>,
}

impl Crowds {
    fn new(side: u32, low: DVec3, extent: f64, places: &[DVec3]) -> Self {
        let blocks = (side / BLOCK) as usize;
        let mut bodies = vec![0; blocks.pow(3)];
        for place in places {
            let along = ((*place - low) / extent * blocks as f64)
                .to_array()
                .map(|at| (at.max(0.0) as usize).min(blocks - 1));
            bodies[(along[2] * blocks + along[1]) * blocks + along[0]] += 1;
        }
        Self { blocks, bodies }
    }

    /// The pairs of bodies that a grid of these blocks sums, approximately: those in blocks whose
    /// middles are as close.
    fn pairs(&self) -> f64 {
        let index = |at: [usize; 3]| (at[2] * self.blocks + at[1]) * self.blocks + at[0];
        let pairs = |at: [usize; 3]| {
            let own = self.bodies[index(at)];
            if own == 0 {
                return 0.0;
            }
            let near = at.map(|at| at.saturating_sub(2)..(at + 3).min(self.blocks));
            let mut sum = 0;
            for z in near[2].clone() {
                for y in near[1].clone() {
                    let is_near = |x: &usize| {
                        [at[0].abs_diff(*x), at[1].abs_diff(y), at[2].abs_diff(z)]
                            .map(|apart| apart.pow(2))
                            .iter()
                            .sum::<usize>()
                            <= 5
                    };
                    sum += near[0]
                        .clone()
                        .filter(is_near)
                        .map(|x| u64::from(self.bodies[index([x, y, z])]))
                        .sum::<u64>();
                }
            }
            f64::from(own) * sum as f64
        };
        let all = (0..self.bodies.len()).into_par_iter();
        // Integers up to 2^53, whose sum does not depend on the order.
        all.map(|k| pairs([k % self.blocks, k / self.blocks % self.blocks, k / self.blocks.pow(2)]))
            .sum()
    }
}

impl MeshSettings {
    /// The nodes per side that a grid may have.
    pub const SIDES: [u32; 5] = [16, 32, 64, 128, 256];

    /// What 99 of 100 errors of accelerations are below, if pairs are summed.
    pub const ERROR: f64 = 1e-3;

    /// The most nodes per side that [`MeshSettings::suited_to`] chooses: what every adapter can
    /// hold.
    const MOST: u32 = 128;
    /// Nodes across the radius that holds half of the bodies: with fewer, the system is blurred.
    const ACROSS: f64 = 8.0;
    /// Nodes that are transformed while a pair is summed, where nobody has measured it: between an
    /// H200 and lavapipe.
    const NODE: f64 = 200.0;
    /// The time of a pair beside that of one in a direct sum: each is summed twice, from memory. On
    /// lavapipe it is 10 to 50, as measured.
    const PAIR: f64 = 8.0;
    const PAIR_ON_SOFTWARE: f64 = 20.0;
    /// Nodes around a body within whose blocks pairs are looked for.
    const SEARCHED: f64 = 3650.0;

    /// This grid with as many nodes as bodies with this softening need, up to 128 per side. With
    /// pairs: those with which a pass takes least. Without: enough across the radius that holds
    /// half of the bodies, and as many in all as there are bodies.
    #[must_use]
    pub fn suited_to(self, bodies: &[Body], softening: f64) -> Self {
        let places: Vec<DVec3> =
            bodies.iter().map(|body| body.position).filter(|place| place.is_finite()).collect();
        if places.is_empty() {
            return self;
        }
        let low = places.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let high = places.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        let extent = self.period.unwrap_or((high - low).max_element());
        let sides = Self::SIDES.into_iter().filter(|side| *side <= Self::MOST);
        if self.near {
            let low = self.period.map_or(low, |period| DVec3::splat(-0.5 * period));
            let cost = |side: u32| {
                // Nodes are never closer than the softening asks for, unless their distance follows
                // from the period.
                let least = if self.period.is_some() {
                    f64::MIN_POSITIVE
                } else {
                    LEAST * softening * f64::from(side)
                };
                let pairs =
                    Crowds::new(side, low, extent.max(least).max(f64::MIN_POSITIVE), &places)
                        .pairs();
                Self::PAIR * pairs
                    + Self::NODE * f64::from(Self { side, ..self }.transformed()).powi(3)
            };
            let costs = sides.map(|side| (side, cost(side)));
            let best = costs.min_by(|(_, one), (_, other)| one.total_cmp(other));
            return Self { side: best.map_or(self.side, |(side, _)| side), ..self };
        }
        let median = |mut numbers: Vec<f64>| {
            let middle = numbers.len() / 2;
            numbers.select_nth_unstable_by(middle, f64::total_cmp).1.to_owned()
        };
        let center = DVec3::from_array(
            [0, 1, 2].map(|axis| median(places.iter().map(|place| place[axis]).collect())),
        );
        let half = median(places.iter().map(|place| place.distance(center)).collect());
        let needed = (Self::ACROSS * extent / half).max(libm::cbrt(places.len() as f64));
        let fitting =
            sides.into_iter().find(|&side| side == Self::MOST || f64::from(side) >= needed);
        Self { side: fitting.unwrap_or(Self::MOST), ..self }
    }

    /// Nodes per side that are transformed.
    fn transformed(self) -> u32 {
        if self.period.is_some() { self.side } else { 2 * self.side }
    }

    /// The pairs of bodies whose direct sum takes about as long as a pass over `count` bodies.
    pub(in crate::physics::gravity) fn work(self, gpu: &Gpu, count: u32) -> f64 {
        self.works(gpu, count).iter().sum()
    }

    /// Returns the work of the grid, and that of pairs of bodies that are spread evenly: as pairs
    /// of bodies whose direct sum takes about as long.
    pub(super) fn works(self, gpu: &Gpu, count: u32) -> [f64; 2] {
        // As measured on an H200 and on lavapipe (docs/tries/grids.md): per node that is transformed,
        // and per body.
        let each = if gpu.is_software() { [1000.0, 2000.0] } else { [90.0, 1200.0] };
        let grid = each[0] * f64::from(self.transformed()).powi(3) + each[1] * f64::from(count);
        let pairs =
            f64::from(count).powi(2) * (Self::SEARCHED / f64::from(self.side).powi(3)).min(1.0);
        let pair = if gpu.is_software() { Self::PAIR_ON_SOFTWARE } else { Self::PAIR };
        [grid, if self.near { pair * pairs } else { 0.0 }]
    }

    /// Checks that a grid of this size can be stored.
    pub(in crate::physics) fn check_storage(self, gpu: &Gpu) -> Result<(), GpuError> {
        let whole = self.transformed() as usize;
        gpu.check_storage::<[f32; 2]>(
            &format!("a grid of {} nodes per side", self.side),
            whole * whole * (whole / 2 + 1),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_as_many_nodes_as_the_bodies_need() {
        let at =
            |position: DVec3| Body { position, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
        let lattice = |size: f64| {
            (0..1000)
                .map(move |k| {
                    at(DVec3::new((k % 10).into(), (k / 10 % 10).into(), (k / 100).into()) * size)
                })
                .collect()
        };
        let cube: Vec<Body> = lattice(1.0);
        let side = |bodies: &[Body]| {
            MeshSettings { near: false, ..MeshSettings::default() }.suited_to(bodies, 0.0).side
        };
        assert_eq!(side(&cube), 16);
        // A second cube far away, or a body, makes the nodes of the first one coarse.
        let far = |distance: f64| [&cube[..], &[at(DVec3::X * distance)]].concat();
        assert_eq!((side(&far(30.0)), side(&far(1e6))), (64, 128));
        // Nothing to choose from.
        assert_eq!((side(&[]), side(&[at(DVec3::NAN)]), side(&[at(DVec3::ONE); 3])), (32, 32, 16));
    }

    #[test]
    fn pairs_take_nodes_off_a_cube_and_leave_a_cluster_as_it_is() {
        let at =
            |position: DVec3| Body { position, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
        let lattice = |side: usize| {
            let along = move |k: usize| (k % side) as f64 / side as f64;
            (0..side.pow(3))
                .map(move |k| at(DVec3::new(along(k), along(k / side), along(k / side.pow(2)))))
                .collect::<Vec<_>>()
        };
        let side = |bodies: &[Body], period| {
            MeshSettings { period, ..MeshSettings::default() }.suited_to(bodies, 0.0).side
        };
        assert_eq!((side(&lattice(10), None), side(&lattice(50), None)), (16, 64));
        // Periodic grids have an eighth of the nodes.
        assert_eq!(side(&lattice(50), Some(1.0)), 128);
        // Nodes closer than the softening would not help.
        assert_eq!(MeshSettings::default().suited_to(&lattice(50), 0.05).side, 32);
        // No grid divides what is all at one place.
        let mut far = lattice(20);
        far.push(at(DVec3::splat(1e6)));
        assert_eq!(
            (side(&far, None), side(&[at(DVec3::ONE); 3], None), side(&[], None)),
            (16, 16, 32)
        );
    }

    #[test]
    fn pairs_are_counted_once_and_only_near_ones() {
        let places = |xs: &[f64]| xs.iter().map(|x| DVec3::new(*x, 0.1, 0.1)).collect::<Vec<_>>();
        let pairs = |xs: &[f64]| Crowds::new(64, DVec3::ZERO, 16.0, &places(xs)).pairs();
        assert_eq!(pairs(&[0.5, 0.6]), 4.0);
        assert_eq!(pairs(&[0.5, 2.6]), 4.0);
        assert_eq!(pairs(&[0.5, 3.6]), 2.0);
    }
}
