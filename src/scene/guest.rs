//! Bodies that were added by hand: each has a name and a kind, and is a component of its own.

use super::units::Units;
use crate::named;
use crate::render::Rgb;

named! {
    /// What a body that is added by hand is.
    pub enum BodyKind: "kind of body" {
        /// A planet: small, blue, far lighter than a star.
        Planet = "planet",
        /// A star like the bodies of a cluster.
        Star = "star",
        /// A black hole: heavy, and dark but for the ember of what falls into it.
        BlackHole = "black-hole",
    }
}

/// Length in metres below which a scene's unit is one of planets, whose masses are known.
const OF_PLANETS: f64 = 1e15;
/// Masses of Jupiter, the Sun and ten suns times the constant of gravity, in m³/s².
const MASSES: [f64; 3] = [1.266_865e17, 1.327_124e20, 1.327_124e21];

impl BodyKind {
    /// Its colour, and the radius of its spot relative to others.
    pub(super) fn look(self) -> (Rgb, f32) {
        match self {
            Self::Planet => (Rgb([0x6f, 0xb4, 0xff]), 1.0),
            Self::Star => (Rgb([0xff, 0xe3, 0xa8]), 2.6),
            Self::BlackHole => (Rgb([0xc8, 0x4a, 0x1e]), 1.6),
        }
    }

    /// The mass of a new one among `count` bodies of the mass `all`, in the scene's units. Where the
    /// scene is one of planets, that of Jupiter, the Sun or ten suns.
    pub fn mass(self, units: Option<&Units>, all: f64, count: usize) -> f64 {
        let [length, _, mass] = units.map_or([f64::INFINITY, 1.0, 1.0], Units::in_si);
        if length < OF_PLANETS {
            return MASSES[self as usize] / mass;
        }
        let mean = all / count.max(1) as f64;
        match self {
            Self::Planet => 1e-3 * mean,
            Self::Star => mean,
            Self::BlackHole => (0.01 * all).max(mean),
        }
    }
}

/// A body, or a cluster, that was added by hand.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guest {
    /// The component that it is.
    pub component: u32,
    /// Its name, for display.
    pub name: String,
    /// What it is; `None` for a cluster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<BodyKind>,
}
