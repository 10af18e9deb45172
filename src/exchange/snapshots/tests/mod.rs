//! Small files of every format, made here, whole and damaged.

#[cfg(feature = "hdf5")]
mod expression;
mod gadget;
#[cfg(feature = "hdf5")]
mod hdf5;
mod nemo;
mod packed;
mod ply;
mod rebound;
mod tipsy;
mod write;

use std::path::Path;

use super::header::Order;
use super::{Error, FORMATS, Limits, Reader, Source, Start, Values, open_source};

const BOTH: [Order; 2] = [Order::Little, Order::Big];

/// Bytes of a file in one order.
pub(super) struct Out {
    pub bytes: Vec<u8>,
    order: Order,
}

macro_rules! put {
    ($($type:ident),*) => {$(
        pub fn $type(&mut self, value: $type) -> &mut Self {
            match self.order {
                Order::Little => self.bytes.extend(value.to_le_bytes()),
                Order::Big => self.bytes.extend(value.to_be_bytes()),
            }
            self
        }
    )*};
}

impl Out {
    pub fn new(order: Order) -> Self {
        Self { bytes: Vec::new(), order }
    }

    put!(u16, i32, u32, u64, f32, f64);

    pub fn text(&mut self, text: &str) -> &mut Self {
        self.bytes.extend(text.as_bytes());
        self
    }

    /// A Fortran record.
    pub fn record(&mut self, fill: impl FnOnce(&mut Self)) -> &mut Self {
        let mut inner = Self::new(self.order);
        fill(&mut inner);
        let size = u32::try_from(inner.bytes.len()).unwrap();
        self.u32(size);
        self.bytes.extend(inner.bytes);
        self.u32(size)
    }
}

pub(super) fn open(bytes: &[u8]) -> Result<Box<dyn Reader>, Error> {
    let limits = Limits { memory: 1 << 20, moments: 1000 };
    open_source(Source::from_bytes(Path::new("made.snap"), bytes.to_vec()), &limits)
}

/// All values of a column.
pub(super) fn column(reader: &mut dyn Reader, moment: usize, name: &str) -> Values {
    let bodies = reader.header().moments[moment].bodies;
    reader.read(moment, name, 0..bodies).unwrap()
}

/// Opens and reads everything: an error in one readable line, or what the header promises.
pub(super) fn is_sound(bytes: &[u8]) -> bool {
    let mut reader = match open(bytes) {
        Ok(reader) => reader,
        Err(error) => {
            let text = error.to_string();
            assert!(!text.is_empty() && !text.chars().any(char::is_control), "{text:?}");
            return false;
        }
    };
    let header = reader.header().clone();
    let texts = header.notes.iter().chain(header.columns.iter().map(|c| &c.name));
    texts.for_each(|text| assert!(!text.chars().any(char::is_control), "{text:?}"));
    assert_eq!(header.columns.first().map(|c| c.name.as_str()), Some("position"));
    for (k, moment) in header.moments.iter().enumerate().take(4) {
        assert!(moment.groups.iter().all(|g| g.rows.end <= moment.bodies));
        for column in &header.columns {
            let rows = moment.bodies.saturating_sub(20)..moment.bodies;
            let count = usize::try_from(rows.end - rows.start).unwrap() * column.components;
            match reader.read(k, &column.name, rows) {
                Ok(values) => assert_eq!(values.len(), count),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    true
}

/// The file cut at every byte, with bytes appended, and with 20,000 small damages: most of them
/// within the first `head` bytes.
pub(super) fn survives(bytes: &[u8], head: usize) {
    survives_some(bytes, head, 1, 20_000);
}

/// The same with a cut at every `step` bytes and some damages, or as many as the environment's
/// `STARSHELL_DAMAGES` says, to look harder.
pub(super) fn survives_some(bytes: &[u8], head: usize, step: usize, damages: usize) {
    let told = std::env::var("STARSHELL_DAMAGES").ok().and_then(|n| n.parse().ok());
    let damages = told.unwrap_or(damages);
    assert!(is_sound(bytes));
    if let Some(corpus) = std::env::var_os("STARSHELL_CORPUS") {
        put_into(Path::new(&corpus), bytes);
    }
    for end in (0..bytes.len()).step_by(step) {
        is_sound(&bytes[..end]);
    }
    let mut longer = bytes.to_vec();
    longer.extend([0; 7]);
    is_sound(&longer);
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..damages {
        let mut bad = bytes.to_vec();
        for _ in 0..=random(3) {
            let reach = if random(4) == 0 { bad.len() } else { head.min(bad.len()) };
            let at = random(reach);
            match random(4) {
                0 => bad[at] ^= 1 << random(8),
                1 => bad[at] = 0xff,
                2 => bad[at] = u8::try_from(random(256)).unwrap(),
                _ => bad[at] = 0,
            }
        }
        is_sound(&bad);
    }
}

/// Adds a file to the corpus of the fuzzer, in the folder of its format: see `docs/testing.md`.
fn put_into(corpus: &Path, bytes: &[u8]) {
    let start = Start { bytes: bytes.to_vec(), len: bytes.len() as u64 };
    let Some(format) = FORMATS.iter().find(|format| (format.recognises)(&start)) else { return };
    let folder = corpus.join(format.name.to_lowercase().replace(' ', "_"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{:08x}", crc32fast::hash(bytes))), bytes).unwrap();
}

/// The start of every error, to compare.
pub(super) fn failure(bytes: &[u8]) -> String {
    open(bytes).err().map_or_else(|| "opened".into(), |error| error.to_string())
}
