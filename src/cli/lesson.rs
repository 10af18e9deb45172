//! `starshell lesson`: lists the lessons, opens one in the window, or writes its worksheet.

use std::io::Write;

use starshell::file;
use starshell::name::unknown;
use starshell::words;

use super::arguments::{self, Overrides};
use super::failure::{Failure, input, run, unprinted};
use super::outputs::{check_stem, claim, note_missing, unwritten};
use super::terminal::{Shown, sentence, tell};
use super::window;
use crate::app::{LessonStart, Settings};
use crate::class::Class;
use crate::folders;
use crate::lesson::{Edition, Format, Shelf, lesson_folder, worksheet};

pub fn lesson(adapter: Option<String>, arguments: &arguments::Lesson) -> Result<(), Failure> {
    let kept = || {
        folders::settings().map(|path| Settings::load(&path).settings).unwrap_or_default().speaks()
    };
    words::speak(Some(arguments.language.unwrap_or_else(kept)));
    let mut shelf = Shelf::new(lesson_folder());
    shelf.wait();
    let mut out = Shown::stdout();
    let Some(name) = &arguments.lesson else {
        for lesson in &shelf.lessons {
            let line = format!(
                "{:<28} {} ({} minutes)",
                lesson.name, lesson.head.title, lesson.head.minutes
            );
            writeln!(out, "{}", sentence(&line)).map_err(unprinted)?;
        }
        shelf.faults.iter().for_each(|fault| tell(&format!("warning: {fault}")));
        return writeln!(out, "\nGive one with `starshell lesson NAME`.").map_err(unprinted);
    };
    let Some(lesson) = shelf.lesson(name) else {
        // A file of this name that has a mistake is what is meant.
        if let Some(fault) = shelf.faults.iter().find(|fault| fault.file.contains(name.as_str())) {
            return Err(input(fault.clone()));
        }
        return Err(input(unknown(
            "lesson",
            name,
            shelf.lessons.iter().map(|lesson| lesson.name.as_str()),
        )));
    };
    if let Some(path) = &arguments.worksheet {
        check_stem("--worksheet", path, &["pdf", "html"], "lesson")?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        let Some(format) = ending.and_then(Format::from_ending) else {
            let path = path.display();
            return Err(input(anyhow::anyhow!(
                "a worksheet is PDF or HTML, not `{path}`: name a file that ends in .pdf or .html"
            )));
        };
        note_missing([path.as_path()]);
        let _claim = claim(path)?;
        let edition = match (arguments.teacher, arguments.without_answers) {
            (true, _) => Edition::Teacher,
            (false, true) => Edition::WithoutAnswers,
            (false, false) => Edition::WithAnswers,
        };
        let lesson = lesson.clone().shuffled(arguments.seed.unwrap_or(1));
        let sheet = worksheet(&lesson, edition, format).map_err(run)?;
        file::write(path, &sheet).map_err(unwritten)?;
        return out.path(path).map_err(unprinted);
    }
    drop(out);
    let of_window = arguments::Window {
        scene: None,
        fullscreen: arguments.fullscreen || arguments.kiosk,
        projector: arguments.projector,
        kiosk: false,
        simple: false,
        locked: false,
        language: arguments.language,
        overrides: Overrides::default(),
    };
    let class = arguments.class.map(Class::open).transpose().map_err(input)?;
    if let Some(class) = &class {
        tell(&format!("class: {} with the code {}", class.address(), class.code()));
    }
    let start = LessonStart {
        name: lesson.name.clone(),
        starts_over: arguments.kiosk,
        seed: arguments.seed,
        class,
    };
    window::window_with(adapter, of_window, Some(start))
}
