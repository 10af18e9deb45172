//! Saving and opening runs and scenes, recent files, and recovery from a crash.

use std::path::PathBuf;

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::NodeT;
use starshell::exchange::snapshots::write::{Output, write};
use starshell::exchange::{self, Reading, convert};
use starshell::physics::initial::InitialState;
use starshell::physics::{Body, Integrator, Parameters, Snapshot};
use starshell::scene::Scene;
use starshell::snapshot::Checkpoint;

use crate::app::commands::{Command, Intent};
use crate::app::shell::files::Kind;
use crate::app::simulation::{preview::Incoming, rescue::Rescue};
use crate::app::tests::{Rig, text};
use crate::app::window::app::App;

/// A run that has done some steps, with trails, paused.
fn moved() -> Rig {
    let mut rig = Rig::new("plummer");
    let mut look = rig.app().desk.run.stage.session.scene().look.clone();
    look.trails = 0.4;
    rig.app_mut().ask(Command::Look(Box::new(look)));
    rig.app_mut().ask(Command::Steps(5));
    rig.until("the steps are done", |app| app.desk.run.stage.session.simulation().steps() == 5);
    rig
}

fn state(rig: &Rig) -> Snapshot {
    let simulation = rig.app().desk.run.stage.session.simulation();
    Snapshot {
        time: simulation.time(),
        steps: simulation.steps(),
        state: simulation.state().unwrap(),
    }
}

/// Replaces the name in the dialogue, and presses Enter.
fn enter(rig: &mut Rig, name: &str) {
    rig.frame();
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    rig.harness.event(Event::Text(name.to_owned()));
    rig.frame();
    rig.harness.key_press(Key::Enter);
    rig.frame();
}

fn save(rig: &mut Rig, name: &str) -> PathBuf {
    let path = rig.folder.path().join(name);
    rig.key(Key::S, Modifiers::COMMAND);
    enter(rig, name);
    assert!(rig.app().desk.shell.files.is_none(), "the dialogue is closed");
    let written = path.clone();
    rig.until("the file is written", move |_| written.exists());
    path
}

#[test]
fn a_run_is_saved_by_its_key_and_opened_where_it_was() {
    let mut rig = moved();
    rig.app_mut().desk.shell.settings.guides.grid = true;
    let before = state(&rig);
    let path = save(&mut rig, "run.starshell");
    let run = Checkpoint::read(&path).unwrap();
    assert_eq!(
        (&run.snapshot, run.window.map(|window| (window.grid, window.paused))),
        (&before, Some((true, true)))
    );
    let trails = run.trails.unwrap();
    assert_eq!((trails.count, trails.points.len() % 256), (256, 0));
    assert!(trails.points.len() >= 2 * 256, "{} points", trails.points.len());
    assert_eq!(rig.app().desk.shell.settings.recent, std::slice::from_ref(&path));

    rig.app_mut().desk.shell.settings.guides.grid = false;
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.app_mut().ask(Command::Scene("kepler".to_owned()));
    rig.until("another scene is there", |app| app.desk.run.origin.name == Some("kepler"));
    rig.key(Key::O, Modifiers::COMMAND);
    rig.frame();
    let name = "run.starshell".to_owned();
    let place = {
        let named = |node: &egui_kittest::Node| node_named(node, &name);
        rig.harness.root().children_recursive().find(named).unwrap().rect().center()
    };
    // The recent file opens with one click.
    rig.click_at(place, Modifiers::NONE);
    rig.until("the run is there", |app| app.desk.run.origin.name == Some("plummer"));
    assert_eq!(state(&rig), before);
    assert!(!rig.app().desk.viewer.transport.is_playing, "it was saved paused");
    assert!(rig.app().desk.shell.settings.guides.grid);
    assert_eq!(rig.app().desk.run.stage.session.scene().look.trails, 0.4);
}

/// Does five more steps.
fn go_on(rig: &mut Rig) -> Snapshot {
    rig.app_mut().ask(Command::Steps(5));
    rig.until("the steps are done", |app| app.desk.run.stage.session.simulation().steps() == 10);
    state(rig)
}

#[test]
fn a_run_that_is_saved_or_recovered_goes_on_bit_for_bit() {
    let with = |adaptive| {
        let mut rig = Rig::with("plummer", [1280.0, 720.0], move |app| {
            let session = &mut app.desk.run.stage.session;
            let hermite = Parameters {
                integrator: Integrator::Hermite4,
                adaptive,
                ..session.scene().physics
            };
            session.set_parameters(hermite).unwrap();
        });
        rig.app_mut().ask(Command::Steps(5));
        rig.until("the steps are done", |app| app.desk.run.stage.session.simulation().steps() == 5);
        rig
    };
    for adaptive in [None, Some(0.02)] {
        let mut rig = with(adaptive);
        let folder = rig.folder.path().join("rescue");
        rig.until("a copy has arrived", |app| {
            app.desk.run.stage.interaction.newest.kept.as_ref().is_some_and(|kept| kept.steps == 5)
        });
        rig.app_mut().desk.rescue = Rescue::begin(&folder);
        rig.frame();
        rig.app_mut().frame(60.0).unwrap();
        let stored = folder.join("run.starshell");
        let file = stored.clone();
        rig.until("the run is stored", move |_| file.exists());
        let saved = save(&mut rig, "run.starshell");
        let end = go_on(&mut rig);
        for path in [saved, stored] {
            assert!(Checkpoint::read(&path).unwrap().carried.is_some(), "{}", path.display());
            rig.app_mut().ask(Command::Open(path.clone()));
            rig.until("the run is there", |app| {
                app.desk.run.stage.session.simulation().steps() == 5
            });
            assert!(go_on(&mut rig) == end, "{}, {adaptive:?}", path.display());
        }
    }
}

#[test]
fn a_saved_run_opens_with_its_plots() {
    let mut rig = Rig::new("plummer");
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.until("curves have grown", |app| {
        app.desk.run.stage.statistics.surveys().len() > 4
            && app.desk.run.stage.statistics.radii().len() > 2
    });
    rig.app_mut().desk.viewer.transport.is_playing = false;
    // Nothing is measured any more.
    rig.until("everything rests", |app| !app.is_moving());
    let path = save(&mut rig, "run.starshell");
    let statistics = &rig.app().desk.run.stage.statistics;
    let (surveys, radii, steps) =
        (statistics.surveys().to_vec(), statistics.radii().to_vec(), rig.steps());
    assert!(surveys.last().unwrap().value.drift.is_some());

    let curves = |app: &App| {
        let statistics = &app.desk.run.stage.statistics;
        (statistics.surveys().to_vec(), statistics.radii().to_vec())
    };
    rig.app_mut().ask(Command::Scene("kepler".to_owned()));
    rig.until("another scene is there", |app| app.desk.run.origin.name == Some("kepler"));
    rig.app_mut().ask(Command::Open(path.clone()));
    rig.until("the run is there", |app| app.desk.run.stage.session.simulation().steps() == steps);
    // What is measured at the moment of the file again comes after what was measured before.
    let (opened, opened_radii) = curves(rig.app());
    assert_eq!(
        (&opened[..surveys.len()], &opened_radii[..radii.len()]),
        (&surveys[..], &radii[..])
    );
    rig.until("it is measured again", |app| !app.desk.run.stage.statistics.is_waiting());
    let drift = rig.app().desk.run.stage.statistics.surveys().last().unwrap().value.drift.unwrap();
    let before = surveys.last().unwrap().value.drift.unwrap();
    assert!(
        (drift - before).abs() < 1e-5,
        "{drift} after {before}: the error counts from the start of the run"
    );

    // And at the start of the program.
    let run = Checkpoint::read(&path).unwrap();
    let start = crate::app::simulation::acts::start::Start {
        saved: Some(Box::new(run)),
        ..Default::default()
    };
    let settings = rig.app().desk.shell.settings.clone();
    let app =
        App::new(&crate::app::tests::gpu(), crate::app::tests::scene("plummer"), settings, &start)
            .unwrap();
    assert_eq!(curves(&app), (surveys, radii));
}

fn node_named(node: &egui_kittest::Node, name: &str) -> bool {
    let node = node.accesskit_node();
    node.role() == Role::Button && node.label().is_some_and(|label| label == name)
}

#[test]
fn a_scene_is_saved_as_text_and_can_be_reopened() {
    let mut rig = moved();
    rig.click("scene-save");
    rig.frame();
    rig.choose("files-kind", "files-kind-scene");
    assert_eq!(rig.app().desk.shell.files.as_ref().unwrap().kind(), Kind::Scene);
    rig.click("files-save-it");
    let path = rig.folder.path().join("plummer.toml");
    rig.until("the scene is written", |app| app.desk.shell.folder.join("plummer.toml").exists());
    assert_eq!(
        &Scene::load(path.to_str().unwrap()).unwrap(),
        rig.app().desk.run.stage.session.scene()
    );
    rig.click("scene-save");
    rig.frame();
    rig.choose("files-kind", "files-kind-scene");
    assert!(rig.has(Role::Button, "files-replace"), "it would be replaced");
    rig.click("files-close");
    rig.app_mut().ask(Command::Open(path));
    rig.until("the scene has started", |app| app.desk.run.stage.session.simulation().steps() == 0);
}

#[test]
fn an_unreadable_file_is_reported_and_the_run_continues() {
    let mut rig = moved();
    let path = save(&mut rig, "run.starshell");
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 50;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    for (path, words) in
        [(path, "is damaged"), (PathBuf::from("/no such.starshell"), "cannot be read")]
    {
        rig.app_mut().ask(Command::Open(path));
        rig.frame();
        rig.until("it has been read", |app| app.desk.run.loading().is_none());
        // The notice of the saved file may come later than this one.
        let is_told = rig
            .app()
            .desk
            .shell
            .notices
            .iter()
            .any(|notice| notice.is_warning && notice.text.contains(words));
        assert!(is_told, "{words}: {:?}", rig.app().desk.shell.notices);
        assert_eq!(rig.steps(), 5);
    }
    rig.app_mut().ask(Command::Save(PathBuf::from("/dev/null/a.starshell")));
    rig.until("the failure is told", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.text.contains("/dev/null/a.starshell"))
    });
}

#[test]
fn a_run_that_is_being_saved_when_the_window_closes_is_complete() {
    let mut rig = moved();
    let (path, before) = (rig.folder.path().join("last.starshell"), state(&rig));
    rig.app_mut().ask(Command::Save(path.clone()));
    rig.frame();
    assert!(rig.app_mut().finish_writing(std::time::Duration::from_secs(20)).is_empty());
    assert_eq!(Checkpoint::read(&path).unwrap().snapshot, before);
}

#[test]
fn the_escape_key_closes_the_dialogue() {
    let mut rig = Rig::new("kepler");
    rig.app_mut().ask(Command::Files(Some(Intent::Open)));
    rig.frame();
    assert!(rig.app().desk.shell.files.is_some());
    // The first takes the focus from the name.
    (0..2).for_each(|_| rig.key(Key::Escape, Modifiers::NONE));
    assert!(rig.app().desk.shell.files.is_none());
}

#[test]
fn a_run_that_was_cut_off_is_offered_and_goes_on() {
    let mut rig = moved();
    let (before, folder) = (state(&rig), rig.folder.path().join("rescue"));
    rig.until("a copy has arrived", |app| {
        app.desk.run.stage.interaction.newest.kept.as_ref().is_some_and(|kept| kept.steps == 5)
    });
    rig.app_mut().desk.rescue = Rescue::begin(&folder);
    rig.frame();
    rig.app_mut().frame(60.0).unwrap();
    rig.until("the run is stored", |app| {
        app.desk.shell.folder.join("rescue/run.starshell").exists()
    });
    rig.app_mut().desk.rescue = None; // as after a crash

    rig.app_mut().ask(Command::Restart);
    rig.until("it starts", |app| app.desk.run.stage.session.simulation().steps() == 0);
    rig.app_mut().desk.rescue = Rescue::begin(&folder);
    rig.frame();
    assert!(rig.writing().contains(&text("rescue-offer")));
    rig.click("rescue-continue");
    rig.until("the run goes on", |app| app.desk.run.stage.session.simulation().steps() == 5);
    assert_eq!(state(&rig), before);
    assert!(!rig.writing().contains(&text("rescue-offer")));
}

#[test]
fn diverged_bodies_are_reported_once_and_when_their_run_is_opened() {
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |app| {
        let physics = Parameters { time_step: 1e30, ..app.desk.run.stage.session.scene().physics };
        app.desk.run.stage.session.set_parameters(physics).unwrap();
    });
    let text = "bodies are no longer finite";
    let warnings = |rig: &Rig| {
        rig.app()
            .desk
            .shell
            .notices
            .iter()
            .filter(|notice| notice.is_warning && notice.text.contains(text))
            .count()
    };
    let is_told =
        |app: &mut App| app.desk.shell.notices.iter().any(|notice| notice.text.contains(text));
    rig.app_mut().ask(Command::Steps(5));
    rig.until("the notice appears", is_told);
    assert_eq!(warnings(&rig), 1, "{:?}", rig.app().desk.shell.notices);
    while !rig.app().desk.shell.notices.is_empty() {
        rig.app_mut().desk.shell.notices.close(0);
    }
    let path = save(&mut rig, "broken.starshell");
    rig.app_mut().ask(Command::Steps(3));
    rig.until("the steps are done", |app| app.desk.run.stage.session.simulation().steps() == 8);
    (0..5).for_each(|_| rig.frame());
    assert_eq!(warnings(&rig), 0, "it has been told");
    rig.app_mut().ask(Command::Open(path));
    rig.until("the run is there", |app| app.desk.run.stage.session.simulation().steps() == 5);
    rig.until("the notice appears again", is_told);
    assert_eq!(warnings(&rig), 1, "{:?}", rig.app().desk.shell.notices);
}

#[test]
fn a_table_of_bodies_is_previewed_and_runs_once_confirmed() {
    let mut rig = Rig::new("kepler");
    let path = rig.folder.path().join("pair.csv");
    let text = "x,y,z,vx,vy,vz,m,name\n0,0,0,0,0,0,1,Sun\n1,0,0,0,29.8,0,3e-6,Earth\n5.2,0,0,0,13.1,0,1e-3,Jupiter\n";
    std::fs::write(&path, text).unwrap();
    rig.app_mut().ask(Command::Open(path.clone()));
    rig.until("it is shown", |app| matches!(app.desk.incoming, Some(Incoming::Shown(_))));
    rig.frame();
    let writing = rig.writing();
    assert!(
        writing.iter().any(|text| text.contains("pair.csv"))
            && writing.contains(&"name".to_owned()),
        "{writing:?}"
    );
    rig.key(Key::Escape, Modifiers::NONE);
    assert!(
        rig.app().desk.incoming.is_none() && rig.app().desk.run.loading().is_none(),
        "cancelled"
    );

    rig.app_mut().ask(Command::Open(path));
    rig.until("it is shown", |app| matches!(app.desk.incoming, Some(Incoming::Shown(_))));
    rig.frame();
    let Some(Incoming::Shown(preview)) = &mut rig.app_mut().desk.incoming else {
        panic!("it is gone")
    };
    preview.set_measures("AU km/s Msun".parse().ok());
    rig.click("preview-run");
    rig.until("it has begun", |app| app.desk.run.origin.scene.title == "pair");
    let scene = rig.app().desk.run.stage.session.scene();
    assert_eq!((scene.count, scene.units.map(|units| units.length)), (3, Some(1.0)));
    // The run holds them, and no scene file does.
    let saved = rig.folder.path().join("pair.toml");
    rig.app_mut().ask(Command::Save(saved.clone()));
    rig.frame();
    assert!(rig.notice().unwrap().contains("bodies of your own") && !saved.exists());
    let path = save(&mut rig, "pair.starshell");
    rig.app_mut().ask(Command::Scene("kepler".to_owned()));
    rig.until("another scene is there", |app| app.desk.run.origin.name == Some("kepler"));
    rig.app_mut().ask(Command::Open(path));
    rig.until("the run is there", |app| app.desk.run.origin.scene.title == "pair");
    rig.app_mut().ask(Command::Restart);
    rig.until("it starts", |app| app.desk.run.loading().is_none());
    assert_eq!(rig.app().desk.run.stage.session.simulation().bodies().count(), 3);

    let bad = rig.folder.path().join("bad.csv");
    std::fs::write(&bad, text.replace("5.2", "five")).unwrap();
    rig.app_mut().ask(Command::Open(bad));
    rig.until("the notice appears", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.text.contains("bad.csv:4: `five`"))
    });
}

#[test]
fn a_run_is_saved_with_its_timeline_if_asked() {
    let mut rig = moved();
    rig.app_mut().desk.shell.settings.collection.timeline = true;
    rig.app_mut().ask(Command::Steps(4));
    rig.until("the steps are done", |app| app.desk.run.stage.session.simulation().steps() == 9);
    rig.until("states are stored", |app| app.desk.run.history.count() > 1);
    let path = save(&mut rig, "run.starshell");
    let run = Checkpoint::read(&path).unwrap();
    assert!(!run.timeline.is_empty() && run.timeline[0].0.steps == 0, "{:?}", run.timeline.len());
    rig.app_mut().ask(Command::Scene("kepler".to_owned()));
    rig.until("another scene is there", |app| app.desk.run.origin.name == Some("kepler"));
    rig.app_mut().ask(Command::Open(path));
    rig.until("the run is there", |app| app.desk.run.origin.name == Some("plummer"));
    rig.app_mut().ask(Command::LookBack(0.0));
    rig.until("its start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
}

#[test]
fn a_snapshot_is_previewed_with_its_format_and_a_folder_fills_the_timeline() {
    let mut rig = Rig::new("kepler");
    let folder = rig.folder.path().join("snapshots");
    std::fs::create_dir(&folder).unwrap();
    let bodies = InitialState::named("plummer").unwrap().bodies(64, 1).unwrap();
    let places: Vec<PathBuf> = (0..5)
        .map(|number| {
            let moved = |body: &Body| Body {
                position: body.position + 0.1 * f64::from(number) * body.velocity,
                ..*body
            };
            let moved: Vec<Body> = bodies.iter().map(moved).collect();
            let snapshot = convert::of_bodies(&moved, Some(0.1 * f64::from(number)), None);
            let path = folder.join(format!("snap_{number}.tipsy"));
            write(&mut std::fs::File::create(&path).unwrap(), Output::Tipsy, &snapshot).unwrap();
            path
        })
        .collect();
    rig.app_mut().ask(Command::Open(places[2].clone()));
    rig.until("it is shown", |app| matches!(app.desk.incoming, Some(Incoming::Shown(_))));
    rig.frame();
    let writing = rig.writing();
    for text in ["Tipsy standard", "may be an expansion factor"] {
        assert!(writing.iter().any(|written| written.contains(text)), "{text}: {writing:?}");
    }
    rig.click("preview-drop");
    rig.app_mut().ask(Command::Open(folder));
    rig.until("the series is there", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 64
    });
    let [first, present, newest] = rig.app().desk.run.times();
    assert_eq!((first, present), (0.0, newest));
    assert!((newest - 0.4).abs() < 1e-6 && !rig.app().desk.viewer.transport.is_playing);
    rig.app_mut().ask(Command::LookBack(0.2));
    rig.until("it is shown", |app| (app.desk.run.times()[1] - 0.2).abs() < 1e-6);
    // What is shown goes to other programs.
    let path = rig.folder.path().join("shown.hdf5");
    rig.app_mut().ask(Command::Save(path.clone()));
    rig.until("it is written", |_| path.exists());
    let shown = exchange::read(&path, &Reading::default()).unwrap();
    let expected = bodies[9].position + 0.2 * bodies[9].velocity;
    assert!(shown.bodies[9].position.distance(expected) < 1e-5 && shown.bodies.len() == 64);
}
