//! Tables in text: a body per line.

use glam::DVec3;
use rayon::prelude::*;

use super::columns::{Columns, NAMES};
use super::contents::{Contents, Fault};
use super::measures::Measures;
use crate::physics::Body;
use crate::physics::initial::MAX_COUNT;
use crate::words::{Text, say, shortened};

/// Most wrong lines that are told by number.
const TOLD: usize = 6;
/// Most letters of a field that are quoted.
const QUOTED: usize = 24;

/// A line that says something, and its number from 1.
type Line<'a> = (usize, &'a str);

/// Reads a table.
///
/// # Errors
/// [`Fault`] with the lines that are wrong.
pub fn read(bytes: &[u8]) -> Result<Contents, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        Fault::of_line(line, say!("import-not-text"))
    })?;
    let (lines, comments) = lines(text.trim_start_matches('\u{feff}'));
    let Some(first) = lines.first() else { return Err(Fault::of_file(say!("import-empty"))) };
    let is_header = !fields(first.1).iter().all(|field| number(field).is_some());
    let columns = match is_header {
        true => Columns::named(&fields(first.1)).map_err(|message| Fault::of_line(first.0, message))?,
        false => without_header(first, &comments)?,
    };
    let rows = &lines[usize::from(is_header)..];
    if rows.is_empty() {
        return Err(Fault::of_file(say!("import-empty")));
    }
    if rows.len() > MAX_COUNT {
        return Err(Fault::of_file(say!("import-too-many", count = rows.len(), most = MAX_COUNT)));
    }
    let measures = match units(&comments)? {
        None => columns.measures.clone(),
        said => said,
    };
    Ok(Contents { bodies: bodies(rows, &columns)?, measures, unused: columns.unused })
}

/// The lines with something to read, without what follows `#`, and the comments before the first of them.
fn lines(text: &str) -> (Vec<Line<'_>>, Vec<Line<'_>>) {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let (mut lines, mut comments) = (Vec::new(), Vec::new());
    for (place, line) in text.split(end).enumerate() {
        let (said, comment) = line.split_once('#').map_or((line, None), |(said, comment)| (said, Some(comment)));
        // Tabs at the end separate empty fields.
        let said = said.trim_matches([' ', '\r']);
        if !said.trim().is_empty() {
            lines.push((place + 1, said));
        } else if let Some(comment) = comment.filter(|_| lines.is_empty()) {
            comments.push((place + 1, comment.trim()));
        }
    }
    (lines, comments)
}

/// The columns of a table that begins with numbers: a comment above may name them.
fn without_header(first: &Line, comments: &[Line]) -> Result<Columns, Fault> {
    let count = fields(first.1).len();
    let of_comment = comments.iter().rev().find_map(|(_, comment)| Columns::named(&fields(comment)).ok());
    match of_comment.filter(|columns| columns.fields == count) {
        Some(columns) => Ok(columns),
        None if count == NAMES.len() => Ok(Columns::usual()),
        None => Err(Fault::of_line(first.0, say!("import-no-header", count = count, all = NAMES.join(", ")))),
    }
}

/// What a comment says about units, such as `units: pc km/s Msun`.
fn units(comments: &[Line]) -> Result<Option<Measures>, Fault> {
    for (line, comment) in comments {
        let Some((word, units)) = comment.split_once([':', '=']) else { continue };
        if !["unit", "units"].contains(&word.trim().to_lowercase().as_str()) {
            continue;
        }
        let units = units.trim();
        let measures = units.parse().map_err(|()| Fault::of_line(*line, say!("import-units", units = quoted(units))));
        return measures.map(Some);
    }
    Ok(None)
}

/// What separates the fields of a line like this one: a sign, or space.
fn separator(line: &str) -> Option<char> {
    let is_tab = || line.split('\t').count() >= NAMES.len();
    [';', ','].into_iter().find(|sign| line.contains(*sign)).or_else(|| is_tab().then_some('\t'))
}

/// The fields of a header or of the first line. A unit in brackets belongs to the name before it.
fn fields(line: &str) -> Vec<String> {
    let mut fields = Vec::new();
    split(line, separator(line), &mut fields);
    if fields.last().is_some_and(|field| field.is_empty()) {
        fields.pop();
    }
    let mut all: Vec<String> = Vec::new();
    let mut is_open = false;
    for field in fields {
        let is_unit = is_open || field.starts_with(['[', '(']);
        match all.last_mut().filter(|_| is_unit) {
            Some(name) => *name += &format!(" {field}"),
            None => all.push(field.to_owned()),
        }
        is_open = (is_open || field.contains(['[', '('])) && !field.contains([']', ')']);
    }
    all
}

/// Splits a line into its fields. Quotes around a field may hold the separator.
fn split<'a>(line: &'a str, separator: Option<char>, fields: &mut Vec<&'a str>) {
    fields.clear();
    let Some(sign) = separator else { return fields.extend(line.split_whitespace()) };
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

/// A number as programs write it: also with Fortran's exponent `1.5D-3`, or with a decimal comma.
fn number(field: &str) -> Option<f64> {
    if let Ok(number) = field.parse() {
        return Some(number);
    }
    let is_number = field.starts_with(|letter: char| letter.is_ascii_digit() || ['+', '-', '.', ','].contains(&letter));
    let plain = || field.replace(['D', 'd'], "e").replace(',', ".");
    is_number.then(plain).and_then(|plain| plain.parse().ok())
}

fn quoted(field: &str) -> String {
    let letters: String = field.chars().take(QUOTED).collect();
    shortened(&letters) + if letters.len() < field.len() { "…" } else { "" }
}

/// The bodies of all lines.
fn bodies(rows: &[Line], columns: &Columns) -> Result<Vec<Body>, Fault> {
    let separator = separator(rows[0].1);
    let found: Vec<_> = rows
        .par_iter()
        .map_init(Vec::new, |fields, (_, line)| {
            split(line, separator, fields);
            body(fields, columns)
        })
        .collect();
    let wrong = || rows.iter().zip(&found).filter_map(|((line, _), body)| Some((*line, body.as_ref().err()?)));
    match wrong().next() {
        None => Ok(found.into_iter().flatten().collect()),
        Some((_, message)) => {
            let lines = wrong().take(TOLD).map(|(line, _)| line).collect();
            Err(Fault { lines, count: wrong().count(), message: message.clone() })
        }
    }
}

/// The body in the fields of a line.
fn body(fields: &[&str], columns: &Columns) -> Result<Body, Text> {
    let is_padded = fields.len() == columns.fields + 1 && fields.last().is_some_and(|field| field.is_empty());
    if fields.len() != columns.fields && !is_padded {
        return Err(say!("import-fields", count = fields.len(), wanted = columns.fields));
    }
    let mut values = [0.0; NAMES.len()];
    for ((value, place), column) in values.iter_mut().zip(columns.places).zip(NAMES) {
        let field = fields[place];
        *value = number(field).ok_or_else(|| say!("import-not-number", field = quoted(field), column = column))?;
        if !value.is_finite() {
            return Err(say!("import-not-finite", field = quoted(field), column = column));
        }
    }
    let [x, y, z, u, v, w, mass] = values;
    if mass < 0.0 {
        return Err(say!("import-negative", field = quoted(fields[columns.places[6]])));
    }
    Ok(Body { position: DVec3::new(x, y, z), velocity: DVec3::new(u, v, w), mass, component: 0 })
}
