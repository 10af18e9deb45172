//! What stands for the bodies of a node: mass, centre, second moment, radius.

use glam::DVec3;
use rayon::prelude::*;

use super::nodes::{Node, Nodes};
use crate::cpu::simd::Sources;
use crate::physics::Multipoles;

/// Keeps a radius above what rounding takes from it.
const MARGIN: f64 = 1.000_001;

/// A node as the walk sees it: one line of a cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Cell {
    /// Centre of mass, or the middle of bodies without mass.
    pub center: [f32; 3],
    /// Total mass.
    pub mass: f32,
    /// Three times the second moment about the centre, 3 Σ m x x': xx, yy, zz, xy, xz, yz.
    pub second: [f32; 6],
    /// Half its trace: 3/2 Σ m x².
    pub half_trace: f32,
    /// Square of the largest distance of a body from the centre, or an upper bound.
    pub radius_squared: f32,
    /// The square of the distance at which the pull of the cell errs by 1: see
    /// [`Cell::reach_squared`].
    pub reach_squared: f32,
    /// The square of a distance that is too near whatever the error: just above the radius, so that
    /// no body is pulled by a cell that holds it, and above [`SLIPS`]. 0 if all bodies are at one
    /// place: they pull as a single one, without error. Infinite in a cell that must not pull,
    /// because its sums overflow or because its few bodies take less time.
    pub least_squared: f32,
    /// First child, or first body.
    pub first: u32,
    /// Number of children with [`INNER`], or of bodies.
    pub number: u32,
}

/// Marks a cell with children.
pub(super) const INNER: u32 = 1 << 31;
/// Leaves of up to this many bodies never pull as cells.
const SMALL: u32 = 2;
/// A cell may pull only from so many times as far as rounding moves its centre: then that changes
/// its pull by 2 parts in 4,096.
const SLIPS: f64 = 4096.0;

impl Cell {
    /// With s = 3/2 Σ m x² and the radius r, what a pull leaves out at a distance d is s / d⁴
    /// (monopoles) or at most s r / d⁵ (quadrupoles). It is 1 at the reach, and some limit at the
    /// reach times a power of that limit, which is all that a walk needs to compare distances with.
    /// So no high power of a distance is computed, which single precision could not hold.
    fn reach_squared(half_trace: f64, radius: f64, order: Multipoles) -> f32 {
        let squared = match order {
            Multipoles::Monopole => half_trace.sqrt(),
            Multipoles::Quadrupole => libm::pow(half_trace * radius, 0.4),
        };
        // More than 0, so that times infinity it is infinity.
        (squared as f32).max(f32::MIN_POSITIVE)
    }
}

/// The factor of [`Cell::reach_squared`] for an error other than 1.
pub(super) fn reach_factor(error: f64, order: Multipoles) -> f32 {
    match order {
        Multipoles::Monopole => (1.0 / error.sqrt()) as f32,
        Multipoles::Quadrupole => libm::pow(error, -0.4) as f32,
    }
}

/// Sums in double precision over bodies or children; offsets are from the first of them.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    number: f64,
    mass: f64,
    moved: DVec3,
    middle: DVec3,
}

impl Sums {
    fn add(&mut self, offset: DVec3, mass: f64) {
        self.number += 1.0;
        self.mass += mass;
        self.moved += offset * mass;
        self.middle += offset;
    }

    /// The centre, rounded, and the distance by which rounding moves it. If all offsets from
    /// `origin` are 0, it is exactly there.
    fn center(&self, origin: DVec3) -> ([f32; 3], f64) {
        let exact =
            if self.mass > 0.0 { self.moved / self.mass } else { self.middle / self.number };
        let center = (origin + exact).as_vec3().to_array();
        (center, (double(center) - origin - exact).length())
    }
}

/// Adds the second moment of a mass at this offset, times three.
fn add_second(second: &mut [f64; 6], offset: DVec3, mass: f64) {
    let weighed = offset * (3.0 * mass);
    let DVec3 { x, y, z } = offset;
    let products =
        [weighed.x * x, weighed.y * y, weighed.z * z, weighed.x * y, weighed.x * z, weighed.y * z];
    second.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
}

/// Sums all nodes, level by level from the deepest: `cells[k]` belongs to node k.
pub(super) fn sum(cells: &mut Vec<Cell>, nodes: &Nodes, sources: Sources, order: Multipoles) {
    cells.resize(nodes.len(), Cell::default());
    for level in nodes.levels() {
        let (upper, lower) = cells.split_at_mut(level.end);
        let below = level.end as u32;
        upper[level.start..].par_iter_mut().zip(&nodes.nodes()[level]).for_each(|(cell, node)| {
            *cell = match node.children {
                0 => leaf(node, sources, order),
                children => {
                    inner(node, &lower[(node.child - below) as usize..][..children as usize], order)
                }
            }
        });
    }
}

fn leaf(node: &Node, sources: Sources, order: Multipoles) -> Cell {
    let Sources { position: [xs, ys, zs], mass } =
        sources.range(node.begin as usize..node.end as usize);
    let bodies = || {
        xs.iter()
            .zip(ys)
            .zip(zs)
            .zip(mass)
            .map(|(((&x, &y), &z), &mass)| (double([x, y, z]), f64::from(mass)))
    };
    let origin = double([xs[0], ys[0], zs[0]]);
    let mut sums = Sums::default();
    bodies().for_each(|(place, mass)| sums.add(place - origin, mass));
    let (center, slip) = sums.center(origin);
    let (mut second, mut radius_squared) = ([0.0; 6], 0.0_f64);
    for (place, mass) in bodies() {
        let offset = place - double(center);
        add_second(&mut second, offset, mass);
        radius_squared = radius_squared.max(offset.length_squared());
    }
    finish(node, (center, slip), sums.mass, second, radius_squared.sqrt(), order)
}

fn inner(node: &Node, children: &[Cell], order: Multipoles) -> Cell {
    let origin = double(children[0].center);
    let mut sums = Sums::default();
    children
        .iter()
        .for_each(|child| sums.add(double(child.center) - origin, f64::from(child.mass)));
    let (center, slip) = sums.center(origin);
    let (mut second, mut radius) = ([0.0; 6], 0.0_f64);
    for child in children {
        let offset = double(child.center) - double(center);
        add_second(&mut second, offset, f64::from(child.mass));
        second.iter_mut().zip(child.second).for_each(|(sum, moment)| *sum += f64::from(moment));
        radius = radius.max(offset.length() + f64::from(child.radius_squared).sqrt());
    }
    finish(node, (center, slip), sums.mass, second, radius, order)
}

fn finish(
    node: &Node,
    (center, slip): ([f32; 3], f64),
    mass: f64,
    second: [f64; 6],
    radius: f64,
    order: Multipoles,
) -> Cell {
    let radius = radius * MARGIN;
    let half_trace = 0.5 * (second[0] + second[1] + second[2]);
    let radius_squared = (radius * radius) as f32;
    let bodies = node.end - node.begin;
    let is_small = node.children == 0 && bodies <= SMALL;
    let least_squared = match () {
        () if is_small || !(mass as f32).is_finite() || !(half_trace as f32).is_finite() => {
            f32::INFINITY
        }
        () if radius_squared == 0.0 => 0.0,
        () => radius_squared.max((SLIPS * slip).powi(2) as f32).next_up(),
    };
    Cell {
        center,
        mass: mass as f32,
        second: second.map(|sum| sum as f32),
        half_trace: half_trace as f32,
        radius_squared,
        reach_squared: Cell::reach_squared(half_trace, radius, order),
        least_squared,
        first: if node.children == 0 { node.begin } else { node.child },
        number: if node.children == 0 { bodies } else { node.children | INNER },
    }
}

fn double(vector: [f32; 3]) -> DVec3 {
    DVec3::from_array(vector.map(f64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_children_are_those_of_their_bodies() {
        let position: [Vec<f32>; 3] = std::array::from_fn(|axis| {
            (0..200).map(|k| ((k * (7 + 4 * axis) % 31) as f32).sqrt()).collect()
        });
        let mass: Vec<f32> = (0..200).map(|k| 0.5 + (k % 5) as f32).collect();
        let sources = Sources { position: position.each_ref().map(|axis| &axis[..]), mass: &mass };
        // Runs of bodies that are not neighbours in space, which the sums do not mind.
        let keys: Vec<(u64, u32)> = (0..200).map(|k| (k as u64, 0)).collect();
        let (mut nodes, mut cells) = (Nodes::default(), Vec::new());
        nodes.build(&keys, 8);
        sum(&mut cells, &nodes, sources, Multipoles::Quadrupole);
        let whole = leaf(
            &Node { begin: 0, end: 200, child: 0, children: 0 },
            sources,
            Multipoles::Quadrupole,
        );
        let root = cells[0];
        let close =
            |a: f32, b: f32, scale: f32| assert!((a - b).abs() <= 1e-5 * scale, "{a} is not {b}");
        assert!(
            (2..=8).contains(&(root.number & !INNER))
                && root.number & INNER != 0
                && whole.number == 200
        );
        close(root.mass, whole.mass, whole.mass);
        root.center.iter().zip(whole.center).for_each(|(&a, b)| close(a, b, 5.0));
        root.second.iter().zip(whole.second).for_each(|(&a, b)| close(a, b, whole.half_trace));
        assert!(
            root.radius_squared >= whole.radius_squared
                && root.radius_squared < 4.0 * whole.radius_squared
        );
    }

    #[test]
    fn the_reach_is_where_the_error_is_one() {
        for (order, power) in [(Multipoles::Monopole, 4), (Multipoles::Quadrupole, 5)] {
            let error = 1e-3;
            let squared = f64::from(Cell::reach_squared(2.0, 0.5, order))
                * f64::from(reach_factor(error, order));
            let neglected = if order == Multipoles::Monopole { 2.0 } else { 2.0 * 0.5 };
            assert!(
                (neglected / squared.sqrt().powi(power) / error - 1.0).abs() < 1e-5,
                "{order:?}"
            );
        }
    }
}
