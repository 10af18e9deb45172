//! Which column of a table is which, by the names in its header.

use super::measures::{self, Measures};
use crate::words::{Text, say};

/// The columns that a table needs, as messages name them.
pub const NAMES: [&str; 7] = ["x", "y", "z", "vx", "vy", "vz", "m"];
/// The numbers of a line, in the order of [`NAMES`].
pub type Row = [f64; 7];
/// The name of a column that is left out.
pub const NONE: &str = "-";

/// Names of columns that say when, besides those that begin with `time`, `step` or `date`.
const TIMES: [&str; 14] = [
    "t",
    "frame",
    "snapshot",
    "snap",
    "epoch",
    "jd",
    "jdtdb",
    "mjd",
    "iteration",
    "iter",
    "moment",
    "tick",
    "output",
    "calendardatetdb",
];
/// Names of columns that say which body it is, each another.
const IDENTITIES: [&str; 13] = [
    "id",
    "ids",
    "bodyid",
    "particleid",
    "particleids",
    "pid",
    "iid",
    "index",
    "idx",
    "body",
    "particle",
    "starid",
    "sourceid",
];
/// Names of columns that say of what kind a body is, or to what it belongs.
const KINDS: [&str; 10] = [
    "type",
    "ptype",
    "kind",
    "class",
    "component",
    "group",
    "galaxy",
    "cluster",
    "population",
    "flag",
];
/// Names of columns that may say which body it is.
const LABELS: [&str; 6] = ["name", "names", "object", "designation", "label", "target"];

/// What words for positions, velocities and masses begin with.
const QUANTITIES: [&[&str]; 3] = [&["pos", "coord"], &["vel", "speed"], &["mass", "weight"]];

/// Where the columns are in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// The place of each of [`NAMES`] among the fields of a line, from 0.
    pub places: [usize; 7],
    /// The names of all columns, in their order.
    pub names: Vec<String>,
    /// The column of times or steps, if there is one.
    pub time: Option<usize>,
    /// The column that says which body it is, and whether each body has another.
    pub identity: Option<(usize, bool)>,
    /// What the numbers measure, if the header says so.
    pub measures: Option<Measures>,
}

impl Columns {
    /// The columns `names` of a table without a header.
    pub fn unnamed(names: &[&str]) -> Self {
        let place = |name| names.iter().position(|other| *other == name).unwrap_or_default();
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Self { places: NAMES.map(place), names, time: None, identity: None, measures: None }
    }

    /// Finds the columns by their names.
    ///
    /// # Errors
    /// What is missing, double or contradictory, in a sentence.
    pub fn named(header: &[String]) -> Result<Self, Text> {
        let parts: Vec<_> = header.iter().map(|name| parts(name)).collect();
        let mut places = [None; 7];
        for (place, (name, _)) in parts.iter().enumerate() {
            let Some(column) = column(name) else { continue };
            if places[column].replace(place).is_some() {
                return Err(say!("import-column-twice", column = NAMES[column]));
            }
        }
        let missing: Vec<_> = NAMES
            .iter()
            .zip(places)
            .filter(|(_, place)| place.is_none())
            .map(|(name, _)| *name)
            .collect();
        if !missing.is_empty() {
            return Err(say!(
                "import-columns-missing",
                missing = missing.join(", "),
                all = NAMES.join(", ")
            ));
        }
        let places = places.map(Option::unwrap_or_default);
        let measures = measured(places.map(|place| parts[place].1.as_deref()))?;
        let at = |is_it: &dyn Fn(&str) -> bool| {
            parts.iter().position(|(name, _)| column(name).is_none() && is_it(&plain(name)))
        };
        let unique = at(&|name| IDENTITIES.contains(&name)).map(|place| (place, true));
        let identity =
            unique.or_else(|| at(&|name| LABELS.contains(&name)).map(|place| (place, false)));
        let names = header.iter().map(|name| name.trim().to_owned()).collect();
        // `T [K]` is a temperature.
        let is_warm = |place: &usize| parts[*place].1.as_deref() == Some("K");
        let time = at(&is_time).filter(|place| !is_warm(place));
        Ok(Self { places, names, time, identity, measures })
    }

    /// How many fields a line has.
    pub fn fields(&self) -> usize {
        self.names.len()
    }

    /// Whether the column at `place` says of what kind a body is.
    pub fn is_kind(&self, place: usize) -> bool {
        KINDS.contains(&plain(&self.names[place]).as_str())
    }

    /// The names of columns that are left out.
    pub fn unused(&self) -> Vec<String> {
        let others = self
            .names
            .iter()
            .enumerate()
            .filter(|(place, name)| !self.places.contains(place) && *name != NONE);
        others.map(|(_, name)| name.clone()).collect()
    }

    /// What a line of units under the header says, if it is one.
    pub fn units(&self, fields: &[String]) -> Option<Measures> {
        // Those of the last columns may be empty.
        let unit = |place: usize| {
            fields.get(place).map(|unit| unit.trim_matches(['[', ']', '(', ')', ' ']))
        };
        measured(self.places.map(unit)).ok().flatten().filter(|_| fields.len() <= self.fields())
    }
}

/// What columns measure whose units are these, in the order of [`NAMES`].
fn measured(units: [Option<&str>; 7]) -> Result<Option<Measures>, Text> {
    match [one(&units[..3]), one(&units[3..6]), one(&units[6..])] {
        [Some(None), Some(None), Some(None)] => Ok(None),
        [Some(Some(length)), Some(Some(speed)), Some(Some(mass))] => {
            let wanted = [length, speed, mass];
            Measures::from_units(wanted).map(Some).ok_or_else(|| {
                say!("import-units", units = super::contents::quoted(&wanted.join(" ")))
            })
        }
        _ => Err(say!("import-units-mixed")),
    }
}

/// What all of `units` are, if they are the same.
fn one<'a>(units: &[Option<&'a str>]) -> Option<Option<&'a str>> {
    units.iter().all(|unit| *unit == units[0]).then_some(units[0])
}

/// A name, and the unit in brackets or after a sign behind it: `x [pc]`, `vx (km/s)`, `m/kg`,
/// `x_au`, `vx_km_s`.
pub(super) fn parts(header: &str) -> (String, Option<String>) {
    let header = without_number(header.trim());
    if let Some((name, unit)) = header.split_once(['[', '(']) {
        return (name.trim().to_owned(), Some(unit.trim_end_matches([']', ')', ' ']).to_owned()));
    }
    let behind = |at: usize| {
        let (name, tail) = (&header[..at], &header[at + 1..]);
        let tail = tail.replace("_per_", "/").replace('_', "/").replace("kms", "km/s");
        (column(name).is_some() && measures::is_unit(&tail))
            .then(|| (name.trim().to_owned(), Some(tail)))
    };
    let is_known = column(header).is_some() || header.len() > 64;
    let signs =
        header.char_indices().filter(|(_, letter)| !is_known && matches!(letter, '_' | '/' | ' '));
    signs.map(|(at, _)| at).find_map(behind).unwrap_or_else(|| (header.to_owned(), None))
}

/// Whether a name in a header, with its unit if it has one, is that of a column that a table needs.
pub(super) fn is_column(header: &str) -> bool {
    column(&parts(header).0).is_some()
}

/// A name without the number of its column, as in `1:x` or `(1) x`.
fn without_number(name: &str) -> &str {
    let rest =
        name.trim_start_matches('(').trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix([':', ')']) {
        Some(rest) if rest.len() + 1 < name.len() => rest.trim_start(),
        _ => name,
    }
}

/// A name in small letters and digits alone.
fn plain(name: &str) -> String {
    name.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The column of a name, by its place in [`NAMES`]. Programs write it in many ways: `vx`, `V_X`,
/// `vel.x`, `velocity_x`.
pub(super) fn column(name: &str) -> Option<usize> {
    let name = plain(name);
    if matches!(name.as_str(), "m" | "mass" | "masses") {
        return Some(6);
    }
    // The axis comes last or, as in `xv`, first.
    let axis = |letter: Option<char>| letter.and_then(|letter| "xyz".find(letter));
    let behind = || Some((axis(name.chars().last())?, &name[..name.len() - 1]));
    let before = || Some((axis(name.chars().next())?, &name[1..]));
    [behind(), before()].into_iter().flatten().find_map(|(axis, quantity)| match quantity {
        "" | "r" | "pos" | "position" => Some(axis),
        "v" | "vel" | "velocity" => Some(3 + axis),
        _ => None,
    })
}

/// Whether a word means positions (0), velocities (1) or masses (2), as in `mass, position,
/// velocity`.
pub(super) fn quantity(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    QUANTITIES.iter().position(|begins| begins.iter().any(|begin| word.starts_with(begin)))
}

/// Whether a plain name is one of times or steps.
pub(super) fn is_time(name: &str) -> bool {
    let is_begun = || ["time", "step", "date"].iter().any(|begin| name.starts_with(begin));
    TIMES.contains(&name) || is_begun() || name.strip_prefix('t').is_some_and(measures::is_time)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(header: &str) -> Result<Columns, Text> {
        Columns::named(&header.split(',').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn columns_are_known_by_their_names_in_any_order() {
        let columns = named("id,Mass,pos_x,pos_y,pos_z,Vel.X,velocity y,vz,name").unwrap();
        assert_eq!((columns.places, columns.fields()), ([2, 3, 4, 5, 6, 7, 1], 9));
        assert_eq!(
            (columns.unused(), &columns.measures),
            (vec!["id".to_owned(), "name".to_owned()], &None)
        );
        assert_eq!((columns.time, columns.identity), (None, Some((0, true))));
        let columns = named("x [pc],y [pc],z [pc],vx (km/s),vy (km/s),vz (km/s),m [Msun]").unwrap();
        assert_eq!(columns.measures, "pc km/s Msun".parse().ok());
        let columns = named("t_myr,x_au,y_au,z_au,vx_km_s,vy_kms,vz_km_per_s,mass/kg,-").unwrap();
        assert_eq!((columns.measures, columns.time), ("au km/s kg".parse().ok(), Some(0)));
        let columns = named("name, mass, x, y, z, xv, y_vel, z-velocity").unwrap();
        assert_eq!(columns.places, [2, 3, 4, 5, 6, 7, 1]);
        let columns = named("1:m,2:x,3:y,4:z,(5)vx,6:vy,7:vz,8:name").unwrap();
        assert_eq!((columns.places, columns.identity), ([1, 2, 3, 4, 5, 6, 0], Some((7, false))));
        for (name, is_one) in [
            ("step", true),
            ("TimeStep", true),
            ("t [yr]", true),
            ("type", false),
            ("temp", false),
            ("JD", true),
            ("T [K]", false),
        ] {
            assert_eq!(
                named(&format!("{name},x,y,z,vx,vy,vz,m")).unwrap().time.is_some(),
                is_one,
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_wrong_with_a_header_is_said() {
        for (header, words) in [
            ("time,kinetic,potential", "`x, y, z, vx, vy, vz, m`"),
            ("x,y,z,vx,vz,m", "`vy`"),
            ("x,y,z,vx,vy,vz,m,mass", "`m` twice"),
            ("x [pc],y [kpc],z [pc],vx,vy,vz,m", "units"),
            ("x [pc],y [pc],z [pc],vx,vy,vz,m", "units"),
            ("x [pc],y [pc],z [pc],vx [km],vy [km],vz [km],m [Msun]", "pc km Msun"),
        ] {
            let told = named(header).unwrap_err().to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
