//! Columns made of datasets, of any number of files.

use std::ops::Range;
use std::path::Path;

use super::book::{Book, PIECE};
use super::cells;
use super::regions::Region;
use crate::exchange::snapshots::error::Error;
use crate::exchange::snapshots::header::{Column, Header};
use crate::exchange::snapshots::laid::{no_column, pick, put_first, room, small};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::reader::Reader;
use crate::exchange::snapshots::values::Values;

/// A piece of a column.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The rows it holds.
    pub rows: Range<u64>,
    /// The first component it holds.
    pub component: usize,
    pub place: Place,
}

/// Where the values of a piece are.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A dataset of `width` numbers a row, in a file.
    Dataset { book: usize, name: String, width: usize },
    /// A dataset of types, each with one value; types count from 1.
    Table { book: usize, name: String, table: Vec<f64> },
    /// The same number for all.
    Constant(f64),
}

/// Columns with their parts, while a file is looked through.
#[derive(Default)]
pub(super) struct Draft {
    pub columns: Vec<Column>,
    pub parts: Vec<Vec<Part>>,
}

impl Draft {
    /// Appends a part to a column, which the first part that names it makes.
    pub fn push(&mut self, column: &Column, part: Part) {
        let index = self.columns.iter().position(|c| c.name == column.name);
        let index = index.unwrap_or_else(|| {
            self.columns.push(Column { groups: Vec::new(), ..column.clone() });
            self.parts.push(Vec::new());
            self.columns.len() - 1
        });
        if let (Some(held), Some(parts)) = (self.columns.get_mut(index), self.parts.get_mut(index))
            && held.components == column.components
        {
            let new = column.groups.iter().filter(|g| !held.groups.contains(g)).cloned();
            let new: Vec<String> = new.collect();
            held.groups.extend(new);
            parts.push(part);
        }
    }
}

/// A reader of columns in datasets.
pub(super) struct Columns {
    header: Header,
    books: Vec<Book>,
    moments: Vec<Vec<Vec<Part>>>,
    regions: Vec<Region>,
}

impl Columns {
    /// The same reader with an index of regions that covers all bodies.
    pub fn with_regions(mut self, regions: Vec<Region>) -> Self {
        self.regions = regions;
        self.regions.sort_by_key(|region| region.rows.start);
        self
    }

    /// Puts positions first; fails if there are none.
    pub fn new(
        mut header: Header,
        books: Vec<Book>,
        mut moments: Vec<Vec<Vec<Part>>>,
    ) -> Result<Self, Error> {
        put_first(&mut header, &mut moments);
        if header.columns.first().is_none_or(|c| c.name != names::POSITION) {
            let path = books.first().map(|book| book.path.clone()).unwrap_or_default();
            let what = "no dataset of positions; the file may hold no bodies".into();
            return Err(Error::Dataset { path, name: "bodies".into(), what });
        }
        let all: Vec<&String> =
            header.moments.iter().flat_map(|m| &m.groups).map(|group| &group.name).collect();
        for column in &mut header.columns {
            if all.iter().all(|name| column.groups.contains(name)) {
                column.groups.clear();
            }
        }
        Ok(Self { header, books, moments, regions: Vec::new() })
    }
}

impl Reader for Columns {
    fn header(&self) -> &Header {
        &self.header
    }

    fn read(&mut self, moment: usize, column: &str, rows: Range<u64>) -> Result<Values, Error> {
        let path = self.books.first().map_or(Path::new(""), |book| &book.path);
        let (index, found) = pick(path, &self.header, moment, column, &rows)?;
        let parts = self.moments.get(moment).and_then(|columns| columns.get(index));
        let Some(parts) = parts.filter(|parts| !parts.is_empty()) else {
            return Err(no_column(path, moment, column));
        };
        let step = found.components;
        let mut values = room(path, found.scalar, &rows, step)?;
        for part in parts {
            let common = part.rows.start.max(rows.start)..part.rows.end.min(rows.end);
            if common.start < common.end {
                let first = small(common.start - rows.start).saturating_mul(step);
                let within = common.start - part.rows.start..common.end - part.rows.start;
                self.fill(part, within, (first, step), &mut values)?;
            }
        }
        Ok(values)
    }

    fn rows_within(&self, moment: usize, low: [f64; 3], high: [f64; 3]) -> Vec<Range<u64>> {
        if self.regions.is_empty() {
            let bodies = self.header.moments.get(moment).map(|moment| 0..moment.bodies);
            return bodies.into_iter().collect();
        }
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for region in self.regions.iter().filter(|region| region.touches(low, high)) {
            match ranges.last_mut().filter(|last| last.end == region.rows.start) {
                Some(last) => last.end = region.rows.end,
                None => ranges.push(region.rows.clone()),
            }
        }
        ranges
    }
}

impl Columns {
    /// Reads rows of a part into a column from `first`, `step` values a row.
    fn fill(
        &self,
        part: &Part,
        rows: Range<u64>,
        (first, step): (usize, usize),
        values: &mut Values,
    ) -> Result<(), Error> {
        let (book, name, width, table) = match &part.place {
            Place::Constant(value) => {
                let count = small(rows.end - rows.start).saturating_mul(step);
                values.set(first..first.saturating_add(count), *value);
                return Ok(());
            }
            Place::Dataset { book, name, width } => (book, name, *width, None),
            Place::Table { book, name, table } => (book, name, 1, Some(table)),
        };
        let Some(book) = self.books.get(*book) else { return Ok(()) };
        let dataset = book.dataset(name)?;
        let Some(shape) = book.shape(name)? else {
            return Err(book.error(name, "it holds no numbers"));
        };
        let row = shape.form.size().saturating_mul(width).max(1);
        let block = (PIECE / row).max(1) as u64;
        let mut at = rows.start;
        while at < rows.end {
            let end = rows.end.min(at.saturating_add(block));
            let mut bytes = cells::bytes(&dataset, at..end, width, shape.form.size())
                .map_err(|cause| book.error(name, cause))?;
            let mut form = shape.form;
            if let Some(table) = table {
                let mut types = vec![0.0; small(end - at)];
                form.decode(&bytes, &mut types);
                bytes = types.iter().flat_map(|&t| entry(table, t).to_le_bytes()).collect();
                form = cells::WIDE;
            }
            let start = first
                .saturating_add(small(at - rows.start).saturating_mul(step))
                .saturating_add(part.component);
            form.scatter(&bytes, values, (start, step, width));
            at = end;
        }
        Ok(())
    }
}

/// The value of a type that counts from 1; below 0 are bodies at rest for a while.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn entry(table: &[f64], kind: f64) -> f64 {
    let kind = kind.abs();
    let index = if kind >= 1.0 { kind as usize - 1 } else { usize::MAX };
    table.get(index).copied().unwrap_or(f64::NAN)
}
