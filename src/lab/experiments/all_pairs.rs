//! Every body with every other: the formulations of the texts, from one thread to the whole GPU.

use crate::cpu::Formulation;
use crate::gpu::{Gpu, adapters};
use crate::lab::experiment::{Case, Experiment, Extent, Quantity, Topic};
use crate::lab::machine::unsupported;
use crate::lab::{
    CpuBench, CpuKernel, FrameBench, GravityBench, GravityKernel, LabError, Measurement, Model,
    TextbookKernel, TextbookLoop, measure_cpu, measure_frames, measure_gravity,
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
pub const FORMULATIONS: Experiment = Experiment::new(
    "nbody-formulations",
    Topic::AllPairs,
    "Wilt, The CUDA Handbook, N-body chapter",
    formulations,
);

const NEHALEM: &str = "Core i7, 2.8 GHz";
const KEPLER: &str = "GK104";
/// Millions of interactions per second of 16,384 bodies.
const RATES: [(&str, f64, &str); 8] = [
    ("cpu-aos-packed", 60.0, NEHALEM),
    ("cpu-soa-serial", 83.6, NEHALEM),
    ("cpu-sse", 438.0, NEHALEM),
    ("cpu-sse-threaded", 1400.0, NEHALEM),
    ("naive", 4300.0, KEPLER),
    ("atomic-triangle", 2886.0, KEPLER),
    ("tile", 4881.0, KEPLER),
    ("shuffle", 4573.0, KEPLER),
];
/// Milliseconds of 4,096, 8,192 and 16,384 bodies in the text's table.
const TABLE: [(&str, [f64; 3], &str); 6] = [
    ("cpu-sse", [36.24, 144.5, 576.75], "Nehalem"),
    ("cpu-sse", [40.31, 161.32, 649.83], "Sandy Bridge"),
    ("cpu-sse-threaded", [4.78, 20.13, 72.78], "Nehalem, 8 cores"),
    ("cpu-sse-threaded", [2.79, 9.45, 39.46], "Sandy Bridge, 16 cores"),
    ("tile", [1.35, 3.83, 12.66], "Tesla M2050"),
    ("tile", [0.66, 1.60, 6.05], KEPLER),
];
const IN_TABLE: [usize; 3] = [4096, 8192, 16_384];
const FIRST: &str = "first place: 8,192 bodies";
const SECOND: &str = "second place: 16K bodies";
const THIRD: &str = "third place: 4,096 bodies";
/// Milliseconds of this many bodies elsewhere in the texts; some of the Handbook's places
/// contradict each other.
const ELSEWHERE: [(&str, usize, f64, &str); 18] = [
    (
        "cpu-aos-serial",
        16_384,
        3000.0,
        "more than that: Penryn at 3.2 GHz, one core, Patterson & Hennessy",
    ),
    ("cpu-aos-serial", 16_384, 6000.0, "older processors, from, Patterson & Hennessy"),
    ("cpu-aos-serial", 16_384, 16_000.0, "older processors, to, Patterson & Hennessy"),
    ("cpu-aos-serial", 16_384, 25_000.0, "the slowest processor, Patterson & Hennessy"),
    ("cpu-aos-packed", 16_384, 4494.0, NEHALEM),
    ("cpu-soa-serial", 16_384, 3210.0, NEHALEM),
    ("cpu-sse", 16_384, 612.6, NEHALEM),
    ("cpu-sse-threaded", 16_384, 192.0, NEHALEM),
    ("shuffle", 16_384, 58.7, KEPLER),
    ("naive", 8192, 62.0, FIRST),
    ("tile", 8192, 55.0, FIRST),
    ("atomic-triangle", 8192, 90.0, FIRST),
    ("naive", 16_384, 62.0, SECOND),
    ("tile", 16_384, 55.0, SECOND),
    ("atomic-triangle", 16_384, 93.0, SECOND),
    ("cpu-aos-packed", 4096, 583.0, THIRD),
    ("cpu-sse", 4096, 54.0, THIRD),
    ("tile", 4096, 4.5, THIRD),
];
/// Speed-ups of this many bodies over another variant.
const OVER: [(&str, usize, &str, f64, &str); 3] = [
    ("cpu-sse-threaded", 8192, "cpu-sse", 7.2, "Nehalem, 8 cores over one"),
    ("cpu-sse-threaded", 8192, "cpu-sse", 17.0, "Sandy Bridge, 16 cores over one"),
    (
        "tile",
        16_384,
        ALL_CPU_THREADS,
        157.0,
        "GeForce 8800 GTX over multicore processors, Patterson & Hennessy",
    ),
];

fn formulations(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let on_processor: [CpuKernel; 8] = [
        TextbookLoop::AosSerial.into(),
        TextbookLoop::SymmetricSerial.into(),
        TextbookLoop::AosPacked.into(),
        TextbookLoop::SoaSerial.into(),
        TextbookLoop::Sse.into(),
        TextbookLoop::SseThreaded.into(),
        Formulation::Simd.into(),
        Formulation::SimdThreaded.into(),
    ];
    let on_this_gpu: [GravityKernel; 8] = [
        ForceKernel::Naive.into(),
        TextbookKernel::AtomicTriangle.into(),
        TextbookKernel::AtomicPairs.into(),
        TextbookKernel::SubgroupTiles.into(),
        TextbookKernel::Tile.into(),
        TextbookKernel::Shuffle.into(),
        TextbookKernel::UniformBatches.into(),
        ForceKernel::Symmetric.into(),
    ];
    let of = |count: usize| {
        let loops = on_processor.map(|kernel| {
            let case = on_cpu(&format!("cpu-{}", kernel.name()), kernel, count);
            match kernel == TextbookLoop::SymmetricSerial.into() {
                true => case.noted(say!("note-symmetric-serial")),
                false => case,
            }
        });
        let cases = loops.into_iter().chain(on_this_gpu.map(|kernel| on_gpu(kernel, count)));
        cases.map(|case| in_texts(case.over(ONE_CPU_THREAD)))
    };
    extent.counts(gpu, &[4096], &IN_TABLE).into_iter().flat_map(of).collect()
}

/// The case with what the texts say about it.
fn in_texts(case: Case) -> Case {
    use Quantity::{Interactions, Milliseconds};
    let (name, count) = (case.variant.clone(), case.count);
    let rates = RATES.iter().filter(|(of, ..)| *of == name && count == 16_384);
    let case =
        rates.fold(case, |case, (_, rate, place)| case.published(Interactions, *rate, place));
    let column = IN_TABLE.iter().position(|number| *number == count);
    let table = TABLE
        .iter()
        .filter(|(of, ..)| *of == name)
        .filter_map(|(_, times, place)| Some((times[column?], place)));
    let case = table.fold(case, |case, (time, place)| case.published(Milliseconds, time, place));
    let elsewhere =
        ELSEWHERE.iter().filter(|(of, number, ..)| (*of, *number) == (name.as_str(), count));
    let case = elsewhere
        .fold(case, |case, (_, _, time, place)| case.published(Milliseconds, *time, place));
    let over = OVER.iter().filter(|(of, number, ..)| (*of, *number) == (name.as_str(), count));
    over.fold(case, |case, (_, _, other, value, place)| {
        case.published_over((other, None), *value, place)
    })
}

/// Figure 8.8.15.
pub const THREADS_PER_BODY: Experiment = Experiment::new(
    "nbody-threads",
    Topic::AllPairs,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.15",
    threads_per_body,
);

fn threads_per_body(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    use Quantity::{Gigabytes, Gigaflops, OfPeak};
    use TextbookKernel::{Threads1, Threads2, Threads4, Threads8, Threads16};
    const GTX: &str = "GeForce 8800 GTX";
    const LESS: &str = "GeForce 8800 GTX, less than that";
    /// Bytes of a body, and threads of a workgroup.
    const BODY: f64 = 16.0;
    const WORKGROUP: f64 = 256.0;
    let mut cases = Vec::new();
    for count in
        extent.counts(gpu, &[256, 1024, 4096], &[256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768])
    {
        for (kernel, threads) in
            [(Threads1, 1.0), (Threads2, 2.0), (Threads4, 4.0), (Threads8, 8.0), (Threads16, 16.0)]
        {
            // What is loaded of each source, once for all bodies of a workgroup.
            let bytes = BODY * (count as f64).powi(2) * threads / WORKGROUP;
            let bench = gpu_bench(kernel, count);
            let measure = move |gpu: &Gpu| {
                Ok(Measurement { bytes: Some(bytes), ..measure_gravity(gpu, bench)? })
            };
            let mut case = Case::new(kernel.name(), count, measure).over(Threads1.name());
            let published: &[(Quantity, f64, &str)] = match (count, kernel) {
                (1024, Threads1) => &[(Gigaflops, 90.0, GTX)],
                (1024, Threads4) => &[(Gigaflops, 190.0, GTX)],
                (16_384, Threads1) => {
                    &[(Gigaflops, 242.0, GTX), (Gigabytes, 5.0, LESS), (OfPeak, 10.0, LESS)]
                }
                _ => &[],
            };
            for (quantity, value, place) in published {
                case = case.published(*quantity, *value, place);
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
        let kernels = kernels.map(|kernel| {
            on_cpu(&format!("cpu-{}", kernel.name()), kernel, count).over(ONE_CPU_THREAD)
        });
        let wgsl = Case::new("cpu-wgsl", count, move |gpu| {
            measure_on_software(gpu, gpu_bench(ForceKernel::Auto, count))
        });
        let wgsl = wgsl.noted(say!("note-cpu-wgsl")).over(ALL_CPU_THREADS);
        let one = Case::new(WGSL_ON_ONE_THREAD, count, move |gpu| match adapter_threads() {
            Some(1) => measure_on_software(gpu, gpu_bench(TextbookKernel::Tile, count)),
            _ => Err(unsupported(
                gpu,
                WGSL_ON_ONE_THREAD,
                say!("missing-one-thread"),
                say!("remedy-one-thread"),
            )),
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
            let bench = CpuBench {
                threads: Some(threads),
                ..cpu_bench(Formulation::SimdThreaded.into(), count)
            };
            let case = Case::new(format!("cpu-simd on {threads} threads"), count, move |_| {
                measure_cpu(bench)
            });
            cases.push(case.over("cpu-simd").published(
                Quantity::SpeedUp,
                speed_up,
                &format!("{threads} cores"),
            ));
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
            measure_frames(
                gpu,
                scene,
                &FrameBench {
                    size: [1920, 1080],
                    steps_per_frame: 1,
                    frames: 1,
                    has_control: false,
                },
            )
        });
        if count == 16_384 {
            case.published(Quantity::Frames, 44.0, "GeForce 8800 GTX")
        } else {
            case
        }
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

/// Threads of lavapipe, if the environment says how many; it reads this variable when the program
/// starts.
fn adapter_threads() -> Option<usize> {
    std::env::var("LP_NUM_THREADS").ok()?.parse().ok()
}

/// A GPU's sum on this machine's software adapter, which `gpu` may be itself.
fn measure_on_software(gpu: &Gpu, bench: GravityBench) -> Result<Measurement, LabError> {
    if gpu.is_software() {
        return measure_gravity(gpu, bench);
    }
    let is_software =
        |adapter: &wgpu::Adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu;
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
