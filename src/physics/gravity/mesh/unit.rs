//! The potential of a unit mass on a grid, and its spectrum.

use std::f64::consts::{FRAC_2_SQRT_PI, PI, TAU};

use rayon::prelude::*;

/// The radius of the split, in nodes: of a unit mass the grid has the potential erf(r / 2a) / r
/// with a = 1.25, as in `mesh/split.wgsl`.
const SPLIT: f64 = 1.25;
/// What dividing masses among nodes and taking accelerations from them smooth, as a part of the
/// square of the split: both together multiply the spectrum by exp(-k^2 / 3), to fourth order,
/// which a narrower potential on the nodes makes good.
const SMOOTHED: f64 = 1.0 / 3.0;
/// The end of the widths of the Gaussians that the potential on the nodes consists of.
const NARROWEST: f64 = 0.450_987_616_801_697_3;
/// Squares of distances of nodes up to which potentials are integrated; beyond, they are those of
/// points.
const INTEGRATED: usize = 1024;
/// Intervals of these integrals.
const INTERVALS: usize = 400;

/// The spectrum of the potential of a unit mass on a node of a periodic grid, with its nodes'
/// distance as the unit of length: -4 pi / k^2, and 0 for the mean.
pub(crate) fn periodic_spectrum(side: usize) -> Vec<[f32; 2]> {
    spectrum(side, |square| if square > 0.0 { -4.0 * PI / square } else { 0.0 })
}

/// Returns the spectrum of the grid's part of the potential of a unit mass where pairs have the
/// rest, with this softening in nodes.
pub(super) fn split_spectrum(side: usize, softening: f64) -> Vec<[f32; 2]> {
    // There are far fewer squares than elements.
    let of_square = |wave: usize| split_wave((TAU / side as f64).powi(2) * wave as f64, softening);
    let table: Vec<f64> = (0..=3 * (side / 2).pow(2)).into_par_iter().map(of_square).collect();
    spectrum(side, |square| table[(square / (TAU / side as f64).powi(2)).round() as usize])
}

/// Half of a spectrum that depends on the square of the wave number.
fn spectrum(side: usize, value: impl Fn(f64) -> f64 + Sync) -> Vec<[f32; 2]> {
    let squares: Vec<f64> =
        (0..side).map(|wave| (TAU * wave.min(side - wave) as f64 / side as f64).powi(2)).collect();
    let row = |row: usize| {
        let rest = squares[row % side] + squares[row / side];
        squares[..=side / 2].iter().map(move |square| square + rest)
    };
    (0..side * side)
        .into_par_iter()
        .flat_map_iter(row)
        .map(|square| [value(square) as f32, 0.0])
        .collect()
}

/// The grid's part at the square of a wave number: a sum of Gaussians, whose widths w have the
/// weights exp(-softening^2 / 4w) of the widths that they have once nodes have smoothed them.
fn split_wave(square: f64, softening: f64) -> f64 {
    let [narrow, wide] = [SPLIT * SPLIT - SMOOTHED, SPLIT * SPLIT];
    if square == 0.0 {
        // The mean of the potential is zero, so that the grid's part has the opposite of what pairs
        // add.
        return 4.0 * PI * wide;
    }
    let weight = |x: f64| (-x - softening * softening / (4.0 * (wide + x / square))).exp();
    -4.0 * PI / square * (-square * narrow).exp() * integral(40.0, weight)
}

/// Of a unit mass on the first node, the potential between nodes by the square of their distance,
/// with their distance as the unit of length, and what a softening adds to it, by its square.
pub(super) fn between(square: usize) -> [f64; 2] {
    let distance = (square as f64).sqrt();
    if square > INTEGRATED {
        return [-1.0 / distance, 0.5 / distance.powi(3)];
    }
    let end = if square == 0 { NARROWEST } else { NARROWEST.min(8.0 / distance) };
    let gauss = move |v: f64| FRAC_2_SQRT_PI * (-v * v * square as f64).exp();
    let softer = move |v: f64| gauss(v) * v * v / (1.0 + 4.0 * SMOOTHED * v * v);
    [-integral(end, gauss), integral(end, softer)]
}

/// The integral from 0, by Simpson's rule.
fn integral(end: f64, of: impl Fn(f64) -> f64) -> f64 {
    let step = end / INTERVALS as f64;
    let inner = (1..INTERVALS).map(|k| if k % 2 == 1 { 4.0 } else { 2.0 } * of(k as f64 * step));
    (of(0.0) + of(end) + inner.sum::<f64>()) * step / 3.0
}

/// The potential of a unit mass on the first node of a doubled grid, on every node, with their
/// distance as the unit of length. Its own is that of half a distance.
pub(super) fn isolated_potential(whole: usize) -> Vec<f32> {
    on_nodes(whole, |square| (-1.0 / (square as f64).max(0.25).sqrt()) as f32)
}

/// The grid's part of that where pairs have the rest, and what a softening adds to it.
pub(super) fn split_potentials(whole: usize) -> [Vec<f32>; 2] {
    let near: Vec<[f64; 2]> = (0..=INTEGRATED).map(between).collect();
    [0, 1].map(|part| {
        on_nodes(whole, |square| {
            near.get(square).copied().unwrap_or_else(|| between(square))[part] as f32
        })
    })
}

/// A function of the square of the distance from the first node, on every node of a doubled grid.
fn on_nodes(whole: usize, value: impl Fn(usize) -> f32 + Sync) -> Vec<f32> {
    let squares: Vec<usize> = (0..whole).map(|node| node.min(whole - node).pow(2)).collect();
    let row = |row: usize| {
        let rest = squares[row % whole] + squares[row / whole];
        squares.iter().map(|square| value(square + rest)).collect::<Vec<_>>()
    };
    (0..whole * whole).into_par_iter().flat_map_iter(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_has_the_smooth_part_of_a_point() {
        let narrow = (SPLIT * SPLIT - SMOOTHED).sqrt();
        assert!((NARROWEST - 0.5 / narrow).abs() < 1e-12);
        for square in [0, 1, 2, 9, 100, 1000] {
            let distance = f64::from(square).sqrt();
            let expected = if square == 0 {
                -1.0 / (narrow * PI.sqrt())
            } else {
                -libm::erf(distance / (2.0 * narrow)) / distance
            };
            let found = between(square as usize)[0];
            assert!((found - expected).abs() < 1e-10, "{found}, not {expected}, at {distance}");
        }
        for wave in [0.1, 1.0, 3.0] {
            let expected = -4.0 * PI / wave * (-wave * narrow * narrow).exp();
            assert!((split_wave(wave, 0.0) / expected - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_softening_lowers_the_potential_as_it_does_between_bodies() {
        // Far away, -1 / sqrt(r^2 + e^2); near the end of the integrals, both ways are the same.
        for square in [900, 1024, 1025, 1600] {
            let [point, softer] = between(square);
            let expected = -1.0 / (square as f64 + 0.25).sqrt();
            assert!((point + 0.25 * softer - expected).abs() < 1e-6);
        }
        // The spectrum of a softened point is that of a point times x K1(x): 0.6019 at 1.
        let (softening, square) = (4.0, 1.0 / 16.0);
        let smooth = -4.0 * PI / square * 0.601_907_23;
        // The grid has nearly all of it at this wave number, but for what nodes smooth.
        let found = split_wave(square, softening) * (-square * SMOOTHED).exp();
        assert!((found / smooth - 1.0).abs() < 0.01, "{found}, not {smooth}");
    }
}
