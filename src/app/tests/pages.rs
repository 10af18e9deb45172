//! Pictures for people: `./test pages` draws every page of the lessons, the laboratory, the
//! workbench and the window. With results in `laboratory` below the folder, charts and tables show
//! them.

use std::time::Duration;

use starshell::lab::EXPERIMENTS;
use starshell::lab::drawing::drawings;
use starshell::lab::workbench::BENCHES;

use super::{
    sizes::{Look, SCREENS, look},
    workbench::ended,
    *,
};
use crate::app::laboratory::Laboratory;
use crate::lesson::Page;

fn save(rig: &mut Rig, name: &str) {
    let path = pages_folder().join(format!("{name}.png"));
    rig.harness.render().unwrap().save(path).unwrap();
}

#[test]
#[ignore = "draws pictures for people: ./test pages"]
fn every_card_is_drawn() {
    for (name, is_projector) in [("window", false), ("projector", true)] {
        in_every_language(|language| {
            lessons::follow(is_projector, |rig, lesson, place| {
                save(rig, &format!("{name}-{}-{lesson}-{:02}", language.code, place + 1));
            });
        });
    }
}

#[test]
#[ignore = "draws pictures for people: ./test pages"]
fn every_page_of_the_laboratory_is_drawn() {
    for (name, size, is_projector) in
        [("720", USUAL, false), ("1080", [1920.0, 1080.0], false), ("projector", USUAL, true)]
    {
        let mut rig = laboratory::rig(size);
        rig.laboratory = Laboratory::new(&gpu(), Some(pages_folder().join("laboratory")));
        if is_projector {
            rig.press(Key::B);
        }
        for experiment in EXPERIMENTS {
            rig.laboratory.show(experiment);
            for page in rig.laboratory.pages() {
                let drawn =
                    if page == Page::Drawing { drawings(experiment.name).count() } else { 1 };
                for drawing in 0..drawn.max(1) {
                    let laboratory = &mut rig.laboratory;
                    (laboratory.page, laboratory.showing.drawing) = (page, drawing);
                    laboratory.showing.step = if page == Page::Kernels { 6 } else { 3 };
                    laboratory.showing.since = 10.0;
                    rig.draw(4);
                    let page = page.name();
                    save(&mut rig, &format!("{name}-{}-{page}-{drawing}", experiment.name));
                }
            }
        }
    }
}

#[test]
#[ignore = "draws pictures for people: ./test pages"]
fn every_sheet_is_drawn() {
    for (name, size, is_projector, is_light) in [
        ("720", USUAL, false, false),
        ("1080", [1920.0, 1080.0], false, false),
        ("light", USUAL, false, true),
        ("projector", USUAL, true, false),
        ("projector-light", USUAL, true, true),
    ] {
        let mut rig = workbench::rig(size);
        rig.settings_mut().light = is_light;
        if is_projector {
            rig.press(Key::B);
        }
        let draw = |rig: &mut Rig, page: &str| {
            rig.draw(4);
            save(rig, &format!("workbench-{name}-{page}"));
        };
        let run = |rig: &mut Rig, page: &str| {
            rig.command("workbench-run");
            let _ = ended(rig);
            draw(rig, page);
        };
        for bench in BENCHES {
            rig.workbench.show(bench.name);
            rig.frame();
            draw(&mut rig, &format!("{}-0", bench.name));
            rig.workbench.sheet_mut().take_out(bench.breaks.len() - 1);
            run(&mut rig, &format!("{}-1", bench.name));
        }
        let wrong = BENCHES[1].wgsl().replace("let dy", "let dx").replace("sum.y", "own.q");
        rig.workbench.show("rung_6");
        rig.workbench.sheet_mut().set_text(wrong);
        rig.until("it is checked", |rig| !rig.workbench.is_busy());
        rig.press(Key::F8);
        rig.draw(30);
        draw(&mut rig, "faults");
        rig.workbench.show("bins");
        rig.workbench.sheet_mut().reset();
        run(&mut rig, "right");
        rig.workbench.limits.kernel = Duration::from_secs(1);
        let once = "if (id.x < params.count) {";
        workbench::change(&mut rig, "bins", once, &once.replace("if", "while"));
        run(&mut rig, "endless");
        rig.write_lesson(workbench::LESSON);
        rig.begin_lesson("mine");
        rig.ask(Command::RunKernel);
        let _ = ended(&mut rig);
        rig.ask(Command::TurnCard(1));
        rig.frames(4);
        draw(&mut rig, "lesson-0");
        run(&mut rig, "lesson-1");
    }
}

/// Draws every screen in some windows, in both themes.
#[test]
#[ignore = "draws pictures for people: ./test pages"]
fn every_screen_is_drawn() {
    let windows = [
        ([1024.0, 640.0], 1.0, "de"),
        ([1280.0, 720.0], 1.5, "en"),
        ([1920.0, 1200.0], 2.0, "fr"),
        ([3840.0, 2160.0], 3.0, "es"),
    ];
    for (name, scene, show) in SCREENS {
        let name = name.replace(',', "").replace(' ', "-");
        for (pixels, scale, code) in windows {
            let language = words::language(code).unwrap();
            speak(Some(language));
            let mut rig = Rig::new(scene);
            show(&mut rig);
            for is_light in [false, true] {
                look(&mut rig, Look { pixels, scale, language, is_light, is_projector: false });
                let (width, theme) = (pixels[0], if is_light { "light" } else { "dark" });
                save(&mut rig, &format!("window-{width}@{scale}-{code}-{theme}-{name}"));
            }
        }
    }
    speak(None);
}
