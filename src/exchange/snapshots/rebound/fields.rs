//! Fields of an archive: numbered in version 4, named in version 5.

use std::path::Path;

use crate::exchange::snapshots::error::Error;
use crate::exchange::snapshots::header::Order;
use crate::exchange::snapshots::source::{Numbers, Source};

/// Bytes between snapshots.
pub(super) const BLOB: u64 = 12;
/// Longer names than REBOUND has.
const MAX_NAME: u64 = 256;

/// Bytes of a body's record.
pub(super) const fn record(named: bool) -> u64 {
    if named { 112 } else { 128 }
}

/// Fields that are read; all others are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Time,
    Gravity,
    Softening,
    Count,
    Variational,
    Bodies,
    Unit,
    End,
    Other,
}

impl Key {
    const fn from_number(number: u32) -> Self {
        match number {
            0 => Self::Time,
            1 => Self::Gravity,
            2 => Self::Softening,
            4 => Self::Count,
            5 => Self::Variational,
            85 => Self::Bodies,
            130..=132 => Self::Unit,
            9999 => Self::End,
            _ => Self::Other,
        }
    }

    const fn from_name(name: &[u8]) -> Self {
        match name {
            b"t\0" => Self::Time,
            b"G\0" => Self::Gravity,
            b"softening\0" => Self::Softening,
            b"N\0" => Self::Count,
            b"particles\0" => Self::Bodies,
            b"python_unit_l\0" | b"python_unit_m\0" | b"python_unit_t\0" => Self::Unit,
            b"end\0" => Self::End,
            _ => Self::Other,
        }
    }
}

/// One field.
pub(super) struct Field {
    pub key: Key,
    /// Where its data begin, and how many bytes they are.
    pub at: u64,
    pub size: u64,
}

impl Field {
    pub fn read(source: &mut Source, at: u64, named: bool) -> Result<Self, Error> {
        let head = source.bytes(at, 16, "a field")?;
        let numbers = Numbers::new(&head, Order::Little);
        let size = numbers.u64(8);
        let mut data = at + 16;
        let key = if named {
            let length = numbers.u64(0);
            if length == 0 || length > MAX_NAME {
                let what = format!("a field whose name has {length} bytes");
                return Err(Error::damaged(source.path(), at, what));
            }
            let name = source.bytes(data, length, "the name of a field")?;
            data += length;
            Key::from_name(&name)
        } else {
            Key::from_number(numbers.u32(0))
        };
        source.expect(data, size, "a field")?;
        // Version 5 writes the end with bytes of no meaning; version 4 without.
        Ok(Self { key, at: data, size })
    }
}

/// What follows the fields of a snapshot.
pub(super) struct Blob {
    /// Bytes of this snapshot, as written at its end.
    pub previous: u64,
    /// Bytes of the next one, 0 for the last.
    pub next: u64,
    /// Where the next one begins.
    pub end: u64,
}

impl Blob {
    pub fn read(source: &mut Source, at: u64) -> Result<Self, Error> {
        let bytes = source.bytes(at, BLOB, "the end of a snapshot")?;
        let numbers = Numbers::new(&bytes, Order::Little);
        let offset = |at| u64::from(numbers.u32(at));
        Ok(Self { previous: offset(4), next: offset(8), end: at + BLOB })
    }
}

/// A snapshot as far as it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub time: f64,
    pub gravity: f64,
    pub softening: f64,
    pub units: [u32; 3],
    pub bodies_at: u64,
    size: u64,
    count: u64,
    variational: u64,
}

impl State {
    /// Takes the value of a field.
    pub fn take(&mut self, source: &mut Source, field: &Field) -> Result<(), Error> {
        if field.key == Key::Bodies {
            (self.bodies_at, self.size) = (field.at, field.size);
        }
        if matches!(field.key, Key::Bodies | Key::Other) || field.size == 0 {
            return Ok(());
        }
        let bytes = source.bytes(field.at, field.size.min(8), "a field")?;
        let number = Numbers::new(&bytes, Order::Little).f64(0);
        match field.key {
            Key::Time => self.time = number,
            Key::Gravity => self.gravity = number,
            Key::Softening => self.softening = number,
            Key::Count => self.count = whole(&bytes),
            Key::Variational => self.variational = whole(&bytes),
            Key::Unit => {
                self.units.rotate_left(1);
                self.units[2] = Numbers::new(&bytes, Order::Little).u32(0);
            }
            _ => {}
        }
        Ok(())
    }

    /// How many bodies there are, without variational ones, after a check against the records.
    pub fn bodies(&self, path: &Path, named: bool) -> Result<u64, Error> {
        let (count, size) = (self.count, self.size);
        if count.checked_mul(record(named)) != Some(size) {
            let what = format!("{count} bodies of {} bytes in {size} bytes", record(named));
            return Err(Error::damaged(path, self.bodies_at, what));
        }
        count.checked_sub(self.variational).ok_or_else(|| {
            let what = format!("{} of {count} bodies are variational", self.variational);
            Error::damaged(path, self.bodies_at, what)
        })
    }
}

/// A little-endian number of 4 or 8 bytes.
pub(super) fn whole(bytes: &[u8]) -> u64 {
    let numbers = Numbers::new(bytes, Order::Little);
    if bytes.len() >= 8 { numbers.u64(0) } else { numbers.u32(0).into() }
}
