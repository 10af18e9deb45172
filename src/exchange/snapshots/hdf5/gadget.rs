//! The family of Gadget: `Header`, and `PartType0` and so on with datasets of the same rows.

use super::book::{Book, Shape};
use super::columns::{Columns, Draft, Part, Place};
use super::dimensions::standard;
use super::parts;
use super::regions;
use super::scales::Scales;
use crate::exchange::snapshots::error::Error;
use crate::exchange::snapshots::header::{Column, Header, Moment, Scalar, Unit};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::reader::Reader;

/// More types than any program has.
const MAX_TYPES: usize = 16;
const MAX_NOTES: usize = 64;

/// Names of SWIFT's types.
const SWIFT: [&str; 7] =
    ["gas", "dark", "dark background", "sink", "star", "black hole", "neutrino"];

pub(super) fn open(book: Book) -> Result<Box<dyn Reader>, Error> {
    let scales = Scales::read(&book);
    let mut notes = scales.notes();
    let mut header = describe(&book, &scales);
    let books = parts::gather(book, &mut notes)?;
    let counts = books.iter().map(|book| counts(book, &mut notes));
    let counts: Vec<Vec<u64>> = counts.collect::<Result<_, Error>>()?;
    let kinds = counts.iter().map(Vec::len).max().unwrap_or(0);
    let total =
        |t: usize| counts.iter().filter_map(|c| c.get(t)).fold(0_u64, |n, &m| n.saturating_add(m));
    let holes = books.iter().any(|book| {
        let fifth = book.datasets("PartType5").unwrap_or_default();
        fifth.iter().any(|name| name.starts_with("BH_"))
    });
    let names: Vec<String> = (0..kinds).map(|t| name(t, scales.swift, holes)).collect();
    let groups: Vec<(&str, u64)> =
        names.iter().enumerate().map(|(t, name)| (name.as_str(), total(t))).collect();
    let mut moment = Moment { time: scales.time, ..Moment::from_counts(&groups) };
    if scales.comoving {
        (moment.expansion, moment.redshift) = (Some(scales.expansion), scales.redshift);
        moment.cosmology = scales.cosmology;
    }
    let (mut draft, mut index_of_cells) = (Draft::default(), Vec::new());
    let mut next = Vec::new();
    (0..kinds).fold(0_u64, |row, t| {
        next.push(row);
        row.saturating_add(total(t))
    });
    for (index, (book, counts)) in books.iter().zip(&counts).enumerate() {
        for (t, &count) in counts.iter().enumerate().filter(|c| *c.1 > 0) {
            let rows = next[t]..next[t].saturating_add(count);
            next[t] = rows.end;
            index_of_cells.extend(regions::read(book, index, t, &rows));
            let kind = Kind { index, book, t, name: &names[t], rows, scales: &scales };
            kind.gather(&mut draft, &mut notes)?;
        }
    }
    if books.len() > 1 {
        header.format = format!("{}, {} parts", header.format, books.len());
    }
    let si = |name| draft.columns.iter().find(|c| c.name == name).and_then(|c| c.si);
    let units = &mut header.units;
    units.length = si(names::POSITION).or(units.length);
    units.velocity = si(names::VELOCITY).or(units.velocity);
    units.mass = si(names::MASS).or(units.mass);
    (header.moments, header.notes, header.columns) = (vec![moment], notes, draft.columns);
    let reader = Columns::new(header, books, vec![draft.parts])?;
    // An index that leaves bodies out would lose them.
    let covered = index_of_cells
        .iter()
        .fold(0_u64, |n, region| n.saturating_add(region.rows.end - region.rows.start));
    if covered != reader.header().moments.first().map_or(0, |moment| moment.bodies) {
        index_of_cells.clear();
    }
    Ok(Box::new(reader.with_regions(index_of_cells)))
}

/// The name of a type; with `holes`, the fifth is black holes.
fn name(t: usize, swift: bool, holes: bool) -> String {
    let table: &[&str] = if swift { &SWIFT } else { &names::GADGET };
    let known = if t == 5 && holes { Some(&"black hole") } else { table.get(t) };
    known.map_or_else(|| format!("type {t}"), |name| (*name).to_owned())
}

/// Bodies by type in one file; types without positions, as Arepo's tracers, count as none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn counts(book: &Book, notes: &mut Vec<String>) -> Result<Vec<u64>, Error> {
    let place = "Header/NumPart_ThisFile";
    let Some(counts) = book.numbers("Header", "NumPart_ThisFile") else {
        return Err(
            book.error(place, "no counts of bodies; write the snapshot with this attribute")
        );
    };
    let fine = |n: &f64| (0.0..9e15).contains(n) && n.fract() == 0.0;
    if counts.is_empty() || counts.len() > MAX_TYPES || !counts.iter().all(fine) {
        return Err(book.error(place, format!("the counts {counts:?} make no sense")));
    }
    let groups = book.groups("")?;
    let mut counts: Vec<u64> = counts.into_iter().map(|n| n as u64).collect();
    for (t, count) in counts.iter_mut().enumerate().filter(|c| *c.1 > 0) {
        let name = format!("PartType{t}");
        let found = groups.contains(&name);
        let datasets = if found { book.datasets(&name)? } else { Vec::new() };
        if !datasets.iter().any(|name| name == "Coordinates") {
            let note = format!("PartType{t} has no positions, it is left out");
            notes.extend(Some(note).filter(|note| !notes.contains(note)));
            *count = 0;
        }
    }
    Ok(counts)
}

fn describe(book: &Book, scales: &Scales) -> Header {
    let edges = book.numbers("Header", "BoxSize").unwrap_or_default();
    let box_size = match *edges.as_slice() {
        [edge] => Some([edge; 3]),
        [x, y, z, ..] => Some([x, y, z]),
        _ => None,
    };
    Header {
        format: scales.program(book),
        comoving: scales.comoving,
        box_size: box_size.filter(|edges| edges.iter().all(|&e| e > 0.0)),
        hubble: scales.hubble,
        gravity: scales.gravity,
        units: scales.units,
        columns: Vec::new(),
        moments: Vec::new(),
        notes: Vec::new(),
    }
}

/// The bodies of one type in one file.
struct Kind<'a> {
    index: usize,
    book: &'a Book,
    t: usize,
    name: &'a str,
    rows: std::ops::Range<u64>,
    scales: &'a Scales,
}

impl Kind<'_> {
    /// Adds all datasets with the right number of rows, and the mass of the table.
    fn gather(&self, draft: &mut Draft, notes: &mut Vec<String>) -> Result<(), Error> {
        let group = format!("PartType{}", self.t);
        let mut names = self.book.datasets(&group)?;
        // Of several datasets of one name, the first counts: `Masses` before `DynamicalMasses`.
        names.sort_by_key(|name| (name != "Coordinates", name != "Masses"));
        let mut taken = Vec::new();
        for own in &names {
            let path = format!("{group}/{own}");
            let count = self.rows.end - self.rows.start;
            let shape = self.book.shape(&path)?;
            let name = standard(own, shape.map_or(1, |shape| shape.width));
            match shape {
                Some(shape) if shape.rows == count && !taken.contains(&name) => {
                    if name == names::POSITION {
                        self.positions(&path, shape)?;
                    }
                    taken.push(name);
                    self.push(draft, &path, name, shape)?;
                }
                Some(shape) if name == names::POSITION => {
                    let what = format!("{} rows, the header says {count} bodies", shape.rows);
                    return Err(self.book.error(&path, what));
                }
                // The same values under another name, as a link, need no note.
                Some(shape) if shape.rows == count => {}
                _ if notes.len() < MAX_NOTES => {
                    notes.push(format!(
                        "{} is left out",
                        crate::exchange::snapshots::error::printable(&path)
                    ));
                }
                _ => {}
            }
        }
        if !taken.contains(&names::MASS) {
            self.table(draft, notes);
        }
        Ok(())
    }

    fn positions(&self, path: &str, shape: Shape) -> Result<(), Error> {
        self.book.holds(path, shape)?;
        if shape.width == 3 {
            return Ok(());
        }
        Err(self.book.error(path, format!("{} components, only 3 are read", shape.width)))
    }

    fn push(&self, draft: &mut Draft, path: &str, name: &str, shape: Shape) -> Result<(), Error> {
        let dataset = self.book.dataset(path)?;
        let (unit, si) = self.scales.unit(&dataset, name);
        let scalar = if name == names::ID { Scalar::U64 } else { shape.form.scalar() };
        let name = crate::exchange::snapshots::error::printable(name);
        let groups = vec![self.name.to_owned()];
        let column = Column { name, components: shape.width, scalar, unit, si, groups };
        let place = Place::Dataset { book: self.index, name: path.into(), width: shape.width };
        draft.push(&column, Part { rows: self.rows.clone(), component: 0, place });
        Ok(())
    }

    /// The mass of the table in the header, if there is one.
    fn table(&self, draft: &mut Draft, notes: &mut Vec<String>) {
        let table = self.book.numbers("Header", "MassTable").unwrap_or_default();
        let Some(&mass) = table.get(self.t).filter(|&&m| m > 0.0 && m.is_finite()) else {
            notes.push(format!("{} bodies have no masses", self.name));
            return;
        };
        let note = format!("masses of {} bodies come from the table in the header", self.name);
        if !notes.contains(&note) {
            notes.push(note);
        }
        let si: Option<Unit> = self.scales.units.mass;
        let groups = vec![self.name.to_owned()];
        let column = Column { si, groups, ..Column::new(names::MASS, 1, Scalar::F64) };
        let place = Place::Constant(mass);
        draft.push(&column, Part { rows: self.rows.clone(), component: 0, place });
    }
}
