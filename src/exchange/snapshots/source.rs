//! A file, or bytes in memory, with its length: every read is checked against it.

use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::header::Order;

/// Bytes that are read at once where fewer than [`FEW`] are asked for.
const NEAR: u64 = 16 << 10;
/// Fewer bytes than this are not worth a system call: an archive has a hundred fields of 8 bytes
/// per snapshot.
const FEW: usize = 1 << 10;

/// What a snapshot is read from.
pub trait Bytes: Read + Seek + Send {}
impl<T: Read + Seek + Send> Bytes for T {}

/// Something with a length to read from, and its name for errors.
pub struct Source {
    path: PathBuf,
    inner: Box<dyn Bytes>,
    len: u64,
    /// Where the last piece of [`NEAR`] begins, and its bytes.
    near: (u64, Vec<u8>),
}

impl Source {
    /// Takes anything that reads and seeks; `path` names it in errors.
    ///
    /// # Errors
    /// If it does not seek.
    pub fn new(path: &Path, mut inner: Box<dyn Bytes>) -> Result<Self, Error> {
        let len = inner.seek(SeekFrom::End(0)).map_err(|cause| Error::from_io(path, cause))?;
        Ok(Self { path: path.into(), inner, len, near: Default::default() })
    }

    /// Bytes in memory.
    #[must_use]
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Self {
        let len = bytes.len() as u64;
        let inner = Box::new(Cursor::new(bytes));
        Self { path: path.into(), inner, len, near: Default::default() }
    }

    /// A regular file. Pipes, devices and files of `/proc` may never end, so they are refused.
    ///
    /// # Errors
    /// If there is no such file, or if it has no length.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let io = |cause| Error::from_io(path, cause);
        let meta = std::fs::metadata(path).map_err(io)?;
        if !meta.is_file() || meta.len() == 0 {
            return Err(Error::NotRegular { path: path.into() });
        }
        let inner = Box::new(File::open(path).map_err(io)?);
        Ok(Self { path: path.into(), inner, len: meta.len(), near: Default::default() })
    }

    /// The name of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes there are.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Fails unless `need` bytes lie at `offset`.
    pub(super) fn expect(&self, offset: u64, need: u64, what: &str) -> Result<(), Error> {
        match offset.checked_add(need) {
            Some(end) if end <= self.len => Ok(()),
            _ => {
                let (path, what) = (self.path.clone(), what.into());
                Err(Error::Short { path, what, offset, need, len: self.len })
            }
        }
    }

    /// Reads `count` bytes at `offset`, after a check of both against the length.
    pub(super) fn bytes(&mut self, offset: u64, count: u64, what: &str) -> Result<Vec<u8>, Error> {
        self.expect(offset, count, what)?;
        let Ok(size) = usize::try_from(count) else {
            return Err(Error::TooLarge {
                path: self.path.clone(),
                what: "one piece of the file",
                limit: usize::MAX as u64,
            });
        };
        let mut bytes = vec![0; size];
        self.fill(offset, &mut bytes)?;
        Ok(bytes)
    }

    /// Fills a buffer from `offset`.
    pub(super) fn fill(&mut self, offset: u64, bytes: &mut [u8]) -> Result<(), Error> {
        self.expect(offset, bytes.len() as u64, "a piece of the file")?;
        if bytes.len() >= FEW {
            return self.read(offset, bytes);
        }
        let end = offset + bytes.len() as u64;
        let (start, near) = &self.near;
        if offset < *start || end > start + near.len() as u64 {
            let mut near = std::mem::take(&mut self.near.1);
            near.resize(NEAR.min(self.len - offset) as usize, 0);
            self.read(offset, &mut near)?;
            self.near = (offset, near);
        }
        let (start, near) = &self.near;
        bytes.copy_from_slice(&near[(offset - start) as usize..][..bytes.len()]);
        Ok(())
    }

    /// Reads directly, without the piece that is kept.
    fn read(&mut self, offset: u64, bytes: &mut [u8]) -> Result<(), Error> {
        let done = self.inner.seek(SeekFrom::Start(offset));
        done.and_then(|_| self.inner.read_exact(bytes))
            .map_err(|cause| Error::from_io(&self.path, cause))
    }

    /// The whole content as text, up to a limit.
    pub(super) fn text(&mut self, limit: u64) -> Result<String, Error> {
        if self.len > limit {
            let path = self.path.clone();
            return Err(Error::TooLarge { path, what: "a text file", limit });
        }
        let bytes = self.bytes(0, self.len, "the text")?;
        String::from_utf8(bytes).map_err(|e| {
            let at = e.utf8_error().valid_up_to() as u64;
            Error::damaged(&self.path, at, "a byte that is not text")
        })
    }

    /// The start of the content, at most `count` bytes.
    pub(super) fn start(&mut self, count: u64) -> Result<Vec<u8>, Error> {
        self.bytes(0, count.min(self.len), "the start")
    }

    /// The reader itself, at its start.
    pub(super) fn into_inner(mut self) -> Result<Box<dyn Bytes>, Error> {
        match self.inner.rewind() {
            Ok(()) => Ok(self.inner),
            Err(cause) => Err(Error::from_io(&self.path, cause)),
        }
    }
}

/// Numbers in a buffer whose length the caller has checked: beyond its end they read as 0.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a> {
    pub bytes: &'a [u8],
    pub order: Order,
}

impl<'a> Numbers<'a> {
    pub const fn new(bytes: &'a [u8], order: Order) -> Self {
        Self { bytes, order }
    }

    fn raw<const N: usize>(self, at: usize) -> [u8; N] {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let mut raw = rest.first_chunk::<N>().copied().unwrap_or([0; N]);
        if self.order == Order::Big {
            raw.reverse();
        }
        raw
    }

    pub fn u16(self, at: usize) -> u16 {
        u16::from_le_bytes(self.raw(at))
    }

    pub fn u32(self, at: usize) -> u32 {
        u32::from_le_bytes(self.raw(at))
    }

    pub fn i32(self, at: usize) -> i32 {
        i32::from_le_bytes(self.raw(at))
    }

    pub fn u64(self, at: usize) -> u64 {
        u64::from_le_bytes(self.raw(at))
    }

    pub fn f32(self, at: usize) -> f32 {
        f32::from_le_bytes(self.raw(at))
    }

    pub fn f64(self, at: usize) -> f64 {
        f64::from_le_bytes(self.raw(at))
    }
}
