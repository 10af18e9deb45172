//! Moves the camera along the scene's path: as the simulation plays, or in a preview.

use starshell::render::Followed;

use crate::app::simulation::{stage::Stage, viewer::Viewer};

/// Duration of a preview of the whole path, in seconds.
const PREVIEW: f64 = 12.0;

impl Viewer {
    /// Starts moving the camera along the path as the simulation plays.
    pub fn drive(&mut self) {
        self.flight.stop();
        self.flight.rotates = false;
        (self.travel.drives, self.travel.preview) = (true, None);
    }

    /// Starts a preview: the camera moves along the path from its beginning, independently of the
    /// simulation.
    pub fn preview(&mut self, stage: &Stage) {
        let begin = stage.session.scene().path.as_ref().map(|path| path.span()[0]);
        self.flight.stop();
        self.flight.rotates = false;
        self.travel.preview = begin;
    }

    /// Returns control of the camera to the user where it is, and restores the look.
    pub fn end_travel(&mut self, stage: &mut Stage) {
        (self.travel.drives, self.travel.preview) = (false, None);
        if let Some((exposure, color_range)) = self.travel.before.take() {
            let look = stage.session.viewing().look_mut();
            (look.exposure, look.color_range) = (exposure, color_range);
        }
        if stage.interaction.picked.is_none() && stage.session.viewing().watched_index().is_some() {
            stage.session.viewing().watch(None);
            stage.interaction.watched = None;
        }
    }

    /// Whether the camera is on a path that follows the light.
    pub(super) fn travels_with_light(&self, stage: &Stage) -> bool {
        let path = stage.session.scene().path.as_ref().filter(|_| self.travel.is_on());
        path.is_some_and(|path| path.keys().iter().any(|key| key.follow == Some(Followed::Light)))
    }

    /// Moves the camera along the path, unless the user has taken control. Returns whether it did.
    pub fn travel(&mut self, stage: &mut Stage, elapsed: f32) -> bool {
        if !self.travel.is_on() {
            return false;
        }
        let Some(path) = stage.session.scene().path.clone().filter(|_| !self.flight.is_moving())
        else {
            self.end_travel(stage);
            return false;
        };
        let now = stage.session.simulation().time();
        let time = match &mut self.travel.preview {
            None => now,
            Some(time) => {
                let [begin, end] = path.span();
                *time += f64::from(elapsed) * (end - begin) / PREVIEW;
                if *time >= end {
                    self.end_travel(stage);
                    return true;
                }
                *time
            }
        };
        let shot = path.at(time);
        let look = &stage.session.scene().look;
        self.travel.before.get_or_insert((look.exposure, look.color_range));
        if stage.interaction.picked.is_none() {
            let body = shot.followed().find_map(|followed| {
                if let Followed::Body(index) = followed { Some(index) } else { None }
            });
            if body != stage.session.viewing().watched_index() {
                stage.session.viewing().watch(body);
            }
        }
        let interaction = &stage.interaction;
        stage
            .session
            .viewing()
            .show(&shot, stage.size, |followed| interaction.extent(followed, now));
        true
    }
}
