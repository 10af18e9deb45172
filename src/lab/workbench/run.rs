//! Running a changed kernel on a device: what it finds, and how long it takes beside the original.

use std::borrow::Cow;
use std::time::Instant;

use super::check::{Fault, Parsed, check};
use super::data::{Data, Grid};
use super::{Bench, Ran, Timed};
use crate::gpu::{Buffer, Gpu, GpuError, Timer};
use crate::lab::speed_up::quartiles;
use crate::words::{Text, say};

/// A first run longer than this, in milliseconds, is the only one.
const LONG: f64 = 300.0;
/// Samples, of which the median counts, and the fewest that tell a spread.
const SAMPLES: usize = 7;
const FEWEST: usize = 3;
/// Shortest sample, in milliseconds, that the clock measures well.
const SAMPLE_TIME: f64 = 2.0;

/// Why a kernel did not run.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum NotRun {
    /// It has faults.
    Faults(Vec<Fault>),
    /// The adapter or its driver refused it, or failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl NotRun {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Faults(faults) => {
                faults.first().map(|fault| fault.to_string().into()).unwrap_or_default()
            }
            Self::Gpu(error) => error.text(),
        }
    }
}

/// Runs a changed kernel and its original in this process, with all inputs: for texts that are known
/// to end.
///
/// # Errors
/// [`NotRun`].
pub fn run(gpu: &Gpu, bench: &Bench, text: &str) -> Result<Ran, NotRun> {
    Ok(Ran::new(bench, &timed(gpu, bench, text, None, |_| ())?))
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) enum Stage {
    /// The changed kernel begins.
    Begun,
    /// It has ended once. From here on it and the original are timed.
    Timed,
}

/// Runs the original, or Starshell's own, and the changed kernel once, then both in turn: what slows
/// one slows the other. A kernel that is written gets the inputs up to those of `exercise`. Each
/// stage is told first.
pub(super) fn timed(
    gpu: &Gpu,
    bench: &Bench,
    text: &str,
    exercise: Option<usize>,
    tell: impl Fn(Stage),
) -> Result<Timed, NotRun> {
    let parsed = check(bench, text, gpu.limits()).map_err(NotRun::Faults)?;
    let is_slow = gpu.is_software();
    let data = bench.kind.data(is_slow, exercise);
    let original = check(bench, &bench.model(), gpu.limits()).map_err(NotRun::Faults)?;
    let original = Rig::new(gpu, bench, &data, original)?;
    // The first run finds clocks and caches cold, so the original goes first and is not counted.
    let (_, original_pace) = original.begin(gpu)?;
    tell(Stage::Begun);
    let changed = Rig::new(gpu, bench, &data, parsed)?;
    let (results, pace) = changed.begin(gpu)?;
    tell(Stage::Timed);
    let mut timer = if gpu.is_software() { None } else { Timer::new(gpu, 1)? };
    let (mut own, mut originals) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    let is_long = |pace: Pace| pace.milliseconds > LONG;
    while own.len() < FEWEST
        || own.len() < SAMPLES && begin.elapsed().as_secs_f64() * 1e3 < 2.0 * LONG
    {
        own.push(if is_long(pace) {
            pace.milliseconds
        } else {
            changed.sample(gpu, timer.as_mut(), pace.times)?
        });
        originals.push(original.sample(gpu, timer.as_mut(), original_pace.times)?);
    }
    if is_long(pace) {
        own.truncate(1);
    }
    let ([milliseconds, spread], [original_milliseconds, original_spread]) =
        (middle(own), middle(originals));
    let (spread, adapter) = (spread.max(original_spread), gpu.adapter_name().to_owned());
    Ok(Timed { results, is_slow, milliseconds, original_milliseconds, spread, adapter })
}

/// The median of samples, and what lies between their quartiles.
fn middle(mut samples: Vec<f64>) -> [f64; 2] {
    samples.sort_by(f64::total_cmp);
    let [low, high] = quartiles(&samples);
    [samples[samples.len() / 2], high - low]
}

/// How long a first run took, and how many make a sample.
#[derive(Clone, Copy)]
struct Pace {
    milliseconds: f64,
    times: u32,
}

/// A compiled kernel, and what it works on in turn.
struct Rig<'a> {
    pipeline: wgpu::ComputePipeline,
    sets: Vec<Set<'a>>,
}

/// What a kernel works on.
struct Set<'a> {
    group: wgpu::BindGroup,
    /// The contents, and what they are at first.
    buffers: Vec<(Buffer<u32>, Buffer<u32>)>,
    groups: u32,
    data: &'a Data,
}

impl<'a> Set<'a> {
    fn new(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        data: &'a Data,
        workgroup: u32,
    ) -> Result<Self, GpuError> {
        let groups = match data.grid {
            Grid::Threads(threads) => threads.div_ceil(workgroup),
            Grid::Groups(groups) => groups,
        };
        let limit = gpu.limits().max_compute_workgroups_per_dimension;
        if groups > limit {
            let missing = say!("missing-workgroups", groups, limit);
            let adapter = gpu.adapter_name().to_owned();
            let remedy = say!("remedy-threads-per-workgroup");
            return Err(GpuError::unsupported(
                "on the workbench".to_owned(),
                adapter,
                missing,
                remedy,
            ));
        }
        let pair = |(place, words): (usize, &Vec<u32>)| {
            // The parameters come first; some kernels have them in a uniform buffer, others in a
            // storage buffer.
            let buffer = match place {
                0 => Buffer::parameters(gpu, "workbench/params", words.len())?,
                _ => gpu.storage("workbench/data", words.len())?,
            };
            Ok((buffer, gpu.storage_from("workbench/before", words)?))
        };
        let buffers =
            data.buffers.iter().enumerate().map(pair).collect::<Result<Vec<_>, GpuError>>()?;
        let entries: Vec<_> = buffers
            .iter()
            .zip(0..)
            .map(|((buffer, _), binding)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.raw().as_entire_binding(),
            })
            .collect();
        let group = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("workbench"),
            layout,
            entries: &entries,
        });
        Ok(Self { group, buffers, groups, data })
    }

    fn results(&self, gpu: &Gpu) -> Result<Vec<Vec<u32>>, GpuError> {
        self.data.results.clone().map(|place| gpu.read(&self.buffers[place].0)).collect()
    }
}

impl<'a> Rig<'a> {
    fn new(gpu: &Gpu, bench: &Bench, data: &'a [Data], parsed: Parsed) -> Result<Self, GpuError> {
        let workgroup = parsed.workgroup;
        let (pipeline, layout) = compile(gpu, bench.name, parsed)?;
        let set = |data| Set::new(gpu, &layout, data, workgroup);
        Ok(Self { pipeline, sets: data.iter().map(set).collect::<Result<_, _>>()? })
    }

    /// The results of a run of each set, and how to sample more of the last one.
    fn begin(&self, gpu: &Gpu) -> Result<(Vec<Vec<u32>>, Pace), GpuError> {
        let mut timer = if gpu.is_software() { None } else { Timer::new(gpu, 1)? };
        let (mut results, mut first) = (Vec::new(), 0.0);
        for set in &self.sets {
            first = self.sample_of(set, gpu, timer.as_mut(), 1)?;
            results.extend(set.results(gpu)?);
        }
        if first > LONG {
            return Ok((results, Pace { milliseconds: first, times: 1 }));
        }
        // The first run may have waited for much else.
        let milliseconds = self.sample(gpu, timer.as_mut(), 1)?;
        let times = (SAMPLE_TIME / milliseconds).ceil().clamp(1.0, 200.0) as u32;
        Ok((results, Pace { milliseconds: milliseconds.min(LONG), times }))
    }

    /// Milliseconds of a run of the last set.
    fn sample(&self, gpu: &Gpu, timer: Option<&mut Timer>, times: u32) -> Result<f64, GpuError> {
        self.sets.last().map_or(Ok(0.0), |set| self.sample_of(set, gpu, timer, times))
    }

    /// Milliseconds of a run: restores the data, which is not timed, and runs this many times.
    fn sample_of(
        &self,
        set: &Set,
        gpu: &Gpu,
        timer: Option<&mut Timer>,
        times: u32,
    ) -> Result<f64, GpuError> {
        let mut encoder = gpu.encoder("workbench");
        for (buffer, before) in &set.buffers {
            encoder.copy_buffer_to_buffer(before.raw(), 0, buffer.raw(), 0, before.bytes());
        }
        let record = |pass: &mut wgpu::ComputePass| {
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &set.group, &[]);
            (0..times).for_each(|_| pass.dispatch_workgroups(set.groups, 1, 1));
        };
        if let Some(timer) = timer {
            record(&mut timer.compute_pass(&mut encoder, "workbench", 0));
            return Ok(timer.submit_and_read(gpu, encoder)?[0] / f64::from(times));
        }
        gpu.submit(encoder);
        gpu.wait()?;
        let mut encoder = gpu.encoder("workbench");
        record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        let begin = Instant::now();
        gpu.submit(encoder);
        gpu.wait()?;
        Ok(begin.elapsed().as_secs_f64() * 1e3 / f64::from(times))
    }
}

/// Compiles a kernel, with all of wgpu's run-time checks, for bindings as it declares them.
fn compile(
    gpu: &Gpu,
    entry: &str,
    parsed: Parsed,
) -> Result<(wgpu::ComputePipeline, wgpu::BindGroupLayout), GpuError> {
    let device = gpu.device();
    let entries = layout_entries(&parsed.module);
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("workbench"),
        entries: &entries,
    });
    let source = wgpu::ShaderSource::Naga(Cow::Owned(parsed.module));
    let shader = device
        .create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("workbench"), source });
    let descriptor = wgpu::PipelineLayoutDescriptor {
        label: Some("workbench"),
        bind_group_layouts: &[Some(&layout)],
        ..Default::default()
    };
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("workbench"),
        layout: Some(&device.create_pipeline_layout(&descriptor)),
        module: &shader,
        entry_point: Some(entry),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    match pollster::block_on(scope.pop()) {
        Some(error) => Err(GpuError::Driver(error.to_string())),
        None => Ok((pipeline, layout)),
    }
}

/// A layout with every binding that a kernel declares, used or not.
fn layout_entries(module: &wgpu::naga::Module) -> Vec<wgpu::BindGroupLayoutEntry> {
    let entry = |(_, global): (_, &wgpu::naga::GlobalVariable)| {
        let ty = match global.space {
            wgpu::naga::AddressSpace::Storage { access } => wgpu::BufferBindingType::Storage {
                read_only: !access.contains(wgpu::naga::StorageAccess::STORE),
            },
            _ => wgpu::BufferBindingType::Uniform,
        };
        Some(wgpu::BindGroupLayoutEntry {
            binding: global.binding?.binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        })
    };
    module.global_variables.iter().filter_map(entry).collect()
}
