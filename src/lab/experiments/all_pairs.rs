//! Every body with every other: the formulations of the texts, from one thread to the whole GPU.

use crate::cpu::Formulation;
use crate::gpu::{Gpu, adapters};
use crate::lab::bench::Bench;
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::machine::unsupported;
use crate::lab::{
    CpuBench, CpuKernel, FrameBench, GravityBench, GravityKernel, LabError, Measurement, Model,
    TextbookKernel, TextbookLoop, measure_frames,
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
    [&[4096], &[4096, 8192, 16_384]],
    formulations,
);

fn formulations(_: &Gpu, count: usize) -> Vec<Case> {
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
    let loops = on_processor.map(|kernel| {
        let case = on_cpu(kernel, count);
        match kernel == TextbookLoop::SymmetricSerial.into() {
            true => case.noted(say!("note-symmetric-serial")),
            false => case,
        }
    });
    let cases = loops.into_iter().chain(on_this_gpu.map(|kernel| on_gpu(kernel, count)));
    cases.map(|case| case.over(ONE_CPU_THREAD)).collect()
}

/// Figure 8.8.15.
pub const THREADS_PER_BODY: Experiment = Experiment::new(
    "nbody-threads",
    Topic::AllPairs,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.15",
    [&[256, 1024, 4096], &[256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768]],
    threads_per_body,
);

fn threads_per_body(_: &Gpu, count: usize) -> Vec<Case> {
    use TextbookKernel::{Threads1, Threads2, Threads4, Threads8, Threads16};
    /// Bytes of a body, and threads of a workgroup.
    const BODY: f64 = 16.0;
    const WORKGROUP: f64 = 256.0;
    let mut cases = Vec::new();
    for (kernel, threads) in
        [(Threads1, 1.0), (Threads2, 2.0), (Threads4, 4.0), (Threads8, 8.0), (Threads16, 16.0)]
    {
        // What is loaded of each source, once for all bodies of a workgroup.
        let bytes = BODY * (count as f64).powi(2) * threads / WORKGROUP;
        let case =
            on_gpu(kernel, count).then(move |row| Ok(Measurement { bytes: Some(bytes), ..row }));
        cases.push(case.over(Threads1.name()));
    }
    cases
}

/// Figure 8.8.16.
pub const PROCESSOR: Experiment = Experiment::whole(
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
        let kernels = kernels.map(|kernel| on_cpu(kernel, count).over(ONE_CPU_THREAD));
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
        kernels.into_iter().chain([wgsl, one])
    };
    let mut cases: Vec<Case> = counts.iter().copied().flat_map(of).collect();
    for count in counts.into_iter().filter(|&count| count == 4096) {
        for threads in [2, 4, 8] {
            let bench = CpuBench {
                threads: Some(threads),
                ..cpu_bench(Formulation::SimdThreaded.into(), count)
            };
            let variant = format!("cpu-simd on {threads} threads");
            cases.push(Case::of(bench).named(variant).over("cpu-simd"));
        }
    }
    cases
}

/// The claim about frames.
pub const FRAMES: Experiment = Experiment::new(
    "nbody-frames",
    Topic::AllPairs,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix: 16,384 bodies at 44 frames per second",
    [&[4096], &[16_384]],
    frames,
);

fn frames(_: &Gpu, count: usize) -> Vec<Case> {
    let case = Case::new("shell", count, move |gpu| {
        let mut scene = Scene::load(DEFAULT).unwrap_or_else(|error| unreachable!("{error}"));
        scene.count = count;
        let bench =
            FrameBench { size: [1920, 1080], steps_per_frame: 1, frames: 1, has_control: false };
        measure_frames(gpu, scene, &bench)
    });
    vec![case]
}

pub(super) fn on_cpu(kernel: impl Into<CpuKernel>, count: usize) -> Case {
    let bench = cpu_bench(kernel.into(), count);
    Case::of(bench).named(format!("cpu-{}", bench.kernel.name()))
}

pub(super) fn cpu_bench(kernel: CpuKernel, count: usize) -> CpuBench {
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
        return bench.measure(gpu);
    }
    let is_software =
        |adapter: &wgpu::Adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu;
    let Some(index) = adapters().iter().position(is_software) else {
        let missing = say!("missing-software");
        return Err(unsupported(gpu, "cpu-wgsl", missing, say!("remedy-lavapipe")));
    };
    bench.measure(&Gpu::open(Some(&index.to_string()))?)
}

pub(super) fn on_gpu(kernel: impl Into<GravityKernel>, count: usize) -> Case {
    Case::of(gpu_bench(kernel, count))
}

pub(super) fn gpu_bench(kernel: impl Into<GravityKernel>, count: usize) -> GravityBench {
    GravityBench { model: Model::Plummer, count, kernel: kernel.into(), ..GravityBench::default() }
}
