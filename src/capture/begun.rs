//! Outputs that another process goes on with.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::CaptureError;
use crate::words::say;

/// How far an output is: what another process needs to go on with it besides its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Begun {
    /// TOML in the words of the output; empty if there is nothing to say.
    head: String,
    /// Compressed pictures that are in no file yet.
    data: Vec<u8>,
}

impl Begun {
    /// What an output says of itself, and the bytes of its pictures.
    pub(super) fn new(head: &impl Serialize, pictures: &[&[u8]]) -> Self {
        // A starry sky is mostly black, and the run waits.
        let mut out = DeflateEncoder::new(Vec::new(), Compression::fast());
        let packed = pictures
            .iter()
            .try_for_each(|picture| out.write_all(picture))
            .and_then(|()| out.finish());
        Self {
            head: toml::to_string(head)
                .unwrap_or_else(|error| unreachable!("numbers and texts are TOML: {error}")),
            data: packed.unwrap_or_else(|error| unreachable!("memory takes all bytes: {error}")),
        }
    }

    /// An output as it was stored.
    pub fn from_parts(head: String, data: Vec<u8>) -> Self {
        Self { head, data }
    }

    /// What is to be stored: text, and bytes.
    pub fn into_parts(self) -> (String, Vec<u8>) {
        (self.head, self.data)
    }

    /// What the output said of itself.
    ///
    /// # Errors
    /// [`CaptureError::Format`] if this is of another output.
    pub(super) fn head<T: DeserializeOwned>(&self) -> Result<T, CaptureError> {
        toml::from_str(&self.head).map_err(|_| other())
    }

    /// The bytes of its pictures, of which there are `count` of `length` bytes each.
    ///
    /// # Errors
    /// [`CaptureError::Format`] if there are others.
    pub(super) fn pictures(
        &self,
        count: usize,
        length: usize,
    ) -> Result<Vec<Vec<u8>>, CaptureError> {
        let mut unpacked = DeflateDecoder::new(&self.data[..]);
        (0..count)
            .map(|_| {
                let mut picture = Vec::new();
                let read = (&mut unpacked).take(length as u64).read_to_end(&mut picture);
                if read.is_ok_and(|read| read == length) { Ok(picture) } else { Err(other()) }
            })
            .collect()
    }
}

/// The checkpoint belongs to another output.
pub(super) fn other() -> CaptureError {
    CaptureError::Format(say!("error-begun-other"))
}
