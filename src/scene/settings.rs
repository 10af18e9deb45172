//! The table of settings: a row per thing that a user can set in a scene.
//!
//! Initial states, the kind of gravity, camera paths and bodies are more than a number, a switch or
//! a choice; they have files and controls of their own.

use super::setting::{Access, Holder, Section, Setting, Value};
use super::{Dimension, Scene};
use crate::physics::{ExternalField, ForceLaw, Integrator, Parameters, Precision};
use crate::render::{Camera, ColorBy, ColorMap, Look, Projection};

/// How the value of a field is read and replaced.
macro_rules! held {
    ($($field:ident).+) => {
        (|scene: &Scene| scene.$($field).+.value(), |scene: &mut Scene, value| scene.$($field).+.hold(value))
    };
}

/// All settings, in the order of their tables.
pub const SETTINGS: &[Setting] = &[
    Setting::number_in("physics.time_step", Parameters::TIME_STEP, held!(physics.time_step), "Time step")
        .of(Dimension::Time)
        .flag("dt", "X")
        .control(Section::Physics, "physics-time-step")
        .logarithmic(|own| [(own.physics.time_step / 100.0).max(1e-9), own.physics.time_step * 20.0]),
    Setting::number_in("physics.softening", Parameters::SOFTENING, held!(physics.softening), "Softening length")
        .of(Dimension::Length)
        .flag("softening", "X")
        .control(Section::Physics, "physics-softening")
        .slider(|own| [0.0, (10.0 * own.physics.softening).max(0.5)]),
    Setting::number_in(
        "physics.damping",
        [0.0, 1.0],
        held!(physics.damping),
        "Factor on all velocities per step, so that it depends on the time step; 1 is no damping",
    )
    .flag("damping", "X")
    .control(Section::Physics, "physics-damping")
    .slider(|_| [0.9, 1.0]),
    Setting::choice::<Integrator>("physics.integrator", INTEGRATOR, "Integrator")
        .flag("integrator", "I")
        .control(Section::Physics, "physics-integrator"),
    Setting::number_in(
        "physics.adaptive",
        Parameters::ADAPTIVE,
        ADAPTIVE,
        "Adaptive steps of this accuracy: ETA * sqrt(softening / largest acceleration), at most the time step; 0 means fixed steps",
    )
    .or("fixed", "physics-adaptive", 0.2)
    .flag("adaptive", "ETA")
    .control(Section::Computing, "physics-accuracy")
    .logarithmic(|_| [0.01, 1.0]),
    Setting::number_in(
        "physics.drag",
        Parameters::DRAG,
        held!(physics.drag),
        "Rate per unit of time at which velocities decay, as exp(-RATE t), whatever the time step; 0 is no drag",
    )
    .of(Dimension::Rate)
    .flag("drag", "RATE")
    .control(Section::Computing, "physics-drag")
    // At most, motion dies away within a second of watching.
    .slider(|own| [0.0, 1.0 / own.pace]),
    Setting::choice::<ForceLaw>("physics.law", held!(physics.law), "Law of force near a body")
        .flag("law", "LAW")
        .control(Section::Computing, "physics-law"),
    Setting::choice::<Precision>("physics.precision", held!(physics.precision), "Precision")
        .flag("precision", "P")
        .control(Section::Computing, "physics-precision"),
    Setting::number_in(
        "physics.external.uniform_x",
        ExternalField::UNIFORM,
        held!(physics.external.uniform_x),
        "Uniform acceleration of the external field along x",
    )
    .of(Dimension::Acceleration)
    .flag("uniform-x", "X")
    .control(Section::External, "external-uniform-x")
    .slider(|_| [-1.0, 1.0]),
    Setting::number_in(
        "physics.external.uniform_y",
        ExternalField::UNIFORM,
        held!(physics.external.uniform_y),
        "Uniform acceleration of the external field along y",
    )
    .of(Dimension::Acceleration)
    .flag("uniform-y", "X")
    .control(Section::External, "external-uniform-y")
    .slider(|_| [-1.0, 1.0]),
    Setting::number_in(
        "physics.external.uniform_z",
        ExternalField::UNIFORM,
        held!(physics.external.uniform_z),
        "Uniform acceleration of the external field along z",
    )
    .of(Dimension::Acceleration)
    .flag("uniform-z", "X")
    .control(Section::External, "external-uniform-z")
    .slider(|_| [-1.0, 1.0]),
    Setting::number_in(
        "physics.external.point_mass",
        ExternalField::MASS,
        held!(physics.external.point_mass),
        "Mass of a fixed point at the origin, softened like the bodies; 0 is none",
    )
    .of(Dimension::Mass)
    .flag("point-mass", "M")
    .control(Section::External, "external-point-mass")
    .slider(|own| [0.0, (4.0 * own.physics.external.point_mass).max(2.0)]),
    Setting::number_in(
        "physics.external.halo_speed",
        ExternalField::SQUARED,
        held!(physics.external.halo_speed),
        "Speed of circular orbits far out in a logarithmic halo about the origin; 0 is no halo",
    )
    .of(Dimension::Speed)
    .flag("halo-speed", "V")
    .control(Section::External, "external-halo-speed")
    .slider(|own| [0.0, (4.0 * own.physics.external.halo_speed).max(2.0)]),
    Setting::number_in(
        "physics.external.halo_core",
        ExternalField::SQUARED,
        held!(physics.external.halo_core),
        "Radius of the core of the halo",
    )
    .of(Dimension::Length)
    .flag("halo-core", "X")
    .control(Section::External, "external-halo-core")
    .slider(|own| [0.0, (4.0 * own.physics.external.halo_core).max(1.0)]),
    Setting::number_in(
        "physics.external.halo_flattening",
        ExternalField::FLATTENING,
        held!(physics.external.halo_flattening),
        "Axis ratio of the equipotentials of the halo along z; 1 is a sphere",
    )
    .flag("halo-flattening", "Q")
    .control(Section::External, "external-halo-flattening")
    .slider(|_| [0.7, 1.3]),
    Setting::number_in(
        "physics.external.disk_mass",
        ExternalField::MASS,
        held!(physics.external.disk_mass),
        "Mass of a Miyamoto-Nagai disk in the xy plane; 0 is no disk",
    )
    .of(Dimension::Mass)
    .flag("disk-mass", "M")
    .control(Section::External, "external-disk-mass")
    .slider(|own| [0.0, (4.0 * own.physics.external.disk_mass).max(2.0)]),
    Setting::number_in(
        "physics.external.disk_length",
        ExternalField::SQUARED,
        held!(physics.external.disk_length),
        "Scale length of the disk",
    )
    .of(Dimension::Length)
    .flag("disk-length", "X")
    .control(Section::External, "external-disk-length")
    .slider(|own| [0.0, (4.0 * own.physics.external.disk_length).max(2.0)]),
    Setting::number_in(
        "physics.external.disk_height",
        ExternalField::SQUARED,
        held!(physics.external.disk_height),
        "Scale height of the disk",
    )
    .of(Dimension::Length)
    .flag("disk-height", "X")
    .control(Section::External, "external-disk-height")
    .slider(|own| [0.0, (4.0 * own.physics.external.disk_height).max(1.0)]),
    Setting::number_in(
        "camera.distance",
        Camera::DISTANCE,
        held!(camera.distance),
        "Distance of the camera from its target",
    )
    .of(Dimension::Length)
    .flag("distance", "X")
    .label("path-distance"),
    Setting::number_in("camera.azimuth", Camera::TURN, held!(camera.azimuth), "Angle of the camera about the z axis, in degrees")
        .unit("°")
        .flag("azimuth", "DEGREES")
        .label("path-azimuth"),
    Setting::number_in(
        "camera.elevation",
        Camera::ELEVATION,
        held!(camera.elevation),
        "Height of the camera above the xy plane, in degrees from −90 to 90",
    )
    .unit("°")
    .flag("elevation", "DEGREES")
    .label("path-elevation"),
    Setting::choice::<Projection>(
        "camera.projection",
        held!(camera.projection),
        "Projection: fisheye for domes, equirectangular for the whole sphere",
    )
    .flag("projection", "P")
    .control(Section::Shape, "view-projection"),
    Setting::number_in(
        "camera.field_of_view",
        Camera::FIELD_OF_VIEW,
        held!(camera.field_of_view),
        "Angle between the top and bottom edges of the picture, in degrees from 1 to 170",
    )
    .unit("°")
    .flag("field-of-view", "DEGREES")
    .control(Section::Camera, "view-field")
    .slider(|_| [10.0, 120.0]),
    Setting::number_in("camera.roll", Camera::TURN, held!(camera.roll), "Roll of the camera, in degrees")
        .unit("°")
        .flag("roll", "DEGREES")
        .control(Section::Camera, "view-roll")
        .slider(|_| [-180.0, 180.0]),
    Setting::choice::<ColorBy>("look.color_by", COLOR_BY, "Quantity shown by colours")
        .flag("color-by", "C")
        .control(Section::Look, "view-color-by"),
    Setting::choice::<ColorMap>("look.color_map", held!(look.color_map), "Colour map")
        .flag("color-map", "M")
        .control(Section::Look, "view-color-map"),
    Setting::number_in(
        "look.color_max",
        Look::COLOR_MAX,
        held!(look.color_max),
        "Value at which the colour map ends, such as the speed from which on all bodies have the last colour; auto as measured",
    )
    .or("auto", "view-color-max", 1.0)
    .flag("color-max", "X")
    .control(Section::Look, "view-color-end")
    .logarithmic(|_| [1e-3, 1e3]),
    Setting::number_in(
        "look.exposure",
        Look::EXPOSURE,
        held!(look.exposure),
        "Brightness in photographic stops, from −20 to 20; 0 leaves the light as it is",
    )
    .flag("exposure", "STOPS")
    .control(Section::Look, "view-exposure")
    .slider(|_| [-6.0, 6.0]),
    Setting::switch("look.metered", held!(look.metered), "Whether the exposure follows the light of each picture: on or off")
        .flag("metered", "ON")
        .control(Section::Look, "view-metered"),
    Setting::number_in("look.bloom", Look::SHARE, held!(look.bloom), "Share of the light that glows around bright places, 0 to 1")
        .flag("glow", "SHARE")
        .control(Section::Look, "view-bloom"),
    Setting::number_in(
        "look.min_pixels",
        Look::MIN_PIXELS,
        held!(look.min_pixels),
        "Smallest radius of a body's image, in pixels of a picture 1,080 pixels high",
    )
    .flag("min-pixels", "X")
    .control(Section::Look, "view-point")
    .slider(|_| [0.5, 8.0]),
    Setting::number_in(
        "look.trails",
        Look::TRAILS,
        held!(look.trails),
        "Length of each body's trail in simulated time; 0 means no trails",
    )
    .of(Dimension::Time)
    .flag("trails", "T")
    .control(Section::Look, "view-trails")
    .slider(|own| [0.0, LONGEST_TRAIL * own.duration]),
    Setting::switch("look.negative", held!(look.negative), "Dark bodies on white paper: on or off")
        .flag("negative", "ON")
        .control(Section::Light, "view-negative"),
    Setting::number_in(
        "look.diffuse",
        Look::SHARE,
        held!(look.diffuse),
        "Share of the light of crowded bodies that is spread over their surroundings, 0 to 1",
    )
    .flag("diffuse", "SHARE")
    .control(Section::Light, "view-diffuse"),
    Setting::number_in("look.size", Look::SIZE, held!(look.size), "Radius of a body's image, at least the smallest")
        .of(Dimension::Length)
        .flag("body-size", "X")
        .control(Section::Light, "view-size")
        .slider(|_| [0.0, 0.2]),
    Setting::number_in(
        "look.magnitude_spread",
        Look::MAGNITUDE_SPREAD,
        held!(look.magnitude_spread),
        "Spread of the bodies' brightness, as a standard deviation in magnitudes; 0 makes all alike",
    )
    .flag("magnitude-spread", "X")
    .control(Section::Light, "view-magnitudes")
    .slider(|_| [0.0, 3.0]),
    Setting::number_in(
        "look.dust",
        Look::DUST,
        held!(look.dust),
        "Area that a unit of mass of dust shades, in the scene's units; 0 for transparent dust",
    )
    .flag("dust", "X")
    .control(Section::Light, "view-dust")
    .slider(|_| [0.0, 1000.0]),
    Setting::number_in(
        "look.spikes",
        Look::SHARE,
        held!(look.spikes),
        "Light of the diffraction spikes of the brightest bodies, 0 to 1",
    )
    .flag("spikes", "SHARE")
    .control(Section::Light, "view-spikes"),
    Setting::number_in(
        "look.sky",
        Look::SHARE,
        held!(look.sky),
        "Brightness of a sky of distant stars and galaxies, 0 to 1",
    )
    .flag("sky", "SHARE")
    .control(Section::Light, "view-stars"),
];

/// The longest trail that the slider offers, in durations of the scene.
const LONGEST_TRAIL: f64 = 0.25;

/// With an integrator comes what it needs.
const INTEGRATOR: Access = (
    |scene| scene.physics.integrator.value(),
    |scene, value| {
        let mut integrator = scene.physics.integrator;
        integrator.hold(value);
        scene.physics = scene.physics.with_integrator(integrator);
    },
);

/// 0 stands for fixed steps, too. The first accuracy is that of GADGET, which is 0.02 in its own
/// measure.
const ADAPTIVE: Access = (
    |scene| scene.physics.adaptive.value(),
    |scene, value| {
        scene.physics.adaptive.hold(if value == Value::Number(0.0) { Value::None } else { value })
    },
);

/// A fixed range of colours belongs to its quantity.
const COLOR_BY: Access = (
    |scene| scene.look.color_by.value(),
    |scene, value| {
        let mut color_by = scene.look.color_by;
        color_by.hold(value);
        scene.look.set_color_by(color_by);
    },
);

impl Setting {
    /// The setting of this table and key, such as `look.exposure`, or of this flag.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETTINGS
            .iter()
            .find(|row| row.key == name || row.flag.is_some_and(|[flag, _]| flag == name))
    }

    /// The setting in which two scenes differ, if there is one alone.
    pub fn changed(one: &Scene, other: &Scene) -> Option<&'static Self> {
        let mut differing = SETTINGS.iter().filter(|row| row.get(one) != row.get(other));
        differing.next().filter(|_| differing.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::super::setting::Kind;
    use super::*;

    #[test]
    fn every_setting_has_a_key_a_label_and_a_flag_of_its_own() {
        for (place, row) in SETTINGS.iter().enumerate() {
            let before = &SETTINGS[..place];
            assert!(
                !before.iter().any(|other| other.key == row.key || other.flag == row.flag),
                "{}",
                row.key
            );
            assert!(row.label.is_empty() || crate::words::has_word(row.label), "{}", row.key);
        }
    }

    #[test]
    fn values_are_read_as_they_were_set_and_survive_a_file() {
        for row in SETTINGS {
            let mut scene = Scene::load("plummer").unwrap();
            let values = match row.kind {
                Kind::Number(number) => {
                    vec![Value::Number(number.range[0].max(0.25).min(number.range[1]))]
                }
                Kind::Switch => [true, false].map(Value::Switch).to_vec(),
                Kind::Choice(choice) => {
                    (choice.all)().iter().map(|[name, _]| Value::Choice(name)).collect()
                }
            };
            for value in values {
                row.set(&mut scene, value).unwrap();
                assert_eq!(row.get(&scene), value, "{}", row.key);
                let text = scene.to_toml();
                if scene.physics.validate().is_ok() {
                    let again = Scene::parse(&text, "again.toml")
                        .unwrap_or_else(|error| panic!("{}: {error}", row.key));
                    assert_eq!(row.get(&again), value, "{}: {text}", row.key);
                }
            }
        }
    }

    #[test]
    fn what_does_not_suit_a_setting_is_told_with_its_range_or_names() {
        for (key, text, told) in [
            ("look.exposure", "21", "from -20 to 20"),
            ("look.exposure", "nan", "from -20 to 20"),
            ("look.exposure", "bright", "from -20 to 20"),
            ("look.negative", "maybe", "on or off"),
            ("physics.integrator", "yosida-6", "yoshida-6"),
            ("look.color_by", "sped", "colour-by value"),
            ("physics.adaptive", "some", "fixed"),
        ] {
            let row = Setting::named(key).unwrap();
            let error = row.parse(text).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        assert_eq!(
            Setting::named("dt").and_then(|row| row.parse("1e-3").ok()),
            Some(Value::Number(1e-3))
        );
        assert_eq!(
            Setting::named("adaptive").and_then(|row| row.parse("fixed").ok()),
            Some(Value::None)
        );
    }

    #[test]
    fn the_one_setting_that_differs_is_found() {
        let one = Scene::load("plummer").unwrap();
        let mut other = one.clone();
        assert!(Setting::changed(&one, &other).is_none());
        other.look.exposure += 1.0;
        assert_eq!(Setting::changed(&one, &other).map(|row| row.key), Some("look.exposure"));
        other.physics.softening += 1.0;
        assert!(Setting::changed(&one, &other).is_none());
    }
}
