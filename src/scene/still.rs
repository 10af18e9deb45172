//! The moment and the view of a scene's still.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::places::{Fault, Places};
use crate::render::{Camera, Followed, Look};
use crate::words::typed;

/// When and how a picture shows what the scene is about: the table `[still]`. What it leaves out is
/// as in camera and look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Still {
    /// Simulated time.
    pub time: f64,
    /// The point that the camera looks at; it then follows nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Vec3>,
    /// The camera's distance from there; it then does not follow the light.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f32>,
    /// Angle about the z axis in degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub azimuth: Option<f32>,
    /// Angle above the xy plane in degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<f32>,
    /// Lean to the side in degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<f32>,
    /// Brightness in stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exposure: Option<f32>,
    /// Length of trails in simulated time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trails: Option<f32>,
}

impl Still {
    /// Whether the camera goes on following this.
    pub(super) fn keeps(&self, followed: Followed) -> bool {
        self.target.is_none() && (self.distance.is_none() || followed != Followed::Light)
    }

    /// Checks that it can be shown.
    pub(super) fn check(&self, places: &Places) -> Result<(), Fault> {
        places.check_range(&["still", "time"], self.time, [0.0, 1e30])?;
        for coordinate in self.target.unwrap_or_default().to_array() {
            places.check_range(&["still", "target"], typed(coordinate), Camera::COORDINATE)?;
        }
        for (key, value, range) in [
            ("distance", self.distance, Camera::DISTANCE),
            ("azimuth", self.azimuth, Camera::TURN),
            ("elevation", self.elevation, Camera::ELEVATION),
            ("roll", self.roll, Camera::TURN),
            ("exposure", self.exposure, Look::EXPOSURE),
            ("trails", self.trails, Look::TRAILS),
        ] {
            value
                .map_or(Ok(()), |value| places.check_range(&["still", key], typed(value), range))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Scene, embedded};

    #[test]
    fn a_still_is_shown_once_and_stays_at_its_time() {
        let mut scene = Scene::load("cosmic-web").unwrap();
        let still = scene.still.unwrap();
        assert_eq!(scene.show_still(), Some(still.time));
        assert_eq!(Some(scene.camera.distance), still.distance.or(Some(scene.camera.distance)));
        scene.camera.azimuth = 77.0;
        assert_eq!(
            (scene.show_still(), scene.camera.azimuth),
            (Some(still.time), 77.0),
            "the view stays what it has become"
        );
        assert_eq!(Scene::parse(&scene.to_toml(), "again.toml").unwrap(), scene);
    }

    #[test]
    fn every_built_in_scene_has_a_still_within_its_duration() {
        for known in embedded() {
            let still = known.scene.still.unwrap_or_else(|| panic!("{} has no still", known.name));
            assert!(
                still.time > 0.0 && still.time <= known.scene.duration,
                "{}: {still:?}",
                known.name
            );
        }
    }

    #[test]
    fn a_still_that_cannot_be_shown_is_refused_by_its_line() {
        let scene = Scene::load("plummer").unwrap();
        for (key, value) in
            [("time", "-1.0"), ("elevation", "91.0"), ("trails", "-2.0"), ("view", "3")]
        {
            let time = if key == "time" { "" } else { "time = 1.0\n" };
            let text = format!(
                "{}\n[still]\n{time}{key} = {value}\n",
                Scene { still: None, ..scene.clone() }.to_toml()
            );
            let error = Scene::parse(&text, "own.toml").unwrap_err().to_string();
            assert!(error.contains(key) && error.starts_with("own.toml:"), "{error}");
        }
    }
}
