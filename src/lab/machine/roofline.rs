//! The roof: what memory and arithmetic allow, and where the kernels of the laboratory stand below
//! it.

use std::sync::{Arc, OnceLock};

use super::peaks::{self, CopySpeed};
use crate::gpu::{Gpu, tuned};
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::{
    Detail, GravityBench, GravityKernel, LabError, Measurement, Model, Number, RateUnit,
    ReduceBench, Rung, ScanBench, TextbookKernel, TreeBench, TreeModel,
};
use crate::name::Named;
use crate::physics::{ForceKernel, Plan, Shape};
use crate::words::{Text, say};

/// The experiment.
pub const ROOFLINE: Experiment = Experiment::whole(
    "roofline",
    Topic::Machine,
    "Williams, Waterman & Patterson, Roofline (2009); Patterson & Hennessy, GPU appendix; Burtscher, CUDA Optimization Tutorial",
    cases,
)
.along("flop per byte");

/// Floating-point operations by which an interaction is counted, and bytes of its source.
const FLOP: f64 = 20.0;
const BODY: f64 = 16.0;
/// Bodies of a tile.
const TILE: f64 = 256.0;
/// Bytes of a tree's node with its moments.
const NODE: f64 = 64.0;

/// What has been measured of the roof: bytes and operations per second.
#[derive(Debug, Default)]
struct Roof {
    copy: CopySpeed,
    arithmetic: OnceLock<f64>,
}

impl Roof {
    /// What is allowed at this intensity, and whether memory is the limit; `None` before both parts
    /// are measured.
    fn at(&self, intensity: f64) -> Option<(f64, bool)> {
        let (copy, arithmetic) = (intensity * self.copy.get()?, *self.arithmetic.get()?);
        Some((copy.min(arithmetic), copy < arithmetic))
    }

    /// The row with its place under the roof, in operations per second.
    fn place(&self, row: Measurement, intensity: f64, flop: f64) -> Measurement {
        let rate = row.rate * flop;
        let mut row = Measurement { rate, unit: RateUnit::Operations, at: Some(intensity), ..row };
        if let Some((most, is_memory)) = self.at(intensity) {
            let percent = format!("{:.1}", 100.0 * rate / most);
            let of_limit = match is_memory {
                true => say!("found-of-memory", percent = percent),
                false => say!("found-of-arithmetic", percent = percent),
            };
            row.details.push(Detail::new("roof", of_limit));
        }
        row
    }
}

fn cases(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let roof = Arc::new(Roof::default());
    let of_arithmetic = Arc::clone(&roof);
    let arithmetic = peaks::multiply_add(gpu, "roofline").named("fused multiply-add");
    let arithmetic = arithmetic.then(move |row| {
        // The first measurement stays, if the case is measured again.
        let _ = of_arithmetic.arithmetic.set(row.rate);
        Ok(row)
    });
    let arithmetic = arithmetic.noted(say!("note-fused-multiply-add"));
    let mut cases = vec![roof.copy.case("roofline", peaks::copied(gpu)), arithmetic];
    for count in extent.counts(gpu, &[1 << 22], &[1 << 25]) {
        cases.extend(streams(count, &roof));
    }
    for count in extent.counts(gpu, &[2048], &[1 << 16]) {
        cases.extend(sums(gpu, count, &roof));
    }
    cases
}

/// Kernels that go through elements once.
fn streams(count: usize, roof: &Arc<Roof>) -> [Case; 2] {
    let [of_sum, of_scan] = [Arc::clone(roof), Arc::clone(roof)];
    let sum = Case::of(ReduceBench { count, number: Number::F32, ..ReduceBench::default() });
    let sum = sum.then(move |row| Ok(of_sum.place(row, 0.25, 1.0))).named("reduction");
    let scan = Case::of(ScanBench { count, ..ScanBench::default() });
    let scan = scan.then(move |row| Ok(of_scan.place(row, 0.125, 1.0))).named("scan");
    [sum.noted(say!("note-reduction")), scan.noted(say!("note-scan"))]
}

/// Sums over all pairs, and a tree.
fn sums(gpu: &Gpu, count: usize, roof: &Arc<Roof>) -> Vec<Case> {
    let mut cases = Vec::new();
    let kernels: [(&str, GravityKernel); 3] = [
        ("naive sum", ForceKernel::Naive.into()),
        ("sum in tiles", TextbookKernel::Tile.into()),
        ("fastest direct sum", ForceKernel::Auto.into()),
    ];
    for (variant, kernel) in kernels {
        let (intensity, note) = match kernel {
            GravityKernel::Run(kernel) => match kernel.plan(gpu, count as u32) {
                Ok(plan) => sharing(&plan, count),
                Err(_) => (f64::NAN, Text::default()),
            },
            GravityKernel::Textbook(_) | GravityKernel::Ladder(_) => shared(TILE, BODY),
        };
        let roof = Arc::clone(roof);
        let case = gravity(kernel, count).named(variant);
        let case = case.then(move |row| Ok(roof.place(row, intensity, FLOP)));
        cases.push(case.noted(note));
    }
    for rung in [Rung::Rung1, Rung::Rung10] {
        let counts = rung.counts();
        let roof = Arc::clone(roof);
        let intensity = counts.operations / (4.0 * counts.global_reads);
        let case = gravity(rung.into(), count).named(format!("ladder's {}", rung.name()));
        let case = case.then(move |row| Ok(roof.place(row, intensity, counts.operations)));
        let (operations, words) = (counts.operations, counts.global_reads);
        cases.push(case.noted(say!("note-ladder", operations = operations, words = words)));
    }
    let roof = Arc::clone(roof);
    let tree = Case::of(TreeBench::new(TreeModel::Plummer, count)).named("tree");
    let tree = tree.then(move |row| {
        let (intensity, flop) = of_tree(&row)?;
        Ok(roof.place(row, intensity, flop))
    });
    cases.push(tree.noted(say!("note-tree")));
    cases
}

fn gravity(kernel: GravityKernel, count: usize) -> Case {
    Case::of(GravityBench { model: Model::Plummer, count, kernel, ..GravityBench::default() })
}

/// Operations per byte of a direct sum by this plan, and why.
fn sharing(plan: &Plan, count: usize) -> (f64, Text) {
    let constant = |name, default| f64::from(tuned(plan.tuning, name).unwrap_or(default));
    let (bodies, bytes) = match plan.shape {
        Shape::Naive => return (FLOP / BODY, say!("note-naive")),
        // Each pair is two interactions, and the pull on the other body is written.
        Shape::Symmetric | Shape::SymmetricUnordered => (
            2.0 * constant("LANES", 32) * constant("SUBGROUPS", 4) * constant("BODIES", 8),
            2.0 * BODY,
        ),
        Shape::Tiles => (constant("LANES", 32) * constant("BODIES", 4), BODY),
        Shape::Resident => (count as f64, BODY),
    };
    shared(bodies, bytes)
}

/// Operations per byte if a workgroup does this many interactions with each body, for which it
/// moves `bytes`.
fn shared(bodies: f64, bytes: f64) -> (f64, Text) {
    let note = say!("note-shared", bodies = bodies, bytes = bytes);
    (FLOP * bodies / bytes, note)
}

/// Operations per byte and operations per body of a measured tree.
fn of_tree(row: &Measurement) -> Result<(f64, f64), LabError> {
    let tree = row.tree.as_ref().ok_or(LabError::NoElements)?;
    let flop = tree.gflops * 1e9 / row.rate;
    let bytes = (tree.nodes.mean * NODE + tree.bodies.mean * BODY) / f64::from(tree.group);
    Ok((flop / bytes, flop))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roof_is_a_slope_and_a_height() {
        let roof = Roof::default();
        assert_eq!(roof.at(1.0), None);
        roof.copy.set(100.0);
        roof.arithmetic.set(1000.0).unwrap();
        assert_eq!(
            [roof.at(1.0), roof.at(10.0), roof.at(50.0)],
            [Some((100.0, true)), Some((1000.0, false)), Some((1000.0, false))]
        );
    }

    #[test]
    fn roofline_counts_load_shared_data_once() {
        let of = |plan: &Plan| sharing(plan, 300).0;
        assert_eq!(of(&Plan::naive()), 1.25);
        assert_eq!(shared(TILE, BODY).0, 320.0);
        assert_eq!(of(&Plan::new(Shape::Tiles, &[("LANES", 8)], 1)), 40.0);
        assert_eq!(of(&Plan::new(Shape::Symmetric, &[], 1)), 1280.0);
    }
}
