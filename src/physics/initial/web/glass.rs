//! Points that are spread evenly but in no pattern.

use crate::physics::initial::Random;
use glam::DVec3;
use rayon::prelude::*;
use std::f64::consts::PI;
use std::sync::LazyLock;

/// Edge of the periodic tile of which space is made, in mean distances of points: 8³ points.
const EDGE: f64 = 8.0;
/// How far points repel each other, in mean distances, and steps of the relaxation.
const REACH: f64 = 3.0;
const STEPS: usize = 120;
/// Length of a step per unit of force.
const MOBILITY: f64 = 0.02;

/// Mean distance of points of which `count` fill the unit ball.
pub(super) fn distance(count: usize) -> f64 {
    libm::cbrt(4.0 / 3.0 * PI / count as f64)
}

/// The `count` points nearest the origin of a glass with this mean distance, which is moved by
/// `place` of its tiles. They are in the order of tiles, so that neighbours are mostly near each
/// other in the list.
pub(super) fn glass(count: usize, distance: f64, place: DVec3) -> Vec<DVec3> {
    // With a margin of two mean distances, there are more than enough.
    let radius = 1.0 + 2.0 * distance;
    let most = (radius / (EDGE * distance)) as i32 + 2;
    let tile: &[DVec3] = &TILE;
    let row = |index: i32| {
        let width = 2 * most + 1;
        let (y, z) = (index % width - most, index / width - most);
        let corners = (-most..=most)
            .map(move |x| (DVec3::new(f64::from(x), f64::from(y), f64::from(z)) + place) * EDGE);
        let points =
            corners.flat_map(|corner| tile.iter().map(move |point| (corner + *point) * distance));
        points.filter(|point| point.length_squared() <= radius * radius).collect::<Vec<DVec3>>()
    };
    let rows: Vec<Vec<DVec3>> = (0..(2 * most + 1).pow(2)).into_par_iter().map(row).collect();
    let points = rows.concat();

    // Equal distances are told apart by the place in the list.
    let mut order: Vec<(f64, usize)> =
        points.iter().map(|point| point.length_squared()).zip(0..).collect();
    let nearer = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    let last = *order.select_nth_unstable_by(count - 1, nearer).1;
    let is_inside =
        |index: usize, point: &DVec3| nearer(&(point.length_squared(), index), &last).is_le();
    points
        .into_iter()
        .enumerate()
        .filter(|(index, point)| is_inside(*index, point))
        .map(|(_, point)| point)
        .collect()
}

/// The points of the tile, from 0 to its edge on each axis: a lattice, disturbed and relaxed under
/// repulsion, as a glass is made for cosmological simulations (White, in Cosmology and Large Scale
/// Structure, Les Houches LX (1996)). Here the force is the gradient of Wendland's function (1 -
/// r/c)⁴ (4 r/c + 1), whose Fourier transform is positive, so that relaxation weakens the
/// fluctuations of every long wave.
static TILE: LazyLock<Vec<DVec3>> = LazyLock::new(|| {
    let mut random = Random::new(0);
    let side = EDGE as usize;
    let lattice = (0..side * side * side)
        .map(|index| [index / side / side, index / side % side, index % side]);
    let mut points: Vec<DVec3> = lattice
        .map(|place| {
            DVec3::from_array(place.map(|place| place as f64)) + 0.5 * random.normal_vector()
        })
        .collect();
    // On one core: waiting for others inside a lazy value may end in waiting for itself.
    for _ in 0..STEPS {
        let mut moves = vec![DVec3::ZERO; points.len()];
        for first in 0..points.len() {
            for second in 0..first {
                let force = repulsion(points[first], points[second]);
                moves[first] += force;
                moves[second] -= force;
            }
        }
        points.iter_mut().zip(moves).for_each(|(point, force)| *point += MOBILITY * force);
    }
    points.into_iter().map(|point| point - EDGE * (point / EDGE).floor()).collect()
});

/// Force of a point of the tile and its periodic images on another.
fn repulsion(point: DVec3, other: DVec3) -> DVec3 {
    let apart = point - other;
    let apart = apart - EDGE * (apart / EDGE).round();
    let square = apart.length_squared();
    if square >= REACH * REACH {
        return DVec3::ZERO;
    }
    let rest = 1.0 - square.sqrt() / REACH;
    apart * (20.0 / (REACH * REACH) * rest * rest * rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_points_as_asked_for_in_the_ball() {
        for count in [1, 2, 3, 8, 99, 1000, 4097, 30_000] {
            for place in [DVec3::ZERO, DVec3::splat(0.5), DVec3::new(0.1, 0.999, 0.4)] {
                let points = glass(count, distance(count), place);
                assert_eq!(points.len(), count, "{place}");
                let farthest = points.iter().map(|point| point.length()).fold(0.0, f64::max);
                assert!(farthest < 1.0 + 0.6 * distance(count), "{count}: {farthest}");
            }
        }
    }

    #[test]
    fn points_are_far_more_even_than_random_and_without_a_pattern() {
        let tile = &*TILE;
        let strength = |wave: DVec3| {
            let k = 2.0 * PI / EDGE * wave;
            let (re, im) = tile.iter().fold((0.0, 0.0), |(re, im), point| {
                let (sin, cos) = k.dot(*point).sin_cos();
                (re + cos, im + sin)
            });
            (re * re + im * im) / tile.len() as f64
        };
        // 1 is chance, 512 a lattice.
        let range = || (-8..=8).map(f64::from);
        let waves: Vec<DVec3> = range()
            .flat_map(|x| range().flat_map(move |y| range().map(move |z| DVec3::new(x, y, z))))
            .collect();
        let long = waves
            .iter()
            .filter(|wave| (0.5..3.0).contains(&wave.length()))
            .map(|wave| strength(*wave))
            .fold(0.0, f64::max);
        assert!(long < 0.02, "a long wave has {long} of the strength of chance");
        let most = waves
            .iter()
            .filter(|wave| wave.length() > 0.5)
            .map(|wave| strength(*wave))
            .fold(0.0, f64::max);
        assert!(most < 60.0, "a wave has {most} times the strength of chance");
        let nearest = |point: &DVec3| {
            let apart =
                |other: &DVec3| (*point - *other) - EDGE * ((*point - *other) / EDGE).round();
            tile.iter()
                .map(|other| apart(other).length())
                .filter(|length| *length > 0.0)
                .fold(f64::INFINITY, f64::min)
        };
        let least = tile.iter().map(nearest).fold(f64::INFINITY, f64::min);
        assert!(least > 0.5, "two points are {least} mean distances apart");
    }
}
