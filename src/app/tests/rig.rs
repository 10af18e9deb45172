//! The rig: a window without a window. Tests operate it by the names of its controls, by keys and
//! by the table of commands. `painted` reads it.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::accesskit::Toggled;
use egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Role, Vec2, ViewportId, pos2,
    vec2,
};
use egui_kittest::kittest::NodeT;
use egui_kittest::{Harness, Node};
use starshell::scene::Scene;
use tempfile::{TempDir, tempdir};

use crate::app::commands::{self, Command, Page};
use crate::app::shell::{settings::Settings, theme};
use crate::app::simulation::acts::start::Start;
use crate::app::tests::{FRAME, app, gpu, scene, text};
use crate::app::window::{app::App, layout, places::PLACES};

/// How long to wait for anything: the software adapter computes what all tests submit in one order,
/// so a measurement waits for others.
const PATIENCE: Duration = Duration::from_secs(240);
/// A usual window, in points.
pub const USUAL: [f32; 2] = [1280.0, 720.0];

/// egui, the panels, and the app around them, to which it dereferences.
pub struct Rig {
    /// In a box, since it is large and the stacks of tests are small.
    pub harness: Box<Harness<'static, App>>,
    /// Holds the program's output.
    pub folder: TempDir,
    /// The pixels and the scale of a window that keeps them while its panels are magnified.
    pixels: Option<([f32; 2], f32)>,
}

impl Deref for Rig {
    type Target = App;

    fn deref(&self) -> &App {
        self.harness.state()
    }
}

impl DerefMut for Rig {
    fn deref_mut(&mut self) -> &mut App {
        self.harness.state_mut()
    }
}

/// Draws the panels from edge to edge, as in the window; the harness would leave a margin.
fn whole(ui: &mut egui::Ui, app: &mut App) {
    let rect = ui.ctx().content_rect();
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    ui.set_clip_rect(rect);
    layout::ui(&mut ui, app, [None; 2]);
}

/// Windows.
impl Rig {
    /// A paused window of the usual size with a small scene, after its first frame.
    pub fn new(name: &str) -> Self {
        Self::sized(name, USUAL)
    }

    /// The same in a window of this many points.
    pub fn sized(name: &str, size: [f32; 2]) -> Self {
        Self::with(name, size, |_| ())
    }

    /// The same, changed before anything is drawn.
    pub fn with(name: &str, size: [f32; 2], change: impl FnOnce(&mut App)) -> Self {
        let mut rig = Self::unseen(name, size, change);
        rig.frame();
        rig
    }

    /// A window with a small scene that shows this page.
    pub fn on(page: Page, name: &str) -> Self {
        Self::with(name, USUAL, |app| app.settings_mut().panels.page = page)
    }

    /// A window before its first frame.
    pub fn unseen(name: &str, size: [f32; 2], change: impl FnOnce(&mut App)) -> Self {
        let folder = tempdir().unwrap();
        let mut app = app(scene(name), folder.path());
        app.pause();
        // Options stand as in the file.
        app.classroom.seed = Some(0);
        change(&mut app);
        Self::around(app, folder, size)
    }

    /// A window that starts as the program does, and plays.
    pub fn started(scene: Scene, start: &Start, change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempdir().unwrap();
        let mut settings = super::settings();
        change(&mut settings);
        let app = App::new(&gpu(), scene, settings, start).unwrap().writing_into(folder.path());
        Self::around(app, folder, [900.0, 600.0])
    }

    fn around(app: App, folder: TempDir, [width, height]: [f32; 2]) -> Self {
        let harness = Harness::builder()
            .with_size(vec2(width, height))
            .with_context_setup(theme::install)
            .build_ui_state(whole, app);
        Self { harness: Box::new(harness), folder, pixels: None }
    }

    /// A file of this name in the folder of the program's output.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Completes all files that are being written.
    #[track_caller]
    pub fn finish(&mut self) {
        assert!(self.finish_writing(Duration::from_secs(60)).is_empty());
    }

    pub fn window(&self) -> Rect {
        self.harness.ctx.content_rect()
    }

    /// Makes the window this many pixels large, on a display of this scale.
    pub fn resize(&mut self, pixels: [f32; 2], scale: f32) {
        self.pixels = Some((pixels, scale));
        let viewports = &mut self.harness.input_mut().viewports;
        viewports.entry(ViewportId::ROOT).or_default().native_pixels_per_point = Some(scale);
    }
}

/// Time.
impl Rig {
    /// Runs the interface with all pending events, then a frame of the app.
    pub fn frame(&mut self) {
        self.draw(1);
        self.harness.check_accessibility();
        self.elapse(FRAME);
        // Draw once more to show what the frame changed.
        self.draw(1);
    }

    pub fn frames(&mut self, count: u32) {
        (0..count).for_each(|_| self.frame());
    }

    /// Draws the panels this often, while everything else rests.
    pub fn draw(&mut self, count: u32) {
        for _ in 0..count {
            if let Some((pixels, scale)) = self.pixels {
                let points = Vec2::from(pixels) / (scale * self.harness.ctx.zoom_factor());
                let screen = Rect::from_min_size(Pos2::ZERO, points);
                self.harness.input_mut().screen_rect = Some(screen);
            }
            self.harness.step();
        }
    }

    /// A frame of this many seconds without panels.
    pub fn elapse(&mut self, seconds: f32) {
        self.harness.state_mut().frame(seconds).unwrap();
    }

    /// Runs frames until `is_done`, for results that other threads and the GPU deliver in their own
    /// time.
    #[track_caller]
    pub fn until(&mut self, what: &str, is_done: impl Fn(&mut Self) -> bool) {
        let begin = Instant::now();
        while !is_done(self) {
            assert!(begin.elapsed() < PATIENCE, "timed out waiting until {what}");
            self.frame();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Makes this many steps, and waits for the time to which adaptive ones have led.
    #[track_caller]
    pub fn make(&mut self, steps: u32) {
        let end = self.steps() + u64::from(steps);
        self.ask(Command::Steps(steps));
        self.until("the steps are made", |rig| {
            rig.steps() == end && rig.session().simulation().elapsed().is_known()
        });
    }

    /// Waits until the run that was asked for is there.
    #[track_caller]
    pub fn load(&mut self) {
        self.frame();
        self.until("it has come", |rig| !rig.is_loading());
        self.frames(3);
    }

    /// Opens a built-in scene.
    #[track_caller]
    pub fn open_scene(&mut self, name: &str) {
        self.ask(Command::Scene(name.to_owned()));
        self.until("the scene has come", |rig| rig.scene_name() == Some(name));
    }
}

/// Controls: each is found by its role and the key of its name, or by the name itself.
impl Rig {
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.harness.root().children_recursive()
    }

    pub fn called<'a>(&'a self, role: Role, key: &str) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.named(key).filter(move |node| node.accesskit_node().role() == role)
    }

    /// What has this name, whatever it is.
    pub fn named<'a>(&'a self, key: &str) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let name = text(key);
        let is_called =
            move |node: &Node| node.accesskit_node().label().is_some_and(|label| label == name);
        self.harness.root().children_recursive().filter(is_called)
    }

    /// The first in the order of the panels that can be used.
    #[track_caller]
    pub fn control(&self, role: Role, key: &str) -> Node<'_> {
        let called = self.called(role, key).min_by_key(|node| node.accesskit_node().is_disabled());
        called.unwrap_or_else(|| panic!("there is no {role:?} called {:?}", text(key)))
    }

    pub fn has(&self, role: Role, key: &str) -> bool {
        self.called(role, key).next().is_some()
    }

    pub fn has_button(&self, key: &str) -> bool {
        self.has(Role::Button, key)
    }

    #[track_caller]
    pub fn rect(&self, role: Role, key: &str) -> Rect {
        self.control(role, key).rect()
    }

    #[track_caller]
    pub fn is_enabled(&self, role: Role, key: &str) -> bool {
        !self.control(role, key).accesskit_node().is_disabled()
    }

    /// Whether a switch, a tab or a button is on.
    #[track_caller]
    pub fn is_on(&self, role: Role, key: &str) -> bool {
        self.control(role, key).accesskit_node().toggled() == Some(Toggled::True)
    }

    /// The number in a field.
    #[track_caller]
    pub fn number(&self, key: &str) -> f64 {
        let number = self.control(Role::SpinButton, key).accesskit_node().numeric_value();
        number.unwrap_or_else(|| panic!("{key} has no number"))
    }

    /// Whether it plays: the button would pause it.
    pub fn is_playing(&self) -> bool {
        self.has_button("transport-pause")
    }

    /// What the open list of a choice offers under this name: it is in front, and therefore last.
    #[track_caller]
    fn item(&self, item: &str) -> Node<'_> {
        let last = self.called(Role::Button, item).last();
        last.unwrap_or_else(|| panic!("there is no item {:?}", text(item)))
    }
}

/// The pointer.
impl Rig {
    /// Shows the page that has a control, and opens its section, as the search does.
    pub fn seek(&mut self, key: &str) {
        let places = PLACES.iter().flat_map(|place| place.controls().map(move |own| (place, own)));
        if let Some((place, own)) = places.into_iter().find(|(_, own)| *own == key) {
            let context = self.harness.ctx.clone();
            place.open(&context, self.shell_mut(), own);
            self.draw(30);
        }
    }

    /// Scrolls a control into view, on whichever page it is, and returns its position.
    #[track_caller]
    pub fn reach(&mut self, role: Role, key: &str) -> Rect {
        if !self.has(role, key) {
            self.seek(key);
        }
        self.control(role, key).scroll_to_me();
        // One frame to request the scrolling, one to scroll, one to draw.
        self.draw(3);
        self.rect(role, key)
    }

    #[track_caller]
    pub fn press_on(&mut self, role: Role, key: &str) {
        let place = self.reach(role, key).center();
        self.click_at(place);
    }

    /// Clicks a button.
    #[track_caller]
    pub fn click(&mut self, key: &str) {
        self.press_on(Role::Button, key);
    }

    /// Clicks a button that opens something, which is there a frame late, when its size is known.
    #[track_caller]
    pub fn open(&mut self, key: &str) {
        self.click(key);
        self.frame();
    }

    /// Closes the oldest notice, which is there a frame late, too.
    #[track_caller]
    pub fn close_notice(&mut self) {
        self.frame();
        self.click("notice-close");
    }

    /// Flips a switch.
    #[track_caller]
    pub fn flip(&mut self, key: &str) {
        self.press_on(Role::Switch, key);
    }

    /// Opens or folds a section.
    #[track_caller]
    pub fn fold(&mut self, key: &str) {
        self.press_on(Role::DisclosureTriangle, key);
        self.frame();
    }

    /// Shows a page, or a part of one.
    #[track_caller]
    pub fn tab(&mut self, key: &str) {
        self.press_on(Role::Tab, key);
        self.frame();
    }

    /// Types a number into a field.
    #[track_caller]
    pub fn set(&mut self, key: &str, number: &str) {
        self.press_on(Role::SpinButton, key);
        self.harness.event(Event::Text(number.to_owned()));
        self.harness.key_press(Key::Enter);
        self.frame();
    }

    /// Types a line into a field, in place of what it holds.
    #[track_caller]
    pub fn write(&mut self, key: &str, line: &str) {
        self.press_on(Role::TextInput, key);
        self.retype(line);
    }

    /// Types in place of what the field with the focus holds.
    pub fn retype(&mut self, line: &str) {
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.type_text(line);
    }

    /// Drags the rail of a slider to a share of its length.
    #[track_caller]
    pub fn slide(&mut self, key: &str, share: f32) {
        let rail = self.reach(Role::Slider, key);
        self.drag(rail.center(), pos2(rail.left() + share * rail.width(), rail.center().y));
    }

    /// Opens a choice and picks one of its items.
    #[track_caller]
    pub fn choose(&mut self, key: &str, item: &str) {
        self.press_on(Role::ComboBox, key);
        // A long list scrolls.
        self.item(item).scroll_to_me();
        self.draw(3);
        self.pick_item(item);
    }

    /// Picks an item of the list that is open, without scrolling.
    #[track_caller]
    pub fn pick_item(&mut self, item: &str) {
        let place = self.item(item).rect().center();
        self.click_at(place);
    }

    pub fn click_at(&mut self, place: Pos2) {
        self.click_with(place, PointerButton::Primary, Modifiers::NONE);
    }

    pub fn click_with(&mut self, pos: Pos2, button: PointerButton, modifiers: Modifiers) {
        self.harness.event(Event::PointerMoved(pos));
        for pressed in [true, false] {
            let event = Event::PointerButton { pos, button, pressed, modifiers };
            self.harness.event_modifiers(event, modifiers);
        }
        self.frame();
    }

    /// Clicks the name of a number twice.
    #[track_caller]
    pub fn double_click_name(&mut self, key: &str) {
        let name = text(key);
        let is_name = |node: &Node| {
            let node = node.accesskit_node();
            node.role() == Role::Label && node.value().is_some_and(|value| value == name)
        };
        let found = self.nodes().find(is_name).map(|node| node.rect().center());
        let place = found.unwrap_or_else(|| panic!("nothing is called {name:?}"));
        self.harness.event(Event::PointerMoved(place));
        self.draw(1);
        // At once: the harness takes longer for each of its own events than two clicks may take.
        let (pos, button, modifiers) = (place, PointerButton::Primary, Modifiers::NONE);
        let clicks = [true, false, true, false].map(|pressed| Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        });
        self.harness.input_mut().events.extend(clicks);
        self.frame();
    }

    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.harness.hover_at(from);
        self.harness.drag_at(from);
        self.harness.hover_at(from.lerp(to, 0.5));
        self.frame();
        self.harness.hover_at(to);
        self.frame();
        self.harness.drop_at(to);
        self.frame();
    }

    /// Turns the wheel at a place.
    pub fn wheel(&mut self, at: Pos2, unit: MouseWheelUnit, delta: egui::Vec2) {
        self.harness.hover_at(at);
        self.harness.event(Event::MouseWheel {
            unit,
            delta,
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        self.frames(4);
    }
}

/// The keyboard, and commands by their words.
impl Rig {
    pub fn key(&mut self, key: Key, modifiers: Modifiers) {
        self.harness.key_press_modifiers(modifiers, key);
        self.frame();
    }

    /// Presses a key alone.
    pub fn press(&mut self, key: Key) {
        self.key(key, Modifiers::NONE);
    }

    pub fn press_all<const N: usize>(&mut self, keys: [Key; N]) {
        keys.into_iter().for_each(|key| self.press(key));
    }

    /// Types where the focus is.
    pub fn type_text(&mut self, line: &str) {
        self.harness.event(Event::Text(line.to_owned()));
        self.frame();
    }

    /// Performs a command.
    pub fn perform(&mut self, command: Command) {
        self.ask(command);
        self.frame();
    }

    /// Performs the command with these words in the table, as the search does.
    #[track_caller]
    pub fn command(&mut self, words: &str) {
        let offer = commands::offer(words);
        self.perform((offer.unwrap_or_else(|| panic!("no command is called {words}")).command)());
    }

    /// Selects the body with this number, from none.
    pub fn select(&mut self, index: u32) {
        (0..=index).for_each(|_| self.command("keys-next-body"));
    }
}
