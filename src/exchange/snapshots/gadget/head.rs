//! The header of 256 bytes.

use std::path::Path;

use crate::exchange::snapshots::error::Error;
use crate::exchange::snapshots::source::Numbers;

/// What the header of one part says.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// Bodies by type in this part.
    pub counts: [u64; 6],
    /// The mass of every body of a type, or 0.
    pub masses: [f64; 6],
    pub time: f64,
    pub redshift: f64,
    pub parts: i32,
    pub box_size: f64,
    pub omega: f64,
    pub lambda: f64,
    pub hubble: f64,
    pub star_formation: bool,
    pub cooling: bool,
    pub ages: bool,
    pub metals: bool,
}

impl Head {
    pub fn from_bytes(n: Numbers, path: &Path, offset: u64) -> Result<Self, Error> {
        let mut counts = [0; 6];
        for (k, count) in counts.iter_mut().enumerate() {
            let found = n.i32(4 * k);
            *count = u64::try_from(found).map_err(|_| {
                let what = format!("{found} bodies of type {k}");
                Error::damaged(path, offset + 4 * k as u64, what)
            })?;
        }
        let masses = [0, 1, 2, 3, 4, 5].map(|k| n.f64(24 + 8 * k));
        if let Some(k) = masses.iter().position(|m| !m.is_finite() || *m < 0.0) {
            let what = format!("a mass of {} for type {k}", masses[k]);
            return Err(Error::damaged(path, offset + 24 + 8 * k as u64, what));
        }
        let flag = |at| n.i32(at) != 0;
        Ok(Self {
            counts,
            masses,
            time: n.f64(72),
            redshift: n.f64(80),
            parts: n.i32(124),
            box_size: n.f64(128),
            omega: n.f64(136),
            lambda: n.f64(144),
            hubble: n.f64(152),
            star_formation: flag(88),
            cooling: flag(120),
            ages: flag(160),
            metals: flag(164),
        })
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether the time is an expansion factor that matches the redshift.
    pub fn cosmological(&self) -> bool {
        let expected = 1.0 / (1.0 + self.redshift);
        let close = (self.time - expected).abs() < 1e-3 * expected.abs();
        self.omega > 0.0 && self.time > 0.0 && close
    }
}

/// Bodies by type in all parts.
pub(super) fn totals(paths: &[&Path], heads: &[&Head]) -> Result<[u64; 6], Error> {
    let mut totals = [0_u64; 6];
    for head in heads {
        for (total, count) in totals.iter_mut().zip(head.counts) {
            *total = total.saturating_add(count);
        }
    }
    if totals.iter().sum::<u64>() == 0 {
        let path = paths.first().copied().unwrap_or(Path::new(""));
        return Err(Error::damaged(path, 0, "the header counts no bodies"));
    }
    Ok(totals)
}
