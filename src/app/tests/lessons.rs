//! The lessons that come with the program, followed from start to end.

use super::{
    cards::{right, window, wrong},
    *,
};
use crate::app::lessons::classroom::{Classroom, Notes};
use crate::lesson::{Card, Wait};

impl Rig {
    /// Puts a lesson on the shelf, beside those that come with the program: `mine`.
    pub fn write_lesson(&mut self, text: &str) {
        let folder = self.file("lessons");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("mine.md"), text).unwrap();
        let answers = folder.join("progress.json");
        self.classroom = Classroom::new(Some(folder), Some(answers));
        // Options stand as in the file.
        self.classroom.seed = Some(0);
        self.classroom.shelf.wait();
    }

    /// Begins a lesson where it was left.
    pub fn begin_lesson(&mut self, name: &str) {
        self.ask(Command::BeginLesson(name.to_owned()));
        self.load();
    }

    /// Turns to a card of the lesson, whether or not the others are done.
    pub fn go_to_card(&mut self, place: usize) {
        self.classroom.go_to(place);
        self.load();
    }

    /// Leaves the lesson: Escape must be pressed twice.
    pub fn leave_lesson(&mut self) {
        self.press_all([Key::Escape; 2]);
    }
}

/// Asserts that what a card sets is there beside it.
fn assert_set_up(rig: &Rig, card: &Card) {
    let (setting, title) = (&card.setting, &card.title);
    if let Some(bench) = &setting.bench {
        let sheet = rig.workbench.sheet();
        let broken = sheet.broken.map(|number| sheet.bench.breaks[number].name);
        assert_eq!((sheet.bench.name, broken), (bench.as_str(), setting.broken.as_deref()));
        assert!(rig.has_button("workbench-run"), "{title}");
    } else if let Some(experiment) = &setting.experiment {
        let shown = &rig.laboratory;
        assert_eq!(shown.shown.name, experiment);
        assert!(shown.pages().contains(&shown.page), "{title}");
        assert!(rig.has_button("laboratory-run"), "{title}");
    } else {
        for (row, value) in &setting.scene_settings {
            assert_eq!(row.get(rig.scene()), *value, "{title}: {}", row.key);
        }
        let count = setting.count.filter(|_| setting.scene.is_some());
        assert!(count.is_none_or(|count| count == rig.scene().count), "{title}");
        assert!(rig.has_button("transport-restart"), "{title}");
    }
    // What it waits for is there.
    let keys = match &setting.wait {
        Some(Wait::Control(key)) => vec![key],
        Some(Wait::Set(values)) => values.keys().collect(),
        _ => Vec::new(),
    };
    for key in keys {
        assert!(rig.named(key).next().is_some(), "{title}: there is no control {key}");
    }
}

/// Follows the [`lessons_to_try`]. Each card is shown for some frames, its question answered;
/// `look` sees the window then.
pub fn follow(is_projector: bool, mut look: impl FnMut(&mut Rig, &str, usize)) {
    let mut rig = window(is_projector);
    let (mut followed, mut awaited, mut answered) = (0, 0, 0);
    for (_, lesson) in lessons_to_try() {
        rig.ask(Command::BeginLesson(lesson.name.clone()));
        for (place, card) in lesson.cards.iter().enumerate() {
            rig.load();
            assert_eq!(rig.classroom.place, place, "{}", lesson.name);
            look(&mut rig, &lesson.name, place);
            if rig.classroom.hides_outcome() {
                rig.classroom.reveal();
                rig.frame();
                look(&mut rig, &lesson.name, place);
            }
            assert_set_up(&rig, card);
            let waits = matches!(card.setting.wait, Some(Wait::Control(_) | Wait::Set(_)));
            awaited += u32::from(waits);
            if let Some(question) = &card.question {
                answered += 1;
                let wrong = wrong(question).map(|answer| (answer, false));
                for (answer, is_right) in wrong.into_iter().chain([(right(question), true)]) {
                    rig.perform(Command::AnswerCard(answer));
                    let given = rig.classroom.given().map(|given| given.is_right);
                    assert_eq!(given, Some(is_right), "{}", card.title);
                }
            }
            // Teachers need not wait.
            rig.classroom.notes = Notes::Below;
            for _ in 0..12 {
                if rig.classroom.place == place && rig.classroom.lesson.is_some() {
                    rig.press(Key::PageDown);
                }
            }
            rig.classroom.notes = Notes::Closed;
        }
        assert!(rig.classroom.lesson.is_none(), "{} ends", lesson.name);
        rig.frame();
        assert!(rig.writes(&text("classroom-about")), "the list is shown");
        followed += 1;
    }
    assert!(
        followed >= 3 && awaited > 0 && answered > followed,
        "{followed} lessons, {awaited} controls, {answered} answers"
    );
}

#[test]
fn every_lesson_can_be_followed_from_start_to_end() {
    follow(false, |_, _, _| ());
}

#[test]
#[ignore = "takes a minute, and other languages have the same cards and questions: ./test nightly"]
fn every_lesson_can_be_followed_in_every_language() {
    for language in &LANGUAGES[1..] {
        speak(Some(language));
        follow(false, |_, _, _| ());
    }
    speak(None);
}
