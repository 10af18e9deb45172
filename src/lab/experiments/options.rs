//! Prices of options: by the formula, and by chance.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Extra, Topic};
use crate::lab::options::{
    ChanceBench, ChanceKernel, PriceBench, PriceKernel, measure_chance, measure_prices,
};
use crate::name::Named;
use crate::words::say;

const TEXT: &str = "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)";

/// Prices by the formula.
pub const BLACK_SCHOLES: Experiment =
    Experiment::new("black-scholes", Topic::Options, TEXT, black_scholes);

fn black_scholes(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const NAMES: [&str; 13] = [
        "cpu-serial",
        "cpu-threaded",
        "staged-to",
        "mapped-to",
        "strided",
        "polynomial",
        "erfc",
        "polynomial-f64",
        "erfc-f64",
        "greeks",
        "greeks-f64",
        "staged-from",
        "mapped-from",
    ];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 16], &[1_000_000, 1 << 24]) {
        for name in NAMES {
            let kernel = PriceKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
            let mut case = Case::new(name, count, move |gpu| {
                measure_prices(gpu, PriceBench { count, kernel })
            });
            if !name.contains("to") && !name.contains("from") && name != "cpu-serial" {
                case = case.over("cpu-serial");
            }
            cases.push(case);
        }
    }
    cases
}

/// Random numbers.
pub const RANDOM_NUMBERS: Experiment =
    Experiment::new("random-numbers", Topic::Options, TEXT, random_numbers);

fn random_numbers(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 18], &[1 << 24, 200_000_000]) {
        for name in ["mersenne", "words", "box-muller", "normals"] {
            let case = chance(name, count, 1);
            cases.push(if name == "mersenne" { case } else { case.over("mersenne") });
        }
    }
    cases
}

/// One option against the number of samples.
pub const MONTE_CARLO: Experiment =
    Experiment::new("monte-carlo", Topic::Options, TEXT, monte_carlo).along("samples");

fn monte_carlo(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HARDWARE: &[usize] = &[1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28];
    // The processor takes seconds for more.
    const NAMES: [(&str, usize); 7] = [
        ("cpu-serial", 1 << 20),
        ("cpu-threaded", 1 << 24),
        ("example", 1 << 24),
        ("philox", usize::MAX),
        ("fast", usize::MAX),
        ("antithetic", usize::MAX),
        ("sobol", usize::MAX),
    ];
    let counts = extent.counts(gpu, &[1 << 12, 1 << 15, 1 << 18], HARDWARE);
    let untuned = counts.first().map(|&count| {
        Case::without("an option before tuning", count, say!("reason-no-number-of-samples"))
    });
    let of = |count: usize| {
        NAMES
            .into_iter()
            .filter(move |(_, most)| count <= *most)
            .map(move |(name, _)| chance(name, count, 1))
    };
    untuned.into_iter().chain(counts.into_iter().flat_map(of)).collect()
}

/// The text's numbers of samples and of options.
const TEXTS: [(usize, usize); 2] = [(256 << 10, 64), (16 << 20, 256)];

/// Many options: the text's designs against the number of samples.
pub const DESIGNS: Experiment =
    Experiment::new("monte-carlo-designs", Topic::Options, TEXT, designs).along("samples");

fn designs(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HARDWARE: &[usize] =
        &[1 << 10, 1 << 12, 1 << 13, 1 << 14, 1 << 16, TEXTS[0].0, TEXTS[1].0];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 10, 1 << 13, 1 << 15], HARDWARE) {
        let options = match gpu.is_software() {
            true => 32,
            false => TEXTS.iter().find(|size| size.0 == count).map_or(256, |size| size.1),
        };
        cases.push(chance("host-sums", count, options));
        cases.extend(
            ["gpu-sums", "one-block", "several-blocks"]
                .map(|name| chance(name, count, options).over("host-sums")),
        );
    }
    cases
}

/// How errors fall with the number of samples.
pub const CONVERGENCE: Experiment =
    Experiment::new("monte-carlo-convergence", Topic::Options, TEXT, convergence)
        .along("samples")
        .with(Extra::Errors);

fn convergence(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const SOFTWARE: &[usize] = &[1 << 8, 1 << 10, 1 << 12, 1 << 14];
    const HARDWARE: &[usize] =
        &[1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22];
    let options = if gpu.is_software() { 32 } else { 128 };
    let of =
        |count: usize| ["philox", "antithetic", "sobol"].map(|name| chance(name, count, options));
    extent.counts(gpu, SOFTWARE, HARDWARE).into_iter().flat_map(of).collect()
}

fn chance(name: &'static str, count: usize, options: usize) -> Case {
    let kernel = ChanceKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
    Case::new(name, count, move |gpu| measure_chance(gpu, ChanceBench { count, options, kernel }))
}
