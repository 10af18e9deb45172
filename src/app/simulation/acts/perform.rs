//! What commands do to the physics, the bodies and the pace of the run.

use starshell::physics::Parameters;
use starshell::render::Camera;
use starshell::scene::{Scene, Setting, Units, Value};
use starshell::session::Edit;
use starshell::words::t;

use crate::app::shell::state::{Request, Shell};
use crate::app::simulation::{
    acts::view,
    interaction::Purpose,
    run::Run,
    stage::{OTHERS, note},
    tuning::{Tuner, Tuning},
    viewer::Viewer,
};
use crate::explained::explained;

pub fn set_units(run: &mut Run, units: Option<Units>) {
    let units = units.map(Units::bounded);
    run.stage.session.viewing().set_units(units);
    if let Some(beside) = &mut run.other_view {
        beside.stage.session.viewing().set_units(units);
    }
}

/// Plays or pauses; where a film or stored states are shown one after the other, pauses.
pub fn toggle_play(viewer: &mut Viewer) {
    if viewer.replayed_by().is_some() {
        return viewer.end_replay();
    }
    viewer.transport.is_playing = !viewer.transport.is_playing;
    viewer.transport.remaining = 0;
}

pub fn step(viewer: &mut Viewer, steps: u32) {
    viewer.transport.is_playing = false;
    viewer.transport.remaining = viewer.transport.remaining.saturating_add(steps);
}

pub fn reverse(shell: &mut Shell, run: &mut Run) {
    run.stage.interaction.reverses = !run.stage.interaction.reverses;
    shell.notices.tell(t!("notice-reversed"));
}

/// Changes a setting of the scene.
pub fn change_setting(
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    row: &Setting,
    value: Value,
) {
    let mut scene = run.stage.session.scene().clone();
    if let Err(error) = row.set(&mut scene, value) {
        return shell.notices.warn(explained(&error));
    }
    let half = |camera: &Camera| (0.5 * camera.field_of_view.to_radians()).tan();
    if row.key == "camera.field_of_view" {
        // To keep the size of the picture, the camera moves back as the lens gets longer.
        scene.camera.distance *= half(&run.stage.session.scene().camera) / half(&scene.camera);
    }
    take_settings(shell, run, viewer, scene);
}

/// Takes over the physics, the camera and the look of a scene.
pub fn take_settings(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, scene: Scene) {
    let now = run.stage.session.scene();
    let [has_physics, has_camera, has_look] =
        [scene.physics != now.physics, scene.camera != now.camera, scene.look != now.look];
    if has_physics {
        set_physics(shell, run, scene.physics);
    }
    if has_camera {
        view::set_camera(run, viewer, &scene.camera);
    }
    if has_look {
        *run.stage.session.viewing().look_mut() = scene.look.bounded();
    }
}

pub fn set_physics(shell: &mut Shell, run: &mut Run, parameters: Parameters) {
    let before = run.stage.session.computing().setup();
    // A change of precision rounds the bodies.
    let is_edit = run.stage.has_begun()
        || run.stage.course.is_edited()
        || parameters.precision != before.physics.precision;
    match run.stage.session.set_parameters(parameters) {
        Ok(()) if is_edit && parameters != before.physics => {
            note(&mut run.stage, Edit::Physics(Box::new(parameters)), &before);
        }
        Ok(()) => {}
        Err(error) => shell.notices.warn(explained(&error)),
    }
}

pub fn reset_physics(shell: &mut Shell, run: &mut Run) {
    set_physics(shell, run, run.origin.scene.physics);
}

/// Plans the running simulation again, from measured times.
pub fn replan(shell: &mut Shell, run: &mut Run) {
    let before = *run.stage.session.simulation().plan();
    if let Err(error) = run.stage.session.computing_mut().replan() {
        shell.notices.warn(explained(&error));
    }
    // Other plans round differently.
    if run.stage.has_begun() && *run.stage.session.simulation().plan() != before {
        run.stage.course.alter(OTHERS);
    }
}

/// Starts or stops the search for the fastest kernels.
pub fn toggle_tuning(shell: &Shell, tuning: &mut Tuning) {
    tuning.search = match tuning.search.take() {
        Some(_) => None,
        None => Some(Tuner::begin(&shell.gpu, tuning.time)),
    };
}

/// Switches to another adapter, from a snapshot requested here.
pub fn change_adapter(shell: &mut Shell, run: &mut Run, name: Option<String>) {
    shell.settings.adapter = name;
    run.stage.interaction.wanted.push(Purpose::Reopen);
}

pub fn toggle_tour(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    run.tour = if run.tour.is_some() { None } else { Some(0.0) };
    viewer.flight.rotates = run.tour.is_some();
    let text = if run.tour.is_some() { t!("notice-tour") } else { t!("notice-no-tour") };
    shell.notices.tell(text);
}

pub fn copy_scene(shell: &mut Shell, run: &Run) {
    if run.has_no_scene_file(shell) {
        return;
    }
    shell.requests.push(Request::Copy(run.stage.session.scene().to_toml()));
    shell.notices.tell(t!("notice-copied"));
}
