//! Sizes of Tipsy records: the file's length tells which variant it is.

use crate::exchange::snapshots::source::Numbers;

/// How many bodies of each type there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub gas: u64,
    pub dark: u64,
    pub star: u64,
}

impl Counts {
    pub fn from_header(numbers: Numbers) -> Self {
        let [gas, dark, star] = [16, 20, 24].map(|at| u64::from(numbers.u32(at)));
        Self { gas, dark, star }
    }

    /// Counts with bits 32 to 39 from the bytes of the pad word, as pkdgrav3 writes them.
    fn extended(self, pad: u32) -> Self {
        let high = |byte: u32| u64::from((pad >> (8 * byte)) & 0xff) << 32;
        Self { gas: self.gas + high(1), dark: self.dark + high(2), star: self.star + high(3) }
    }

    pub const fn named(self) -> [(&'static str, u64); 3] {
        [("gas", self.gas), ("dark", self.dark), ("star", self.star)]
    }

    pub fn in_words(self) -> String {
        format!("{} gas, {} dark and {} star bodies", self.gas, self.dark, self.star)
    }
}

/// One variant of the format.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Bytes of the header.
    pub header: u64,
    pub counts: Counts,
    /// Bytes of a position's and of a velocity's component.
    pub position: u64,
    pub velocity: u64,
    /// Whether the pad word extends the counts.
    pub extended: bool,
}

impl Shape {
    pub const fn usual(counts: Counts) -> Self {
        Self { header: 32, counts, position: 4, velocity: 4, extended: false }
    }

    /// All variants, the usual ones first.
    pub fn candidates(numbers: Numbers, counts: Counts) -> Vec<Self> {
        let pad = numbers.u32(28);
        let wide = counts.extended(pad);
        let mut shapes = Vec::new();
        for (position, velocity) in [(4, 4), (8, 4), (8, 8)] {
            let plain = Self { position, velocity, ..Self::usual(counts) };
            shapes.push(plain.clone());
            shapes.push(Self { header: 28, ..plain.clone() });
            if wide != counts {
                shapes.push(Self { counts: wide, extended: true, ..plain });
            }
        }
        shapes
    }

    /// Bytes of mass, position and velocity.
    pub const fn core(&self) -> u64 {
        4 + 3 * self.position + 3 * self.velocity
    }

    /// Bytes of a gas, dark and star record.
    pub const fn records(&self) -> [u64; 3] {
        let core = self.core();
        [core + 20, core + 8, core + 16]
    }

    /// Bytes of the whole file.
    pub fn size(&self) -> Option<u64> {
        let counts = [self.counts.gas, self.counts.dark, self.counts.star];
        let mut size = self.header;
        for (count, record) in counts.into_iter().zip(self.records()) {
            size = size.checked_add(count.checked_mul(record)?)?;
        }
        Some(size)
    }

    pub const fn precision(&self) -> &'static str {
        match (self.position, self.velocity) {
            (8, 8) => ", double precision",
            (8, _) => ", positions in double precision",
            _ => "",
        }
    }
}
