//! Random commands in random order: nothing panics, no frame fails, and the state stays sane.

mod requests;
mod values;

use std::collections::BTreeSet;

use egui::{Event, Key, Modifiers, PointerButton, RawInput, pos2, vec2};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use starshell::render::{Camera, Look};
use tempfile::{TempDir, tempdir};

use crate::app::commands::{Command, OFFERS};
use crate::app::shell::settings::BOOKMARKS;
use crate::app::tests::{FRAME, app, scene, theme};
use crate::app::window::{app::App, layout};
use requests::command;

/// Sequences to try, a third of a second each.
const SEQUENCES: u32 = 24;

/// What can happen to the window.
#[derive(Clone, Debug)]
enum Happening {
    Ask(Command),
    /// A key of the table.
    Key(Key, Modifiers),
    /// The pointer's button over the picture.
    Press {
        place: [f32; 2],
        button: PointerButton,
        pressed: bool,
    },
    Move([f32; 2]),
    Scroll(f32),
    /// Size in points, and pixels per point.
    Resize([f32; 2], f32),
    /// The size of the picture, whatever the panels leave.
    Picture([u32; 2]),
    /// A frame that took this many seconds.
    Frame(f32),
}

fn happening() -> impl Strategy<Value = Happening> {
    let keys: Vec<_> = OFFERS
        .iter()
        .flat_map(|offer| offer.shortcuts)
        .map(|keys| (keys.logical_key, keys.modifiers))
        // Leaves out scenes of many thousands of bodies, which would only take time.
        .filter(|(key, _)| {
            !matches!(key, Key::Num1 | Key::Num2 | Key::Num3 | Key::OpenBracket | Key::CloseBracket)
        })
        .collect();
    let place = || [290.0..610.0_f32, 10.0..450.0_f32];
    let buttons = vec![PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle];
    let sizes =
        vec![[900.0, 500.0], [640.0, 400.0], [320.0, 240.0], [40.0, 30.0], [0.0, 0.0], [1.0, 1.0]];
    // One side large, but not both, which would only take memory.
    let pictures = vec![[0, 0], [1, 1], [1, 4000], [1_000_000, 1], [u32::MAX, 2], [640, 360]];
    prop_oneof![
        8 => command().prop_map(Happening::Ask),
        3 => prop::sample::select(keys).prop_map(|(key, modifiers)| Happening::Key(key, modifiers)),
        3 => (place(), prop::sample::select(buttons), any::<bool>())
            .prop_map(|(place, button, pressed)| Happening::Press { place, button, pressed }),
        2 => place().prop_map(Happening::Move),
        1 => (-500.0..500.0_f32).prop_map(Happening::Scroll),
        1 => (prop::sample::select(sizes), prop::sample::select(vec![1.0, 1.5, 2.0])).prop_map(|(s, p)| Happening::Resize(s, p)),
        1 => prop::sample::select(pictures).prop_map(Happening::Picture),
        6 => prop::sample::select(vec![FRAME, 0.0, 0.25, 100.0]).prop_map(Happening::Frame),
    ]
}

/// A window that anything can happen to.
struct Window {
    context: egui::Context,
    input: RawInput,
    app: App,
    /// Holds the program's output.
    _folder: TempDir,
    /// Whether anything was requested since the last frame.
    is_asked: bool,
}

impl Window {
    fn new() -> Self {
        let context = egui::Context::default();
        theme::install(&context);
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(900.0, 500.0)));
        let folder = tempdir().unwrap();
        let app = app(scene("plummer"), folder.path());
        Self {
            context,
            input: RawInput { screen_rect, ..RawInput::default() },
            app,
            _folder: folder,
            is_asked: false,
        }
    }

    fn happen(&mut self, happening: Happening) -> Result<(), TestCaseError> {
        let events = &mut self.input.events;
        self.is_asked |= matches!(happening, Happening::Ask(_) | Happening::Key(..));
        match happening {
            Happening::Ask(command) => self.app.ask(command),
            Happening::Key(key, modifiers) => {
                let (physical_key, repeat) = (None, false);
                events.extend([true, false].map(|pressed| Event::Key {
                    key,
                    physical_key,
                    pressed,
                    repeat,
                    modifiers,
                }));
            }
            Happening::Press { place: [x, y], button, pressed } => {
                let modifiers = Modifiers::NONE;
                events.push(Event::PointerMoved(pos2(x, y)));
                events.push(Event::PointerButton { pos: pos2(x, y), button, pressed, modifiers });
            }
            Happening::Move([x, y]) => events.push(Event::PointerMoved(pos2(x, y))),
            Happening::Scroll(lines) => events.push(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, lines),
                phase: egui::TouchPhase::Move,
                modifiers: Modifiers::NONE,
                source: egui::MouseWheelSource::Wheel,
            }),
            Happening::Resize(size, pixels) => {
                self.input.screen_rect =
                    Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size.into()));
                if let Some(viewport) = self.input.viewports.get_mut(&egui::ViewportId::ROOT) {
                    viewport.native_pixels_per_point = Some(pixels);
                }
            }
            Happening::Picture(size) => {
                self.app.set_size(size);
                self.frame(FRAME)?;
            }
            Happening::Frame(seconds) => {
                let input = self.input.take();
                let app = &mut self.app;
                // Without a painter, textures and shapes have nowhere to go.
                drop(self.context.run_ui(input, |ui| layout::ui(ui, app, [None; 2])));
                self.frame(seconds)?;
            }
        }
        Ok(())
    }

    /// Makes a frame of the app, and checks its state.
    fn frame(&mut self, seconds: f32) -> Result<(), TestCaseError> {
        let app = &mut self.app;
        let (begun, steps) = (app.shell().frames, app.steps());
        // Halves of a comparison change places, and what waited for an edit may go back.
        self.is_asked |= app.is_asked() || app.halves().is_some();
        let is_edited = app.interaction().is_waiting() || app.next_undo().is_some();
        // Looking back waits until the present is stored.
        let looks_back = app.stage().cursor.waiting.is_some();
        let may_go_back = app.is_loading() || is_edited || looks_back;
        app.frame(seconds)
            .map_err(|error| TestCaseError::fail(format!("a frame failed: {error}")))?;
        prop_assert_eq!(app.shell().frames, begun + 1);
        // A new session starts at 0 and an edit may go back; otherwise time runs forward.
        let may_go_back = may_go_back || std::mem::take(&mut self.is_asked);
        prop_assert!(app.steps() >= steps || may_go_back, "{} after {}", app.steps(), steps);
        prop_assert!(app.count() >= 1);
        let is_sound = |camera: &Camera| {
            camera.target.is_finite() && camera.distance.is_finite() && camera.distance > 0.0
        };
        let camera = app.camera();
        let is_turned = camera.azimuth.is_finite() && camera.roll.is_finite();
        prop_assert!(is_turned && is_sound(&camera), "{:?}", camera);
        prop_assert!((-90.0..=90.0).contains(&camera.elevation), "{:?}", camera);
        prop_assert!((1.0..=170.0).contains(&camera.field_of_view), "{:?}", camera);
        let Look {
            size, min_pixels, exposure, bloom, magnitude_spread, background, trails, ..
        } = app.look();
        let numbers = [size, min_pixels, exposure, bloom, magnitude_spread, trails];
        let mut numbers = numbers.into_iter().chain(background);
        prop_assert!(numbers.all(|number| number.is_finite()), "{:?}", app.look());
        prop_assert!(*trails >= 0.0);
        prop_assert!(app.physics().validate().is_ok());
        let picked = app.picked();
        prop_assert!(picked.is_none_or(|picked| picked < app.count()), "{:?}", picked);
        let bookmarks = &app.settings().bookmarks;
        prop_assert!(bookmarks.values().all(is_sound), "{:?}", bookmarks);
        prop_assert!(bookmarks.len() <= BOOKMARKS);
        Ok(())
    }
}

#[test]
fn the_random_test_tries_every_command() {
    let mut runner = TestRunner::deterministic();
    let all = prop::collection::vec(command(), 3000).new_tree(&mut runner).unwrap().current();
    // Such as `Steps(1)`.
    let name =
        |command: &Command| format!("{command:?}").split('(').next().unwrap_or_default().to_owned();
    let tried: BTreeSet<String> = all.iter().map(name).collect();
    let all: BTreeSet<String> = Command::NAMES.iter().map(|name| (*name).to_owned()).collect();
    assert!(all.len() > 80 && all.contains("Bodies"), "{all:?}");
    assert_eq!(tried, all);
}

#[test]
fn the_window_survives_random_commands() {
    // The same sequences in every run; the environment variable PROPTEST_RNG_SEED tries others.
    let given = Config::default();
    let rng_seed =
        if given.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { given.rng_seed };
    let config = Config {
        cases: SEQUENCES,
        max_shrink_iters: 200,
        failure_persistence: None,
        rng_seed,
        ..given
    };
    let mut runner = TestRunner::new(config);
    let sequences = prop::collection::vec(happening(), 10..60);
    let result = runner.run(&sequences, |sequence| {
        let mut window = Window::new();
        for happening in sequence {
            window.happen(happening)?;
        }
        // Let everything in flight arrive.
        (0..3).try_for_each(|_| window.happen(Happening::Frame(FRAME)))
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
