//! Every body with every other: the formulations of the texts, from one thread to the whole GPU.

use crate::cpu::Formulation;
use crate::gpu::{Gpu, adapters};
use crate::lab::experiment::{Case, Experiment, Extent, Quantity, Topic};
use crate::lab::machine::unsupported;
use crate::lab::{
    CpuBench, CpuKernel, FrameBench, GravityBench, GravityKernel, LabError, Measurement, Model, TextbookKernel, TextbookLoop,
    measure_cpu, measure_frames, measure_gravity,
};
use crate::name::Named;
use crate::physics::ForceKernel;
use crate::scene::{DEFAULT, Scene};
use crate::words::say;

/// One thread of the processor, to which the others are compared.
pub(super) const ONE_CPU_THREAD: &str = "cpu-aos-serial";

/// All threads, to which the GPU's program on the processor is compared.
const ALL_CPU_THREADS: &str = "cpu-simd-threaded";

/// The Handbook's eight.
pub const FORMULATIONS: Experiment =
    Experiment::new("nbody-formulations", Topic::AllPairs, "Wilt, The CUDA Handbook, N-body chapter", formulations);

/// Milliseconds of 4,096, 8,192 and 16,384 bodies on a machine.
type Times = (&'static str, [f64; 3]);

fn formulations(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    use Quantity::{Interactions, Milliseconds};
    const NEHALEM: &str = "Core i7, 2.8 GHz";
    const KEPLER: &str = "GK104";
    const PLACES: [(usize, &str); 2] = [(8192, "first place: 8,192 bodies"), (16_384, "second place: 16K bodies")];
    // Millions of interactions per second at 16,384 bodies; then times.
    let on_processor: [(CpuKernel, Option<f64>, &[Times]); 8] = [
        (TextbookLoop::AosSerial.into(), None, &[]),
        (TextbookLoop::SymmetricSerial.into(), None, &[]),
        (TextbookLoop::AosPacked.into(), Some(60.0), &[]),
        (TextbookLoop::SoaSerial.into(), Some(83.6), &[]),
        (
            TextbookLoop::Sse.into(),
            Some(438.0),
            &[("Nehalem", [36.24, 144.5, 576.75]), ("Sandy Bridge", [40.31, 161.32, 649.83])],
        ),
        (
            TextbookLoop::SseThreaded.into(),
            Some(1400.0),
            &[("Nehalem, 8 cores", [4.78, 20.13, 72.78]), ("Sandy Bridge, 16 cores", [2.79, 9.45, 39.46])],
        ),
        (Formulation::Simd.into(), None, &[]),
        (Formulation::SimdThreaded.into(), None, &[]),
    ];
    let on_this_gpu: [(GravityKernel, Option<f64>, &[Times]); 8] = [
        (ForceKernel::Naive.into(), Some(4300.0), &[]),
        (TextbookKernel::AtomicTriangle.into(), Some(2886.0), &[]),
        (TextbookKernel::AtomicPairs.into(), None, &[]),
        (TextbookKernel::SubgroupTiles.into(), None, &[]),
        (TextbookKernel::Tile.into(), Some(4881.0), &[("Tesla M2050", [1.35, 3.83, 12.66]), (KEPLER, [0.66, 1.60, 6.05])]),
        (TextbookKernel::Shuffle.into(), Some(4573.0), &[]),
        (TextbookKernel::UniformBatches.into(), None, &[]),
        (ForceKernel::Symmetric.into(), None, &[]),
    ];
    // Milliseconds in the text's two places, which contradict each other.
    let in_two_places = |kernel: GravityKernel| match kernel {
        GravityKernel::Run(ForceKernel::Naive) => Some([62.0, 62.0]),
        GravityKernel::Textbook(TextbookKernel::AtomicTriangle) => Some([90.0, 93.0]),
        GravityKernel::Textbook(TextbookKernel::Tile) => Some([55.0, 55.0]),
        _ => None,
    };
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
        for (kernel, rate, times) in on_processor {
            let case = on_cpu(&format!("cpu-{}", kernel.name()), kernel, count);
            let mut case = with(case, rate, NEHALEM, times).over(ONE_CPU_THREAD);
            if (kernel, count) == (TextbookLoop::AosSerial.into(), 16_384) {
                case = case.published(Milliseconds, 3000.0, "more than that: Penryn at 3.2 GHz, one core, Patterson & Hennessy");
            }
            if kernel == TextbookLoop::SymmetricSerial.into() {
                case = case.noted(say!("note-symmetric-serial"));
            }
            cases.push(case);
        }
        for (kernel, rate, times) in on_this_gpu {
            let mut case = with(on_gpu(kernel, count), rate, KEPLER, times).over(ONE_CPU_THREAD);
            for ((at, place), time) in PLACES.into_iter().zip(in_two_places(kernel).into_iter().flatten()) {
                if at == count {
                    case = case.published(Milliseconds, time, place);
                }
            }
            if (kernel, count) == (TextbookKernel::Tile.into(), 16_384) {
                case = case.published(Quantity::SpeedUp, 157.0, "GeForce 8800 GTX over one core, Patterson & Hennessy");
            }
            cases.push(case);
        }
    }
    cases
}

/// Figure 8.8.15.
pub const THREADS_PER_BODY: Experiment = Experiment::new(
    "nbody-threads",
    Topic::AllPairs,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.15",
    threads_per_body,
);

fn threads_per_body(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    use TextbookKernel::{Threads1, Threads2, Threads4, Threads8, Threads16};
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
pub const PROCESSOR: Experiment = Experiment::new(
    "nbody-cpu",
    Topic::AllPairs,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.16",
    processor,
);

fn processor(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let counts = extent.counts(gpu, &[512, 1024, 2048, 4096], &[512, 1024, 2048, 4096, 8192]);
    let of = |count: usize| {
        let kernels: [CpuKernel; 4] = [
            TextbookLoop::AosSerial.into(),
            TextbookLoop::SoaSerial.into(),
            Formulation::Simd.into(),
            Formulation::SimdThreaded.into(),
        ];
        let kernels = kernels.map(|kernel| on_cpu(&format!("cpu-{}", kernel.name()), kernel, count).over(ONE_CPU_THREAD));
        let wgsl = Case::new("cpu-wgsl", count, move |gpu| measure_on_software(gpu, gpu_bench(ForceKernel::Auto, count)));
        let wgsl = wgsl.noted(say!("note-cpu-wgsl")).over(ALL_CPU_THREADS);
        let one = Case::new(WGSL_ON_ONE_THREAD, count, move |gpu| match adapter_threads() {
            Some(1) => measure_on_software(gpu, gpu_bench(TextbookKernel::Tile, count)),
            _ => Err(unsupported(gpu, WGSL_ON_ONE_THREAD, say!("missing-one-thread"), say!("remedy-one-thread"))),
        });
        let one = one.over(ONE_CPU_THREAD);
        let is_published = count == 4096;
        let compiled = "CUDA compiled for the processor, over C";
        let one = if is_published { one.published(Quantity::SpeedUp, 1.24, compiled) } else { one };
        kernels.into_iter().chain([wgsl, one])
    };
    let mut cases: Vec<Case> = counts.iter().copied().flat_map(of).collect();
    for count in counts.into_iter().filter(|&count| count == 4096) {
        for (threads, speed_up) in [(2, 2.0), (4, 3.97), (8, 7.94)] {
            let bench = CpuBench { threads: Some(threads), ..cpu_bench(Formulation::SimdThreaded.into(), count) };
            let case = Case::new(format!("cpu-simd on {threads} threads"), count, move |_| measure_cpu(bench));
            cases.push(case.over("cpu-simd").published(Quantity::SpeedUp, speed_up, &format!("{threads} cores")));
        }
    }
    cases
}

/// The claim about frames.
pub const FRAMES: Experiment = Experiment::new(
    "nbody-frames",
    Topic::AllPairs,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix: 16,384 bodies at 44 frames per second",
    frames,
);

fn frames(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let case = |count: usize| {
        let case = Case::new("shell", count, move |gpu| {
            let mut scene = Scene::load(DEFAULT).unwrap_or_else(|error| unreachable!("{error}"));
            scene.count = count;
            measure_frames(gpu, scene, &FrameBench { size: [1920, 1080], steps_per_frame: 1, frames: 1, has_control: false })
        });
        if count == 16_384 { case.published(Quantity::Frames, 44.0, "GeForce 8800 GTX") } else { case }
    };
    extent.counts(gpu, &[4096], &[16_384]).into_iter().map(case).collect()
}

pub(super) fn on_cpu(variant: &str, kernel: CpuKernel, count: usize) -> Case {
    let bench = cpu_bench(kernel, count);
    Case::new(variant, count, move |_| measure_cpu(bench))
}

fn cpu_bench(kernel: CpuKernel, count: usize) -> CpuBench {
    CpuBench { model: Model::Plummer, count, kernel, ..CpuBench::default() }
}

/// The text's kernel on one core, as in the text.
const WGSL_ON_ONE_THREAD: &str = "cpu-wgsl on one thread";

/// Threads of lavapipe, if the environment says how many; it reads this variable when the program starts.
fn adapter_threads() -> Option<usize> {
    std::env::var("LP_NUM_THREADS").ok()?.parse().ok()
}

/// A GPU's sum on this machine's software adapter, which `gpu` may be itself.
fn measure_on_software(gpu: &Gpu, bench: GravityBench) -> Result<Measurement, LabError> {
    if gpu.is_software() {
        return measure_gravity(gpu, bench);
    }
    let is_software = |adapter: &wgpu::Adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu;
    let Some(index) = adapters().iter().position(is_software) else {
        let missing = say!("missing-software");
        return Err(unsupported(gpu, "cpu-wgsl", missing, say!("remedy-lavapipe")));
    };
    measure_gravity(&Gpu::open(Some(&index.to_string()))?, bench)
}

pub(super) fn on_gpu(kernel: impl Into<GravityKernel>, count: usize) -> Case {
    let bench = gpu_bench(kernel, count);
    Case::new(bench.kernel.name(), count, move |gpu| measure_gravity(gpu, bench))
}

pub(super) fn gpu_bench(kernel: impl Into<GravityKernel>, count: usize) -> GravityBench {
    GravityBench { model: Model::Plummer, count, kernel: kernel.into(), ..GravityBench::default() }
}
