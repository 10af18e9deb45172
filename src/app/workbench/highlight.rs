//! The parts of a WGSL text that are set in colours of their own.

use std::ops::Range;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Comment,
    Keyword,
    Type,
    Number,
    Attribute,
    /// A name before a bracket.
    Function,
}

const KEYWORDS: &[&str] = &[
    "alias",
    "break",
    "case",
    "const",
    "const_assert",
    "continue",
    "continuing",
    "default",
    "diagnostic",
    "discard",
    "else",
    "enable",
    "false",
    "fn",
    "for",
    "if",
    "let",
    "loop",
    "override",
    "requires",
    "return",
    "struct",
    "switch",
    "true",
    "var",
    "while",
];

const TYPES: &[&str] = &[
    "array", "atomic", "bool", "f16", "f32", "i32", "mat2x2", "mat2x3", "mat2x4", "mat3x2",
    "mat3x3", "mat3x4", "mat4x2", "mat4x3", "mat4x4", "ptr", "u32", "vec2", "vec3", "vec4",
];

/// The classes of the parts of `text` that have one, in order, as ranges of bytes.
pub fn parts(text: &str) -> Vec<(Range<usize>, Class)> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut place = 0;
    while place < bytes.len() {
        let begin = place;
        let class = match bytes[begin] {
            b'/' if bytes.get(begin + 1) == Some(&b'/') => {
                place = text[begin..].find('\n').map_or(bytes.len(), |end| begin + end);
                Some(Class::Comment)
            }
            b'/' if bytes.get(begin + 1) == Some(&b'*') => {
                place = end_of_comment(bytes, begin);
                Some(Class::Comment)
            }
            b'@' => {
                place = end_of_word(bytes, begin + 1);
                Some(Class::Attribute)
            }
            b'0'..=b'9' => {
                place = end_of_number(bytes, begin);
                Some(Class::Number)
            }
            letter if letter.is_ascii_alphabetic() || letter == b'_' => {
                place = end_of_word(bytes, begin);
                class_of_word(&text[begin..place], text[place..].trim_start().starts_with('('))
            }
            _ => {
                place += 1;
                None
            }
        };
        parts.extend(class.map(|class| (begin..place, class)));
    }
    parts
}

fn class_of_word(word: &str, is_called: bool) -> Option<Class> {
    // vec3f is short for vec3<f32>.
    let is_type = |word: &str| TYPES.contains(&word);
    let long = word
        .strip_suffix(['f', 'u', 'i', 'h'])
        .filter(|long| long.starts_with("vec") || long.starts_with("mat"));
    match word {
        _ if KEYWORDS.contains(&word) => Some(Class::Keyword),
        _ if is_type(word) || long.is_some_and(is_type) => Some(Class::Type),
        _ if word.starts_with(|letter: char| letter.is_ascii_uppercase())
            && word.contains(|letter: char| letter.is_lowercase()) =>
        {
            Some(Class::Type)
        }
        _ => is_called.then_some(Class::Function),
    }
}

fn end_of_word(bytes: &[u8], begin: usize) -> usize {
    let is_in = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    begin + bytes[begin..].iter().take_while(|byte| is_in(byte)).count()
}

/// A number with point, exponent and the letter of its type.
fn end_of_number(bytes: &[u8], begin: usize) -> usize {
    let is_hexadecimal = bytes[begin..].starts_with(b"0x") || bytes[begin..].starts_with(b"0X");
    let mut end = begin;
    while let Some(byte) = bytes.get(end) {
        let is_sign = matches!(byte, b'+' | b'-')
            && !is_hexadecimal
            && matches!(bytes[end - 1], b'e' | b'E')
            && end > begin;
        if !byte.is_ascii_alphanumeric() && *byte != b'.' && !is_sign {
            break;
        }
        end += 1;
    }
    end
}

/// Comments of this kind stand in each other.
fn end_of_comment(bytes: &[u8], begin: usize) -> usize {
    let (mut depth, mut place) = (0_usize, begin);
    while place < bytes.len() {
        match &bytes[place..] {
            [b'/', b'*', ..] => (depth, place) = (depth + 1, place + 2),
            [b'*', b'/', ..] => (depth, place) = (depth - 1, place + 2),
            _ => place += 1,
        }
        if depth == 0 {
            return place;
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use starshell::lab::workbench::BENCHES;

    fn classes(text: &str) -> Vec<(&str, Class)> {
        parts(text).into_iter().map(|(range, class)| (&text[range], class)).collect()
    }

    #[test]
    fn words_numbers_and_comments_have_different_colors() {
        let text = "@compute fn pull(a: vec3f) -> Body { let b = 1.5e-3f + x - 2u; // if\n/* a /* b */ c */ return max (b);";
        let expected = [
            ("@compute", Class::Attribute),
            ("fn", Class::Keyword),
            ("pull", Class::Function),
            ("vec3f", Class::Type),
            ("Body", Class::Type),
            ("let", Class::Keyword),
            ("1.5e-3f", Class::Number),
            ("2u", Class::Number),
            ("// if", Class::Comment),
            ("/* a /* b */ c */", Class::Comment),
            ("return", Class::Keyword),
            ("max", Class::Function),
        ];
        assert_eq!(classes(text), expected);
        assert_eq!(classes("0xffu-1"), [("0xffu", Class::Number), ("1", Class::Number)]);
        assert_eq!(classes("/* no end é"), [("/* no end é", Class::Comment)]);
        assert_eq!(classes("é@ 5é"), [("@", Class::Attribute), ("5", Class::Number)]);
    }

    #[test]
    fn every_kernel_has_parts_of_every_class_in_order() {
        for bench in BENCHES {
            let parts = parts(bench.wgsl());
            assert!(
                parts.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start),
                "{}",
                bench.name
            );
            for class in [
                Class::Comment,
                Class::Keyword,
                Class::Type,
                Class::Number,
                Class::Attribute,
                Class::Function,
            ] {
                assert!(
                    parts.iter().any(|(_, other)| *other == class),
                    "{}: {class:?}",
                    bench.name
                );
            }
        }
    }
}
