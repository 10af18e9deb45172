//! A disk galaxy in equilibrium: disk, bulge and dark halo, each in the gravity of all three.

mod disk;
mod spheroid;

use super::draws::draw_many;
use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::physics::{Body, move_to_center_of_mass};
use crate::words::say;
use disk::{Arms, Disk};
use spheroid::{Field, Profile, Spheroid};

/// A disk galaxy: component 0 is the disk, 1 the bulge, 2 the dark halo, 3 the dust. G = 1. With
/// the defaults, the unit of length is the disk's scale length and the unit of mass the disk's
/// mass; the galaxy's mass is then 6.2, and a rotation at two scale lengths takes about 13. (For a
/// disk of 3.5 kpc and 4·10^10 suns, the unit of time is 15 million years.) The disk lies in the xy
/// plane and rotates counter-clockwise seen from +z. The centre of mass is moved to the origin and
/// to rest.
///
/// The disk's surface density is exponential, its density across the plane sech²(z/z0) (Spitzer
/// 1942). Bulge and halo are Hernquist spheres (ApJ 356 (1990) 359) whose density is cut off by a
/// factor exp(-(r/cutoff)²). The velocities of bulge and halo come from their distribution
/// functions of energy, by Eddington's inversion in the common field (Binney & Tremaine, Galactic
/// Dynamics, 2nd ed., section 4.3.1), with the disk's share of the field averaged over angles.
/// Those of the disk come from the moments of Jeans' equations with the exact force of the thick
/// disk (`disk`).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Galaxy {
    /// Mass of the disk, greater than 0.
    pub disk_mass: f64,
    /// Scale length of the disk, greater than 0; the disk ends at ten scale lengths.
    pub disk_length: f64,
    /// The height z0 in sech²(z/z0), in disk scale lengths: from 0.01 to 0.5.
    pub disk_thickness: f64,
    /// Least value over the disk of Toomre's Q = σ_R κ / (3.36 G Σ), from 0.5 to 5. Below 1, rings
    /// break up; from 1 to 2, spiral arms and bars form.
    pub toomre_q: f64,
    /// Mass of the bulge, 0 (none) or more.
    pub bulge_mass: f64,
    /// Scale length of the bulge, greater than 0; it is cut off at 25 scale lengths.
    pub bulge_length: f64,
    /// Mass of the halo, 0 (none) or more.
    pub halo_mass: f64,
    /// Scale length of the halo, greater than 0.
    pub halo_length: f64,
    /// Radius at which the halo is cut off smoothly, greater than 0.
    pub halo_cutoff: f64,
    /// Number of spiral arms that the disk begins with, from 0 (an even disk) to 8. They are no
    /// part of the equilibrium: differential rotation winds them up within a few turns, while
    /// gravity, if Q is low, makes new ones.
    pub arms: u32,
    /// How much the disk is crowded in these arms, from 0 to 1.
    pub arm_contrast: f64,
    /// Angle between these arms and a circle, in degrees from 5 to 80.
    pub arm_pitch: f64,
    /// Share of the disk, in mass and in bodies, that is a thin, cold layer of dust and gas
    /// (component 3), from 0 to 0.5.
    pub dust_share: f64,
    /// Share of the bodies in the disk, from 0 to 1.
    pub disk_share: f64,
    /// Share of the bodies in the bulge, from 0 to 1; the rest are in the halo.
    pub bulge_share: f64,
}

/// Component of the dust.
pub(super) const DUST: u32 = 3;
/// Thickness and Toomre's Q of the layer of dust, relative to the disk.
const DUST_THICKNESS: f64 = 0.35;
const DUST_HEAT: f64 = 0.5;
/// Contrast of dust lanes relative to that of the arms, and the angle in radians by which they lag
/// behind them.
const LANE_CONTRAST: f64 = 1.4;
const LANE_LAG: f64 = 0.35;

impl Default for Galaxy {
    fn default() -> Self {
        Self {
            disk_mass: 1.0,
            disk_length: 1.0,
            disk_thickness: 0.1,
            toomre_q: 1.4,
            bulge_mass: 0.2,
            bulge_length: 0.2,
            halo_mass: 5.0,
            halo_length: 4.0,
            halo_cutoff: 20.0,
            arms: 0,
            arm_contrast: 0.5,
            arm_pitch: 20.0,
            dust_share: 0.0,
            disk_share: 0.4,
            bulge_share: 0.1,
        }
    }
}

impl Galaxy {
    /// Mass of disk, bulge and halo together.
    pub fn mass(&self) -> f64 {
        self.disk_mass + self.bulge_mass + self.halo_mass
    }

    /// The common data of all bodies of the galaxy.
    pub(super) fn model(&self) -> Model {
        let bulge = Profile {
            mass: self.bulge_mass,
            length: self.bulge_length,
            cutoff: 25.0 * self.bulge_length,
        };
        let halo =
            Profile { mass: self.halo_mass, length: self.halo_length, cutoff: self.halo_cutoff };
        let field = Field::new(&[bulge, halo], self.disk_mass, self.disk_length);
        let [bulge, halo] = [0, 1].map(|index| Spheroid::new(&field, index));
        let disk =
            Disk::new(&field, self.disk_mass, self.disk_length, self.disk_thickness, self.toomre_q);
        let dust = (self.dust_share > 0.0).then(|| {
            let (thickness, toomre_q) =
                (self.disk_thickness * DUST_THICKNESS, self.toomre_q * DUST_HEAT);
            Disk::new(&field, self.disk_mass, self.disk_length, thickness, toomre_q)
        });
        Model { disk, dust, bulge, halo, field }
    }

    /// `count` bodies of a galaxy with this model.
    pub(super) fn draw_model(&self, model: &Model, count: usize, random: &mut Random) -> Vec<Body> {
        let masses = [self.disk_mass, self.bulge_mass, self.halo_mass];
        let shares = [self.disk_share, self.bulge_share, 1.0 - self.disk_share - self.bulge_share];
        let counts = split(
            count,
            [0, 1, 2].map(|part| if masses[part] > 0.0 { shares[part].max(0.0) } else { 0.0 }),
        );
        // With few bodies, or with a share of 0, a part may have none. The others then carry its
        // mass, so that the galaxy keeps its total.
        let present: f64 = (0..3).filter(|&part| counts[part] > 0).map(|part| masses[part]).sum();

        let pitch = self.arm_pitch.to_radians();
        let arms = Arms { count: self.arms, contrast: self.arm_contrast, pitch, lag: 0.0 };
        // Gas overtakes the arms and is held up on their inner edges, where dust lanes are seen.
        let lanes =
            Arms { contrast: (LANE_CONTRAST * self.arm_contrast).min(1.0), lag: LANE_LAG, ..arms };
        let mut bodies = Vec::with_capacity(count);
        for (part, component) in [0, 1, 2].into_iter().zip(0..) {
            let mass = masses[part] / counts[part] as f64 * (self.mass() / present);
            let dusty = (self.dust_share * counts[part] as f64) as usize;
            let body =
                |(position, velocity), component| Body { position, velocity, mass, component };
            let mut rest = counts[part];
            if let (0, Some(dust)) = (part, &model.dust) {
                bodies.extend(draw_many(dusty, random, |random| {
                    body(dust.draw(&model.field, &lanes, random), DUST)
                }));
                rest -= dusty;
            }
            let draw = |random: &mut Random| match part {
                0 => model.disk.draw(&model.field, &arms, random),
                1 => model.bulge.draw(&model.field, random),
                _ => model.halo.draw(&model.field, random),
            };
            bodies.extend(draw_many(rest, random, |random| body(draw(random), component)));
        }
        move_to_center_of_mass(&mut bodies);
        bodies
    }
}

impl Generator for Galaxy {
    fn components(&self) -> &'static [&'static str] {
        if self.dust_share > 0.0 {
            &["disk", "bulge", "halo", "dust"]
        } else {
            &["disk", "bulge", "halo"]
        }
    }

    fn check(&self) -> Result<(), InitialError> {
        for (key, value) in [
            ("disk_mass", self.disk_mass),
            ("disk_length", self.disk_length),
            ("bulge_length", self.bulge_length),
            ("halo_length", self.halo_length),
            ("halo_cutoff", self.halo_cutoff),
        ] {
            check_positive(key, value)?;
        }
        check_within("arms", f64::from(self.arms), 0.0, 8.0)?;
        check_within("arm_contrast", self.arm_contrast, 0.0, 1.0)?;
        check_within("arm_pitch", self.arm_pitch, 5.0, 80.0)?;
        check_within("dust_share", self.dust_share, 0.0, 0.5)?;
        check_within("disk_thickness", self.disk_thickness, 0.01, 0.5)?;
        check_within("toomre_q", self.toomre_q, 0.5, 5.0)?;
        check_within("bulge_mass", self.bulge_mass, 0.0, 1e6)?;
        check_within("halo_mass", self.halo_mass, 0.0, 1e6)?;
        check_within("disk_share", self.disk_share, 0.0, 1.0)?;
        if !(0.0..=1.0 - self.disk_share).contains(&self.bulge_share) {
            let range = say!("range-up-to", most = "1 - disk_share", value = 1.0 - self.disk_share);
            return Err(InitialError::Parameter {
                key: "bulge_share",
                value: self.bulge_share,
                range,
            });
        }
        Ok(())
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        self.draw_model(&self.model(), count, random)
    }
}

/// The common field and the three parts.
pub(super) struct Model {
    field: Field,
    disk: Disk,
    dust: Option<Disk>,
    bulge: Spheroid,
    halo: Spheroid,
}

/// Splits `count` in proportion to `shares`, by largest remainders. The first part gets all if no
/// share is positive.
fn split(count: usize, shares: [f64; 3]) -> [usize; 3] {
    let sum: f64 = shares.iter().sum();
    if sum <= 0.0 {
        return [count, 0, 0];
    }
    let exact = shares.map(|share| share / sum * count as f64);
    let mut counts = exact.map(|part| part as usize);
    while counts.iter().sum::<usize>() < count {
        let behind = |part: usize| exact[part] - counts[part] as f64;
        // If remainders are equal, the first part gets the body.
        let next = if behind(0) >= behind(1) && behind(0) >= behind(2) {
            0
        } else if behind(1) >= behind(2) {
            1
        } else {
            2
        };
        counts[next] += 1;
    }
    counts
}
