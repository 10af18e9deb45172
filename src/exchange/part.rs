//! A part of a large file: some of its bodies, with the mass of all.

use super::snapshots::Values;
use crate::physics::{Body, Exact};

/// Which bodies of a file are taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// One of so many of each type, with the mass of all that it stands for.
    pub every: Option<u64>,
    /// Those within a distance of a point: x, y, z and the radius, in the file's numbers.
    pub within: Option<[f64; 4]>,
    /// The names of the types; all of them if there are none.
    pub types: Vec<String>,
    /// Conditions that the columns of each body have to fulfil.
    pub conditions: Vec<Condition>,
}

/// A comparison of a column with a number, in the file's numbers: `density>1e-3`. Bodies that have
/// no number fail it.
///
/// ```
/// use starshell::exchange::Condition;
///
/// let condition: Condition = "internal energy >= 2.5".parse().unwrap();
/// assert_eq!(condition.column, "internal energy");
/// assert!(condition.holds(2.5) && !condition.holds(2.4) && !condition.holds(f64::NAN));
/// assert!("density".parse::<Condition>().is_err() && "density>high".parse::<Condition>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The name of the column, as a user writes it.
    pub column: String,
    comparison: Comparison,
    number: f64,
}

/// How two numbers are compared.
type Comparison = &'static str;

/// The signs of comparisons; those of two letters come first.
const COMPARISONS: [Comparison; 6] = [">=", "<=", "!=", ">", "<", "="];

impl Condition {
    /// Whether the value in a row of a column fulfils it.
    pub(super) fn holds_in(&self, values: &Values, row: usize) -> bool {
        match values {
            Values::F32(_) => self.holds_single(values.number(row) as f32),
            _ => self.holds(values.number(row)),
        }
    }

    /// Whether a number in single precision fulfils it: 0.7 is 0.7, though the nearest numbers in
    /// single and double precision differ.
    fn holds_single(&self, number: f32) -> bool {
        let limit = f64::from(self.number as f32);
        Self { number: limit, column: String::new(), ..*self }.holds(number.into())
    }

    /// Whether a number fulfils it. What is not a number fulfils none.
    pub fn holds(&self, number: f64) -> bool {
        match self.comparison {
            ">=" => number >= self.number,
            "<=" => number <= self.number,
            ">" => number > self.number,
            "<" => number < self.number,
            "=" => number == self.number,
            _ => !number.is_nan() && number != self.number,
        }
    }
}

impl std::str::FromStr for Condition {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let at = text.find(['<', '>', '=', '!']).ok_or(())?;
        let (column, rest) = text.split_at(at);
        let comparison = COMPARISONS.into_iter().find(|sign| rest.starts_with(sign)).ok_or(())?;
        let number = rest[comparison.len()..].trim().parse().map_err(|_| ())?;
        let column = column.trim().to_owned();
        let is_whole = !column.is_empty() && f64::is_finite(number);
        is_whole.then_some(Self { column, comparison, number }).ok_or(())
    }
}

impl Part {
    /// Whether all bodies are taken.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// The cube about the sphere that bodies are within.
    pub(super) fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let [x, y, z, radius] = self.within?;
        Some([[x, y, z].map(|place| place - radius), [x, y, z].map(|place| place + radius)])
    }

    /// Whether it takes bodies of this type.
    pub(super) fn takes(&self, name: &str) -> bool {
        self.types.is_empty() || self.types.iter().any(|wanted| wanted == name)
    }

    /// Whether a place is within the distance.
    pub(super) fn holds(&self, place: [f64; 3]) -> bool {
        self.within.is_none_or(|[x, y, z, radius]| {
            let apart = [place[0] - x, place[1] - y, place[2] - z];
            apart.iter().map(|side| side * side).sum::<f64>() <= radius * radius
        })
    }

    /// Whether it keeps a body of a type, counted from 0 among those that it holds.
    pub(super) fn keeps(&self, number: u64) -> bool {
        number.is_multiple_of(self.every.unwrap_or(1).max(1))
    }
}

/// Picks a part out of bodies that come one by one, type by type.
pub(super) struct Picker<'a> {
    part: &'a Part,
    bodies: Exact,
    ids: Vec<u64>,
    massless: u64,
    /// Of the present type: where its bodies begin, how many were offered, and their mass.
    start: usize,
    offered: u64,
    mass: f64,
}

impl<'a> Picker<'a> {
    pub fn new(part: &'a Part) -> Self {
        Self {
            part,
            bodies: Exact::default(),
            ids: Vec::new(),
            massless: 0,
            start: 0,
            offered: 0,
            mass: 0.0,
        }
    }

    /// Begins another type of bodies. Returns whether it is taken at all.
    pub fn begins(&mut self, name: &str) -> bool {
        self.complete();
        self.part.takes(name)
    }

    /// Takes a body with its identity, if it has one, or leaves it out. Returns whether it is taken.
    pub fn offer(&mut self, mut body: Body, id: Option<u64>) -> bool {
        if !self.part.holds(body.position.to_array()) {
            return false;
        }
        if body.mass.is_nan() {
            (body.mass, self.massless) = (0.0, self.massless + 1);
        }
        self.mass += body.mass;
        let is_kept = self.part.keeps(self.offered);
        if is_kept {
            self.bodies.push(&body);
            self.ids.extend(id);
        }
        self.offered += 1;
        is_kept
    }

    /// Gives the bodies of the present type the mass of all that they stand for.
    fn complete(&mut self) {
        if self.part.every.is_some_and(|every| every > 1) {
            let mass = self.bodies.mass(self.start);
            if mass > 0.0 {
                self.bodies.scale_masses(self.start, self.mass / mass);
            }
        }
        (self.start, self.offered, self.mass) = (self.bodies.len(), 0, 0.0);
    }

    /// The bodies, their identities, and how many of those looked at had no mass.
    pub fn end(mut self) -> (Exact, Vec<u64>, u64) {
        self.complete();
        (self.bodies, self.ids, self.massless)
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn a_part_has_the_mass_of_all_that_it_stands_for() {
        let part = Part { every: Some(3), ..Part::default() };
        let mut picker = Picker::new(&part);
        for (number, count) in [(0, 10), (1, 5)] {
            assert!(picker.begins("gas"));
            for place in 0..count {
                let mass = f64::from(1 + place);
                let position = DVec3::X * f64::from(place);
                picker
                    .offer(Body { position, velocity: DVec3::ZERO, mass, component: number }, None);
            }
        }
        let (bodies, _, massless) = picker.end();
        let bodies = bodies.into_state();
        let of = |number: u32| bodies.bodies().filter(move |body| body.component == number);
        assert_eq!((of(0).count(), of(1).count(), massless), (4, 2, 0));
        let [gas, stars] = [0, 1].map(|number| of(number).map(|body| body.mass).sum::<f64>());
        assert!((gas - 55.0).abs() < 1e-12 && (stars - 15.0).abs() < 1e-12, "{gas} {stars}");
    }

    #[test]
    fn a_sphere_holds_the_bodies_on_its_surface_and_types_go_by_name() {
        let part = Part {
            within: Some([1.0, 0.0, 0.0, 2.0]),
            types: vec!["star".into()],
            ..Part::default()
        };
        assert_eq!(part.bounds(), Some([[-1.0, -2.0, -2.0], [3.0, 2.0, 2.0]]));
        let mut picker = Picker::new(&part);
        assert!(!picker.begins("gas") && picker.begins("star"));
        for x in [-1.5, -1.0, 3.0, 3.1] {
            let mass = if x == 3.0 { f64::NAN } else { 1.0 };
            let (position, velocity) = (DVec3::X * x, DVec3::ZERO);
            picker.offer(Body { position, velocity, mass, component: 0 }, None);
        }
        let (bodies, _, massless) = picker.end();
        let bodies = bodies.into_state();
        let found: Vec<_> = bodies.bodies().map(|body| (body.position.x, body.mass)).collect();
        assert_eq!((found, massless), (vec![(-1.0, 1.0), (3.0, 0.0)], 1));
    }
}
