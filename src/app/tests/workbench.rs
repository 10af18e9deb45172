//! The workbench, driven through the names of its controls and with the keyboard alone.

use std::time::Duration;

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::NodeT;
use starshell::gpu::Gpu;
use starshell::lab::workbench::{BENCHES, Bench, Ended, Program, Ran, bench, serve};
use starshell::words::{self, t};

use crate::app::commands::{Command, View};
use crate::app::lessons::classroom::{Classroom, Notes};
use crate::app::tests::{Rig, edits::edited, gpu, pages_folder, random::Random, text};
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
        serve(|adapter| Gpu::open_with(adapter, |_, _| ()).map_err(|error| error.to_string()))
            .unwrap();
    }
}

/// Lets kernels run in another process of this test.
pub fn with_program(workbench: &mut Workbench) {
    let arguments = [SERVER, "--exact", "--ignored", "--nocapture"].map(str::to_owned).to_vec();
    workbench.program = Program { path: std::env::current_exe().unwrap(), arguments };
}

/// A window that shows the workbench, which keeps its texts in the rig's folder.
fn rig(size: [f32; 2]) -> Rig {
    let mut rig = Rig::with("plummer", size, |_| ());
    let folder = rig.folder.path().join("workbench");
    let app = rig.app_mut();
    app.workbench = Workbench::new(&gpu(), Some(folder));
    with_program(&mut app.workbench);
    app.desk.shell.view = View::Workbench;
    rig.frame();
    rig
}

fn sheet(rig: &Rig) -> &Sheet {
    rig.app().workbench.sheet()
}

/// Waits for the end of a run.
#[track_caller]
fn ended(rig: &mut Rig) -> Ended {
    rig.frame();
    rig.until("the kernel has ended", |app| app.workbench.run.is_none());
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

/// Whether a text that contains this is painted.
fn paints(rig: &Rig, part: &str) -> bool {
    rig.painted().iter().any(|(text, _)| text.contains(part))
}

/// The field of all results.
#[track_caller]
fn field<'a>(rig: &'a Rig, ran: &Ran) -> egui_kittest::Node<'a> {
    let name = t!("workbench-field", wrong = ran.wrong, count = ran.cells.len());
    let is_field = |node: &egui_kittest::Node| {
        node.accesskit_node().label().is_some_and(|label| label == name)
    };
    rig.harness.root().children_recursive().find(is_field).expect("there is a field")
}

fn break_name(bench: &Bench, number: usize) -> String {
    t!("workbench-break", name = bench.breaks[number].name)
}

#[test]
fn every_kernel_opens_runs_right_and_is_seen_red_once_broken() {
    let mut rig = rig([1280.0, 720.0]);
    for bench in BENCHES {
        rig.press_button(&bench.text("title").spoken());
        assert_eq!(sheet(&rig).bench.name, bench.name);
        rig.frame();
        assert!(paints(&rig, &bench.text("about").spoken()), "{}", bench.name);
        rig.click("workbench-run");
        let right = ran(&mut rig);
        let count = right.cells.len();
        assert!(
            right.is_right() && paints(&rig, &t!("workbench-right", count = count)),
            "{}: {:?}",
            bench.name,
            rig.painted()
        );
        let number = bench
            .breaks
            .iter()
            .position(|broken| !broken.may_be_right)
            .expect("one break is always wrong");
        rig.press_button(&break_name(bench, number));
        rig.frame();
        assert!(
            paints(&rig, &bench.text(&format!("break-{}", number + 1)).spoken())
                && paints(&rig, &text("workbench-old")),
            "{}",
            bench.name
        );
        rig.click("workbench-run");
        let wrong = ran(&mut rig);
        assert!(
            wrong.wrong > 0
                && paints(&rig, &t!("workbench-wrong", wrong = wrong.wrong, count = count)),
            "{}",
            bench.name
        );
        assert!(
            paints(&rig, &text("workbench-first-wrong"))
                && paints(&rig, &text("workbench-no-time"))
        );
        let first = bench.result(wrong.first_wrong[0], count).spoken();
        assert!(rig.paints(&first), "{}: {first}", bench.name);
        // A cell of the field tells its numbers.
        let field = field(&rig, &wrong).rect();
        rig.harness.hover_at(field.left_top() + egui::vec2(1.0, 1.0));
        (0..90).for_each(|_| rig.harness.step());
        assert!(
            paints(&rig, &bench.result(0, count).spoken()),
            "{}: {:?}",
            bench.name,
            rig.painted()
        );
        rig.click("workbench-undo");
        assert!(!sheet(&rig).is_changed());
    }
    assert_eq!(rig.notice(), None);
}

#[test]
fn an_endless_loop_is_ended_and_the_galaxy_goes_on_meanwhile() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().workbench.show("bins");
    rig.app_mut().workbench.limits.kernel = Duration::from_secs(1);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    let endless = bench("bins")
        .unwrap()
        .wgsl
        .replace("if (id.x < params.count) {", "while (id.x < params.count) {");
    rig.app_mut().workbench.sheet_mut().set_text(endless);
    rig.click("workbench-run");
    let before = rig.steps();
    assert!(rig.has(Role::Button, "workbench-stop") && rig.app().is_moving());
    let how = ended(&mut rig);
    assert!(matches!(how, Ended::Endless(_)), "{how}");
    assert!(
        paints(&rig, &t!("workbench-endless", seconds = 1))
            && paints(&rig, &text("workbench-alone")),
        "{:?}",
        rig.painted()
    );
    let steps = rig.steps();
    assert!(steps > before, "the galaxy has gone on");
    rig.until("it goes on afterwards", move |app| {
        app.desk.run.stage.session.simulation().steps() > steps
    });
    // Stopping is not waiting.
    rig.app_mut().workbench.limits.kernel = Duration::from_secs(60);
    rig.click("workbench-run");
    rig.click("workbench-stop");
    assert!(rig.app().workbench.run.is_none() && rig.has(Role::Button, "workbench-run"));
}

#[test]
fn other_ends_have_their_sentences() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().workbench.limits.memory = 1 << 20;
    rig.click("workbench-run");
    let how = ended(&mut rig);
    assert!(
        cfg!(not(target_os = "linux"))
            || matches!(how, Ended::TooLarge(_))
                && paints(&rig, &t!("workbench-too-large", size = 1))
    );
    rig.app_mut().workbench.program.path = "no-such-program".into();
    rig.click("workbench-run");
    assert!(matches!(ended(&mut rig), Ended::NotStarted(_)));
    assert!(
        rig.writing()
            .iter()
            .chain(rig.painted().iter().map(|(text, _)| text))
            .any(|text| text.starts_with("It could not be started"))
    );
    let huge = bench("rung_6")
        .unwrap()
        .wgsl
        .replace("tile_mass: array<f32, WORKGROUP>", "tile_mass: array<f32, 1000000000>");
    rig.app_mut().workbench.show("rung_6");
    rig.app_mut().workbench.sheet_mut().set_text(huge);
    rig.click("workbench-run");
    assert!(matches!(ended(&mut rig), Ended::Faults(_)));
    assert!(paints(&rig, "It does not compile: line 19"), "{:?}", rig.painted());
}

#[test]
fn faults_are_shown_as_one_types_and_the_cursor_goes_there() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().workbench.show("bins");
    let wrong = bench("bins")
        .unwrap()
        .wgsl
        .replace("atomicAdd(&counts[bin], 1u)", "atomicAdd(&count[bin], 1u)");
    rig.app_mut().workbench.sheet_mut().set_text(wrong);
    rig.until("it is checked", |app| !app.workbench.is_busy());
    rig.frame();
    let fault = sheet(&rig).faults[0].clone();
    assert_eq!((fault.line, fault.column), (23, 20));
    let told = t!("workbench-fault", line = 23, column = 20, message = fault.message.verbatim());
    assert!(paints(&rig, &told), "{:?}", rig.painted());
    rig.press_button(&told);
    rig.frame();
    assert!(rig.app().workbench.is_typing);
    // What is typed now stands there.
    rig.harness.event(Event::Text("s".to_owned()));
    rig.frame();
    assert!(sheet(&rig).text().contains("&scount[bin]"), "{}", sheet(&rig).text());
    rig.key(Key::Z, Modifiers::COMMAND);
    assert!(sheet(&rig).text().contains("(&count[bin]"));
    rig.key(Key::F8, Modifiers::NONE);
    rig.key(Key::ArrowRight, Modifiers::CTRL);
    rig.harness.event(Event::Text("s".to_owned()));
    rig.frame();
    rig.until("it is checked again", |app| !app.workbench.is_busy());
    assert_eq!(sheet(&rig).faults, [], "{}", sheet(&rig).text());
    rig.frame();
    assert!(paints(&rig, &text("workbench-original")));
}

#[test]
fn the_keyboard_alone_suffices() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().desk.shell.view = View::Simulation;
    rig.frame();
    rig.key(Key::W, Modifiers::NONE);
    assert_eq!(rig.app().desk.shell.view, View::Workbench);
    let camera = rig.app().desk.run.stage.session.scene().camera;
    for key in [Key::F, Key::X, Key::OpenBracket, Key::R] {
        rig.key(key, Modifiers::NONE);
    }
    assert!(
        rig.app().desk.run.loading().is_none() && rig.app().desk.run.captures.filming.is_none()
    );
    assert_eq!(rig.app().desk.run.stage.session.scene().camera, camera);
    (0..9).for_each(|_| rig.key(Key::ArrowDown, Modifiers::NONE));
    assert_eq!(sheet(&rig).bench.name, "locked_bins");
    rig.key(Key::ArrowUp, Modifiers::NONE);
    assert_eq!(sheet(&rig).bench.name, "bins");
    rig.key(Key::Num3, Modifiers::NONE);
    assert_eq!(sheet(&rig).broken, Some(2));
    rig.key(Key::T, Modifiers::NONE);
    rig.frame();
    (0..60).for_each(|_| rig.harness.step());
    assert!(paints(&rig, &sheet(&rig).bench.text(&format!("hint-{}", 1)).spoken()));
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(!ran(&mut rig).is_right());
    rig.key(Key::Z, Modifiers::COMMAND);
    assert!(!sheet(&rig).is_changed());
    rig.key(Key::Y, Modifiers::COMMAND);
    assert!(sheet(&rig).is_changed());
    rig.key(Key::Backspace, Modifiers::NONE);
    assert!(!sheet(&rig).is_changed());
    // Into the text and out of it.
    rig.key(Key::E, Modifiers::NONE);
    rig.frame();
    rig.key(Key::Home, Modifiers::COMMAND | Modifiers::CTRL);
    rig.key(Key::Tab, Modifiers::NONE);
    rig.harness.event(Event::Text("// w".to_owned()));
    rig.frame();
    rig.key(Key::Enter, Modifiers::NONE);
    rig.harness.event(Event::Text("// 1".to_owned()));
    rig.frame();
    assert!(
        sheet(&rig).text().starts_with("    // w\n    // 1"),
        "{:?}",
        &sheet(&rig).text()[..40]
    );
    assert!(sheet(&rig).lines()[0].is_new && sheet(&rig).broken.is_none());
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(rig.app().workbench.is_running());
    assert!(ran(&mut rig).is_right(), "comments change nothing");
    rig.key(Key::Escape, Modifiers::NONE);
    assert_eq!(
        (rig.app().desk.shell.view, rig.app().workbench.is_typing),
        (View::Workbench, false)
    );
    rig.key(Key::Escape, Modifiers::NONE);
    assert_eq!(rig.app().desk.shell.view, View::Simulation);
}

#[test]
fn random_edits_hurt_neither_window_nor_galaxy() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().workbench.limits.kernel = Duration::from_secs(1);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    let mut random = Random::new(5);
    let texts: Vec<&str> = BENCHES.iter().map(|bench| bench.wgsl).collect();
    let before = rig.steps();
    for number in 0..80 {
        let workbench = &mut rig.app_mut().workbench;
        workbench.show(BENCHES[number % BENCHES.len()].name);
        let text = edited(&mut random, workbench.sheet().text(), &texts);
        workbench.sheet_mut().set_text(text);
        rig.frame();
        // A kernel that is still running gives way to the next one.
        if number % 4 == 0 {
            rig.key(Key::Enter, Modifiers::COMMAND);
        }
        if number % 16 == 0 {
            rig.key(Key::E, Modifiers::NONE);
            rig.key(Key::F8, Modifiers::NONE);
            rig.key(Key::Escape, Modifiers::NONE);
        }
    }
    rig.until("everything has ended", |app| !app.workbench.is_busy());
    rig.frame();
    assert!(rig.steps() > before + 80 && rig.app().desk.shell.view == View::Workbench);
}

#[test]
fn texts_are_kept_saved_and_opened() {
    let mut rig = rig([1280.0, 720.0]);
    rig.press_button(&break_name(BENCHES[0], 1));
    let broken = sheet(&rig).text().to_owned();
    rig.until("it is kept", |app| !app.workbench.is_busy());
    let again = Workbench::new(&gpu(), rig.app().workbench.folder().map(ToOwned::to_owned));
    assert_eq!(again.sheet().text(), broken);
    rig.click("workbench-save");
    let path = rig.folder.path().join("rung_1.wgsl");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), broken);
    rig.click("workbench-reset");
    assert!(!sheet(&rig).is_changed());
    rig.app_mut().ask(Command::OpenKernel(path));
    rig.frame();
    assert_eq!(sheet(&rig).text(), broken);
    let none = rig.folder.path().join("none.wgsl");
    rig.app_mut().ask(Command::OpenKernel(none));
    rig.frame();
    assert!(rig.notice().is_some_and(|notice| notice.contains("none.wgsl")), "{:?}", rig.notice());
}

#[test]
fn controls_are_inside_the_window_and_results_beside_the_text() {
    for (size, is_projector, is_light) in [
        ([1280.0, 720.0], false, false),
        ([1920.0, 1080.0], false, true),
        ([1280.0, 720.0], true, false),
        ([640.0, 400.0], false, false),
    ] {
        let mut rig = rig(size);
        if is_projector {
            rig.key(Key::B, Modifiers::NONE);
        }
        rig.app_mut().desk.shell.settings.light = is_light;
        rig.click("workbench-run");
        let ran = ran(&mut rig);
        assert!(ran.is_right());
        let window = rig.harness.ctx.content_rect();
        for key in [
            "workbench-run",
            "workbench-undo",
            "workbench-redo",
            "workbench-reset",
            "workbench-save",
            "workbench-close",
        ] {
            let rect = rig.control(Role::Button, key).rect();
            assert!(window.contains_rect(rect), "{size:?}: {key} at {rect:?} in {window:?}");
        }
        let editor = rig.control(Role::MultilineTextInput, "workbench-editor").rect();
        let field = field(&rig, &ran).rect();
        // Below the text, the text goes on out of sight.
        assert!(
            !editor.intersects(field) || window.width() < 1100.0,
            "{size:?}: {editor:?} {field:?}"
        );
    }
}

const LESSON: &str = r#"+++
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
    let mut rig = rig([1280.0, 720.0]);
    let folder = rig.folder.path().join("lessons");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("mine.md"), LESSON).unwrap();
    rig.app_mut().classroom = Classroom::new(Some(folder), None);
    rig.app_mut().classroom.shelf.wait();
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    (0..4).for_each(|_| rig.frame());
    assert_eq!((sheet(&rig).bench.name, sheet(&rig).broken), ("bins", Some(2)));
    rig.key(Key::PageDown, Modifiers::NONE);
    assert_eq!(rig.app().classroom.place, 0, "it waits for a run");
    rig.frame();
    assert!(paints(&rig, &text("classroom-wait-kernel")), "{:?}", rig.painted());
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(!ran(&mut rig).is_right());
    rig.key(Key::PageDown, Modifiers::NONE);
    (0..3).for_each(|_| rig.frame());
    assert_eq!(rig.app().classroom.place, 1);
    assert!(
        paints(&rig, &bench("bins").unwrap().text("exercise-2").spoken())
            && sheet(&rig).is_changed()
    );
    rig.key(Key::PageDown, Modifiers::NONE);
    rig.frame();
    assert!(rig.app().classroom.lesson.is_some() && paints(&rig, &text("classroom-wait-right")));
    rig.key(Key::E, Modifiers::NONE);
    rig.frame();
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(ran(&mut rig).is_right());
    rig.key(Key::Escape, Modifiers::NONE);
    assert!(rig.app().classroom.lesson.is_some(), "it leaves the text first");
    rig.key(Key::PageDown, Modifiers::NONE);
    (0..3).for_each(|_| rig.frame());
    assert_eq!(rig.app().classroom.place, 2);
    let asked = words::text("classroom-wait-faster", &[("ratio", "1000".to_owned())]);
    assert!(paints(&rig, &asked), "{:?}", rig.painted());
    rig.key(Key::PageDown, Modifiers::NONE);
    assert_eq!(rig.app().classroom.place, 2, "right is not enough");
    rig.app_mut().classroom.notes = Notes::Below;
    rig.key(Key::PageDown, Modifiers::NONE);
    rig.frame();
    assert!(rig.app().classroom.lesson.is_none(), "it was the last card");
}

/// Pictures for people: `./test pages`.
mod pages {
    use super::*;

    #[test]
    #[ignore = "draws pictures for people: ./test pages"]
    fn every_sheet_is_drawn() {
        let folder = pages_folder();
        for (name, size, is_projector, is_light) in [
            ("720", [1280.0, 720.0], false, false),
            ("1080", [1920.0, 1080.0], false, false),
            ("light", [1280.0, 720.0], false, true),
            ("projector", [1280.0, 720.0], true, false),
            ("projector-light", [1280.0, 720.0], true, true),
        ] {
            let mut rig = rig(size);
            rig.app_mut().desk.shell.settings.light = is_light;
            if is_projector {
                rig.key(Key::B, Modifiers::NONE);
            }
            let draw = |rig: &mut Rig, page: &str| {
                (0..4).for_each(|_| rig.harness.step());
                rig.harness
                    .render()
                    .unwrap()
                    .save(folder.join(format!("workbench-{name}-{page}.png")))
                    .unwrap();
            };
            for bench in BENCHES {
                rig.app_mut().workbench.show(bench.name);
                rig.frame();
                draw(&mut rig, &format!("{}-0", bench.name));
                rig.app_mut().workbench.sheet_mut().take_out(bench.breaks.len() - 1);
                rig.frame();
                rig.app_mut().ask(Command::RunKernel);
                let _ = ended(&mut rig);
                draw(&mut rig, &format!("{}-1", bench.name));
            }
            rig.app_mut().workbench.show("rung_6");
            let wrong = BENCHES[1].wgsl.replace("let dy", "let dx").replace("sum.y", "own.q");
            rig.app_mut().workbench.sheet_mut().set_text(wrong);
            rig.until("it is checked", |app| !app.workbench.is_busy());
            rig.key(Key::F8, Modifiers::NONE);
            (0..30).for_each(|_| rig.harness.step());
            draw(&mut rig, "faults");
            rig.app_mut().workbench.show("bins");
            rig.app_mut().workbench.sheet_mut().reset();
            rig.app_mut().ask(Command::RunKernel);
            let _ = ended(&mut rig);
            draw(&mut rig, "right");
            rig.app_mut().workbench.limits.kernel = Duration::from_secs(1);
            let endless = BENCHES[4]
                .wgsl
                .replace("if (id.x < params.count) {", "while (id.x < params.count) {");
            rig.app_mut().workbench.sheet_mut().set_text(endless);
            rig.app_mut().ask(Command::RunKernel);
            let _ = ended(&mut rig);
            draw(&mut rig, "endless");
            let lessons = rig.folder.path().join("lessons");
            std::fs::create_dir_all(&lessons).unwrap();
            std::fs::write(lessons.join("mine.md"), LESSON).unwrap();
            rig.app_mut().classroom = Classroom::new(Some(lessons), None);
            rig.app_mut().classroom.shelf.wait();
            rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
            (0..4).for_each(|_| rig.frame());
            rig.app_mut().ask(Command::RunKernel);
            let _ = ended(&mut rig);
            rig.app_mut().ask(Command::TurnCard(1));
            (0..4).for_each(|_| rig.frame());
            draw(&mut rig, "lesson-0");
            rig.app_mut().ask(Command::RunKernel);
            let _ = ended(&mut rig);
            draw(&mut rig, "lesson-1");
        }
    }
}
