//! Two disk galaxies that meet: tidal tails, bridges and, in the end, a merger.

use super::galaxy::{DUST, Galaxy};
use super::orbit::{Conic, Orbit, circle};
use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::physics::{Body, move_to_center_of_mass};
use crate::words::say;
use glam::{DMat3, DVec3};

/// Two similar galaxies on an orbit about each other, as in Toomre & Toomre (ApJ 178 (1972) 623).
///
/// The first galaxy is `galaxy`. The second has `mass_ratio` times its mass and the root of that
/// times its lengths, hence the same surface density. They start `separation` apart and
/// approaching, on the orbit that two point masses would have in the xy plane, counter-clockwise
/// seen from +z; at pericentre the first galaxy is on the -x side of the second. Components 0 to 2
/// are disk, bulge and halo of the first, 3 to 5 of the second; 6 and 7 are their dust. The centre
/// of mass is moved to the origin and to rest.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Encounter {
    /// Mass of the second galaxy over that of the first, from 0.01 to 1.
    pub mass_ratio: f64,
    /// Least distance between the two on the orbit of point masses, greater than 0.
    pub pericenter: f64,
    /// Eccentricity of the orbit, from 0 to 10: below 1 bound, 1 parabolic (just unbound), above 1
    /// hyperbolic.
    pub eccentricity: f64,
    /// Distance at the start: at least the pericentre and, on a bound orbit, at most the apocentre.
    pub separation: f64,
    /// Angle between each disk and the orbital plane, in degrees from -180 to 180: at 0 the disk
    /// turns with the orbit (a direct passage, which draws out long tails), at 180 against it.
    pub inclination: [f64; 2],
    /// Angle from +x to the line where each disk cuts the orbital plane, in degrees from -360
    /// to 360.
    pub node: [f64; 2],
    /// The first galaxy; the second is a scaled copy.
    pub galaxy: Galaxy,
}

impl Default for Encounter {
    fn default() -> Self {
        Self {
            mass_ratio: 1.0,
            pericenter: 4.0,
            eccentricity: 1.0,
            separation: 25.0,
            inclination: [0.0, 60.0],
            node: [0.0, 30.0],
            galaxy: Galaxy::default(),
        }
    }
}

impl Encounter {
    /// Position and velocity of the second galaxy relative to the first, on the orbit of point
    /// masses.
    ///
    /// With p = pericentre (1 + e) and the true anomaly ν: r = p / (1 + e cos ν). The velocity
    /// outwards is √(GM/p) e sin ν, along the orbit √(GM/p) (1 + e cos ν). Before the pericentre, ν
    /// is negative.
    fn orbit(&self) -> (DVec3, DVec3) {
        let parameter = self.pericenter * (1.0 + self.eccentricity);
        let speed = (self.galaxy.mass() * (1.0 + self.mass_ratio) / parameter).sqrt();
        let e_cosine = parameter / self.separation - 1.0;
        // On a circle, every point is the pericentre.
        let cosine = if self.eccentricity > 0.0 {
            (e_cosine / self.eccentricity).clamp(-1.0, 1.0)
        } else {
            1.0
        };
        let sine = -(1.0 - cosine * cosine).sqrt();
        let outward = DVec3::new(cosine, sine, 0.0);
        let ahead = DVec3::new(-sine, cosine, 0.0);
        let velocity = outward * (speed * self.eccentricity * sine)
            + ahead * (speed * parameter / self.separation);
        (outward * self.separation, velocity)
    }
}

/// Scale lengths within which most of a disk is, as far as it is outlined.
const OUTLINE: f64 = 4.0;

impl Encounter {
    /// The orbit of the two as point masses, with the outlines of their disks at the start.
    pub(super) fn conics(&self) -> Orbit {
        let (start, _) = self.orbit();
        let conic = Conic {
            pericenter: self.pericenter,
            eccentricity: self.eccentricity,
            mass_ratio: self.mass_ratio,
            start,
        };
        let mut orbit = conic.orbit(DMat3::IDENTITY);
        let lengths = [1.0, self.mass_ratio.sqrt()];
        orbit.disks = (0..2)
            .map(|disk| {
                let radius = OUTLINE * self.galaxy.disk_length * lengths[disk];
                let turn = rotation(self.inclination[disk], self.node[disk]);
                circle(orbit.starts[disk], radius, turn)
            })
            .collect();
        orbit
    }
}

impl Generator for Encounter {
    fn components(&self) -> &'static [&'static str] {
        const ALL: &[&str] =
            &["disk-1", "bulge-1", "halo-1", "disk-2", "bulge-2", "halo-2", "dust-1", "dust-2"];
        if self.galaxy.dust_share > 0.0 { ALL } else { &ALL[..6] }
    }

    fn check(&self) -> Result<(), InitialError> {
        self.galaxy.check()?;
        check_within("mass_ratio", self.mass_ratio, 0.01, 1.0)?;
        check_positive("pericenter", self.pericenter)?;
        check_within("eccentricity", self.eccentricity, 0.0, 10.0)?;
        check_positive("separation", self.separation)?;
        let farthest = if self.eccentricity < 1.0 {
            self.pericenter * (1.0 + self.eccentricity) / (1.0 - self.eccentricity)
        } else {
            f64::INFINITY
        };
        if !(self.pericenter..=farthest).contains(&self.separation) {
            let range = say!("range-orbit", least = self.pericenter, most = farthest);
            return Err(InitialError::Parameter {
                key: "separation",
                value: self.separation,
                range,
            });
        }
        for disk in 0..2 {
            check_within("inclination", self.inclination[disk], -180.0, 180.0)?;
            check_within("node", self.node[disk], -360.0, 360.0)?;
        }
        Ok(())
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        let second_share = self.mass_ratio / (1.0 + self.mass_ratio);
        // Shared in proportion to mass, so that a body of each kind has the same mass in both
        // galaxies; the first galaxy gets the odd one.
        let second_count = (count as f64 * second_share) as usize;
        let model = self.galaxy.model();
        let (separation, velocity) = self.orbit();

        let mut bodies = Vec::with_capacity(count);
        for (galaxy, count) in [count - second_count, second_count].into_iter().enumerate() {
            let (mass, offset) = if galaxy == 0 {
                (1.0, -second_share)
            } else {
                (self.mass_ratio, 1.0 - second_share)
            };
            // v² scales as mass over length.
            let (length, speed) = (mass.sqrt(), mass.sqrt().sqrt());
            let turn = rotation(self.inclination[galaxy], self.node[galaxy]);
            bodies.extend(self.galaxy.draw_model(&model, count, random).into_iter().map(|body| {
                Body {
                    position: turn * body.position * length + separation * offset,
                    velocity: turn * body.velocity * speed + velocity * offset,
                    mass: body.mass * mass,
                    component: if body.component == DUST {
                        6 + galaxy as u32
                    } else {
                        body.component + 3 * galaxy as u32
                    },
                }
            }));
        }
        // A single body has one galaxy to itself, and rounding is never exact.
        move_to_center_of_mass(&mut bodies);
        bodies
    }
}

/// Tips the xy plane by `inclination` about the x axis, then turns that axis by `node` about z;
/// both in degrees.
fn rotation(inclination: f64, node: f64) -> DMat3 {
    let (sin_i, cos_i) = libm::sincos(inclination.to_radians());
    let (sin_n, cos_n) = libm::sincos(node.to_radians());
    DMat3::from_cols(
        DVec3::new(cos_n, sin_n, 0.0),
        DVec3::new(-sin_n * cos_i, cos_n * cos_i, sin_i),
        DVec3::new(sin_n * sin_i, -cos_n * sin_i, cos_i),
    )
}
