//! Random actions in random order: nothing panics, no frame fails, and the state stays sane.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::{Event, Key, Modifiers, PointerButton, RawInput, pos2, vec2};
use glam::{DVec3, Vec2, Vec3};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use starshell::name::Named;
use starshell::physics::initial::{InitialState, Plummer};
use starshell::physics::{Attraction, Body, ForceKernel, Gravity, Integrator, Parameters, Precision, TreeSettings};
use starshell::render::{Camera, CameraPath, ColorBy, ColorMap, Followed, Look, Style};
use starshell::scene::{UnitSystem, Units};
use starshell::session::Members;
use tempfile::{TempDir, tempdir};

use crate::app::laboratory::Export;
use crate::app::shell::{files::Intent, view::View};
use crate::app::simulation::{
    hands::{Edit, Follow, Throw, Tool},
    marks::Mark,
};
use crate::app::tests::{app, interface, scene, theme};
use crate::app::window::{action::Action, app::App, keys};
use crate::app::{laboratory, lessons, shell, simulation, workbench};
use crate::lesson::Answer;

/// Sequences to try, a third of a second each.
const SEQUENCES: u32 = 24;

/// Numbers that a field, a file or a division by zero can yield.
fn any_number() -> impl Strategy<Value = f64> {
    let strange = [0.0, -0.0, 1.0, -1.0, 1e-300, 1e-12, 1e12, 1e30, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    prop_oneof![2 => -10.0..10.0_f64, 1 => prop::sample::select(strange.to_vec())]
}

fn single() -> impl Strategy<Value = f32> {
    any_number().prop_map(|number| number as f32)
}

fn vector() -> impl Strategy<Value = Vec3> {
    [single(), single(), single()].prop_map(Vec3::from_array)
}

fn wide_vector() -> impl Strategy<Value = DVec3> {
    [any_number(), any_number(), any_number()].prop_map(DVec3::from_array)
}

fn path() -> impl Strategy<Value = Option<CameraPath>> {
    let made = (camera(), any_number(), 0..5_i32).prop_map(|(camera, end, turns)| {
        let body = Followed::Body(turns.unsigned_abs() * 1000);
        match turns {
            0 => None,
            1 => CameraPath::following(body, camera).ok(),
            _ => CameraPath::turntable(camera, 0.0..end, turns).ok(),
        }
    });
    made.boxed()
}

fn camera() -> impl Strategy<Value = Camera> {
    let strange = (vector(), [single(), single(), single(), single(), single()]).prop_map(
        |(target, [distance, azimuth, elevation, field_of_view, roll])| Camera {
            target,
            distance,
            azimuth,
            elevation,
            field_of_view,
            roll,
        },
    );
    let plain = (0.1..100.0_f32, 0.0..360.0_f32, -90.0..90.0_f32);
    let plain = plain.prop_map(|(distance, azimuth, elevation)| Camera { distance, azimuth, elevation, ..Camera::default() });
    prop_oneof![plain, strange]
}

fn units() -> impl Strategy<Value = Option<Units>> {
    let system = prop::sample::select(UnitSystem::ALL.to_vec());
    prop::option::of((system, any_number(), any_number()).prop_map(|(system, length, mass)| Units { system, length, mass }))
}

fn look() -> impl Strategy<Value = Look> {
    // Bodies as large as the picture are possible, but take minutes in software.
    let small = || prop_oneof![0.0..2.0_f32, prop::sample::select(vec![-1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY])];
    let scaled = |scale: f32| small().prop_map(move |number| scale * number);
    let numbers = (scaled(0.05), scaled(2.0), [single(), single(), single(), single(), single(), single()]);
    let light = [single(), single(), single(), single()];
    let styles = prop::option::of(prop::sample::select(Style::ALL.to_vec()));
    let range = prop::option::of([single(), single()]);
    let chosen = (prop::sample::select(ColorBy::ALL.to_vec()), prop::sample::select(ColorMap::ALL.to_vec()));
    let dark = || prop::collection::vec(any::<u32>(), 0..3);
    let trails = prop_oneof![Just(0.0), 0.0..30.0_f32, single()];
    (numbers, range, chosen, (dark(), dark()), trails, light, styles).prop_map(
        |(
            (size, min_pixels, [exposure, bloom, magnitude_spread, r, g, b]),
            color_range,
            chosen,
            (dark_components, dust_components),
            trails,
            [diffuse, dust, spikes, sky],
            style,
        )| {
            Look {
                color_by: chosen.0,
                color_map: chosen.1,
                color_range,
                size,
                min_pixels,
                exposure,
                bloom,
                magnitude_spread,
                background: [r, g, b],
                dark_components,
                diffuse,
                dust_components,
                dust,
                metered: trails != 0.0,
                spikes,
                sky,
                style,
                trails,
                negative: trails == 0.0,
            }
        },
    )
}

fn physics() -> impl Strategy<Value = Parameters> {
    let integrator = prop::sample::select(Integrator::ALL.to_vec());
    let precision = prop::sample::select(Precision::ALL.to_vec());
    let accuracy = prop::option::of(0.01..1.0_f64);
    let gravity = prop_oneof![
        prop::sample::select(ForceKernel::ALL.to_vec()).prop_map(Gravity::Direct),
        any_number().prop_map(Gravity::Auto),
        (0.0..0.1_f64).prop_map(|accuracy| Gravity::Tree(TreeSettings::with_accuracy(accuracy))),
        (0.0..1.5_f64).prop_map(|angle| Gravity::Tree(TreeSettings::with_angle(angle))),
    ];
    let plain = (integrator.clone(), 1e-4..0.1_f64, 0.0..0.5_f64, 0.9..1.0_f64, precision.clone(), accuracy, gravity.clone());
    let strange = (integrator, any_number(), any_number(), any_number(), precision, prop::option::of(any_number()), gravity);
    let parameters = |(integrator, time_step, softening, damping, precision, adaptive, gravity)| Parameters {
        damping,
        precision,
        adaptive,
        gravity,
        ..Parameters::new(integrator, time_step, softening)
    };
    prop_oneof![plain.prop_map(parameters), strange.prop_map(parameters)]
}

fn body() -> impl Strategy<Value = Body> {
    let parts = (wide_vector(), wide_vector(), any_number(), any::<u32>());
    parts.prop_map(|(position, velocity, mass, component)| Body { position, velocity, mass, component })
}

fn edit() -> impl Strategy<Value = Edit> {
    let index = || prop_oneof![0..4_u32, Just(u32::MAX)];
    prop_oneof![
        prop::collection::vec(body(), 0..4).prop_map(Edit::Add),
        index().prop_map(Edit::Delete),
        (index(), body()).prop_map(|(index, body)| Edit::Replace(index, body)),
        any_number().prop_map(Edit::Accelerate),
    ]
}

fn initial() -> impl Strategy<Value = InitialState> {
    let named = prop::sample::select(InitialState::KINDS.to_vec()).prop_map(|kind| InitialState::named(kind).unwrap());
    let strange = any_number().prop_map(|mass_cut| InitialState::Plummer(Plummer { mass_cut }));
    prop_oneof![3 => named, 1 => strange]
}

/// A few bodies, none, and more than memory holds; those between would only take time.
fn count() -> impl Strategy<Value = usize> {
    prop_oneof![6 => 1..512_usize, 1 => prop::sample::select(vec![0, 1, 2, 1 << 40, usize::MAX])]
}

fn action() -> BoxedStrategy<Action> {
    fn just(action: impl Into<Action>) -> BoxedStrategy<Action> {
        Just(action.into()).boxed()
    }
    let names = ["kepler", "figure-8", "pythagorean", "no such scene", ""];
    let paths = ["no such file.toml", "/", "", "/dev/null", "\u{0}"];
    let tools = [Tool::Look, Tool::Body, Tool::Cluster, Tool::Attract];
    let follows = Follow::ALL.map(|(follow, _)| follow);
    let throw = || (vector(), vector()).prop_map(|(from, to)| Throw { from, to });
    let attraction = (vector(), single(), single()).prop_map(|(at, radius, impulse)| Attraction { at, radius, impulse });
    let place = || prop_oneof![0..9_usize, Just(usize::MAX)];
    let all = vec![
        just(simulation::Action::TogglePlay),
        prop_oneof![0..9_u32, Just(u32::MAX)].prop_map(simulation::Action::Steps).prop_map_into().boxed(),
        just(simulation::Action::Restart),
        just(simulation::Action::Reverse),
        prop_oneof![
            any::<f64>().prop_map(simulation::Action::Speed),
            any::<f64>().prop_map(simulation::Action::ScaleSpeed),
            prop_oneof![0..9_u32, Just(u32::MAX)].prop_map(simulation::Action::StepsPerFrame)
        ]
        .prop_map_into()
        .boxed(),
        prop::sample::select(names.to_vec()).prop_map(|name| simulation::Action::Scene(name.to_owned())).prop_map_into().boxed(),
        prop::sample::select(paths.to_vec())
            .prop_map(|path| shell::Action::File(Intent::Open, PathBuf::from(path)))
            .prop_map_into()
            .boxed(),
        prop::sample::select(vec![1, -1, 0, i32::MIN, i32::MAX]).prop_map(simulation::Action::NextScene).prop_map_into().boxed(),
        (count(), any::<u64>(), initial())
            .prop_map(|(count, seed, initial)| simulation::Action::Bodies { count, seed, initial })
            .prop_map_into()
            .boxed(),
        physics().prop_map(simulation::Action::Physics).prop_map_into().boxed(),
        just(simulation::Action::Tune),
        just(simulation::Action::ResetPhysics),
        camera().prop_map(simulation::Action::Camera).prop_map_into().boxed(),
        prop::sample::select(vec![None, Some("no such adapter".to_owned())])
            .prop_map(shell::Action::Adapter)
            .prop_map_into()
            .boxed(),
        prop::sample::select(Members::ALL.to_vec()).prop_map(shell::Action::Members).prop_map_into().boxed(),
        look().prop_map(|look| simulation::Action::Look(Box::new(look))).prop_map_into().boxed(),
        just(simulation::Action::ResetView),
        just(simulation::Action::ToggleFly),
        just(simulation::Action::ToggleRotation),
        any::<bool>().prop_map(simulation::Action::FullLight).prop_map_into().boxed(),
        just(simulation::Action::NextColor),
        place().prop_map(simulation::Action::StoreBookmark).prop_map_into().boxed(),
        place().prop_map(simulation::Action::RecallBookmark).prop_map_into().boxed(),
        just(simulation::Action::Fit),
        prop::sample::select(follows.to_vec()).prop_map(simulation::Action::Follow).prop_map_into().boxed(),
        prop::sample::select(tools.to_vec()).prop_map(simulation::Action::Tool).prop_map_into().boxed(),
        ([single(), single()], any::<bool>())
            .prop_map(|(pixel, follow)| simulation::Action::Pick { pixel: Vec2::from_array(pixel), follow })
            .prop_map_into()
            .boxed(),
        // The middle of the picture, where the bodies are.
        any::<bool>()
            .prop_map(|follow| simulation::Action::Pick { pixel: Vec2::new(162.0, 228.0), follow })
            .prop_map_into()
            .boxed(),
        just(simulation::Action::Unpick),
        just(simulation::Action::DeletePicked),
        throw().prop_map(simulation::Action::Throw).prop_map_into().boxed(),
        edit().prop_map(simulation::Action::Edit).prop_map_into().boxed(),
        prop::option::of(attraction).prop_map(simulation::Action::Attract).prop_map_into().boxed(),
        just(simulation::Action::Undo),
        just(simulation::Action::Redo),
        just(simulation::Action::Keep),
        prop::option::of(prop::sample::select(Integrator::ALL.to_vec()))
            .prop_map(simulation::Action::Trial)
            .prop_map_into()
            .boxed(),
        just(shell::Action::ToggleProjector),
        just(shell::Action::ToggleLight),
        just(shell::Action::TogglePanels),
        prop::sample::select(vec![
            View::Simulation,
            View::Framing,
            View::Gallery,
            View::Keys,
            View::Laboratory,
            View::Workbench,
            View::Classroom,
        ])
        .prop_map(shell::Action::ToggleView)
        .prop_map_into()
        .boxed(),
        // Experiments take seconds: one that does not exist only begins and ends.
        just(laboratory::Action::Measure(vec!["no such experiment"])),
        just(laboratory::Action::Stop),
        prop::sample::select(vec!["no such lesson", "why-does-it-collapse"])
            .prop_map(|name| lessons::Action::Begin(name.to_owned()))
            .prop_map_into()
            .boxed(),
        just(lessons::Action::End),
        prop::sample::select(vec![-1, 1, 0, 3, i32::MIN, i32::MAX]).prop_map(lessons::Action::Turn).prop_map_into().boxed(),
        just(lessons::Action::First),
        prop_oneof![any::<usize>().prop_map(Answer::Option), any_number().prop_map(Answer::Number)]
            .prop_map(lessons::Action::Answer)
            .prop_map_into()
            .boxed(),
        just(lessons::Action::ExportAnswers),
        just(workbench::Action::Run),
        just(workbench::Action::Stop),
        just(workbench::Action::Save),
        prop::sample::select(vec!["/dev/null", "no such file.wgsl"])
            .prop_map(|path| workbench::Action::Open(path.into()))
            .prop_map_into()
            .boxed(),
        prop::sample::select(vec![Mark::Velocities, Mark::Accelerations, Mark::Areas])
            .prop_map(simulation::Action::ToggleMark)
            .prop_map_into()
            .boxed(),
        prop::sample::select(Export::ALL.map(|(kind, _)| kind).to_vec())
            .prop_map(laboratory::Action::Export)
            .prop_map_into()
            .boxed(),
        prop::sample::select(vec![None, Some("/dev/null"), Some("no such file.json")])
            .prop_map(|path| laboratory::Action::Compare(path.map(PathBuf::from)))
            .prop_map_into()
            .boxed(),
        just(shell::Action::ToggleHud),
        just(shell::Action::ToggleFullscreen),
        just(simulation::Action::ToggleTour),
        just(simulation::Action::Screenshot),
        just(simulation::Action::DropPicture),
        just(shell::Action::ShowFolder),
        just(simulation::Action::Record),
        just(shell::Action::ToggleSimple),
        units().prop_map(simulation::Action::Units).prop_map_into().boxed(),
        just(simulation::Action::CopyScene),
        just(shell::Action::Escape),
        just(shell::Action::Quit),
        any_number().prop_map(simulation::Action::LookBack).prop_map_into().boxed(),
        prop::sample::select(vec![-1, 1, 0, 5, i32::MIN, i32::MAX])
            .prop_map(simulation::Action::StepState)
            .prop_map_into()
            .boxed(),
        just(simulation::Action::Newest),
        just(simulation::Action::SetKey),
        path().prop_map(simulation::Action::Path).prop_map_into().boxed(),
        prop::sample::select(vec![None, Some(0), Some(1), Some(usize::MAX)])
            .prop_map(simulation::Action::SelectKey)
            .prop_map_into()
            .boxed(),
        just(simulation::Action::ToggleDrive),
        just(simulation::Action::TogglePreview),
        (0..4_u32).prop_map(simulation::Action::Branch).prop_map_into().boxed(),
        (0..4_u32).prop_map(simulation::Action::DiscardBranch).prop_map_into().boxed(),
        prop::option::of(0..4_u32).prop_map(simulation::Action::Compare).prop_map_into().boxed(),
        just(simulation::Action::OtherHalf),
        just(simulation::Action::CompareGravity),
        // Nothing may be written elsewhere.
        prop::sample::select(vec!["/dev/null", "/dev/null/a.toml", ""])
            .prop_map(|path| simulation::Action::Save(path.into()))
            .prop_map_into()
            .boxed(),
        prop::sample::select(vec![None, Some(Intent::Save), Some(Intent::Open)])
            .prop_map(shell::Action::Files)
            .prop_map_into()
            .boxed(),
        any::<bool>().prop_map(simulation::Action::Rescue).prop_map_into().boxed(),
    ];
    proptest::strategy::Union::new(all).boxed()
}

/// What can happen to the window.
#[derive(Clone, Debug)]
enum Happening {
    Ask(Action),
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
    let keys: Vec<_> = keys::rows()
        .flat_map(|row| row.keys)
        .map(|keys| (keys.logical_key, keys.modifiers))
        // Leaves out scenes of many thousands of bodies, which would only take time.
        .filter(|(key, _)| !matches!(key, Key::Num1 | Key::Num2 | Key::Num3 | Key::OpenBracket | Key::CloseBracket))
        .collect();
    let place = || [290.0..610.0_f32, 10.0..450.0_f32];
    let buttons = vec![PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle];
    let sizes = vec![[900.0, 500.0], [640.0, 400.0], [320.0, 240.0], [40.0, 30.0], [0.0, 0.0], [1.0, 1.0]];
    // One side large, but not both, which would only take memory.
    let pictures = vec![[0, 0], [1, 1], [1, 4000], [1_000_000, 1], [u32::MAX, 2], [640, 360]];
    prop_oneof![
        8 => action().prop_map(Happening::Ask),
        3 => prop::sample::select(keys).prop_map(|(key, modifiers)| Happening::Key(key, modifiers)),
        3 => (place(), prop::sample::select(buttons), any::<bool>())
            .prop_map(|(place, button, pressed)| Happening::Press { place, button, pressed }),
        2 => place().prop_map(Happening::Move),
        1 => (-500.0..500.0_f32).prop_map(Happening::Scroll),
        1 => (prop::sample::select(sizes), prop::sample::select(vec![1.0, 1.5, 2.0])).prop_map(|(s, p)| Happening::Resize(s, p)),
        1 => prop::sample::select(pictures).prop_map(Happening::Picture),
        6 => prop::sample::select(vec![crate::app::tests::FRAME, 0.0, 0.25, 100.0]).prop_map(Happening::Frame),
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
        Self { context, input: RawInput { screen_rect, ..RawInput::default() }, app, _folder: folder, is_asked: false }
    }

    fn happen(&mut self, happening: Happening) -> Result<(), TestCaseError> {
        let events = &mut self.input.events;
        self.is_asked |= matches!(happening, Happening::Ask(_) | Happening::Key(..));
        match happening {
            Happening::Ask(action) => self.app.ask(action),
            Happening::Key(key, modifiers) => {
                for pressed in [true, false] {
                    events.push(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
                }
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
                self.input.screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size.into()));
                if let Some(viewport) = self.input.viewports.get_mut(&egui::ViewportId::ROOT) {
                    viewport.native_pixels_per_point = Some(pixels);
                }
            }
            Happening::Picture(size) => {
                self.app.desk.stage.size = size;
                self.frame(crate::app::tests::FRAME)?;
            }
            Happening::Frame(seconds) => {
                let input = self.input.take();
                let app = &mut self.app;
                // Without a painter, textures and shapes have nowhere to go.
                drop(self.context.run_ui(input, |ui| interface::ui(ui, app, [None; 2])));
                self.frame(seconds)?;
            }
        }
        Ok(())
    }

    /// Makes a frame of the desk, and checks its state.
    fn frame(&mut self, seconds: f32) -> Result<(), TestCaseError> {
        let app = &mut self.app;
        let (begun, steps) = (app.desk.shell.frames, app.desk.stage.session.simulation().steps());
        // Halves of a comparison change places, and what waited for an edit may go back.
        self.is_asked |= app.is_asked() || app.desk.beside.is_some();
        let (loading, is_edited) =
            (app.desk.loading().is_some(), app.desk.stage.hands.is_waiting() || !app.desk.stage.hands.pasts.undo.is_empty());
        // Looking back waits until the present is stored.
        let looks_back = app.desk.stage.course.waiting.is_some();
        app.frame(seconds).map_err(|error| TestCaseError::fail(format!("a frame failed: {error}")))?;
        prop_assert_eq!(app.desk.shell.frames, begun + 1);
        // A new session starts at 0 and an edit may go back; otherwise time runs forward.
        let now = app.desk.stage.session.simulation().steps();
        let may_go_back = loading || is_edited || looks_back || std::mem::take(&mut self.is_asked);
        prop_assert!(now >= steps || may_go_back, "{} steps after {}", now, steps);
        prop_assert!(app.desk.stage.session.simulation().bodies().count() >= 1);
        let Camera { target, distance, azimuth, elevation, field_of_view, roll } = app.desk.stage.session.scene().camera;
        let is_finite = target.is_finite() && distance.is_finite() && azimuth.is_finite() && roll.is_finite();
        prop_assert!(is_finite && distance > 0.0, "{:?}", app.desk.stage.session.scene().camera);
        prop_assert!((-90.0..=90.0).contains(&elevation) && (1.0..=170.0).contains(&field_of_view));
        let Look { size, min_pixels, exposure, bloom, magnitude_spread, background, trails, .. } =
            &app.desk.stage.session.scene().look;
        let numbers = [*size, *min_pixels, *exposure, *bloom, *magnitude_spread, *trails].into_iter().chain(*background);
        prop_assert!(numbers.into_iter().all(f32::is_finite), "{:?}", app.desk.stage.session.scene().look);
        prop_assert!(*trails >= 0.0);
        prop_assert!(app.desk.stage.session.scene().physics.validate().is_ok());
        let picked = app.desk.stage.hands.picked;
        prop_assert!(picked.is_none_or(|picked| picked < app.desk.stage.session.simulation().bodies().count()), "{:?}", picked);
        let is_sound = |camera: &Camera| camera.target.is_finite() && camera.distance.is_finite() && camera.distance > 0.0;
        prop_assert!(app.desk.shell.settings.bookmarks.values().all(is_sound), "{:?}", app.desk.shell.settings.bookmarks);
        prop_assert!(app.desk.shell.settings.bookmarks.len() <= crate::app::shell::settings::BOOKMARKS);
        Ok(())
    }
}

/// The variants of an enum called `Action`, read from its source.
fn variants(source: &str) -> impl Iterator<Item = &str> {
    let inside = source.split_once("pub enum Action {\n").unwrap().1.split_once("\n}").unwrap().0;
    let is_variant = |line: &&str| line.strip_prefix("    ").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    inside.lines().filter(is_variant).map(|line| line.trim().split(['(', '{', ' ', ',']).next().unwrap())
}

#[test]
fn the_random_test_tries_every_action() {
    let mut runner = TestRunner::deterministic();
    let all = prop::collection::vec(action(), 3000).new_tree(&mut runner).unwrap().current();
    // Such as `Simulation(Steps(1))`.
    let name = |action: &Action| format!("{action:?}").split(['(', ')', '{', ' ']).take(2).collect::<Vec<_>>().join(" ");
    let tried: BTreeSet<String> = all.iter().map(name).collect();
    let features = [
        ("Shell", include_str!("../shell/action.rs")),
        ("Simulation", include_str!("../simulation/action.rs")),
        ("Laboratory", include_str!("../laboratory/action.rs")),
        ("Workbench", include_str!("../workbench/action.rs")),
        ("Lessons", include_str!("../lessons/action.rs")),
    ];
    let named = features.iter().flat_map(|(feature, source)| variants(source).map(move |name| format!("{feature} {name}")));
    let all: BTreeSet<String> = named.collect();
    assert!(all.len() > 80 && all.contains("Simulation Bodies"), "{all:?}");
    assert_eq!(tried, all);
}

#[test]
fn the_window_survives_random_actions() {
    // The same sequences in every run; the environment variable PROPTEST_RNG_SEED tries others.
    let given = Config::default();
    let rng_seed = if given.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { given.rng_seed };
    let config = Config { cases: SEQUENCES, max_shrink_iters: 200, failure_persistence: None, rng_seed, ..given };
    let mut runner = TestRunner::new(config);
    let sequences = prop::collection::vec(happening(), 10..60);
    let result = runner.run(&sequences, |sequence| {
        let mut window = Window::new();
        for happening in sequence {
            window.happen(happening)?;
        }
        // Let everything in flight arrive.
        (0..3).try_for_each(|_| window.happen(Happening::Frame(crate::app::tests::FRAME)))
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
