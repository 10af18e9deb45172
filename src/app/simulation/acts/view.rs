//! Actions that change only the view: camera, look, bookmarks, projector mode.

use starshell::name::Named;
use starshell::render::{Camera, ColorBy, Followed, Look, Style};
use starshell::words::{self, t};

use crate::app::shell::{
    desk::Desk,
    settings::{BOOKMARKS, bookmark_key},
    view::View,
};
use crate::app::simulation::{hands::Follow, marks::Mark};

impl Desk {
    pub fn toggle_projector(&mut self) {
        self.stage.hands.pasts.forget_settings();
        *self.stage.session.look_mut() = match self.projector.take() {
            Some(look) => look,
            None => {
                let look = self.stage.session.scene().look.clone();
                let projected = projected(&look, self.settings.light);
                self.projector = Some(look);
                projected
            }
        };
    }

    /// Sets the camera at once, without a transition.
    pub fn set_camera(&mut self, camera: &Camera) {
        self.stage.flight.stop();
        let before = self.stage.session.scene().camera;
        // Another lens moves the camera back or forth, to show the same.
        let is_zoomed = camera.distance != before.distance && camera.field_of_view == before.field_of_view;
        if is_zoomed || camera.target != before.target {
            self.stage.take_over();
        }
        self.stage.session.set_camera(camera);
    }

    /// Resets the camera, what it follows, and the look to the scene's.
    pub fn reset_view(&mut self) {
        self.projector = None;
        *self.stage.session.look_mut() = self.origin.look.clone();
        self.stage.flight.go_to(self.origin.camera);
        self.stage.follow(match self.origin.follow {
            Some(Followed::Body(_)) => Follow::Nothing,
            followed => Follow::of(followed),
        });
    }

    /// Colours by the next quantity.
    pub fn next_color(&mut self) {
        let look = self.stage.session.look_mut();
        let place = ColorBy::ALL.iter().position(|color| *color == look.color_by).unwrap_or(0);
        look.color_by = ColorBy::ALL[(place + 1) % ColorBy::ALL.len()];
        look.color_range = None;
        let quantity = words::text(&format!("color-by-{}", look.color_by.name()), &[]);
        self.notices.tell(t!("notice-color", quantity = quantity));
    }

    /// What the switch does, unless a card has locked that.
    pub fn toggle_mark(&mut self, mark: Mark) {
        if self.view == View::Classroom && self.classroom.guidance().locks(mark.control()) {
            return;
        }
        let is_shown = match mark {
            Mark::Velocities => &mut self.settings.guides.velocities,
            Mark::Accelerations => &mut self.settings.guides.accelerations,
            Mark::Areas => &mut self.settings.guides.swept_areas,
        };
        *is_shown = !*is_shown;
        self.classroom.used.insert(mark.control().to_owned());
    }

    pub fn store_bookmark(&mut self, number: usize) {
        let key = bookmark_key(number.min(BOOKMARKS - 1));
        self.settings.bookmarks.insert(key.clone(), self.stage.session.scene().camera);
        self.notices.tell(t!("notice-bookmark", key = key));
    }

    pub fn recall_bookmark(&mut self, number: usize) {
        let key = bookmark_key(number);
        match self.settings.bookmarks.get(&key) {
            Some(camera) => {
                self.stage.take_over();
                self.stage.flight.go_to(camera.bounded(&self.origin.camera));
            }
            None => self.notices.tell(t!("notice-no-bookmark", key = key)),
        }
    }

    /// Switches between light and dark panels; in projector mode the picture switches too.
    pub fn toggle_light(&mut self) {
        self.settings.light = !self.settings.light;
        if self.is_projector() {
            self.stage.session.look_mut().negative = self.settings.light;
        }
    }
}

/// A look for projectors; with light panels, dark bodies on white.
pub fn projected(look: &Look, is_light: bool) -> Look {
    Look { negative: look.negative || is_light, ..Style::Projector.apply(look) }
}
