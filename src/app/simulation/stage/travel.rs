//! Moves the camera along the scene's path: as the simulation plays, or in a preview.

use starshell::render::{Camera, Followed, Key};

use crate::app::simulation::stage::Stage;

/// Duration of a preview of the whole path, in seconds.
const PREVIEW: f64 = 12.0;

impl Stage {
    /// Starts moving the camera along the path as the simulation plays.
    pub fn drive(&mut self) {
        self.flight.stop();
        self.flight.rotates = false;
        (self.travel.drives, self.travel.preview) = (true, None);
    }

    /// Starts a preview: the camera moves along the path from its beginning, independently of the
    /// simulation.
    pub fn preview(&mut self) {
        let begin = self.session.scene().path.as_ref().map(|path| path.span()[0]);
        self.flight.stop();
        self.flight.rotates = false;
        self.travel.preview = begin;
    }

    /// Returns control of the camera to the user where it is, and restores the look.
    pub fn end_travel(&mut self) {
        (self.travel.drives, self.travel.preview) = (false, None);
        if let Some((exposure, color_range)) = self.travel.before.take() {
            let look = self.session.look_mut();
            (look.exposure, look.color_range) = (exposure, color_range);
        }
        if self.travel.watches.take().is_some() && self.interaction.picked.is_none() {
            self.session.watch(None);
            self.interaction.watched = None;
        }
    }

    /// Whether the camera is on a path that follows the light.
    pub(super) fn travels_with_light(&self) -> bool {
        let path = self.session.scene().path.as_ref().filter(|_| self.travel.is_on());
        path.is_some_and(|path| path.keys().iter().any(|key| key.follow == Some(Followed::Light)))
    }

    /// Moves the camera along the path, unless the user has taken control. Returns whether it did.
    pub fn travel(&mut self, elapsed: f32) -> bool {
        if !self.travel.is_on() {
            return false;
        }
        let Some(path) = self.session.scene().path.clone().filter(|_| !self.flight.is_moving())
        else {
            self.end_travel();
            return false;
        };
        let now = self.session.simulation().time();
        let time = match &mut self.travel.preview {
            None => now,
            Some(time) => {
                let [begin, end] = path.span();
                *time += f64::from(elapsed) * (end - begin) / PREVIEW;
                if *time >= end {
                    self.end_travel();
                    return true;
                }
                *time
            }
        };
        let shot = path.at(time);
        let look = &self.session.scene().look;
        self.travel.before.get_or_insert((look.exposure, look.color_range));
        if self.interaction.picked.is_none() {
            let body = shot.followed().find_map(|followed| {
                if let Followed::Body(index) = followed { Some(index) } else { None }
            });
            if body != self.travel.watches {
                self.travel.watches = body;
                self.session.watch(body);
            }
        }
        let interaction = &self.interaction;
        self.session.show(&shot, self.size, |followed| interaction.extent(followed, now));
        true
    }

    /// What a key shows, as far as it is known where what it follows is.
    pub fn shown_by(&self, key: &Key) -> Camera {
        let now = self.session.simulation().time();
        key.shot().camera(&self.session.scene().camera, self.size, |followed| {
            self.interaction.extent(followed, now)
        })
    }

    /// The present view for a key that follows what `key` does, at the same offset.
    pub fn camera_of_key(&self, key: &Key) -> Camera {
        let camera = self.session.scene().camera;
        let Some(followed) = key.follow else { return camera };
        let framed =
            self.interaction.light.and_then(|light| camera.framed_distance(&light, self.size));
        let distance = match (followed, framed) {
            (Followed::Light, Some(framed)) => camera.distance / framed as f32,
            (Followed::Light, None) => key.camera.distance,
            _ => camera.distance,
        };
        Camera { target: key.camera.target, distance, ..camera }
    }
}
