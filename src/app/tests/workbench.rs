//! The workbench, driven through the names of its controls and with the keyboard alone.

use std::time::Duration;

use starshell::gpu::Gpu;
use starshell::lab::workbench::{BENCHES, Bench, Ended, Program, Ran, bench, serve};
use starshell::words::t;

use super::{edits::edited, random::Random, *};
use crate::app::lessons::classroom::Notes;
use crate::app::workbench::{Sheet, Workbench};

/// The name of the test that is the program that runs kernels here.
const SERVER: &str = "app::tests::workbench::apart::kernels_are_run_for_other_tests";

/// What other tests run in a process of its own. `./test nightly` leaves it to them.
mod apart {
    use super::*;

    #[test]
    #[ignore = "runs kernels for other tests, which start it"]
    fn kernels_are_run_for_other_tests() {
        assert!(std::env::args().any(|argument| argument == SERVER), "only other tests start it");
        // What libtest prints of the test's name stands on its own line.
        println!();
        serve(|adapter| Gpu::open_with(adapter, |_, _| ()).map_err(|error| error.text())).unwrap();
    }
}

/// Lets kernels run in another process of this test.
pub fn with_program(workbench: &mut Workbench) {
    let arguments = [SERVER, "--exact", "--ignored", "--nocapture"].map(str::to_owned).to_vec();
    workbench.program = Program { path: std::env::current_exe().unwrap(), arguments };
}

/// A window that shows the workbench, which keeps its texts in the rig's folder.
pub fn rig(size: [f32; 2]) -> Rig {
    let mut rig = Rig::sized("plummer", size);
    rig.workbench = Workbench::new(&gpu(), Some(rig.file("workbench")));
    with_program(&mut rig.workbench);
    rig.show(View::Workbench);
    rig.frame();
    rig
}

/// The same with a kernel in which a part has been replaced.
fn changed(name: &str, from: &str, to: &str) -> Rig {
    let mut rig = rig(USUAL);
    change(&mut rig, name, from, to);
    rig
}

/// Shows a kernel and replaces a part of it.
pub fn change(rig: &mut Rig, name: &str, from: &str, to: &str) {
    rig.workbench.show(name);
    let text = bench(name).unwrap().wgsl();
    assert!(text.contains(from), "{name} has no {from}");
    rig.workbench.sheet_mut().set_text(text.replace(from, to));
}

fn sheet(rig: &Rig) -> &Sheet {
    rig.workbench.sheet()
}

/// Waits for the end of a run.
#[track_caller]
pub fn ended(rig: &mut Rig) -> Ended {
    rig.frame();
    rig.until("the kernel has ended", |rig| rig.workbench.run.is_none());
    rig.frame();
    sheet(rig).verdict.clone().expect("a run has an end").ended
}

#[track_caller]
fn ran(rig: &mut Rig) -> Box<Ran> {
    match ended(rig) {
        Ended::Ran(ran) => ran,
        other => panic!("{other}"),
    }
}

/// The field of all results.
#[track_caller]
fn field(rig: &Rig, ran: &Ran) -> Rect {
    let name = t!("workbench-field", wrong = ran.wrong, count = ran.cells.len());
    rig.named(&name).next().expect("there is a field").rect()
}

fn break_name(bench: &Bench, number: usize) -> String {
    t!("workbench-break", name = bench.breaks[number].name)
}

#[test]
fn every_kernel_opens_runs_right_and_is_seen_red_once_broken() {
    let mut rig = rig(USUAL);
    for bench in BENCHES.iter().filter(|bench| !bench.is_written()) {
        rig.open(&bench.text("title").spoken());
        assert_eq!(sheet(&rig).bench.name, bench.name);
        rig.assert_paints_part([&bench.text("about").spoken()]);
        rig.click("workbench-run");
        let right = ran(&mut rig);
        let count = right.cells.len();
        assert!(right.is_right(), "{}", bench.name);
        rig.assert_paints_part([&t!("workbench-right", count = count)]);
        let number = bench.breaks.iter().position(|broken| !broken.may_be_right);
        let number = number.expect("one break is always wrong");
        rig.open(&break_name(bench, number));
        let about = bench.text(&format!("break-{}", number + 1)).spoken();
        rig.assert_paints_part([&about, &text("workbench-old")]);
        rig.click("workbench-run");
        let ran = ran(&mut rig);
        assert!(ran.wrong > 0, "{}", bench.name);
        rig.assert_paints_part([
            &t!("workbench-wrong", wrong = ran.wrong, count = count),
            &text("workbench-first-wrong"),
            &text("workbench-no-time"),
        ]);
        rig.assert_paints([&bench.result(ran.first_wrong[0], count).spoken()]);
        // A cell of the field tells its numbers.
        rig.harness.hover_at(field(&rig, &ran).left_top() + vec2(1.0, 1.0));
        rig.draw(90);
        rig.assert_paints_part([&bench.result(0, count).spoken()]);
        rig.click("workbench-undo");
        assert!(!sheet(&rig).is_changed());
    }
    assert_eq!(rig.notice(), None);
}

/// Opens all hints of an exercise, and the solution behind them.
fn solve(rig: &mut Rig, exercise: usize) {
    let name = t!("workbench-hint-named", number = exercise + 1);
    for hint in 0..3 {
        assert!(!rig.has_button("workbench-solution"), "not before all hints are open");
        rig.open(&name);
        rig.frames(2);
        assert_eq!(sheet(rig).hints(exercise), hint + 1);
    }
    rig.click("workbench-solution");
}

#[test]
fn a_kernel_is_written_from_an_empty_body_by_inputs_that_grow() {
    let mut rig = rig(USUAL);
    rig.write_lesson(WRITTEN);
    rig.begin_lesson("mine");
    let bench = bench("own_sum").unwrap();
    assert_eq!((sheet(&rig).text(), sheet(&rig).is_changed()), (bench.wgsl(), false));
    rig.assert_paints_part([&text("workbench-unwritten")]);
    for (exercise, (inputs, failed)) in
        [(2, "1\u{a0}024 ones"), (4, "1 number")].into_iter().enumerate()
    {
        rig.key(Key::Enter, Modifiers::COMMAND);
        let before = ran(&mut rig);
        assert_eq!((before.is_right(), before.cells.len()), (false, inputs));
        rig.assert_paints_part([&t!(
            "workbench-fails",
            input = failed,
            wrong = before.wrong,
            count = inputs
        )]);
        let cell = &before.cells[before.first_wrong[0]];
        let [found, expected] =
            [&cell.found, &cell.expected].map(|it| starshell::words::grouped(it[0] as u64));
        rig.assert_paints_part([
            &t!("workbench-was-found", value = found),
            &t!("workbench-was-expected", value = expected),
        ]);
        solve(&mut rig, exercise);
        rig.key(Key::Enter, Modifiers::COMMAND);
        assert!(ran(&mut rig).is_right(), "exercise {exercise}");
        assert!(!rig.writing().iter().any(|line| line.starts_with("Starshell:")), "not timed yet");
        rig.press(Key::PageDown);
        rig.frames(3);
        assert_eq!(rig.classroom.place, exercise + 1);
    }
    // What was written stays, and is tested with everything and timed at the end.
    assert_eq!(sheet(&rig).text(), bench.solution(1).unwrap());
    rig.go_to_card(2);
    rig.workbench.sheet_mut().solve(3);
    rig.key(Key::Enter, Modifiers::COMMAND);
    let last = ran(&mut rig);
    assert_eq!((last.is_right(), last.cells.len()), (true, 7));
    rig.assert_paints_part([&t!("workbench-is-original", model = "own")]);
    assert!(rig.room().card_is_ready(), "it is as fast as itself, however unsteady its times are");
    // Another class begins with an empty body, and cannot take back what this one has written.
    rig.leave_lesson();
    rig.frame();
    rig.room().forget_lesson("mine");
    rig.begin_lesson("mine");
    assert_eq!((sheet(&rig).is_changed(), sheet(&rig).has_history()), (false, [false; 2]));
    assert_eq!(sheet(&rig).hints(0), 0);
}

const WRITTEN: &str = r#"+++
title = "Own kernel"
minutes = 5
aims = ["write one"]
+++

# One

```card
bench = "own_sum"
exercise = 1
wait = { right = true }
```

Write.

# Any length

```card
bench = "own_sum"
exercise = 2
wait = { right = true }
```

Write.

# Fast

```card
bench = "own_sum"
exercise = 4
wait = { faster = 0.8 }
```

Write.
"#;

#[test]
fn an_endless_loop_is_ended_and_the_galaxy_goes_on_meanwhile() {
    let mut rig = changed("bins", "if (id.x < params.count) {", "while (id.x < params.count) {");
    rig.workbench.limits.kernel = Duration::from_secs(1);
    rig.play_by(1);
    rig.click("workbench-run");
    let before = rig.steps();
    assert!(rig.has_button("workbench-stop") && rig.is_moving());
    let how = ended(&mut rig);
    assert!(matches!(how, Ended::Endless(_)), "{how}");
    rig.assert_paints_part([&t!("workbench-endless", seconds = 1), &text("workbench-alone")]);
    let steps = rig.steps();
    assert!(steps > before, "the galaxy has gone on");
    rig.until("it goes on afterwards", |rig| rig.steps() > steps);
    // Stopping is not waiting.
    rig.workbench.limits.kernel = Duration::from_secs(60);
    rig.click("workbench-run");
    rig.click("workbench-stop");
    assert!(rig.workbench.run.is_none() && rig.has_button("workbench-run"));
}

#[test]
fn other_ends_have_their_sentences() {
    let mut rig = rig(USUAL);
    rig.workbench.limits.memory = 1 << 20;
    rig.click("workbench-run");
    let how = ended(&mut rig);
    if cfg!(target_os = "linux") {
        assert!(matches!(how, Ended::TooLarge(_)), "{how}");
        rig.assert_paints_part([&t!("workbench-too-large", size = 1)]);
    }
    rig.workbench.program.path = "no-such-program".into();
    rig.click("workbench-run");
    assert!(matches!(ended(&mut rig), Ended::NotStarted(_)));
    let is_it = |text: &str| text.starts_with("It could not be started");
    assert!(rig.find(is_it).is_some() || rig.writing().iter().any(|line| is_it(line)));
    let room = ["array<f32, WORKGROUP>", "array<f32, 1000000000>"];
    let [from, to] = room.map(|array| format!("tile_mass: {array}"));
    change(&mut rig, "rung_6", &from, &to);
    rig.click("workbench-run");
    assert!(matches!(ended(&mut rig), Ended::Faults(_)));
    rig.assert_paints_part(["It does not compile: line 19"]);
}

#[test]
fn faults_are_shown_as_one_types_and_the_cursor_goes_there() {
    let mut rig = changed("bins", "atomicAdd(&counts[bin], 1u)", "atomicAdd(&count[bin], 1u)");
    rig.until("it is checked", |rig| !rig.workbench.is_busy());
    rig.frame();
    let fault = sheet(&rig).faults[0].clone();
    assert_eq!((fault.line, fault.column), (23, 20));
    let told = t!("workbench-fault", line = 23, column = 20, message = fault.message.verbatim());
    rig.assert_paints_part([&told]);
    rig.open(&told);
    assert!(rig.workbench.is_typing);
    // What is typed now stands there.
    rig.type_text("s");
    assert!(sheet(&rig).text().contains("&scount[bin]"), "{}", sheet(&rig).text());
    rig.key(Key::Z, Modifiers::COMMAND);
    assert!(sheet(&rig).text().contains("(&count[bin]"));
    rig.press(Key::F8);
    rig.key(Key::ArrowRight, Modifiers::CTRL);
    rig.type_text("s");
    rig.until("it is checked again", |rig| !rig.workbench.is_busy());
    assert_eq!(sheet(&rig).faults, [], "{}", sheet(&rig).text());
    rig.frame();
    rig.assert_paints_part([&text("workbench-original")]);
}

#[test]
fn the_keyboard_alone_suffices() {
    let mut rig = rig(USUAL);
    rig.show(View::Simulation);
    rig.frame();
    rig.press(Key::W);
    assert_eq!(rig.view(), View::Workbench);
    let camera = rig.camera();
    rig.press_all([Key::F, Key::X, Key::OpenBracket, Key::R]);
    assert!(!rig.is_loading() && rig.film().is_none());
    assert_eq!(rig.camera(), camera);
    rig.press_all([Key::ArrowDown; 9]);
    assert_eq!(sheet(&rig).bench.name, "own_sum");
    rig.press_all([Key::ArrowUp; 2]);
    assert_eq!(sheet(&rig).bench.name, "bins");
    rig.press(Key::Num3);
    assert_eq!(sheet(&rig).broken, Some(2));
    rig.press(Key::T);
    rig.frame();
    rig.draw(60);
    rig.assert_paints_part([&sheet(&rig).bench.text("hint-1").spoken()]);
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(!ran(&mut rig).is_right());
    for (key, modifiers, is_changed) in [
        (Key::Z, Modifiers::COMMAND, false),
        (Key::Y, Modifiers::COMMAND, true),
        (Key::Backspace, Modifiers::NONE, false),
    ] {
        rig.key(key, modifiers);
        assert_eq!(sheet(&rig).is_changed(), is_changed, "{key:?}");
    }
    // Into the text and out of it.
    rig.press(Key::E);
    rig.frame();
    rig.key(Key::Home, Modifiers::COMMAND | Modifiers::CTRL);
    rig.press(Key::Tab);
    rig.type_text("// w");
    rig.press(Key::Enter);
    rig.type_text("// 1");
    let begin = &sheet(&rig).text()[..40];
    assert!(begin.starts_with("    // w\n    // 1"), "{begin:?}");
    assert!(sheet(&rig).lines()[0].is_new && sheet(&rig).broken.is_none());
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(rig.workbench.is_running());
    assert!(ran(&mut rig).is_right(), "comments change nothing");
    rig.press(Key::Escape);
    assert_eq!((rig.view(), rig.workbench.is_typing), (View::Workbench, false));
    rig.press(Key::Escape);
    assert_eq!(rig.view(), View::Simulation);
}

#[test]
fn random_edits_hurt_neither_window_nor_galaxy() {
    let mut rig = rig(USUAL);
    rig.workbench.limits.kernel = Duration::from_secs(1);
    rig.play_by(1);
    let mut random = Random::new(5);
    let texts: Vec<&str> = BENCHES.iter().map(|bench| bench.wgsl()).collect();
    let before = rig.steps();
    for number in 0..80 {
        rig.workbench.show(BENCHES[number % BENCHES.len()].name);
        let text = edited(&mut random, sheet(&rig).text(), &texts);
        rig.workbench.sheet_mut().set_text(text);
        rig.frame();
        // A kernel that is still running gives way to the next one.
        if number % 4 == 0 {
            rig.key(Key::Enter, Modifiers::COMMAND);
        }
        if number % 16 == 0 {
            rig.press_all([Key::E, Key::F8, Key::Escape]);
        }
    }
    rig.until("everything has ended", |rig| !rig.workbench.is_busy());
    rig.frame();
    assert!(rig.steps() > before + 80 && rig.view() == View::Workbench);
}

#[test]
fn texts_are_kept_saved_and_opened() {
    let mut rig = rig(USUAL);
    rig.click(&break_name(BENCHES[0], 1));
    let broken = sheet(&rig).text().to_owned();
    rig.until("it is kept", |rig| !rig.workbench.is_busy());
    let again = Workbench::new(&gpu(), rig.workbench.folder().map(ToOwned::to_owned));
    assert_eq!(again.sheet().text(), broken);
    rig.click("workbench-save");
    assert_eq!(std::fs::read_to_string(rig.file("rung_1.wgsl")).unwrap(), broken);
    rig.click("workbench-reset");
    assert!(!sheet(&rig).is_changed());
    rig.perform(Command::OpenKernel(rig.file("rung_1.wgsl")));
    assert_eq!(sheet(&rig).text(), broken);
    rig.perform(Command::OpenKernel(rig.file("none.wgsl")));
    rig.assert_told(["none.wgsl"]);
}

#[test]
fn controls_are_inside_the_window_and_results_beside_the_text() {
    for (size, is_projector, is_light) in [
        (USUAL, false, false),
        ([1920.0, 1080.0], false, true),
        (USUAL, true, false),
        ([640.0, 400.0], false, false),
    ] {
        let mut rig = rig(size);
        if is_projector {
            rig.press(Key::B);
        }
        rig.settings_mut().light = is_light;
        rig.click("workbench-run");
        let ran = ran(&mut rig);
        assert!(ran.is_right());
        let window = rig.window();
        for key in ["run", "undo", "redo", "reset", "save"] {
            let rect = rig.rect(Role::Button, &format!("workbench-{key}"));
            assert!(window.contains_rect(rect), "{size:?}: {key} at {rect:?} in {window:?}");
        }
        let editor = rig.rect(Role::MultilineTextInput, "workbench-editor");
        let field = field(&rig, &ran);
        // Below the text, the text goes on out of sight.
        let is_beside = !editor.intersects(field) || window.width() < 1100.0;
        assert!(is_beside, "{size:?}: {editor:?} {field:?}");
    }
}

pub const LESSON: &str = r#"+++
title = "Kernels"
minutes = 5
aims = ["break one"]
+++

# Broken

```card
bench = "bins"
break = "The bound of the numbers"
wait = { results = true }
```

Run it.

# Repaired

```card
bench = "bins"
exercise = 2
wait = { right = true }
```

Make it right.

# Faster

```card
bench = "bins"
exercise = 2
wait = { faster = 1000 }
```

Nobody can.
"#;

#[test]
fn cards_of_lessons_show_a_kernel_a_break_and_an_exercise() {
    let mut rig = rig(USUAL);
    rig.write_lesson(LESSON);
    rig.begin_lesson("mine");
    // Tries to turn the page, and asserts on which card that ends.
    let turn = |rig: &mut Rig, place: usize, why: &str| {
        rig.press(Key::PageDown);
        rig.frames(3);
        assert_eq!((rig.classroom.place, rig.classroom.lesson.is_some()), (place, true), "{why}");
    };
    assert_eq!((sheet(&rig).bench.name, sheet(&rig).broken), ("bins", Some(2)));
    turn(&mut rig, 0, "it waits for a run");
    rig.assert_paints_part([&text("classroom-wait-kernel")]);
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(!ran(&mut rig).is_right());
    turn(&mut rig, 1, "it has run");
    rig.assert_paints_part([&bench("bins").unwrap().text("exercise-2").spoken()]);
    assert!(sheet(&rig).is_changed());
    turn(&mut rig, 1, "it waits for the right results");
    rig.assert_paints_part([&text("classroom-wait-right")]);
    rig.press(Key::E);
    rig.frame();
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(ran(&mut rig).is_right());
    rig.press(Key::Escape);
    assert!(rig.classroom.lesson.is_some(), "it leaves the text first");
    turn(&mut rig, 2, "it is right");
    rig.assert_paints_part([&t!("classroom-wait-faster", ratio = 1000, model = "original")]);
    turn(&mut rig, 2, "right is not enough");
    rig.classroom.notes = Notes::Below;
    rig.press(Key::PageDown);
    rig.frame();
    assert!(rig.classroom.lesson.is_none(), "it was the last card");
}
