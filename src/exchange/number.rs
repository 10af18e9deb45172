//! Numbers as people and programs write them.
//!
//! A number that can be read in two ways is refused: `1,234` may be 1.234 or 1234.

use std::borrow::Cow;

use super::contents::quoted;
use crate::words::{Text, say};

/// The sign before the decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    #[default]
    Point,
    Comma,
}

/// Why a field is not read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is something else.
    NotNumber,
    /// Infinite, not a number by its own account, or larger than double precision holds.
    NotFinite,
    /// Smaller than double precision holds, but not 0.
    TooSmall,
    /// Its sign may stand before decimals or between thousands.
    Ambiguous,
}

impl Wrong {
    /// What is wrong with `field` in `column`.
    pub fn told(self, field: &str, column: &'static str) -> Text {
        let field = quoted(field);
        match self {
            Self::NotNumber => say!("import-not-number", field = field, column = column),
            Self::NotFinite => say!("import-not-finite", field = field, column = column),
            Self::TooSmall => say!("import-too-small", field = field, column = column),
            Self::Ambiguous => say!("import-ambiguous", field = field, column = column),
        }
    }
}

/// The number in a field: also with Fortran's exponents (`1.5D-3`, `0.314-114`), a decimal comma,
/// or separators of thousands that nothing else can be.
pub fn number(field: &str, mark: Mark) -> Result<f64, Wrong> {
    let has_comma = field.contains(',');
    let is_marked = has_comma || mark == Mark::Comma && field.contains('.');
    let plain = if is_marked { Cow::Owned(ungrouped(field, mark)?) } else { Cow::Borrowed(field) };
    let found = plain.parse().ok().or_else(|| fortran(&plain));
    match found {
        Some(found) if !f64::is_finite(found) => Err(Wrong::NotFinite),
        Some(0.0)
            if mantissa(&plain).bytes().any(|digit| digit.is_ascii_digit() && digit != b'0') =>
        {
            Err(Wrong::TooSmall)
        }
        Some(found) => Ok(found),
        None if is_not_finite(&plain) => Err(Wrong::NotFinite),
        None => Err(Wrong::NotNumber),
    }
}

/// Whether a field looks like a number by either mark, so that its line is one of bodies.
pub fn is_like_number(field: &str) -> bool {
    [Mark::Point, Mark::Comma].into_iter().any(|mark| number(field, mark) != Err(Wrong::NotNumber))
}

/// Whether the comma in a field can only be a decimal one: no group of three digits follows it, or
/// nothing or 0 precedes it.
pub fn has_decimal_comma(field: &str) -> bool {
    let Some((before, after)) = field.split_once(',') else { return false };
    let before = before.trim_start_matches(['+', '-']);
    let is_whole = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let is_rest = after[digits..].is_empty() || after[digits..].starts_with(['e', 'E', 'd', 'D']);
    is_whole(before)
        && is_rest
        && (digits != 3 || before.is_empty() || before.starts_with('0') || before.len() > 3)
}

/// A field with a point before its decimals and nothing between its thousands.
fn ungrouped(field: &str, mark: Mark) -> Result<String, Wrong> {
    let (decimal, group) = if mark == Mark::Comma { (',', '.') } else { ('.', ',') };
    let (whole, decimals) =
        field.split_once(decimal).map_or((field, None), |(whole, rest)| (whole, Some(rest)));
    if decimals.is_some_and(|rest| rest.contains(['.', ','])) {
        return Err(Wrong::NotNumber);
    }
    let mut groups = whole.trim_start_matches(['+', '-']).split(group);
    let first = groups.next().unwrap_or_default();
    let later = groups.clone().count();
    if later > 0 {
        let is_group =
            |text: &str| text.len() == 3 && text.bytes().all(|digit| digit.is_ascii_digit());
        let starts_one =
            (1..=3).contains(&first.len()) && first.bytes().all(|digit| digit.is_ascii_digit());
        if later == 1 && decimals.is_none() {
            // One sign alone may be either.
            let is_number = whole.replacen(group, ".", 1).parse::<f64>().is_ok();
            return Err(if is_number { Wrong::Ambiguous } else { Wrong::NotNumber });
        }
        if !starts_one || !groups.all(is_group) {
            return Err(Wrong::NotNumber);
        }
    }
    let whole = whole.replace(group, "");
    Ok(decimals.map_or_else(|| whole.clone(), |rest| format!("{whole}.{rest}")))
}

/// A number with Fortran's exponent: after a `D`, or after its sign alone where it has three
/// digits.
fn fortran(text: &str) -> Option<f64> {
    if !text
        .starts_with(|letter: char| letter.is_ascii_digit() || ['+', '-', '.'].contains(&letter))
    {
        return None;
    }
    if text.contains(['d', 'D']) {
        return text.replace(['d', 'D'], "e").parse().ok();
    }
    let sign = text.len().checked_sub(4).filter(|sign| text.is_char_boundary(*sign))?;
    let (mantissa, exponent) = text.split_at(sign);
    let is_exponent = exponent.starts_with(['+', '-'])
        && exponent[1..].bytes().all(|digit| digit.is_ascii_digit());
    let is_mantissa = mantissa.contains('.') && !mantissa.contains(['e', 'E']);
    (is_exponent && is_mantissa).then(|| format!("{mantissa}e{exponent}").parse().ok()).flatten()
}

/// What precedes the exponent.
fn mantissa(text: &str) -> &str {
    text.split(['e', 'E', 'd', 'D']).next().unwrap_or_default()
}

/// Whether a field says that it is infinite or undefined, as Microsoft's C library does: `1.#INF`,
/// `-1.#IND`, `1.#QNAN`.
fn is_not_finite(field: &str) -> bool {
    let said = field.trim_start_matches(['+', '-', '1', '.']).to_ascii_lowercase();
    ["#inf", "#ind", "#qnan", "#snan"].iter().any(|name| said.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_meant_or_not_at_all() {
        use Mark::{Comma, Point};
        use Wrong::{Ambiguous, NotFinite, NotNumber, TooSmall};
        for (field, mark, expected) in [
            ("1.5", Point, Ok(1.5)),
            ("-.25", Point, Ok(-0.25)),
            ("1.5D-3", Point, Ok(1.5e-3)),
            ("0.314-114", Point, Ok(0.314e-114)),
            ("-0.5+100", Point, Ok(-0.5e100)),
            ("1e-170", Point, Ok(1e-170)),
            ("1e-400", Point, Err(TooSmall)),
            ("0e-400", Point, Ok(0.0)),
            ("1e400", Point, Err(NotFinite)),
            ("1.#INF", Point, Err(NotFinite)),
            ("-1.#IND", Point, Err(NotFinite)),
            ("NaN", Point, Err(NotFinite)),
            ("1,234", Point, Err(Ambiguous)),
            ("1,5", Point, Err(Ambiguous)),
            ("1,234.5", Point, Ok(1234.5)),
            ("1,234,567", Point, Ok(1_234_567.0)),
            ("12,34,567", Point, Err(NotNumber)),
            ("1.5#2", Point, Err(NotNumber)),
            ("2026-11", Point, Err(NotNumber)),
            ("2026-001", Point, Err(NotNumber)),
            ("1,5", Comma, Ok(1.5)),
            ("-0,001", Comma, Ok(-0.001)),
            ("1,5D2", Comma, Ok(150.0)),
            ("1.234,5", Comma, Ok(1234.5)),
            ("1.234", Comma, Err(Ambiguous)),
            ("1.5", Comma, Err(Ambiguous)),
            ("1.234.567", Comma, Ok(1_234_567.0)),
            ("1000", Comma, Ok(1000.0)),
            ("1,2,3", Comma, Err(NotNumber)),
            ("", Point, Err(NotNumber)),
            ("Sun", Point, Err(NotNumber)),
        ] {
            assert_eq!(number(field, mark), expected, "{field} {mark:?}");
        }
        for (field, is_decimal) in [
            ("0,85", true),
            ("0,125", true),
            ("1,234", false),
            ("1234,567", true),
            ("1,5e3", true),
            ("1.234,5", false),
            ("a,b", false),
        ] {
            assert_eq!(has_decimal_comma(field), is_decimal, "{field}");
        }
    }
}
