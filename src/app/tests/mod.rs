//! Interface tests: the window's panels around a real session, operated by the names that people
//! and assistive technology read. `rig` clicks and types, `painted` reads what is shown, `report`
//! tells the rest. `panels` tries the controls, `snapshots` compares pictures, `commands` tries
//! random requests, `soak` runs for long.

#![allow(clippy::too_many_lines, reason = "lists of cases")]

mod again;
mod answers;
mod aside;
#[path = "../../../tests/common/breadth.rs"]
mod breadth;
mod breaks;
mod card_keys;
mod cards;
mod class;
mod classroom;
mod commands;
mod controls;
#[allow(dead_code, reason = "kernels with run-time checks are tested elsewhere")]
#[path = "../../../tests/common/devices.rs"]
mod devices;
mod docks;
#[path = "../../../tests/common/edits.rs"]
mod edits;
mod files;
mod filming;
mod films;
mod following;
mod gravity;
mod guides;
mod halves;
mod interaction;
mod kepler;
mod kept;
mod keys;
mod laboratory;
mod layout;
mod lessons;
mod lost;
mod members;
mod million;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../../../tests/common/mutation.rs"]
mod mutation;
mod pace;
mod pages;
mod painted;
mod panels;
mod path;
mod pictures;
mod plots;
mod queue;
#[path = "../../../tests/common/random.rs"]
mod random;
mod report;
mod rig;
mod search;
mod seen;
mod simple;
mod sizes;
mod snapshots;
mod soak;
mod still;
mod tables;
mod timeline;
mod undo;
#[path = "../../../tests/common/video.rs"]
mod video;
mod workbench;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use devices::{gpu, own_gpu};
use egui::{Event, Key, Modifiers, Rect, Role, vec2};
use egui_kittest::kittest::NodeT;
use starshell::name::Named;
use starshell::scene::Scene;
use starshell::session::Edit;
use starshell::words::{self, LANGUAGES, Language, speak};
use tempfile::tempdir;

use crate::app::commands::{Command, Follow, Page, Tool, View};
use crate::app::shell::{
    settings::{Guides, Settings},
    state::Request,
    theme,
};
use crate::app::simulation::acts::start::Start;
use crate::app::window::app::App;
use crate::lesson::{Lesson, Plot, Shelf};
use painted::{assert_apart, galleys, texts};
use rig::{Rig, USUAL};

/// Duration of a frame in these tests, whatever the clock says.
const FRAME: f32 = 1.0 / 60.0;

/// All lessons by `./test nightly`, otherwise every third: they have the same kinds of cards.
fn lessons_to_try() -> impl Iterator<Item = (usize, Lesson)> {
    breadth::cases(3, Shelf::new(None).lessons.into_iter().enumerate())
}

/// A built-in scene with so few bodies that software runs it quickly.
fn scene(name: &str) -> Scene {
    let mut scene = Scene::load(name).unwrap();
    scene.count = scene.initial.fixed_count().unwrap_or(scene.count.min(256));
    scene
}

/// Those of a user who has closed the first card, without the numbers that depend on the machine.
fn settings() -> Settings {
    Settings {
        hint_seen: true,
        guides: Guides { hud: false, ..Guides::default() },
        ..Settings::default()
    }
}

/// An app for `scene` that writes into `folder`, and plays.
fn app(scene: Scene, folder: &Path) -> App {
    let app = App::new(&gpu(), scene, settings(), &Start::default()).unwrap();
    let mut app = app.writing_into(folder);
    // One step per frame is what most tests count on; `pace` tests the rest.
    app.play_by(1);
    app
}

/// The text of a key.
fn text(key: &str) -> String {
    words::text(key, &[])
}

/// Does this in every language.
fn in_every_language(mut check: impl FnMut(&'static Language)) {
    for language in LANGUAGES {
        speak(Some(language));
        check(language);
    }
    speak(None);
}

/// Where pictures for people go (`./test pages`): the folder in `STARSHELL_PAGES`, otherwise
/// `target/pages`.
fn pages_folder() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pages");
    let folder = std::env::var_os("STARSHELL_PAGES").map_or_else(usual, PathBuf::from);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
