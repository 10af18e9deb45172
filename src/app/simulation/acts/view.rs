//! Actions that change only the view: camera, look, bookmarks, projector mode.

use starshell::name::Named;
use starshell::render::{Camera, ColorBy, Followed, Look, Style};
use starshell::words::{self, t};

use crate::app::commands::{Follow, Mark, Tool};
use crate::app::shell::{
    settings::{BOOKMARKS, bookmark_key},
    state::{Mode, Projector},
};
use crate::app::simulation::desk::Desk;

impl Desk {
    pub fn toggle_projector(&mut self) {
        self.stage.interaction.undo_stack.forget_settings();
        *self.stage.session.look_mut() = match self.shell.projector.take() {
            Some(projector) => projector.look,
            None => {
                let look = self.stage.session.scene().look.clone();
                let projected = projected(&look, self.shell.settings.light);
                self.shell.projector = Some(Projector { look, sides: [false; 2] });
                projected
            }
        };
    }

    /// Enters or leaves the simple mode.
    pub fn toggle_simple(&mut self) {
        let shell = &mut self.shell;
        shell.mode = match shell.mode {
            Mode::Full => Mode::Simple,
            Mode::Simple => Mode::Full,
            Mode::Locked => return shell.notices.tell(t!("notice-locked")),
        };
        shell.settings.panels.simple = shell.mode == Mode::Simple;
        // What has no control there must not stay on.
        self.take_tool(Tool::Look);
        self.viewer.flight.flies = false;
        self.end_comparison();
    }

    /// Begins to fly by keys, or ends that.
    pub fn toggle_fly(&mut self) {
        self.viewer.flight.flies = !self.viewer.flight.flies;
        self.viewer.take_over();
    }

    /// Draws full or plain light from now on, at any frame rate.
    pub fn set_full_light(&mut self, is_full: bool) {
        self.stage.session.set_plain_light(!is_full);
        self.viewer.slow_for = None;
    }

    /// Sets the camera at once, without a transition.
    pub fn set_camera(&mut self, camera: &Camera) {
        self.viewer.flight.stop();
        let before = self.stage.session.scene().camera;
        // Another lens moves the camera back or forth, to show the same.
        let is_zoomed =
            camera.distance != before.distance && camera.field_of_view == before.field_of_view;
        if is_zoomed || camera.target != before.target {
            self.viewer.take_over();
        }
        self.stage.session.set_camera(camera);
    }

    /// Resets the camera, what it follows, and the look to the scene's.
    pub fn reset_view(&mut self) {
        self.shell.projector = None;
        *self.stage.session.look_mut() = self.origin.scene.look.clone();
        self.viewer.flight.go_to(self.origin.scene.camera);
        self.viewer.follow(match self.origin.scene.follow {
            Some(Followed::Body(_)) => Follow::Nothing,
            followed => Follow::of(followed),
        });
    }

    /// Colours by the next quantity.
    pub fn next_color(&mut self) {
        let look = self.stage.session.look_mut();
        let place = ColorBy::ALL.iter().position(|color| *color == look.color_by).unwrap_or(0);
        look.set_color_by(ColorBy::ALL[(place + 1) % ColorBy::ALL.len()]);
        let quantity = words::text(&format!("color-by-{}", look.color_by.name()), &[]);
        self.shell.notices.tell(t!("notice-color", quantity = quantity));
    }

    /// Shows arrows or swept areas, or hides them.
    pub fn toggle_mark(&mut self, mark: Mark) {
        let is_shown = match mark {
            Mark::Velocities => &mut self.shell.settings.guides.velocities,
            Mark::Accelerations => &mut self.shell.settings.guides.accelerations,
            Mark::Areas => &mut self.shell.settings.guides.swept_areas,
        };
        *is_shown = !*is_shown;
    }

    pub fn store_bookmark(&mut self, number: usize) {
        let key = bookmark_key(number.min(BOOKMARKS - 1));
        self.shell.settings.bookmarks.insert(key.clone(), self.stage.session.scene().camera);
        self.shell.notices.tell(t!("notice-bookmark", key = key));
    }

    pub fn recall_bookmark(&mut self, number: usize) {
        let key = bookmark_key(number);
        match self.shell.settings.bookmarks.get(&key) {
            Some(camera) => {
                self.viewer.take_over();
                self.viewer.flight.go_to(camera.bounded(&self.origin.scene.camera));
            }
            None => self.shell.notices.tell(t!("notice-no-bookmark", key = key)),
        }
    }

    /// Switches between light and dark panels; in projector mode the picture switches too.
    pub fn toggle_light(&mut self) {
        self.shell.settings.light = !self.shell.settings.light;
        if self.shell.is_projector() {
            self.stage.session.look_mut().negative = self.shell.settings.light;
        }
    }
}

/// A look for projectors; with light panels, dark bodies on white.
pub fn projected(look: &Look, is_light: bool) -> Look {
    Look { negative: look.negative || is_light, ..Style::Projector.apply(look) }
}
