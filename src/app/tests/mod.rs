//! Interface tests: the window's panels around a real session, operated by the names that people
//! and assistive technology read. `panels` clicks and types, `snapshots` compares pictures,
//! `commands` tries random requests, `soak` runs for long.

#![allow(clippy::too_many_lines, reason = "lists of cases")]

mod answers;
#[path = "../../../tests/common/breadth.rs"]
mod breadth;
mod breaks;
mod cards;
mod classroom;
mod commands;
#[allow(dead_code, reason = "kernels with run-time checks are tested elsewhere")]
#[path = "../../../tests/common/devices.rs"]
mod devices;
#[path = "../../../tests/common/edits.rs"]
mod edits;
mod files;
mod filming;
mod following;
mod gravity;
mod guides;
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
mod panels;
mod path;
mod pictures;
#[path = "../../../tests/common/random.rs"]
mod random;
mod search;
mod simple;
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
use std::time::{Duration, Instant};

use devices::{gpu, own_gpu};
use egui::{Key, Modifiers, Pos2, Rect, Role, pos2, vec2};
use egui_kittest::kittest::NodeT;
use egui_kittest::{Harness, Node};
use starshell::scene::Scene;
use starshell::words;
use tempfile::{TempDir, tempdir};

use crate::app::shell::{
    settings::{Guides, Settings},
    theme,
};
use crate::app::simulation::acts::start::Start;
use crate::app::window::app::App;
use crate::app::window::layout as interface;
use crate::lesson::{Lesson, Shelf};

/// Duration of a frame in these tests, whatever the clock says.
const FRAME: f32 = 1.0 / 60.0;
/// How long to wait for anything: the software adapter computes what all tests submit in one order,
/// so a measurement waits for others.
const PATIENCE: Duration = Duration::from_secs(240);

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

/// A desk for `scene` that writes into `folder`, without the numbers that depend on the machine.
fn app(scene: Scene, folder: &Path) -> App {
    let settings = Settings {
        hint_seen: true,
        guides: Guides { hud: false, ..Guides::default() },
        ..Settings::default()
    };
    let mut app = App::new(&gpu(), scene, settings, &Start::default()).unwrap();
    folder.clone_into(&mut app.desk.shell.folder);
    // One step per frame is what most tests count on; `pace` tests the rest.
    app.desk.viewer.transport.speed = None;
    // A search would keep the CPU busy for all tests.
    app.desk.tuning.time = Duration::ZERO;
    app
}

/// The text of a key.
fn text(key: &str) -> String {
    words::text(key, &[])
}

/// Where pictures for people go (`./test pages`): the folder in `STARSHELL_PAGES`, otherwise
/// `target/pages`.
fn pages_folder() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pages");
    let folder = std::env::var_os("STARSHELL_PAGES").map_or_else(usual, PathBuf::from);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// All text in shapes, and where, but for what is scrolled out of view.
fn texts(shapes: &[egui::epaint::ClippedShape]) -> Vec<(String, Rect)> {
    fn add(shape: &egui::Shape, all: &mut Vec<(String, Rect)>) {
        match shape {
            egui::Shape::Text(text) => {
                all.push((text.galley.text().to_owned(), text.visual_bounding_rect()))
            }
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    for clipped in shapes {
        let mut own = Vec::new();
        add(&clipped.shape, &mut own);
        all.extend(own.into_iter().filter(|(_, rect)| clipped.clip_rect.intersects(*rect)));
    }
    all
}

/// The colours of all text in shapes, and where.
fn colors(shapes: &[egui::epaint::ClippedShape]) -> Vec<(Rect, egui::Color32)> {
    fn add(shape: &egui::Shape, all: &mut Vec<(Rect, egui::Color32)>) {
        match shape {
            egui::Shape::Text(text) => {
                let own = text.galley.job.sections.first().map(|section| section.format.color);
                let color = own
                    .filter(|color| *color != egui::Color32::PLACEHOLDER)
                    .unwrap_or(text.fallback_color);
                all.push((text.visual_bounding_rect(), text.override_text_color.unwrap_or(color)));
            }
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    shapes.iter().for_each(|clipped| add(&clipped.shape, &mut all));
    all
}

/// A paused desk with a small scene, whose advanced physics is open.
fn advanced(name: &str) -> Rig {
    let mut rig = Rig::new(name);
    rig.frame();
    rig.fold("physics-advanced");
    (0..30).for_each(|_| rig.harness.step());
    rig
}

/// Draws the panels from edge to edge, as in the window; the harness would leave a margin.
fn whole(ui: &mut egui::Ui, app: &mut App) {
    let rect = ui.ctx().content_rect();
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    ui.set_clip_rect(rect);
    interface::ui(&mut ui, app, [None; 2]);
}

/// The window without a window: egui, the panels, and the desk.
struct Rig {
    harness: Harness<'static, App>,
    /// Holds the program's output.
    folder: TempDir,
}

impl Rig {
    /// A paused desk with a small scene.
    fn new(name: &str) -> Self {
        Self::with(name, [1280.0, 720.0], |_| ())
    }

    /// The same in a window of this many points, changed before anything is drawn.
    fn with(name: &str, size: [f32; 2], change: impl FnOnce(&mut App)) -> Self {
        let folder = tempdir().unwrap();
        let mut app = app(scene(name), folder.path());
        app.desk.viewer.transport.is_playing = false;
        change(&mut app);
        let harness = Harness::builder()
            .with_size(vec2(size[0], size[1]))
            .with_context_setup(theme::install)
            .build_ui_state(whole, app);
        Self { harness, folder }
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    fn app_mut(&mut self) -> &mut App {
        self.harness.state_mut()
    }

    /// Runs the interface with all pending events, then a frame of the desk.
    fn frame(&mut self) {
        self.harness.step();
        self.harness.check_accessibility();
        self.harness.state_mut().frame(FRAME).unwrap();
        // Draw once more to show what the frame changed.
        self.harness.step();
    }

    /// Runs frames until `is_done`, for results that other threads and the GPU deliver in their own
    /// time.
    #[track_caller]
    fn until(&mut self, what: &str, is_done: impl Fn(&mut App) -> bool) {
        let begin = Instant::now();
        while !is_done(self.app_mut()) {
            assert!(begin.elapsed() < PATIENCE, "timed out waiting until {what}");
            self.frame();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The control of this role labelled with the text of `key`; if there are several, the first in
    /// the order of the panels that can be used.
    #[track_caller]
    fn control(&self, role: Role, key: &str) -> Node<'_> {
        let called = self.called(role, key).min_by_key(|node| node.accesskit_node().is_disabled());
        called.unwrap_or_else(|| panic!("there is no {role:?} called {:?}", text(key)))
    }

    fn has(&self, role: Role, key: &str) -> bool {
        self.called(role, key).next().is_some()
    }

    fn called<'a>(&'a self, role: Role, key: &str) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let name = text(key);
        let is_called = move |node: &Node| {
            let node = node.accesskit_node();
            node.role() == role && node.label().is_some_and(|label| label == name)
        };
        self.harness.root().children_recursive().filter(is_called)
    }

    /// Scrolls a control into view, and returns its position.
    #[track_caller]
    fn reach(&mut self, role: Role, key: &str) -> Rect {
        self.control(role, key).scroll_to_me();
        // One frame to request the scrolling, one to scroll, one to draw.
        (0..3).for_each(|_| self.harness.step());
        self.control(role, key).rect()
    }

    /// The position of the button labelled `name`.
    #[track_caller]
    fn reach_button(&mut self, name: &str) -> Pos2 {
        self.reach(Role::Button, name).center()
    }

    #[track_caller]
    fn press_on(&mut self, role: Role, key: &str) {
        let place = self.reach(role, key).center();
        self.click_at(place, Modifiers::NONE);
    }

    /// Clicks a button.
    #[track_caller]
    fn click(&mut self, key: &str) {
        self.press_on(Role::Button, key);
    }

    /// Flips a switch.
    #[track_caller]
    fn flip(&mut self, key: &str) {
        self.press_on(Role::Switch, key);
    }

    /// Opens or folds a section.
    #[track_caller]
    fn fold(&mut self, key: &str) {
        self.press_on(Role::DisclosureTriangle, key);
    }

    /// Shows a tab of the right panel.
    #[track_caller]
    fn tab(&mut self, key: &str) {
        self.press_on(Role::Tab, key);
        self.frame();
    }

    /// Types a number into a field.
    #[track_caller]
    fn set(&mut self, key: &str, number: &str) {
        self.press_on(Role::SpinButton, key);
        self.harness.event(egui::Event::Text(number.to_owned()));
        self.harness.key_press(Key::Enter);
        self.frame();
    }

    /// Drags the rail of a slider to a share of its length.
    #[track_caller]
    fn slide(&mut self, key: &str, share: f32) {
        let rail = self.reach(Role::Slider, key);
        let to = pos2(rail.left() + share * rail.width(), rail.center().y);
        self.drag(rail.center(), to);
    }

    /// Opens a choice and picks one of its items.
    #[track_caller]
    fn choose(&mut self, key: &str, item: &str) {
        self.press_on(Role::ComboBox, key);
        // The list is in front, and therefore last; a long one scrolls.
        fn last<'a>(rig: &'a Rig, item: &str) -> Node<'a> {
            rig.called(Role::Button, item)
                .last()
                .unwrap_or_else(|| panic!("there is no item {:?}", text(item)))
        }
        last(self, item).scroll_to_me();
        (0..3).for_each(|_| self.harness.step());
        let place = last(self, item).rect().center();
        self.click_at(place, Modifiers::NONE);
    }

    fn click_at(&mut self, place: Pos2, modifiers: Modifiers) {
        self.harness.event(egui::Event::PointerMoved(place));
        for pressed in [true, false] {
            let button = egui::PointerButton::Primary;
            self.harness.event_modifiers(
                egui::Event::PointerButton { pos: place, button, pressed, modifiers },
                modifiers,
            );
        }
        self.frame();
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.harness.hover_at(from);
        self.harness.drag_at(from);
        self.harness.hover_at(from.lerp(to, 0.5));
        self.frame();
        self.harness.hover_at(to);
        self.frame();
        self.harness.drop_at(to);
        self.frame();
    }

    fn key(&mut self, key: Key, modifiers: Modifiers) {
        self.harness.key_press_modifiers(modifiers, key);
        self.frame();
    }

    /// Scrolls to the first button of this name, and clicks it.
    #[track_caller]
    fn press_button(&mut self, name: &str) {
        let place = |rig: &Self| {
            let is_meant = |node: &Node| {
                let node = node.accesskit_node();
                node.role() == Role::Button && node.label().is_some_and(|label| label == name)
            };
            let node = rig.harness.root().children_recursive().find(is_meant);
            let node = node.unwrap_or_else(|| panic!("there is no button called {name:?}"));
            node.scroll_to_me();
            node.rect().center()
        };
        place(self);
        (0..3).for_each(|_| self.harness.step());
        let place = place(self);
        self.click_at(place, Modifiers::NONE);
    }

    /// The position of the picture on the screen.
    fn picture(&self) -> Rect {
        self.control(Role::Image, "picture-name").rect()
    }

    /// All text painted in the last frame, and where.
    fn painted(&self) -> Vec<(String, Rect)> {
        texts(&self.harness.output().shapes)
    }

    /// Whether this text is painted.
    fn paints(&self, text: &str) -> bool {
        self.painted().iter().any(|(painted, _)| painted == text)
    }

    /// All text in the window.
    fn writing(&self) -> Vec<String> {
        let nodes = self.harness.root().children_recursive();
        nodes
            .filter(|node| node.accesskit_node().role() == Role::Label)
            .filter_map(|node| node.value())
            .collect()
    }

    fn steps(&self) -> u64 {
        self.app().desk.run.stage.session.simulation().steps()
    }

    /// The multiple of the scene's pace that is wanted.
    fn speed(&self) -> f64 {
        let desk = &self.app().desk;
        desk.viewer.speed(&desk.run.stage)
    }

    fn notice(&self) -> Option<&str> {
        self.app().desk.shell.notices.iter().last().map(|notice| notice.text.as_str())
    }
}
