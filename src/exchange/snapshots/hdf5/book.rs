//! One HDF5 file: groups, attributes and datasets by path, with errors that name them.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use hdf5_reader::storage::RangeRequestStorage;
use hdf5_reader::{Attribute, Dataset, Hdf5File, OpenOptions};

use super::cells::Form;
use crate::exchange::snapshots::error::{Error, printable};
use crate::exchange::snapshots::source::Source;

/// The largest piece that is read at once.
pub(super) const PIECE: usize = 64 << 20;
/// More members than a group of a snapshot has.
const MAX_MEMBERS: usize = 1 << 17;

/// One open file.
pub(super) struct Book {
    pub path: PathBuf,
    /// The length of the file.
    pub len: u64,
    file: Hdf5File,
}

/// The shape and the type of a dataset of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub rows: u64,
    /// Numbers per row.
    pub width: usize,
    pub form: Form,
}

impl Book {
    pub fn open(source: Source) -> Result<Self, Error> {
        let (path, len) = (source.path().to_owned(), source.len());
        let shared = Mutex::new(source);
        let storage = RangeRequestStorage::new(len, move |at, count| {
            let mut source = shared.lock().unwrap_or_else(PoisonError::into_inner);
            source
                .bytes(at, count as u64, "a piece of the file")
                .map_err(|cause| hdf5_reader::error::Error::Other(cause.to_string()))
        });
        let options = OpenOptions::default()
            .with_max_read_bytes(2 * PIECE)
            .with_max_object_header_bytes(8 << 20);
        match Hdf5File::from_storage_with_options(Arc::new(storage), options) {
            Ok(file) => {
                let end = file.superblock().eof_address;
                // Unset in files that a program still writes.
                if end != u64::MAX && end > len {
                    let what = "the HDF5 file, by its own account,".into();
                    return Err(Error::Short { path, what, offset: 0, need: end, len });
                }
                Ok(Self { path, len, file })
            }
            Err(cause) => {
                let (name, what) = ("the start".into(), printable(&cause.to_string()));
                Err(Error::Dataset { path, name, what })
            }
        }
    }

    /// An error about an object of this file.
    pub fn error(&self, name: &str, what: impl std::fmt::Display) -> Error {
        let (name, what) = (printable(name), printable(&what.to_string()));
        Error::Dataset { path: self.path.clone(), name, what }
    }

    /// Names of the groups within a group.
    pub fn groups(&self, group: &str) -> Result<Vec<String>, Error> {
        Ok(self.members(group)?.0)
    }

    /// Names of the datasets within a group.
    pub fn datasets(&self, group: &str) -> Result<Vec<String>, Error> {
        Ok(self.members(group)?.1)
    }

    fn members(&self, group: &str) -> Result<(Vec<String>, Vec<String>), Error> {
        let names = self.file.group(group).and_then(|group| group.member_names());
        let (groups, datasets) = names.map_err(|cause| self.error(group, cause))?;
        if groups.len().saturating_add(datasets.len()) > MAX_MEMBERS {
            return Err(self.error(group, format!("more than {MAX_MEMBERS} members")));
        }
        Ok((groups, datasets))
    }

    pub fn dataset(&self, name: &str) -> Result<Dataset, Error> {
        self.file.dataset(name).map_err(|cause| self.error(name, cause))
    }

    /// The numbers of a group's attribute, if it has one.
    pub fn numbers(&self, group: &str, attribute: &str) -> Option<Vec<f64>> {
        let group = self.file.group(group).ok()?;
        numbers(&group.attribute(attribute).ok()?)
    }

    /// The first number of a group's attribute.
    pub fn number(&self, group: &str, attribute: &str) -> Option<f64> {
        self.numbers(group, attribute)?.first().copied()
    }

    /// A group's attribute as text.
    pub fn text(&self, group: &str, attribute: &str) -> Option<String> {
        let group = self.file.group(group).ok()?;
        text(&group.attribute(attribute).ok()?)
    }

    /// The shape of a dataset; `None` if it holds no numbers.
    pub fn shape(&self, name: &str) -> Result<Option<Shape>, Error> {
        let dataset = self.dataset(name)?;
        let Some(form) = Form::of(&dataset) else { return Ok(None) };
        let (rows, width) = match *dataset.shape() {
            [] => (1, 1),
            [rows] => (rows, 1),
            [rows, width] if (1..=64).contains(&width) => (rows, width),
            _ => return Ok(None),
        };
        Ok(Some(Shape { rows, width: usize::try_from(width).unwrap_or(1), form }))
    }

    /// Fails if a dataset claims far more numbers than a file of this length can hold.
    /// Coordinates are never packed to less than a 64th.
    pub fn holds(&self, name: &str, shape: Shape) -> Result<(), Error> {
        let row = (shape.width as u64).saturating_mul(shape.form.size() as u64);
        let claimed = shape.rows.saturating_mul(row);
        if claimed > self.len.saturating_mul(64).saturating_add(1 << 20) {
            let what = format!(
                "{} bodies cannot lie in {} bytes; the file is damaged or cut short",
                shape.rows, self.len
            );
            return Err(self.error(name, what));
        }
        Ok(())
    }
}

/// The numbers of an attribute; none if it holds something else.
pub(super) fn numbers(attribute: &Attribute) -> Option<Vec<f64>> {
    let form = Form::plain(&attribute.datatype)?;
    let count = attribute.shape.iter().try_fold(1_u64, |n, &d| n.checked_mul(d))?;
    let count = usize::try_from(count).ok()?.min(attribute.raw_data.len() / form.size());
    let mut values = vec![f64::NAN; count];
    form.decode(&attribute.raw_data, &mut values);
    Some(values)
}

/// An attribute as text, safe to print.
pub(super) fn text(attribute: &Attribute) -> Option<String> {
    let text = attribute.read_string().ok()?;
    Some(printable(text.trim_end_matches('\0').trim()))
}
