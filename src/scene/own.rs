//! A scene of one's own bodies: numbers, time step, softening and view that suit them.

use glam::DVec3;

use super::defaults::{Defaults, FEW, rounded};
use super::{Scene, SceneError, UnitSystem, Units};
use crate::exchange::series::Series;
use crate::exchange::{self, Contents, ImportError, Measures, Reading, Spread};
use crate::physics::initial::{Frame, Given, InitialError, InitialState};
use crate::physics::{Body, Integrator, InvalidBody, Roster, State};
use crate::render::{Camera, ColorBy, Followed, Look};
use crate::words::{say, t};

/// Least and largest size of a scene that its camera can show.
const SIZES: [f64; 2] = [1e-6, 1e8];

/// Distances below this have no squares in double precision.
const TINY: f64 = 1e-150;
/// Least and largest mass of all bodies that single precision holds with room for its parts and
/// energies.
const MASSES: [f64; 2] = [1e-20, 1e20];
/// Seconds in which a window shows the whole duration.
const SHOWN: f64 = 40.0;
/// Error of a centre of mass, relative to its distance.
const ROUNDING: f64 = 1e-12;

impl Scene {
    /// Loads a scene of the bodies in a file that [`exchange::read`] reads.
    ///
    /// # Errors
    /// [`SceneError::Import`], also if the file can be read in more than one way.
    pub(super) fn import(path: &std::path::Path) -> Result<Self, SceneError> {
        let imported = exchange::read(path, &Reading::default())?;
        if !imported.doubts.is_empty() {
            return Err(ImportError::Doubtful {
                file: path.display().to_string(),
                doubts: imported.doubts,
            }
            .into());
        }
        Ok(Self::of_imported(&imported, imported.measures.as_ref())?)
    }

    /// A scene of imported bodies, whose numbers measure `measures` or are in units in which G = 1.
    ///
    /// [`Defaults`] chooses physics and duration. The camera shows nine tenths of the bodies, or
    /// all that are not far away if there are up to 256. Bodies far from the origin are computed in
    /// a [`Frame`] near them.
    ///
    /// # Errors
    /// [`ImportError::Invalid`] if the scene would be too large or too small for its camera.
    pub fn of_imported(
        imported: &Contents,
        measures: Option<&Measures>,
    ) -> Result<Self, ImportError> {
        Self::with_defaults(imported, measures).map(|(scene, _)| scene)
    }

    /// As [`Scene::of_imported`], with what was chosen for it.
    ///
    /// # Errors
    /// As [`Scene::of_imported`].
    #[doc(hidden)]
    pub fn with_defaults(
        imported: &Contents,
        measures: Option<&Measures>,
    ) -> Result<(Self, Defaults), ImportError> {
        let invalid = |message| ImportError::Invalid { file: imported.file.clone(), message };
        let units = measures.map(|measures| units(measures, &spread(&imported.state)));
        let factors = measures.zip(units.as_ref()).map_or([1.0; 3], |both| factors(both.0, both.1));
        // Converted one by one, because there may be millions.
        let bodies = Given::of_file(imported.state.clone(), factors);
        let spread = spread(&bodies);
        let [half, most, all] = spread.radii;
        let is_few = bodies.len() <= FEW;
        let frame = Frame::near([spread.center, spread.drift], half.max(most), spread.speeds[0]);
        let center = spread.center - frame.origin;
        let far = center.abs().max_element() + if is_few { all } else { most };
        // Squares of the smallest numbers are 0.
        let first = bodies.each().next().map_or(DVec3::ZERO, |body| body.position);
        let apart = bodies
            .each()
            .map(|body| (body.position - first).abs().max_element())
            .fold(0.0, f64::max);
        let all = if apart > 0.0 && apart < TINY { apart } else { all };
        let is_small = all > 0.0 && all < SIZES[0];
        if far > SIZES[1] || is_small || !far.is_finite() {
            let size = if is_small { all } else { far.min(f64::MAX) };
            let [size, least, most] = [size, SIZES[0], SIZES[1]].map(|size| format!("{size:.1e}"));
            return Err(invalid(say!("import-size", size = size, least = least, most = most)));
        }
        let defaults = Defaults::with_spread(&bodies, &spread);
        let Defaults { mut physics, duration, .. } = defaults;
        if let Some(softening) = imported.softening.filter(|_| !is_few) {
            let softening = match (measures, &units) {
                (Some(measures), Some(units)) => softening * measures.length / units.in_si()[0],
                _ => softening,
            };
            // As many steps to cross it as of the one that would be chosen.
            physics.time_step =
                rounded(physics.time_step * (softening / physics.softening).min(1.0));
            physics.softening = softening;
        }
        physics.validate().map_err(|error| invalid(error.text()))?;
        let given = bodies.shifted_to(frame);
        InvalidBody::find(given.each(), physics.precision, 0)
            .map_err(|error| invalid(error.text()))?;
        let has_mass = imported.state.bodies().any(|body| body.mass > 0.0);
        if has_mass && !(MASSES[0]..=MASSES[1]).contains(&spread.mass) {
            let [mass, min, max] =
                [spread.mass, MASSES[0], MASSES[1]].map(|mass| format!("{mass:.1e}"));
            return Err(invalid(say!("import-mass", mass = mass, min = min, max = max)));
        }
        let count = given.len();
        let given = given
            .with_columns(imported.properties.clone().into())
            .with_types(&imported.types)
            .with_ids(imported.ids.clone());
        let name = imported.file.rsplit_once('.').map_or(imported.file.as_str(), |(name, _)| name);
        let distance =
            if all > 0.0 { 2.6 * if is_few { all } else { most.max(1e-3 * all) } } else { 4.0 };
        let trails = if count <= 64 { duration as f32 / 8.0 } else { 0.0 };
        let few = Look { min_pixels: 2.2, magnitude_spread: 0.0, trails, ..Look::default() };
        let scene = Self {
            title: if name.is_empty() { imported.file.clone() } else { name.to_owned() },
            description: t!("import-description", count = count, file = imported.file),
            inaccuracies: t!("import-inaccuracies"),
            count,
            most: None,
            seed: 1,
            duration,
            pace: duration / SHOWN,
            faithful: false,
            // A body far away would take the centre of mass with it.
            follow: if is_few {
                Some(Followed::CenterOfMass).filter(|_| spread.strays == 0)
            } else {
                Some(Followed::Light)
            },
            initial: InitialState::Bodies(given),
            physics,
            camera: Camera {
                target: center.as_vec3(),
                distance: distance as f32,
                elevation: 35.0,
                ..Camera::default()
            },
            look: Look {
                color_by: if imported.types.len() > 1 {
                    ColorBy::Component
                } else {
                    Look::default().color_by
                },
                ..if is_few { few } else { Look { sky: 0.35, ..Look::default() } }
            },
            units,
            path: None,
            guests: Vec::new(),
            still: None,
        };
        Ok((scene, defaults))
    }
}

impl Scene {
    /// Replaces an integrator of the processor's own, which [`Defaults`] chooses for few bodies, by
    /// one that goes with trees, grids and adaptive steps, and the time step by one that it need
    /// not divide.
    ///
    /// # Errors
    /// As [`Scene::bodies`].
    pub fn leave_host(&mut self) -> Result<(), InitialError> {
        if self.physics.integrator.is_hosted() {
            self.physics.integrator = Integrator::Pefrl;
            self.physics.time_step = Defaults::from_bodies(&self.bodies()?).fixed_step;
        }
        Ok(())
    }

    /// The scene of the first snapshot of a series, as long as the series, seen from where the larger
    /// of the first and the last is seen.
    ///
    /// # Errors
    /// [`ImportError`] as [`Scene::of_imported`], or if a file fails.
    pub fn of_series(
        series: &mut Series,
        measures: Option<&Measures>,
    ) -> Result<Self, ImportError> {
        let mut scene = Self::of_imported(series.first(), measures)?;
        let [start, end] = series.span();
        let mut imported = series.first().clone();
        imported.state = State::exact(series.at(end)?);
        if let Ok(of_last) = Self::of_imported(&imported, measures)
            && of_last.units == scene.units
        {
            scene.camera.distance = scene.camera.distance.max(of_last.camera.distance);
        }
        scene.duration =
            scene.time_of(series, measures, end) - scene.time_of(series, measures, start);
        scene.pace = scene.duration / SHOWN;
        Ok(scene)
    }

    /// A time of a series, in the numbers of its files, in those of the scene. Expansion factors,
    /// which have no units, stay.
    pub fn time_of(&self, series: &Series, measures: Option<&Measures>, time: f64) -> f64 {
        match (measures, &self.units) {
            (Some(measures), Some(units)) if !series.is_comoving() => {
                let [length, speed, _] = units.in_si();
                time * measures.length / measures.speed * speed / length
            }
            _ => time,
        }
    }

    /// The bodies of a series at a `time`, in the numbers of its files that measure `measures`, as
    /// bodies of the scene [of the series](Self::of_series).
    pub fn bodies_of(
        &self,
        series: &Series,
        bodies: &[Body],
        measures: Option<&Measures>,
        time: f64,
    ) -> Vec<Body> {
        let frame = self.initial.frame();
        let [time, start] = [time, series.span()[0]].map(|at| self.time_of(series, measures, at));
        // The frame begins with the first snapshot; how far it gets while space grows, nobody knows.
        let passed = if series.is_comoving() { 0.0 } else { time - start };
        let factors =
            measures.zip(self.units.as_ref()).map_or([1.0; 3], |both| factors(both.0, both.1));
        let relative = |body: &Body| frame.relative_at(&Given::scaled(body, factors), passed);
        bodies.iter().map(relative).collect()
    }
}

/// Where bodies are. Those in one place have no size, although their centre of mass is rounded.
fn spread(bodies: &impl Roster) -> Spread {
    let spread = Spread::new(bodies);
    let is_point = spread.radii[2] <= ROUNDING * spread.center.abs().max_element();
    Spread { radii: if is_point { [0.0; 3] } else { spread.radii }, ..spread }
}

/// Units in which the bodies' size and mass are near 1: powers of ten of kilometres, astronomical
/// units or parsecs.
fn units(measures: &Measures, spread: &Spread) -> Units {
    let [size, _, all] = spread.radii.map(|radius| radius * measures.length);
    let size = if size > 0.0 { size } else { all };
    let system = match size / exchange::ASTRONOMICAL_UNIT {
        size if size < 0.05 => UnitSystem::KilometerDay,
        size if size < 2e4 => UnitSystem::AuYear,
        _ => UnitSystem::ParsecMyr,
    };
    let one = Units::new(system);
    let near = |number: f64| if number > 0.0 { 10_f64.powf(number.log10().round()) } else { 1.0 };
    let [length, _, gravity] = one.in_si();
    Units {
        length: near(size / length),
        mass: near(spread.mass * measures.gravity / gravity),
        ..one
    }
    .bounded()
}

/// Lengths, speeds and masses of `measures` in the units of a scene.
fn factors(measures: &Measures, units: &Units) -> [f64; 3] {
    let [length, speed, gravity] = units.in_si();
    [measures.length / length, measures.speed / speed, measures.gravity / gravity]
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    fn imported(bodies: Vec<Body>) -> Contents {
        Contents { file: "own.csv".to_owned(), state: State::exact(bodies), ..Contents::default() }
    }

    fn body(position: DVec3, mass: f64) -> Body {
        Body { position, velocity: DVec3::ZERO, mass, component: 0 }
    }

    #[test]
    fn bodies_in_one_place_are_shown_wherever_it_is() {
        for place in [DVec3::ZERO, DVec3::new(0.1, 0.7, -0.3), DVec3::splat(1e7 / 3.0)] {
            let ten = (1..=10).map(|number| body(place, 0.1 * f64::from(number))).collect();
            let scene = Scene::of_imported(&imported(ten), None).unwrap();
            let target = scene.initial.frame().origin + scene.camera.target.as_dvec3();
            assert!(scene.camera.distance == 4.0 && target.distance(place) < 1.0, "{place}");
        }
        let [near, far] = [1e-9, 1e9].map(|x| {
            let two = vec![body(DVec3::ZERO, 1.0), body(DVec3::X * x, 1.0)];
            Scene::of_imported(&imported(two), None).unwrap_err().to_string()
        });
        assert!(near.contains("reach 5.0e-10,") && far.contains("reach 1.0e9,"), "{near} {far}");
    }

    #[test]
    fn few_bodies_leave_the_processor_for_steps_that_need_not_be_divided() {
        let two = vec![body(DVec3::ZERO, 1.0), body(DVec3::X, 1.0)];
        let mut scene = Scene::of_imported(&imported(two), None).unwrap();
        assert!(scene.physics.integrator.is_hosted());
        let before = scene.physics.time_step;
        scene.leave_host().unwrap();
        let after = scene.physics;
        assert!(after.integrator == Integrator::Pefrl && after.time_step < before, "{after:?}");
        scene.leave_host().unwrap();
        assert_eq!(scene.physics, after);
    }

    #[test]
    fn a_body_that_the_run_cannot_hold_is_refused_with_its_number() {
        let heavy = vec![body(DVec3::ZERO, 1.0), body(DVec3::X, 1.0), body(DVec3::Y, 1e39)];
        let error = Scene::of_imported(&imported(heavy), None).unwrap_err().to_string();
        assert!(
            error.contains("body 3 has a mass of 1e39") && error.starts_with("own.csv: "),
            "{error}"
        );
    }
}
