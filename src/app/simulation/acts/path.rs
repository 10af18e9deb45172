//! The scene's camera path: keys from the view, edits, driving and preview.

use starshell::render::{CameraPath, Key, PathError};
use starshell::scene::Dimension;
use starshell::words::t;

use crate::app::simulation::desk::Desk;

impl Desk {
    /// Sets a key with the current view at the current time.
    pub fn set_key(&mut self) {
        let simulation = self.stage.session.simulation();
        let (at, scene) = (simulation.time(), self.stage.session.scene());
        let follow = self.viewer.followed(&self.stage, scene.count);
        // Bodies that were thrown in are not in the scene, which holds the path.
        if follow != self.viewer.followed(&self.stage, usize::MAX) {
            return self.shell.notices.warn(t!("notice-key-follows"));
        }
        // In a key, the camera has caught up with what it follows.
        let camera = follow.map_or(scene.camera, |followed| followed.framed(scene.camera));
        let sets_exposure =
            scene.path.as_ref().is_some_and(|path| path.keys()[0].exposure.is_some());
        let is_other = scene.look.exposure != self.origin.scene.look.exposure;
        let exposure = (sets_exposure || is_other).then_some(scene.look.exposure);
        let key = Key { at, camera, follow, exposure, color_range: scene.look.color_range };
        match self.with_key(key) {
            Ok(path) => {
                self.viewer.travel.selected = path.keys().iter().position(|key| key.at == at);
                self.viewer.travel.is_open = true;
                let (time, keys) =
                    (self.stage.numbers().text(Dimension::Time, at), path.keys().len());
                // The scene may have brought a path that the user has not seen.
                let is_own = scene.path.is_some() && scene.path == self.origin.scene.path;
                self.shell.notices.tell(match is_own {
                    true => t!("notice-key-own", time = time, keys = keys),
                    false => t!("notice-key", time = time, keys = keys),
                });
                self.stage.session.set_path(Some(path));
            }
            Err(error) => self.shell.notices.warn(error.to_string()),
        }
    }

    /// The path with `key`. If `key` is the first to set the exposure, earlier keys keep the
    /// scene's.
    fn with_key(&self, key: Key) -> Result<CameraPath, PathError> {
        let Some(path) = &self.stage.session.scene().path else {
            return CameraPath::new(vec![key], None);
        };
        let exposure = key.exposure.map(|_| self.origin.scene.look.exposure);
        let fill = |old: &Key| Key { exposure: old.exposure.or(exposure), ..*old };
        CameraPath::new(path.keys().iter().map(fill).collect(), path.returns())?.with(key)
    }

    /// Replaces the path, or clears it.
    pub fn set_path(&mut self, path: Option<CameraPath>) {
        let count = path.as_ref().map_or(0, |path| path.keys().len());
        self.viewer.travel.selected =
            self.viewer.travel.selected.filter(|selected| *selected < count);
        if count == 0 {
            self.viewer.end_travel(&mut self.stage);
        }
        self.stage.session.set_path(path);
    }

    /// Starts or stops moving the camera along the path: with the simulation, or in a preview.
    pub fn toggle_travel(&mut self, in_preview: bool) {
        let was_on = if in_preview {
            self.viewer.travel.preview.is_some()
        } else {
            self.viewer.travel.drives
        };
        self.viewer.end_travel(&mut self.stage);
        match (was_on, &self.stage.session.scene().path) {
            (true, _) => {}
            (false, None) => self.shell.notices.tell(t!("notice-no-path")),
            (false, Some(_)) if in_preview => self.viewer.preview(&self.stage),
            (false, Some(_)) => self.viewer.drive(),
        }
    }
}
