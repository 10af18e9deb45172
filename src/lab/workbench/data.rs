//! What the kernels of the workbench work on, and what they should find.

use rayon::prelude::*;

use crate::lab::bodies::Model;
use crate::lab::primitives::random_words;
use crate::physics::Body;
use crate::words::{Text, grouped, say};

/// What a kernel computes, of which data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Accelerations of bodies in an array of structs.
    Structs,
    /// Accelerations of bodies in an array per coordinate.
    Arrays,
    /// Sums of blocks, and of everything.
    Sums,
    /// Running sums in blocks.
    Scan,
    /// The sum of all numbers, of several inputs.
    Total,
    /// Counts in bins.
    Bins,
    /// Counts of few numbers in bins, for threads that wait for each other.
    LockedBins,
}

/// Squared softening length.
const SOFTENING_SQUARED: f32 = 1e-4;
/// Numbers that a workgroup sums.
const BLOCK: usize = 1024;
/// Numbers in a block of running sums.
const SCANNED: usize = 256;
/// Bins, and values per bin.
const BINS: usize = 64;
const VALUES: u32 = 4;
/// What results hold before the kernel has run, where they do not have to be 0.
const UNSET: u32 = f32::NAN.to_bits();

/// Numbers of which a kernel that is written finds the sum.
#[derive(Debug)]
pub struct Input {
    /// The exercise that asks for it first, from 0.
    exercise: usize,
    count: usize,
    /// Whether they are all 1, so that the sum tells how many were added.
    is_ones: bool,
}

/// The inputs of the exercises: one block; a part of one; several, and so many that workgroups meet.
pub const INPUTS: [Input; 7] = [
    Input { exercise: 0, count: BLOCK, is_ones: true },
    Input { exercise: 0, count: BLOCK, is_ones: false },
    Input { exercise: 1, count: 1, is_ones: false },
    Input { exercise: 1, count: 1000, is_ones: false },
    Input { exercise: 2, count: BLOCK + 1, is_ones: false },
    Input { exercise: 2, count: 5000, is_ones: false },
    Input { exercise: 2, count: 1_000_000, is_ones: false },
];
/// What follows the numbers of an input, and does not count.
const RUBBISH: u32 = 1_000_003;

impl Input {
    /// Its name: `5,000 numbers`.
    pub fn name(&self) -> Text {
        let shown = grouped(self.count as u64);
        if self.is_ones {
            say!("bench-input-ones", shown = shown)
        } else {
            say!("bench-input-numbers", count = self.count, shown = shown)
        }
    }

    fn numbers(&self) -> Vec<u32> {
        if self.is_ones { vec![1; self.count] } else { numbers(self.count) }
    }

    fn data(&self) -> Data {
        let blocks = self.count.div_ceil(BLOCK);
        let mut source = self.numbers();
        source.resize((blocks + 1) * BLOCK, RUBBISH);
        let buffers = vec![vec![self.count as u32; 4], source, vec![0]];
        Data { buffers, results: 2..3, grid: Grid::Groups(blocks as u32) }
    }
}

/// How many workgroups start.
#[derive(Clone, Copy, Debug)]
pub enum Grid {
    /// At least this many threads.
    Threads(u32),
    /// This many workgroups.
    Groups(u32),
}

/// The contents of a kernel's bindings before it runs, in order; and which of them hold results.
#[derive(Debug)]
pub struct Data {
    pub buffers: Vec<Vec<u32>>,
    pub results: std::ops::Range<usize>,
    pub grid: Grid,
}

/// A result that a kernel should find.
pub type Expected = Vec<f64>;

impl Kind {
    /// How many bodies or numbers there are; few for adapters that are slow. No multiple of a
    /// workgroup's threads.
    fn count(self, is_slow: bool) -> usize {
        match (self, is_slow) {
            (Self::Structs | Self::Arrays, true) => 1000,
            (Self::Structs | Self::Arrays, false) => 4000,
            (Self::Scan, true) => 5000,
            (Self::Scan, false) => 20_000,
            (Self::LockedBins, true) => 1000,
            (Self::LockedBins, false) => 20_000,
            (_, true) => 200_000,
            (_, false) => 2_000_000,
        }
    }

    /// The data; of a kernel that is written, all inputs up to those of an exercise, from 0, or of
    /// all. What a run is timed with comes last.
    pub fn data(self, is_slow: bool, exercise: Option<usize>) -> Vec<Data> {
        let count = self.count(is_slow);
        let bodies = || Model::Plummer.bodies(count);
        let data = match self {
            Self::Total => {
                let is_asked =
                    |input: &&Input| exercise.is_none_or(|exercise| input.exercise <= exercise);
                return INPUTS.iter().filter(is_asked).map(Input::data).collect();
            }
            Self::Structs => {
                let buffers = vec![of_bodies(count), bodies().iter().flat_map(in_struct).collect()];
                Data { buffers, results: 1..2, grid: Grid::Threads(count as u32) }
            }
            Self::Arrays => {
                let bodies = bodies();
                let array = |value: &dyn Fn(&Body) -> f64| {
                    bodies.iter().map(|body| bits(value(body))).collect()
                };
                let mut buffers = vec![of_bodies(count), array(&|body| body.mass)];
                buffers.extend([0, 1, 2].map(|axis| array(&|body| body.position[axis])));
                buffers.extend([0, 1, 2].map(|_| vec![UNSET; count]));
                Data { buffers, results: 5..8, grid: Grid::Threads(count as u32) }
            }
            Self::Sums => {
                let blocks = count.div_ceil(BLOCK);
                let buffers =
                    vec![vec![count as u32; 4], numbers(count), vec![UNSET; blocks], vec![0]];
                Data { buffers, results: 2..4, grid: Grid::Groups(blocks as u32) }
            }
            Self::Scan => {
                let buffers = vec![vec![count as u32; 4], numbers(count), vec![UNSET; count]];
                Data { buffers, results: 2..3, grid: Grid::Threads(count as u32) }
            }
            Self::Bins | Self::LockedBins => {
                let buffers = vec![vec![count as u32; 4], numbers(count), vec![0; BINS]];
                Data { buffers, results: 2..3, grid: Grid::Threads(count as u32) }
            }
        };
        vec![data]
    }

    /// What it should find.
    pub fn expected(self, is_slow: bool) -> Vec<Expected> {
        let count = self.count(is_slow);
        let one = |number: u32| vec![f64::from(number)];
        match self {
            Self::Structs | Self::Arrays => accelerations(&Model::Plummer.bodies(count)),
            Self::Sums => {
                let numbers = numbers(count);
                let total = numbers.iter().sum::<u32>();
                numbers
                    .chunks(BLOCK)
                    .map(|block| one(block.iter().sum()))
                    .chain([one(total)])
                    .collect()
            }
            Self::Scan => {
                let running = |sum: &mut u32, number: &u32| {
                    *sum += number;
                    Some(one(*sum))
                };
                numbers(count)
                    .chunks(SCANNED)
                    .flat_map(|block| block.iter().scan(0, running).collect::<Vec<_>>())
                    .collect()
            }
            Self::Total => INPUTS.iter().map(|input| one(input.numbers().iter().sum())).collect(),
            Self::Bins | Self::LockedBins => {
                let mut counts = vec![0; BINS];
                numbers(count).iter().for_each(|number| counts[(number / VALUES) as usize] += 1);
                counts.into_iter().map(one).collect()
            }
        }
    }

    /// What it has found, from the words of the bindings with results.
    pub fn found(self, results: &[Vec<u32>]) -> Vec<Vec<f64>> {
        let number = |word: u32| f64::from(f32::from_bits(word));
        match (self, results) {
            (Self::Structs, [bodies]) => bodies
                .chunks_exact(STRUCT)
                .map(|body| body[STRUCT - 3..].iter().map(|word| number(*word)).collect())
                .collect(),
            (Self::Arrays, [x, y, z]) => {
                let length = x.len().min(y.len()).min(z.len());
                (0..length)
                    .map(|body| vec![number(x[body]), number(y[body]), number(z[body])])
                    .collect()
            }
            _ => results.iter().flatten().map(|word| vec![f64::from(*word)]).collect(),
        }
    }

    /// The largest relative error of a result that counts as right: rounding of sums of many
    /// numbers in single precision, or nothing for integers.
    pub fn tolerance(self) -> f64 {
        if matches!(self, Self::Structs | Self::Arrays) { 3e-5 } else { 0.0 }
    }
}

/// Words in a body's struct.
const STRUCT: usize = 10;

fn bits(number: f64) -> u32 {
    (number as f32).to_bits()
}

fn of_bodies(count: usize) -> Vec<u32> {
    vec![count as u32, SOFTENING_SQUARED.to_bits(), 0, 0]
}

fn in_struct(body: &Body) -> [u32; STRUCT] {
    let ([x, y, z], [u, v, w]) =
        (body.position.to_array().map(bits), body.velocity.to_array().map(bits));
    [bits(body.mass), x, y, z, u, v, w, UNSET, UNSET, UNSET]
}

/// Random numbers below 256.
fn numbers(count: usize) -> Vec<u32> {
    random_words(count).into_iter().map(|word| word >> 24).collect()
}

/// The accelerations of bodies whose positions and masses are rounded to single precision.
fn accelerations(bodies: &[Body]) -> Vec<Expected> {
    let rounded = |body: &Body| {
        let [x, y, z] = body.position.to_array().map(|number| f64::from(number as f32));
        [x, y, z, f64::from(body.mass as f32)]
    };
    let sources: Vec<[f64; 4]> = bodies.iter().map(rounded).collect();
    let on = |own: &[f64; 4]| {
        let mut sum = [0.0; 3];
        for source in &sources {
            let off = [0, 1, 2].map(|axis| source[axis] - own[axis]);
            let squared =
                off.iter().map(|part| part * part).sum::<f64>() + f64::from(SOFTENING_SQUARED);
            let factor = source[3] / (squared * squared.sqrt());
            [0, 1, 2].into_iter().for_each(|axis| sum[axis] += factor * off[axis]);
        }
        sum.to_vec()
    };
    sources.par_iter().map(on).collect()
}
