//! PLY points, as text or binary in either order of bytes.

mod head;
mod text;

use super::error::{COPY_AGAIN, Error};
use super::header::{Column, Header, Moment, Order, Scalar, Units};
use super::laid::{Laid, Layout, Place, Segment};
use super::names;
use super::reader::Start;
use super::reader::{Limits, Reader};
use super::source::Source;
use super::values::Kind;
use head::{Element, Encoding, Head};

pub(super) fn recognises(start: &Start) -> bool {
    start.bytes.starts_with(b"ply\n") || start.bytes.starts_with(b"ply\r")
}

/// Names that properties take as columns; all others keep their own.
const SCALARS: &[(&str, &str)] = &[
    ("id", names::ID),
    ("m", names::MASS),
    ("mass", names::MASS),
    ("radius", names::RADIUS),
    ("eps", names::SOFTENING),
    ("rho", names::DENSITY),
];

/// Three properties that make a vector.
const VECTORS: &[([&str; 3], &str)] =
    &[(["x", "y", "z"], names::POSITION), (["vx", "vy", "vz"], names::VELOCITY)];

pub(super) fn open(mut source: Source, limits: &Limits) -> Result<Box<dyn Reader>, Error> {
    let head = Head::read(&mut source)?;
    let (before, vertex) = vertex(&source, &head)?;
    let (mut kinds, mut at, mut files) = (Vec::new(), Vec::new(), Vec::new());
    let (order, begin, stride) = match head.encoding {
        Encoding::Binary(order) => {
            let begin = skip(&source, &head, before)?;
            let mut stride = 0_u64;
            for property in &vertex.properties {
                at.push(begin.saturating_add(stride));
                stride += property.kind.size();
                kinds.push(property.kind);
            }
            trailing(&source, &head, begin, stride)?;
            files.push(source);
            (order, begin, stride)
        }
        Encoding::Text => {
            let bytes = text::values(&mut source, limits, &head, before)?;
            at.extend((0..vertex.properties.len() as u64).map(|k| 8 * k));
            kinds.resize(at.len(), Kind::F64);
            files.push(Source::from_bytes(source.path(), bytes));
            (Order::Little, 0, 8 * at.len() as u64)
        }
    };
    if let Some(source) = files.first() {
        let need = vertex.count.saturating_mul(stride);
        source.expect(begin, need, &format!("{} points", vertex.count))?;
    }
    let mut header = describe(&head, vertex);
    let layout = layout(vertex, order, (&kinds, &at, stride), &mut header);
    if header.columns.first().is_none_or(|c| c.name != names::POSITION) {
        let path = files.first().map(|f| f.path().to_owned()).unwrap_or_default();
        return Err(Error::damaged(&path, 0, "points without x, y and z of one type"));
    }
    Ok(Box::new(Laid::new(header, files, vec![layout])?))
}

/// The element of points, and its place in the list.
fn vertex<'a>(source: &Source, head: &'a Head) -> Result<(usize, &'a Element), Error> {
    let found = head.elements.iter().enumerate().find(|(_, e)| e.name == "vertex");
    match found {
        Some((_, e)) if e.list => Err(Error::Unsupported {
            path: source.path().into(),
            what: "points with lists as properties".into(),
            remedy: "leave the lists out when writing the file",
        }),
        Some((at, e)) if e.count > 0 => Ok((at, e)),
        _ => Err(Error::damaged(source.path(), 0, "the header announces no points")),
    }
}

/// Where points begin in a binary file.
fn skip(source: &Source, head: &Head, before: usize) -> Result<u64, Error> {
    let mut at = head.end;
    for element in head.elements.iter().take(before) {
        let size: u64 = element.properties.iter().map(|p| p.kind.size()).sum();
        let bytes = size.checked_mul(element.count).filter(|_| !element.list);
        match bytes.and_then(|bytes| at.checked_add(bytes)) {
            Some(next) => at = next,
            None => {
                return Err(Error::Unsupported {
                    path: source.path().into(),
                    what: format!("lists of the element {} before the points", element.name),
                    remedy: "write points first",
                });
            }
        }
    }
    Ok(at)
}

/// Fails if bytes follow points that are the last element.
fn trailing(source: &Source, head: &Head, begin: u64, stride: u64) -> Result<(), Error> {
    let Some(last) = head.elements.last().filter(|e| e.name == "vertex") else { return Ok(()) };
    let end = last.count.checked_mul(stride).and_then(|bytes| begin.checked_add(bytes));
    match end.filter(|&end| end < source.len()) {
        None => Ok(()),
        Some(end) => Err(Error::Damaged {
            path: source.path().into(),
            offset: end,
            what: format!("{} bytes follow the last of {} points", source.len() - end, last.count),
            remedy: COPY_AGAIN,
        }),
    }
}

fn describe(head: &Head, vertex: &Element) -> Header {
    let mut moment = Moment::from_counts(&[("bodies", vertex.count)]);
    moment.time = head.time;
    Header {
        format: format!("PLY, {}", head.encoding.in_words()),
        comoving: false,
        box_size: None,
        hubble: None,
        gravity: None,
        units: Units::default(),
        columns: Vec::new(),
        moments: vec![moment],
        notes: head.comments.clone(),
    }
}

/// Vectors first, then each property that is left.
fn layout(
    vertex: &Element,
    order: Order,
    (kinds, at, stride): (&[Kind], &[u64], u64),
    header: &mut Header,
) -> Layout {
    let mut layout = Layout::new();
    let mut left: Vec<usize> = (0..vertex.properties.len()).collect();
    let mut push = |header: &mut Header, name: &str, parts: &[usize]| {
        let kind = kinds[parts[0]];
        let told = vertex.properties[parts[0]].kind.scalar();
        let scalar = if name == names::ID { Scalar::U64 } else { told };
        header.columns.push(Column::new(name, parts.len(), scalar));
        let at = parts.iter().map(|&k| at[k]).collect();
        let place = Place::Stored { file: 0, at, stride, kind, order };
        layout.push(vec![Segment { rows: 0..vertex.count, place }]);
    };
    for (parts, name) in VECTORS {
        let find = |part: &&str| vertex.properties.iter().position(|p| p.name == **part);
        let found: Vec<usize> = parts.iter().filter_map(find).collect();
        let alike =
            found.iter().all(|&k| vertex.properties[k].kind == vertex.properties[found[0]].kind);
        if found.len() == 3 && alike {
            push(header, name, &found);
            left.retain(|k| !found.contains(k));
        }
    }
    for k in left {
        let own = vertex.properties[k].name.as_str();
        let name = SCALARS.iter().find(|s| s.0 == own).map_or(own, |s| s.1);
        if header.columns.iter().all(|c| c.name != name) {
            push(header, name, &[k]);
        }
    }
    layout
}
