//! Units that would make a bound system of numbers without units.
//!
//! In a bound system, v² r / (G m) is about 1: of each planet about a star, and of a cluster's mean
//! square speed at the radius that holds half of its bodies. Other units multiply it by a factor
//! that is known.

use super::contents::{Doubt, Question};
use super::measures::Measures;
use super::spread::Spread;
use crate::physics::{Body, Roster};
use crate::words::{Text, say};

/// Units that tables have as a rule.
const USUAL: [&str; 11] = [
    "AU AU/d Msun",
    "AU AU/yr Msun",
    "AU km/s Msun",
    "AU AU/d kg",
    "AU km/s kg",
    "pc km/s Msun",
    "kpc km/s Msun",
    "kpc km/s 1e10 Msun",
    "km km/s kg",
    "m m/s kg",
    "cm cm/s g",
];
/// Units that a message proposes.
const MAX_TOLD: usize = 3;
/// A body with this share of the mass is one that others go about.
const DOMINANT: f64 = 0.9;
/// The range of v² r / (G m) in a bound system; and that of orbits, which most have to be in.
const BOUND: [f64; 2] = [0.02, 4.0];
const ORBITS: [f64; 2] = [0.4, 1.6];
const MOST: f64 = 0.8;
/// Beyond this range of v² r / m, G cannot be 1 in bodies that are meant to move by their gravity.
const ABSURD: [f64; 2] = [1e-5, 1e5];
/// From this mass on, numbers are kilograms.
const KILOGRAMS: f64 = 1e20;

/// Bodies by which units are judged: as many of millions say the same.
const MOST_JUDGED: usize = 1 << 17;

/// v² r / m of bodies.
enum Ratios {
    /// Of each about the one that has nearly all mass, sorted.
    Orbits(Vec<f64>),
    /// Of all together.
    Whole(f64),
}

impl Ratios {
    fn from_bodies(bodies: &(impl Roster + ?Sized)) -> Option<Self> {
        let mass: f64 = bodies.each().map(|body| body.mass).sum();
        let heaviest = bodies.each().max_by(|one, other| one.mass.total_cmp(&other.mass))?;
        if mass <= 0.0 || bodies.len() < 2 {
            return None;
        }
        let stride = bodies.len().div_ceil(MOST_JUDGED);
        let judged = (0..bodies.len()).step_by(stride).map(|index| bodies.body(index));
        let bodies: Vec<Body> = judged.collect();
        if heaviest.mass < DOMINANT * mass {
            let Spread { radii: [half, ..], speeds: [speed, _], .. } = Spread::new(&bodies);
            return Some(Self::Whole(speed * speed * half / mass));
        }
        let ratio = |body: &Body| {
            let [distance, speed] = [
                body.position.distance(heaviest.position),
                body.velocity.distance(heaviest.velocity),
            ];
            speed * speed * distance / heaviest.mass
        };
        let others = bodies.iter().filter(|body| body.position != heaviest.position);
        let mut ratios: Vec<f64> = others.map(ratio).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        (!ratios.is_empty()).then_some(Self::Orbits(ratios))
    }

    /// That of all, or of the median orbit.
    fn middle(&self) -> f64 {
        match self {
            Self::Orbits(ratios) => ratios[ratios.len() / 2],
            Self::Whole(ratio) => *ratio,
        }
    }

    /// Whether the bodies are a bound system in units that multiply the ratios by `factor`.
    fn are_bound(&self, factor: f64) -> bool {
        let is_in = |[min, max]: [f64; 2], ratio: f64| (min..=max).contains(&(factor * ratio));
        match self {
            Self::Orbits(ratios) => {
                ratios.iter().filter(|ratio| is_in(ORBITS, **ratio)).count() as f64
                    >= MOST * ratios.len() as f64
            }
            Self::Whole(ratio) => is_in([0.2, 2.0], *ratio),
        }
    }
}

/// Whether the bodies are a bound system in these units, or without any with G = 1.
pub(super) fn are_bound(bodies: &(impl Roster + ?Sized), units: Option<&Measures>) -> bool {
    let factor =
        units.map_or(1.0, |units| units.speed * units.speed * units.length / units.gravity);
    Ratios::from_bodies(bodies)
        .is_some_and(|ratios| (BOUND[0]..=BOUND[1]).contains(&(factor * ratios.middle())))
}

impl Measures {
    /// Units that tables have as a rule.
    pub fn usual() -> impl Iterator<Item = Self> {
        USUAL.iter().filter_map(|units| units.parse().ok())
    }

    /// The usual units in which the bodies would be a bound system; none if they are one with G
    /// = 1.
    pub fn fitting(bodies: &(impl Roster + ?Sized)) -> Vec<Self> {
        let Some(ratios) = Ratios::from_bodies(bodies)
            .filter(|ratios| !(BOUND[0]..=BOUND[1]).contains(&ratios.middle()))
        else {
            return Vec::new();
        };
        Self::usual()
            .filter(|units| {
                ratios.are_bound(units.speed * units.speed * units.length / units.gravity)
            })
            .collect()
    }

    /// Whether numbers without units can hardly be in units in which G = 1.
    pub(super) fn doubt(bodies: &(impl Roster + ?Sized)) -> Option<Doubt> {
        let fitting = Self::fitting(bodies);
        let heaviest = bodies.each().map(|body| body.mass).fold(0.0, f64::max);
        let ratios = Ratios::from_bodies(bodies)?;
        let is_absurd = !(ABSURD[0]..=ABSURD[1]).contains(&ratios.middle())
            || matches!(ratios, Ratios::Orbits(_));
        let reason: Text = match fitting.is_empty() {
            true if heaviest > KILOGRAMS => {
                say!("import-doubt-kilograms", mass = format!("{heaviest:.0e}"))
            }
            false if is_absurd => say!("import-doubt-units", units = told(&fitting)),
            _ => return None,
        };
        Some(Doubt { question: Question::Units, reason })
    }
}

/// Units in a message.
fn told(units: &[Measures]) -> String {
    units.iter().take(MAX_TOLD).map(|units| format!("\"{units}\"")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;
    use crate::physics::initial::InitialState;
    use glam::DVec3;

    fn orbits(speed: f64, mass: f64) -> Vec<Body> {
        let planet = |radius: f64| Body {
            position: DVec3::new(0.0, radius, 0.0),
            velocity: DVec3::new(speed / radius.sqrt(), 0.0, 0.0),
            mass: 1e-6 * mass,
            component: 0,
        };
        let star = Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass, component: 0 };
        [star].into_iter().chain([0.39, 0.72, 1.0, 1.52, 5.2].map(planet)).collect()
    }

    #[test]
    fn units_of_planets_are_recognised_by_size() {
        let fitting = |bodies: &[Body]| {
            Measures::fitting(bodies).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        for (speed, mass, units) in [
            (0.0172, 1.0, "AU AU/d Msun"),
            (TAU, 1.0, "AU AU/yr Msun"),
            (29.8, 1.0, "AU km/s Msun"),
            (0.0172, 1.989e30, "AU AU/d kg"),
            (29.8, 1.989e30, "AU km/s kg"),
        ] {
            let bodies = orbits(speed, mass);
            assert_eq!(fitting(&bodies), [units]);
            let doubt = Measures::doubt(&bodies).unwrap();
            assert!(doubt.reason.to_string().contains(units), "{}", doubt.reason);
        }
        assert_eq!(
            (fitting(&orbits(1.0, 1.0)), Measures::doubt(&orbits(1.0, 1.0))),
            (vec![], None)
        );
        let at_rest = orbits(0.0, 1.989e30);
        assert!(Measures::doubt(&at_rest).unwrap().reason.to_string().contains("2e30"));
    }

    #[test]
    fn clusters_are_doubted_only_where_g_cannot_be_1() {
        let bodies = InitialState::named("plummer").unwrap().bodies(500, 1).unwrap();
        assert_eq!((Measures::fitting(&bodies), Measures::doubt(&bodies)), (vec![], None));
        // pc, km/s, Msun: half-mass radius 1, 500 solar masses, speeds of about 1.
        let speed = (4.3e-3_f64 * 500.0).sqrt();
        let cluster: Vec<Body> = bodies
            .iter()
            .map(|body| Body { velocity: body.velocity * speed, mass: 1.0, ..*body })
            .collect();
        assert!(
            Measures::fitting(&cluster).iter().any(|units| units.to_string() == "pc km/s Msun")
        );
        assert_eq!(Measures::doubt(&cluster), None, "it could be a cold one");
        let fast: Vec<Body> =
            bodies.iter().map(|body| Body { velocity: body.velocity * 1e30, ..*body }).collect();
        assert_eq!(Measures::doubt(&fast), None, "no units help");
    }
}
