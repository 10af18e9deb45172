//! Gravity by a tree on all cores (Barnes & Hut, Nature 324 (1986) 446): what the GPU's tree is
//! compared with.

mod cells;
mod descent;
mod keys;
mod nodes;
mod pulls;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::arrays::Arrays;
use super::simd::Sources;
use super::{InstructionSet, Softened};
use crate::physics::{Portion, Softening, TreeSettings};
use cells::Cell;
use descent::{Lists, Shared, Walk};
use keys::Extent;
use nodes::Nodes;

/// A tree of bodies, built anew for each sum of their accelerations.
///
/// It is the tree of [`crate::physics::Tree`], with the same [`TreeSettings`]: Morton keys of 63
/// bits; nodes that are cells with bodies in at least two of their eighths, or leaves; groups of
/// consecutive bodies that share a walk. Three things differ. Cells are far if they are far from
/// every body of a group, not from boxes around them, so fewer cells open. Leaves of one or two
/// bodies never pull as cells. Bodies at one place pull as a single body, which is exact, so that
/// they do not cost the square of their number.
///
/// Bodies that are not finite pull on nobody and get an acceleration of zero. Coordinates beyond
/// 1e9 are scaled down by a power of two first, so that cubes of distances and moments stay in the
/// range of single precision; cells whose moments still do not always open.
///
/// Everything is divided among the threads in a way that does not depend on their number, so any
/// number gives the same bits.
#[derive(Debug)]
pub struct CpuTree {
    settings: TreeSettings,
    /// Number of finite bodies, which come first.
    finite: usize,
    /// The key of each body, and its row before sorting.
    keys: Vec<(u64, u32)>,
    /// The index that the caller gave each body.
    original: Vec<u32>,
    /// Positions in other units, if theirs are too large.
    scaled: [Vec<f32>; 3],
    nodes: Nodes,
    cells: Vec<Cell>,
    work: Vec<[u32; 3]>,
    stages: [Duration; 5],
    scratch: (Vec<f32>, Vec<u32>),
}

impl CpuTree {
    /// Prepares for `count` bodies.
    pub(super) fn new(count: usize, settings: TreeSettings) -> Self {
        Self {
            settings,
            finite: 0,
            keys: vec![(0, 0); count],
            original: (0..count as u32).collect(),
            scaled: Default::default(),
            nodes: Nodes::default(),
            cells: Vec::new(),
            work: Vec::new(),
            stages: Default::default(),
            scratch: Default::default(),
        }
    }

    /// Changes how the next tree is built and walked.
    pub(super) fn set_settings(&mut self, settings: TreeSettings) {
        self.settings = settings;
    }

    /// Sorts the bodies by their keys, and computes the accelerations of a portion of the groups.
    /// Returns the rows of their bodies. Uses the thread pool of the caller. Once `stop` is set,
    /// walks are left out.
    pub(super) fn accelerate(
        &mut self,
        arrays: &mut Arrays,
        softening: Softening,
        portion: Portion,
        set: InstructionSet,
        stop: &AtomicBool,
    ) -> Range<usize> {
        let mut last = Instant::now();
        let mut stages = [Duration::ZERO; 5];
        let mut lap =
            |stage: usize| stages[stage] = std::mem::replace(&mut last, Instant::now()).elapsed();
        let extent = Extent::new(arrays);
        lap(0);
        keys::fill(&mut self.keys, arrays, &extent);
        // Bodies with the same key go by the index that the caller gave them, whatever the last
        // order.
        let original = &self.original;
        self.keys.par_sort_unstable_by(|(key, row), (other, other_row)| {
            key.cmp(other).then_with(|| original[*row as usize].cmp(&original[*other_row as usize]))
        });
        self.finite = self.keys.partition_point(|&(key, _)| key != keys::NOT_FINITE);
        self.reorder(arrays);
        self.rescale(arrays, extent.scale);
        lap(1);
        let keys = &self.keys[..self.finite];
        self.nodes.build(keys, self.settings.leaf as usize);
        lap(2);
        let scaled = [0, 1, 2].map(|axis| {
            if extent.scale == 1.0 { &arrays.position[axis] } else { &self.scaled[axis] }
        });
        let sources = Sources {
            position: scaled.map(|axis| &axis[..self.finite]),
            mass: &arrays.mass[..self.finite],
        };
        cells::sum(&mut self.cells, &self.nodes, sources, self.settings.order);
        lap(3);
        let shared = Shared {
            sources,
            cells: &self.cells,
            softening: Softened::new(Softening {
                length: softening.length * f64::from(extent.scale),
                ..softening
            }),
            scale: extent.scale,
            settings: self.settings,
        };
        let group = self.settings.group as usize;
        self.work.resize(self.finite.div_ceil(group), [0; 3]);
        let groups = portion.of(self.work.len());
        let rows = groups.start * group..(groups.end * group).min(self.finite);
        arrays.acceleration.iter_mut().for_each(|axis| axis[self.finite..].fill(0.0));
        let accelerations = arrays.acceleration.each_mut().map(|axis| &mut axis[rows.clone()]);
        walk(shared, set, rows.start, accelerations, &mut self.work[groups], stop);
        lap(4);
        self.stages = stages;
        rows
    }

    /// Puts the bodies into the order of their keys. They keep it, so the next sort finds them
    /// nearly sorted.
    fn reorder(&mut self, arrays: &mut Arrays) {
        let (numbers, indices) = &mut self.scratch;
        let Arrays { position, mass, velocity, acceleration, component } = arrays;
        for values in position.iter_mut().chain(velocity).chain(acceleration).chain([mass]) {
            gather(values, &self.keys, numbers);
        }
        for values in [component, &mut self.original] {
            gather(values, &self.keys, indices);
        }
    }

    fn rescale(&mut self, arrays: &Arrays, scale: f32) {
        for (scaled, position) in self.scaled.iter_mut().zip(&arrays.position) {
            scaled.clear();
            if scale != 1.0 {
                scaled.par_extend(position.par_iter().map(|&x| x * scale));
            }
        }
    }

    /// The rows of the bodies in the order that the caller gave them: `values[k]` belongs to body
    /// `original[k]`.
    pub(super) fn restore<T: Copy>(&self, values: Vec<T>) -> Vec<T> {
        let mut restored = values.clone();
        for (&value, &index) in values.iter().zip(&self.original) {
            restored[index as usize] = value;
        }
        restored
    }

    /// The index that the caller gave the body in each row of the arrays.
    pub(super) fn order(&self) -> &[u32] {
        &self.original
    }

    /// The settings.
    pub fn settings(&self) -> TreeSettings {
        self.settings
    }

    /// Number of finite bodies in the last tree.
    pub fn bodies(&self) -> usize {
        self.finite
    }

    /// Number of nodes of the last tree.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Number of those that have children.
    pub fn inner_nodes(&self) -> usize {
        self.nodes.nodes().iter().filter(|node| node.children > 0).count()
    }

    /// The number of steps from its root to its deepest node.
    pub fn depth(&self) -> usize {
        self.nodes.depth()
    }

    /// Of each group of bodies in the last walk: the bodies that pull on each of its bodies, the
    /// cells that do, and the nodes that were looked at.
    pub fn work_of_groups(&self) -> &[[u32; 3]] {
        &self.work
    }

    /// How long each stage of the last tree took, in the order of [`crate::physics::TreeStage`].
    pub fn stages(&self) -> [Duration; 5] {
        self.stages
    }

    /// Bytes allocated, in addition to the bodies.
    pub fn bytes(&self) -> usize {
        let columns =
            4 * (self.original.capacity() + self.scratch.0.capacity() + self.scratch.1.capacity());
        let scaled: usize = self.scaled.iter().map(|axis| 4 * axis.capacity()).sum();
        let cells = size_of::<Cell>() * self.cells.capacity() + self.nodes.bytes();
        size_of::<(u64, u32)>() * self.keys.capacity()
            + columns
            + scaled
            + cells
            + 12 * self.work.capacity()
    }
}

/// `values` in the order of `keys`.
fn gather<T: Copy + Send + Sync>(values: &mut Vec<T>, keys: &[(u64, u32)], scratch: &mut Vec<T>) {
    if values.is_empty() {
        return; // a column that nobody needs
    }
    scratch.clear();
    scratch.par_extend(keys.par_iter().map(|&(_, row)| values[row as usize]));
    std::mem::swap(values, scratch);
}

/// Walks the tree for groups of bodies, the first of which begins with body `first`. Accelerations
/// in: those of the last time; out: those of this time.
fn walk(
    shared: Shared,
    set: InstructionSet,
    first: usize,
    [x, y, z]: [&mut [f32]; 3],
    work: &mut [[u32; 3]],
    stop: &AtomicBool,
) {
    let group = shared.settings.group as usize;
    let groups = x.par_chunks_mut(group).zip(y.par_chunks_mut(group)).zip(z.par_chunks_mut(group));
    groups.zip(work).enumerate().for_each_init(
        Lists::default,
        |lists, (index, (((x, y), z), work))| {
            if !stop.load(Ordering::Relaxed) {
                set.vectorize(Walk {
                    shared,
                    first: first + index * group,
                    accelerations: [x, y, z],
                    lists,
                    work,
                });
            }
        },
    );
}
