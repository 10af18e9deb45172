//! The laboratory, driven through the names of its controls.

use std::collections::BTreeSet;

use starshell::gpu::Gpu;
use starshell::lab::Rung;
use starshell::lab::chart::Shape;
use starshell::lab::drawing::{DRAWINGS, drawings};
use starshell::lab::{
    Detail, EXPERIMENTS, Experiment, Extent, Outcome, RateUnit, Report, Results, SpeedUp, Timing,
    Verdict, experiment,
};

use super::{breadth::cases, mutation::with_mutant, *};
use crate::app::laboratory::Laboratory;
use crate::lesson::Page;

/// A window that shows the laboratory on this adapter, which keeps its results in the rig's folder.
fn rig_on(gpu: &Gpu, size: [f32; 2]) -> Rig {
    let mut rig = Rig::sized("plummer", size);
    rig.laboratory = Laboratory::new(gpu, Some(rig.file("laboratory")));
    rig.show(View::Laboratory);
    rig.frame();
    rig
}

pub fn rig(size: [f32; 2]) -> Rig {
    rig_on(&gpu(), size)
}

/// Turns to a page of the experiment.
fn turn_to(rig: &mut Rig, page: Page) {
    rig.open(&format!("laboratory-page-{}", page.name()));
}

/// Shows an experiment.
fn choose(rig: &mut Rig, name: &str) -> &'static Experiment {
    let shown = experiment(name).unwrap();
    rig.open(&shown.title().spoken());
    shown
}

/// Begins to measure these variants of an experiment.
fn begin(rig: &mut Rig, name: &str, count: &str, variants: &[&str]) {
    let shown = choose(rig, name);
    rig.press_on(Role::TextInput, "laboratory-count");
    rig.type_text(count);
    rig.press(Key::Enter);
    let cases = shown.cases(rig.gpu(), &rig.laboratory.extent().unwrap());
    let others = cases.into_iter().map(|case| case.variant);
    rig.laboratory.left_out =
        others.filter(|variant| !variants.contains(&variant.as_str())).collect();
    rig.click("laboratory-run");
    assert!(rig.has_button("laboratory-stop"));
}

/// The same, and waits for the results.
fn measure(rig: &mut Rig, name: &str, count: &str, variants: &[&str]) -> Results {
    begin(rig, name, count, variants);
    rig.until("it is measured", |rig| rig.laboratory.measuring.is_none());
    rig.laboratory.results().unwrap().clone()
}

#[test]
fn a_chart_fills_while_the_variants_take_turns() {
    let mut rig = rig_on(&own_gpu(), USUAL);
    begin(&mut rig, "nbody-threads", "1024", &["threads-1", "threads-4"]);
    rig.until("there are samples", |rig| rig.laboratory.under_way().is_some());
    assert!(rig.laboratory.measuring.is_some());
    assert!(rig.laboratory.results().is_none(), "no row has ended");
    // Each is in its place from the first.
    let names = ["1 thread per body, 1\u{a0}024", "4 threads per body, 1\u{a0}024"];
    rig.assert_paints([&text("caption-under-way"), names[0], names[1]]);
    let (mut rounds, mut axes) = (Vec::new(), Vec::new());
    while rig.laboratory.measuring.is_some() {
        rig.frame();
        let round = rig.find(|text| text.starts_with("Round ") && text.contains(", "));
        rounds.extend(round.and_then(|(text, _)| Some(text.split_once(", ")?.0.to_owned())));
        if let Some(chart) = rig.laboratory.under_way()
            && let Shape::Bars(bars) = &chart.shape
        {
            axes.extend(chart.axis_of(bars, &[]).map(|axis| axis.ends));
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    rounds.dedup();
    assert!(rounds.is_sorted(), "{rounds:?}");
    assert_eq!(rounds.last().map(String::as_str), Some("Round 3 of 3"));
    let widens = |pair: &[[f64; 2]]| pair[1][0] <= pair[0][0] && pair[1][1] >= pair[0][1];
    assert!(axes.windows(2).all(widens), "{axes:?}");
    rig.frame();
    assert!(rig.laboratory.under_way().is_none() && !rig.paints(&text("caption-under-way")));
    assert_eq!(rig.laboratory.results().map(|results| results.outcomes.len()), Some(2));
}

#[test]
fn every_experiment_and_every_page_of_it_opens_by_its_name() {
    let windows = [(USUAL, false), (USUAL, true), ([640.0, 400.0], false)];
    for (first, (size, is_projector)) in windows.into_iter().enumerate() {
        let mut rig = rig(size);
        if is_projector {
            rig.press(Key::B);
            rig.frame();
        }
        // Together, the windows show all.
        for experiment in cases(3, &EXPERIMENTS[first..]) {
            choose(&mut rig, experiment.name);
            assert_eq!(rig.laboratory.shown.name, experiment.name);
            for page in rig.laboratory.pages() {
                rig.open(&rig.laboratory.key_of(page));
                assert_eq!(rig.laboratory.page, page, "{}", experiment.name);
            }
            rig.laboratory.page = Page::About;
        }
        assert_eq!(rig.notice(), None);
    }
}

#[test]
fn keys_open_the_laboratory_choose_step_and_leave() {
    let mut rig = Rig::new("plummer");
    rig.press(Key::Y);
    assert_eq!(rig.view(), View::Laboratory);
    let before = rig.camera();
    // What acts on bodies and camera is not at hand.
    rig.press_all([Key::F, Key::T, Key::Num1, Key::R, Key::Delete]);
    assert!(!rig.is_loading() && rig.film().is_none());
    assert_eq!(rig.camera(), before);
    rig.press(Key::ArrowDown);
    assert_eq!(rig.laboratory.shown.name, EXPERIMENTS[1].name);
    rig.press_all([Key::ArrowDown; EXPERIMENTS.len()]);
    assert_eq!(rig.laboratory.shown.name, EXPERIMENTS.last().unwrap().name);
    rig.press(Key::Escape);
    assert_eq!(rig.view(), View::Simulation);
    assert_eq!(rig.requests(), []);
}

#[test]
fn drawings_step_by_keys_and_buttons_to_their_last_word() {
    let mut rig = rig(USUAL);
    let has_drawing = |experiment: &&Experiment| drawings(experiment.name).next().is_some();
    for drawn in EXPERIMENTS.iter().copied().filter(has_drawing) {
        choose(&mut rig, drawn.name);
        turn_to(&mut rig, Page::Drawing);
        for drawing in drawings(drawn.name) {
            if drawings(drawn.name).count() > 1 {
                rig.click(&drawing.title().spoken());
            }
            let steps = (drawing.steps)(drawing.sizes[0]);
            rig.frame();
            rig.assert_paints([&steps[0].caption.spoken()]);
            rig.press(Key::ArrowRight);
            rig.click("drawing-on");
            let expected = 2.min(steps.len() - 1);
            assert_eq!(rig.laboratory.showing.step, expected, "{}", drawing.name);
            rig.click("drawing-back");
            // No control has the focus, which would keep the arrows to itself.
            rig.harness.ctx.memory_mut(|memory| memory.stop_text_input());
            rig.laboratory.showing.step = steps.len();
            rig.frame();
            rig.assert_paints([&steps.last().unwrap().caption.spoken()]);
            let size = *drawing.sizes.iter().max().unwrap();
            rig.click(&format!("{size} {}", drawing.unit));
            assert_eq!(rig.laboratory.showing.size, Some(size));
        }
    }
    let has_experiment = DRAWINGS.iter().all(|drawing| experiment(drawing.experiment).is_some());
    assert!(has_experiment, "every drawing has its experiment");
}

#[test]
fn kernels_of_the_ladder_show_their_changes() {
    let mut rig = rig(USUAL);
    turn_to(&mut rig, Page::Kernels);
    rig.open(&format!("rung-4: {}", Rung::Rung4.title()));
    for (sign, part) in [('+', "inverseSqrt"), ('−', "sqrt")] {
        let line = rig.find(|line| line.starts_with(sign) && line.contains(part));
        assert!(line.is_some(), "{sign} {part} is not in {:?}", rig.painted());
    }
}

#[test]
fn the_fields_of_an_equation_are_computed_for_what_is_chosen() {
    let mut rig = rig(USUAL);
    choose(&mut rig, "poisson");
    rig.click("laboratory-page-fields");
    let found = |rig: &Rig| {
        let (found, bench) = rig.laboratory.fields.found.as_ref()?;
        Some((found.as_ref().unwrap().errors, bench.side))
    };
    rig.until("the equation is solved", |rig| found(rig).is_some());
    let ([most, _], side) = found(&rig).unwrap();
    assert!(side == 64 && most < 3e-5, "{most} on {side} points");
    rig.frame();
    for name in ["fields-density", "fields-solution", "fields-error"] {
        assert!(rig.rect(Role::Image, name).width() > 100.0, "{name}");
    }
    rig.laboratory.fields.bench.side = 16;
    rig.until("it is solved again", |rig| found(rig).is_some_and(|(_, side)| side == 16));
}

#[test]
fn a_walk_is_stepped_through_for_the_body_that_is_clicked() {
    let mut rig = rig(USUAL);
    choose(&mut rig, "barnes-hut");
    turn_to(&mut rig, Page::Drawing);
    let before = rig.laboratory.walking.body;
    let tree = rig.rect(Role::Image, "walk-name");
    rig.click_at(tree.lerp_inside(vec2(0.74, 0.72)));
    rig.frame();
    assert_ne!(rig.laboratory.walking.body, before);
    let visits = |rig: &Rig| {
        let walking = &rig.laboratory.walking;
        walking.tree.walk(walking.body, walking.angle).len()
    };
    let coarse = visits(&rig);
    assert_eq!(rig.laboratory.showing.step, coarse, "the whole walk is shown");
    rig.set("walk-angle", "0");
    assert!(visits(&rig) > coarse);
    // By keyboard, a body has its number.
    rig.set("walk-body", "7");
    let now = (rig.laboratory.walking.body, rig.laboratory.showing.step);
    assert_eq!(now, (7, visits(&rig)));
}

#[test]
fn an_experiment_runs_keeps_its_results_exports_them_and_stands_beside_another_machine() {
    let mut rig = rig(USUAL);
    let results = measure(&mut rig, "scan", "100, 2^9", &["hillis-steele", "cpu-serial"]);
    assert!(results.is_right() && results.outcomes.len() == 4, "{results:?}");
    turn_to(&mut rig, Page::Table);
    rig.assert_paints(["hillis-steele", "512"]);
    turn_to(&mut rig, Page::Chart);
    // Kept, and there again.
    let again = Laboratory::new(&gpu(), rig.laboratory.folder.clone());
    assert_eq!(again.report.results("scan"), Some(&results));
    for (file, needle) in [
        ("scan.csv", "hillis-steele"),
        ("scan.md", "| hillis-steele |"),
        ("scan.svg", "<svg"),
        ("scan.png", "PNG"),
        ("laboratory.json", "scan"),
    ] {
        rig.click("laboratory-export");
        rig.click(&format!("laboratory-export-{}", file.split_once('.').unwrap().1));
        let bytes = std::fs::read(rig.file(file)).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains(needle), "{file}");
    }
    let mut other: Report = Report::read(&rig.file("laboratory.json")).unwrap();
    other.adapter = "another GPU".to_owned();
    std::fs::write(rig.file("other.json"), other.json()).unwrap();
    rig.settings_mut().recent.clear();
    rig.open("laboratory-compare");
    rig.click("other.json");
    rig.open("files-open-it");
    turn_to(&mut rig, Page::Table);
    rig.assert_paints(["there"]);
    rig.click("laboratory-compare-end");
    assert!(rig.laboratory.other.is_none());
    rig.perform(Command::CompareResults(Some(rig.file("scan.csv"))));
    rig.assert_told(["scan.csv", "not a report"]);
}

const TWO: &[&str] = &["a variant", "another"];

/// The laboratory with results of an experiment that nobody has measured: rows of these variants.
fn show(rig: &mut Rig, name: &str, variants: &[&str], page: Page) {
    let median_ms = 1.0;
    let row = |variant: &&str| Outcome {
        variant: (*variant).to_owned(),
        count: 65_536,
        at: None,
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
    let outcomes = variants.iter().map(row).collect();
    let results = vec![Results { experiment: name.to_owned(), outcomes }];
    // As if it had been measured now, in a lesson, too.
    rig.laboratory.in_class.iter_mut().for_each(|report| report.results.clone_from(&results));
    rig.laboratory.report.results = results;
    rig.laboratory.show(experiment(name).unwrap());
    rig.laboratory.page = page;
    rig.frames(3);
}

/// Turns the wheel over the middle of the page.
fn wheel(rig: &mut Rig, delta: egui::Vec2) {
    rig.wheel(egui::pos2(800.0, 450.0), egui::MouseWheelUnit::Point, delta);
    rig.frames(26);
}

#[test]
fn the_first_column_stays_and_noise_has_no_number() {
    let mut rig = rig([1024.0, 640.0]);
    show(&mut rig, "scan", TWO, Page::Table);
    rig.assert_paints(["unsteady: run again"]);
    let lefts = |rig: &Rig| {
        ["a variant", "details"].map(|text| rig.place_of(text).map(|place| place.left()))
    };
    let before = lefts(&rig);
    wheel(&mut rig, vec2(-300.0, 0.0));
    let [name, details] = lefts(&rig);
    let has_scrolled = details.unwrap() < before[1].unwrap_or(1024.0) - 20.0;
    assert!(has_scrolled, "{:?}", rig.painted());
    let stays = (name.unwrap() - before[0].unwrap()).abs() < 2.0;
    assert!(stays, "the names have not: {:?}", rig.painted());
}

#[test]
fn a_lesson_shows_fewer_columns() {
    let mut rig = rig(USUAL);
    show(&mut rig, "scan", TWO, Page::Table);
    rig.assert_paints(["65\u{a0}536", "error"]);
    rig.perform(Command::BeginLesson("adding-up".to_owned()));
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    let shown = cards.iter().position(|card| card.title == "Seven kernels on your machine");
    rig.classroom.place = shown.unwrap();
    let experiment = cards[shown.unwrap()].setting.experiment.as_deref();
    show(&mut rig, experiment.unwrap(), TWO, Page::Table);
    rig.assert_paints(["speed-up"]);
    rig.assert_lacks(["error", "65\u{a0}536"]);
}

#[test]
fn the_logarithmic_axis_of_bars_is_labelled_and_stays_in_view() {
    let mut rig = rig([1024.0, 640.0]);
    let names: Vec<String> = (0..40).map(|number| format!("cpu: {number}")).collect();
    let rows: Vec<_> = names.iter().map(String::as_str).collect();
    show(&mut rig, "scan", &rows, Page::Chart);
    let axis = "milliseconds, logarithmic";
    rig.assert_paints([axis, "cpu: 0, 65\u{a0}536", "unsteady: run again"]);
    let before = rig.place_of(axis);
    wheel(&mut rig, vec2(0.0, -900.0));
    let last = rig.place_of("cpu: 39, 65\u{a0}536");
    assert!(last.is_some_and(|place| place.top() < 640.0), "{:?}", rig.painted());
    assert_eq!(rig.place_of(axis), before);
    // An experiment about results shows them.
    show(&mut rig, "one-sum", &rows, Page::Chart);
    rig.assert_paints(["relative error, logarithmic", "1.0·10⁻⁶"]);
}

#[test]
fn the_tree_overtakes_on_a_line_through_three_counts() {
    let cases = experiment("barnes-hut").unwrap().cases(&gpu(), &Extent::default());
    let counts: BTreeSet<usize> = cases.iter().map(|case| case.entry.count).collect();
    assert!(counts.len() >= 3, "lines have slopes, bars have none: {counts:?}");
}

#[test]
fn an_invalid_or_too_large_count_is_reported() {
    let mut rig = rig(USUAL);
    for count in ["many", "99999999999"] {
        rig.laboratory.count = count.to_owned();
        rig.click("laboratory-run");
        rig.until("it is refused", |rig| rig.laboratory.measuring.is_none());
        rig.assert_told([count]);
    }
}

#[test]
fn a_wrong_kernel_makes_a_red_row_and_the_galaxy_goes_on() {
    let mutation =
        ("another sum", "sums[index] += sums[index + stride];", "sums[index] += sums[index];");
    with_mutant(&gpu(), Some("historical/reduce_tree"), mutation, |gpu| {
        let mut rig = rig_on(gpu, USUAL);
        rig.laboratory.keeps_turning = true;
        rig.play_by(1);
        let before = rig.steps();
        let variants = ["interleaved-strided", "sequential"];
        let results = measure(&mut rig, "reduction", "5000", &variants);
        let verdicts = results.outcomes.iter().map(|outcome| &outcome.verdict);
        let verdicts: Vec<_> = verdicts.collect();
        assert!(matches!(verdicts[..], [Verdict::Wrong(_), Verdict::Right]), "{verdicts:?}");
        assert!(rig.steps() > before, "the galaxy has gone on");
        turn_to(&mut rig, Page::Table);
        rig.assert_paints(["wrong"]);
    });
}

#[test]
fn measurements_can_be_stopped_and_the_galaxy_rests_meanwhile() {
    let mut rig = rig(USUAL);
    rig.play_by(1);
    rig.click("laboratory-run-all");
    rig.until("the first case has begun", |rig| {
        rig.laboratory.measuring.as_ref().is_some_and(|measuring| measuring.at().is_some())
    });
    let before = rig.steps();
    rig.frames(5);
    assert_eq!(rig.steps(), before, "it rests");
    rig.click("laboratory-stop");
    rig.until("it ends", |rig| rig.laboratory.measuring.is_none());
    let results = rig.laboratory.report.results.iter();
    assert!(results.map(|results| results.outcomes.len()).sum::<usize>() < 20);
    rig.until("it goes on", |rig| rig.steps() > before);
}

#[test]
fn the_language_is_changed_in_the_window() {
    let mut rig = rig(USUAL);
    for language in LANGUAGES.iter().skip(1).chain(LANGUAGES.first()) {
        speak(Some(language));
        let experiment = rig.laboratory.shown.title().spoken();
        for (view, title) in [
            (View::Laboratory, text("laboratory-machine")),
            (View::Laboratory, experiment),
            (View::Classroom, String::new()),
            (View::Simulation, rig.origin().spoken_title()),
        ] {
            rig.show(view);
            rig.frames(3);
            // Lessons are read again in the language.
            let lesson = &rig.classroom.shelf.lessons[0].head.title;
            let title = if view == View::Classroom { lesson } else { &title };
            assert!(rig.writes(title), "{}: {title} is not in {:?}", language.code, rig.writing());
        }
    }
    speak(None);
}

#[test]
fn notes_in_reports_of_earlier_versions_are_in_the_language_of_the_window() {
    let gpu = gpu();
    let shown = experiment("nbody-ladder").unwrap();
    let cases = shown.cases(&gpu, &Extent::default());
    let case = cases.into_iter().find(|case| !case.note.is_empty()).unwrap();
    let outcome = |note: &str| {
        let json = serde_json::json!({
            "variant": case.variant, "count": case.entry.count, "verdict": "right", "note": note,
            "at": null, "timing": null, "over": null, "speed_up": null, "published": [],
        });
        serde_json::from_value::<Outcome>(json).unwrap()
    };
    for note in [case.note.to_string(), "of another version".to_owned()] {
        let mut report = Report::new(&gpu);
        report.results.clear();
        report.add(shown.name, outcome(&note));
        let told = report.with_words(&gpu).results[0].outcomes[0].note.clone();
        for language in &LANGUAGES[1..] {
            speak(Some(language));
            let is_as_written = told.spoken() == words::Text::from(note.clone()).spoken();
            assert_eq!(is_as_written, note == "of another version", "{told:?}");
        }
        speak(None);
        assert_eq!(told.to_string(), note);
    }
}

#[test]
fn what_comes_out_is_left_to_the_cards_of_a_lesson() {
    let mut rig = rig(USUAL);
    for name in ["one-sum", "nbody-ladder", "reduction"] {
        show(&mut rig, name, TWO, Page::About);
        let shown = rig.laboratory.shown;
        let [about, found] = [shown.about(), shown.found().unwrap()].map(|text| text.spoken());
        rig.assert_paints([&format!("{about} {found}")]);
        rig.perform(Command::BeginLesson("a-sum-is-not-a-sum".to_owned()));
        rig.load();
        rig.laboratory.show(shown);
        rig.laboratory.page = Page::About;
        rig.draw(3);
        rig.assert_paints([&about]);
        rig.leave_lesson();
        rig.show(View::Laboratory);
    }
}

#[test]
fn a_card_measures_the_rows_that_it_names() {
    for lesson in crate::lesson::Shelf::new(None).lessons {
        for card in lesson.cards.iter().filter(|card| !card.setting.rows.is_empty()) {
            let mut rig = rig(USUAL);
            let setting = &card.setting;
            rig.laboratory
                .show(starshell::lab::experiment(setting.experiment.as_ref().unwrap()).unwrap());
            assert_eq!(rig.laboratory.measure_only(&setting.rows), Vec::<String>::new());
            let cases = rig.laboratory.shown.cases(&rig.laboratory.gpu, &Default::default());
            let left: Vec<_> = cases
                .iter()
                .filter(|case| !rig.laboratory.left_out.contains(&case.variant))
                .map(|case| case.variant.clone())
                .collect();
            assert_eq!(left, setting.rows, "{}, {}", lesson.name, card.title);
            let unknown = vec!["cpu: sideways".to_owned()];
            assert_eq!(rig.laboratory.measure_only(&unknown), unknown);
        }
    }
}
