//! Actions that change only the view: camera, look, bookmarks, projector mode.

use glam::{DVec3, Vec2};
use starshell::name::Named;
use starshell::physics::initial::Orbit;
use starshell::render::{Camera, ColorBy, Extent, Followed, Look, Style};
use starshell::words::{self, t};

use crate::app::commands::{Follow, Mark};
use crate::app::shell::{
    settings::{BOOKMARKS, bookmark_key},
    state::{Projector, Shell},
};
use crate::app::simulation::{drafts::Drafts, run::Run, stage::Stage, viewer::Viewer};

/// The shares of the picture's width or height that an orbit reaches if it is neither too small to be
/// seen nor cut off.
const SEEN: [f32; 2] = [0.25, 0.95];

pub fn toggle_projector(shell: &mut Shell, run: &mut Run) {
    run.stage.interaction.undo_stack.forget_settings();
    *run.stage.session.viewing().look_mut() = match shell.projector.take() {
        Some(projector) => projector.look,
        None => {
            let look = run.stage.session.scene().look.clone();
            let projected = projected(&look, shell.settings.light);
            shell.projector = Some(Projector { look, sides: [false; 2] });
            projected
        }
    };
}

/// Shows another run as projector mode does, if that is on.
pub fn project_anew(shell: &mut Shell, run: &mut Run) {
    if let Some(projector) = &mut shell.projector {
        let look = run.stage.session.viewing().look_mut();
        projector.look = std::mem::replace(look, projected(look, shell.settings.light));
    }
}

/// Moves the camera so that the picture shows all of an orbit that was edited, once it has another
/// size.
pub fn show_orbit(stage: &Stage, viewer: &mut Viewer, drafts: &mut Drafts, orbit: &Orbit) {
    if drafts.initial == drafts.seen {
        return;
    }
    drafts.seen = drafts.initial.clone();
    let camera = stage.session.scene().camera;
    let middle = Vec2::from(stage.size.map(|side| 0.5 * side as f32));
    let reach = |place: &DVec3| {
        let shown = camera.project(place.as_vec3(), stage.size);
        shown.map_or(f32::INFINITY, |(pixel, _)| ((pixel - middle) / middle).abs().max_element())
    };
    let points = || orbit.paths.iter().chain(&orbit.disks).flatten();
    let share = points().map(reach).fold(0.0, f32::max);
    if !(SEEN[0]..=SEEN[1]).contains(&share) {
        let radius = points().map(|place| place.length()).fold(0.0, f64::max);
        viewer.take_over();
        viewer.flight.go_to(camera.framing(&Extent::sphere(DVec3::ZERO, radius), stage.size));
    }
}

/// Begins to fly by keys, or ends that.
pub fn toggle_fly(viewer: &mut Viewer) {
    viewer.flight.flies = !viewer.flight.flies;
    viewer.take_over();
}

/// Draws full light from now on, or spares it, at any frame rate.
pub fn set_full_light(viewer: &mut Viewer, is_full: bool) {
    (viewer.spares_light, viewer.slow_for) = (!is_full, None);
}

/// Sets the camera at once, without a transition.
pub fn set_camera(run: &mut Run, viewer: &mut Viewer, camera: &Camera) {
    viewer.flight.stop();
    let before = run.stage.session.scene().camera;
    // Another lens moves the camera back or forth, to show the same.
    let is_zoomed =
        camera.distance != before.distance && camera.field_of_view == before.field_of_view;
    if is_zoomed || camera.target != before.target {
        viewer.take_over();
    }
    run.stage.session.viewing().set_camera(camera);
}

/// Resets the camera, what it follows, and the look to the scene's.
pub fn reset_view(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    shell.projector = None;
    *run.stage.session.viewing().look_mut() = run.origin.scene.look.clone();
    viewer.flight.go_to(run.origin.scene.camera);
    viewer.follow(match run.origin.scene.follow {
        Some(Followed::Body(_)) => Follow::Nothing,
        followed => Follow::from_followed(followed),
    });
}

/// Colours by the next quantity.
pub fn next_color(shell: &mut Shell, run: &mut Run) {
    let has_columns = !run.stage.session.pictures().columns().is_empty();
    let look = run.stage.session.viewing().look_mut();
    let is_there = |color: &ColorBy| has_columns || *color != ColorBy::Column;
    let all: Vec<_> = ColorBy::ALL.iter().copied().filter(is_there).collect();
    let place = all.iter().position(|color| *color == look.color_by).unwrap_or(0);
    look.set_color_by(all[(place + 1) % all.len()]);
    let quantity = words::text(&format!("color-by-{}", look.color_by.name()), &[]);
    shell.notices.tell(t!("notice-color", quantity = quantity));
}

/// Shows arrows or swept areas, or hides them.
pub fn toggle_mark(shell: &mut Shell, mark: Mark) {
    let is_shown = match mark {
        Mark::Velocities => &mut shell.settings.guides.velocities,
        Mark::Accelerations => &mut shell.settings.guides.accelerations,
        Mark::Areas => &mut shell.settings.guides.swept_areas,
    };
    *is_shown = !*is_shown;
}

pub fn store_bookmark(shell: &mut Shell, run: &Run, number: usize) {
    let key = bookmark_key(number.min(BOOKMARKS - 1));
    shell.settings.bookmarks.insert(key.clone(), run.stage.session.scene().camera);
    shell.notices.tell(t!("notice-bookmark", key = key));
}

pub fn recall_bookmark(shell: &mut Shell, run: &Run, viewer: &mut Viewer, number: usize) {
    let key = bookmark_key(number);
    match shell.settings.bookmarks.get(&key) {
        Some(camera) => {
            viewer.take_over();
            viewer.flight.go_to(camera.bounded(&run.origin.scene.camera));
        }
        None => shell.notices.tell(t!("notice-no-bookmark", key = key)),
    }
}

/// Shows the look with which the scene began or, after that, its present one again.
pub fn show_before(shell: &mut Shell, run: &mut Run, is_before: bool) {
    let Run { stage, origin, captures, .. } = run;
    match (is_before, stage.look_after.take()) {
        (true, None) if captures.is_empty() => {
            let look = stage.session.viewing().look_mut();
            stage.look_after = Some(Box::new(std::mem::replace(look, origin.scene.look.clone())));
            shell.notices.tell(t!("notice-before"));
        }
        (true, after) => stage.look_after = after,
        (false, Some(after)) => *stage.session.viewing().look_mut() = *after,
        (false, None) => {}
    }
}

/// Switches between light and dark panels; in projector mode the picture switches too.
pub fn toggle_light(shell: &mut Shell, run: &mut Run) {
    shell.settings.light = !shell.settings.light;
    if shell.is_projector() {
        run.stage.session.viewing().look_mut().negative = shell.settings.light;
    }
}

/// A look for projectors; with light panels, dark bodies on white.
pub fn projected(look: &Look, is_light: bool) -> Look {
    Look { negative: look.negative || is_light, ..Style::Projector.apply(look) }
}
