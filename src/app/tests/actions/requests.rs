//! Every action of each feature, with whatever can come with it.

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
use crate::app::laboratory::Export;
use crate::app::shell::{
    files::Intent,
    view::{Tab, View},
};
use crate::app::simulation::{
    interaction::{Follow, Throw, Tool},
    marks::Mark,
};
use crate::app::window::action::Action as Any;
use crate::app::{laboratory, lessons, shell, simulation, workbench};
use crate::lesson::Answer;

type Requests = Vec<BoxedStrategy<Any>>;

/// Any action, each as often as any other.
pub fn action() -> BoxedStrategy<Any> {
    let simulation = [time(), run(), view(), interaction(), captures()].concat();
    Union::new([shell(), simulation, laboratory(), workbench(), lessons()].concat()).boxed()
}

fn just(action: impl Into<Any>) -> BoxedStrategy<Any> {
    Just(action.into()).boxed()
}

/// The action that `make` makes of such a value.
fn with<V: Debug, A: Into<Any>>(
    values: impl Strategy<Value = V> + 'static,
    make: impl Fn(V) -> A + 'static,
) -> BoxedStrategy<Any> {
    values.prop_map(move |value| make(value).into()).boxed()
}

/// What the shell can be asked for.
fn shell() -> Requests {
    use shell::Action;
    let paths = ["no such file.toml", "/", "", "/dev/null", "\u{0}"];
    let views = [
        View::Simulation,
        View::Framing,
        View::Filming,
        View::Gallery,
        View::Keys,
        View::Search,
        View::Laboratory,
        View::Workbench,
        View::Classroom,
    ];
    vec![
        with(select(paths.to_vec()), |path| Action::File(Intent::Open, PathBuf::from(path))),
        with(select(vec![None, Some("no such adapter".to_owned())]), Action::Adapter),
        with(select(Members::CHOICES.to_vec()), Action::Members),
        just(Action::ToggleProjector),
        just(Action::ToggleLight),
        just(Action::TogglePanels),
        with(select(views.to_vec()), Action::ToggleView),
        with(select(Tab::ALL.to_vec()), Action::ShowTab),
        just(Action::ToggleHud),
        with(select(vec![1, -1, 0, i32::MIN]), Action::Scale),
        just(Action::ToggleFullscreen),
        just(Action::ShowFolder),
        just(Action::ToggleSimple),
        just(Action::Escape),
        just(Action::Quit),
        with(select(vec![None, Some(Intent::Save), Some(Intent::Open)]), Action::Files),
    ]
}

/// What moves through time, and between runs.
fn time() -> Requests {
    use simulation::Action;
    vec![
        just(Action::TogglePlay),
        with(prop_oneof![0..9_u32, Just(u32::MAX)], Action::Steps),
        just(Action::Restart),
        just(Action::Reverse),
        with(any::<f64>(), Action::Speed),
        with(any::<f64>(), Action::ScaleSpeed),
        with(prop_oneof![0..9_u32, Just(u32::MAX)], Action::StepsPerFrame),
        just(Action::Undo),
        just(Action::Redo),
        just(Action::Keep),
        with(prop::option::of(select(Integrator::ALL.to_vec())), Action::Trial),
        with(any_number(), Action::LookBack),
        with(select(vec![-1, 1, 0, 5, i32::MIN, i32::MAX]), Action::StepState),
        just(Action::Newest),
        with(0..4_u32, Action::Branch),
        with(0..4_u32, Action::DiscardBranch),
        with(prop::option::of(0..4_u32), Action::Compare),
        just(Action::ShowOtherView),
        just(Action::CompareGravity),
        with(any::<bool>(), Action::Rescue),
        with(any::<bool>(), Action::Import),
        just(Action::ToggleOrbits),
        with(select(vec!["", "mine", "/", "\u{0}"]), |title| Action::KeepScene(title.to_owned())),
    ]
}

/// What begins a run, and its physics.
fn run() -> Requests {
    use simulation::Action;
    let names = ["kepler", "figure-8", "pythagorean", "no such scene", ""];
    vec![
        with(select(names.to_vec()), |name| Action::Scene(name.to_owned())),
        with(select(vec![1, -1, 0, i32::MIN, i32::MAX]), Action::NextScene),
        with((count(), any::<u64>(), initial()), |(count, seed, initial)| Action::Bodies {
            count,
            seed,
            initial,
        }),
        with(setting(), |(row, value)| Action::Set(row, value)),
        with(physics(), Action::Physics),
        just(Action::Tune),
        just(Action::ResetPhysics),
        just(Action::ToggleTour),
        with(units(), Action::Units),
        just(Action::CopyScene),
        // Nothing may be written elsewhere.
        with(select(vec!["/dev/null", "/dev/null/a.toml", ""]), |path| Action::Save(path.into())),
    ]
}

/// What changes the picture.
fn view() -> Requests {
    use simulation::Action;
    let follows = Follow::ALL.map(|(follow, _)| follow);
    let place = || prop_oneof![0..9_usize, Just(usize::MAX)];
    vec![
        with(camera(), Action::Camera),
        with(look(), |look| Action::Look(Box::new(look))),
        just(Action::ResetView),
        just(Action::ToggleFly),
        just(Action::ToggleRotation),
        with(any::<bool>(), Action::FullLight),
        just(Action::NextColor),
        with(place(), Action::StoreBookmark),
        with(place(), Action::RecallBookmark),
        just(Action::Fit),
        with(select(follows.to_vec()), Action::Follow),
        with(select(vec![Mark::Velocities, Mark::Accelerations, Mark::Areas]), Action::ToggleMark),
        just(Action::SetKey),
        with(path(), Action::Path),
        with(select(vec![None, Some(0), Some(1), Some(usize::MAX)]), Action::SelectKey),
        just(Action::ToggleDrive),
        just(Action::TogglePreview),
    ]
}

/// What picks and changes bodies.
fn interaction() -> Requests {
    use simulation::Action;
    let tools = [Tool::Look, Tool::Body, Tool::Cluster, Tool::Attract, Tool::Ruler];
    let throw = (vector(), vector()).prop_map(|(from, to)| Throw { from, to });
    let attraction = (vector(), single(), single()).prop_map(|(at, radius, impulse)| Attraction {
        at,
        radius,
        impulse,
    });
    vec![
        with(select(tools.to_vec()), Action::Tool),
        with(([single(), single()], any::<bool>()), |(pixel, follow)| Action::Pick {
            pixel: Vec2::from_array(pixel),
            follow,
        }),
        // The middle of the picture, where the bodies are.
        with(any::<bool>(), |follow| Action::Pick { pixel: Vec2::new(162.0, 228.0), follow }),
        just(Action::Unpick),
        just(Action::DeletePicked),
        with(throw, Action::Throw),
        with(edit(), Action::Edit),
        with(prop::option::of(attraction), Action::Attract),
    ]
}

/// What makes pictures and videos.
fn captures() -> Requests {
    use simulation::Action;
    vec![just(Action::Screenshot), just(Action::DropPicture), just(Action::Record)]
}

/// What the laboratory can be asked for.
fn laboratory() -> Requests {
    use laboratory::Action;
    vec![
        // Experiments take seconds: one that does not exist only begins and ends.
        just(Action::Measure(vec!["no such experiment"])),
        just(Action::Stop),
        with(select(Export::ALL.map(|(kind, _)| kind).to_vec()), Action::Export),
        with(select(vec![None, Some("/dev/null"), Some("no such file.json")]), |path| {
            Action::Compare(path.map(PathBuf::from))
        }),
    ]
}

/// What the workbench can be asked for.
fn workbench() -> Requests {
    use workbench::Action;
    vec![
        just(Action::Run),
        just(Action::Stop),
        just(Action::Save),
        with(select(vec!["/dev/null", "no such file.wgsl"]), |path| Action::Open(path.into())),
    ]
}

/// What lessons can be asked for.
fn lessons() -> Requests {
    use lessons::Action;
    vec![
        with(select(vec!["no such lesson", "why-does-it-collapse"]), |name| {
            Action::Begin(name.to_owned())
        }),
        just(Action::End),
        with(select(vec![-1, 1, 0, 3, i32::MIN, i32::MAX]), Action::Turn),
        just(Action::First),
        with(
            prop_oneof![
                any::<usize>().prop_map(Answer::Option),
                any_number().prop_map(Answer::Number)
            ],
            Action::Answer,
        ),
        just(Action::ExportAnswers),
    ]
}
