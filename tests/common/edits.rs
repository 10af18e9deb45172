//! Random edits of kernels.

use super::random::Random;

/// What is put in.
const WORDS: [&str; 16] = [
    "0u",
    "4294967295u",
    "-1",
    "loop {",
    "}",
    "(",
    ";",
    "*",
    "array<u32>",
    "vec3f",
    "1e38",
    "%",
    "<<",
    "atomic<u32>",
    "workgroupBarrier();",
    "1.0",
];

fn below(random: &mut Random, end: usize) -> usize {
    random.below(end as u32) as usize
}

/// A random edit of a text: a piece removed, doubled, moved, replaced by one of another kernel, or
/// a letter changed.
pub fn edited(random: &mut Random, text: &str, others: &[&str]) -> String {
    let cut = |random: &mut Random, text: &str| {
        let mut place = below(random, text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let piece = |random: &mut Random, text: &str| {
        let begin = cut(random, text);
        let end = (begin + below(random, 40)).min(text.len());
        (begin, (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len()))
    };
    let (begin, end) = piece(random, text);
    let other = others[below(random, others.len())];
    let (from, to) = piece(random, other);
    let new = match random.below(5) {
        0 => "",
        1 => &text[begin..end],
        2 => &other[from..to],
        3 => WORDS[below(random, WORDS.len())],
        _ => "é",
    };
    format!("{}{new}{}", &text[..begin], &text[end..])
}
