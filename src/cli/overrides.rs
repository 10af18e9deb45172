//! The scene that the command line means: by name or file, with what options replace.

use starshell::physics::Parameters;
use starshell::scene::Scene;

use super::arguments::Overrides;
use super::{Failure, input};

/// The scene with what the command line replaces.
pub fn scene(name_or_path: &str, overrides: &Overrides) -> Result<Scene, Failure> {
    let mut scene = Scene::load(name_or_path).map_err(input)?;
    if overrides.faithful {
        scene.make_faithful().map_err(input)?;
    }
    scene.count = overrides.count.unwrap_or(scene.count);
    scene.seed = overrides.seed.unwrap_or(scene.seed);
    let physics = scene.physics;
    scene.physics = Parameters {
        integrator: overrides.integrator.unwrap_or(physics.integrator),
        time_step: overrides.dt.unwrap_or(physics.time_step),
        softening: overrides.softening.unwrap_or(physics.softening),
        damping: overrides.damping.unwrap_or(physics.damping),
        precision: overrides.precision.unwrap_or(physics.precision),
        adaptive: overrides.adaptive.or(physics.adaptive).filter(|eta| *eta != 0.0),
    };
    // A file that says `faithful` would set these two back when it is read again.
    scene.faithful &= overrides.softening.is_none() && overrides.damping.is_none();
    if let Some(color_by) = overrides.color_by.filter(|color_by| *color_by != scene.look.color_by) {
        // A fixed range belongs to the scene's own quantity.
        (scene.look.color_by, scene.look.color_range) = (color_by, None);
    }
    scene.look.trail_length = overrides.trails.unwrap_or(scene.look.trail_length);
    scene.look.color_map = overrides.color_map.unwrap_or(scene.look.color_map);
    scene.physics.validate().map_err(input)?;
    scene.initial.validate(scene.count).map_err(input)?;
    Ok(scene)
}
