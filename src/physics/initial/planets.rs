//! The Sun and its planets at a date, from published elements of their orbits.

use std::ops::RangeInclusive;

use glam::{DMat3, DVec3};

use super::{Date, Generator, InitialError, Random, check_within};
use crate::physics::{Body, move_to_center_of_mass};
use crate::words::say;

/// Elements of an orbit about the Sun, in the ecliptic of J2000, with their rates per Julian
/// century: semi-major axis in AU, eccentricity, then in degrees inclination, mean longitude,
/// longitude of perihelion and of the ascending node.
struct Planet {
    elements: [f64; 6],
    rates: [f64; 6],
    /// Mass of the Sun over that of the planet with its moons.
    inverse_mass: f64,
}

/// E. M. Standish & J. G. Williams, "Approximate positions of the planets" (JPL), table 1, which
/// holds from 1800 to 2050: within 20 arc seconds for the inner planets, 10 arc minutes for Saturn.
/// "Earth" is the barycentre of Earth and Moon. Masses: IAU (2009), with those of moons.
#[rustfmt::skip]
const PLANETS: [Planet; 9] = [
    Planet {
        elements: [0.387_099_27, 0.205_635_93, 7.004_979_02, 252.250_323_50, 77.457_796_28, 48.330_765_93],
        rates: [0.000_000_37, 0.000_019_06, -0.005_947_49, 149_472.674_111_75, 0.160_476_89, -0.125_340_81],
        inverse_mass: 6_023_600.0,
    },
    Planet {
        elements: [0.723_335_66, 0.006_776_72, 3.394_676_05, 181.979_099_50, 131.602_467_18, 76.679_842_55],
        rates: [0.000_003_90, -0.000_041_07, -0.000_788_90, 58_517.815_387_29, 0.002_683_29, -0.277_694_18],
        inverse_mass: 408_523.719,
    },
    Planet {
        elements: [1.000_002_61, 0.016_711_23, -0.000_015_31, 100.464_571_66, 102.937_681_93, 0.0],
        rates: [0.000_005_62, -0.000_043_92, -0.012_946_68, 35_999.372_449_81, 0.323_273_64, 0.0],
        inverse_mass: 328_900.56,
    },
    Planet {
        elements: [1.523_710_34, 0.093_394_10, 1.849_691_42, -4.553_432_05, -23.943_629_59, 49.559_538_91],
        rates: [0.000_018_47, 0.000_078_82, -0.008_131_31, 19_140.302_684_99, 0.444_410_88, -0.292_573_43],
        inverse_mass: 3_098_703.59,
    },
    Planet {
        elements: [5.202_887_00, 0.048_386_24, 1.304_396_95, 34.396_440_51, 14.728_479_83, 100.473_909_09],
        rates: [-0.000_116_07, -0.000_132_53, -0.001_837_14, 3_034.746_127_75, 0.212_526_68, 0.204_691_06],
        inverse_mass: 1_047.348_644,
    },
    Planet {
        elements: [9.536_675_94, 0.053_861_79, 2.485_991_87, 49.954_244_23, 92.598_878_31, 113.662_424_48],
        rates: [-0.001_250_60, -0.000_509_91, 0.001_936_09, 1_222.493_622_01, -0.418_972_16, -0.288_677_94],
        inverse_mass: 3_497.901_8,
    },
    Planet {
        elements: [19.189_164_64, 0.047_257_44, 0.772_637_83, 313.238_104_51, 170.954_276_30, 74.016_925_03],
        rates: [-0.001_961_76, -0.000_043_97, -0.002_429_39, 428.482_027_85, 0.408_052_81, 0.042_405_89],
        inverse_mass: 22_902.98,
    },
    Planet {
        elements: [30.069_922_76, 0.008_590_48, 1.770_043_47, -55.120_029_69, 44.964_762_27, 131.784_225_74],
        rates: [0.000_262_91, 0.000_051_05, 0.000_353_72, 218.459_453_25, -0.322_414_64, -0.005_086_64],
        inverse_mass: 19_412.26,
    },
    Planet {
        elements: [39.482_116_75, 0.248_827_30, 17.140_012_06, 238.929_038_33, 224.068_916_29, 110.303_936_84],
        rates: [-0.000_315_96, 0.000_051_70, 0.000_048_18, 145.207_805_15, -0.040_629_42, -0.011_834_82],
        inverse_mass: 136_566_000.0,
    },
];

static NAMES: [&str; 10] =
    ["sun", "mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "pluto"];

/// The Sun and its planets from Mercury outwards, the last of them Pluto, as points: components 0
/// (the Sun) to 9. The plane z = 0 is the ecliptic of J2000, and x points to the vernal equinox.
/// The unit of length is the astronomical unit and that of mass the Sun's, so a year is 2π; the
/// centre of mass is at rest at the origin.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Planets {
    /// How many planets there are, from 1 to 9, whole.
    pub planets: f64,
    /// The Julian year at the start, from 1800 to 2050: 2000 is noon of 1 January 2000.
    pub year: f64,
}

impl Default for Planets {
    fn default() -> Self {
        Self { planets: 9.0, year: 2000.0 }
    }
}

impl Planets {
    /// The days at whose noon they can begin.
    pub const DAYS: RangeInclusive<Date> =
        Date { year: 1800, month: 1, day: 1 }..=Date { year: 2049, month: 12, day: 31 };

    fn number(&self) -> usize {
        (self.planets.max(1.0) as usize).min(PLANETS.len())
    }
}

impl Planet {
    /// The planet on its orbit, relative to the Sun.
    fn at(&self, year: f64, component: u32) -> Body {
        let centuries = (year - 2000.0) / 100.0;
        let now: [f64; 6] =
            std::array::from_fn(|place| self.elements[place] + centuries * self.rates[place]);
        let [axis, e, inclination, longitude, perihelion, node] = now;
        let [inclination, longitude, perihelion, node] =
            [inclination, longitude, perihelion, node].map(f64::to_radians);
        let anomaly = eccentric_anomaly(longitude - perihelion, e);
        let (sin, cos) = (libm::sin(anomaly), libm::cos(anomaly));
        let mass = 1.0 / self.inverse_mass;
        let flat = (1.0 - e * e).sqrt();
        let speed = ((1.0 + mass) / axis).sqrt() / (1.0 - e * cos);
        let turned = turn_z(node) * turn_x(inclination) * turn_z(perihelion - node);
        Body {
            position: turned * (axis * DVec3::new(cos - e, flat * sin, 0.0)),
            velocity: turned * (speed * DVec3::new(-sin, flat * cos, 0.0)),
            mass,
            component,
        }
    }
}

/// The matrices of platform-independent sines, so that equal elements give equal bits.
fn turn_z(angle: f64) -> DMat3 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    DMat3::from_cols(DVec3::new(cos, sin, 0.0), DVec3::new(-sin, cos, 0.0), DVec3::Z)
}

fn turn_x(angle: f64) -> DMat3 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    DMat3::from_cols(DVec3::X, DVec3::new(0.0, cos, sin), DVec3::new(0.0, -sin, cos))
}

/// Solves Kepler's equation by Newton's method, which converges in a few rounds for these
/// eccentricities.
fn eccentric_anomaly(mean: f64, e: f64) -> f64 {
    (0..20).fold(mean + e * libm::sin(mean), |anomaly, _| {
        anomaly - (anomaly - e * libm::sin(anomaly) - mean) / (1.0 - e * libm::cos(anomaly))
    })
}

impl Generator for Planets {
    fn fixed_count(&self) -> Option<usize> {
        Some(1 + self.number())
    }

    fn components(&self) -> &'static [&'static str] {
        &NAMES[..=self.number()]
    }

    fn check(&self) -> Result<(), InitialError> {
        check_within("planets", self.planets, 1.0, PLANETS.len() as f64)?;
        if self.planets.fract() != 0.0 {
            let range = say!("range-planets", most = PLANETS.len());
            return Err(InitialError::Parameter { key: "planets", value: self.planets, range });
        }
        check_within("year", self.year, 1800.0, 2050.0)
    }

    fn draw(&self, _: usize, _: &mut Random) -> Vec<Body> {
        let sun = Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
        let planets = PLANETS[..self.number()]
            .iter()
            .zip(1..)
            .map(|(planet, component)| planet.at(self.year, component));
        let mut bodies: Vec<_> = [sun].into_iter().chain(planets).collect();
        move_to_center_of_mass(&mut bodies);
        bodies
    }
}
