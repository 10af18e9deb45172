//! The laboratory, driven through the names of its controls.

use std::collections::BTreeSet;

use egui::{Key, Modifiers, Role};
use starshell::gpu::Gpu;
use starshell::lab::Rung;
use starshell::lab::chart::Shape;
use starshell::lab::drawing::{DRAWINGS, drawings};
use starshell::lab::{
    Detail, EXPERIMENTS, Experiment, Extent, Outcome, RateUnit, Report, Results, SpeedUp, Timing,
    Verdict, experiment,
};
use starshell::name::Named;
use starshell::words;

use crate::app::commands::{Command, View};
use crate::app::laboratory::Laboratory;
use crate::app::tests::{
    Rig, breadth::cases, gpu, mutation::with_mutant, own_gpu, pages_folder, text,
};
use crate::app::window::app::App;
use crate::lesson::Page;

/// A window that shows the laboratory on this adapter, which keeps its results in the rig's folder.
fn rig(gpu: &Gpu, size: [f32; 2]) -> Rig {
    let mut rig = Rig::with("plummer", size, |_| ());
    let folder = rig.folder.path().join("laboratory");
    rig.app_mut().laboratory = Laboratory::new(gpu, Some(folder));
    rig.app_mut().desk.shell.view = View::Laboratory;
    rig.frame();
    rig
}

fn page_word(page: Page) -> String {
    let name = page.name();
    format!("laboratory-page-{name}")
}

/// Shows an experiment and begins to measure these variants of it.
fn begin(rig: &mut Rig, shown: &'static Experiment, count: &str, variants: &[&str]) {
    rig.press_button(&shown.title().spoken());
    rig.press_on(Role::TextInput, "laboratory-count");
    rig.harness.event(egui::Event::Text(count.to_owned()));
    rig.frame();
    rig.key(Key::Enter, Modifiers::NONE);
    let gpu = rig.app().gpu().clone();
    let others = shown
        .cases(&gpu, &rig.app().laboratory.extent().unwrap())
        .into_iter()
        .map(|case| case.variant);
    rig.app_mut().laboratory.left_out =
        others.filter(|variant| !variants.contains(&variant.as_str())).collect();
    rig.click("laboratory-run");
    assert!(rig.has(Role::Button, "laboratory-stop"));
}

/// The same, and waits for the results.
fn measure(rig: &mut Rig, shown: &'static Experiment, count: &str, variants: &[&str]) {
    begin(rig, shown, count, variants);
    rig.until("it is measured", |app| app.laboratory.measuring.is_none());
}

#[test]
fn a_chart_fills_while_the_variants_take_turns() {
    let mut rig = rig(&own_gpu(), [1280.0, 720.0]);
    begin(&mut rig, experiment("nbody-threads").unwrap(), "1024", &["threads-1", "threads-4"]);
    rig.until("there are samples", |app| app.laboratory.under_way().is_some());
    let laboratory = &rig.app().laboratory;
    assert!(laboratory.measuring.is_some() && laboratory.results().is_none(), "no row has ended");
    assert!(
        rig.paints(&text("caption-under-way")) && rig.paints("1 thread per body, 1\u{a0}024"),
        "{:?}",
        rig.painted()
    );
    assert!(
        rig.paints("4 threads per body, 1\u{a0}024"),
        "in its place from the first: {:?}",
        rig.painted()
    );
    let (mut rounds, mut axes) = (Vec::new(), Vec::new());
    while rig.app().laboratory.measuring.is_some() {
        rig.frame();
        let round = rig.painted().into_iter().find_map(|(text, _)| {
            Some(text.split_once(", ")?.0.to_owned()).filter(|text| text.starts_with("Round "))
        });
        rounds.extend(round);
        if let Some(chart) = rig.app().laboratory.under_way()
            && let Shape::Bars(bars) = &chart.shape
        {
            axes.extend(chart.axis_of(bars, &[]).map(|axis| axis.ends));
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    rounds.dedup();
    assert!(
        !rounds.is_empty()
            && rounds.is_sorted()
            && rounds.last().is_some_and(|last| last == "Round 3 of 3"),
        "{rounds:?}"
    );
    assert!(
        axes.windows(2).all(|pair| pair[1][0] <= pair[0][0] && pair[1][1] >= pair[0][1]),
        "{axes:?}"
    );
    rig.frame();
    assert!(rig.app().laboratory.under_way().is_none() && !rig.paints(&text("caption-under-way")));
    assert_eq!(rig.app().laboratory.results().map(|results| results.outcomes.len()), Some(2));
}

#[test]
fn every_experiment_and_every_page_of_it_opens_by_its_name() {
    let windows = [([1280.0, 720.0], false), ([1280.0, 720.0], true), ([640.0, 400.0], false)];
    for (first, (size, is_projector)) in windows.into_iter().enumerate() {
        let mut rig = rig(&gpu(), size);
        if is_projector {
            rig.key(Key::B, Modifiers::NONE);
            rig.frame();
        }
        // Together, the windows show all.
        for experiment in cases(3, &EXPERIMENTS[first..]) {
            rig.press_button(&experiment.title().spoken());
            assert_eq!(rig.app().laboratory.shown.name, experiment.name);
            for page in rig.app().laboratory.pages() {
                let key = rig.app().laboratory.key_of(page);
                rig.press_button(&text(&key));
                rig.frame();
                assert_eq!(rig.app().laboratory.page, page, "{}", experiment.name);
            }
            rig.app_mut().laboratory.page = Page::About;
        }
        assert_eq!(rig.notice(), None);
    }
}

#[test]
fn keys_open_the_laboratory_choose_step_and_leave() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.key(Key::Y, Modifiers::NONE);
    assert_eq!(rig.app().desk.shell.view, View::Laboratory);
    let before = rig.app().desk.run.stage.session.scene().camera;
    // What acts on bodies and camera is not at hand.
    for key in [Key::F, Key::T, Key::Num1, Key::R, Key::Delete] {
        rig.key(key, Modifiers::NONE);
    }
    assert!(
        rig.app().desk.run.loading().is_none() && rig.app().desk.run.captures.filming.is_none()
    );
    assert_eq!(rig.app().desk.run.stage.session.scene().camera, before);
    rig.key(Key::ArrowDown, Modifiers::NONE);
    assert_eq!(rig.app().laboratory.shown.name, EXPERIMENTS[1].name);
    (0..EXPERIMENTS.len()).for_each(|_| rig.key(Key::ArrowDown, Modifiers::NONE));
    assert_eq!(rig.app().laboratory.shown.name, EXPERIMENTS.last().unwrap().name);
    rig.key(Key::Escape, Modifiers::NONE);
    assert_eq!(rig.app().desk.shell.view, View::Simulation);
    assert_eq!(rig.app_mut().requests(), []);
}

#[test]
fn drawings_step_by_keys_and_buttons_to_their_last_word() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    for drawn in EXPERIMENTS.iter().filter(|experiment| drawings(experiment.name).next().is_some())
    {
        rig.press_button(&drawn.title().spoken());
        rig.press_button(&text(&page_word(Page::Drawing)));
        for drawing in drawings(drawn.name) {
            if drawings(drawn.name).count() > 1 {
                rig.press_button(&drawing.title().spoken());
            }
            let steps = (drawing.steps)(drawing.sizes[0]);
            rig.frame();
            assert!(rig.paints(&steps[0].caption.spoken()), "{}", drawing.name);
            rig.key(Key::ArrowRight, Modifiers::NONE);
            rig.click("drawing-on");
            assert_eq!(
                rig.app().laboratory.showing.step,
                2.min(steps.len() - 1),
                "{}",
                drawing.name
            );
            rig.click("drawing-back");
            // No control has the focus, which would keep the arrows to itself.
            rig.harness.ctx.memory_mut(|memory| memory.stop_text_input());
            rig.app_mut().laboratory.showing.step = steps.len();
            rig.frame();
            assert!(rig.paints(&steps.last().unwrap().caption.spoken()), "{}", drawing.name);
            let size = *drawing.sizes.iter().max().unwrap();
            rig.press_button(&format!("{size} {}", drawing.unit));
            assert_eq!(rig.app().laboratory.showing.size, Some(size));
        }
    }
    assert!(
        DRAWINGS.iter().all(|drawing| experiment(drawing.experiment).is_some()),
        "every drawing has its experiment"
    );
}

#[test]
fn kernels_of_the_ladder_show_their_changes() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    rig.press_button(&text(&page_word(Page::Kernels)));
    rig.press_button(&format!("rung-4: {}", Rung::Rung4.title()));
    rig.frame();
    let painted: Vec<String> = rig.painted().into_iter().map(|(text, _)| text).collect();
    assert!(
        painted.iter().any(|line| line.starts_with('+') && line.contains("inverseSqrt")),
        "{painted:?}"
    );
    assert!(
        painted.iter().any(|line| line.starts_with('−') && line.contains("sqrt")),
        "{painted:?}"
    );
}

#[test]
fn the_fields_of_an_equation_are_computed_for_what_is_chosen() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    rig.press_button(&experiment("poisson").unwrap().title().spoken());
    rig.press_button(&text("laboratory-page-fields"));
    let found = |app: &App| {
        app.laboratory
            .fields
            .found
            .as_ref()
            .map(|(found, bench)| (found.as_ref().unwrap().errors, bench.side))
    };
    rig.until("the equation is solved", |app| found(app).is_some());
    let ([most, _], side) = found(rig.app()).unwrap();
    assert!(side == 64 && most < 3e-5, "{most} on {side} points");
    rig.frame();
    for name in ["fields-density", "fields-solution", "fields-error"] {
        assert!(rig.control(Role::Image, name).rect().width() > 100.0, "{name}");
    }
    rig.app_mut().laboratory.fields.bench.side = 16;
    rig.until("it is solved again", |app| found(app).is_some_and(|(_, side)| side == 16));
}

#[test]
fn a_walk_is_stepped_through_for_the_body_that_is_clicked() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    rig.press_button(&experiment("barnes-hut").unwrap().title().spoken());
    rig.press_button(&text(&page_word(Page::Drawing)));
    let before = rig.app().laboratory.walking.body;
    let tree = rig.control(Role::Image, "walk-name").rect();
    rig.click_at(tree.lerp_inside(egui::vec2(0.74, 0.72)), Modifiers::NONE);
    rig.frame();
    assert_ne!(rig.app().laboratory.walking.body, before);
    let visits = |rig: &Rig| {
        let walking = &rig.app().laboratory.walking;
        walking.tree.walk(walking.body, walking.angle).len()
    };
    let (coarse, step) = (visits(&rig), rig.app().laboratory.showing.step);
    assert_eq!(step, coarse, "the whole walk is shown");
    rig.set("walk-angle", "0");
    assert!(visits(&rig) > coarse);
    // By keyboard, a body has its number.
    rig.set("walk-body", "7");
    assert_eq!(
        (rig.app().laboratory.walking.body, rig.app().laboratory.showing.step),
        (7, visits(&rig))
    );
}

#[test]
fn an_experiment_runs_keeps_its_results_exports_them_and_stands_beside_another_machine() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    let scan = experiment("scan").unwrap();
    measure(&mut rig, scan, "100, 2^9", &["hillis-steele", "cpu-serial"]);
    let results = rig.app().laboratory.results().unwrap().clone();
    assert!(results.is_right() && results.outcomes.len() == 4, "{results:?}");
    rig.press_button(&text(&page_word(Page::Table)));
    rig.frame();
    assert!(rig.paints("hillis-steele") && rig.paints("512"), "{:?}", rig.painted());
    rig.press_button(&text(&page_word(Page::Chart)));
    rig.frame();
    // Kept, and there again.
    let folder = rig.app().laboratory.folder.clone().unwrap();
    let again = Laboratory::new(&gpu(), Some(folder));
    assert_eq!(again.report.results("scan"), Some(&results));

    for (ending, needle) in [
        ("csv", "hillis-steele"),
        ("md", "| hillis-steele |"),
        ("svg", "<svg"),
        ("png", "PNG"),
        ("json", "scan"),
    ] {
        rig.click("laboratory-export");
        rig.click(&format!("laboratory-export-{ending}"));
        let stem = if ending == "json" { "laboratory" } else { "scan" };
        let bytes = std::fs::read(rig.folder.path().join(format!("{stem}.{ending}"))).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains(needle), "{ending}");
    }
    let mut other: Report = Report::read(&rig.folder.path().join("laboratory.json")).unwrap();
    other.adapter = "another GPU".to_owned();
    let path = rig.folder.path().join("other.json");
    std::fs::write(&path, other.json()).unwrap();
    rig.app_mut().desk.shell.settings.recent.clear();
    rig.click("laboratory-compare");
    rig.frame();
    let listed = rig.app().desk.shell.files.as_ref().map(|files| files.entries.clone());
    assert!(listed.iter().flatten().any(|entry| entry.name == "other.json"), "{listed:?}");
    rig.click("other.json");
    rig.click("files-open-it");
    rig.frame();
    rig.press_button(&text(&page_word(Page::Table)));
    rig.frame();
    assert!(rig.paints("there"), "{:?}", rig.painted());
    rig.click("laboratory-compare-end");
    assert!(rig.app().laboratory.other.is_none());
    let wrong = rig.folder.path().join("scan.csv");
    rig.app_mut().ask(Command::CompareResults(Some(wrong)));
    rig.frame();
    assert!(
        rig.notice()
            .is_some_and(|notice| notice.contains("scan.csv") && notice.contains("not a report")),
        "{:?}",
        rig.notice()
    );
}

/// The laboratory with results of an experiment that nobody has measured: rows of these variants,
/// some with a place on the axis.
fn show(rig: &mut Rig, name: &str, rows: &[(&str, Option<f64>, f64)], page: Page) {
    let row = |&(variant, at, median_ms): &(&str, Option<f64>, f64)| Outcome {
        variant: variant.to_owned(),
        count: 65_536,
        at,
        verdict: Verdict::Right,
        timing: Some(Timing {
            machine: "a GPU".to_owned(),
            kernel: "a kernel".to_owned(),
            median_ms,
            min_ms: 0.1 * median_ms,
            max_ms: 10.0 * median_ms,
            quartiles_ms: Some([0.5 * median_ms, 2.0 * median_ms]),
            rate: 65_536.0 / median_ms,
            unit: RateUnit::Elements,
            error: Some(1e-6),
            fused: None,
            bytes: None,
            details: vec![Detail {
                what: "bits".to_owned(),
                text: "0x3f800000, and much else that takes room".into(),
            }],
        }),
        over: Some("the first".to_owned()),
        speed_up: Some(SpeedUp::Unsteady),
        published: Vec::new(),
        note: words::Text::default(),
    };
    let laboratory = &mut rig.app_mut().laboratory;
    laboratory.report.results =
        vec![Results { experiment: name.to_owned(), outcomes: rows.iter().map(row).collect() }];
    laboratory.show(experiment(name).unwrap());
    laboratory.page = page;
    (0..3).for_each(|_| rig.frame());
}

/// Turns the wheel over the middle of the page.
fn wheel(rig: &mut Rig, delta: egui::Vec2) {
    rig.harness.event(egui::Event::PointerMoved(egui::pos2(800.0, 450.0)));
    rig.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta,
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    (0..30).for_each(|_| rig.frame());
}

#[test]
fn the_first_column_stays_and_noise_has_no_number() {
    let mut rig = rig(&gpu(), [1024.0, 640.0]);
    show(&mut rig, "scan", &[("a variant", None, 1.0), ("another", None, 2.0)], Page::Table);
    assert!(rig.paints("unsteady: run again"), "{:?}", rig.painted());
    let left = |rig: &Rig, text: &str| {
        rig.painted().iter().find(|(painted, _)| painted == text).map(|(_, rect)| rect.left())
    };
    let before = ["a variant", "details"].map(|text| left(&rig, text));
    wheel(&mut rig, egui::vec2(-300.0, 0.0));
    let [name, details] = ["a variant", "details"].map(|text| left(&rig, text));
    assert!(
        details.unwrap() < before[1].unwrap_or(1024.0) - 20.0,
        "it has scrolled: {:?}",
        rig.painted()
    );
    assert!(
        (name.unwrap() - before[0].unwrap()).abs() < 2.0,
        "the names have not: {:?}",
        rig.painted()
    );
}

#[test]
fn a_lesson_shows_fewer_columns() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    show(&mut rig, "scan", &[("a variant", None, 1.0), ("another", None, 2.0)], Page::Table);
    assert!(rig.paints("65\u{a0}536") && rig.paints("error"), "{:?}", rig.painted());
    rig.app_mut().ask(Command::BeginLesson("adding-up".to_owned()));
    rig.frame();
    let shown = rig
        .app()
        .classroom
        .lesson
        .as_ref()
        .unwrap()
        .cards
        .iter()
        .position(|card| card.title == "Seven kernels on your machine");
    rig.app_mut().classroom.place = shown.unwrap();
    let setting = rig.app().classroom.card().map(|card| card.setting.clone()).unwrap();
    show(
        &mut rig,
        setting.experiment.as_deref().unwrap(),
        &[("a variant", None, 1.0), ("another", None, 2.0)],
        Page::Table,
    );
    assert!(
        rig.paints("speed-up") && !rig.paints("error") && !rig.paints("65\u{a0}536"),
        "{:?}",
        rig.painted()
    );
}

#[test]
fn the_logarithmic_axis_of_bars_is_labelled_and_stays_in_view() {
    let mut rig = rig(&gpu(), [1024.0, 640.0]);
    let names: Vec<String> = (0..40).map(|number| format!("cpu: {number}")).collect();
    let rows: Vec<_> = names.iter().map(|name| (name.as_str(), None, 1.0)).collect();
    show(&mut rig, "scan", &rows, Page::Chart);
    let place = |rig: &Rig, text: &str| {
        rig.painted().into_iter().find(|(painted, _)| painted == text).map(|(_, rect)| rect.min)
    };
    let before = place(&rig, "milliseconds, logarithmic");
    assert!(
        before.is_some() && rig.paints("cpu: 0, 65\u{a0}536") && rig.paints("unsteady: run again"),
        "{:?}",
        rig.painted()
    );
    wheel(&mut rig, egui::vec2(0.0, -900.0));
    assert!(
        place(&rig, "cpu: 39, 65\u{a0}536").is_some_and(|at| at.y < 640.0),
        "{:?}",
        rig.painted()
    );
    assert_eq!(place(&rig, "milliseconds, logarithmic"), before);
    // An experiment about results shows them.
    show(&mut rig, "one-sum", &rows, Page::Chart);
    assert!(
        rig.paints("relative error, logarithmic") && rig.paints("1.0·10⁻⁶"),
        "{:?}",
        rig.painted()
    );
}

#[test]
fn the_tree_overtakes_on_a_line_through_three_counts() {
    let cases = experiment("barnes-hut").unwrap().cases(&gpu(), &Extent::default());
    let counts: BTreeSet<usize> = cases.iter().map(|case| case.count).collect();
    assert!(counts.len() >= 3, "lines have slopes, bars have none: {counts:?}");
}

#[test]
fn an_invalid_or_too_large_count_is_reported() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    rig.app_mut().laboratory.count = "many".to_owned();
    rig.click("laboratory-run");
    assert!(rig.notice().is_some_and(|notice| notice.contains("many")), "{:?}", rig.notice());
    assert!(rig.app().laboratory.measuring.is_none());
    rig.app_mut().laboratory.count = "99999999999".to_owned();
    rig.click("laboratory-run");
    rig.until("it is refused", |app| app.laboratory.measuring.is_none());
    assert!(
        rig.notice().is_some_and(|notice| notice.contains("99999999999")),
        "{:?}",
        rig.notice()
    );
}

#[test]
fn a_wrong_kernel_makes_a_red_row_and_the_galaxy_goes_on() {
    let mutation =
        ("another sum", "sums[index] += sums[index + stride];", "sums[index] += sums[index];");
    with_mutant(&gpu(), Some("historical/reduce_tree"), mutation, |gpu| {
        let mut rig = rig(gpu, [1280.0, 720.0]);
        rig.app_mut().laboratory.keeps_turning = true;
        rig.app_mut().desk.viewer.transport.is_playing = true;
        let shown = experiment("reduction").unwrap();
        let before = rig.steps();
        measure(&mut rig, shown, "5000", &["interleaved-strided", "sequential"]);
        let verdicts: Vec<Verdict> = rig
            .app()
            .laboratory
            .results()
            .unwrap()
            .outcomes
            .iter()
            .map(|outcome| outcome.verdict.clone())
            .collect();
        assert!(matches!(verdicts[..], [Verdict::Wrong(_), Verdict::Right]), "{verdicts:?}");
        assert!(rig.steps() > before, "the galaxy has gone on");
        rig.press_button(&text(&page_word(Page::Table)));
        rig.frame();
        assert!(rig.paints("wrong"), "{:?}", rig.painted());
    });
}

#[test]
fn measurements_can_be_stopped_and_the_galaxy_rests_meanwhile() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.click("laboratory-run-all");
    rig.until("the first case has begun", |app| {
        app.laboratory.measuring.as_ref().is_some_and(|measuring| measuring.at().is_some())
    });
    let before = rig.steps();
    (0..5).for_each(|_| rig.frame());
    assert_eq!(rig.steps(), before, "it rests");
    rig.click("laboratory-stop");
    rig.until("it ends", |app| app.laboratory.measuring.is_none());
    assert!(
        rig.app()
            .laboratory
            .report
            .results
            .iter()
            .map(|results| results.outcomes.len())
            .sum::<usize>()
            < 20
    );
    rig.until("it goes on", move |app| app.desk.run.stage.session.simulation().steps() > before);
}

#[test]
fn the_language_is_changed_in_the_window() {
    let mut rig = rig(&gpu(), [1280.0, 720.0]);
    for language in words::LANGUAGES.iter().skip(1).chain(words::LANGUAGES.first()) {
        words::speak(Some(language));
        rig.app_mut().desk.shell.view = View::Laboratory;
        (0..3).for_each(|_| rig.frame());
        let writing = rig.writing();
        assert!(writing.contains(&text("laboratory-title")), "{}: {writing:?}", language.code);
        assert!(
            writing.contains(&rig.app().laboratory.shown.title().spoken()),
            "{}: {writing:?}",
            language.code
        );
        rig.app_mut().desk.shell.view = View::Classroom;
        (0..3).for_each(|_| rig.frame());
        let first = rig.app().classroom.shelf.lessons[0].head.title.clone();
        assert!(rig.writing().contains(&first), "{}: {first}", language.code);
        rig.app_mut().desk.shell.view = View::Simulation;
        (0..3).for_each(|_| rig.frame());
        let title = rig.app().desk.run.origin.scene.spoken_title();
        assert!(rig.writing().contains(&title), "{}: {title}", language.code);
    }
    words::speak(None);
}

#[test]
fn notes_in_reports_of_earlier_versions_are_in_the_language_of_the_window() {
    let gpu = gpu();
    let shown = experiment("nbody-ladder").unwrap();
    let case = shown
        .cases(&gpu, &Extent::default())
        .into_iter()
        .find(|case| !case.note.is_empty())
        .unwrap();
    let outcome = |note: &str| {
        let json = serde_json::json!({"variant": case.variant, "count": case.count, "verdict": "right", "note": note,
            "at": null, "timing": null, "over": null, "speed_up": null, "published": []});
        serde_json::from_value::<Outcome>(json).unwrap()
    };
    for note in [case.note.to_string(), "of another version".to_owned()] {
        let mut report = Report::new(&gpu);
        report.results.clear();
        report.add(shown.name, outcome(&note));
        let told = report.with_words(&gpu).results[0].outcomes[0].note.clone();
        for language in &words::LANGUAGES[1..] {
            words::speak(Some(language));
            assert_eq!(
                told.spoken() == words::Text::from(note.clone()).spoken(),
                note == "of another version",
                "{told:?}"
            );
        }
        words::speak(None);
        assert_eq!(told.to_string(), note);
    }
}

/// Pictures for people: `./test pages`. With results in `laboratory` below the folder, charts and
/// tables show them.
mod pages {
    use super::*;

    #[test]
    #[ignore = "draws pictures for people: ./test pages"]
    fn every_page_is_drawn() {
        let folder = pages_folder();
        for (name, size, is_projector) in [
            ("720", [1280.0, 720.0], false),
            ("1080", [1920.0, 1080.0], false),
            ("projector", [1280.0, 720.0], true),
        ] {
            let mut rig = rig(&gpu(), size);
            rig.app_mut().laboratory = Laboratory::new(&gpu(), Some(folder.join("laboratory")));
            if is_projector {
                rig.key(Key::B, Modifiers::NONE);
            }
            for experiment in EXPERIMENTS {
                rig.app_mut().laboratory.show(experiment);
                for page in rig.app().laboratory.pages() {
                    let count = if page == Page::Drawing {
                        drawings(experiment.name).count().max(1)
                    } else {
                        1
                    };
                    for drawing in 0..count {
                        let laboratory = &mut rig.app_mut().laboratory;
                        (laboratory.page, laboratory.showing.drawing) = (page, drawing);
                        (laboratory.showing.step, laboratory.showing.since) =
                            (if page == Page::Kernels { 6 } else { 3 }, 10.0);
                        (0..4).for_each(|_| rig.harness.step());
                        let word = page.name();
                        let path =
                            folder.join(format!("{name}-{}-{word}-{drawing}.png", experiment.name));
                        rig.harness.render().unwrap().save(path).unwrap();
                    }
                }
            }
        }
    }
}
