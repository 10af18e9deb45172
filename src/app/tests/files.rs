//! Saving and opening runs and scenes, recent files, and recovery from a crash.

use std::fs;

use starshell::exchange::snapshots::write::{Output, write};
use starshell::exchange::{self, Reading, convert};
use starshell::physics::initial::InitialState;
use starshell::physics::{Body, Integrator};
use starshell::render::ColorBy;
use starshell::snapshot::Checkpoint;

use super::*;
use crate::app::commands::Intent;
use crate::app::shell::files::Kind;

/// A run that has done some steps, with trails, paused.
fn moved() -> Rig {
    let mut rig = Rig::new("plummer");
    rig.set_look(|look| look.trails = 0.4);
    rig.make(5);
    rig
}

/// Saves by the key and the dialogue, and waits for the file.
fn save(rig: &mut Rig, name: &str) -> PathBuf {
    rig.key(Key::S, Modifiers::COMMAND);
    rig.frame();
    rig.retype(name);
    rig.press(Key::Enter);
    assert!(rig.dialogue().is_none(), "the dialogue is closed");
    rig.until("the file is written", |rig| rig.file(name).exists());
    rig.file(name)
}

/// Opens a file whose run has that scene.
fn open(rig: &mut Rig, path: &Path, title: &str) {
    rig.ask(Command::Open(path.to_owned()));
    rig.until("the run is there", |rig| rig.origin().title == title);
}

#[test]
fn a_run_is_saved_by_its_key_and_opened_where_it_was() {
    let mut rig = moved();
    rig.settings_mut().guides.grid = true;
    let before = rig.state();
    let path = save(&mut rig, "run.starshell");
    let run = Checkpoint::read(&path).unwrap();
    let window = run.window.map(|window| (window.grid, window.paused));
    assert_eq!((&run.snapshot, window), (&before, Some((true, true))));
    let trails = run.trails.unwrap();
    assert_eq!((trails.count, trails.points.len() % 256), (256, 0));
    assert!(trails.points.len() >= 2 * 256, "{} points", trails.points.len());
    assert_eq!(rig.settings().recent, std::slice::from_ref(&path));

    rig.settings_mut().guides.grid = false;
    rig.click("transport-play");
    rig.open_scene("kepler");
    rig.key(Key::O, Modifiers::COMMAND);
    rig.frame();
    // The recent file opens with one click.
    rig.click("run.starshell");
    rig.until("the run is there", |rig| rig.scene_name() == Some("plummer"));
    assert_eq!(rig.state(), before);
    rig.frame();
    assert!(!rig.is_playing(), "it was saved paused");
    assert!(rig.settings().guides.grid);
    assert_eq!(rig.look().trails, 0.4);
}

#[test]
fn a_run_that_is_saved_or_recovered_goes_on_bit_for_bit() {
    for adaptive in [None, Some(0.02)] {
        let mut rig = Rig::with("plummer", USUAL, |app| {
            app.set_physics(|physics| {
                (physics.integrator, physics.adaptive) = (Integrator::Hermite4, adaptive);
            });
        });
        rig.make(5);
        let folder = rig.file("rescue");
        rig.until("a copy has arrived", |rig| rig.newest().is_some_and(|kept| kept.steps == 5));
        rig.keep_rescue(Some(&folder));
        rig.frame();
        rig.elapse(60.0);
        let stored = folder.join("run.starshell");
        rig.until("the run is stored", |_| stored.exists());
        let saved = save(&mut rig, "run.starshell");
        rig.make(5);
        let end = rig.state();
        for path in [saved, stored] {
            assert!(Checkpoint::read(&path).unwrap().carried.is_some(), "{}", path.display());
            rig.ask(Command::Open(path.clone()));
            rig.until("the run is there", |rig| rig.steps() == 5);
            rig.make(5);
            assert!(rig.state() == end, "{}, {adaptive:?}", path.display());
        }
    }
}

#[test]
fn a_saved_run_opens_with_its_plots() {
    let mut rig = Rig::new("plummer");
    rig.click("transport-play");
    rig.until("curves have grown", |rig| {
        rig.surveys().len() > 4 && rig.statistics().radii().len() > 2
    });
    rig.click("transport-pause");
    // Nothing is measured any more.
    rig.until("everything rests", |rig| !rig.is_moving());
    let path = save(&mut rig, "run.starshell");
    let curves = |app: &App| (app.surveys().to_vec(), app.statistics().radii().to_vec());
    let ((surveys, radii), steps) = (curves(&rig), rig.steps());
    let before = rig.drift().unwrap();

    rig.open_scene("kepler");
    rig.ask(Command::Open(path.clone()));
    rig.until("the run is there", |rig| rig.steps() == steps);
    // What is measured at the moment of the file again comes after what was measured before.
    let (opened, opened_radii) = curves(&rig);
    assert_eq!(opened[..surveys.len()], surveys);
    assert_eq!(opened_radii[..radii.len()], radii);
    rig.until("it is measured again", |rig| !rig.statistics().is_waiting());
    let off = (rig.drift().unwrap() - before).abs();
    assert!(off < 1e-5, "{off}: the error counts from the start of the run");

    // And at the start of the program.
    let saved = Some(Box::new(Checkpoint::read(&path).unwrap()));
    let start = Start { saved, ..Default::default() };
    assert_eq!(curves(&Rig::started(scene("plummer"), &start, |_| ())), (surveys, radii));
}

#[test]
fn a_scene_is_saved_as_text_and_can_be_reopened() {
    let mut rig = moved();
    rig.open("scene-save");
    rig.choose("files-kind", "files-kind-scene");
    assert_eq!(rig.dialogue().unwrap().kind(), Kind::Scene);
    rig.click("files-save-it");
    let path = rig.file("plummer_000005.toml");
    rig.until("the scene is written", |_| path.exists());
    assert_eq!(Scene::load(path.to_str().unwrap()).unwrap(), *rig.scene());
    rig.open("scene-save");
    rig.choose("files-kind", "files-kind-scene");
    assert!(rig.has_button("files-replace"), "it would be replaced");
    rig.click("files-close");
    rig.ask(Command::Open(path));
    rig.until("the scene has started", |rig| rig.steps() == 0);
}

#[test]
fn an_unreadable_file_is_reported_and_the_run_continues() {
    let mut rig = moved();
    let path = save(&mut rig, "run.starshell");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 50;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    for (path, words) in
        [(path, "is damaged"), (PathBuf::from("/no such.starshell"), "cannot be read")]
    {
        rig.perform(Command::Open(path));
        rig.until("it has been read", |rig| !rig.is_loading());
        // The notice of the saved file may come later than this one.
        assert!(rig.warnings(words) == 1, "{words}: {:?}", rig.notices());
        assert_eq!(rig.steps(), 5);
    }
    rig.ask(Command::Save(PathBuf::from("/dev/null/a.starshell")));
    rig.until("the failure is told", |rig| rig.tells("/dev/null/a.starshell"));
}

#[test]
fn a_run_that_is_being_saved_when_the_window_closes_is_complete() {
    let mut rig = moved();
    let (path, before) = (rig.file("last.starshell"), rig.state());
    rig.perform(Command::Save(path.clone()));
    rig.finish();
    assert_eq!(Checkpoint::read(&path).unwrap().snapshot, before);
}

#[test]
fn the_escape_key_closes_the_dialogue() {
    let mut rig = Rig::new("kepler");
    rig.perform(Command::Files(Some(Intent::Open)));
    assert!(rig.dialogue().is_some());
    // The first takes the focus from the name.
    rig.press_all([Key::Escape; 2]);
    assert!(rig.dialogue().is_none());
}

#[test]
fn a_run_that_was_cut_off_is_offered_and_goes_on() {
    let mut rig = moved();
    let (before, folder) = (rig.state(), rig.file("rescue"));
    rig.until("a copy has arrived", |rig| rig.newest().is_some_and(|kept| kept.steps == 5));
    rig.keep_rescue(Some(&folder));
    rig.frame();
    rig.elapse(60.0);
    rig.until("the run is stored", |_| folder.join("run.starshell").exists());
    // As after a crash.
    rig.keep_rescue(None);
    rig.ask(Command::Restart);
    rig.until("it starts", |rig| rig.steps() == 0);
    rig.keep_rescue(Some(&folder));
    rig.frame();
    assert!(rig.writes(&text("rescue-offer")));
    rig.click("rescue-continue");
    rig.until("the run goes on", |rig| rig.steps() == 5);
    assert_eq!(rig.state(), before);
    assert!(!rig.writes(&text("rescue-offer")));
}

#[test]
fn diverged_bodies_are_reported_once_and_when_their_run_is_opened() {
    let mut rig = Rig::with("plummer", USUAL, |app| {
        app.set_physics(|physics| physics.time_step = 1e30);
    });
    let told = "bodies are no longer finite";
    rig.ask(Command::Steps(5));
    rig.until("the notice appears", |rig| rig.tells(told));
    assert_eq!(rig.warnings(told), 1, "{:?}", rig.notices());
    while rig.notice().is_some() {
        rig.close_notice();
    }
    let path = save(&mut rig, "broken.starshell");
    rig.make(3);
    rig.frames(5);
    assert_eq!(rig.warnings(told), 0, "it has been told");
    rig.ask(Command::Open(path));
    rig.until("the run is there", |rig| rig.steps() == 5);
    rig.until("the notice appears again", |rig| rig.tells(told));
    assert_eq!(rig.warnings(told), 1, "{:?}", rig.notices());
}

/// Opens a file of bodies up to its preview.
fn preview(rig: &mut Rig, path: &Path) {
    rig.ask(Command::Open(path.to_owned()));
    rig.until("it is shown", |rig| rig.has_button("preview-run"));
    rig.frame();
}

#[test]
fn a_table_of_bodies_is_previewed_and_runs_once_confirmed() {
    let mut rig = Rig::new("kepler");
    let path = rig.file("pair.csv");
    let table = "x,y,z,vx,vy,vz,m,name\n0,0,0,0,0,0,1,Sun\n1,0,0,0,29.8,0,3e-6,Earth\n\
        5.2,0,0,0,13.1,0,1e-3,Jupiter\n";
    fs::write(&path, table).unwrap();
    preview(&mut rig, &path);
    rig.assert_writes_part(["pair.csv"]);
    assert!(rig.writes("name"), "{:?}", rig.writing());
    rig.press(Key::Escape);
    assert!(!rig.has_button("preview-run") && !rig.is_loading(), "cancelled");

    preview(&mut rig, &path);
    rig.choose("preview-units", "AU, km/s, Msun");
    rig.click("preview-run");
    rig.until("it has begun", |rig| rig.origin().title == "pair");
    let units = rig.scene().units.map(|units| units.length);
    assert_eq!((rig.scene().count, units), (3, Some(1.0)));
    // The run holds them, and no scene file does.
    rig.perform(Command::Save(rig.file("pair.toml")));
    rig.assert_told(["bodies of your own"]);
    assert!(!rig.file("pair.toml").exists());
    let path = save(&mut rig, "pair.starshell");
    rig.open_scene("kepler");
    open(&mut rig, &path, "pair");
    rig.command("transport-restart");
    rig.until("it starts", |rig| !rig.is_loading());
    assert_eq!(rig.count(), 3);

    let bad = rig.file("bad.csv");
    fs::write(&bad, table.replace("5.2", "five")).unwrap();
    rig.ask(Command::Open(bad));
    rig.until("the notice appears", |rig| rig.tells("bad.csv:4: `five`"));
}

#[test]
fn columns_of_a_file_colour_its_bodies() {
    let mut rig = Rig::new("kepler");
    let path = rig.file("warm.csv");
    let table = "# units: pc km/s Msun\nx,y,z,vx,vy,vz,m,T [K]\n1,0,0,0,0.1,0,10,300\n\
        -1,0,0,0,-0.1,0,10,4000\n0,3,0,0,0,0,1,\n";
    fs::write(&path, table).unwrap();
    preview(&mut rig, &path);
    rig.click("preview-run");
    rig.until("it has begun", |rig| rig.origin().title == "warm");
    rig.choose("view-color-by", "color-by-column");
    (0..2).for_each(|_| rig.frame());
    assert_eq!(rig.look().color_by, ColorBy::Column);
    assert_eq!(rig.color_range(), Some([300.0, 4000.0]));
    rig.assert_paints(["T [K]"]);
}

#[test]
fn a_run_is_saved_with_its_timeline_if_asked() {
    let mut rig = moved();
    rig.settings_mut().collection.timeline = true;
    rig.make(4);
    rig.until("states are stored", |rig| rig.history().count() > 1);
    let path = save(&mut rig, "run.starshell");
    let timeline = Checkpoint::read(&path).unwrap().timeline;
    assert_eq!(timeline.first().map(|(start, _)| start.steps), Some(0), "{:?}", timeline.len());
    let title = rig.origin().title.clone();
    rig.open_scene("kepler");
    open(&mut rig, &path, &title);
    rig.ask(Command::LookBack(0.0));
    rig.until("its start is shown", |rig| rig.steps() == 0);
}

#[test]
fn a_snapshot_is_previewed_with_its_format_and_a_folder_is_a_film() {
    let mut rig = Rig::new("kepler");
    let folder = rig.file("snapshots");
    fs::create_dir(&folder).unwrap();
    let bodies = InitialState::named("plummer").unwrap().bodies(64, 1).unwrap();
    let place = |number: u32| folder.join(format!("snap_{number}.tipsy"));
    for number in 0..5 {
        let time = 0.1 * f64::from(number);
        let moved = |body: &Body| Body { position: body.position + time * body.velocity, ..*body };
        let moved: Vec<Body> = bodies.iter().map(moved).collect();
        let snapshot = convert::of_bodies(&moved, Some(time), None);
        let mut file = fs::File::create(place(number)).unwrap();
        write(&mut file, Output::Tipsy, &snapshot).unwrap();
    }
    preview(&mut rig, &place(2));
    rig.assert_writes_part(["Tipsy standard", "may be an expansion factor"]);
    rig.click("preview-drop");
    rig.ask(Command::Open(folder.clone()));
    rig.until("the series is there", |rig| rig.count() == 64);
    let [first, present, newest] = rig.run().times();
    assert_eq!((first, present), (0.0, 0.0));
    assert!((newest - 0.4).abs() < 1e-6 && !rig.is_playing());
    rig.ask(Command::LookBack(0.2));
    rig.until("it is shown", |rig| (rig.time() - 0.2).abs() < 1e-6);
    // What is shown goes to other programs.
    let path = rig.file("shown.hdf5");
    rig.ask(Command::Save(path.clone()));
    rig.until("it is written", |_| path.exists());
    let shown = exchange::read(&path, &Reading::default()).unwrap();
    let expected = bodies[9].position + 0.2 * bodies[9].velocity;
    assert!(shown.state.position(9).distance(expected) < 1e-5 && shown.state.len() == 64);
}

#[test]
fn the_next_start_offers_to_continue_where_the_last_window_left_off() {
    let mut rig = moved();
    let (before, folder) = (rig.state(), rig.file("rescue"));
    rig.keep_rescue(Some(&folder));
    rig.frame();
    assert!(!rig.has_button("welcome-go-on"), "there was no last window");
    rig.end_rescue();
    rig.ask(Command::Restart);
    rig.until("it starts", |rig| rig.steps() == 0);
    rig.keep_rescue(Some(&folder));
    rig.tab("page-build");
    rig.keep_rescue(None);
    rig.keep_rescue(Some(&folder));
    rig.frames(2);
    assert!(rig.has_button("welcome-go-on"), "on every page");
    rig.assert_writes_part([&rig.scene().spoken_title()]);
    rig.click("welcome-go-on");
    rig.until("the run goes on", |rig| rig.steps() == 5);
    rig.frame();
    assert_eq!(rig.state(), before);
    assert!(!rig.has_button("welcome-go-on"));
    // Whoever does something else goes on with that.
    rig.keep_rescue(None);
    rig.keep_rescue(Some(&folder));
    rig.frames(2);
    assert!(rig.has_button("welcome-go-on"));
    rig.ask(Command::Steps(1));
    rig.frames(2);
    assert!(!rig.has_button("welcome-go-on"));
}

#[test]
fn errors_speak_of_the_window_and_lie_below_the_picture() {
    let mut rig = Rig::new("plummer");
    let path = rig.file("picture.toml");
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 64]].concat();
    std::fs::write(&path, png).unwrap();
    let before = rig.picture();
    rig.ask(Command::Open(path));
    rig.frames(4);
    let told = rig.notice().unwrap().to_owned();
    assert!(!told.contains("--") && !told.contains("`starshell"), "{told}");
    let (picture, warning) = (rig.picture(), rig.rect(Role::Button, "notice-close"));
    assert!(picture.bottom() <= warning.top(), "{warning} is over {picture}");
    rig.close_notice();
    rig.frames(3);
    assert_eq!(rig.picture(), before);
}

#[test]
fn a_table_without_bodies_says_what_it_holds() {
    let mut rig = Rig::new("plummer");
    rig.until("energies are measured", |rig| !rig.surveys().is_empty());
    let folder = rig.folder.path().to_owned();
    let units = starshell::scene::Units::new(starshell::scene::UnitSystem::ALL[0]);
    let plots = [Plot::Energies, Plot::Density, Plot::Speeds];
    let mut tables: Vec<_> = plots
        .iter()
        .map(|plot| rig.statistics().save(*plot, &folder, "plummer_000000", Some(&units)).unwrap())
        .map(|path| (path, "files-measurements"))
        .collect();
    let mut write = |name: &str, text: String, key| {
        std::fs::write(rig.file(name), text).unwrap();
        tables.push((rig.file(name), key));
    };
    write("answers.csv", rig.classroom.progress.csv(), "files-answers");
    write("lab.csv", starshell::lab::Report::new(rig.gpu()).csv(), "files-results");
    for (path, key) in tables {
        let told = words::text(key, &[("path", path.display().to_string())]);
        rig.perform(Command::Open(path));
        assert!(rig.tells(&told), "{told}: {:?}", rig.notice());
        assert!(rig.desk.incoming.is_none());
    }
}
