//! The preview of a slow machine: plain light while the picture changes, and all of it as soon as
//! the picture rests.

use starshell::render::{Camera, Look};

use crate::app::simulation::stage::Stage;

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

impl Stage {
    /// Chooses the light of the next picture: plain if the viewer `spares` it and the picture has
    /// changed a moment ago.
    pub fn choose_light(&mut self, spares: bool, elapsed: f32) {
        let scene = self.session.scene();
        let steps = self.session.simulation().steps();
        let is_same = self.preview.shown.as_ref().is_some_and(|(step, camera, look, size)| {
            (*step, *camera, look, *size) == (steps, scene.camera, &scene.look, self.size)
        });
        if is_same {
            // A single long frame is no rest.
            self.preview.rested += elapsed.min(0.5 * REST);
        } else {
            let shown = (steps, scene.camera, scene.look.clone(), self.size);
            (self.preview.shown, self.preview.rested) = (Some(shown), 0.0);
        }
        self.preview.spares = spares;
        let is_plain = spares && self.preview.rested < REST;
        self.session.pictures_mut().set_plain_light(is_plain);
    }

    /// Whether the picture will be drawn in full although nothing moves.
    pub fn is_refining(&self) -> bool {
        self.preview.spares && self.preview.rested < REST
    }
}
