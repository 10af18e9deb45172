//! Copies to the GPU, on it, and back.

use std::time::Instant;

use wgpu::BufferUsages;

use super::{BURTSCHER, warm_up};
use crate::gpu::{Buffer, Gpu, GpuError, Timer};
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::measurement::{Entry, agree};
use crate::lab::primitives::random_words;
use crate::lab::rate::RateUnit;
use crate::lab::timing::{clear, clock, milliseconds, time_together};
use crate::lab::{LabError, Measurement};

/// The experiment.
pub const COPIES: Experiment =
    Experiment::new("copies", Topic::Machine, BURTSCHER, SIZES, cases).along("bytes");

/// Which way.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::lab) enum Way {
    /// From the host to the GPU.
    To,
    /// From one buffer to another.
    On,
    /// From the GPU to the host.
    From,
}

const TO: &str = "to the GPU";
const FROM: &str = "from the GPU";
/// Copies through memory that the program maps itself, at once or in pieces, of which the GPU
/// copies one while the host copies the next.
const MAPPED: [(&str, &str, Way, usize); 4] = [
    ("to the GPU, mapped", TO, Way::To, 1),
    ("to the GPU, overlapped", TO, Way::To, PIECES),
    ("from the GPU, mapped", FROM, Way::From, 1),
    ("from the GPU, overlapped", FROM, Way::From, PIECES),
];
const PIECES: usize = 8;
/// Bytes, on software and on GPUs.
const SIZES: [&[usize]; 2] = [
    &[4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20],
    &[4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20],
];

fn cases(_: &Gpu, bytes: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    // Copies move whole words.
    let bytes = bytes.next_multiple_of(4);
    for (variant, way) in [(TO, Way::To), ("on the GPU", Way::On), (FROM, Way::From)] {
        let case = Case::new(variant, bytes, move |gpu| measure(gpu, bytes, way, None));
        cases.push(case);
    }
    for (variant, over, way, pieces) in MAPPED {
        cases.push(
            Case::new(variant, bytes, move |gpu| measure(gpu, bytes, way, Some(pieces))).over(over),
        );
    }
    cases
}

/// Copies in as many pieces through mapped memory, or without a number by the means of the library.
fn measure(
    gpu: &Gpu,
    bytes: usize,
    way: Way,
    pieces: Option<usize>,
) -> Result<Measurement, LabError> {
    let words = random_words(bytes / 4);
    let source: Buffer<u32> = gpu.storage_from("copies/source", &words)?;
    let target: Buffer<u32> = gpu.storage("copies/target", words.len())?;
    let mapped = pieces.map(|pieces| Mapped::new(gpu, words.len(), pieces, way)).transpose()?;
    let mut arrived = Vec::new();
    // A software adapter's clock is the host's.
    let mut timer = if way == Way::On { clock(gpu, 1)? } else { None };
    let samples = time_together(gpu, warm_up(gpu), || {
        let mut encoder = gpu.encoder("copies");
        clear(&mut encoder, &target);
        gpu.submit(encoder);
        if let (Some(mapped), Way::To) = (&mapped, way) {
            mapped.map();
        }
        gpu.wait()?;
        arrived = Vec::new();
        let begin = Instant::now();
        match (way, &mapped) {
            (Way::To, Some(mapped)) => {
                mapped.send(gpu, &words, &target);
                gpu.wait()?;
            }
            (Way::From, Some(mapped)) => arrived = mapped.read(gpu, &source)?,
            (Way::To, None) => {
                gpu.write(&target, &words);
                gpu.submit(gpu.encoder("copies"));
                gpu.wait()?;
            }
            (Way::On, _) => return copy(gpu, &source, &target, timer.as_mut()),
            (Way::From, None) => arrived = gpu.read(&source)?,
        }
        Ok(milliseconds(begin))
    })?;
    let entry = Entry { precision: "u32", ..Entry::new("copies", bytes) };
    let row = entry.on_gpu(gpu, samples, (bytes as f64, RateUnit::Bytes));
    if way != Way::From {
        arrived = gpu.read(&target)?;
    }
    agree(&row, &arrived, &words)?;
    Ok(row)
}

/// Buffers that the host maps, one per piece.
pub(in crate::lab) struct Mapped {
    buffers: Vec<wgpu::Buffer>,
    /// Words per piece; the last one may have fewer.
    words: usize,
}

impl Mapped {
    pub fn new(gpu: &Gpu, count: usize, pieces: usize, way: Way) -> Result<Self, GpuError> {
        let words = count.div_ceil(pieces);
        let usage = match way {
            Way::From => BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            _ => BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
        };
        let buffer = |first: usize| {
            let size = 4 * words.min(count - first) as u64;
            let descriptor = wgpu::BufferDescriptor {
                label: Some("copies/mapped"),
                size,
                usage,
                mapped_at_creation: false,
            };
            gpu.allocating("copies/mapped", || gpu.device().create_buffer(&descriptor))
        };
        Ok(Self {
            buffers: (0..count).step_by(words).map(buffer).collect::<Result<_, GpuError>>()?,
            words,
        })
    }

    /// Asks for all pieces, so that the host can write.
    pub fn map(&self) {
        self.buffers.iter().for_each(|buffer| buffer.map_async(wgpu::MapMode::Write, .., |_| ()));
    }

    /// Copies `words` to `target`: the host into each mapped piece, the GPU from there.
    pub fn send(&self, gpu: &Gpu, words: &[u32], target: &Buffer<u32>) {
        for (place, (buffer, words)) in
            self.buffers.iter().zip(words.chunks(self.words)).enumerate()
        {
            // Without the memory, nothing arrives, which is found out.
            if let Ok(mut memory) = buffer.get_mapped_range_mut(..) {
                memory.slice(..).copy_from_slice(bytemuck::cast_slice(words));
            }
            buffer.unmap();
            let mut encoder = gpu.encoder("copies");
            encoder.copy_buffer_to_buffer(
                buffer,
                0,
                target.raw(),
                self.offset(place),
                buffer.size(),
            );
            gpu.submit(encoder);
        }
    }

    /// Copies all words of `source`: the GPU into each piece, the host from those that have
    /// arrived.
    pub fn read(&self, gpu: &Gpu, source: &Buffer<u32>) -> Result<Vec<u32>, GpuError> {
        let begin = |(place, buffer): (usize, &wgpu::Buffer)| {
            let mut encoder = gpu.encoder("copies");
            encoder.copy_buffer_to_buffer(
                source.raw(),
                self.offset(place),
                buffer,
                0,
                buffer.size(),
            );
            let submission = gpu.submit(encoder);
            buffer.map_async(wgpu::MapMode::Read, .., |_| ());
            submission
        };
        let submissions: Vec<_> = self.buffers.iter().enumerate().map(begin).collect();
        let mut words = Vec::with_capacity(source.len());
        for (buffer, submission) in self.buffers.iter().zip(submissions) {
            gpu.wait_for(submission)?;
            if let Ok(memory) = buffer.get_mapped_range(..) {
                words.extend_from_slice(bytemuck::cast_slice(&memory));
            }
            buffer.unmap();
        }
        Ok(words)
    }

    fn offset(&self, place: usize) -> u64 {
        4 * (place * self.words) as u64
    }
}

/// Milliseconds of a copy on the GPU.
fn copy(
    gpu: &Gpu,
    source: &Buffer<u32>,
    target: &Buffer<u32>,
    timer: Option<&mut Timer>,
) -> Result<f64, GpuError> {
    let mut encoder = gpu.encoder("copies");
    let record = |encoder: &mut wgpu::CommandEncoder| {
        encoder.copy_buffer_to_buffer(source.raw(), 0, target.raw(), 0, source.bytes());
    };
    if let Some(timer) = timer {
        timer.mark(&mut encoder, None, Some(0));
        record(&mut encoder);
        timer.mark(&mut encoder, Some(0), None);
        return Ok(timer.submit_and_read(gpu, encoder)?[0]);
    }
    record(&mut encoder);
    let begin = Instant::now();
    gpu.submit(encoder);
    gpu.wait()?;
    Ok(milliseconds(begin))
}
