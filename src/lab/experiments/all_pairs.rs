//! Every body with every other: the formulations of the texts, from one thread to the whole GPU.

use crate::cpu::Formulation;
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Quantity, Topic};
use crate::lab::{CpuBench, FrameBench, GravityBench, Model, measure_cpu, measure_frames, measure_gravity};
use crate::name::Named;
use crate::physics::ForceKernel;
use crate::scene::{DEFAULT, Scene};

/// One thread of the processor, to which the others are compared.
pub(super) const ONE_CPU_THREAD: &str = "cpu-aos-serial";

/// The Handbook's eight.
pub const FORMULATIONS: Experiment = Experiment {
    name: "nbody-formulations",
    title: "Eight formulations",
    topic: Topic::AllPairs,
    about: "The same sum on the processor and on the GPU: plain loops over structures and over arrays, SIMD, all cores; then one GPU \
        thread per body with sources from global memory, from workgroup memory, from another lane's registers, from constant \
        memory; and each pair once, with atomic additions. The text hoped that Newton's third law would pay one day. With atomics it \
        still costs more than it saves; with sums in a fixed order in workgroup memory it pays (symmetric).",
    source: "Wilt, The CUDA Handbook, N-body chapter",
    differences: &[
        "Whole steps are timed: the forces and a leapfrog update.",
        "The processor's SIMD kernel uses the widest vectors of this machine (AVX-512, AVX or NEON), where the text has four lanes of \
         SSE. Both improve an estimate of the reciprocal root by a step of Newton's.",
        "The atomic kernel lets each body meet the half that follows it on a circle, which balances the work; the text's goes \
         through a triangle (j < i). Both evaluate each pair once and add three numbers to each of its bodies.",
        "Constant memory holds 64 KiB: 4,096 bodies per batch, 4,000 in the text.",
    ],
    axis: None,
    cases: formulations,
};

/// Milliseconds of 4,096, 8,192 and 16,384 bodies on a machine.
type Times = (&'static str, [f64; 3]);

fn formulations(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    use Quantity::{Interactions, Milliseconds};
    const NEHALEM: &str = "Core i7, 2.8 GHz";
    const KEPLER: &str = "GK104";
    // Millions of interactions per second at 16,384 bodies; then times.
    let on_processor: [(Formulation, f64, &[Times]); 4] = [
        (Formulation::AosSerial, 60.0, &[]),
        (Formulation::SoaSerial, 83.6, &[]),
        (Formulation::Simd, 438.0, &[("Nehalem", [36.24, 144.5, 576.75]), ("Sandy Bridge", [40.31, 161.32, 649.83])]),
        (
            Formulation::SimdThreaded,
            1400.0,
            &[("Nehalem, 8 cores", [4.78, 20.13, 72.78]), ("Sandy Bridge, 16 cores", [2.79, 9.45, 39.46])],
        ),
    ];
    let on_this_gpu: [(ForceKernel, Option<f64>, &[Times]); 6] = [
        (ForceKernel::Naive, Some(4300.0), &[]),
        (ForceKernel::AtomicPairs, Some(2886.0), &[]),
        (ForceKernel::Tile, Some(4881.0), &[("Tesla M2050", [1.35, 3.83, 12.66]), (KEPLER, [0.66, 1.60, 6.05])]),
        (ForceKernel::Shuffle, Some(4573.0), &[]),
        (ForceKernel::UniformBatches, None, &[]),
        (ForceKernel::Symmetric, None, &[]),
    ];
    let with = |mut case: Case, rate: Option<f64>, place: &str, times: &[Times]| {
        if let Some(rate) = rate.filter(|_| case.count == 16_384) {
            case = case.published(Interactions, rate, place);
        }
        if let Some(at) = [4096, 8192, 16_384].iter().position(|&count| count == case.count) {
            for (place, times) in times {
                case = case.published(Milliseconds, times[at], place);
            }
        }
        case
    };
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[4096], &[4096, 8192, 16_384]) {
        for (formulation, rate, times) in on_processor {
            let case = on_cpu(&format!("cpu-{}", formulation.name()), formulation, count);
            cases.push(with(case, Some(rate), NEHALEM, times).over(ONE_CPU_THREAD));
        }
        for (kernel, rate, times) in on_this_gpu {
            cases.push(with(on_gpu(kernel, count), rate, KEPLER, times).over(ONE_CPU_THREAD));
        }
    }
    cases
}

/// Figure 8.8.15.
pub const THREADS_PER_BODY: Experiment = Experiment {
    name: "nbody-threads",
    title: "Threads per body",
    topic: Topic::AllPairs,
    about: "With few bodies there are fewer threads than a GPU can run, and most of it is idle. Several threads per body, each of which \
        sums over a part of the sources, fill it, at the price of adding their sums. Where there are bodies enough, splitting only \
        costs. The text found the border at 4,096 bodies; the wider the GPU, the farther it lies.",
    source: "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.15",
    differences: &["Whole steps are timed: the forces and a leapfrog update."],
    axis: None,
    cases: threads_per_body,
};

fn threads_per_body(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    use ForceKernel::{Threads1, Threads2, Threads4, Threads8, Threads16};
    const GTX: &str = "GeForce 8800 GTX";
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[256, 1024, 4096], &[256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768]) {
        for kernel in [Threads1, Threads2, Threads4, Threads8, Threads16] {
            let mut case = on_gpu(kernel, count).over(Threads1.name());
            let published = match (count, kernel) {
                (1024, Threads1) => Some(90.0),
                (1024, Threads4) => Some(190.0),
                (16_384, Threads1) => Some(242.0),
                _ => None,
            };
            if let Some(value) = published {
                case = case.published(Quantity::Gigaflops, value, GTX);
            }
            cases.push(case);
        }
    }
    cases
}

/// Figure 8.8.16.
pub const PROCESSOR: Experiment = Experiment {
    name: "nbody-cpu",
    title: "The processor, by bodies and threads",
    topic: Topic::AllPairs,
    about: "The honest baseline: a plain loop, SIMD on one core, and SIMD on all cores, against the number of bodies. Unlike a GPU, a \
        processor is as fast with few bodies as with many, until threads have too little to share.",
    source: "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.16",
    differences: &[
        "The text's processor reached 0.2 to 2 GFLOP/s; which of its curves belongs to which formulation is not said.",
    ],
    axis: None,
    cases: processor,
};

fn processor(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let counts = extent.counts(gpu, &[512, 1024, 2048, 4096], &[512, 1024, 2048, 4096, 8192]);
    let of = |count: usize| {
        let kernels = [Formulation::AosSerial, Formulation::SoaSerial, Formulation::Simd, Formulation::SimdThreaded];
        kernels.map(|kernel| on_cpu(&format!("cpu-{}", kernel.name()), kernel, count).over(ONE_CPU_THREAD))
    };
    counts.into_iter().flat_map(of).collect()
}

/// The claim about frames.
pub const FRAMES: Experiment = Experiment {
    name: "nbody-frames",
    title: "Bodies on screen",
    topic: Topic::AllPairs,
    about: "The rotating shell as the text ran it: a step and a picture of all bodies per frame. The picture here has glow, diffuse \
        light and a tone map, and is 1920 by 1080.",
    source: "Patterson & Hennessy, Computer Organization and Design, GPU appendix: 16,384 bodies at 44 frames per second",
    differences: &["The picture is drawn but not shown, so no display limits the rate."],
    axis: None,
    cases: frames,
};

fn frames(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let case = |count: usize| {
        let case = Case::new("shell", count, move |gpu| {
            let mut scene = Scene::load(DEFAULT).unwrap_or_else(|error| unreachable!("{error}"));
            scene.count = count;
            measure_frames(gpu, scene, &FrameBench { size: [1920, 1080], steps_per_frame: 1, frames: 1 })
        });
        if count == 16_384 { case.published(Quantity::Frames, 44.0, "GeForce 8800 GTX") } else { case }
    };
    extent.counts(gpu, &[4096], &[16_384]).into_iter().map(case).collect()
}

pub(super) fn on_cpu(variant: &str, kernel: Formulation, count: usize) -> Case {
    let bench = CpuBench { model: Model::Plummer, count, kernel, ..CpuBench::default() };
    Case::new(variant, count, move |_| measure_cpu(bench))
}

pub(super) fn on_gpu(kernel: ForceKernel, count: usize) -> Case {
    let bench = GravityBench { model: Model::Plummer, count, kernel, ..GravityBench::default() };
    Case::new(kernel.name(), count, move |gpu| measure_gravity(gpu, bench))
}
