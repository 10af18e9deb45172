//! The structure of a system, from its centre outwards: radii that contain shares of the mass,
//! density, speeds. On the host, in double precision; O(n log n), meant for a separate thread.
//! `profile_survey.rs` does the same on the GPU.

use std::borrow::Borrow;
use std::f64::consts::PI;

use glam::DVec3;

use super::Body;
use super::body::center_of_mass;

/// Shares of the mass whose radii [`Profile::lagrangian`] holds.
pub const LAGRANGIAN: [f64; 4] = [0.01, 0.1, 0.5, 0.9];
/// The place among them of the half-mass radius.
pub const HALF_MASS: usize = 2;
const _: () = assert!(LAGRANGIAN[HALF_MASS] == 0.5);
/// Shells of the density profile.
pub const SHELLS: usize = 32;
/// Bins of the histogram of speeds.
pub const SPEED_BINS: usize = 64;

/// Share of the bodies kept in each round of the search for the centre, and the share at which the
/// search ends.
const SHRINK: f64 = 0.75;
const CORE: f64 = 0.05;
/// Number of bodies at which the search ends at the latest: fewer scatter too much.
pub(super) const MIN: usize = 128;
/// Shares of the mass within the first and the last shell's outer bounds.
pub(super) const SHELLED: [f64; 2] = [0.002, 0.998];
/// Least ratio of the last bound to the first. If all bodies are equally far from the centre, as
/// any two are, differences between them are rounding.
pub(super) const THINNEST: f64 = 1.001;

/// A share of the mass counts as reached if at most this fraction of it is missing. With equal
/// masses, a whole number of bodies often makes the share exactly, and rounding should not decide
/// whether one more is needed.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// The share at which `share` counts as reached.
pub(super) fn reached(share: f64) -> f64 {
    share * (1.0 - ROUNDING)
}

/// The structure of a system from its centre outwards, in the units of the scene. Bodies that are
/// not finite are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The densest place: the centre of mass of ever smaller spheres around it, down to 5 % of the
    /// bodies or 128 (Power et al., MNRAS 338 (2003) 14). Unlike the centre of mass, it is not
    /// drawn away by escapers and companions.
    pub center: DVec3,
    /// Number of bodies measured.
    pub count: usize,
    /// Their total mass.
    pub mass: f64,
    /// Radii about the centre within which 1, 10, 50 and 90 % of the mass lie.
    pub lagrangian: [f64; 4],
    /// Radius and density (mass per volume) of shells from the centre outwards, with bounds evenly
    /// spaced in the logarithm of the radius. The innermost shell is a sphere whose radius is its
    /// outer bound; that of the others is the geometric mean of their bounds. Empty shells are left
    /// out.
    pub density: Vec<(f64, f64)>,
    /// The largest speed.
    pub speed_max: f64,
    /// Number of bodies by speed, in [`SPEED_BINS`] equal bins from 0 to `speed_max`.
    pub speeds: Vec<u32>,
}

impl Profile {
    /// Measures `bodies`: a slice, or the bodies of a [`State`](super::State).
    pub fn new(bodies: impl IntoIterator<Item: Borrow<Body>>) -> Self {
        let (mut points, finite_speeds): (Vec<(DVec3, f64)>, Vec<f64>) =
            finite(bodies).map(|body| ((body.position, body.mass), body.velocity.length())).unzip();
        let center = densest(&mut points);
        let radii = radii_about(center, &points);
        let mass = radii.iter().map(|(_, mass)| mass).sum();
        let (speed_max, speeds) = speeds(&finite_speeds);
        Self {
            center,
            count: radii.len(),
            mass,
            lagrangian: radii_of(&radii, mass, LAGRANGIAN),
            density: density(&shells(&radii, mass)),
            speed_max,
            speeds,
        }
    }

    /// Width of a bin of `speeds`.
    pub fn speed_bin(&self) -> f64 {
        self.speed_max / SPEED_BINS as f64
    }
}

/// Number of points at which the search for the centre of `count` points ends.
fn core(count: usize) -> usize {
    ((CORE * count as f64) as usize).max(MIN)
}

/// Number of points that the next round keeps.
fn shrunk(kept: usize, least: usize) -> usize {
    ((SHRINK * kept as f64) as usize).max(least)
}

/// Number of rounds in the search for the centre of `count` points.
pub(super) fn rounds(count: usize) -> usize {
    let least = core(count);
    std::iter::successors(Some(count), |kept| Some(shrunk(*kept, least)))
        .take_while(|kept| *kept > least)
        .count()
}

/// The centre of mass of ever fewer points, those nearest to it. Reorders them.
fn densest(points: &mut [(DVec3, f64)]) -> DVec3 {
    let least = core(points.len());
    let mut center = center_of_mass(points);
    let mut kept = points;
    while kept.len() > least {
        let count = shrunk(kept.len(), least);
        let from_center = |(x, _): &(DVec3, f64)| x.distance_squared(center);
        kept.select_nth_unstable_by(count - 1, |a, b| from_center(a).total_cmp(&from_center(b)));
        kept = &mut kept[..count];
        center = center_of_mass(kept);
    }
    center
}

/// Radii that contain these (ascending) shares of the mass. `radii` are sorted, each with its mass.
fn radii_of<const N: usize>(radii: &[(f64, f64)], mass: f64, shares: [f64; N]) -> [f64; N] {
    let (mut within, mut next) = (0.0, radii.iter());
    let mut radius = 0.0;
    shares.map(|share| {
        while within < reached(share) * mass
            && let Some((outer, more)) = next.next()
        {
            (radius, within) = (*outer, within + more);
        }
        radius
    })
}

/// Radii about the centre of mass that contain these (ascending) shares of the mass. Bodies that
/// are not finite are left out.
///
/// ```
/// use glam::DVec3;
/// use starshell::physics::{Body, lagrangian_radii};
///
/// let star = |x: f64| Body { position: DVec3::X * x, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
/// assert_eq!(lagrangian_radii([star(-3.0), star(-1.0), star(1.0), star(3.0)], [0.5, 0.9]), [1.0, 3.0]);
/// ```
pub fn lagrangian_radii<const N: usize>(
    bodies: impl IntoIterator<Item: Borrow<Body>>,
    shares: [f64; N],
) -> [f64; N] {
    let points: Vec<_> = finite(bodies).map(|body| (body.position, body.mass)).collect();
    let radii = radii_about(center_of_mass(&points), &points);
    radii_of(&radii, radii.iter().map(|(_, mass)| mass).sum(), shares)
}

/// The bodies whose numbers are finite.
fn finite(bodies: impl IntoIterator<Item: Borrow<Body>>) -> impl Iterator<Item = Body> {
    let is_finite = |body: &Body| {
        body.position.is_finite() && body.velocity.is_finite() && body.mass.is_finite()
    };
    bodies.into_iter().map(|body| *body.borrow()).filter(is_finite)
}

/// Distances of points from a place, the least first, each with its mass.
fn radii_about(center: DVec3, points: &[(DVec3, f64)]) -> Vec<(f64, f64)> {
    let mut radii: Vec<_> = points.iter().map(|(x, mass)| (x.distance(center), *mass)).collect();
    radii.sort_unstable_by(|(a, _), (b, _)| a.total_cmp(b));
    radii
}

/// The shells: inner bound, outer bound, mass.
fn shells(radii: &[(f64, f64)], mass: f64) -> Vec<(f64, f64, f64)> {
    let [inner, outer] = radii_of(radii, mass, SHELLED);
    if !(inner > 0.0 && outer > THINNEST * inner) {
        return Vec::new();
    }
    let (mut below, mut rest) = (0.0, radii);
    let shell = |index: usize| {
        let bound = if index + 1 == SHELLS {
            outer
        } else {
            inner * (outer / inner).powf(index as f64 / (SHELLS - 1) as f64)
        };
        let (inside, outside) = rest.split_at(rest.partition_point(|(radius, _)| *radius <= bound));
        rest = outside;
        (std::mem::replace(&mut below, bound), bound, inside.iter().map(|(_, mass)| mass).sum())
    };
    (0..SHELLS).map(shell).collect()
}

/// Radius and mean density of the shells that are not empty.
pub(super) fn density(shells: &[(f64, f64, f64)]) -> Vec<(f64, f64)> {
    let shell = |(below, bound, mass): &(f64, f64, f64)| {
        let radius = if *below > 0.0 { (below * bound).sqrt() } else { *bound };
        let volume = 4.0 / 3.0 * PI * (bound.powi(3) - below.powi(3));
        (radius, mass / volume)
    };
    // There is nothing between bounds that are equal in single precision.
    let is_there = |(below, bound, mass): &&(f64, f64, f64)| bound > below && *mass > 0.0;
    shells.iter().filter(is_there).map(shell).collect()
}

/// The largest speed, and the number of bodies in each of equal bins up to it.
fn speeds(speeds: &[f64]) -> (f64, Vec<u32>) {
    let most = speeds.iter().copied().fold(0.0, f64::max);
    let mut bins = vec![0; SPEED_BINS];
    for speed in speeds {
        let bin = if most > 0.0 { speed / most * SPEED_BINS as f64 } else { 0.0 };
        bins[(bin as usize).min(SPEED_BINS - 1)] += 1;
    }
    (most, bins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::initial::{InitialState, Plummer, plummer};

    fn sampled(count: usize) -> Vec<Body> {
        InitialState::Plummer(Plummer { mass_cut: 0.99999, ..Plummer::default() })
            .bodies(count, 3)
            .unwrap()
    }

    #[test]
    fn a_sampled_plummer_sphere_has_its_known_profile() {
        let (count, scale) = (65_536, plummer::SCALE_LENGTH);
        let profile = Profile::new(sampled(count));
        assert!((profile.mass - 1.0).abs() < 1e-9 && profile.count == count);
        // The innermost 5 % lie within 0.4 scale lengths, so their mean is good to about 1 % of
        // that.
        assert!(profile.center.length() < 0.03 * scale, "{}", profile.center);
        for (radius, share) in profile.lagrangian.into_iter().zip(LAGRANGIAN) {
            let root = share.cbrt();
            let exact = scale * root / (1.0 - root * root).sqrt();
            // Five standard deviations of the number within the radius.
            let tolerance = 5.0 / (share * count as f64).sqrt();
            assert!((radius / exact - 1.0).abs() < tolerance, "{share}: {radius}, not {exact}");
        }
        assert!(profile.density.len() > SHELLS - 4);
        for &(radius, density) in &profile.density[1..] {
            let exact = plummer::density(1.0, scale, radius);
            let ratio = (profile.density[2].0 / profile.density[1].0).sqrt();
            let bodies = density * 4.0 / 3.0
                * PI
                * radius.powi(3)
                * (ratio.powi(3) - ratio.powi(-3))
                * count as f64;
            // Sampling error, plus the change of density within the shell.
            let tolerance = 5.0 / bodies.sqrt() + 0.03;
            assert!(
                (density / exact - 1.0).abs() < tolerance,
                "at {radius}: {density}, not {exact}, from {bodies} bodies"
            );
        }
        let width = profile.speed_bin();
        for (bin, &found) in profile.speeds.iter().enumerate() {
            let exact = plummer::speed_density(1.0, scale, (bin as f64 + 0.5) * width)
                * width
                * count as f64;
            assert!(
                (f64::from(found) - exact).abs() < 5.0 * exact.sqrt() + 3.0,
                "bin {bin}: {found}, not {exact}"
            );
        }
    }

    #[test]
    fn a_companion_and_escapers_do_not_move_the_center() {
        let mut bodies = sampled(10_000);
        for body in &mut bodies[..3_000] {
            body.position = body.position * 3.0 + DVec3::new(20.0, 0.0, 0.0);
        }
        bodies[3_000].position = DVec3::splat(1e7);
        bodies[3_001].position = DVec3::NAN;
        let profile = Profile::new(&bodies);
        assert!(profile.center.length() < 0.1 && profile.count == 9_999, "{}", profile.center);
    }

    #[test]
    fn few_bodies_and_none_have_a_profile_too() {
        assert_eq!(
            Profile::new([] as [Body; 0]),
            Profile { speeds: vec![0; SPEED_BINS], ..Profile::default() }
        );
        let body = |x: f64| Body {
            position: DVec3::X * x,
            velocity: DVec3::Y * x,
            mass: 2.0,
            component: 0,
        };
        let pair = Profile::new([body(1.0), body(3.0)]);
        assert_eq!(
            (pair.center, pair.mass, pair.lagrangian, pair.speed_max),
            (DVec3::X * 2.0, 4.0, [1.0; 4], 3.0)
        );
        assert!(pair.density.is_empty() && pair.speeds[SPEED_BINS - 1] == 1);
        assert_eq!(Profile::new([body(1.0); 5]).lagrangian, [0.0; 4]);
    }
}
