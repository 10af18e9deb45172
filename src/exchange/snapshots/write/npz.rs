//! NumPy arrays in a zip archive that is not compressed: `numpy.load` opens it.

use std::io::{BufWriter, Write};

use super::error::WriteError;
use super::snapshot::{Snapshot, joined};
use crate::exchange::snapshots::header::Unit;
use crate::exchange::snapshots::values::Values;

/// The first byte of the list at the end, and what it says of one file.
#[derive(Default)]
struct Archive {
    at: u64,
    entries: Vec<u8>,
    count: u16,
}

pub(super) fn write(sink: &mut dyn Write, snapshot: &Snapshot) -> Result<(), WriteError> {
    let mut out = BufWriter::with_capacity(1 << 20, sink);
    let mut archive = Archive::default();
    let rows = snapshot.bodies();
    // First, because only the start of a file is searched for the program that wrote it.
    let lines = snapshot.parameter_lines().collect::<Vec<_>>().join("\n");
    if !lines.is_empty() {
        let kind = format!("|S{}", lines.len());
        archive.add(&mut out, "parameters", &kind, "()", lines.as_bytes())?;
    }
    for (column, values) in &snapshot.columns {
        let shape = match column.components {
            1 => format!("({rows},)"),
            n => format!("({rows}, {n})"),
        };
        let (kind, bytes) = bytes(values);
        archive.add(&mut out, &joined(&column.name), kind, &shape, &bytes)?;
    }
    let groups = snapshot.group_of_rows();
    archive.add(&mut out, "group", "|u1", &format!("({rows},)"), &groups)?;
    let names: Vec<&str> = snapshot.moment.groups.iter().map(|g| g.name.as_str()).collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0).max(1);
    let padded = |name: &&str| {
        let mut bytes = name.as_bytes().to_vec();
        bytes.resize(width, 0);
        bytes
    };
    let text: Vec<u8> = names.iter().flat_map(padded).collect();
    let (kind, shape) = (format!("|S{width}"), format!("({},)", names.len()));
    archive.add(&mut out, "group_names", &kind, &shape, &text)?;
    let time = snapshot.moment.time.unwrap_or(f64::NAN).to_le_bytes();
    archive.add(&mut out, "time", "<f8", "()", &time)?;
    let units = snapshot.units;
    let si = |unit: Option<Unit>| unit.map_or(f64::NAN, |unit| unit.si).to_le_bytes();
    let units = [units.length, units.velocity, units.mass, units.time].map(si).concat();
    archive.add(&mut out, "units_si", "<f8", "(4,)", &units)?;
    archive.finish(&mut out)?;
    out.flush()?;
    Ok(())
}

/// The type and the bytes of a column.
fn bytes(values: &Values) -> (&'static str, Vec<u8>) {
    match values {
        Values::F32(v) => ("<f4", v.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Values::F64(v) => ("<f8", v.iter().flat_map(|x| x.to_le_bytes()).collect()),
        Values::U64(v) => ("<u8", v.iter().flat_map(|x| x.to_le_bytes()).collect()),
    }
}

impl Archive {
    /// Adds one array.
    fn add(
        &mut self,
        out: &mut impl Write,
        name: &str,
        kind: &str,
        shape: &str,
        data: &[u8],
    ) -> Result<(), WriteError> {
        let head = head(kind, shape);
        let too_large = |_| WriteError::TooLarge { what: "an array of more than 4 GiB" };
        let size = u32::try_from(head.len() + data.len()).map_err(too_large)?;
        let at = u32::try_from(self.at).map_err(too_large)?;
        let mut sum = flate2::Crc::new();
        sum.update(&head);
        sum.update(data);
        let name = format!("{name}.npy");
        let length = u16::try_from(name.len()).unwrap_or(u16::MAX);
        // Version 2.0, no flags, stored, 1 January 1980.
        let mut common = Vec::new();
        common.extend([20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]);
        [sum.sum(), size, size].iter().for_each(|word| common.extend(word.to_le_bytes()));
        common.extend(length.to_le_bytes());
        common.extend([0, 0]);
        let local = [&b"PK\x03\x04"[..], &common, name.as_bytes(), &head].concat();
        out.write_all(&local)?;
        out.write_all(data)?;
        self.entries.extend(b"PK\x01\x02\x14\x00");
        self.entries.extend(common);
        self.entries.extend([0; 10]);
        self.entries.extend(at.to_le_bytes());
        self.entries.extend(name.as_bytes());
        self.at += (local.len() + data.len()) as u64;
        self.count = self.count.saturating_add(1);
        Ok(())
    }

    /// Writes the list of all files.
    fn finish(self, out: &mut impl Write) -> Result<(), WriteError> {
        let too_large = |_| WriteError::TooLarge { what: "an archive of more than 4 GiB" };
        let at = u32::try_from(self.at).map_err(too_large)?;
        let size = u32::try_from(self.entries.len()).map_err(too_large)?;
        out.write_all(&self.entries)?;
        out.write_all(b"PK\x05\x06\0\0\0\0")?;
        out.write_all(&self.count.to_le_bytes())?;
        out.write_all(&self.count.to_le_bytes())?;
        out.write_all(&size.to_le_bytes())?;
        out.write_all(&at.to_le_bytes())?;
        out.write_all(&[0, 0])?;
        Ok(())
    }
}

/// The start of an array's file, padded to a multiple of 64 bytes.
fn head(kind: &str, shape: &str) -> Vec<u8> {
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    let length = u16::try_from(text.len()).unwrap_or(0).to_le_bytes();
    [&b"\x93NUMPY\x01\x00"[..], &length, text.as_bytes()].concat()
}
