//! Snapshots in HDF5: the family of Gadget, Arepo and SWIFT, Phantom, and AMUSE.

mod amuse;
mod book;
mod cells;
mod columns;
pub(super) mod dimensions;
mod gadget;
mod parts;
mod phantom;
mod regions;
mod scales;

use super::error::{Error, printable};
use super::reader::Start;
use super::reader::{Limits, Reader};
use super::source::Source;
use book::Book;
pub(super) use dimensions::dataset_name;

const MAGIC: &[u8] = b"\x89HDF\r\n\x1a\n";

/// Whether the signature stands at the start, or behind a small user block.
pub(super) fn recognises(start: &Start) -> bool {
    let at = |at: usize| start.bytes.get(at..).is_some_and(|rest| rest.starts_with(MAGIC));
    [0, 512, 1024, 2048].into_iter().any(at)
}

pub(super) fn open(source: Source, limits: &Limits) -> Result<Box<dyn Reader>, Error> {
    let book = Book::open(source)?;
    let groups = book.groups("")?;
    let has = |name: &str| groups.iter().any(|group| group == name);
    if has("Header") {
        gadget::open(book)
    } else if has("header") && has("particles") {
        phantom::open(book)
    } else if amuse::recognises(&book, &groups) {
        amuse::open(book, limits)
    } else {
        let found: Vec<String> = groups.iter().map(|name| printable(name)).take(8).collect();
        Err(Error::Unsupported {
            path: book.path.clone(),
            what: format!("HDF5 of no known program, with the groups [{}]", found.join(", ")),
            remedy: "read are the layouts of Gadget, Arepo, SWIFT, Phantom and AMUSE",
        })
    }
}
