//! How a scene is seen, taken over to another one: camera, light and colours.

use glam::DVec3;

use super::{Scene, SceneError, Units};
use crate::physics::initial::Frame;
use crate::render::{Camera, CameraPath, ColorBy, Followed, Key, Look};

/// How a scene is seen, whatever its bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    camera: Camera,
    look: Look,
    follow: Option<Followed>,
    units: Option<Units>,
    /// The origin of its coordinates in those of a file.
    origin: DVec3,
}

impl View {
    /// Reads the view of a scene, which may be of bodies that only a file has.
    ///
    /// # Errors
    /// [`SceneError`] if camera, look or units are not valid; `name` is what messages call it.
    pub fn parse(scene: &toml::Table, name: &str) -> Result<Self, SceneError> {
        let frame = scene.get("initial").cloned().map(|mut initial| {
            initial.as_table_mut().map(|table| table.remove("kind"));
            initial.try_into().unwrap_or_else(|_| Frame::default())
        });
        // Any bodies will do.
        let other = Scene::load(super::DEFAULT)?.to_toml();
        let mut other: toml::Table = toml::from_str(&other).unwrap_or_default();
        for key in ["camera", "look", "follow", "units"] {
            match scene.get(key) {
                Some(value) => drop(other.insert(key.to_owned(), value.clone())),
                None => drop(other.remove(key)),
            }
        }
        let text = toml::to_string(&other).unwrap_or_default();
        let Scene { camera, look, follow, units, .. } = Scene::parse(&text, name)?;
        let origin = frame.unwrap_or_default().origin;
        Ok(Self { camera, look, follow, units, origin })
    }
}

impl Scene {
    /// Takes bodies in the coordinates of their file again, about whose origin a field acts, and
    /// looks where it did.
    pub(crate) fn leave_frame(&mut self) {
        let origin = self.initial.leave_frame().as_vec3();
        self.camera.target += origin;
        let moved = |key: &Key| {
            let mut key = *key;
            if key.follow.is_none() {
                key.camera.target += origin;
            }
            key
        };
        // A target too far for a path stays where it is.
        self.path = self.path.take().map(|path| {
            let keys = path.keys().iter().map(moved).collect();
            CameraPath::new(keys, path.returns()).unwrap_or(path)
        });
    }

    /// Sees the scene as another one was seen: from the same place in the world, if both have units,
    /// or else at the same numbers.
    pub fn look_like(&mut self, view: &View) {
        let [far, fast, heavy] = match (&view.units, &self.units) {
            (Some(from), Some(to)) => {
                let [from, to] = [from.in_si(), to.in_si()];
                [0, 1, 2].map(|of| from[of] / to[of])
            }
            _ => [1.0; 3],
        };
        let place = (view.origin + view.camera.target.as_dvec3()) * far;
        let camera = Camera {
            target: (place - self.initial.frame().origin).as_vec3(),
            distance: (f64::from(view.camera.distance) * far) as f32,
            ..view.camera
        };
        let of_colors = match view.look.color_by {
            ColorBy::Speed => fast,
            ColorBy::Acceleration => fast * fast / far,
            ColorBy::Distance => far,
            ColorBy::Mass => heavy,
            _ => 1.0,
        };
        let scaled = |number: f32, by: f64| (f64::from(number) * by) as f32;
        let look = Look {
            color_range: view.look.color_range.map(|ends| ends.map(|end| scaled(end, of_colors))),
            color_max: view.look.color_max.map(|end| scaled(end, of_colors)),
            size: scaled(view.look.size, far),
            dust: scaled(view.look.dust, far * far / heavy),
            trails: scaled(view.look.trails, far / fast),
            ..view.look.clone()
        };
        self.camera = camera.bounded(&self.camera);
        (self.look, self.follow) = (look.bounded(), view.follow);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::UnitSystem;

    #[test]
    fn a_view_is_the_same_place_in_the_world_in_other_units() {
        let mut scene = Scene::load("plummer").unwrap();
        scene.units = Some(Units { length: 1000.0, ..Units::new(UnitSystem::ParsecMyr) });
        scene.camera.distance = 3.0;
        scene.look.set_color_by(ColorBy::Speed);
        (scene.look.color_max, scene.look.exposure) = (Some(2.0), 1.5);
        let table: toml::Table = toml::from_str(&scene.to_toml()).unwrap();
        let view = View::parse(&table, "a.toml").unwrap();
        let mut other = Scene::load("galaxy").unwrap();
        other.units = Some(Units { length: 10.0, ..Units::new(UnitSystem::ParsecMyr) });
        other.look_like(&view);
        assert!((other.camera.distance - 300.0).abs() < 1e-3, "{}", other.camera.distance);
        // Speeds go as √(mass / length).
        assert!((other.look.color_max.unwrap() - 0.2).abs() < 1e-6, "{:?}", other.look.color_max);
        assert_eq!((other.look.exposure, other.follow), (1.5, scene.follow));
        other.units = None;
        other.look_like(&view);
        assert_eq!(other.camera.distance, 3.0);
    }

    #[test]
    fn a_view_of_bodies_from_a_file_needs_none_of_them() {
        let text = "count = 7\n[initial]\nkind = \"bodies\"\norigin = [5.0, 0.0, 0.0]\n\
                    [camera]\ntarget = [1.0, 0.0, 0.0]\ndistance = 2.0\n[look]\nbloom = 0.25\n";
        let view = View::parse(&toml::from_str(text).unwrap(), "a.toml").unwrap();
        let mut scene = Scene::load("plummer").unwrap();
        scene.look_like(&view);
        assert_eq!(
            (scene.camera.target.x, scene.camera.distance, scene.look.bloom),
            (6.0, 2.0, 0.25)
        );
        let wrong: toml::Table = toml::from_str("[look]\nbloom = 7.0\n").unwrap();
        let error = View::parse(&wrong, "a.toml").unwrap_err().to_string();
        assert!(error.contains("bloom"), "{error}");
    }
}
