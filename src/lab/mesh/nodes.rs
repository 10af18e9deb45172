//! What a grid gives by definition: sums over all nodes with mass, in double precision.

use std::collections::BTreeMap;

use glam::{DVec3, I64Vec3};
use rayon::prelude::*;

use crate::physics::Body;

/// Most pairs of nodes that a check sums.
const MAX_PAIRS: usize = 1 << 28;
/// Nodes whose potential enters the acceleration of a body: those around it, and their neighbours.
const NODES: usize = 32;

/// A grid that is alone, with the mass of bodies on its nodes.
pub(in crate::lab) struct Nodes {
    low: DVec3,
    spacing: f64,
    masses: Vec<(DVec3, f64)>,
}

impl Nodes {
    /// The grid whose first node is at `low`.
    pub fn new(bodies: &[Body], low: DVec3, spacing: f64) -> Self {
        let mut grid = Self { low, spacing, masses: Vec::new() };
        let mut masses = BTreeMap::<[i64; 3], f64>::new();
        for body in bodies {
            for (node, share) in grid.shares(body.position) {
                *masses.entry(node.to_array()).or_default() += share * body.mass;
            }
        }
        grid.masses = masses
            .into_iter()
            .map(|(node, mass)| (I64Vec3::from_array(node).as_dvec3(), mass))
            .collect();
        grid
    }

    /// The grid with this many nodes per side that a run puts around all of its bodies.
    pub fn around(bodies: &[Body], side: u32) -> Self {
        let [low, high] = [DVec3::min as fn(DVec3, DVec3) -> DVec3, DVec3::max]
            .map(|of| bodies.iter().map(|body| body.position).reduce(of).unwrap_or_default());
        let (length, cells) = ((high - low).max_element(), f64::from(side - 1));
        let spacing = if length > 0.0 { length / (0.999 * cells) } else { 1.0 };
        Self::new(bodies, 0.5 * (low + high) - DVec3::splat(0.5 * cells * spacing), spacing)
    }

    /// The acceleration of a body here.
    pub fn acceleration(&self, position: DVec3) -> DVec3 {
        let axes = [I64Vec3::X, I64Vec3::Y, I64Vec3::Z];
        let pull = |(node, share): (I64Vec3, f64)| {
            let fall = axes.map(|axis| self.potential(node - axis) - self.potential(node + axis));
            0.5 * share * DVec3::from_array(fall)
        };
        self.shares(position).map(pull).sum::<DVec3>() / (self.spacing * self.spacing)
    }

    /// The median error of the accelerations of `sample` bodies beyond rounding, or of fewer if
    /// nodes are many; none if a single one takes too long.
    pub fn median_error(
        &self,
        bodies: &[Body],
        sample: usize,
        found: &(dyn Fn(usize) -> DVec3 + Sync),
    ) -> Option<f64> {
        let sample = sample.min(MAX_PAIRS / (NODES * self.masses.len().max(1)));
        let stride = bodies.len().checked_div(sample)?.max(1);
        let rounded = ROUNDING * self.masses.iter().map(|(_, mass)| mass).sum::<f64>()
            / (self.spacing * self.spacing);
        let error = |index: usize| {
            let expected = self.acceleration(bodies[index].position);
            let beyond = ((found(index) - expected).length() - rounded).max(0.0);
            if beyond == 0.0 { 0.0 } else { beyond / expected.length() }
        };
        let indices: Vec<usize> = (0..bodies.len()).step_by(stride).collect();
        let mut errors: Vec<f64> = indices.into_par_iter().map(error).collect();
        errors.sort_by(f64::total_cmp);
        errors.get(errors.len() / 2).copied()
    }

    /// The potential of a node, in units of its distance to the next.
    fn potential(&self, node: I64Vec3) -> f64 {
        let node = node.as_dvec3();
        // The own potential of a node is that of half a distance.
        self.masses.iter().map(|(other, mass)| -mass / (*other - node).length().max(0.5)).sum()
    }

    /// The eight nodes around a place, and the share of a mass there in each.
    fn shares(&self, position: DVec3) -> impl Iterator<Item = (I64Vec3, f64)> + use<> {
        let at = (position - self.low) / self.spacing;
        let (below, part) = (at.floor().as_i64vec3(), at - at.floor());
        (0..8).map(move |corner| {
            let offset = I64Vec3::new(corner & 1, corner >> 1 & 1, corner >> 2);
            let share: f64 = (0..3)
                .map(|axis| if offset[axis] == 1 { part[axis] } else { 1.0 - part[axis] })
                .product();
            (below + offset, share)
        })
    }
}

/// What single precision rounds in an acceleration, relative to that by all mass at the distance of
/// one node: differences of potentials that were transformed.
pub(super) const ROUNDING: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;

    fn body(x: f64, mass: f64) -> Body {
        Body { position: DVec3::new(x, 0.3, -0.2), velocity: DVec3::ZERO, mass, component: 0 }
    }

    #[test]
    fn nodes_pull_as_points_do_from_afar_and_not_on_themselves() {
        let bodies = [body(-1.0, 1.0), body(1.0, 2.0)];
        let nodes = Nodes::around(&bodies, 32);
        let [left, right] = bodies.map(|body| nodes.acceleration(body.position));
        assert!((left.x - 0.5).abs() < 0.01 && (right.x + 0.25).abs() < 0.01, "{left} {right}");
        assert!((left + 2.0 * right).length() < 1e-12, "forces add up to zero");
        assert!(Nodes::around(&bodies[..1], 32).acceleration(bodies[0].position).length() < 1e-12);
        let median = |found: &(dyn Fn(usize) -> DVec3 + Sync)| {
            nodes.median_error(&bodies, 2, found).unwrap()
        };
        assert_eq!(median(&|index| [left, right][index]), 0.0);
        assert!(median(&|index| 1.5 * [left, right][index]) > 0.4);
    }
}
