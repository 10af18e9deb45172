//! What a snapshot looks like before all of it is read.

use glam::DVec3;

use super::snapshots::header::Header;
use super::snapshots::{Error, Reader, names};

/// Evenly spaced pieces of the file from which a sketch is read, and the bodies in each.
const PIECES: u64 = 16;
const BODIES: u64 = 192;

/// The head of a snapshot and some of its bodies, which arrive long before the rest.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The format, in words.
    pub format: String,
    /// How many bodies there are.
    pub bodies: u64,
    /// The names of their types.
    pub types: Vec<String>,
    /// Positions of bodies from all parts of the file, in its numbers.
    pub positions: Vec<DVec3>,
}

impl Sketch {
    /// The sketch of a moment.
    pub(super) fn of(
        reader: &mut dyn Reader,
        header: &Header,
        moment: usize,
    ) -> Result<Self, Error> {
        let stored = &header.moments[moment];
        let mut positions = Vec::new();
        for piece in 0..PIECES {
            let [start, next] = [piece, piece + 1].map(|piece| {
                piece * (stored.bodies / PIECES) + piece * (stored.bodies % PIECES) / PIECES
            });
            let rows = start..next.min(start + BODIES);
            if !rows.is_empty() {
                let numbers = reader.read(moment, names::POSITION, rows)?.to_f64();
                positions.extend(numbers.as_chunks::<3>().0.iter().map(|it| DVec3::from(*it)));
            }
        }
        Ok(Self {
            format: header.format.clone(),
            bodies: stored.bodies,
            types: stored.groups.iter().map(|group| group.name.clone()).collect(),
            positions,
        })
    }
}
