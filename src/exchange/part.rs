//! A part of a large file: some of its bodies, with the mass of all.

use crate::physics::Body;

/// Which bodies of a file are taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// One of so many of each type, with the mass of all that it stands for.
    pub every: Option<u64>,
    /// Those within a distance of a point: x, y, z and the radius, in the file's numbers.
    pub within: Option<[f64; 4]>,
    /// The names of the types; all of them if there are none.
    pub types: Vec<String>,
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
    bodies: Vec<Body>,
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
            bodies: Vec::new(),
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

    /// Takes a body with its identity, if it has one, or leaves it out.
    pub fn offer(&mut self, mut body: Body, id: Option<u64>) {
        if !self.part.holds(body.position.to_array()) {
            return;
        }
        if body.mass.is_nan() {
            (body.mass, self.massless) = (0.0, self.massless + 1);
        }
        self.mass += body.mass;
        if self.part.keeps(self.offered) {
            self.bodies.push(body);
            self.ids.extend(id);
        }
        self.offered += 1;
    }

    /// Gives the bodies of the present type the mass of all that they stand for.
    fn complete(&mut self) {
        let taken = &mut self.bodies[self.start..];
        let mass: f64 = taken.iter().map(|body| body.mass).sum();
        if self.part.every.is_some_and(|every| every > 1) && mass > 0.0 {
            let factor = self.mass / mass;
            taken.iter_mut().for_each(|body| body.mass *= factor);
        }
        (self.start, self.offered, self.mass) = (self.bodies.len(), 0, 0.0);
    }

    /// The bodies, their identities, and how many of those looked at had no mass.
    pub fn end(mut self) -> (Vec<Body>, Vec<u64>, u64) {
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
        let of = |number: u32| bodies.iter().filter(move |body| body.component == number);
        assert_eq!((of(0).count(), of(1).count(), massless), (4, 2, 0));
        let [gas, stars] = [0, 1].map(|number| of(number).map(|body| body.mass).sum::<f64>());
        assert!((gas - 55.0).abs() < 1e-12 && (stars - 15.0).abs() < 1e-12, "{gas} {stars}");
    }

    #[test]
    fn a_sphere_holds_the_bodies_on_its_surface_and_types_go_by_name() {
        let part =
            Part { within: Some([1.0, 0.0, 0.0, 2.0]), types: vec!["star".into()], every: None };
        assert_eq!(part.bounds(), Some([[-1.0, -2.0, -2.0], [3.0, 2.0, 2.0]]));
        let mut picker = Picker::new(&part);
        assert!(!picker.begins("gas") && picker.begins("star"));
        for x in [-1.5, -1.0, 3.0, 3.1] {
            let mass = if x == 3.0 { f64::NAN } else { 1.0 };
            let (position, velocity) = (DVec3::X * x, DVec3::ZERO);
            picker.offer(Body { position, velocity, mass, component: 0 }, None);
        }
        let (bodies, _, massless) = picker.end();
        let found: Vec<_> = bodies.iter().map(|body| (body.position.x, body.mass)).collect();
        assert_eq!((found, massless), (vec![(-1.0, 1.0), (3.0, 0.0)], 1));
    }
}
