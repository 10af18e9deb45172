//! What the numbers of a file measure: units of length, speed and mass.

use std::fmt;

use super::snapshots::header::{Header, Moment, Unit as InFile};
use super::snapshots::si;

/// Metres of the astronomical unit and the parsec.
pub(crate) const ASTRONOMICAL_UNIT: f64 = si::AU;
pub(crate) const PARSEC: f64 = si::PARSEC;
/// Seconds of a Julian year.
pub(crate) const YEAR: f64 = si::YEAR;
const DAY: f64 = si::DAY;
/// Gravitational parameters in m³/s² of the Sun, the Earth, Jupiter and a kilogram.
pub(crate) const SUN: f64 = si::GM_SUN;
pub(crate) const EARTH: f64 = si::GM_EARTH;
const JUPITER: f64 = si::GM_JUPITER;
pub(super) const KILOGRAM: f64 = si::G;

/// The two names that differ by their case alone.
const MILLIPARSEC: &str = "mpc";
const MEGAPARSEC: &str = "Mpc";

/// Names of units and their sizes in metres, seconds and m³/s², the last that of a mass by its
/// gravity.
const LENGTHS: &[(&str, f64)] = &[
    ("m", 1.0),
    ("cm", 1e-2),
    ("km", 1e3),
    ("au", ASTRONOMICAL_UNIT),
    ("pc", PARSEC),
    ("parsec", PARSEC),
    ("kpc", 1e3 * PARSEC),
    (MILLIPARSEC, 1e-3 * PARSEC),
    (MEGAPARSEC, 1e6 * PARSEC),
    ("ly", 299_792_458.0 * YEAR),
    ("lyr", 299_792_458.0 * YEAR),
    ("rsun", 6.957e8),
    ("rearth", 6.378_1e6),
];
const TIMES: &[(&str, f64)] = &[
    ("s", 1.0),
    ("h", 3600.0),
    ("d", DAY),
    ("day", DAY),
    ("yr", YEAR),
    ("year", YEAR),
    ("kyr", 1e3 * YEAR),
    ("myr", 1e6 * YEAR),
    ("gyr", 1e9 * YEAR),
];
const MASSES: &[(&str, f64)] = &[
    ("kg", KILOGRAM),
    ("g", 1e-3 * KILOGRAM),
    ("msun", SUN),
    ("solmass", SUN),
    ("mearth", EARTH),
    ("earthmass", EARTH),
    ("mjup", JUPITER),
    ("jupitermass", JUPITER),
];

/// A unit of length or time, with its size in metres or seconds.
///
/// ```
/// use starshell::exchange::Unit;
///
/// assert_eq!(("km".parse(), "h".parse()), (Ok(Unit::Length(1e3)), Ok(Unit::Time(3600.0))));
/// assert!("parrot".parse::<Unit>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// Metres.
    Length(f64),
    /// Seconds.
    Time(f64),
    /// Metres per second.
    Speed(f64),
    /// The gravitational parameter in m³/s².
    Mass(f64),
}

impl std::str::FromStr for Unit {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let of = |names: &[(&str, f64)]| {
            names.iter().find(|(name, _)| is_name(text, name)).map(|(_, size)| *size)
        };
        of(LENGTHS)
            .map(Self::Length)
            .or_else(|| of(TIMES).map(Self::Time))
            .or_else(|| of(MASSES).map(Self::Mass))
            .or_else(|| speed_of(text).map(Self::Speed))
            .ok_or(())
    }
}

/// Units of length, speed and mass, each a name or a number and a name: `pc`, `km/s`, `1e10 Msun`.
///
/// Lengths are cm, m, km, AU, pc, kpc, Mpc, ly, Rsun and Rearth; speeds are a length per s, h, d,
/// yr, kyr, Myr or Gyr; masses are kg, g, Msun, Mearth and Mjup. Case matters only where it
/// decides: `mpc` is a milliparsec, `Mpc` a megaparsec, and `MPC` neither.
///
/// ```
/// use starshell::exchange::Measures;
///
/// let units: Measures = "kpc km/s 1e10 Msun".parse().unwrap();
/// assert_eq!((units.speed, units.to_string().as_str()), (1e3, "kpc km/s 1e10 Msun"));
/// assert!("kpc km/s".parse::<Measures>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// The unit of length in metres.
    pub length: f64,
    /// The unit of speed in metres per second.
    pub speed: f64,
    /// The gravitational parameter of the unit of mass in m³/s².
    pub gravity: f64,
    /// Their names.
    pub names: [String; 3],
}

impl Measures {
    /// Units by their three names.
    pub(super) fn from_units([length, speed, mass]: [&str; 3]) -> Option<Self> {
        let names = [length, speed, mass].map(|name| name.trim().to_owned());
        Some(Self {
            length: size(length, LENGTHS)?,
            speed: speed_of(speed)?,
            gravity: size(mass, MASSES)?,
            names,
        })
    }

    /// The units of a snapshot as physical ones, with its expansion factor worked in; none if the
    /// file does not tell all three.
    pub(super) fn of_snapshot(header: &Header, moment: &Moment) -> Option<Self> {
        let a = moment.expansion.unwrap_or(1.0);
        let physical = |unit: InFile| unit.si * a.powf(unit.expansion);
        let [length, speed, kilograms] =
            [header.units.length?, header.units.velocity?, header.units.mass?].map(physical);
        Self::from_si(length, speed, kilograms * KILOGRAM)
    }

    /// Units of so many metres, metres per second and m³/s², named after the usual ones below them.
    pub fn from_si(length: f64, speed: f64, gravity: f64) -> Option<Self> {
        let name = |size: f64, named: &[(&str, f64)]| {
            // The largest that the unit does not fall below, to nine digits.
            let (name, one) = named.iter().rev().find(|(_, one)| size >= 0.999 * one)?;
            let factor: f64 = format!("{:.8e}", size / one).parse().ok()?;
            Some(match factor {
                1.0 => (*name).to_owned(),
                _ if factor < 1e5 => format!("{factor} {name}"),
                _ => format!("{factor:e} {name}"),
            })
        };
        let lengths =
            [("cm", 1e-2), ("m", 1.0), ("km", 1e3), ("AU", ASTRONOMICAL_UNIT), ("pc", PARSEC)];
        let lengths = [&lengths[..], &[("kpc", 1e3 * PARSEC), ("Mpc", 1e6 * PARSEC)]].concat();
        let names = [
            name(length, &lengths)?,
            name(speed, &[("cm/s", 1e-2), ("m/s", 1.0), ("km/s", 1e3)])?,
            name(gravity, &[("g", 1e-3 * KILOGRAM), ("kg", KILOGRAM), ("Msun", SUN)])?,
        ];
        Some(Self { length, speed, gravity, names })
    }

    /// Units by their names, or none, which `none` and `G = 1` stand for; nothing if the text says
    /// neither.
    ///
    /// ```
    /// use starshell::exchange::Measures;
    ///
    /// assert_eq!(Measures::or_none("none"), Some(None));
    /// assert!(Measures::or_none("pc km/s Msun").unwrap().is_some());
    /// assert_eq!(Measures::or_none("parrots"), None);
    /// ```
    pub fn or_none(text: &str) -> Option<Option<Self>> {
        let plain: String =
            text.chars().filter(|letter| !letter.is_whitespace()).take(MAX_LETTERS).collect();
        let is_none = ["none", "g=1", "nbody", "n-body"].contains(&plain.to_lowercase().as_str());
        if is_none { Some(None) } else { text.parse().ok().map(Some) }
    }
}

impl std::str::FromStr for Measures {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut names: Vec<String> = Vec::new();
        for word in text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
            // A factor stands before its unit, and only one.
            let is_factor = |text: &str| split(text).is_some_and(|(_, name)| name.is_empty());
            match names.last_mut() {
                Some(factor) if is_factor(factor) && !is_factor(word) => {
                    *factor += &format!(" {word}")
                }
                _ => names.push(word.to_owned()),
            }
        }
        let [length, speed, mass] = &names[..] else { return Err(()) };
        Self::from_units([length, speed, mass]).ok_or(())
    }
}

impl fmt::Display for Measures {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.names.join(" "))
    }
}

/// Letters of the longest unit that is looked at.
const MAX_LETTERS: usize = 64;

/// A number and the name behind it, without signs that are written or not: `1e10 Msun`, `10^10 M☉`,
/// `2*10^30 kg`, `km s^-1`. None if there is another sign.
fn split(text: &str) -> Option<(f64, String)> {
    let plain: String = text
        .trim()
        .chars()
        .take(MAX_LETTERS)
        .collect::<String>()
        .replace('×', "*")
        .replace(['☉', '⊙'], "sun");
    let end = number_end(plain.as_bytes());
    let (number, mut rest) = plain.split_at(end);
    let mut factor = if number.is_empty() { 1.0 } else { number.parse().ok()? };
    let power = if number == "10" { rest.strip_prefix('^') } else { rest.strip_prefix("*10^") };
    if let Some(power) = power {
        let digits = number_end(power.as_bytes());
        let base = if number == "10" { 1.0 } else { factor };
        factor = base * 10_f64.powi(power[..digits].parse().ok()?);
        rest = &power[digits..];
    }
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('*').filter(|_| end > 0).unwrap_or(rest);
    let name = rest.replace("^-1", "-1").replace([' ', '_'], "");
    (factor.is_finite()
        && !name.contains(['*', '^'])
        && !name.starts_with(|letter: char| letter.is_ascii_digit()))
    .then_some((factor, name))
}

/// Where the number at the beginning of a text ends.
pub fn number_end(text: &[u8]) -> usize {
    let digits =
        |from: usize| from + text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = |from: usize| from + usize::from(matches!(text.get(from), Some(b'+' | b'-')));
    let whole = digits(sign(0));
    let end = if text.get(whole) == Some(&b'.') { digits(whole + 1) } else { whole };
    let exponent =
        if matches!(text.get(end), Some(b'e' | b'E')) { sign(end + 1) } else { return end };
    if digits(exponent) > exponent { digits(exponent) } else { end }
}

/// Whether `text` is the name of a unit. Case matters only between milliparsecs and megaparsecs.
fn is_name(text: &str, name: &str) -> bool {
    if text.eq_ignore_ascii_case(MILLIPARSEC) && name.eq_ignore_ascii_case(MILLIPARSEC) {
        text == name
    } else {
        text.eq_ignore_ascii_case(name)
    }
}

fn size(text: &str, names: &[(&str, f64)]) -> Option<f64> {
    if text.len() > MAX_LETTERS {
        return None;
    }
    let (factor, name) = split(text)?;
    let (_, size) = names.iter().find(|(known, _)| is_name(&name, known))?;
    Some(factor * size).filter(|size| *size > 0.0)
}

/// A length per time, as km/s, km s^-1 or kms-1.
fn speed_of(text: &str) -> Option<f64> {
    if text.len() > MAX_LETTERS {
        return None;
    }
    let (factor, name) = split(text)?;
    let pairs = LENGTHS.iter().flat_map(|length| TIMES.iter().map(move |time| (length, time)));
    let parts = |length: &str| {
        let (own, per) = name.split_at_checked(length.len())?;
        is_name(own, length).then(|| per.strip_prefix('/').or_else(|| per.strip_suffix("-1")))?
    };
    let is_it =
        |length: &str, time: &str| parts(length).is_some_and(|per| per.eq_ignore_ascii_case(time));
    let (length, time) = pairs.into_iter().find(|(length, time)| is_it(length.0, time.0))?;
    Some(factor * length.1 / time.1).filter(|size| *size > 0.0)
}

/// Whether a text names a unit of time.
pub(super) fn is_time(text: &str) -> bool {
    TIMES.iter().any(|(name, _)| text.eq_ignore_ascii_case(name))
}

/// Whether a text names a unit of speed.
pub(super) fn is_speed(text: &str) -> bool {
    speed_of(text).is_some()
}

/// Whether a text names a unit of mass.
pub(super) fn is_mass(text: &str) -> bool {
    size(text, MASSES).is_some()
}

/// Whether a text names a unit of length, speed or mass.
pub(super) fn is_unit(text: &str) -> bool {
    size(text, LENGTHS).is_some() || is_speed(text) || is_mass(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_known_by_the_names_that_people_write() {
        for (text, expected) in [
            ("pc km/s Msun", [PARSEC, 1e3, SUN]),
            ("AU, AU/day, M_sun", [ASTRONOMICAL_UNIT, ASTRONOMICAL_UNIT / DAY, SUN]),
            ("kpc km/s 1e10 Msun", [1e3 * PARSEC, 1e3, 1e10 * SUN]),
            ("kpc kms^-1 10^10M☉", [1e3 * PARSEC, 1e3, 1e10 * SUN]),
            ("m m/s kg", [1.0, 1.0, KILOGRAM]),
            ("CM cm/s G", [1e-2, 1e-2, 1e-3 * KILOGRAM]),
            ("mpc km/s Msun", [1e-3 * PARSEC, 1e3, SUN]),
            ("Mpc Mpc/Gyr MSUN", [1e6 * PARSEC, 1e6 * PARSEC / (1e9 * YEAR), SUN]),
            ("KPC 1.5km/s 2.3e9Msun", [1e3 * PARSEC, 1.5e3, 2.3e9 * SUN]),
            ("2 pc 0.5 pc/Myr Mearth", [2.0 * PARSEC, 0.5 * PARSEC / (1e6 * YEAR), EARTH]),
        ] {
            let units: Measures = text.parse().unwrap_or_else(|()| panic!("{text}"));
            let found = [units.length, units.speed, units.gravity];
            assert!(
                found
                    .iter()
                    .zip(expected)
                    .all(|(found, expected)| (found / expected - 1.0).abs() < 1e-12),
                "{text}"
            );
        }
        let gravity = |text: &str| text.parse::<Measures>().map(|units| units.gravity / KILOGRAM);
        for (text, factor) in [
            ("AU km/s 2*10^30 kg", 2e30),
            ("AU km/s 1.989×10^30kg", 1.989e30),
            ("AU km/s 10^3 kg", 1e3),
            ("m m/s 2*kg", 2.0),
        ] {
            assert!(
                gravity(text).is_ok_and(|found| (found / factor - 1.0).abs() < 1e-12),
                "{text}"
            );
        }
        for text in [
            "AU km/s 2^3 kg",
            "AU km/s 3 4 kg",
            "AU km/s 1,5 kg",
            "AU km/s 10**30 kg",
            "AU km/s 10^3^2 kg",
            "AU km/s kg^2",
        ] {
            assert!(gravity(text).is_err(), "{text}");
        }
        for text in [
            "",
            "pc",
            "pc km/s",
            "pc km/s Msun kg",
            "km/s pc Msun",
            "pc km Msun",
            "-1 pc km/s Msun",
            "0 pc km/s kg",
            "1 2 3",
            "MPC km/s Msun",
            "Mpc MPC/Gyr Msun",
            "mPc km/s Msun",
        ] {
            assert!(text.parse::<Measures>().is_err(), "{text}");
        }
        // In time that does not grow with the square of the length.
        let digits = "1".repeat(1_000_000);
        assert!(format!("{digits} pc km/s Msun").parse::<Measures>().is_err());
        assert!(format!("pc {digits}km/s Msun").parse::<Measures>().is_err());
    }
}
