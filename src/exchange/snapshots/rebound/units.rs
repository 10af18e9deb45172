//! Units of archives: hashes of the names that the Python module uses.

use crate::exchange::snapshots::header::{Origin, Unit, Units};
use crate::exchange::snapshots::si;

/// A name that REBOUND knows, its hash in version 4 (`MurmurHash3`, 32 bits), its usual name, and
/// its value in SI.
type Hashed = (&'static str, u32, &'static str, f64);

/// A mass in kilograms, from G m in km³/s², as REBOUND has its planets.
const fn mass(gravity: f64) -> f64 {
    gravity * 1e9 / si::G
}

const LENGTHS: &[Hashed] = &[
    ("m", 0x7273_3e45, "m", 1.0),
    ("cm", 0xe595_ff23, "cm", 0.01),
    ("km", 0x35e6_54a6, "km", 1e3),
    ("au", 0x7fe5_e95a, "au", si::AU),
    ("aus", 0xe263_332a, "au", si::AU),
    ("pc", 0x63ed_c0b1, "pc", si::PARSEC),
    ("parsec", 0xbb32_d071, "pc", si::PARSEC),
];

const MASSES: &[Hashed] = &[
    ("kg", 0x24e6_0c4d, "kg", 1.0),
    ("g", 0x0222_497a, "g", 1e-3),
    ("gram", 0xd7e0_ffbe, "g", 1e-3),
    ("msun", 0x6f26_74a6, "Msun", si::SUN),
    ("solarmass", 0x4153_3447, "Msun", si::SUN),
    ("sunmass", 0x7d8a_4c20, "Msun", si::SUN),
    ("msolar", 0x9b26_5530, "Msun", si::SUN),
    ("mmercury", 0xdf7b_53a4, "Mmercury", mass(2.203_178e4)),
    ("mvenus", 0x0c2e_5950, "Mvenus", mass(3.248_585_92e5)),
    ("mearth", 0xfb90_105c, "Mearth", si::EARTH),
    ("mmars", 0x803a_cf10, "Mmars", mass(4.282_837_362e4)),
    ("mjupiter", 0x2767_f605, "Mjupiter", si::JUPITER),
    ("msaturn", 0x0088_0127, "Msaturn", mass(3.793_120_75e7)),
    ("muranus", 0x62e9_a6de, "Muranus", mass(5.793_951_322e6)),
    ("mneptune", 0xce91_46f9, "Mneptune", mass(6.835_099_502e6)),
    ("mpluto", 0x70bb_5faf, "Mpluto", mass(8.696_138_178e2)),
    // With this mass, au and days, G = 1.
    ("massist", 0x593e_1b03, "Massist", mass(4.484_858_560_274_59e14)),
];

const TIMES: &[Hashed] = &[
    ("s", 0x569a_8fb0, "s", 1.0),
    ("hr", 0xd903_4b61, "h", 3600.0),
    ("day", 0xa05a_b503, "day", si::DAY),
    ("days", 0xdee5_046b, "day", si::DAY),
    ("d", 0x2894_30ce, "day", si::DAY),
    ("yr", 0x00c5_6ac8, "yr", si::YEAR),
    ("year", 0x4d6a_4a2d, "yr", si::YEAR),
    ("years", 0x5300_5ada, "yr", si::YEAR),
    ("yrs", 0x7fe9_e44a, "yr", si::YEAR),
    ("jyr", 0x6a69_32f8, "yr", si::YEAR),
    ("sidereal_yr", 0x8271_db5a, "sidereal yr", 31_558_149.763_5),
    ("yr2pi", 0xf437_0bd6, "yr/2pi", 5_022_642.890_9),
    ("kyr", 0xa595_7daf, "kyr", 1e3 * si::YEAR),
    ("myr", 0x234d_dd98, "Myr", 1e6 * si::YEAR),
    ("gyr", 0x7ee0_f9a2, "Gyr", 1e9 * si::YEAR),
];

/// The hash of a name in version 5: Bernstein's, with additions (`djb2`).
fn hash(name: &str) -> u32 {
    name.bytes().fold(5381, |hash: u32, byte| hash.wrapping_mul(33).wrapping_add(byte.into()))
}

/// The units that three hashes stand for, in any order; all hashes are 0 if the run had no units.
/// The texts are those of length, velocity and mass.
pub(super) fn units(hashes: [u32; 3]) -> (Units, [String; 3]) {
    let is_told = |entry: &&Hashed| hashes.contains(&entry.1) || hashes.contains(&hash(entry.0));
    let find = |table: &'static [Hashed]| table.iter().find(is_told);
    let (length, mass, time) = (find(LENGTHS), find(MASSES), find(TIMES));
    let velocity = length.zip(time).map(|(l, t)| (l.3 / t.3, format!("{}/({})", l.2, t.2)));
    let si = |found: Option<&Hashed>| found.map(|entry| Unit::from_si(entry.3));
    let text = |found: Option<&Hashed>| found.map_or(String::new(), |entry| entry.2.into());
    let known = length.is_some() || mass.is_some() || time.is_some();
    let units = Units {
        length: si(length),
        velocity: velocity.as_ref().map(|v| Unit::from_si(v.0)),
        mass: si(mass),
        time: si(time),
        origin: if known { Origin::File } else { Origin::Unknown },
    };
    (units, [text(length), velocity.map_or(String::new(), |v| v.1), text(mass)])
}
