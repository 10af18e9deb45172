//! Which column of a table is which, by the names in its header.

use super::measures::Measures;
use crate::words::{Text, say};

/// The columns that a table needs, as messages name them.
pub const NAMES: [&str; 7] = ["x", "y", "z", "vx", "vy", "vz", "m"];

/// Where the columns are in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// The place of each of [`NAMES`] among the fields of a line, from 0.
    pub places: [usize; 7],
    /// How many fields a line has.
    pub fields: usize,
    /// The names of the others.
    pub unused: Vec<String>,
    /// What the numbers measure, if the header says so.
    pub measures: Option<Measures>,
}

impl Columns {
    /// Those of a table without a header.
    pub fn usual() -> Self {
        Self { places: [0, 1, 2, 3, 4, 5, 6], fields: 7, unused: Vec::new(), measures: None }
    }

    /// Finds the columns by their names.
    ///
    /// # Errors
    /// What is missing, double or contradictory, in a sentence.
    pub fn named(header: &[String]) -> Result<Self, Text> {
        let parts: Vec<_> = header.iter().map(|name| parts(name)).collect();
        let mut places = [None; 7];
        let mut unused = Vec::new();
        for (place, (name, _)) in parts.iter().enumerate() {
            match column(name) {
                None => unused.push((*name).to_owned()),
                Some(column) => {
                    if places[column].replace(place).is_some() {
                        return Err(say!("import-column-twice", column = NAMES[column]));
                    }
                }
            }
        }
        let missing: Vec<_> = NAMES.iter().zip(places).filter(|(_, place)| place.is_none()).map(|(name, _)| *name).collect();
        if !missing.is_empty() {
            return Err(say!("import-columns-missing", missing = missing.join(", "), all = NAMES.join(", ")));
        }
        let places = places.map(|place| place.unwrap_or_default());
        let unit = |columns: std::ops::Range<usize>| {
            let units = places[columns].iter().map(|place| parts[*place].1);
            let mut distinct: Vec<_> = units.collect();
            distinct.dedup();
            if distinct.len() == 1 { Ok(distinct[0]) } else { Err(say!("import-units-mixed")) }
        };
        let measures = match [unit(0..3)?, unit(3..6)?, unit(6..7)?] {
            [None, None, None] => None,
            [Some(length), Some(speed), Some(mass)] => {
                let wanted = [length, speed, mass];
                Some(Measures::of(wanted).ok_or_else(|| say!("import-units", units = wanted.join(" ")))?)
            }
            _ => return Err(say!("import-units-mixed")),
        };
        Ok(Self { places, fields: header.len(), unused, measures })
    }
}

/// A name, and the unit in brackets behind it.
fn parts(header: &str) -> (&str, Option<&str>) {
    match header.split_once(['[', '(']) {
        Some((name, unit)) => (name.trim(), Some(unit.trim_end_matches([']', ')', ' ']))),
        None => (header.trim(), None),
    }
}

/// The column of a name, by its place in [`NAMES`]. Programs write it in many ways: `vx`, `V_X`, `vel.x`, `velocity_x`.
fn column(name: &str) -> Option<usize> {
    let name: String = name.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect();
    if matches!(name.as_str(), "m" | "mass" | "masses") {
        return Some(6);
    }
    let axis = name.chars().last().and_then(|letter| "xyz".find(letter))?;
    match &name[..name.len() - 1] {
        "" | "r" | "pos" | "position" => Some(axis),
        "v" | "vel" | "velocity" => Some(3 + axis),
        _ => None,
    }
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
        assert_eq!((columns.places, columns.fields), ([2, 3, 4, 5, 6, 7, 1], 9));
        assert_eq!((columns.unused, columns.measures), (vec!["id".to_owned(), "name".to_owned()], None));
        let columns = named("x [pc],y [pc],z [pc],vx (km/s),vy (km/s),vz (km/s),m [Msun]").unwrap();
        assert_eq!(columns.measures, "pc km/s Msun".parse().ok());
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
