//! The text at the start of a PLY file.

use crate::exchange::snapshots::error::{Error, printable};
use crate::exchange::snapshots::header::Order;
use crate::exchange::snapshots::source::Source;
use crate::exchange::snapshots::values::Kind;

/// Longer than any header.
const MAX_HEAD: u64 = 1 << 16;
const MAX_COMMENTS: usize = 16;

/// How elements are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    Binary(Order),
}

impl Encoding {
    fn from_word(word: &str) -> Option<Self> {
        match word {
            "ascii" => Some(Self::Text),
            "binary_little_endian" => Some(Self::Binary(Order::Little)),
            "binary_big_endian" => Some(Self::Binary(Order::Big)),
            _ => None,
        }
    }

    pub fn in_words(self) -> String {
        match self {
            Self::Text => "text".into(),
            Self::Binary(order) => format!("binary, {order}"),
        }
    }
}

/// One number of an element.
pub(super) struct Property {
    pub name: String,
    pub kind: Kind,
}

/// One kind of thing in the file.
pub(super) struct Element {
    pub name: String,
    pub count: u64,
    pub properties: Vec<Property>,
    /// Whether it has lists, whose length only the data tell.
    pub list: bool,
}

/// The whole header.
pub(super) struct Head {
    pub encoding: Encoding,
    pub elements: Vec<Element>,
    pub comments: Vec<String>,
    pub time: Option<f64>,
    /// Where the data begin.
    pub end: u64,
}

impl Head {
    pub fn read(source: &mut Source) -> Result<Self, Error> {
        let bytes = source.start(MAX_HEAD)?;
        let (mut at, mut encoding) = (0, None);
        let (mut elements, mut comments, mut time) = (Vec::<Element>::new(), Vec::new(), None);
        for line in bytes.split_inclusive(|&b| b == b'\n') {
            let begin = at;
            at += line.len() as u64;
            let line = String::from_utf8_lossy(line);
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let fine = match words.as_slice() {
                ["end_header"] => {
                    let Some(encoding) = encoding else { break };
                    return Ok(Self { encoding, elements, comments, time, end: at });
                }
                ["ply"] | [] => true,
                ["format", word, _] => {
                    encoding = Encoding::from_word(word);
                    encoding.is_some()
                }
                ["comment" | "obj_info", rest @ ..] => {
                    if let ["time", value, ..] = rest {
                        time = value.parse().ok();
                    }
                    if comments.len() < MAX_COMMENTS {
                        comments.push(format!("comment: {}", printable(&rest.join(" "))));
                    }
                    true
                }
                ["element", name, count] => element(&mut elements, name, count),
                ["property", rest @ ..] => property(elements.last_mut(), rest),
                _ => false,
            };
            if !fine {
                let line: String = line.trim().chars().take(60).collect();
                let what = format!("the header has the line '{}'", printable(&line));
                return Err(Error::damaged(source.path(), begin, what));
            }
        }
        let what = "the header does not end, or names no encoding";
        Err(Error::damaged(source.path(), at, what))
    }
}

fn element(elements: &mut Vec<Element>, name: &str, count: &str) -> bool {
    let Ok(count) = count.parse() else { return false };
    let (name, properties) = (printable(name), Vec::new());
    elements.push(Element { name, count, properties, list: false });
    true
}

fn property(element: Option<&mut Element>, words: &[&str]) -> bool {
    let Some(element) = element else { return false };
    match words {
        ["list", _, _, _] => {
            element.list = true;
            true
        }
        [kind, name] => kind_of(kind).is_some_and(|kind| {
            element.properties.push(Property { name: printable(name), kind });
            true
        }),
        _ => false,
    }
}

fn kind_of(word: &str) -> Option<Kind> {
    Some(match word {
        "char" | "int8" => Kind::I8,
        "uchar" | "uint8" => Kind::U8,
        "short" | "int16" => Kind::I16,
        "ushort" | "uint16" => Kind::U16,
        "int" | "int32" => Kind::I32,
        "uint" | "uint32" => Kind::U32,
        "float" | "float32" => Kind::F32,
        "double" | "float64" => Kind::F64,
        _ => return None,
    })
}
