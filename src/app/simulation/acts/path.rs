//! The scene's camera path: keys from the view, edits, driving and preview.

use starshell::render::{CameraPath, Key, PathError};
use starshell::words::t;

use crate::app::shell::state::Shell;
use crate::app::simulation::{run::Run, viewer::Viewer};
use crate::explained::explained;

/// Sets a key with the current view at the current time.
pub fn set_key(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    let simulation = run.stage.session.simulation();
    let (at, scene) = (simulation.time(), run.stage.session.scene());
    let follow = viewer.followed(&run.stage, scene.count);
    // Bodies that were thrown in are not in the scene, which holds the path.
    if follow != viewer.followed(&run.stage, usize::MAX) {
        return shell.notices.warn(t!("notice-key-follows"));
    }
    // In a key, the camera has caught up with what it follows.
    let camera = follow.map_or(scene.camera, |followed| followed.framed(scene.camera));
    let sets_exposure = scene.path.as_ref().is_some_and(|path| path.keys()[0].exposure.is_some());
    let is_other = scene.look.exposure != run.origin.scene.look.exposure;
    let exposure = (sets_exposure || is_other).then_some(scene.look.exposure);
    let key = Key { at, camera, follow, exposure, color_range: scene.look.color_range };
    match with_key(run, key) {
        Ok(path) => {
            viewer.travel.selected = path.keys().iter().position(|key| key.at == at);
            viewer.travel.is_open = true;
            let (moment, keys) =
                (run.stage.reel.moment(at, run.stage.numbers()), path.keys().len());
            // The scene may have brought a path that the user has not seen.
            let is_own = scene.path.is_some() && scene.path == run.origin.scene.path;
            shell.notices.tell(match is_own {
                true => t!("notice-key-own", moment = moment, keys = keys),
                false => t!("notice-key", moment = moment, keys = keys),
            });
            run.stage.session.viewing().set_path(Some(path));
        }
        Err(error) => shell.notices.warn(explained(&error)),
    }
}

/// The path with `key`. If `key` is the first to set the exposure, earlier keys keep the
/// scene's.
fn with_key(run: &Run, key: Key) -> Result<CameraPath, PathError> {
    let Some(path) = &run.stage.session.scene().path else {
        return CameraPath::new(vec![key], None);
    };
    let exposure = key.exposure.map(|_| run.origin.scene.look.exposure);
    let fill = |old: &Key| Key { exposure: old.exposure.or(exposure), ..*old };
    CameraPath::new(path.keys().iter().map(fill).collect(), path.returns())?.with(key)
}

/// Replaces the path, or clears it.
pub fn set_path(run: &mut Run, viewer: &mut Viewer, path: Option<CameraPath>) {
    let count = path.as_ref().map_or(0, |path| path.keys().len());
    viewer.travel.selected = viewer.travel.selected.filter(|selected| *selected < count);
    if count == 0 {
        viewer.end_travel(&mut run.stage);
    }
    run.stage.session.viewing().set_path(path);
}

/// Starts or stops moving the camera along the path: with the simulation, or in a preview.
pub fn toggle_travel(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, in_preview: bool) {
    let was_on = if in_preview { viewer.travel.preview.is_some() } else { viewer.travel.drives };
    viewer.end_travel(&mut run.stage);
    match (was_on, &run.stage.session.scene().path) {
        (true, _) => {}
        (false, None) => shell.notices.tell(t!("notice-no-path")),
        (false, Some(_)) if in_preview => viewer.preview(&run.stage),
        (false, Some(_)) => viewer.drive(),
    }
}
