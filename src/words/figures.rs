//! Numbers as the language of the interface writes them.

use super::{abridged, spoken, t};

/// A narrow no-break space. egui breaks lines at the character of that name, U+202F, but not at
/// this one, which the typefaces of the window make narrow.
const NARROW: char = '\u{a0}';

/// Text whose narrow no-break spaces break no line.
pub fn unbroken(text: &str) -> String {
    text.replace('\u{202f}', "\u{a0}")
}

/// English text with the numbers in it as the language writes them: between digits, a full stop
/// becomes its own decimal mark, and a comma before three digits a narrow space.
pub fn local(text: &str) -> String {
    let decimal = spoken().decimal;
    if decimal == '.' { text.to_owned() } else { marked(text, decimal, NARROW) }
}

/// Returns English text with these marks in its numbers.
fn marked(text: &str, decimal: char, group: char) -> String {
    if !text.contains(['.', ',']) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let digits_at =
        |place: usize| letters[place..].iter().take_while(|letter| letter.is_ascii_digit()).count();
    let follows_digit = |place: usize| place > 0 && letters[place - 1].is_ascii_digit();
    let written = |place: usize| match letters[place] {
        '.' if follows_digit(place) && digits_at(place + 1) > 0 => decimal,
        ',' if follows_digit(place) && digits_at(place + 1) == 3 => group,
        letter => letter,
    };
    (0..letters.len()).map(written).collect()
}

/// Text of files with the numbers in it as the window writes them: grouped by spaces in English
/// too, and with powers of ten.
pub(super) fn written(text: &str) -> String {
    let is_number = |word: &str| word.contains('e') && word.parse::<f64>().is_ok();
    let word = |word: &str| {
        let number = word.trim_matches(['(', ')', ',', ';', ':']);
        if is_number(number) {
            word.replace(number, &powered(&number.replace('-', "−")))
        } else {
            word.to_owned()
        }
    };
    let text = if text.contains('e') {
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    };
    marked(&text, spoken().decimal, NARROW)
}

/// Text in which numbers of more digits than any whole number that is counted are in the short form
/// that can be typed too, `1e308`, and which is [abridged].
pub fn shortened(text: &str) -> String {
    const MAX: usize = 20;
    const MAX_WORD: usize = 100;
    let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.';
    let (mut short, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find(is_digit) {
        let (before, from) = rest.split_at(start);
        let digits = &from[..from.find(|letter| !is_digit(letter)).unwrap_or(from.len())];
        // Behind a number, a full stop ends the sentence.
        let (number, after) = from.split_at(digits.trim_end_matches('.').len().max(1));
        short += before;
        match number.parse::<f64>() {
            Ok(value) if number.len() > MAX && value.is_finite() => short += &format!("{value:e}"),
            _ => short += number,
        }
        rest = after;
    }
    abridged(&(short + rest), MAX_WORD).into_owned()
}

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// An exponent as small digits.
pub fn raised(exponent: i32) -> String {
    let digit = |letter: char| letter.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    exponent.to_string().chars().map(digit).collect()
}

/// A formatted number with its exponent as a power of ten: `2e−4` becomes `2·10⁻⁴`.
fn powered(number: &str) -> String {
    let Some((digits, exponent)) = number.split_once('e') else { return number.to_owned() };
    let Ok(exponent) = exponent.replace('−', "-").parse() else { return number.to_owned() };
    match digits {
        _ if exponent == 0 => digits.to_owned(),
        "1" | "−1" => format!("{digits}0{}", raised(exponent)),
        _ => format!("{digits}·10{}", raised(exponent)),
    }
}

/// A number as people type it: digits with or without grouping, a true minus sign, and powers of
/// ten.
pub fn parsed(text: &str) -> Option<f64> {
    let mut plain = String::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match RAISED.iter().position(|digit| *digit == letter) {
            digit if digit.is_some() || letter == '⁻' => {
                // The first small digit ends a power of ten: 2·10⁻⁴, or 10⁻⁴.
                if let Some(factor) = plain.strip_suffix("10").filter(|_| !plain.contains('e')) {
                    let factor = factor.strip_suffix('·').unwrap_or(factor);
                    plain = format!(
                        "{}e",
                        if factor.is_empty() || factor == "-" {
                            format!("{factor}1")
                        } else {
                            factor.to_owned()
                        }
                    );
                }
                plain += &digit.map_or_else(|| "-".to_owned(), |digit| digit.to_string());
            }
            _ => plain.push(match letter {
                '−' => '-',
                ',' => '.',
                letter => letter,
            }),
        }
    }
    plain.parse().ok()
}

/// The number that people write for one of single precision, of which the nearest to 0.1 is
/// 0.10000000149: the one of the fewest digits.
pub fn typed(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| number.into())
}

/// A whole number with thin spaces between groups of three digits: 16 384.
pub fn grouped(number: u64) -> String {
    in_groups(&number.to_string(), NARROW)
}

/// A number with all of its digits as lessons write it: long ones in groups.
pub fn exact(value: f64) -> String {
    let text = value.to_string();
    if value.abs() < GROUPED || !value.is_finite() {
        return local(&text);
    }
    let whole = text.trim_start_matches('-').split('.').next().unwrap_or_default();
    local(&text.replacen(whole, &in_groups(whole, ','), 1))
}

/// Digits with a mark between groups of three.
fn in_groups(digits: &str, mark: char) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(mark);
        }
        text.push(digit);
    }
    text
}

/// A number with four significant digits, in scientific notation if that is shorter.
pub fn number(value: f64) -> String {
    local(&english_number(value))
}

/// As [`number`], in English whatever this thread speaks.
pub fn english_number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    if size != 0.0 && !(1e-3..LONG).contains(&size) {
        return powered(&format!("{value:.2e}").replace('-', "−"));
    }
    let decimals =
        if size == 0.0 { 3 } else { (3.0 - size.log10().floor()).clamp(0.0, 6.0) as usize };
    if size < GROUPED {
        format!("{value:.decimals$}").replace('-', "−")
    } else {
        grouped_digits(value, if size < 1e5 { 5 } else { 4 })
    }
}

/// From here on, the digits of a number are grouped, and from here on it is in scientific notation.
const GROUPED: f64 = 1e4;
const LONG: f64 = 1e6;

/// A large number with so many significant digits, grouped.
fn grouped_digits(value: f64, significant: i32) -> String {
    let unit = 10_f64.powi((value.abs().log10().floor() as i32 + 1 - significant).max(0));
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}", grouped(((value.abs() / unit).round() * unit) as u64))
}

/// A number with this many decimals.
pub fn fixed(value: f64, decimals: usize) -> String {
    signed(&format!("{value:.decimals$}"))
}

/// A formatted number as people read it: with a true minus sign, the language's decimal mark, and a
/// power of ten.
pub fn signed(number: &str) -> String {
    local(&powered(&number.replace('-', "−")))
}

/// A number with three significant digits and a fixed width, for three of them in a row.
pub fn brief(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if !value.is_finite() => "–".to_owned(),
        _ if size != 0.0 && !(0.01..1e4).contains(&size) => format!("{value:.1e}"),
        _ if size < 10.0 => format!("{value:.3}"),
        _ => format!("{value:.*}", if size < 100.0 { 2 } else { 0 }),
    };
    format!("{:>7}", signed(&text))
}

/// Down to here, a short number is written out: time steps and accuracies are often a few ten
/// thousandths.
const SHORT: f64 = 1e-4;

/// A number with as few digits as needed: 0.0002, 0.5, 20, 200 000, 10⁷.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(SHORT..LONG).contains(&size) {
        return signed(&format!("{value:.0e}"));
    }
    if size >= GROUPED {
        return grouped_digits(value, if size < 1e5 { 5 } else { 2 });
    }
    let decimals = if size == 0.0 { 0.0 } else { (1.0 - size.log10().floor()).clamp(0.0, 5.0) };
    let text = format!("{value:.*}", decimals as usize);
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    signed(text)
}

/// A number rounded down to one digit, for advice.
pub fn one_digit(value: f64) -> String {
    if value == 0.0 {
        return short(0.0);
    }
    let unit = 10_f64.powf(value.log10().floor());
    short((value / unit).floor() * unit)
}

/// A time in the unit in which it is said.
pub fn duration(milliseconds: f64) -> String {
    match milliseconds / 1000.0 {
        seconds if seconds < 1.0 => t!("bodies-milliseconds", number = short(milliseconds)),
        seconds if seconds < 120.0 => t!("bodies-seconds", number = short(seconds)),
        seconds if seconds < 7200.0 => t!("bodies-minutes", number = short(seconds / 60.0)),
        seconds => t!("bodies-hours", number = short(seconds / 3600.0)),
    }
}

/// A rate with its SI prefix: 1.23 G.
pub fn prefixed(value: f64) -> String {
    let prefixes = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let (scale, prefix) =
        prefixes.into_iter().find(|(scale, _)| value >= *scale).unwrap_or((1.0, ""));
    let scaled = value / scale;
    let decimals = if scaled >= 100.0 {
        0
    } else if scaled >= 10.0 {
        1
    } else {
        2
    };
    format!("{}{NARROW}{prefix}", fixed(scaled, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{language, speak};

    #[test]
    fn numbers_are_short_and_of_one_width() {
        assert_eq!(grouped(16_384), "16\u{a0}384");
        assert_eq!(grouped(999), "999");
        assert_eq!(number(0.0), "0.000");
        assert_eq!(number(-1.5), "−1.500");
        assert_eq!(number(1.0e-5), "1.00·10⁻⁵");
        assert_eq!(prefixed(2.5e9), "2.50\u{a0}G");
        assert_eq!(number(f64::NAN), "–");
        // A person does not read a scale bar of 2e5 km.
        assert_eq!(
            [short(2e5), short(-38_000.0), short(123_456.0)],
            ["200\u{a0}000", "−38\u{a0}000", "120\u{a0}000"]
        );
        assert_eq!(
            [number(384_403.0), number(16_384.0), number(-99_999.6)],
            ["384\u{a0}400", "16\u{a0}384", "−100\u{a0}000"]
        );
        assert_eq!(
            [short(2e-4), short(-2.5e-4), short(1e-4), short(2e-5)],
            ["0.0002", "−0.00025", "0.0001", "2·10⁻⁵"]
        );
        assert_eq!([short(2e6), number(2.5e7), short(1.0 / 512.0)], ["2·10⁶", "2.50·10⁷", "0.002"]);
    }

    #[test]
    fn decimals_are_those_of_the_language_and_can_be_typed_back() {
        for code in ["de", "es", "fr"] {
            speak(language(code));
            let numbers =
                [number(-1.5), short(0.25), prefixed(2.5e9), brief(3.25).trim().to_owned()];
            assert_eq!(numbers, ["−1,500", "0,25", "2,50\u{a0}G", "3,250"], "{code}");
            assert_eq!(parsed(&number(-12.5)), Some(-12.5));
            for value in [2e-4, -1e-7, 1e12, -2.5e-9, 1e6] {
                assert_eq!(
                    [
                        parsed(&short(value)).map(|typed| (typed / value).round()),
                        parsed(&number(value))
                    ],
                    [Some(1.0), Some(value)]
                );
            }
            assert_eq!(
                written("0x3f8e5 at 2.0e-4 (1.5e+7), 4,096"),
                "0x3f8e5 at 2,0·10⁻⁴ (1,5·10⁷), 4\u{a0}096"
            );
            assert_eq!(local("2.8 GHz, version 1. At 0.5."), "2,8 GHz, version 1. At 0,5.");
            assert_eq!(local("1,048,576 bodies, 3,4"), "1\u{a0}048\u{a0}576 bodies, 3,4");
        }
        speak(None);
        assert_eq!(
            [local("2.8 GHz, 4,096"), written("2.8 GHz, 4,096")],
            ["2.8 GHz, 4,096", "2.8 GHz, 4\u{a0}096"]
        );
        assert_eq!([parsed("1e-3"), parsed("10⁻³"), parsed("ten")], [Some(1e-3), Some(1e-3), None]);
    }

    #[test]
    fn long_answers_are_grouped_as_the_language_does() {
        let told = || [50_172.0, -19_931_569.25, 1000.0, 0.05668, f64::INFINITY].map(exact);
        assert_eq!(told(), ["50,172", "-19,931,569.25", "1000", "0.05668", "inf"]);
        speak(language("de"));
        assert_eq!(told(), ["50\u{a0}172", "-19\u{a0}931\u{a0}569,25", "1000", "0,05668", "inf"]);
        speak(None);
    }

    #[test]
    fn numbers_in_single_precision_are_those_that_were_typed() {
        for number in [0.1, -0.7, 20.0, 1e-30, 3e38, 16_777_217.0] {
            assert_eq!(
                typed(number as f32),
                if number == 16_777_217.0 { 16_777_216.0 } else { number }
            );
        }
        assert!(typed(f32::NAN).is_nan() && typed(f32::INFINITY).is_infinite());
    }

    #[test]
    fn only_numbers_without_end_are_shortened() {
        let long = format!("invalid type: floating point `{}`, or -{}.", f64::MAX, 1e-30);
        assert_eq!(
            shortened(&long),
            "invalid type: floating point `1.7976931348623157e308`, or -1e-30."
        );
        for text in ["v1.2.3", "18446744073709551615", "a.png ...", "0.30000000000000004", ""] {
            assert_eq!(shortened(text), text);
        }
    }

    #[test]
    fn long_times_are_said_in_their_own_units() {
        for (milliseconds, words) in [
            (201.7, "202 ms"),
            (1500.0, "1.5 s"),
            (119e3, "119 s"),
            (600e3, "10 minutes"),
            (16_409e3, "4.6 hours"),
        ] {
            assert_eq!(duration(milliseconds), words);
        }
    }

    #[test]
    fn one_digit_is_rounded_down_and_nothing_stays_nothing() {
        for (value, words) in [
            (0.019, "0.01"),
            (2.9e-4, "0.0002"),
            (1e-4, "0.0001"),
            (3.7e-5, "3·10⁻⁵"),
            (0.0, short(0.0).as_str()),
        ] {
            assert_eq!(one_digit(value), words);
        }
        assert!(!one_digit(0.0).contains("NaN"));
    }
}
