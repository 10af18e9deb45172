//! The lessons that come with the program, followed from start to end.

use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT;
use starshell::words::{LANGUAGES, Language, speak};

use crate::app::commands::Command;
use crate::app::lessons::classroom::Notes;
use crate::app::tests::{
    Rig,
    cards::{right, wrong},
    lessons_to_try, pages_folder, text,
};
use crate::lesson::Wait;

/// Follows the [`lessons_to_try`] in a language. Each card is shown for some frames, its question
/// answered; `look` sees the window then.
fn follow(
    language: &'static Language,
    size: [f32; 2],
    is_projector: bool,
    mut look: impl FnMut(&mut Rig, &str, usize),
) {
    speak(Some(language));
    let mut rig = Rig::with("kepler", size, |_| ());
    if is_projector {
        rig.key(Key::B, Modifiers::NONE);
    }
    let (mut followed, mut awaited, mut answered) = (0, 0, 0);
    for (_, lesson) in lessons_to_try() {
        rig.app_mut().ask(Command::BeginLesson(lesson.name.clone()));
        for (place, card) in lesson.cards.iter().enumerate() {
            (0..2).for_each(|_| rig.frame());
            rig.until("the scene is made", |app| app.desk.run.loading().is_none());
            rig.frame();
            let app = rig.app();
            assert_eq!(app.classroom.place, place, "{}", lesson.name);
            let setting = &card.setting;
            if let Some(bench) = &setting.bench {
                let sheet = app.workbench.sheet();
                assert_eq!(sheet.bench.name, bench, "{}", card.title);
                let broken = sheet.broken.map(|number| sheet.bench.breaks[number].name);
                assert_eq!(broken, setting.broken.as_deref(), "{}", card.title);
                assert!(rig.has(egui::Role::Button, "workbench-run"), "{}", card.title);
            } else if setting.experiment.is_none() {
                let scene = app.desk.run.stage.session.scene();
                for (row, value) in &setting.scene_settings {
                    assert_eq!(row.get(scene), *value, "{}: {}", card.title, row.key);
                }
                assert!(
                    setting.scene.is_none()
                        || setting
                            .count
                            .is_none_or(|count| count == app.desk.run.stage.session.scene().count)
                );
                assert!(rig.has(egui::Role::Button, "transport-restart"), "{}", card.title);
            } else {
                let shown = &app.laboratory;
                assert_eq!(Some(shown.shown.name), setting.experiment.as_deref());
                assert!(shown.pages().contains(&shown.page), "{}", card.title);
                assert!(rig.has(egui::Role::Button, "laboratory-run"), "{}", card.title);
            }
            look(&mut rig, &lesson.name, place);
            if rig.app().classroom.hides_outcome() {
                rig.app_mut().classroom.reveal();
                rig.frame();
                look(&mut rig, &lesson.name, place);
            }
            let waits = match &card.setting.wait {
                Some(Wait::Control(key)) => vec![key],
                Some(Wait::Set(values)) => values.keys().collect(),
                _ => Vec::new(),
            };
            for key in waits {
                awaited += 1;
                let nodes = rig.harness.root().children_recursive();
                let mut labels = nodes.filter_map(|node| node.accesskit_node().label());
                assert!(
                    labels.any(|label| label == text(key)),
                    "{}: there is no control {key}",
                    card.title
                );
            }
            if let Some(question) = &card.question {
                answered += 1;
                if let Some(answer) = wrong(question) {
                    rig.app_mut().ask(Command::AnswerCard(answer));
                    rig.frame();
                    assert!(
                        rig.app().classroom.given().is_some_and(|given| !given.is_right),
                        "{}",
                        card.title
                    );
                }
                rig.app_mut().ask(Command::AnswerCard(right(question)));
                rig.frame();
                assert!(
                    rig.app().classroom.given().is_some_and(|given| given.is_right),
                    "{}",
                    card.title
                );
            }
            // Teachers need not wait.
            rig.app_mut().classroom.notes = Notes::Below;
            for _ in 0..12 {
                let is_left =
                    rig.app().classroom.place != place || rig.app().classroom.lesson.is_none();
                if is_left {
                    break;
                }
                rig.key(Key::PageDown, Modifiers::NONE);
            }
            rig.app_mut().classroom.notes = Notes::Closed;
        }
        assert!(rig.app().classroom.lesson.is_none(), "{} ends", lesson.name);
        rig.frame();
        assert!(rig.writing().contains(&text("classroom-title")), "the list is shown");
        followed += 1;
    }
    assert!(
        followed >= 3 && awaited > 0 && answered > followed,
        "{followed} lessons, {awaited} controls, {answered} answers"
    );
    speak(None);
}

#[test]
fn every_lesson_can_be_followed_from_start_to_end() {
    follow(&LANGUAGES[0], [1280.0, 720.0], false, |_, _, _| ());
}

#[test]
#[ignore = "takes a minute, and other languages have the same cards and questions: ./test nightly"]
fn every_lesson_can_be_followed_in_every_language() {
    LANGUAGES[1..]
        .iter()
        .for_each(|language| follow(language, [1280.0, 720.0], false, |_, _, _| ()));
}

/// Pictures for people: `./test pages`.
mod pages {
    use super::*;

    #[test]
    #[ignore = "draws pictures for people: ./test pages"]
    fn every_card_is_drawn() {
        let folder = pages_folder();
        for (name, is_projector) in [("window", false), ("projector", true)] {
            for language in LANGUAGES {
                follow(language, [1280.0, 720.0], is_projector, |rig, lesson, place| {
                    let path = folder.join(format!(
                        "{name}-{}-{lesson}-{:02}.png",
                        language.code,
                        place + 1
                    ));
                    rig.harness.render().unwrap().save(path).unwrap();
                });
            }
        }
    }
}
