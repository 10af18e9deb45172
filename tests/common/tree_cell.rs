//! Gravity by a tree, as plain recursion: what the GPU's tree approximates, and with which errors.

use glam::{DMat3, DVec3};

use starshell::physics::Body;

/// Levels below which cells are not divided further, whatever they hold.
const DEPTH: usize = 64;

/// A cubic cell with at least one body, and the cells in its eighths.
#[derive(Clone, Debug, Default)]
pub struct TreeCell {
    /// Total mass.
    pub mass: f64,
    /// Centre of mass, or the middle of bodies without mass.
    pub center: DVec3,
    /// Distance of the farthest body from the centre.
    pub radius: f64,
    /// Second moment about the centre: Σ m x x'.
    pub moment: DMat3,
    /// Indices of its bodies.
    pub bodies: Vec<usize>,
    /// Its eighths that hold bodies; none in a leaf.
    pub children: Vec<TreeCell>,
}

impl TreeCell {
    /// The tree of `bodies`, whose positions are finite, with at most `leaf` of them in a leaf.
    pub fn new(bodies: &[Body], leaf: usize) -> Self {
        let positions = || bodies.iter().map(|body| body.position);
        let low = positions().reduce(DVec3::min).unwrap_or_default();
        let side = (positions().reduce(DVec3::max).unwrap_or_default() - low).max_element();
        Self::cell(bodies, (0..bodies.len()).collect(), low, side, leaf, DEPTH)
    }

    fn cell(
        all: &[Body],
        bodies: Vec<usize>,
        low: DVec3,
        side: f64,
        leaf: usize,
        depth: usize,
    ) -> Self {
        let mass: f64 = bodies.iter().map(|&index| all[index].mass).sum();
        let center = if mass > 0.0 {
            bodies.iter().map(|&index| all[index].position * all[index].mass).sum::<DVec3>() / mass
        } else {
            bodies.iter().map(|&index| all[index].position).sum::<DVec3>()
                / bodies.len().max(1) as f64
        };
        let offset = |&index: &usize| all[index].position - center;
        let outer = |index: &usize| {
            let x = offset(index);
            DMat3::from_cols(x * x.x, x * x.y, x * x.z) * all[*index].mass
        };
        let radius = bodies.iter().map(offset).map(DVec3::length).fold(0.0, f64::max);
        let moment = bodies.iter().map(outer).fold(DMat3::ZERO, |sum, moment| sum + moment);
        let mut cell = Self { mass, center, radius, moment, bodies, children: Vec::new() };
        if cell.bodies.len() > leaf && depth > 0 {
            let half = 0.5 * side;
            for eighth in 0..8 {
                let corner = low
                    + half
                        * DVec3::new(
                            f64::from(eighth & 1),
                            f64::from(eighth >> 1 & 1),
                            f64::from(eighth >> 2),
                        );
                let is_inside = |&index: &usize| {
                    let upper = (all[index].position - low).cmpge(DVec3::splat(half));
                    upper.bitmask() == eighth as u32
                };
                let inside: Vec<usize> = cell.bodies.iter().copied().filter(is_inside).collect();
                if !inside.is_empty() {
                    cell.children.push(Self::cell(all, inside, corner, half, leaf, depth - 1));
                }
            }
        }
        cell
    }

    /// The acceleration of the body at `index`. Cells pull as a whole if their radius divided by
    /// their distance is at most `angle`: with their mass and, if asked to, with their second
    /// moment.
    pub fn acceleration_of(
        &self,
        all: &[Body],
        index: usize,
        softening: f64,
        angle: f64,
        has_moments: bool,
    ) -> DVec3 {
        let separation = self.center - all[index].position;
        let distance = separation.length();
        if distance > self.radius && self.radius <= angle * distance {
            let s = (distance * distance + softening * softening).sqrt();
            let monopole = separation * (self.mass / s.powi(3));
            if !has_moments {
                return monopole;
            }
            let trace = self.moment.col(0).x + self.moment.col(1).y + self.moment.col(2).z;
            let turned = self.moment * separation;
            let along = 7.5 * separation.dot(turned) / s.powi(7) - 1.5 * trace / s.powi(5);
            return monopole + separation * along - turned * (3.0 / s.powi(5));
        }
        if self.children.is_empty() {
            let pull = |&other: &usize| {
                let separation = all[other].position - all[index].position;
                let squared = separation.length_squared() + softening * softening;
                if other == index || squared == 0.0 {
                    DVec3::ZERO
                } else {
                    separation * (all[other].mass / (squared * squared.sqrt()))
                }
            };
            return self.bodies.iter().map(pull).sum();
        }
        self.children
            .iter()
            .map(|child| child.acceleration_of(all, index, softening, angle, has_moments))
            .sum()
    }
}
