//! A body as the host sees it: in double precision, before rounding for the GPU.

use glam::DVec3;

use super::Precision;
use crate::words::{Text, say};

/// One point mass. Units are those of the scene, with the gravitational constant G = 1.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Body {
    /// Position.
    pub position: DVec3,
    /// Velocity.
    pub velocity: DVec3,
    /// Mass, 0 or greater. A body without mass is pulled but does not pull.
    pub mass: f64,
    /// The part of the system that the body belongs to (disk, bulge, halo; first or second galaxy),
    /// counted from 0.
    pub component: u32,
}

/// A body that is invalid or that a precision cannot hold.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub struct InvalidBody {
    /// Its index, from 0.
    pub index: usize,
    /// What is wrong with it: `position`, `velocity`, `mass` or `component`.
    pub what: &'static str,
    value: f64,
    range: Text,
}

impl InvalidBody {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        let Self { index, what, value, range } = self;
        say!("error-body", number = index + 1, what, value, range)
    }
}

impl InvalidBody {
    /// Finds the first body that is not valid in `precision`. The first body has the index `first`.
    pub(crate) fn find(
        bodies: impl IntoIterator<Item = Body>,
        precision: Precision,
        first: usize,
    ) -> Result<(), Self> {
        bodies
            .into_iter()
            .enumerate()
            .try_for_each(|(index, body)| body.check(precision, first + index))
    }
}

impl Body {
    fn check(&self, precision: Precision, index: usize) -> Result<(), InvalidBody> {
        let (range, most) = match precision {
            Precision::Single | Precision::Pair => {
                (say!("range-finite-single"), f64::from(f32::MAX))
            }
            Precision::Double => (say!("range-finite"), f64::MAX),
        };
        let is_held = |value: f64| value.abs() <= most;
        let wrong = |what, value, range| Err(InvalidBody { index, what, value, range });
        for (what, vector) in [("position", self.position), ("velocity", self.velocity)] {
            if let Some(value) = vector.to_array().into_iter().find(|value| !is_held(*value)) {
                return wrong(what, value, range);
            }
        }
        if !is_held(self.mass) || self.mass < 0.0 {
            return wrong(
                "mass",
                self.mass,
                if self.mass < 0.0 { say!("range-not-negative") } else { range },
            );
        }
        if precision == Precision::Single && self.component > EXACT_IN_SINGLE {
            return wrong(
                "component",
                f64::from(self.component),
                say!("range-component", most = EXACT_IN_SINGLE),
            );
        }
        Ok(())
    }
}

/// Whole numbers up to this are exact in single precision.
const EXACT_IN_SINGLE: u32 = 1 << 24;

/// The centre of mass of positions with masses: their mean if they have no mass, the origin if
/// there are none.
pub fn center_of_mass(points: &[(DVec3, f64)]) -> DVec3 {
    let (sum, mass) =
        points.iter().fold((DVec3::ZERO, 0.0), |(sum, mass), (x, m)| (sum + *x * *m, mass + m));
    if mass > 0.0 {
        sum / mass
    } else {
        points.iter().map(|(x, _)| *x).sum::<DVec3>() / points.len().max(1) as f64
    }
}

/// Shifts `bodies` so that their centre of mass rests at the origin.
pub fn move_to_center_of_mass(bodies: &mut [Body]) {
    let mass: f64 = bodies.iter().map(|body| body.mass).sum();
    if mass <= 0.0 {
        return;
    }
    let position = bodies.iter().map(|body| body.position * body.mass).sum::<DVec3>() / mass;
    let velocity = bodies.iter().map(|body| body.velocity * body.mass).sum::<DVec3>() / mass;
    for body in bodies {
        body.position -= position;
        body.velocity -= velocity;
    }
}
