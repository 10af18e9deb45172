//! Notes on the moment that a session shows.

use super::recipe::adapter;
use super::spherical::{PROJECTION, SIDE_BY_SIDE, STEREO};
use super::{CAPTION, Note};
use crate::file::SOFTWARE;
use crate::gpu::Gpu;
use crate::name::Named;
use crate::render::Projection;
use crate::scene::Scene;
use crate::session::Session;

/// Notes for a picture of the session's current state: everything needed to reproduce it, and the
/// time it shows.
pub fn notes(gpu: &Gpu, session: &Session) -> Vec<Note> {
    let simulation = session.simulation();
    // The camera is where it has followed to.
    let scene = Scene { follow: None, ..session.scene().clone() };
    let mut notes = vec![
        Note::new("Title", scene.title.as_str()),
        Note::new("Software", SOFTWARE),
        Note::new("Seed", scene.seed.to_string()),
        Note::new("Scene", scene.to_toml()),
        Note::new("Adapter", adapter(gpu)),
        Note::new("Bodies", simulation.bodies().count().to_string()),
        Note::new("Time", simulation.time().to_string()),
        Note::new("Steps", simulation.steps().to_string()),
    ];
    // Ordinary pictures need no word about it.
    let projection =
        Some(scene.camera.projection).filter(|projection| *projection != Projection::default());
    notes.extend(projection.map(|projection| Note::new(PROJECTION, projection.name())));
    notes
}

/// Says that a picture is a pair, where `eyes` are apart.
pub fn stereo_note(eyes: f32) -> Option<Note> {
    (eyes != 0.0).then(|| Note::new(STEREO, SIDE_BY_SIDE))
}

/// The session's simulated time in readable form, for contact sheets and captions.
pub fn caption_note(session: &Session) -> Note {
    let scene = session.scene();
    let time = shortest(session.simulation().time(), scene.duration, scene.physics.time_step);
    Note::new(CAPTION, format!("t = {time}"))
}

/// A time for display: with as many decimals as distinguish moments in a run of this duration, and
/// up to two more if it takes them to distinguish its steps.
fn shortest(time: f64, duration: f64, time_step: f64) -> String {
    let of_run = 2.0 - duration.max(1e-12).log10().floor();
    let of_step = -time_step.max(1e-12).log10().floor();
    let decimals = of_step.clamp(of_run, of_run + 2.0).clamp(0.0, 9.0) as usize;
    format!("{time:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::shortest;

    #[test]
    fn times_have_the_decimals_that_their_run_needs() {
        for (time, duration, time_step, text) in [
            (1.234_56, 8.0, 0.01, "1.23"),
            (12.3456, 20.0, 1.0, "12.3"),
            (0.001_234, 0.02, 0.01, "0.0012"),
            (345.6, 300.0, 1.0, "346"),
            // Two steps apart, two texts.
            (0.26, 11.0, 0.005, "0.260"),
            (0.01, 11.0, 0.005, "0.010"),
            (0.123_456, 11.0, 1e-6, "0.123"),
        ] {
            assert_eq!(shortest(time, duration, time_step), text);
        }
    }
}
