//! Signs that the columns of a table without a header are not in the usual order.

use super::columns::{Columns, NAMES, NONE, Row};
use super::contents::{Doubt, Question};
use super::moments;
use crate::words::{Text, say};

/// Masses first, as several programs write them.
pub const MASS_FIRST: [&str; 7] = ["m", "x", "y", "z", "vx", "vy", "vz"];
/// From so many lines on, a first column that only increases is not that of coordinates by chance.
const MANY: usize = 8;
/// How far the steps of a column may differ to be equal.
const EQUAL: f64 = 1e-6;

/// Looks for signs that the first of seven columns is not x or the last not the mass. If it seems
/// to be the mass, `rows` and `columns` follow that order.
pub fn check(rows: &mut [Row], columns: &mut Columns) -> Option<Doubt> {
    let reason = sign(rows)?;
    let is_mass = rows.iter().all(|row| row[0] >= 0.0)
        && rows.iter().any(|row| row[0] > 0.0)
        && !increases(rows)
        && !repeats(rows);
    if is_mass {
        rows.iter_mut().for_each(|row| row.rotate_left(1));
        *columns = Columns::unnamed(&MASS_FIRST);
    } else {
        // Bodies have no negative mass, whatever this column is.
        rows.iter_mut().for_each(|row| row[6] = row[6].max(0.0));
    }
    Some(Doubt { question: Question::Columns, reason })
}

/// What speaks against the usual order.
fn sign(rows: &[Row]) -> Option<Text> {
    let mass = |row: &Row| row[6];
    if rows.iter().any(|row| mass(row) < 0.0) {
        return Some(say!("import-doubt-negative"));
    }
    if rows.iter().all(|row| mass(row) == 0.0) {
        return Some(say!("import-doubt-massless"));
    }
    let is_one_place = rows.iter().all(|row| row[..3] == rows[0][..3]);
    if rows.len() > 1 && !is_one_place && rows.iter().all(|row| row[0] == rows[0][0]) {
        return Some(say!("import-doubt-constant"));
    }
    // A cluster sorted by x has equal masses as a rule.
    let are_equal = rows.iter().all(|row| mass(row) == mass(&rows[0]));
    (increases(rows) && !are_equal || repeats(rows)).then(|| say!("import-doubt-increasing"))
}

/// Whether the first column only increases, by equal steps or over many lines.
fn increases(rows: &[Row]) -> bool {
    let steps = || rows.windows(2).map(|pair| pair[1][0] - pair[0][0]);
    let Some(first) = steps().next().filter(|step| *step > 0.0) else { return false };
    let is_equal = || steps().all(|step| (step - first).abs() <= EQUAL * first);
    rows.len() > 2 && steps().all(|step| step > 0.0) && (rows.len() >= MANY || is_equal())
}

/// Whether the first column is one of moments.
fn repeats(rows: &[Row]) -> bool {
    moments::steps(&rows.iter().map(|row| row[0]).collect::<Vec<_>>()).is_some()
}

/// Orders of columns that tables without a header have, for lines of `fields` fields.
pub fn usual(fields: usize) -> Vec<Vec<&'static str>> {
    let spare = vec![NONE; fields.saturating_sub(NAMES.len())];
    let mut all: Vec<Vec<&str>> = [NAMES, MASS_FIRST]
        .into_iter()
        .flat_map(|order| [[&spare[..], &order].concat(), [&order, &spare[..]].concat()])
        .collect();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(first: &[f64], last: &[f64]) -> Vec<Row> {
        let row = |(place, (first, last)): (usize, (&f64, &f64))| {
            [*first, place as f64, first * 2.0, 0.0, 0.0, 0.0, *last]
        };
        first.iter().zip(last).enumerate().map(row).collect()
    }

    #[test]
    fn signs_of_another_order_are_seen_and_coordinates_raise_no_doubt() {
        let is_doubtful = |first: &[f64], last: &[f64]| {
            let (mut rows, mut columns) = (rows(first, last), Columns::unnamed(&NAMES));
            check(&mut rows, &mut columns).map(|_| columns.places[0] == 1)
        };
        // Masses first: constant, or with velocities in place of masses.
        assert_eq!(is_doubtful(&[1.0, 1.0, 1.0], &[0.1, 0.2, 0.3]), Some(true));
        assert_eq!(is_doubtful(&[1.0, 0.5, 0.1], &[0.1, -0.2, 0.3]), Some(true));
        assert_eq!(is_doubtful(&[1.0, 1e-3], &[0.0, 0.0]), Some(true));
        // Times, steps or numbers first.
        assert_eq!(is_doubtful(&[0.0, 0.1, 0.2], &[0.1, 0.2, 0.3]), Some(false));
        assert_eq!(is_doubtful(&[0.0, 0.0, 1.0, 1.0], &[1.0, 1.0, 1.0, 1.0]), Some(false));
        let adaptive = [0.0, 0.1, 0.25, 0.3, 0.5, 0.6, 0.8, 0.85];
        assert_eq!(is_doubtful(&adaptive, &[0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2]), Some(false));
        // Planets along an axis, equal masses along a line, a pair, one body.
        assert_eq!(
            is_doubtful(&[0.0, 0.39, 0.72, 1.0, 1.52], &[1.0, 1.7e-7, 2.4e-6, 3e-6, 3e-7]),
            None
        );
        assert_eq!(is_doubtful(&[0.0, 1.0, 2.0, 3.0], &[1.0; 4]), None);
        assert_eq!(is_doubtful(&[-0.5, 0.5], &[1.0, 1.0]), None);
        assert_eq!(is_doubtful(&[3.0], &[1.0]), None);
        let mut same = [[1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 2.0]; 2];
        assert_eq!(check(&mut same, &mut Columns::unnamed(&NAMES)), None, "both at one place");
    }
}
