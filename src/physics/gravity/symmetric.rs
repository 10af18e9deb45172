//! Force passes that evaluate each pair of bodies once, for both of them, on adapters with
//! subgroups of one size.
//!
//! Every sum has its own place: one row of one vector per body for each distance between two
//! blocks. If memory is too small for all of them, the distances are processed in bands, and the
//! rows of a band are added up before the next band.

use std::ops::Range;
use std::sync::Arc;

use super::meetings::distances;
use super::method::{Method, Request, SCRATCH, row_bytes};
use super::plan::{Plan, Shape};
use super::tunings;
use crate::gpu::{Bound, Gpu, GpuError, Kernel, KernelSource};
use crate::physics::{Bodies, Portion, Precision, Rows};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of one band of a symmetric force pass.
    pub struct SymmetricParams {
        /// Number of bodies.
        pub count: u32,
        /// Square of the softening length.
        pub softening_squared: f32,
        /// Number of blocks of bodies.
        pub blocks: u32,
        /// The first distance of the band, in blocks.
        pub first_distance: u32,
        /// The end of the distances (exclusive).
        pub end_distance: u32,
        /// Distances per unit.
        pub run: u32,
        /// Number of runs in the band.
        pub runs: u32,
        /// Number of pairs of opposite blocks, if the band has them.
        pub opposites: u32,
        /// The first of the band's rows.
        pub first_row: u32,
        /// The row of opposite blocks.
        pub opposite_row: u32,
        /// The row of the forces within each block.
        pub alone_row: u32,
        /// The first unit to compute.
        pub first_unit: u32,
        /// The end of the units (exclusive).
        pub end_unit: u32,
        /// Lanes of a subgroup.
        pub lanes: u32,
        /// The mass of each body, if all have the same.
        pub mass: f32,
        /// What the rounded square of the softening length leaves.
        pub softening_squared_low: f32,
    }
}

mirrored! {
    /// Parameters of the sum of rows.
    pub struct GatherRowsParams {
        /// Number of bodies.
        pub count: u32,
        /// The first row.
        pub first_row: u32,
        /// The end of the rows (exclusive).
        pub end_row: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// Each pair once.
pub const SYMMETRIC: KernelSource = KernelSource::trusted(
    "gravity/symmetric",
    &[wgsl!("gravity/symmetric.wgsl"), wgsl!("gravity/to_places.wgsl"), wgsl!("real_f32.wgsl")],
    tunings::SYMMETRIC,
);

/// Each pair once, in double precision.
pub const SYMMETRIC_F64: KernelSource = KernelSource::trusted(
    "gravity/symmetric",
    &[wgsl!("gravity/symmetric.wgsl"), wgsl!("gravity/to_places.wgsl"), wgsl!("real_f64.wgsl")],
    tunings::SYMMETRIC_DOUBLE,
);

/// As [`SYMMETRIC`], with all sums in one row, by atomic adds: two runs differ by rounding.
pub const UNORDERED: KernelSource = KernelSource::trusted(
    "unordered/symmetric",
    &[wgsl!("gravity/symmetric.wgsl"), wgsl!("gravity/to_one_row.wgsl"), wgsl!("real_f32.wgsl")],
    tunings::SYMMETRIC,
);

/// Clears sums that others add to atomically.
pub const ATOMIC_CLEAR: KernelSource =
    KernelSource::trusted("gravity/atomic_clear", &[wgsl!("gravity/atomic_clear.wgsl")], &[&[]]);

/// Adds up rows of sums.
pub const GATHER: KernelSource = KernelSource::trusted(
    "gravity/gather",
    &[wgsl!("gravity/gather.wgsl"), wgsl!("real_f32.wgsl")],
    &[&[]],
);

/// Adds up rows of sums in double precision.
pub const GATHER_F64: KernelSource = KernelSource::trusted(
    "gravity/gather",
    &[wgsl!("gravity/gather.wgsl"), wgsl!("real_f64.wgsl")],
    &[&[]],
);

/// How the distances of a pass are divided into bands. Pure.
#[derive(Clone, Debug, PartialEq)]
struct Bands {
    bands: Vec<Band>,
    /// Rows that the buffer needs.
    rows: u32,
}

/// One band: its parameters for all its units, and its rows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Band {
    parameters: SymmetricParams,
    /// The end of the rows to add up after it: row 0, the sum of the bands before it, and its own.
    end_row: u32,
    /// Index of its first unit in the whole pass.
    first_unit: u32,
}

impl Band {
    fn units(&self) -> u32 {
        self.parameters.end_unit
    }
}

/// The fewest rows that suffice for a pass: a carry, a run with one distance, opposite blocks, and
/// single blocks.
const MIN_ROWS: u64 = 5;

/// Whether there is memory for that many rows of `count` bodies in this precision.
pub(super) fn has_room(gpu: &Gpu, count: u32, precision: Precision) -> bool {
    gpu.storage_limit().min(SCRATCH) >= MIN_ROWS * u64::from(count) * row_bytes(precision)
}

impl Bands {
    /// Splits a portion of each block's way round the circle into `shares` runs, with at most
    /// `most` rows. `common` holds the parameters that all bands share.
    fn new(common: SymmetricParams, block: u32, portion: Portion, shares: u32, most: u32) -> Self {
        let blocks = common.count.div_ceil(block);
        let all_distances = (blocks - 1) / 2;
        let (distances, has_rest) = distances(blocks as usize, portion);
        let (first_distance, distances) = (distances.start as u32, distances.len() as u32);
        let has_opposites = has_rest && blocks.is_multiple_of(2);
        // Rows of the last band that do not belong to a distance: opposite blocks, single blocks.
        let others = u32::from(has_rest) + u32::from(has_opposites);
        // Units are as long as in the whole pass.
        let run = all_distances.div_ceil(shares.clamp(1, all_distances.max(1))).max(1);
        let rows_of = |distances: u32, run: u32| distances + distances.div_ceil(run);
        let is_one = rows_of(distances, run) + others <= most;
        let carry = u32::from(!is_one);
        let most = most.saturating_sub(carry + others).max(2);
        let run = if is_one { run } else { run.min(most - 1) };
        let distances_per_band = if is_one { distances.max(1) } else { most / (run + 1) * run };
        let mut bands = Vec::new();
        let (mut first, mut first_unit, mut rows) = (0, 0, 0);
        loop {
            let end = (first + distances_per_band).min(distances);
            let is_last = end == distances;
            let runs = (end - first).div_ceil(run);
            let first_row = carry;
            let opposite_row = first_row + rows_of(end - first, run);
            let alone_row = opposite_row + u32::from(has_opposites);
            let opposites = if is_last && has_opposites { blocks / 2 } else { 0 };
            let units = runs * blocks + if is_last && has_rest { opposites + blocks } else { 0 };
            let end_row = if is_last { alone_row + u32::from(has_rest) } else { opposite_row };
            let parameters = SymmetricParams {
                blocks,
                first_distance: first_distance + first,
                end_distance: first_distance + end,
                run,
                runs,
                opposites,
                first_row,
                opposite_row,
                alone_row,
                end_unit: units,
                ..common
            };
            bands.push(Band { parameters, end_row, first_unit });
            first_unit += units;
            rows = rows.max(end_row);
            first = end;
            if is_last {
                return Self { bands, rows };
            }
        }
    }

    fn units(&self) -> u32 {
        self.bands.last().map_or(0, |band| band.first_unit + band.units())
    }
}

/// Most iterations of a thread's loops for one block that it meets, counted as if none were
/// unrolled.
fn iterations(plan: &Plan) -> u32 {
    let (lanes, bodies) = (plan.constant("LANES"), plan.constant("BODIES"));
    plan.block(0) / lanes * (2 + lanes * (2 + bodies) + plan.constant("SUBGROUPS"))
}

/// A symmetric pass for a set of bodies.
#[derive(Debug)]
pub(super) struct SymmetricPairs {
    request: Request,
    plan: Plan,
    kernel: Arc<Kernel>,
    bands: Bands,
    /// Each band with all its units.
    whole: Vec<Bound>,
    /// The sum after each band except the last.
    gathers: Vec<Bound>,
    /// Clears the sums, if there is only one row of them.
    clear: Option<Bound>,
    partial: Rows,
}

impl SymmetricPairs {
    pub(super) fn new(request: Request, plan: Plan) -> Result<Self, GpuError> {
        Self::of_portion(request, plan, Portion::WHOLE)
    }

    /// The pass for a portion of the distances between blocks, which adds something to the sums of
    /// all bodies.
    pub(super) fn of_portion(
        request: Request,
        plan: Plan,
        portion: Portion,
    ) -> Result<Self, GpuError> {
        let (gpu, count) = (&request.gpu, request.count());
        let kernel = gpu.kernel(
            request.kernel(&plan)?,
            &[plan.tuning, &request.switches(), &[request.equal()]].concat(),
        )?;
        let most = request.scratch() / (u64::from(count) * row_bytes(request.precision()));
        let [softening_squared, softening_squared_low] = request.softening_squared();
        let common = SymmetricParams {
            count,
            softening_squared,
            softening_squared_low,
            lanes: plan.constant("LANES"),
            mass: request.mass(),
            ..bytemuck::Zeroable::zeroed()
        };
        let is_unordered = is_unordered(&plan);
        let most = if is_unordered { u32::MAX } else { most.min(1 << 16) as u32 };
        let mut bands = Bands::new(common, plan.block(0), portion, plan.shares, most);
        if is_unordered {
            bands.rows = 1;
        }
        let longest = bands.bands.iter().map(|band| band.parameters.run).max().unwrap_or(1);
        request.check_loops(plan.shape, longest.saturating_mul(iterations(&plan)))?;
        let partial = Rows::new(
            gpu,
            "gravity/partial",
            count as usize * bands.rows.max(1) as usize,
            request.precision(),
        )?;
        Self::bound(request, plan, kernel, bands, partial)
    }

    fn bound(
        request: Request,
        plan: Plan,
        kernel: Arc<Kernel>,
        bands: Bands,
        partial: Rows,
    ) -> Result<Self, GpuError> {
        let gpu = &request.gpu;
        let whole =
            bands.bands.iter().map(|band| bind(&request, &kernel, &band.parameters, &partial));
        let whole = whole.collect::<Result<_, _>>()?;
        let (_, carried) =
            bands.bands.split_last().unwrap_or_else(|| unreachable!("there is at least one band"));
        let gather = if request.precision() == Precision::Double { &GATHER_F64 } else { &GATHER };
        let gather = gpu.kernel(gather, &[])?;
        let gathers = carried.iter().enumerate().map(|(index, band)| {
            let values = GatherRowsParams {
                count: request.count(),
                first_row: u32::from(index == 0),
                end_row: band.end_row,
                padding: 0,
            };
            let uniform = gpu.uniform("gravity/gather", &values)?;
            gather.bind(gpu.device(), &[("gather_of", uniform.raw()), ("partial", partial.raw())])
        });
        let gathers = gathers.collect::<Result<_, GpuError>>()?;
        let clear =
            || gpu.kernel(&ATOMIC_CLEAR, &[])?.bind(gpu.device(), &[("sums", partial.raw())]);
        let clear = is_unordered(&plan).then(clear).transpose()?;
        Ok(Self { request, plan, kernel, bands, whole, gathers, clear, partial })
    }

    fn dispatch(&self, pass: &mut wgpu::ComputePass, bound: &Bound, units: u32) {
        let [columns, rows] = self.kernel.grid(units);
        bound.dispatch(pass, [columns, rows, 1]);
    }

    fn begin(&self, pass: &mut wgpu::ComputePass) {
        if let Some(clear) = &self.clear {
            clear.dispatch_threads(pass, self.request.count());
        }
    }

    fn gather(&self, pass: &mut wgpu::ComputePass, band: usize) {
        if let Some(gather) = self.gathers.get(band) {
            gather.dispatch_threads(pass, self.request.count());
        }
    }
}

impl Method for SymmetricPairs {
    fn units(&self) -> u32 {
        self.bands.units()
    }

    fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.begin(pass);
        for (index, (band, bound)) in self.bands.bands.iter().zip(&self.whole).enumerate() {
            self.dispatch(pass, bound, band.units());
            self.gather(pass, index);
        }
    }

    fn encode_slice(
        &self,
        pass: &mut wgpu::ComputePass,
        units: Range<u32>,
    ) -> Result<(), GpuError> {
        if units.start == 0 {
            self.begin(pass);
        }
        for (index, band) in self.bands.bands.iter().enumerate() {
            let begin = units.start.max(band.first_unit);
            let end = units.end.min(band.first_unit + band.units());
            if begin >= end {
                continue;
            }
            let (first_unit, end_unit) = (begin - band.first_unit, end - band.first_unit);
            let parameters = SymmetricParams { first_unit, end_unit, ..band.parameters };
            let slice = bind(&self.request, &self.kernel, &parameters, &self.partial)?;
            self.dispatch(pass, &slice, end_unit - first_unit);
            if end_unit == band.units() {
                self.gather(pass, index);
            }
        }
        Ok(())
    }

    fn partial(&self) -> &Rows {
        &self.partial
    }

    fn shares(&self) -> u32 {
        if self.clear.is_some() {
            1
        } else {
            self.bands.bands.last().map_or(0, |band| band.end_row)
        }
    }

    fn for_bodies(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        let request = Request { bodies: bodies.clone(), ..self.request.clone() };
        let kernel = Arc::clone(&self.kernel);
        let pairs =
            Self::bound(request, self.plan, kernel, self.bands.clone(), self.partial.clone())?;
        Ok(Arc::new(pairs))
    }
}

fn is_unordered(plan: &Plan) -> bool {
    plan.shape == Shape::SymmetricUnordered
}

fn bind(
    request: &Request,
    kernel: &Arc<Kernel>,
    parameters: &SymmetricParams,
    partial: &Rows,
) -> Result<Bound, GpuError> {
    let Request { gpu, bodies, .. } = request;
    let uniform = gpu.uniform("gravity/parameters", parameters)?;
    let [position, _] = bodies.pulled();
    let buffers =
        [("symmetric_of", uniform.raw()), ("position", position), ("partial", partial.raw())];
    kernel.bind(gpu.device(), &buffers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// A unit: its block, the blocks that it meets with the rows of their pulls, and its own row.
    type Meeting = (u32, Vec<(u32, Option<u32>)>, u32);

    /// The blocks that meet in each unit, computed as in the WGSL.
    fn meetings(band: &Band) -> Vec<Meeting> {
        let of = band.parameters;
        let (opposite, alone) = (of.runs * of.blocks, of.runs * of.blocks + of.opposites);
        let meeting = |unit: u32| {
            if unit >= alone {
                let block = unit - alone;
                return (block, vec![(block, None)], of.alone_row);
            }
            if unit >= opposite {
                let block = unit - opposite;
                return (
                    block,
                    vec![(block + of.blocks / 2, Some(of.opposite_row))],
                    of.opposite_row,
                );
            }
            let (block, part) = (unit % of.blocks, unit / of.blocks);
            let begin = of.first_distance + part * of.run;
            let end = (begin + of.run).min(of.end_distance);
            let row = |distance: u32| of.first_row + of.runs + distance - of.first_distance;
            let met =
                (begin..end).map(|distance| ((block + distance) % of.blocks, Some(row(distance))));
            (block, met.collect(), of.first_row + part)
        };
        (0..of.end_unit).map(meeting).collect()
    }

    #[test]
    fn every_pair_of_blocks_meets_once_and_every_sum_has_its_own_place() {
        for blocks in (1..=17).chain([31, 32, 64]) {
            for shares in [1, 2, 3, 7, 100] {
                for most in [5, 6, 7, 8, 11, 20, 300] {
                    for shares_of_members in [&[1.0][..], &[1.0; 2], &[0.1, 3.0, 1.0, 1.0]] {
                        let mut met = BTreeMap::new();
                        for portion in Portion::WHOLE.divide(shares_of_members) {
                            let what = format!(
                                "{portion:?} of {blocks} blocks, {shares} shares, {most} rows"
                            );
                            let common = SymmetricParams {
                                count: blocks * 16,
                                ..bytemuck::Zeroable::zeroed()
                            };
                            let bands = Bands::new(common, 16, portion, shares, most);
                            assert!(bands.rows <= most, "{what}: {} rows", bands.rows);
                            for (index, band) in bands.bands.iter().enumerate() {
                                let carry = u32::from(bands.bands.len() > 1);
                                let mut written = BTreeSet::new();
                                for (block, others, own_row) in meetings(band) {
                                    assert!(
                                        written.insert((own_row, block)),
                                        "{what}: block {block} writes row {own_row} twice"
                                    );
                                    for (other, pull_row) in others {
                                        *met.entry((block.min(other), block.max(other)))
                                            .or_insert(0) += 1;
                                        let is_new =
                                            pull_row.is_none_or(|row| written.insert((row, other)));
                                        assert!(
                                            is_new,
                                            "{what}: block {other} is written twice in row {pull_row:?}"
                                        );
                                    }
                                }
                                let all = (carry..band.end_row)
                                    .flat_map(|row| (0..blocks).map(move |block| (row, block)));
                                assert!(
                                    written.into_iter().eq(all),
                                    "{what}: band {index} leaves gaps"
                                );
                            }
                        }
                        let pairs = (0..blocks)
                            .flat_map(|low| (low..blocks).map(move |high| ((low, high), 1)));
                        assert!(
                            met.into_iter().eq(pairs),
                            "{blocks} blocks, {shares} shares, {most} rows: not every pair once"
                        );
                    }
                }
            }
        }
    }
}
