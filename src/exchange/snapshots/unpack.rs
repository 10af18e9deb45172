//! Unpacks gzip and zstd into memory, up to a limit.

use std::io::{BufReader, Read};
use std::path::Path;

use super::error::{COPY_AGAIN, Error};
use super::reader::{START, Start};
use super::source::Source;

/// Unpacks a compressed file; anything else comes back as it is.
pub(super) fn unpack(mut source: Source, limit: u64) -> Result<(Source, Option<String>), Error> {
    let start = source.start(4)?;
    let path = source.path().to_owned();
    let (name, bytes) = match start.as_slice() {
        [0x1f, 0x8b, ..] => {
            let inner = BufReader::new(source.into_inner()?);
            ("gzip", drain(&path, flate2::bufread::MultiGzDecoder::new(inner), limit)?)
        }
        [0x28, 0xb5, 0x2f, 0xfd] => ("zstd", zstd(&path, source, limit)?),
        _ => return Ok((source, None)),
    };
    let note = format!("unpacked from {name}: {} bytes", bytes.len());
    Ok((Source::from_bytes(&path, bytes), Some(note)))
}

/// All frames of a zstd file. The decoder refuses windows of more than 100 MiB by itself.
fn zstd(path: &Path, source: Source, limit: u64) -> Result<Vec<u8>, Error> {
    let mut rest = BufReader::new(source.into_inner()?);
    let mut bytes = Vec::new();
    while std::io::BufRead::fill_buf(&mut rest).is_ok_and(|b| !b.is_empty()) {
        let decoder = match ruzstd::decoding::StreamingDecoder::new(&mut rest) {
            Ok(decoder) => decoder,
            Err(cause) => return Err(broken(path, &cause.to_string())),
        };
        let left = limit.saturating_sub(bytes.len() as u64);
        bytes.append(&mut drain(path, decoder, left)?);
    }
    Ok(bytes)
}

/// Reads to the end, or fails at the limit.
fn drain(path: &Path, decoder: impl Read, limit: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let done = decoder.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    if let Err(cause) = done {
        return Err(broken(path, &cause.to_string()));
    }
    if bytes.len() as u64 > limit {
        return Err(Error::TooLarge { path: path.into(), what: "the unpacked content", limit });
    }
    Ok(bytes)
}

fn broken(path: &Path, cause: &str) -> Error {
    let what = format!("the compressed data are damaged ({cause})");
    Error::Damaged { path: path.into(), offset: 0, what, remedy: COPY_AGAIN }
}

/// The beginning of what a compressed file holds, with its length as far as the file tells; none if
/// it is not compressed.
pub(super) fn start(path: &Path, source: &mut Source) -> Result<Option<Start>, Error> {
    let packed = source.start(4)?;
    let is_gzip = packed.starts_with(&[0x1f, 0x8b]);
    if !is_gzip && packed != [0x28, 0xb5, 0x2f, 0xfd] {
        return Ok(None);
    }
    // The last four bytes of a gzip file are the length, modulo 4 GiB.
    let len = match (is_gzip, source.len().checked_sub(4)) {
        (true, Some(at)) => {
            let last = source.bytes(at, 4, "the length")?;
            last.try_into().map_or(u64::MAX, |last: [u8; 4]| u32::from_le_bytes(last).into())
        }
        _ => u64::MAX,
    };
    let inner = BufReader::new(Source::open(path)?.into_inner()?);
    let mut bytes = Vec::new();
    let read = if is_gzip {
        flate2::bufread::MultiGzDecoder::new(inner).take(START).read_to_end(&mut bytes)
    } else {
        let decoder = ruzstd::decoding::StreamingDecoder::new(inner)
            .map_err(|cause| broken(path, &cause.to_string()))?;
        decoder.take(START).read_to_end(&mut bytes)
    };
    read.map_err(|cause| broken(path, &cause.to_string()))?;
    Ok(Some(Start { bytes, len }))
}
