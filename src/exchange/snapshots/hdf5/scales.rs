//! Cosmology and units of the family of Gadget: of the file, and of each dataset.

use hdf5_reader::Dataset;

use super::book::{self, Book};
use super::dimensions::{bracketed, cgs, of};
use crate::exchange::snapshots::gadget::usual_units;
use crate::exchange::snapshots::header::{Cosmology, Origin, Unit, Units};
use crate::exchange::snapshots::names;

/// What turns numbers of a file into physical ones.
pub(super) struct Scales {
    pub swift: bool,
    pub comoving: bool,
    pub time: Option<f64>,
    pub expansion: f64,
    pub redshift: Option<f64>,
    pub hubble: Option<f64>,
    pub cosmology: Option<Cosmology>,
    /// The gravitational constant, if the run chose one in place of that of its units.
    pub gravity: Option<f64>,
    pub units: Units,
}

/// The names of the factor to CGS: SWIFT's, new and old, and EAGLE's.
const FACTORS: [&str; 3] = [
    "Conversion factor to CGS (not including cosmological corrections)",
    "CGS conversion factor",
    "CGSConversionFactor",
];
const TEXTS: [&str; 3] =
    ["Expression for physical CGS units", "Conversion factor", "VarDescription"];
const POWERS_OF_A: [&str; 2] = ["a-scale exponent", "aexp-scale-exponent"];
const POWERS_OF_H: [&str; 2] = ["h-scale exponent", "h-scale-exponent"];
/// The names of units of length, mass and velocity in CGS: Gadget's and GIZMO's.
const UNIT_NAMES: [[&str; 3]; 2] = [
    ["UnitLength_in_cm", "UnitMass_in_g", "UnitVelocity_in_cm_per_s"],
    ["UnitLength_In_CGS", "UnitMass_In_CGS", "UnitVelocity_In_CGS"],
];
const LAMBDAS: [(&str, &str); 3] =
    [("Header", "OmegaLambda"), ("Parameters", "OmegaLambda"), ("Cosmology", "Omega_lambda")];
const CODE_UNITS: [&str; 3] = ["Units", "InternalCodeUnits", "Header"];

impl Scales {
    pub fn read(book: &Book) -> Self {
        let groups = book.groups("").unwrap_or_default();
        let code = CODE_UNITS.iter().any(|g| book.number(g, "Unit length in cgs (U_L)").is_some());
        let swift = code || groups.iter().any(|g| g == "InternalCodeUnits");
        let first = |places: &[(&str, &str)]| places.iter().find_map(|p| book.number(p.0, p.1));
        let time = first(&[("Header", "Time")]);
        let redshift = first(&[("Header", "Redshift"), ("Cosmology", "Redshift")]);
        let scale = first(&[
            ("Header", "Scale-factor"),
            ("Cosmology", "Scale-factor"),
            ("Header", "ExpansionFactor"),
        ]);
        let hubble =
            first(&[("Header", "HubbleParam"), ("Parameters", "HubbleParam"), ("Cosmology", "h")]);
        let hubble = hubble.filter(|h| *h > 0.0 && h.is_finite());
        let omega = first(&[("Header", "Omega0"), ("Parameters", "Omega0")]).unwrap_or(0.0);
        let cosmology = hubble
            .zip(first(&[("Cosmology", "Omega_m")]).or(Some(omega)))
            .zip(first(&LAMBDAS))
            .map(|((hubble, matter), lambda)| Cosmology { hubble, matter, lambda })
            .filter(Cosmology::is_sound);
        let expected = redshift.map(|z| 1.0 / (1.0 + z));
        let matches = scale.or(time).zip(expected).is_some_and(|(t, a)| (t - a).abs() < 1e-3 * a);
        let told =
            first(&[("Cosmology", "Cosmological run"), ("Parameters", "ComovingIntegrationOn")]);
        let comoving = told.map_or(!swift && omega > 0.0 && matches, |told| told == 1.0);
        let expansion = if comoving { scale.or(expected).or(time).unwrap_or(1.0) } else { 1.0 };
        let gravity = first(&[("Parameters", "GravityConstantInternal")]).filter(|g| *g > 0.0);
        let units = match gravity {
            Some(_) => Units::default(),
            None => units(book, comoving, hubble.unwrap_or(1.0)),
        };
        Self { swift, comoving, time, expansion, redshift, hubble, cosmology, gravity, units }
    }

    /// The program in words.
    pub fn program(&self, book: &Book) -> String {
        let code = book.text("Header", "Code").or_else(|| book.text("Code", "Code"));
        let version = book.text("Code", "Code Version").map_or(String::new(), |v| format!(" {v}"));
        match code {
            Some(code) => format!("{code}{version}, HDF5"),
            None if self.swift => format!("SWIFT{version}, HDF5"),
            None if book.number("Parameters", "HubbleParam").is_some() => "Gadget-4, HDF5".into(),
            None => "Gadget or Arepo, HDF5".into(),
        }
    }

    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.comoving {
            notes.push("positions are comoving; powers of a are with each column".into());
        }
        if self.hubble.is_none() {
            notes.push("the file has no Hubble parameter; powers of h count as 1".into());
        }
        notes
    }

    /// The unit of a dataset: by its attributes, else by the units of the file.
    pub fn unit(&self, dataset: &Dataset, name: &str) -> (String, Option<Unit>) {
        if name == names::ID {
            return (String::new(), None);
        }
        let number = |name: &str| {
            let attribute = dataset.attribute(name).ok()?;
            book::numbers(&attribute)?.first().copied()
        };
        let text = |name: &&str| book::text(&dataset.attribute(name).ok()?);
        if let Some(factor) = FACTORS.iter().find_map(|name| number(name)) {
            let text = TEXTS.iter().find_map(text).unwrap_or_default();
            let dimensions = of(name).map(cgs).or_else(|| bracketed(&text));
            let physical = number("Value stored as physical") == Some(1.0);
            let power = |names: [&str; 2]| names.into_iter().find_map(number).unwrap_or(0.0);
            let a = if physical { 0.0 } else { power(POWERS_OF_A) };
            let h = power(POWERS_OF_H);
            let si = dimensions.and_then(|cgs| self.scaled(factor * cgs, a, h));
            return (text, si);
        }
        if let Some(factor) = number("to_cgs") {
            let power = |name| number(name).unwrap_or(0.0);
            let [l, m, v] = ["length_scaling", "mass_scaling", "velocity_scaling"].map(power);
            let cgs = 1e-2_f64.powf(l + v) * 1e-3_f64.powf(m);
            let powers = [("length", l), ("mass", m), ("velocity", v)];
            let powers = powers.iter().filter(|(_, power)| *power != 0.0);
            let text: Vec<String> = powers
                .map(
                    |(of, power)| {
                        if *power == 1.0 { (*of).into() } else { format!("{of}^{power}") }
                    },
                )
                .collect();
            let text = text.join(" ");
            // The programs write 0 for what has no dimension.
            let factor = if factor == 0.0 { 1.0 } else { factor };
            return (text, self.scaled(factor * cgs, power("a_scaling"), power("h_scaling")));
        }
        // Written by Starshell for a column whose unit is known only as a text.
        text(&"unit").map_or_else(|| (String::new(), self.usual(name)), |text| (text, None))
    }

    fn scaled(&self, factor: f64, a: f64, h: f64) -> Option<Unit> {
        let si = factor * self.hubble.unwrap_or(1.0).powf(h);
        let expansion = if self.comoving { a } else { 0.0 };
        (si.is_finite() && si > 0.0 && expansion.is_finite()).then_some(Unit { si, expansion })
    }

    /// The unit of a standard column made from those of length, velocity and mass.
    fn usual(&self, name: &str) -> Option<Unit> {
        let (l, v, m) = (self.units.length?, self.units.velocity?, self.units.mass?);
        Some(match name {
            names::POSITION | names::SOFTENING | names::SMOOTHING => l,
            names::VELOCITY => v,
            names::MASS => m,
            names::DENSITY => {
                let si = m.si / l.si.powi(3);
                Unit { si, expansion: -3.0 * l.expansion }
            }
            names::ENERGY => Unit::from_si(v.si * v.si),
            names::TEMPERATURE => Unit::from_si(1.0),
            _ => return None,
        })
    }
}

/// The units of a file: SWIFT's group, the unit attributes of Gadget and Arepo, or the default.
fn units(book: &Book, comoving: bool, h: f64) -> Units {
    let positive = |x: &f64| *x > 0.0 && x.is_finite();
    for group in CODE_UNITS {
        let number = |name| book.number(group, name).filter(positive);
        let length = number("Unit length in cgs (U_L)");
        let mass = number("Unit mass in cgs (U_M)");
        let time = number("Unit time in cgs (U_t)");
        if let (Some(length), Some(mass), Some(time)) = (length, mass, time) {
            let length = length * 1e-2;
            return Units {
                length: Some(Unit { si: length, expansion: f64::from(u8::from(comoving)) }),
                velocity: Some(Unit::from_si(length / time)),
                mass: Some(Unit::from_si(mass * 1e-3)),
                time: Some(Unit::from_si(time)),
                origin: Origin::File,
            };
        }
    }
    let mut units = usual_units(h, comoving);
    let groups = ["Header", "Parameters", "Units"];
    for (group, names) in groups.iter().flat_map(|g| UNIT_NAMES.map(|names| (*g, names))) {
        let [length, mass, velocity] = names.map(|name| book.number(group, name).filter(positive));
        if let (Some(length), Some(mass), Some(velocity)) = (length, mass, velocity) {
            let set = |unit: &mut Option<Unit>, si| {
                *unit = unit.map(|unit| Unit { si, ..unit });
            };
            set(&mut units.length, length * 1e-2 / h);
            set(&mut units.mass, mass * 1e-3 / h);
            set(&mut units.velocity, velocity * 1e-2);
            set(&mut units.time, length / velocity / h);
            units.origin = Origin::File;
            break;
        }
    }
    units
}
