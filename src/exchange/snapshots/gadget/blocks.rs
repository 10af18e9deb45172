//! Fortran records: a length, the bytes, the same length again.

use super::head::Head;
use crate::exchange::snapshots::error::{COPY_AGAIN, Error, printable};
use crate::exchange::snapshots::header::Order;
use crate::exchange::snapshots::source::{Numbers, Source};

/// More records than any Gadget writes.
const MAX_BLOCKS: usize = 1024;

/// How records are written in a file.
#[derive(Clone, Copy)]
pub(super) struct Framing {
    pub order: Order,
    /// Whether a record with a name precedes each one (format 2).
    pub named: bool,
}

impl Framing {
    pub fn from_start(bytes: &[u8]) -> Option<Self> {
        let first = *bytes.first_chunk::<4>()?;
        if let Some(order) = order_of(first, 256) {
            return Some(Self { order, named: false });
        }
        let order = order_of(first, 8)?;
        (bytes.get(4..8)? == b"HEAD").then_some(Self { order, named: true })
    }
}

/// One record.
pub(super) struct Block {
    /// Its name in format 2.
    pub name: Option<String>,
    /// Where its bytes begin.
    pub at: u64,
    /// How many there are.
    pub size: u64,
}

/// Finds all records, up to the last byte of the file.
pub(super) fn walk(source: &mut Source, framing: Framing) -> Result<Vec<Block>, Error> {
    let (mut at, mut blocks) = (0, Vec::new());
    while at < source.len() {
        if blocks.len() == MAX_BLOCKS {
            let what = format!("more than {MAX_BLOCKS} records");
            return Err(Error::damaged(source.path(), at, what));
        }
        let mut name = None;
        if framing.named {
            let label = record(source, framing.order, at)?;
            let bytes = source.bytes(label.at, label.size.min(4), "the name of a block")?;
            if label.size != 8 {
                let what = format!("a record of {} bytes in place of a block's name", label.size);
                return Err(Error::damaged(source.path(), at, what));
            }
            name = Some(printable(String::from_utf8_lossy(&bytes).trim_end()));
            at = label.at + label.size + 4;
        }
        let block = record(source, framing.order, at)?;
        at = block.at + block.size + 4;
        blocks.push(Block { name, ..block });
    }
    Ok(blocks)
}

/// One record at a place, after a check of both its markers.
fn record(source: &mut Source, order: Order, offset: u64) -> Result<Block, Error> {
    let marker = |source: &mut Source, at| {
        let bytes = source.bytes(at, 4, "the marker of a record")?;
        Ok::<_, Error>(u64::from(Numbers::new(&bytes, order).u32(0)))
    };
    let size = marker(source, offset)?;
    let at = offset + 4;
    source.expect(at, size + 4, "a record")?;
    let again = marker(source, at + size)?;
    if again != size {
        return Err(Error::Damaged {
            path: source.path().into(),
            offset: at + size,
            what: format!("a record of {size} bytes from byte {offset} ends with {again}"),
            remedy: COPY_AGAIN,
        });
    }
    Ok(Block { name: None, at, size })
}

/// One file of a snapshot.
pub(super) struct Part {
    pub head: Head,
    pub blocks: Vec<Block>,
}

/// The order of bytes that makes a word one of two values.
pub(super) fn order_of(bytes: [u8; 4], wanted: u32) -> Option<Order> {
    match wanted {
        w if u32::from_le_bytes(bytes) == w => Some(Order::Little),
        w if u32::from_be_bytes(bytes) == w => Some(Order::Big),
        _ => None,
    }
}
