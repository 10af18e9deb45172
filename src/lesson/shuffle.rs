//! The order in which options stand: one for each seed, so that neighbours cannot copy and the
//! place of the right one tells nothing.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Block, Inline, Lesson, Question};

/// The numbers from 0 below `count` in an order that depends on the seed and on the card alone;
/// seed 0 leaves them as they are.
pub fn option_order(seed: u32, card: usize, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if seed == 0 {
        return order;
    }
    let mut key = [0; 32];
    key[..4].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&(card as u64).to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(key);
    for last in (1..count).rev() {
        // Of 2^64 numbers, a few options get hardly one more than others.
        let other = (random.next_u64() % (last as u64 + 1)) as usize;
        order.swap(last, other);
    }
    order
}

impl Lesson {
    /// The lesson with its options in the order of a seed; with seed 0, as its file has them. What
    /// notes say of an option by its number in the file, in braces, they say by its new number.
    #[must_use]
    pub fn shuffled(mut self, seed: u32) -> Self {
        self.seed = seed;
        for (place, card) in self.cards.iter_mut().enumerate() {
            let count = card.question.as_ref().map_or(0, |question| question.options().len());
            let order = option_order(seed, place, count);
            let new = |old: usize| order.iter().position(|other| *other == old).unwrap_or(old);
            if let Some(question) = &mut card.question {
                question.reorder(&order);
            }
            let named = (0..count).map(|old| (format!("{{{}}}", old + 1), new(old) + 1));
            let named: Vec<_> = named.collect();
            card.notes.iter_mut().flat_map(Block::lines).for_each(|line| rename(line, &named));
        }
        self
    }
}

impl Question {
    /// Puts the options into this order, by their numbers from 0.
    fn reorder(&mut self, order: &[usize]) {
        let (Self::Choose { options, right, wrong, .. }
        | Self::Predict { options, right, wrong, .. }) = self
        else {
            return;
        };
        let new = |old: usize| order.iter().position(|other| other + 1 == old).unwrap_or(0) + 1;
        *options = order.iter().map(|old| options[*old].clone()).collect();
        *right = new(*right);
        wrong.iter_mut().for_each(|wrong| wrong.answer = new(wrong.answer));
        wrong.sort_by_key(|wrong| wrong.answer);
    }
}

impl Block {
    /// Its lines of words.
    fn lines(&mut self) -> Vec<&mut Vec<Inline>> {
        match self {
            Self::Paragraph(line) | Self::Heading(line) | Self::Item { line, .. } => vec![line],
            Self::Table(rows) => rows.iter_mut().flatten().collect(),
            Self::Code(_) | Self::Formula(_) | Self::Picture { .. } | Self::Grid(_) => Vec::new(),
        }
    }
}

/// Names options by their new numbers.
fn rename(line: &mut [Inline], named: &[(String, usize)]) {
    for inline in line {
        if let Inline::Text { text, is_code: false, .. } = inline {
            *text = named.iter().enumerate().fold(text.clone(), |text, (place, (old, _))| {
                // In two turns, so that a new number is not taken for an old one.
                text.replace(old.as_str(), &format!("{{#{place}}}"))
            });
            for (place, (_, new)) in named.iter().enumerate() {
                *text = text.replace(&format!("{{#{place}}}"), &new.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use starshell::words::{LANGUAGES, speak};

    use super::*;
    use crate::lesson::{Answer, Shelf, read};

    #[test]
    fn an_order_is_reproducible_and_each_is_as_frequent() {
        assert_eq!(option_order(0, 3, 4), [0, 1, 2, 3]);
        assert_eq!(option_order(4711, 3, 4), option_order(4711, 3, 4));
        // The same on every machine and in every version.
        let first = [[2, 0, 1, 3], [0, 2, 1, 3], [2, 3, 0, 1]];
        assert_eq!([option_order(1, 0, 4), option_order(1, 1, 4), option_order(2, 0, 4)], first);
        const SEEDS: u32 = 2400;
        let mut counts = std::collections::BTreeMap::<Vec<usize>, u32>::new();
        (1..=SEEDS).for_each(|seed| *counts.entry(option_order(seed, 5, 4)).or_default() += 1);
        assert_eq!(counts.len(), 24);
        // 100 of each are expected, and the deviation is 10.
        let squares: f64 = counts.values().map(|count| (f64::from(*count) - 100.0).powi(2)).sum();
        assert!(squares / 100.0 < 50.0, "chi squared with 23 degrees of freedom: {counts:?}");
    }

    #[test]
    fn a_shuffled_lesson_asks_the_same() {
        for lesson in Shelf::new(None).lessons {
            let shuffled = lesson.clone().shuffled(7);
            let same = lesson.clone().shuffled(0);
            assert!(same.cards.iter().zip(&lesson.cards).all(|(a, b)| a.question == b.question));
            for (place, (card, own)) in shuffled.cards.iter().zip(&lesson.cards).enumerate() {
                let (Some(new), Some(old)) = (&card.question, &own.question) else { continue };
                assert_eq!(new.solution(), old.solution(), "{}", card.title);
                let order = option_order(7, place, old.options().len());
                for (at, option) in new.options().iter().enumerate() {
                    assert_eq!(*option, old.options()[order[at]]);
                    let (new_answer, old_answer) = (Answer::Option(at), Answer::Option(order[at]));
                    assert_eq!(new.reason(&new_answer), old.reason(&old_answer), "{option}");
                    assert_eq!(new.is_right(&new_answer), old.is_right(&old_answer), "{option}");
                }
                assert_eq!(new.fault(), None);
            }
        }
    }

    /// In every language, neither its place nor its length tells the right option.
    #[test]
    fn the_right_option_is_neither_the_longest_nor_at_one_place() {
        for language in LANGUAGES {
            speak(Some(language));
            let (mut choices, mut longest, mut places) = (0, 0, [0; 4]);
            for lesson in Shelf::new(None).lessons {
                for question in lesson.cards.iter().filter_map(|card| card.question.as_ref()) {
                    let (options, solution) = (question.options(), question.solution());
                    let length = |text: &str| text.chars().count();
                    let is_shorter =
                        |option: &String| *option == solution || length(option) < length(&solution);
                    choices += usize::from(!options.is_empty());
                    longest += usize::from(!options.is_empty() && options.iter().all(is_shorter));
                }
                for seed in 1..=20 {
                    for card in &lesson.clone().shuffled(seed).cards {
                        let Some(question) = &card.question else { continue };
                        let right = (0..question.options().len())
                            .find(|option| question.is_right(&Answer::Option(*option)));
                        right.into_iter().for_each(|place| places[place] += 1);
                    }
                }
            }
            speak(None);
            assert!(choices >= 50, "{choices} choices");
            // By chance it would be one of four; the rest is for words that cannot be shortened.
            assert!(longest * 5 <= choices * 2, "{}: {longest} of {choices}", language.code);
            let whole: usize = places.iter().sum();
            for (place, count) in places.into_iter().enumerate() {
                let share = count as f64 / whole as f64;
                assert!((0.2..0.3).contains(&share), "{}: {share} at {place}", language.code);
            }
        }
    }

    #[test]
    fn notes_name_options_by_their_new_numbers() {
        let text = "+++\ntitle = \"A\"\nminutes = 1\naims = []\n+++\n# One\n```question\nkind = \"choose\"\nask = \"Which?\"\noptions = [\"a\", \"b\", \"c\"]\nright = 2\nexplain = \"So.\"\n```\n```notes\n{1} and **{3}** miss it, `{1}` stays.\n```\n";
        let lesson = read("a.md", text).unwrap();
        let notes = |seed: u32| {
            let card = lesson.clone().shuffled(seed).cards.remove(0);
            let [Block::Paragraph(line)] = &card.notes[..] else { panic!("{:?}", card.notes) };
            let words = line.iter().map(|inline| match inline {
                Inline::Text { text, .. } => text.clone(),
                Inline::Formula(_) => String::new(),
            });
            (words.collect::<String>(), card.question.unwrap().options().to_vec())
        };
        assert_eq!(notes(0).0, "1 and 3 miss it, {1} stays.");
        for seed in 1..20 {
            let (words, options) = notes(seed);
            let place =
                |option: &str| options.iter().position(|other| other == option).unwrap() + 1;
            assert_eq!(words, format!("{} and {} miss it, {{1}} stays.", place("a"), place("c")));
        }
    }
}
