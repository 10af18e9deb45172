//! Tipsy binary, standard (big-endian) and native, with all the headers found in the wild.

mod columns;
mod shape;

use super::error::{COPY_AGAIN, Error};
use super::header::{Header, Moment, Order, Units};
use super::laid::Laid;
use super::reader::Start;
use super::reader::{Limits, Reader};
use super::source::{Numbers, Source};
use shape::{Counts, Shape};

/// Whether counts and dimensions make sense in one order of bytes.
pub(super) fn recognises(start: &Start) -> bool {
    start.len >= 28 && order(&start.bytes).is_some()
}

/// The order in which there are 1 to 3 dimensions and the counts add up.
fn order(bytes: &[u8]) -> Option<Order> {
    [Order::Big, Order::Little].into_iter().find(|&order| {
        let n = Numbers::new(bytes, order);
        let dimensions = n.i32(12);
        let types = [16, 20, 24].map(|at| u64::from(n.u32(at)));
        let total = u64::from(n.u32(8));
        let sum: u64 = types.iter().sum();
        // Sums of extended counts wrap in their low words.
        (1..=3).contains(&dimensions)
            && total > 0
            && sum & 0xffff_ffff == total
            && n.f64(0).is_finite()
    })
}

pub(super) fn open(mut source: Source, _: &Limits) -> Result<Box<dyn Reader>, Error> {
    let head = source.bytes(0, source.len().min(32), "the header")?;
    let Some(order) = order(&head) else {
        return Err(Error::damaged(source.path(), 8, "the counts of bodies do not add up"));
    };
    let numbers = Numbers::new(&head, order);
    let counts = Counts::from_header(numbers);
    let shape = fitting(&source, numbers, counts)?;
    let flavour = if order == Order::Big { "standard" } else { "native" };
    let mut header = Header {
        format: format!("Tipsy {flavour}, {}-byte header{}", shape.header, shape.precision()),
        comoving: false,
        box_size: None,
        hubble: None,
        gravity: None,
        units: Units::default(),
        columns: Vec::new(),
        moments: vec![Moment::from_counts(&shape.counts.named()).with_time(numbers.f64(0))],
        notes: notes(numbers, &shape),
    };
    let ids = columns::ids(&mut source, &shape, order)?;
    let layout = columns::layout(&shape, order, ids, &mut header);
    Ok(Box::new(Laid::new(header, vec![source], vec![layout])?))
}

/// The shape whose size is that of the file.
fn fitting(source: &Source, numbers: Numbers, counts: Counts) -> Result<Shape, Error> {
    let shapes = Shape::candidates(numbers, counts);
    let len = source.len();
    if let Some(shape) = shapes.iter().find(|shape| shape.size() == Some(len)) {
        return Ok(shape.clone());
    }
    let usual = Shape::usual(counts);
    let need = usual.size().unwrap_or(u64::MAX);
    if need > len {
        let what = counts.in_words();
        let (path, offset) = (source.path().into(), usual.header);
        return Err(Error::Short { path, what, offset, need: need - offset, len });
    }
    Err(Error::Damaged {
        path: source.path().into(),
        offset: need,
        what: format!("{} bytes follow the last of {}", len - need, counts.in_words()),
        remedy: COPY_AGAIN,
    })
}

fn notes(numbers: Numbers, shape: &Shape) -> Vec<String> {
    let mut notes = Vec::new();
    let pad = numbers.u32(28);
    if shape.header == 28 {
        notes.push("the header has no pad word".into());
    } else if shape.extended {
        notes.push(format!("the pad word 0x{pad:08x} holds the high bytes of the counts"));
    } else if pad == 2 && shape.counts.gas == 0 {
        notes.push("the pad word is 2: 64-bit ids as Bonsai writes them".into());
    } else if pad != 0 {
        notes.push(format!("the pad word of the header holds garbage (0x{pad:08x})"));
    }
    let dimensions = numbers.i32(12);
    if dimensions != 3 {
        notes.push(format!("the header says {dimensions} dimensions; bodies have 3"));
    }
    notes.push("the time may be an expansion factor; the file does not tell".into());
    notes
}
