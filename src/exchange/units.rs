//! What comments say about units.

use super::contents::{Doubt, Fault, Question, quoted};
use super::layout::Line;
use super::measures::{self, Measures};
use crate::words::say;

/// What names of units in words have in them.
const IN_WORDS: [&str; 7] = [
    "parsec",
    "light year",
    "astronomical unit",
    "solar mass",
    "earth mass",
    "kilomet",
    "kilogram",
];

/// Whether a file says what its numbers measure.
#[derive(Debug, PartialEq)]
pub enum Said {
    Nothing,
    Clearly,
    Doubtfully(Doubt),
}

/// What numbers measure by the comments, such as `units: pc km/s Msun` or `units: none`, and by the
/// header.
///
/// # Errors
/// [`Fault`] if these contradict each other.
pub fn of(
    comments: &[Line],
    of_header: Option<Measures>,
) -> Result<(Option<Measures>, Said), Fault> {
    let mut labelled =
        comments.iter().filter_map(|comment| Some((comment, after_label(comment.text)?)));
    let said = labelled.next();
    let is_same = |(_, other): (&Line, &str)| {
        said.is_some_and(|(_, units)| Measures::or_none(units) == Measures::or_none(other))
    };
    if !labelled.all(is_same) {
        return Err(Fault::of_file(say!("import-units-mixed")));
    }
    match said.map(|(comment, units)| (comment, Measures::or_none(units))) {
        Some((_, Some(Some(said)))) if of_header.as_ref().is_some_and(|header| *header != said) => {
            Err(Fault::of_file(say!("import-units-mixed")))
        }
        Some((_, Some(said))) => Ok((said.or(of_header), Said::Clearly)),
        Some((comment, None)) if of_header.is_none() => Ok((None, doubtful(comment))),
        _ if of_header.is_some() => Ok((of_header, Said::Clearly)),
        _ => Ok((None, names_units(comments).map_or(Said::Nothing, doubtful))),
    }
}

fn doubtful(comment: &Line) -> Said {
    let reason = say!("import-doubt-comment", line = comment.number, units = quoted(comment.text));
    Said::Doubtfully(Doubt { question: Question::Units, reason })
}

/// The units behind a label, as in `units: pc km/s Msun`.
fn after_label(comment: &str) -> Option<&str> {
    let (label, units) = comment.split_once([':', '='])?;
    ["unit", "units"].contains(&label.trim().to_lowercase().as_str()).then(|| units.trim())
}

/// The first comment that names units of the numbers, clearly by itself or with the others: all
/// name one of speed, or one of mass and another.
fn names_units<'a, 'b>(comments: &'a [Line<'b>]) -> Option<&'a Line<'b>> {
    let units =
        || comments.iter().flat_map(|comment| words(comment.text)).filter(|word| is_unit(word));
    let are_several = units().any(measures::is_speed)
        || units().any(measures::is_mass) && !units().all(measures::is_mass);
    comments.iter().find(|comment| {
        means_units(comment.text) || are_several && words(comment.text).any(is_unit)
    })
}

/// Whether a comment names a unit behind `in`, in words or as one, or a constant of gravity that is
/// not 1.
fn means_units(comment: &str) -> bool {
    let text = comment.to_lowercase();
    let is_behind_in = || {
        words(comment).zip(words(comment).skip(1)).any(|(word, next)| word == "in" && is_unit(next))
    };
    let is_mentioned = || text.contains("unit") && words(comment).any(is_unit);
    let is_in_words = || IN_WORDS.iter().any(|unit| text.contains(unit));
    is_behind_in()
        || is_mentioned()
        || is_in_words()
        || gravity(&text).is_some_and(|value| value != 1.0)
}

/// Whether a field holds names of units and nothing else.
pub fn are_units(field: &str) -> bool {
    let mut parts = field.split([' ', ',', ';']).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(is_unit)
}

/// The words of a comment, among them names of units.
fn words(comment: &str) -> impl Iterator<Item = &str> {
    let is_part =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '/' | '_' | '^' | '☉' | '⊙');
    comment.split(move |letter| !is_part(letter)).filter(|word| !word.is_empty())
}

/// Whether a word can only be the name of a unit, unlike `m`.
fn is_unit(word: &str) -> bool {
    word.len() > 1 && measures::is_unit(word)
}

/// The constant of gravity in a comment such as `g = 4.3e-3`.
fn gravity(comment: &str) -> Option<f64> {
    let (name, value) = comment.split_once(['=', ':'])?;
    (name.trim() == "g").then(|| value.split_whitespace().next()?.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_name_units_in_other_words_are_asked_about() {
        let said = |text| of(&[Line { number: 3, text }], None).unwrap();
        let pc = || "pc km/s Msun".parse::<Measures>().ok();
        assert_eq!(said("units: pc km/s Msun"), (pc(), Said::Clearly));
        assert_eq!(said("Units = none"), (None, Said::Clearly));
        assert_eq!(said("made by hand"), (None, Said::Nothing));
        assert_eq!(said("N-body units, 5 of 10 m"), (None, Said::Nothing));
        for text in [
            "units: parrots",
            "Units: Distance in AU, Velocity in AU/yr, Mass in Solar Masses",
            "Physical Units: pos=pc, vel=km/s, mass=M_sun",
            "pos=pc, vel=km/s, mass=Msun",
            "Units are AU km/s Msun",
        ] {
            let (measures, Said::Doubtfully(doubt)) = said(text) else { panic!("{text}") };
            assert!(
                measures.is_none() && doubt.reason.to_string().contains("line 3"),
                "{}",
                doubt.reason
            );
        }
        assert!(["AU", "pc km/s Msun", "1e10Msun"].into_iter().all(are_units));
        assert!(!["", "m", "Sun", "pc by hand", "1.5"].into_iter().any(are_units));
        let [line] = [Line { number: 1, text: "units: kpc km/s Msun" }];
        assert!(of(&[line], pc()).is_err(), "the header says otherwise");
        let twice =
            ["units: pc km/s Msun", "units: kpc km/s Msun"].map(|text| Line { number: 1, text });
        assert!(of(&twice, None).is_err(), "another comment says otherwise");
        assert_eq!(
            of(&[Line { number: 1, text: "units: parrots" }], pc()),
            Ok((pc(), Said::Clearly))
        );
    }
}
