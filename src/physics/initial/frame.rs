//! The coordinates in which bodies from a file are computed.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::physics::{Body, Diagnostics};

/// Bodies farther from the origin, or faster, than so many times their radius or their speeds about
/// the centre are shifted: less costs two digits of single precision at most.
const FAR: f64 = 4.0;

/// A point that moves uniformly, in the coordinates of a file, about which its bodies are computed.
///
/// Single precision has seven digits: of bodies within a radius of 1 at a distance of 1e5, it holds
/// places to 0.004. About a point among them it holds places to 1e-7. Newton's laws are the same
/// there, because it moves uniformly.
///
/// ```
/// use starshell::glam::DVec3;
/// use starshell::physics::{Body, initial::Frame};
///
/// let body = Body { position: DVec3::new(100_000.25, 0.5, 0.0), velocity: DVec3::Y, mass: 1.0, component: 0 };
/// let frame = Frame::near([body.position, body.velocity], 1.0, 1.0);
/// assert_eq!((frame.origin, frame.velocity), (DVec3::X * 100_000.25, DVec3::ZERO));
/// let near = frame.relative(&body);
/// assert_eq!((near.position, frame.absolute(&near, 0.0)), (DVec3::Y * 0.5, body));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Its place at the start.
    #[serde(default)]
    pub origin: DVec3,
    /// Its velocity.
    #[serde(default)]
    pub velocity: DVec3,
}

impl Frame {
    /// A frame near bodies around this place and velocity, within this radius and with such speeds.
    /// Coordinates in which they are not far from zero stay as they are.
    pub fn near([center, drift]: [DVec3; 2], radius: f64, speed: f64) -> Self {
        Self { origin: coarse(center, radius), velocity: coarse(drift, speed) }
    }

    /// Whether these are the coordinates of the file.
    pub fn is_file(&self) -> bool {
        *self == Self::default()
    }

    /// A body of the file at the start, in this frame: exact unless it is farther from the frame
    /// than the frame is from the origin.
    #[must_use]
    pub fn relative(&self, body: &Body) -> Body {
        Body {
            position: body.position - self.origin,
            velocity: body.velocity - self.velocity,
            ..*body
        }
    }

    /// The place of this frame at a simulated time.
    pub fn origin_at(&self, time: f64) -> DVec3 {
        self.origin + self.velocity * time
    }

    /// The frame of the same bodies from a simulated time on if all velocities are reversed then,
    /// as the file sees them.
    #[must_use]
    pub fn reversed_at(&self, time: f64) -> Self {
        Self { origin: self.origin + 2.0 * self.velocity * time, velocity: -self.velocity }
    }

    /// A body of this frame at a simulated time, in the coordinates of the file.
    #[must_use]
    pub fn absolute(&self, body: &Body, time: f64) -> Body {
        Body {
            position: body.position + self.origin_at(time),
            velocity: body.velocity + self.velocity,
            ..*body
        }
    }

    /// A body in the coordinates of the file, at a simulated time, in this frame.
    #[must_use]
    pub fn relative_at(&self, body: &Body, time: f64) -> Body {
        Body {
            position: body.position - self.origin_at(time),
            velocity: body.velocity - self.velocity,
            ..*body
        }
    }

    /// Sums with the centre of mass in the coordinates of the file. Energies, momenta and radii
    /// stay those about this frame.
    #[must_use]
    pub fn absolute_sums(&self, sums: &Diagnostics, time: f64) -> Diagnostics {
        let center_of_mass = if sums.mass > 0.0 {
            sums.center_of_mass + self.origin_at(time)
        } else {
            sums.center_of_mass
        };
        Diagnostics { center_of_mass, ..*sums }
    }
}

/// The vector with so few digits that differences from it are exact; 0 for coordinates within a few
/// times `size`.
fn coarse(vector: DVec3, size: f64) -> DVec3 {
    let unit = if size > 0.0 { (0.25 * size).log2().floor().exp2() } else { 0.0 };
    let coordinate = |value: f64| match value {
        value if value.abs() <= FAR * size || !value.is_finite() => 0.0,
        value if unit > 0.0 && (value / unit).abs() < 1e15 => (value / unit).round() * unit,
        value => value,
    };
    DVec3::from_array(vector.to_array().map(coordinate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_near_zero_stay_and_far_ones_are_shifted_exactly() {
        let frame =
            Frame::near([DVec3::new(1e6 + 0.1, -3.0, 0.0), DVec3::new(0.0, 50.3, 0.2)], 1.0, 0.7);
        assert_eq!((frame.origin, frame.velocity), (DVec3::X * 1e6, DVec3::Y * 50.25));
        for number in 0..1000 {
            let off = DVec3::new(f64::from(number) / 997.0 - 0.5, 1e-9 / 7.0, -1e-30);
            let body = Body {
                position: DVec3::X * 1e6 + off,
                velocity: DVec3::Y * 50.0 + off,
                mass: 1.0,
                component: 3,
            };
            let near = frame.relative(&body);
            assert_eq!(frame.absolute(&near, 0.0), body);
            // What single precision loses of it is what it loses of a body at the origin.
            assert!((near.position.x - f64::from(near.position.x as f32)).abs() < 6e-8);
        }
        assert!(Frame::near([DVec3::ONE, DVec3::ONE], 1.0, 1.0).is_file());
        assert_eq!(
            Frame::near([DVec3::ONE * 0.1, DVec3::ZERO], 0.0, 0.0).origin,
            DVec3::ONE * 0.1,
            "a single place"
        );
        assert!(Frame::near([DVec3::splat(f64::NAN), DVec3::INFINITY], 1.0, f64::NAN).is_file());
    }

    #[test]
    fn a_moving_frame_leads_back_to_the_file_at_any_time() {
        let frame = Frame { origin: DVec3::X * 1e5, velocity: DVec3::Y * 20.0 };
        let body = Body { position: DVec3::Z, velocity: DVec3::X, mass: 1.0, component: 0 };
        let there = frame.absolute(&body, 3.0);
        assert_eq!(
            (there.position, there.velocity),
            (DVec3::new(1e5, 60.0, 1.0), DVec3::new(1.0, 20.0, 0.0))
        );
        assert_eq!(frame.relative_at(&there, 3.0), body);
        let back = frame.reversed_at(3.0);
        let reversed = back.absolute(&Body { velocity: -body.velocity, ..body }, 3.0);
        assert_eq!((reversed.position, reversed.velocity), (there.position, -there.velocity));
        assert_eq!(
            back.origin_at(6.0),
            frame.origin_at(0.0),
            "back at the start as long after as before"
        );
        let sums = Diagnostics {
            mass: 1.0,
            center_of_mass: DVec3::Z,
            kinetic: 0.5,
            ..Diagnostics::default()
        };
        let there = frame.absolute_sums(&sums, 3.0);
        assert_eq!((there.center_of_mass, there.kinetic), (DVec3::new(1e5, 60.0, 1.0), 0.5));
    }
}
