//! What a search finds: commands with their shortcuts, scenes, lessons, and the controls of the panels.

use starshell::scene::{Kind, SETTINGS, embedded};
use starshell::words;

use crate::app::commands::{self, Command, OFFERS, View};
use crate::app::icons;
use crate::app::simulation::panels::setting;
use crate::app::window::{
    app::App,
    places::{PLACES, Place},
};

/// Something that can be found.
pub struct Find {
    pub name: String,
    pub icon: &'static str,
    /// Beside the name: its key, or what it is.
    pub note: String,
    /// What else it is found by: its key, its options, and what people call it.
    alias: Alias,
    pub goal: Goal,
}

/// What else something is found by.
#[derive(Default)]
struct Alias {
    /// Text of which any part may be typed.
    text: String,
    /// Names that fit best as a whole.
    names: Vec<String>,
}

impl Alias {
    /// That of what has this key in the tables of words.
    fn of_key(key: &str) -> Self {
        let names = words::synonyms(key).unwrap_or_default();
        let text = format!("{key} {names} {}", options(key).join(" "));
        let names = names.split(',').map(|name| plain(name.trim())).collect();
        Self { text: plain(&text), names }
    }

    fn named(name: &str) -> Self {
        Self { text: plain(name), names: Vec::new() }
    }
}

/// The names of the options of a setting that is a choice.
fn options(label: &str) -> Vec<String> {
    let row = SETTINGS.iter().find(|row| row.label == label);
    let Some(Kind::Choice(choice)) = row.map(|row| row.kind) else { return Vec::new() };
    let family = row.map(setting::family).unwrap_or_default();
    let names = (choice.all)().into_iter().map(|[name, _]| setting::word_of(name));
    names.map(|name| words::text(&format!("{family}-{name}"), &[])).collect()
}

/// What choosing it does.
#[derive(Clone)]
pub enum Goal {
    Ask(Command),
    /// Opens a place, and marks a control or the section there.
    Open(&'static Place, &'static str),
}

/// Finds that fit what is typed, the best first.
pub fn found(app: &App, typed: &str) -> Vec<Find> {
    let phrase = plain(typed.trim());
    let typed: Vec<_> = phrase.split_whitespace().collect();
    let rank = |find: &Find| {
        let name = plain(&find.name);
        if !phrase.is_empty() && find.alias.names.contains(&phrase) {
            return Some(u32::from(name != phrase));
        }
        typed
            .iter()
            .map(|word| rank(&name, &find.alias.text, word))
            .try_fold(0, |worst, rank| Some(rank?.max(worst)))
    };
    let mut all: Vec<_> =
        all(app).into_iter().filter_map(|find| Some((rank(&find)?, find))).collect();
    if !typed.is_empty() {
        all.sort_by_key(|(rank, find)| (*rank, find.name.chars().count()));
    }
    all.into_iter().map(|(_, find)| find).collect()
}

/// How well a word fits: 0 if the name begins with it, and the more the worse. `None` if it does
/// not fit.
fn rank(name: &str, alias: &str, word: &str) -> Option<u32> {
    let mut words =
        name.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
    if name.starts_with(word) {
        Some(0)
    } else if words.clone().any(|part| part.starts_with(word)) {
        Some(1)
    } else if name.contains(word) {
        Some(2)
    } else if alias.contains(word) {
        Some(3)
    } else {
        // A slip of the finger.
        let slips = if word.chars().count() < 5 { 0 } else { 1 };
        let is_near = |part: &str| slips > 0 && strsim::damerau_levenshtein(part, word) <= slips;
        let is_alias = || alias.split([' ', ',']).any(is_near);
        (words.any(is_near) || is_alias()).then_some(4)
    }
}

/// In lower case, without the accents of the window's languages.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'á' | 'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'î' | 'ï' => 'i',
        'ó' | 'ô' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        other => other,
    };
    text.to_lowercase().chars().map(letter).collect()
}

/// All that can be found.
fn all(app: &App) -> Vec<Find> {
    commands().chain(controls()).chain(scenes()).chain(lessons(app)).collect()
}

/// Commands that have a shortcut.
fn commands() -> impl Iterator<Item = Find> {
    let offers = OFFERS.iter().filter(|offer| !offer.shortcuts.is_empty());
    let found = offers.map(|offer| Find {
        name: words::name(offer.words),
        icon: if offer.icon.is_empty() { icons::KEYBOARD } else { offer.icon },
        note: commands::names(offer.shortcuts),
        alias: Alias::of_key(offer.words),
        goal: Goal::Ask((offer.command)()),
    });
    // Scenes are found by their titles.
    found.filter(|find| {
        use Command::{Escape, Scene, ToggleView};
        !matches!(find.goal, Goal::Ask(Escape | ToggleView(View::Search) | Scene(_)))
    })
}

/// Controls and sections of the panels. Two controls of one name stand in different places.
fn controls() -> impl Iterator<Item = Find> {
    PLACES.iter().flat_map(|place| {
        let page = place.dock.title();
        let path: Vec<_> = std::iter::once(page.as_str())
            .chain(place.section)
            .map(|key| words::text(key, &[]))
            .collect();
        let note = path.join(" › ");
        place.section.into_iter().chain(place.controls()).map(move |key| Find {
            name: words::text(key, &[]),
            icon: icons::SLIDERS_HORIZONTAL,
            note: note.clone(),
            alias: Alias::of_key(key),
            goal: Goal::Open(place, key),
        })
    })
}

fn scenes() -> impl Iterator<Item = Find> {
    embedded().iter().map(|scene| Find {
        name: scene.scene.spoken_title(),
        icon: icons::IMAGES_SQUARE,
        note: words::text("scene-title", &[]),
        alias: Alias::named(scene.name),
        goal: Goal::Ask(Command::Scene(scene.name.to_owned())),
    })
}

fn lessons(app: &App) -> impl Iterator<Item = Find> {
    app.classroom.shelf.lessons.iter().map(|lesson| Find {
        name: lesson.head.title.clone(),
        icon: icons::GRADUATION_CAP,
        note: words::text("search-lesson", &[]),
        alias: Alias::named(&lesson.name),
        goal: Goal::Ask(Command::BeginLesson(lesson.name.clone())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_fit_comes_first_and_accents_and_slips_are_forgiven() {
        let ranks = ["soft", "length", "ening", "physics", "sfotening", "gravity"];
        let found = ranks.map(|word| rank("softening length", "physics-softening", word));
        assert_eq!(found, [Some(0), Some(1), Some(2), Some(3), Some(4), None]);
        assert_eq!(plain("Größe, Échelle"), "große, echelle");
    }
}
