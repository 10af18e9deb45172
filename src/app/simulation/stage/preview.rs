//! The preview of a slow machine: plain light while the picture changes, and all of it as soon as
//! the picture rests.

use starshell::render::{Camera, Look};
use starshell::session::Session;

/// Seconds for which a picture must rest before it is drawn in full.
const REST: f32 = 0.5;

/// What the picture shows, and since when.
#[derive(Debug, Default)]
pub struct Preview {
    /// Whether pictures that change are drawn with plain light.
    spares: bool,
    shown: Option<(u64, Camera, Look, [u32; 2])>,
    rested: f32,
}

impl Preview {
    /// Chooses the light of the next picture, of this size: plain if the viewer `spares` it and the
    /// picture has changed a moment ago.
    pub fn choose(&mut self, session: &mut Session, size: [u32; 2], spares: bool, elapsed: f32) {
        self.spares = spares;
        if !spares {
            self.shown = None;
            return session.pictures_mut().set_plain_light(false);
        }
        let (scene, steps) = (session.scene(), session.simulation().steps());
        let is_same = self.shown.as_ref().is_some_and(|(step, camera, look, shown)| {
            (*step, *camera, look, *shown) == (steps, scene.camera, &scene.look, size)
        });
        if is_same {
            // A single long frame is no rest.
            self.rested += elapsed.min(0.5 * REST);
        } else {
            self.shown = Some((steps, scene.camera, scene.look.clone(), size));
            self.rested = 0.0;
        }
        session.pictures_mut().set_plain_light(self.is_waiting());
    }

    /// Whether the picture will be drawn in full although nothing moves.
    pub fn is_waiting(&self) -> bool {
        self.spares && self.rested < REST
    }
}
