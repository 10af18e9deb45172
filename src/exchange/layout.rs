//! How a table is written: what separates its fields and decimals, where its header is, and where
//! its bodies begin.
//!
//! One line alone decides nothing: the separator is the one by which most of the first lines are
//! lines of numbers, the header is found by the names in it, and the sign before decimals by what
//! it cannot be otherwise.

use rayon::prelude::*;

use super::columns::{self, Columns, NAMES, NONE};
use super::contents::{Doubt, Fault, Question, quoted};
use super::measures::Measures;
use super::number::{Mark, has_decimal_comma, is_like_number};
use crate::words::{Text, say};

/// Lines in which a header and the first body are looked for.
pub const HEAD: usize = 64;
/// Letters that separate fields, in the order of preference; without one, blanks do.
const SEPARATORS: [Option<char>; 4] = [Some(';'), Some('\t'), Some(','), None];
/// Signs about a comment that are no part of it, as in `## x y z`.
const SIGNS: &str = "#%!/";

/// A line that says something.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    pub text: &'a str,
}

/// The lines of a file.
#[derive(Debug, Default)]
pub struct Lines<'a> {
    /// Those that are no comments.
    pub said: Vec<Line<'a>>,
    /// The comments among the first lines, and later ones about units.
    pub comments: Vec<Line<'a>>,
    /// The places in `said` before which blank lines or comments stand.
    pub gaps: Vec<usize>,
    /// Those of them where a comment says when, as in `t = 0.5`.
    pub times: Vec<usize>,
}

/// How a table is written.
#[derive(Debug)]
pub struct Layout {
    pub separator: Option<char>,
    pub mark: Mark,
    pub columns: Columns,
    /// Whether a header names the columns, or the user.
    pub is_named: bool,
    /// Where the lines of bodies begin among those that are no comments.
    pub first: usize,
    /// How many lines before the header are left out.
    pub preamble: usize,
    pub doubts: Vec<Doubt>,
}

impl<'a> Line<'a> {
    /// All its fields.
    pub fn fields(&self, separator: Option<char>) -> Vec<&'a str> {
        let mut fields = Vec::new();
        split(self.text, separator, &mut fields);
        fields
    }
}

impl<'a> Lines<'a> {
    /// The lines of a text.
    pub fn from_text(text: &'a str) -> Self {
        let end = if text.contains('\n') { '\n' } else { '\r' };
        let mut lines = Self::default();
        for (place, line) in text.split(end).enumerate() {
            let (said, comment) = parts(line);
            let comment = comment.map(|comment| {
                comment
                    .trim_matches(|letter: char| letter.is_whitespace() || SIGNS.contains(letter))
            });
            let number = place + 1;
            // Tabs at the end separate empty fields.
            let said = said.trim_matches([' ', '\r']);
            if !said.trim().is_empty() && !is_rule(said) {
                lines.said.push(Line { number, text: said });
                continue;
            }
            // Units may be said anywhere.
            let is_of_units = |comment: &str| {
                comment.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("unit"))
            };
            if lines.comments.len() < HEAD
                && (lines.said.len() < HEAD || comment.is_some_and(is_of_units))
            {
                lines.comments.extend(comment.map(|text| Line { number, text }));
            }
            let place = lines.said.len();
            for (places, is_one) in
                [(&mut lines.gaps, true), (&mut lines.times, comment.is_some_and(says_when))]
            {
                if is_one && place > 0 && places.last() != Some(&place) {
                    places.push(place);
                }
            }
        }
        for places in [&mut lines.gaps, &mut lines.times] {
            places.pop_if(|place| *place == lines.said.len());
        }
        lines
    }
}

/// Whether a comment says when, as in `t = 0.5` or `Snapshot 3`.
fn says_when(comment: &str) -> bool {
    let mut words = comment.split(|letter: char| !letter.is_alphanumeric());
    comment.contains(|letter: char| letter.is_ascii_digit())
        && words.any(|word| columns::is_time(&word.to_lowercase()))
}

/// What a line says, and its comment. A `#` within a word, as in `1.#INF`, begins none, nor does
/// one in quotes.
fn parts(line: &str) -> (&str, Option<&str>) {
    let start = line.trim_start();
    if let Some(comment) = ["%", "!", "//"].iter().find_map(|sign| start.strip_prefix(sign)) {
        return ("", Some(comment));
    }
    if !line.contains('#') {
        return (line, None);
    }
    let mut is_quoted = false;
    let mut last = ' ';
    for (at, letter) in line.char_indices() {
        is_quoted ^= letter == '"';
        if letter == '#' && !is_quoted && matches!(last, ' ' | '\t' | ',' | ';' | '\u{feff}') {
            return (&line[..at], Some(&line[at + 1..]));
        }
        last = letter;
    }
    (line, None)
}

/// Whether a line is a rule under a header.
fn is_rule(line: &str) -> bool {
    line.len() > 2 && line.chars().all(|letter| matches!(letter, '-' | '=' | '_' | '+' | '|' | ' '))
}

/// The fields of a header or of one of the first lines. A unit in brackets belongs to the name
/// before it.
pub fn fields(line: &str, separator: Option<char>) -> Vec<String> {
    let mut fields = Vec::new();
    split(line, separator, &mut fields);
    while fields.last().is_some_and(|field| field.is_empty()) {
        fields.pop();
    }
    let mut all: Vec<String> = Vec::new();
    let mut is_open = false;
    for field in fields {
        let is_unit = is_open || field.starts_with(['[', '(']) && separator.is_none();
        match all.last_mut().filter(|_| is_unit) {
            Some(name) => *name += &format!(" {field}"),
            None => all.push(field.to_owned()),
        }
        is_open = (is_open || field.contains(['[', '('])) && !field.contains([']', ')']);
    }
    all
}

/// Splits a line into its fields. Quotes around a field may hold the separator.
pub fn split<'a>(line: &'a str, separator: Option<char>, fields: &mut Vec<&'a str>) {
    fields.clear();
    let Some(sign) = separator else {
        return fields.extend(line.split_whitespace().map(|field| field.trim_matches('"')));
    };
    if !line.contains('"') {
        return fields.extend(line.split(sign).map(str::trim));
    }
    let mut is_quoted = false;
    let parts = line.split(|letter: char| {
        is_quoted ^= letter == '"';
        letter == sign && !is_quoted
    });
    fields.extend(parts.map(|field| field.trim().trim_matches('"').trim()));
}

/// Whether a text begins as a table does: one of its first lines has enough numbers for a body, and
/// no signs of settings or lists.
pub fn begins(text: &str) -> bool {
    let lines = Lines::from_text(text.trim_start_matches('\u{feff}'));
    let is_of_bodies = |line: &Line| {
        let holds = |separator: &Option<char>| {
            let [numbers, fields] = numbers(line.text, *separator);
            numbers >= NAMES.len() && 2 * numbers >= fields
        };
        !line.text.contains(['=', '[', '{']) && SEPARATORS.iter().any(holds)
    };
    lines.said.iter().take(HEAD).any(is_of_bodies)
}

/// How many fields of a line are like numbers, and how many there are.
fn numbers(line: &str, separator: Option<char>) -> [usize; 2] {
    let fields = fields(line, separator);
    [fields.iter().filter(|field| is_like_number(field)).count(), fields.len()]
}

/// What separates fields: that by which most of the first lines are those of bodies with equally
/// many fields, or name columns; or else that which makes most fields of the first line.
fn separator(lines: &Lines) -> Option<char> {
    let head = &lines.said[..lines.said.len().min(HEAD)];
    let score = |separator: &Option<char>| {
        let of_bodies = head.iter().filter(|line| numbers(line.text, *separator)[0] >= NAMES.len());
        let mut counts: Vec<usize> = of_bodies.map(|line| line.fields(*separator).len()).collect();
        counts.sort_unstable();
        let bodies = counts.chunk_by(usize::eq).map(<[usize]>::len).max().unwrap_or(0);
        let has_header =
            head.iter().any(|line| Columns::named(&fields(line.text, *separator)).is_ok());
        let is_unknown = bodies == 0 && !has_header;
        let parts = head
            .first()
            .filter(|_| is_unknown)
            .map_or(0, |line| fields(line.text, *separator).len());
        (bodies, has_header, parts)
    };
    // The first of equals.
    SEPARATORS.into_iter().rev().max_by_key(score).flatten()
}

/// The sign before decimals: a comma if some field says so.
fn mark(rows: &[Line], separator: Option<char>) -> Mark {
    let says_so = |line: &Line| {
        let may_say =
            line.text.contains(',') && (separator != Some(',') || line.text.contains('"'));
        may_say && line.fields(separator).into_iter().any(has_decimal_comma)
    };
    if rows.par_iter().any(says_so) { Mark::Comma } else { Mark::Point }
}

/// Finds out how a table is written. `given` are the columns' names if the user gives them.
///
/// # Errors
/// [`Fault`] if its columns cannot be told.
pub fn of(lines: &Lines, given: Option<&[String]>) -> Result<(Layout, Option<Measures>), Fault> {
    let separator = separator(lines);
    let said = &lines.said[..];
    // The first line of bodies: only names and titles stand before it.
    let head = &said[..said.len().min(HEAD)];
    let counts: Vec<_> = head.iter().map(|line| numbers(line.text, separator)).collect();
    let body = counts.iter().position(|[numbers, _]| *numbers >= NAMES.len());
    let header = if given.is_some() { None } else { header(lines, body, separator) };
    // A line with fewer numbers than words before that is no body.
    let is_text =
        |place: usize| counts.get(place).is_some_and(|[numbers, fields]| 2 * numbers < *fields);
    let start = (0..body.unwrap_or(0)).take_while(|place| is_text(*place)).count();
    let (columns, is_named, first, preamble, doubt) = match (given, header) {
        (Some(names), _) => (Columns::named(names).map_err(Fault::of_file)?, true, start, 0, None),
        (None, Some(header)) => (header.columns, true, header.next, header.before, None),
        (None, None) if is_text(0) => {
            return Err(unnamed(&said[..body.unwrap_or(head.len())], separator));
        }
        (None, None) => {
            let (columns, reason) = guessed(&said[0], separator)?;
            (
                columns,
                false,
                0,
                0,
                reason.or_else(|| named_otherwise(&lines.comments, said[0].number)),
            )
        }
    };
    let units = units_below(lines, first, separator, &columns);
    let first = first + usize::from(units.as_ref().is_some_and(|(_, is_line)| *is_line));
    let measures = match (columns.measures.clone(), units.map(|(units, _)| units)) {
        (Some(one), Some(other)) if one != other => {
            return Err(Fault::of_file(say!("import-units-mixed")));
        }
        (one, other) => one.or(other),
    };
    let mark = mark(&said[first.min(said.len())..], separator);
    let doubts =
        doubt.into_iter().map(|reason| Doubt { question: Question::Columns, reason }).collect();
    Ok((Layout { separator, mark, columns, is_named, first, preamble, doubts }, measures))
}

/// A header.
struct Header {
    columns: Columns,
    /// Where the lines behind it begin.
    next: usize,
    /// How many lines that are no comments stand before it.
    before: usize,
}

/// The last line or comment before the first body that names all columns.
fn header(lines: &Lines, body: Option<usize>, separator: Option<char>) -> Option<Header> {
    let end = body.unwrap_or(lines.said.len().min(HEAD));
    let of_line = lines.said[..end].iter().enumerate().rev().find_map(|(place, line)| {
        let columns = Columns::named(&fields(line.text, separator)).ok()?;
        Some((line.number, Header { columns, next: place + 1, before: place }))
    });
    let limit = body.map_or(usize::MAX, |body| lines.said[body].number);
    let wanted = body.map(|body| fields(lines.said[body].text, separator).len());
    let of_comment =
        lines.comments.iter().rev().filter(|comment| comment.number < limit).find_map(|comment| {
            // Behind a label, as in `Format: x, y, z`, too.
            let texts = [Some(comment.text), comment.text.split_once(':').map(|(_, names)| names)];
            let ways = texts
                .into_iter()
                .flatten()
                .flat_map(|text| SEPARATORS.map(|separator| (text, separator)));
            let mut named =
                ways.filter_map(|(text, separator)| Columns::named(&fields(text, separator)).ok());
            let first = named.next()?;
            let is_wanted =
                |columns: &Columns| wanted.is_none_or(|wanted| columns.fields() == wanted);
            let columns =
                if is_wanted(&first) { first } else { named.find(is_wanted).unwrap_or(first) };
            let before = lines.said.iter().take_while(|line| line.number < comment.number).count();
            Some((comment.number, Header { columns, next: before, before }))
        });
    of_line
        .into_iter()
        .chain(of_comment)
        .max_by_key(|(number, _)| *number)
        .map(|(_, header)| header)
}

/// What is wrong with lines before the first body, none of which names all columns.
fn unnamed(lines: &[Line], separator: Option<char>) -> Fault {
    let named = |line: &Line| {
        fields(line.text, separator).iter().filter(|name| columns::is_column(name)).count()
    };
    // The first of those that name most.
    let Some(line) = lines.iter().rev().max_by_key(|line| named(line)) else {
        return Fault::of_file(say!("import-empty"));
    };
    let fields = fields(line.text, separator);
    let why = Columns::named(&fields).err().unwrap_or_default();
    if named(line) > 2 {
        return Fault::of_line(line.number, why);
    }
    Fault::of_line(
        line.number,
        say!("import-not-header", names = quoted(&fields.join(", ")), why = why),
    )
}

/// The columns of a table without a header, and why they are in doubt.
fn guessed(line: &Line, separator: Option<char>) -> Result<(Columns, Option<Text>), Fault> {
    let fields = fields(line.text, separator);
    let count = fields.len();
    if count == NAMES.len() {
        return Ok((Columns::unnamed(&NAMES), None));
    }
    let all = NAMES.join(", ");
    let is_number = |field: &String| is_like_number(field);
    let spare = fields.iter().filter(|field| is_number(field)).count().checked_sub(NAMES.len());
    let Some(spare) = spare else {
        return Err(Fault::of_line(
            line.number,
            say!("import-no-header", count = count, all = all),
        ));
    };
    // Numbers and times of bodies stand before them as a rule.
    let mut names = NAMES.iter();
    let mut left_out = spare;
    let guess = fields.iter().map(|field| match is_number(field) && left_out == 0 {
        true => names.next().copied().unwrap_or(NONE),
        false => {
            left_out = left_out.saturating_sub(usize::from(is_number(field)));
            NONE
        }
    });
    let guess: Vec<&str> = guess.collect();
    Ok((
        Columns::unnamed(&guess),
        Some(say!("import-doubt-no-header", count = count, guess = guess.join(","))),
    ))
}

/// Why columns are in doubt that comments before the line `end` seem to name, but in no way that is
/// understood.
fn named_otherwise(comments: &[Line], end: usize) -> Option<Text> {
    let before = || comments.iter().filter(|comment| comment.number < end);
    let words = || {
        before().flat_map(|comment| {
            comment.text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        })
    };
    let mut columns: Vec<usize> = words().filter_map(columns::column).collect();
    columns.dedup();
    let is_usual = columns.iter().copied().eq(0..NAMES.len());
    columns.sort_unstable();
    columns.dedup();
    // Quantities as a whole, by the first word for each.
    let firsts = [0, 1, 2]
        .map(|quantity| words().position(|word| columns::quantity(word) == Some(quantity)));
    let is_other = firsts.iter().all(Option::is_some) && !firsts.is_sorted();
    let line = before().next().map(|comment| comment.number)?;
    (columns.len() > 2 && !is_usual || is_other).then(|| say!("import-doubt-names", line = line))
}

/// Units in the line or comment behind a header, and whether it is a line.
fn units_below(
    lines: &Lines,
    first: usize,
    separator: Option<char>,
    columns: &Columns,
) -> Option<(Measures, bool)> {
    let of_line =
        lines.said.get(first).and_then(|line| columns.units(&fields(line.text, separator)));
    let of_comment = || {
        lines.comments.iter().find_map(|comment| columns.units(&fields(comment.text, separator)))
    };
    of_line.map(|units| (units, true)).or_else(|| of_comment().map(|units| (units, false)))
}
