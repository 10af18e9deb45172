//! The speed of whole steps in regions, with the errors of their accelerations.

use std::time::Instant;

use super::measurement::Detail;
use super::rate::RateUnit;
use super::timing::{milliseconds, samples_on_gpu};
use super::tree::{SOFTENING, TreeBench, TreeBodies, WRONG, words};
use super::{LabError, Measurement};
use crate::gpu::Gpu;
use crate::name::Named;
use crate::physics::{Body, Gravity, Integrator, Parameters, RegionStage, Regions};
use crate::words::say;

/// Steps from one cut to the next: a sample has one.
const STEPS: u32 = Regions::CUT_EVERY;
/// Samples of steps, and of their parts.
const SAMPLES: usize = 3;
/// A step in which bodies move about as far as in a run.
const TIME_STEP: f64 = 1e-3;
/// Bodies whose errors are compared.
const COMPARED: u32 = 8192;

/// Measures whole steps of a leapfrog in `number` regions, or in as few as hold the bodies if it is 0.
pub(super) fn measure(
    gpu: &Gpu,
    bench: &TreeBench,
    number: usize,
) -> Result<Measurement, LabError> {
    let TreeBench { settings, is_adjusted, .. } = *bench;
    let new = |bodies: &[Body], softening: f64| {
        let parameters = Parameters {
            gravity: Gravity::Tree(settings),
            ..Parameters::new(Integrator::LeapfrogKdk, TIME_STEP, softening)
        };
        let fewest = || Regions::fewest(gpu, &settings, bodies.len());
        Regions::new(gpu, bodies, parameters, if number == 0 { fewest() } else { number })
    };
    // The bodies of a model are given up once they are uploaded.
    let mut regions = match &bench.bodies {
        TreeBodies::Model(model) => new(&model.bodies(bench.count), SOFTENING)?,
        TreeBodies::Scene(..) => {
            bench.given().and_then(|(all, softening)| Ok(new(&all, softening)?))?
        }
    };
    let count = bench.entry().count;
    if is_adjusted {
        regions.forces()?;
    }
    regions.leave_accuracy();
    regions.advance(STEPS)?;
    let samples = samples_on_gpu(gpu, SAMPLES, || {
        let begin = Instant::now();
        regions.advance(STEPS)?;
        Ok::<_, LabError>(milliseconds(begin) / f64::from(STEPS))
    })?;
    let mut row = bench.entry().on_gpu(gpu, samples, (count as f64, RateUnit::Bodies));
    row.kernel = format!("{} regions={}", words(&settings), regions.counts().len());
    row.parts_ms = Some(parts(&mut regions, row.median_ms)?);
    let errors = regions.errors(COMPARED)?.unwrap_or_default();
    let quantile = |share: f64| {
        let place = (errors.len() as f64 * share).ceil() as usize;
        errors.get(place.clamp(1, errors.len().max(1)) - 1).map(|error| f64::from(*error))
    };
    (row.median_error, row.p99_error) = (quantile(0.5), quantile(0.99));
    let levels = regions.levels()?;
    let finite: u32 = regions.counts().iter().sum();
    match row.p99_error {
        Some(error) if error.is_nan() || error > WRONG => {
            return Err(row.wrong(say!("wrong-percentile", error = format!("{error:.1e}"))));
        }
        _ if finite as usize != count => {
            return Err(row.wrong(say!("wrong-bodies", some = finite, all = count)));
        }
        _ if levels.iter().any(|levels| levels.unfinished > 0) => {
            return Err(row.wrong(say!("wrong-loops")));
        }
        _ => {}
    }
    let nodes: f64 = levels.iter().map(|levels| f64::from(levels.nodes)).sum();
    let bytes = regions.bytes().map(|bytes| bytes as f64 / count as f64);
    row.details = vec![
        Detail::new("bytes per body", format!("{:.1}, shared {:.1}", bytes[0], bytes[1])),
        Detail::new("nodes per body", format!("{:.3}", nodes / count as f64)),
        Detail::new("accuracy", format!("{:.5}", regions.accuracy()?)),
        Detail::new(
            "p99.99 err",
            format!("{:.1e} of {}", quantile(0.9999).unwrap_or(0.0), errors.len()),
        ),
    ];
    Ok(row)
}

/// Median milliseconds of the parts of a step that takes `whole`: the stages of its forces, a cut as
/// a part of each step, and what is left, such as motion and the host's work.
fn parts(regions: &mut Regions, whole: f64) -> Result<Vec<(&'static str, f64)>, LabError> {
    let mut cuts = Vec::new();
    let mut stages = Vec::new();
    for _ in 0..SAMPLES {
        let begin = Instant::now();
        regions.cut()?;
        cuts.push(milliseconds(begin));
        stages.extend(regions.time_forces()?);
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    };
    let cut = median(cuts).unwrap_or(0.0) / f64::from(STEPS);
    let mut parts: Vec<(&'static str, f64)> = Vec::new();
    for (number, stage) in RegionStage::ALL.iter().enumerate() {
        let times = stages.iter().map(|times: &[f64; RegionStage::ALL.len()]| times[number]);
        parts.extend(median(times.collect()).map(|time| (stage.name(), time)));
    }
    parts.push(("cut per step", cut));
    let rest = whole - parts.iter().map(|(_, time)| time).sum::<f64>();
    parts.push(("rest", rest.max(0.0)));
    Ok(parts)
}
