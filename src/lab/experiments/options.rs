//! Prices of options: by the formula, and by chance.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Extra, Topic};
use crate::lab::options::ChanceKernel::{
    Antithetic, BoxMuller, CpuSerial, CpuThreaded, Example, Fast, GpuSums, HostSums, Mersenne,
    Normals, OneBlock, Philox, SeveralBlocks, Sobol, Words,
};
use crate::lab::options::{ChanceBench, ChanceKernel, PriceBench, PriceKernel};
use crate::name::Named;
use crate::words::say;

const TEXT: &str = "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)";

/// Prices by the formula.
pub const BLACK_SCHOLES: Experiment = Experiment::new(
    "black-scholes",
    Topic::Options,
    TEXT,
    [&[1 << 16], &[1_000_000, 1 << 24]],
    black_scholes,
);

fn black_scholes(_: &Gpu, count: usize) -> Vec<Case> {
    use PriceKernel::{
        CpuSerial, CpuThreaded, Erfc, ErfcF64, Greeks, GreeksF64, MappedFrom, MappedTo, Polynomial,
        PolynomialF64, StagedFrom, StagedTo, Strided,
    };
    const KERNELS: [PriceKernel; 13] = [
        CpuSerial,
        CpuThreaded,
        StagedTo,
        MappedTo,
        Strided,
        Polynomial,
        Erfc,
        PolynomialF64,
        ErfcF64,
        Greeks,
        GreeksF64,
        StagedFrom,
        MappedFrom,
    ];
    let of = |kernel: PriceKernel| {
        let case = Case::of(PriceBench { count, kernel });
        let is_first = kernel == CpuSerial || kernel.is_copy();
        if is_first { case } else { case.over(CpuSerial.name()) }
    };
    KERNELS.map(of).into()
}

/// Random numbers.
pub const RANDOM_NUMBERS: Experiment = Experiment::new(
    "random-numbers",
    Topic::Options,
    TEXT,
    [&[1 << 18], &[1 << 24, 200_000_000]],
    random_numbers,
);

fn random_numbers(_: &Gpu, count: usize) -> Vec<Case> {
    let others =
        [Words, BoxMuller, Normals].map(|kernel| chance(kernel, count, 1).over(Mersenne.name()));
    [chance(Mersenne, count, 1)].into_iter().chain(others).collect()
}

/// One option against the number of samples.
pub const MONTE_CARLO: Experiment =
    Experiment::whole("monte-carlo", Topic::Options, TEXT, monte_carlo).along("samples");

fn monte_carlo(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HARDWARE: &[usize] = &[1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28];
    // The processor takes seconds for more.
    const KERNELS: [(ChanceKernel, usize); 7] = [
        (CpuSerial, 1 << 20),
        (CpuThreaded, 1 << 24),
        (Example, 1 << 24),
        (Philox, usize::MAX),
        (Fast, usize::MAX),
        (Antithetic, usize::MAX),
        (Sobol, usize::MAX),
    ];
    let counts = extent.counts(gpu, &[1 << 12, 1 << 15, 1 << 18], HARDWARE);
    let untuned = counts.first().map(|&count| {
        Case::without("an option before tuning", count, say!("reason-no-number-of-samples"))
    });
    let of = |count: usize| {
        KERNELS
            .into_iter()
            .filter(move |(_, most)| count <= *most)
            .map(move |(kernel, _)| chance(kernel, count, 1))
    };
    untuned.into_iter().chain(counts.into_iter().flat_map(of)).collect()
}

/// The text's numbers of samples and of options.
const TEXTS: [(usize, usize); 2] = [(256 << 10, 64), (16 << 20, 256)];

/// Many options: the text's designs against the number of samples.
pub const DESIGNS: Experiment = Experiment::new(
    "monte-carlo-designs",
    Topic::Options,
    TEXT,
    [
        &[1 << 10, 1 << 13, 1 << 15],
        &[1 << 10, 1 << 12, 1 << 13, 1 << 14, 1 << 16, TEXTS[0].0, TEXTS[1].0],
    ],
    designs,
)
.along("samples");

fn designs(gpu: &Gpu, count: usize) -> Vec<Case> {
    let options = match gpu.is_software() {
        true => 32,
        false => TEXTS.iter().find(|size| size.0 == count).map_or(256, |size| size.1),
    };
    let others = [GpuSums, OneBlock, SeveralBlocks]
        .map(|kernel| chance(kernel, count, options).over(HostSums.name()));
    [chance(HostSums, count, options)].into_iter().chain(others).collect()
}

/// How errors fall with the number of samples.
pub const CONVERGENCE: Experiment = Experiment::new(
    "monte-carlo-convergence",
    Topic::Options,
    TEXT,
    [
        &[1 << 8, 1 << 10, 1 << 12, 1 << 14],
        &[1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22],
    ],
    convergence,
)
.along("samples")
.with(Extra::Errors);

fn convergence(gpu: &Gpu, count: usize) -> Vec<Case> {
    let options = if gpu.is_software() { 32 } else { 128 };
    [Philox, Antithetic, Sobol].map(|kernel| chance(kernel, count, options)).into()
}

fn chance(kernel: ChanceKernel, count: usize, options: usize) -> Case {
    Case::of(ChanceBench { count, options, kernel })
}
