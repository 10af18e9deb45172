//! Series of snapshots in the window: any moment is shown, as in a film, and gravity goes on from
//! there.

use std::fs;

use glam::DVec3;
use starshell::exchange::series::{self, Series};
use starshell::exchange::snapshots::write::{Output, write};
use starshell::exchange::snapshots::{Column, Scalar, Values};
use starshell::exchange::{Reading, convert};
use starshell::physics::Body;
use starshell::render::ColorBy;
use starshell::snapshot::{Checkpoint, Film};

use super::*;
use crate::app::simulation::{acts::timeline::branch_name, reel::Reel};

/// Time from one snapshot to the next, and the number of intervals.
const INTERVAL: f64 = 0.3;
const INTERVALS: u32 = 4;
/// Where they begin.
const START: f64 = 0.5;
/// The body that comes with the second snapshot.
const BORN: u64 = 40;

/// A heavy body at rest, and light ones on circles about it, each with its id.
fn orbits(time: f64) -> Vec<(u64, Body)> {
    let center = Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
    let circle = |id: u64| {
        let radius = 1.0 + id as f64 / 64.0;
        let rate = radius.powf(-1.5);
        let (sin, cos) = (id as f64 + rate * time).sin_cos();
        let position = radius * DVec3::new(cos, sin, 0.0);
        let velocity = radius * rate * DVec3::new(-sin, cos, 0.0);
        (id, Body { position, velocity, mass: 1e-9, component: 0 })
    };
    std::iter::once((0, center)).chain((1..=BORN).map(circle)).collect()
}

/// Writes snapshots in other orders, with a column that grows with time. Comoving ones have
/// expansion factors in place of times.
fn write_series(folder: &Path, is_comoving: bool) {
    for number in 0..=INTERVALS {
        let time = START + INTERVAL * f64::from(number);
        let mut bodies = orbits(time);
        bodies.retain(|(id, _)| number > 0 || *id != BORN);
        bodies.rotate_left(7 * number as usize);
        let (ids, bodies): (Vec<u64>, Vec<Body>) = bodies.into_iter().unzip();
        let mut snapshot = convert::of_bodies(&bodies, Some(time), None);
        if is_comoving {
            snapshot.moment.expansion = Some(0.3 * time);
        }
        let warmth = ids.iter().map(|id| (100.0 * time + *id as f64) as f32).collect();
        let of_ids = snapshot.columns.iter_mut().find(|(column, _)| column.name == "id").unwrap();
        of_ids.1 = Values::U64(ids);
        let column = Column {
            name: "warmth".to_owned(),
            scalar: Scalar::F32,
            unit: "K".to_owned(),
            ..of_ids.0.clone()
        };
        snapshot.columns.push((column, Values::F32(warmth)));
        let mut file = fs::File::create(folder.join(format!("snap_{number}.hdf5"))).unwrap();
        write(&mut file, Output::Gadget4, &snapshot).unwrap();
    }
}

/// A window with a film that has been dropped on it.
fn opened(is_comoving: bool) -> Rig {
    let mut rig = Rig::new("kepler");
    let folder = rig.file("snapshots");
    fs::create_dir(&folder).unwrap();
    write_series(&folder, is_comoving);
    rig.ask(Command::Open(folder));
    rig.until("the film is there", |rig| rig.stage().reel.about().is_some());
    settle(&mut rig);
    rig
}

/// Waits until what is to be shown is there.
fn settle(rig: &mut Rig) {
    rig.frame();
    rig.until("it is shown", |rig| !rig.stage().reel.is_awaited());
}

/// Clicks the timeline at a time of the film.
fn look_at(rig: &mut Rig, time: f64) {
    let rail = rig.rect(Role::Slider, "timeline-rail").shrink2(vec2(8.0, 0.0));
    let [first, _, last] = rig.run().times();
    let share = (time - first) / (last - first);
    rig.click_at(rail.left_center().lerp(rail.right_center(), share as f32));
    settle(rig);
}

/// How far the bodies, but for one that fades, are from their orbits at the time shown, at most.
fn error(rig: &Rig) -> f64 {
    let truth = orbits(rig.time());
    let places = rig.bodies().into_iter().take(BORN as usize).zip(&truth);
    places.map(|(body, (_, truth))| body.position.distance(truth.position)).fold(0.0, f64::max)
}

#[test]
fn between_two_snapshots_bodies_are_on_their_orbits_and_those_born_fade_in() {
    let mut rig = opened(false);
    assert!((rig.time() - START).abs() < 1e-6 && !rig.is_playing(), "{}", rig.time());
    assert_eq!((rig.count(), rig.run().times()[2]), (BORN as u32, START + 4.0 * INTERVAL));
    // Half way between the second and the third.
    let half = START + 1.5 * INTERVAL;
    look_at(&mut rig, half);
    let off = (rig.time() - half).abs();
    assert!(off < 0.01 && error(&rig) < 1e-3, "{off}, {}", error(&rig));
    // Straight between them would be farther away.
    let [one, two] = [1.0, 2.0].map(|number| orbits(START + number * INTERVAL)[9].1.position);
    assert!((0.5 * (one + two)).distance(rig.bodies()[9].position) > 5e-3);
    assert!(rig.is_past() && rig.steps() == 0, "nothing is computed");
    assert!(rig.tells("the order of the bodies changes"), "{:?}", rig.notices());

    look_at(&mut rig, START + 0.5 * INTERVAL);
    let shares = rig.session().pictures().appearance().shares.clone();
    assert_eq!((rig.count(), shares[3]), (BORN as u32 + 1, 1.0));
    let share = f64::from(shares[BORN as usize]);
    assert!((share - (rig.time() - START) / INTERVAL).abs() < 1e-5, "{share}");
    // The arrow keys go to the snapshots.
    for (key, number) in [(Key::ArrowRight, 1.0), (Key::ArrowRight, 2.0), (Key::ArrowLeft, 1.0)] {
        rig.press(key);
        settle(&mut rig);
        assert!((rig.time() - START - number * INTERVAL).abs() < 1e-6, "{}", rig.time());
    }
    rig.command("transport-restart");
    settle(&mut rig);
    assert!((rig.time() - START).abs() < 1e-6);
}

#[test]
fn a_film_plays_forwards_and_backwards_at_the_pace_of_the_speed() {
    let mut rig = opened(false);
    rig.ask(Command::Speed(16.0));
    rig.click("timeline-forth");
    let (mut seen, mut last) = (Vec::new(), rig.time());
    while (rig.time() - rig.run().times()[2]).abs() > 1e-9 {
        rig.frame();
        if rig.time() != last {
            last = rig.time();
            seen.push(last);
            assert!(error(&rig) < 1e-3, "{last}: {}", error(&rig));
        }
    }
    assert!(seen.is_sorted() && seen.len() > 20, "{seen:?}");
    // The whole film in 40 s at the scene's pace.
    let most = 16.0 * 0.25 * rig.scene().pace;
    let leap = seen.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
    assert!(leap <= most * (1.0 + 1e-6), "{leap}, {most}");
    rig.until("it stops at the end", |rig| !rig.is_on(Role::Button, "timeline-forth"));
    rig.click("timeline-back");
    rig.until("it goes back", |rig| rig.time() < START + 2.0 * INTERVAL);
    assert!(rig.is_playing(), "the round button would pause it");
    // The button that plays pauses what is shown, and computes nothing.
    rig.press(Key::Space);
    settle(&mut rig);
    let shown = rig.time();
    rig.frames(20);
    assert!(rig.time() == shown && rig.steps() == 0 && !rig.is_playing());
    rig.key(Key::Home, Modifiers::SHIFT);
    rig.until("the beginning is shown", |rig| (rig.time() - START).abs() < 1e-9);
    rig.until("it stops there", |rig| !rig.is_on(Role::Button, "timeline-back"));
}

#[test]
fn gravity_goes_on_from_any_moment_of_a_film_and_the_film_stays_a_branch() {
    let mut rig = opened(false);
    let from = START + 1.5 * INTERVAL;
    look_at(&mut rig, from);
    let from = rig.time();
    rig.click("transport-play");
    rig.until("steps are made", |rig| rig.steps() > 20);
    rig.click("transport-pause");
    assert!(rig.time() > from && rig.count() == BORN as u32 + 1);
    assert!(error(&rig) < 2e-2, "{}", error(&rig));
    assert_eq!((rig.branch(), rig.history().branches().len()), (2, 2));
    rig.frames(3);
    let present = rig.state();
    // On the new branch, the film comes before its first step.
    look_at(&mut rig, START + 0.5 * INTERVAL);
    rig.until("the present is left", |rig| rig.time() < from);
    assert!(rig.steps() == 0 && error(&rig) < 1e-3);
    rig.click("timeline-newest");
    rig.until("the present is back", |rig| rig.steps() == present.steps);
    assert_eq!(rig.state(), present);
    // And the film itself is the first branch.
    let film = branch_name(rig.history().branch(1).unwrap(), rig.stage());
    rig.press_on(Role::ComboBox, "timeline-branches");
    rig.pick_item(&film);
    settle(&mut rig);
    let end = START + f64::from(INTERVALS) * INTERVAL;
    assert!((rig.time() - end).abs() < 1e-6 && rig.branch() == 1 && rig.steps() == 0);
    look_at(&mut rig, START + 3.5 * INTERVAL);
    assert!(rig.time() > START + 3.0 * INTERVAL && error(&rig) < 1e-3);
}

#[test]
fn a_column_of_the_files_colours_a_film_and_the_run_that_goes_on_from_it() {
    let mut rig = opened(false);
    rig.choose("view-color-by", "color-by-column");
    rig.until("it is coloured", |rig| rig.look().color_by == ColorBy::Column);
    let column = |rig: &Rig| {
        let columns = rig.session().pictures().columns();
        rig.look().column_of(columns).map(|column| (column.name.clone(), column.values[5]))
    };
    rig.choose("view-column", "warmth [K]");
    let warmth = |time: f64| (100.0 * time + 5.0) as f32;
    for part in [0.5, 1.25] {
        look_at(&mut rig, START + part * INTERVAL);
        rig.until("its numbers are there", |rig| column(rig).is_some());
        let (name, value) = column(&rig).unwrap();
        assert_eq!(name, "warmth");
        assert!((value - warmth(rig.time())).abs() < 1e-2, "{value}, {}", rig.time());
    }
    let begun = rig.time();
    rig.make(3);
    look_at(&mut rig, START);
    rig.until("the present is left", |rig| rig.steps() == 0);
    rig.click("timeline-newest");
    rig.until("its numbers are back", |rig| {
        rig.steps() == 3 && column(rig).is_some_and(|it| (it.1 - warmth(begun)).abs() < 1e-2)
    });
}

#[test]
fn comoving_snapshots_play_by_their_expansion_and_no_run_goes_on_from_them() {
    let mut rig = opened(true);
    assert!((rig.time() - 0.3 * START).abs() < 1e-6);
    rig.assert_paints(["a = 0.1500"]);
    rig.ask(Command::Speed(64.0));
    rig.click("timeline-forth");
    rig.until("it plays", |rig| rig.time() > 0.3 * START + 0.1);
    rig.press(Key::Space);
    settle(&mut rig);
    rig.click("transport-play");
    rig.until("it is said", |rig| rig.tells("No run goes on from comoving snapshots"));
    rig.frames(3);
    assert!(!rig.is_playing() && rig.steps() == 0 && rig.history().branches().len() == 1);
    rig.ask(Command::Edit(Edit::Delete(1)));
    rig.frames(5);
    assert_eq!(rig.steps(), 0);
    assert!(rig.count() >= BORN as u32);
}

#[test]
fn a_moment_of_a_film_is_saved_compared_and_recorded() {
    let mut rig = opened(false);
    look_at(&mut rig, START + 1.5 * INTERVAL);
    let shown = rig.state();
    let path = rig.file("moment.starshell");
    rig.ask(Command::Save(path.clone()));
    rig.until("it is written", |_| path.exists());
    assert!(Checkpoint::read(&path).unwrap().snapshot == shown);

    // Beside a copy that goes on by gravity.
    rig.ask(Command::Compare(None));
    rig.until("it is compared", |rig| rig.halves().is_some());
    look_at(&mut rig, START + 2.5 * INTERVAL);
    rig.ask(Command::Compare(None));
    rig.until("the comparison has ended", |rig| rig.halves().is_none());
    settle(&mut rig);

    look_at(&mut rig, START);
    rig.ask(Command::Speed(64.0));
    rig.ask(Command::Record);
    rig.until("it is being recorded", |rig| rig.film().is_some());
    rig.click("timeline-forth");
    rig.until("the film is at its end", |rig| {
        (rig.time() - START - f64::from(INTERVALS) * INTERVAL).abs() < 1e-6
    });
    rig.frames(4);
    // 40 s at 64 times the pace, and the first and last frame.
    let (frames, rate) = (rig.film().unwrap().frames(), f64::from(rig.settings().video.rate));
    let expected = 40.0 / 64.0 * rate;
    assert!((frames as f64 - expected).abs() < 4.0, "{frames} frames, {expected} expected");
    rig.ask(Command::Record);
    rig.finish();
}

#[test]
fn a_run_stands_beside_its_film_and_both_are_looked_back_on_together() {
    let mut rig = opened(false);
    look_at(&mut rig, START + 0.5 * INTERVAL);
    rig.make(5);
    rig.until("states are stored", |rig| rig.moments().len() > 1);
    rig.ask(Command::Compare(Some(1)));
    rig.until("it is compared", |rig| rig.halves().is_some());
    let times = |rig: &Rig| rig.halves().unwrap().map(|half| half.session.simulation().time());
    let are_together = |rig: &mut Rig| {
        let [run, film] = times(rig);
        (run - film).abs() < 1e-6
    };
    rig.until("the film shows the time of the run", are_together);
    let [run, film] = rig.halves().unwrap().map(|half| half.session.simulation().steps());
    assert_eq!([run, film], [5, 0]);
    // Before the run began, both are the film.
    look_at(&mut rig, START + 0.25 * INTERVAL);
    rig.until("both look back", |rig| times(rig).iter().all(|time| *time < START + INTERVAL / 3.0));
    rig.until("at the same moment", are_together);
    assert!(error(&rig) < 1e-3);
    rig.ask(Command::ShowOtherView);
    rig.frame();
    look_at(&mut rig, START + 0.4 * INTERVAL);
    rig.until("both follow", are_together);
    assert!(error(&rig) < 1e-3 && (rig.time() - START - 0.4 * INTERVAL).abs() < 0.02);
}

#[test]
fn a_kiosk_plays_its_film() {
    let folder = tempdir().unwrap();
    write_series(folder.path(), false);
    let files = series::files(&folder.path().to_string_lossy()).unwrap().unwrap();
    let series = Series::open(&files, &Reading::default()).unwrap();
    let film = Film::new(series, None).unwrap();
    let scene = film.scene().clone();
    let start = Start { is_kiosk: true, film: Reel::begin(film).unwrap(), ..Start::default() };
    let mut rig = Rig::started(scene, &start, |_| ());
    assert!((rig.time() - START).abs() < 1e-6);
    rig.until("it plays", |rig| rig.time() > START + 0.02);
    assert!(rig.steps() == 0 && error(&rig) < 1e-3);
}

#[test]
fn a_film_whose_file_is_gone_says_so_and_goes_on_where_it_can() {
    let mut rig = opened(false);
    fs::remove_file(rig.file("snapshots").join("snap_2.hdf5")).unwrap();
    look_at(&mut rig, START + 3.5 * INTERVAL);
    look_at(&mut rig, START + 2.5 * INTERVAL);
    rig.until("it is said", |rig| rig.tells("snap_2.hdf5"));
    look_at(&mut rig, START + 0.5 * INTERVAL);
    assert!(error(&rig) < 1e-3);
}
