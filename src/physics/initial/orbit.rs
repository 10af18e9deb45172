//! The orbit of two bodies or galaxies, known before any of their bodies is made.

use glam::{DMat3, DVec3};

/// Points of a path and of an outline.
const POINTS: u32 = 192;

/// The orbit of two about their centre of mass, as point masses.
#[derive(Clone, Debug, PartialEq)]
pub struct Orbit {
    /// The conic of each: all of an ellipse, unless it reaches far beyond the start; otherwise in and
    /// out again, twice as far as where they start.
    pub paths: [Vec<DVec3>; 2],
    /// Where each is when they are nearest.
    pub pericenters: [DVec3; 2],
    /// Where each starts.
    pub starts: [DVec3; 2],
    /// The outlines of their disks at the start, if they have any.
    pub disks: Vec<Vec<DVec3>>,
}

/// A conic: the relative orbit, with the pericentre on the +x side.
pub(super) struct Conic {
    pub pericenter: f64,
    pub eccentricity: f64,
    /// Mass of the second over that of the first.
    pub mass_ratio: f64,
    /// Position of the second relative to the first at the start.
    pub start: DVec3,
}

impl Conic {
    /// The orbit, turned by `turn`, without disks.
    pub(super) fn orbit(&self, turn: DMat3) -> Orbit {
        let Self { pericenter, eccentricity, mass_ratio, start } = *self;
        // Those of the first and the second, as multiples of their distance.
        let shares = [-mass_ratio / (1.0 + mass_ratio), 1.0 / (1.0 + mass_ratio)];
        let parameter = pericenter * (1.0 + eccentricity);
        // The cosine of the true anomaly at the farthest point that is shown; below -1 on an ellipse
        // that does not reach so far.
        let cosine = (parameter / (2.0 * start.length()) - 1.0) / eccentricity;
        let most = if cosine > -1.0 { cosine.min(1.0).acos() } else { std::f64::consts::PI };
        let relative: Vec<_> = (0..=POINTS)
            .map(|point| {
                let anomaly = most * (2.0 * f64::from(point) / f64::from(POINTS) - 1.0);
                let distance = parameter / (1.0 + eccentricity * anomaly.cos());
                turn * (distance * DVec3::new(anomaly.cos(), anomaly.sin(), 0.0))
            })
            .collect();
        Orbit {
            paths: shares.map(|share| relative.iter().map(|point| share * *point).collect()),
            pericenters: shares.map(|share| share * (turn * (pericenter * DVec3::X))),
            starts: shares.map(|share| share * start),
            disks: Vec::new(),
        }
    }
}

/// A circle about `center` in the plane that `turn` makes of the xy plane.
pub(super) fn circle(center: DVec3, radius: f64, turn: DMat3) -> Vec<DVec3> {
    let point = |point: u32| {
        let angle = std::f64::consts::TAU * f64::from(point) / f64::from(POINTS);
        center + turn * (radius * DVec3::new(angle.cos(), angle.sin(), 0.0))
    };
    (0..=POINTS).map(point).collect()
}

#[cfg(test)]
mod tests {
    use crate::physics::initial::{Apsis, Encounter, InitialState, Kepler};

    #[test]
    fn bodies_start_on_the_conics_that_are_drawn_before_them() {
        let mut all = Vec::new();
        for eccentricity in [0.0, 0.4, 1.0, 2.5] {
            let separation = if eccentricity < 1.0 { 4.0 } else { 25.0 };
            let encounter =
                Encounter { eccentricity, separation, mass_ratio: 0.25, ..Encounter::default() };
            all.push((InitialState::Encounter(encounter), 4000));
        }
        for (eccentricity, start) in [(0.0, Apsis::Apocenter), (0.6, Apsis::Pericenter)] {
            let kepler = Kepler { eccentricity, start, mass_ratio: 0.3, ..Kepler::default() };
            all.push((InitialState::Kepler(kepler), 2));
        }
        for (initial, count) in all {
            let orbit = initial.orbit().unwrap();
            let bodies = initial.bodies(count, 1).unwrap();
            let is_first = |component: u32| match count {
                2 => component == 0,
                _ => component < 3 || component == 6,
            };
            for (number, start) in orbit.starts.iter().enumerate() {
                let own = || bodies.iter().filter(|body| is_first(body.component) == (number == 0));
                let mass: f64 = own().map(|body| body.mass).sum();
                let center =
                    own().map(|body| body.mass * body.position).sum::<glam::DVec3>() / mass;
                // Galaxies are of bodies drawn by chance.
                let reach = if count == 2 { 1e-9 } else { 0.5 };
                assert!(center.distance(*start) < reach, "{initial:?}: {center} {start}");
                let nearest = |of: &glam::DVec3| {
                    orbit.paths[number]
                        .iter()
                        .map(|point| point.distance(*of))
                        .fold(f64::INFINITY, f64::min)
                };
                let path = &orbit.paths[number];
                let gap = path.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f64::max);
                assert!(nearest(start) < gap, "{initial:?}: it starts {} away", nearest(start));
                assert!(nearest(&orbit.pericenters[number]) < 1e-9);
            }
        }
        assert!(InitialState::named("plummer").unwrap().orbit().is_none());
        let impossible = Encounter { eccentricity: -1.0, ..Encounter::default() };
        assert!(InitialState::Encounter(impossible).orbit().is_none());
    }
}
