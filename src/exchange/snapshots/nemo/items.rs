//! Items of structured files: a magic number, a type, a tag, dimensions, data.

use crate::exchange::snapshots::error::{Error, printable};
use crate::exchange::snapshots::header::Order;
use crate::exchange::snapshots::source::{Numbers, Source};
use crate::exchange::snapshots::values::Kind;

const SINGLE: u16 = 0x0992;
const PLURAL: u16 = 0x0b92;
/// Bytes read for the head of an item.
const HEAD: u64 = 256;
const MAX_DIMENSIONS: usize = 8;

/// One item of a structured file.
pub(super) struct Item {
    pub tag: String,
    pub content: Content,
    /// Where the next item begins, for sets where the first inner item begins.
    pub next: u64,
}

/// What an item holds.
pub(super) enum Content {
    /// A set begins.
    Begin,
    /// A set ends.
    End,
    /// Numbers: how they are stored, where, and their dimensions (none for a single one).
    Numbers { kind: Kind, at: u64, dimensions: Vec<u64> },
    /// Text, or something else to skip, and where its data begin.
    Other { at: u64 },
}

/// The order of bytes, if an item starts here.
pub(super) fn order(bytes: &[u8]) -> Option<Order> {
    let known = bytes.get(3) == Some(&0) && b"abcsilhfd(".contains(bytes.get(2)?);
    let magic = |order| [SINGLE, PLURAL].contains(&Numbers::new(bytes, order).u16(0));
    [Order::Little, Order::Big].into_iter().find(|&order| known && magic(order))
}

/// Reads the head of the item at a place.
pub(super) fn item(source: &mut Source, order: Order, at: u64) -> Result<Item, Error> {
    source.expect(at, 4, "an item")?;
    let head = source.bytes(at, HEAD.min(source.len() - at), "an item")?;
    let bad = |source: &Source, what: &str| Error::damaged(source.path(), at, what);
    let magic = Numbers::new(&head, order).u16(0);
    if ![SINGLE, PLURAL].contains(&magic) {
        return Err(bad(source, &format!("0x{magic:04x} in place of an item's magic number")));
    }
    let Some((kind, rest)) = word(&head, 2) else {
        return Err(bad(source, "an item without a type"));
    };
    if kind == b")" {
        let next = at + rest as u64;
        return Ok(Item { tag: String::new(), content: Content::End, next });
    }
    let Some((tag, mut end)) = word(&head, rest) else {
        return Err(bad(source, "an item whose tag does not end"));
    };
    let tag = printable(&String::from_utf8_lossy(tag));
    if kind == b"(" {
        return Ok(Item { tag, content: Content::Begin, next: at + end as u64 });
    }
    let Some((size, stored)) = storage(kind) else {
        let kind = printable(&String::from_utf8_lossy(kind));
        return Err(bad(source, &format!("item {tag} is of the unknown type '{kind}'")));
    };
    let mut dimensions = Vec::new();
    if magic == PLURAL {
        let Some(known) = sizes(&head, order, end) else {
            return Err(bad(source, &format!("item {tag} has bad dimensions")));
        };
        end += 4 * (known.len() + 1);
        dimensions = known;
    }
    let data = at + end as u64;
    let count = dimensions.iter().try_fold(1_u64, |n, &d| n.checked_mul(d));
    let bytes = count.and_then(|n| n.checked_mul(size)).unwrap_or(u64::MAX);
    source.expect(data, bytes, &format!("item {tag}"))?;
    let content = match stored {
        Some(kind) => Content::Numbers { kind, at: data, dimensions },
        None => Content::Other { at: data },
    };
    Ok(Item { tag, content, next: data + bytes })
}

/// Dimensions up to a zero.
fn sizes(head: &[u8], order: Order, at: usize) -> Option<Vec<u64>> {
    let mut sizes = Vec::new();
    for at in (at..head.len().saturating_sub(3)).step_by(4) {
        match u64::try_from(Numbers::new(head, order).i32(at)).ok()? {
            0 => return Some(sizes),
            size if sizes.len() < MAX_DIMENSIONS => sizes.push(size),
            _ => return None,
        }
    }
    None
}

/// Bytes up to a zero byte, and where the rest begins.
fn word(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let rest = bytes.get(at..)?;
    let len = rest.iter().position(|&b| b == 0)?;
    Some((rest.get(..len)?, at + len + 1))
}

/// The size of one element, and how it is read if it is a number.
fn storage(kind: &[u8]) -> Option<(u64, Option<Kind>)> {
    Some(match kind {
        b"a" | b"b" | b"c" => (1, None),
        b"s" => (2, Some(Kind::I16)),
        b"h" => (2, None),
        b"i" => (4, Some(Kind::I32)),
        b"l" => (8, Some(Kind::I64)),
        b"f" => (4, Some(Kind::F32)),
        b"d" => (8, Some(Kind::F64)),
        _ => return None,
    })
}
