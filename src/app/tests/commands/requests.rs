//! Every command of each feature, with whatever can come with it.

use std::fmt::Debug;
use std::path::PathBuf;

use glam::Vec2;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use starshell::name::Named;
use starshell::physics::{Attraction, Integrator};
use starshell::session::Members;

use super::values::*;
use crate::app::commands::{
    Command, Export, Follow, Intent, Mark, OFFERS, Page, Throw, Tool, Upkeep, View,
};
use crate::lesson::Answer;

type Requests = Vec<BoxedStrategy<Command>>;

/// Any command, each as often as any other.
pub fn command() -> BoxedStrategy<Command> {
    let simulation = [time(), run(), view(), interaction()].concat();
    Union::new([offered(), shell(), simulation, laboratory(), lessons()].concat()).boxed()
}

/// What the window offers by a button or a key. Scenes of many thousands of bodies would only take
/// time.
fn offered() -> Requests {
    let commands = OFFERS.iter().map(|offer| (offer.command)());
    // Experiments take seconds: the laboratory has one that does not exist.
    let is_quick = |command: &Command| !matches!(command, Command::Scene(_) | Command::Measure(_));
    commands.filter(is_quick).map(just).collect()
}

fn just(command: Command) -> BoxedStrategy<Command> {
    Just(command).boxed()
}

/// The command that `make` makes of such a value.
fn with<V: Debug>(
    values: impl Strategy<Value = V> + 'static,
    make: impl Fn(V) -> Command + 'static,
) -> BoxedStrategy<Command> {
    values.prop_map(make).boxed()
}

/// What the shell can be asked for.
fn shell() -> Requests {
    let paths = ["no such file.toml", "/", "", "/dev/null", "\u{0}"];
    vec![
        with(one_of(&paths), |path| Command::Open(PathBuf::from(path))),
        with(select(vec![None, Some("no such adapter".to_owned())]), Command::Adapter),
        with(one_of(&Members::CHOICES), Command::Members),
        with(one_of(&[View::Simulation, View::Gallery]), Command::ToggleView),
        with(one_of(Page::ALL), Command::ShowPage),
        with(select(vec![1, -1, 0, i32::MIN]), Command::Scale),
        with(select(vec![None, Some(Intent::Save), Some(Intent::Open)]), Command::Files),
    ]
}

/// What moves through time, and between runs.
fn time() -> Requests {
    vec![
        with(prop_oneof![0..9_u32, Just(u32::MAX)], Command::Steps),
        with(any::<f64>(), Command::Speed),
        with(any::<f64>(), Command::ScaleSpeed),
        with(prop_oneof![0..9_u32, Just(u32::MAX)], Command::StepsPerFrame),
        just(Command::Keep),
        with(prop::option::of(one_of(Integrator::ALL)), Command::Trial),
        with(any_number(), Command::LookBack),
        with(select(vec![-1, 1, 0, 5, i32::MIN, i32::MAX]), Command::StepState),
        with(select(vec![-1, 1, 0, i32::MIN]), Command::Replay),
        just(Command::Newest),
        with(0..4_u32, Command::Branch),
        with(0..4_u32, Command::DiscardBranch),
        with(prop::option::of(0..4_u32), Command::Compare),
        just(Command::CompareGravity),
        with(any::<bool>(), Command::Rescue),
        with(any::<bool>(), Command::Import),
        just(Command::ToggleOrbits),
        with(select(vec!["", "mine", "/", "\u{0}"]), |title| Command::KeepScene(title.to_owned())),
        with(select(vec![Upkeep::Delete, Upkeep::Rename("/".to_owned())]), |what| {
            Command::Upkeep(PathBuf::from("no such file.toml"), what)
        }),
    ]
}

/// What begins a run, and its physics.
fn run() -> Requests {
    let names = ["kepler", "figure-8", "pythagorean", "no such scene", ""];
    vec![
        with(one_of(&names), |name| Command::Scene(name.to_owned())),
        with(select(vec![1, -1, 0, i32::MIN, i32::MAX]), Command::NextScene),
        with((count(), any::<u64>(), initial()), |(count, seed, initial)| {
            Command::Bodies(count, seed, initial)
        }),
        with(setting(), |(row, value)| Command::Set(row, value)),
        with(physics(), Command::Physics),
        just(Command::Tune),
        just(Command::ResetPhysics),
        with(units(), Command::Units),
        // Nothing may be written elsewhere.
        with(select(vec!["/dev/null", "/dev/null/a.toml", ""]), |path| Command::Save(path.into())),
    ]
}

/// What changes the picture.
fn view() -> Requests {
    let marks = [Mark::Velocities, Mark::Accelerations, Mark::Areas];
    let follows = Follow::ALL.map(|(follow, _)| follow);
    let place = || prop_oneof![0..9_usize, Just(usize::MAX)];
    vec![
        with(camera(), Command::Camera),
        with(look(), |look| Command::Look(Box::new(look))),
        with(any::<bool>(), Command::FullLight),
        with(place(), Command::StoreBookmark),
        with(place(), Command::RecallBookmark),
        with(one_of(&follows), Command::Follow),
        with(one_of(&marks), Command::ToggleMark),
        with(path(), Command::Path),
        with(select(vec![None, Some(0), Some(1), Some(usize::MAX)]), Command::SelectKey),
    ]
}

/// What picks and changes bodies, and abandons a picture of them.
fn interaction() -> Requests {
    let tools = [Tool::Look, Tool::Body, Tool::Cluster, Tool::Attract, Tool::Ruler];
    let throw = (vector(), vector()).prop_map(|(from, to)| Throw { from, to });
    let attraction = (vector(), single(), single()).prop_map(|(at, radius, impulse)| Attraction {
        at,
        radius,
        impulse,
    });
    vec![
        with(one_of(&tools), Command::Tool),
        with(([single(), single()], any::<bool>()), |(pixel, follow)| {
            Command::Pick(Vec2::from_array(pixel), follow)
        }),
        // The middle of the picture, where the bodies are.
        with(any::<bool>(), |follow| Command::Pick(Vec2::new(162.0, 228.0), follow)),
        with(select(vec![1, -1, i32::MIN, i32::MAX]), Command::StepBody),
        with(throw, Command::Throw),
        just(Command::DropPicture(PathBuf::from("no such file.png"))),
        with(edit(), Command::Edit),
        with(prop::option::of(attraction), Command::Attract),
    ]
}

/// What the laboratory and the workbench can be asked for.
fn laboratory() -> Requests {
    vec![
        // Experiments take seconds: one that does not exist only begins and ends.
        just(Command::Measure(vec!["no such experiment"])),
        with(select(Export::ALL.map(|(kind, _)| kind).to_vec()), Command::ExportResults),
        with(select(vec![None, Some("/dev/null"), Some("no such file.json")]), |path| {
            Command::CompareResults(path.map(PathBuf::from))
        }),
        with(select(vec!["/dev/null", "no such file.wgsl"]), |path| {
            Command::OpenKernel(path.into())
        }),
    ]
}

/// What lessons can be asked for.
fn lessons() -> Requests {
    let (option, number) = (any::<usize>(), any_number());
    let answer = prop_oneof![option.prop_map(Answer::Option), number.prop_map(Answer::Number)];
    vec![
        with(select(vec!["no such lesson", "why-does-it-collapse"]), |name| {
            Command::BeginLesson(name.to_owned())
        }),
        just(Command::EndLesson),
        with(select(vec![-1, 1, 0, 3, i32::MIN, i32::MAX]), Command::TurnCard),
        just(Command::FirstCard),
        with(answer, Command::AnswerCard),
    ]
}
