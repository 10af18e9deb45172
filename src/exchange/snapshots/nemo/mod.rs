//! NEMO's snapshots: structured files, and the text format "205" of `atos`.

mod items;
mod snapshots;
mod text;

use super::error::Error;
use super::header::{Header, Units};
use super::laid::Laid;
use super::reader::Start;
use super::reader::{Limits, Reader};
use super::source::Source;

pub(super) use text::{open as open_text, recognises as recognises_text};

/// Whether the first item has one of NEMO's two magic numbers and a known type.
pub(super) fn recognises(start: &Start) -> bool {
    items::order(&start.bytes).is_some()
}

pub(super) fn open(mut source: Source, limits: &Limits) -> Result<Box<dyn Reader>, Error> {
    let start = source.start(4)?;
    let Some(order) = items::order(&start) else {
        return Err(Error::damaged(source.path(), 0, "the first item has no magic number"));
    };
    let mut header = empty(format!("NEMO structured file, {order}"));
    let layouts = snapshots::gather(&mut source, order, limits, &mut header)?;
    Ok(Box::new(Laid::new(header, vec![source], layouts)?))
}

/// A header without columns: NEMO's units are those with G = 1.
fn empty(format: String) -> Header {
    Header {
        format,
        comoving: false,
        box_size: None,
        hubble: None,
        gravity: Some(1.0),
        units: Units::default(),
        columns: Vec::new(),
        moments: Vec::new(),
        notes: vec!["NEMO's units have G = 1; the file names no others".into()],
    }
}
