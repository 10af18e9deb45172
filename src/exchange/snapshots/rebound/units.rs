//! Units of archives: hashes of the names that the Python module uses.

use crate::exchange::snapshots::header::{Origin, Unit, Units};
use crate::exchange::snapshots::si;

/// A hash (`MurmurHash3`, 32 bits) of a name that REBOUND knows, a usual name, the SI value.
type Hashed = (u32, &'static str, f64);

const LENGTHS: &[Hashed] = &[
    (0x7273_3e45, "m", 1.0),
    (0xe595_ff23, "cm", 0.01),
    (0x35e6_54a6, "km", 1e3),
    (0x7fe5_e95a, "au", si::AU),
    (0xe263_332a, "au", si::AU),
    (0x63ed_c0b1, "pc", si::PARSEC),
    (0xbb32_d071, "pc", si::PARSEC),
];

const MASSES: &[Hashed] = &[
    (0x24e6_0c4d, "kg", 1.0),
    (0x0222_497a, "g", 1e-3),
    (0xd7e0_ffbe, "g", 1e-3),
    (0x6f26_74a6, "Msun", si::SUN),
    (0x4153_3447, "Msun", si::SUN),
    (0x7d8a_4c20, "Msun", si::SUN),
    (0x9b26_5530, "Msun", si::SUN),
    (0xfb90_105c, "Mearth", si::EARTH),
    (0x2767_f605, "Mjupiter", si::JUPITER),
];

const TIMES: &[Hashed] = &[
    (0x569a_8fb0, "s", 1.0),
    (0xd903_4b61, "h", 3600.0),
    (0xa05a_b503, "day", si::DAY),
    (0xdee5_046b, "day", si::DAY),
    (0x2894_30ce, "day", si::DAY),
    (0x00c5_6ac8, "yr", si::YEAR),
    (0x4d6a_4a2d, "yr", si::YEAR),
    (0x5300_5ada, "yr", si::YEAR),
    (0x7fe9_e44a, "yr", si::YEAR),
    (0x6a69_32f8, "yr", si::YEAR),
    (0x8271_db5a, "sidereal yr", 31_558_149.763_5),
    (0xf437_0bd6, "yr/2pi", 5_022_642.890_9),
    (0xa595_7daf, "kyr", 1e3 * si::YEAR),
    (0x234d_dd98, "Myr", 1e6 * si::YEAR),
    (0x7ee0_f9a2, "Gyr", 1e9 * si::YEAR),
];

/// The units of three hashes, in any order; all 0 if the run had none. The texts are those of
/// length, velocity and mass.
pub(super) fn units(hashes: [u32; 3]) -> (Units, [String; 3]) {
    let find = |table: &[Hashed]| table.iter().find(|entry| hashes.contains(&entry.0)).copied();
    let (length, mass, time) = (find(LENGTHS), find(MASSES), find(TIMES));
    let velocity = length.zip(time).map(|(l, t)| (l.2 / t.2, format!("{}/({})", l.1, t.1)));
    let si = |found: Option<Hashed>| found.map(|entry| Unit::from_si(entry.2));
    let text = |found: Option<Hashed>| found.map_or(String::new(), |entry| entry.1.into());
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
