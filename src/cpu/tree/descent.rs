//! Walking the tree for a group of bodies: near bodies and far cells go to lists, which then pull
//! on the whole group.

use super::cells::{Cell, INNER, reach_factor};
use super::pulls;
use crate::cpu::Softened;
use crate::cpu::instruction_set::Vectorized;
use crate::cpu::lanes::Lanes;
use crate::cpu::simd::{self, Sources};
use crate::physics::{Multipoles, Opening, TreeSettings};

/// Most bodies of a group.
const MAX: usize = 64;
/// Cells summed on their own before their sum joins the total, which keeps rounding errors small.
const TILE: usize = 256;
/// Most children of a cell.
const CHILDREN: usize = 8;

/// What all walks share. Lengths are in units of `1 / scale`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    pub sources: Sources<'a>,
    pub cells: &'a [Cell],
    pub softening: Softened,
    pub scale: f32,
    pub settings: TreeSettings,
}

/// Room for the lists of a walk.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Cells whose children wait to be looked at.
    stack: Vec<u32>,
    /// Cells that are far enough.
    far: Vec<u32>,
    /// Leaves that are not.
    near: Vec<u32>,
}

impl Lists {
    /// Makes room for the children of a cell after these lengths.
    #[inline(always)]
    fn grow(&mut self, lengths: [usize; 3]) {
        for (list, length) in
            [&mut self.stack, &mut self.far, &mut self.near].into_iter().zip(lengths)
        {
            if list.len() < length + CHILDREN {
                list.resize(2 * (length + CHILDREN), 0);
            }
        }
    }
}

/// The walk for the bodies from `first` on, as many as `accelerations` has room for.
pub(super) struct Walk<'a> {
    pub shared: Shared<'a>,
    pub first: usize,
    /// In: those of the last time; out: those of this time.
    pub accelerations: [&'a mut [f32]; 3],
    pub lists: &'a mut Lists,
    /// Out: bodies that pull on each body, cells that do, nodes looked at.
    pub work: &'a mut [u32; 3],
}

/// The positions of a group; after the last one, they repeat it.
#[repr(align(64))]
struct Places([[f32; MAX]; 3]);

/// Which cells are far: those farther than both their radius and a multiple of either their radius
/// or their reach.
#[derive(Clone, Copy, Debug)]
struct Criterion {
    is_by_reach: bool,
    factor: f32,
    softening_squared: f32,
    /// Where the law is that of Newton; 0 with Plummer's.
    reach: f32,
}

impl Criterion {
    fn new(shared: &Shared, accelerations: &[&mut [f32]; 3]) -> Self {
        let TreeSettings { opening, order, .. } = shared.settings;
        let softening = shared.softening;
        let reach = if softening.is_other() { softening.squared.sqrt() } else { 0.0 };
        let by_angle = |angle: f64| Self {
            is_by_reach: false,
            factor: (angle * angle).recip() as f32,
            softening_squared: 0.0,
            reach,
        };
        let accuracy = match opening {
            Opening::Angle(angle) => return by_angle(angle),
            // Without any error, all cells open.
            Opening::Accuracy(0.0) => return by_angle(0.0),
            Opening::Accuracy(accuracy) => accuracy,
        };
        let [x, y, z] =
            accelerations.each_ref().map(|axis| axis.iter().map(|&a| f64::from(a).powi(2)));
        let squares = x.zip(y).zip(z).map(|((x, y), z)| x + y + z);
        let (least, most) =
            squares.fold((f64::INFINITY, 0.0_f64), |(least, most), a| (least.min(a), most.max(a)));
        // A single body in balance would open every cell for its whole group, so the others set a
        // floor.
        let usual = least.sqrt().max(most.sqrt() / 16.0) / f64::from(shared.scale).powi(2);
        if !(usual > 0.0 && usual.is_finite()) {
            return by_angle(Opening::FIRST);
        }
        let factor = reach_factor(accuracy * usual, order);
        Self { is_by_reach: true, factor, softening_squared: softening.of_cells().squared, reach }
    }

    /// The square of the distance from which on a cell may pull as a whole.
    #[inline(always)]
    fn least_squared(&self, cell: &Cell) -> f32 {
        let squared = if self.is_by_reach { cell.reach_squared } else { cell.radius_squared };
        // Nothing times infinity is no number, which `max` leaves out.
        let least = (squared * self.factor - self.softening_squared).max(cell.least_squared);
        if self.reach == 0.0 {
            return least;
        }
        least.max((cell.radius_squared.sqrt() + self.reach).powi(2))
    }
}

impl Vectorized for Walk<'_> {
    #[inline(always)]
    fn run<S: Lanes, const MANY: usize, const FEW: usize>(mut self, lanes: S) {
        let places = self.places();
        self.fill_lists(lanes, &places);
        match (self.shared.softening.of_cells().is_some, self.shared.settings.order) {
            (true, Multipoles::Quadrupole) => self.sum::<S, true, true, FEW>(lanes, &places),
            (true, Multipoles::Monopole) => self.sum::<S, true, false, FEW>(lanes, &places),
            (false, Multipoles::Quadrupole) => self.sum::<S, false, true, FEW>(lanes, &places),
            (false, Multipoles::Monopole) => self.sum::<S, false, false, FEW>(lanes, &places),
        }
    }
}

impl Walk<'_> {
    fn places(&self) -> Places {
        let last = self.first + self.accelerations[0].len() - 1;
        Places(
            self.shared
                .sources
                .position
                .map(|axis| std::array::from_fn(|k| axis[(self.first + k).min(last)])),
        )
    }

    /// Finds the cells and the bodies that pull on the group.
    #[inline(always)]
    fn fill_lists<S: Lanes>(&mut self, lanes: S, places: &Places) {
        let cells = self.shared.cells;
        let criterion = Criterion::new(&self.shared, &self.accelerations);
        let group = places
            .0
            .each_ref()
            .map(|axis| S::as_simd_f32s(&axis[..self.shared.settings.group as usize]).0);
        let [mut waiting, mut far, mut near] = [0; 3];
        let mut siblings = 0..1;
        let mut looked = 0;
        loop {
            looked += siblings.len() as u32;
            self.lists.grow([waiting, far, near]);
            let Lists { stack, far: far_cells, near: near_cells } = &mut *self.lists;
            for index in siblings {
                let cell = &cells[index];
                let is_far = is_far(lanes, group, cell, criterion.least_squared(cell));
                let is_inner = cell.number & INNER != 0;
                // Which list it is cannot be predicted, so it goes to all, and only one of them
                // keeps it.
                (stack[waiting], far_cells[far], near_cells[near]) =
                    (index as u32, index as u32, index as u32);
                waiting += usize::from(!is_far & is_inner);
                far += usize::from(is_far);
                near += usize::from(!is_far & !is_inner);
            }
            if waiting == 0 {
                break;
            }
            waiting -= 1;
            let next = &cells[stack[waiting] as usize];
            siblings = next.first as usize..(next.first + (next.number & !INNER)) as usize;
        }
        self.lists.far.truncate(far);
        self.lists.near.truncate(near);
        let bodies = self.lists.near.iter().map(|&leaf| cells[leaf as usize].number).sum();
        *self.work = [bodies, far as u32, looked];
    }

    /// Sums the pulls, a block of bodies at a time.
    #[inline(always)]
    fn sum<S: Lanes, const SOFTENED: bool, const QUADRUPOLES: bool, const BLOCK: usize>(
        &mut self,
        lanes: S,
        places: &Places,
    ) {
        let Shared { sources, cells, softening, scale, .. } = self.shared;
        let body_scale = lanes.splat_f32s(S::SCALE);
        let unit = lanes.splat_f32s(scale);
        for start in (0..self.accelerations[0].len()).step_by(BLOCK * S::F32_LANES) {
            let mut totals = [[lanes.splat_f32s(0.0); BLOCK]; 3];
            let mut here = totals;
            for (here, axis) in here.iter_mut().zip(&places.0) {
                here.copy_from_slice(&S::as_simd_f32s(&axis[start..]).0[..BLOCK]);
            }
            for far in self.lists.far.chunks(TILE) {
                let sums = pulls::pull::<S, SOFTENED, QUADRUPOLES, BLOCK>(
                    lanes,
                    softening.of_cells(),
                    &here,
                    cells,
                    far,
                );
                for (total, sum) in totals.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
                    *total = lanes.add_f32s(*total, *sum);
                }
            }
            for near in &self.lists.near {
                let Cell { first, number, .. } = cells[*near as usize];
                let sources = sources.range(first as usize..(first + number) as usize);
                let sums = simd::pull::<S, SOFTENED, BLOCK>(lanes, softening, &here, sources);
                for (total, sum) in totals.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
                    *total = lanes.multiply_add(*sum, body_scale, *total);
                }
            }
            for (axis, totals) in self.accelerations.iter_mut().zip(totals) {
                for (vector, total) in totals.into_iter().enumerate() {
                    let begin = (start + vector * S::F32_LANES).min(axis.len());
                    let total = lanes.mul_f32s(lanes.mul_f32s(total, unit), unit);
                    lanes.partial_store_f32s(&mut axis[begin..], total);
                }
            }
        }
    }
}

/// Whether the centre of a cell is at least this far from every body of a group.
#[inline(always)]
fn is_far<S: Lanes>(lanes: S, [xs, ys, zs]: [&[S::f32s]; 3], cell: &Cell, squared: f32) -> bool {
    let center = [
        lanes.splat_f32s(cell.center[0]),
        lanes.splat_f32s(cell.center[1]),
        lanes.splat_f32s(cell.center[2]),
    ];
    let mut least = lanes.splat_f32s(f32::INFINITY);
    for ((&x, &y), &z) in xs.iter().zip(ys).zip(zs) {
        let offset = [
            lanes.sub_f32s(x, center[0]),
            lanes.sub_f32s(y, center[1]),
            lanes.sub_f32s(z, center[2]),
        ];
        let own = lanes.mul_f32s(offset[0], offset[0]);
        let own =
            lanes.multiply_add(offset[2], offset[2], lanes.multiply_add(offset[1], offset[1], own));
        least = lanes.min_f32s(least, own);
    }
    lanes.first_true_m32s(lanes.less_than_f32s(least, lanes.splat_f32s(squared))) == S::F32_LANES
}
