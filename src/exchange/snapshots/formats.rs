//! The table of formats, in the order in which they are tried.

use std::path::Path;

use super::error::{Error, printable};
use super::reader::{Limits, Reader, Start};
use super::source::Source;
use super::{gadget, nemo, ply, rebound, tipsy};

/// A function that opens a file.
pub type Open = fn(Source, &Limits) -> Result<Box<dyn Reader>, Error>;

/// One format that is read.
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// Whether a file is of this format, by its first bytes.
    pub recognises: fn(&Start) -> bool,
    /// Opens a file of this format.
    pub open: Open,
}

/// All formats; those with a clear mark at their start come first, Tipsy has none.
pub const FORMATS: &[Format] = &[
    #[cfg(feature = "hdf5")]
    Format { name: "HDF5", recognises: super::hdf5::recognises, open: super::hdf5::open },
    Format { name: "Gadget", recognises: gadget::recognises, open: gadget::open },
    Format { name: "REBOUND", recognises: rebound::recognises, open: rebound::open },
    Format { name: "NEMO", recognises: nemo::recognises, open: nemo::open },
    Format { name: "PLY", recognises: ply::recognises, open: ply::open },
    Format { name: "NEMO text", recognises: nemo::recognises_text, open: nemo::open_text },
    Format { name: "Tipsy", recognises: tipsy::recognises, open: tipsy::open },
];

/// The error for a file that no format recognises.
pub(super) fn unknown(path: &Path, bytes: &[u8]) -> Error {
    let start = bytes.get(..bytes.len().min(16)).unwrap_or_default();
    let text = String::from_utf8_lossy(start);
    let readable =
        !text.contains('\u{fffd}') && text.chars().filter(|c| c.is_control()).count() < 3;
    let start = if readable {
        format!("the text '{}'", printable(&text))
    } else {
        let hex: Vec<String> = start.iter().map(|b| format!("{b:02x}")).collect();
        format!("the bytes {}", hex.join(" "))
    };
    if cfg!(not(feature = "hdf5")) && bytes.starts_with(b"\x89HDF\r\n") {
        return Error::Unsupported {
            path: path.into(),
            what: "a file in HDF5, which this build does not read".into(),
            remedy: "build with the feature hdf5",
        };
    }
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    Error::Unknown { path: path.into(), start, known: names.join(", ") }
}
