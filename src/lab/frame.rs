//! The speed of whole frames: steps, spots of light, glow, tone map. Nothing is copied back.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::{LabError, Measurement};
use crate::gpu::Gpu;
use crate::render::{Format, Target};
use crate::scene::Scene;
use crate::session::{Pace, Session};

const WARM_UP: Duration = Duration::from_millis(700);
const SAMPLES: usize = 9;
/// Minimum duration of a sample.
const SAMPLE_TIME: Duration = Duration::from_millis(250);
/// Fewest frames of a sample.
const FEWEST: u32 = 4;
/// Frames by which the host may run ahead of the GPU.
const AHEAD: usize = 3;

/// How frames are measured.
#[derive(Clone, Copy, Debug)]
pub struct FrameBench {
    /// Width and height of the picture in pixels.
    pub size: [u32; 2],
    /// Steps between pictures.
    pub steps_per_frame: u32,
    /// Fewest frames to measure.
    pub frames: u32,
}

/// Measures frames of `scene` by the host's clock.
///
/// # Errors
/// [`LabError`] if the adapter cannot hold them, or is lost.
pub fn measure_frames(gpu: &Gpu, scene: Scene, bench: &FrameBench) -> Result<Measurement, LabError> {
    let count = scene.count;
    let target = Target::new(gpu, bench.size, Format::default())?;
    let mut session = Session::new(gpu, scene, Pace::StepsPerFrame(bench.steps_per_frame))?;
    measure_frames_by(gpu, count, bench, "", || {
        let mut encoder = gpu.encoder("bench");
        session.frame(&mut encoder, &target)?;
        Ok(session.submit(encoder))
    })
}

/// Measures whatever `frame` submits as a frame of `count` bodies, by the host's clock. The row's kernel tells what `bench` asks
/// for, `what` else is in a frame, and the longest frame.
///
/// # Errors
/// Those of `frame`, or [`LabError::Gpu`] if the adapter is lost.
pub fn measure_frames_by(
    gpu: &Gpu,
    count: usize,
    bench: &FrameBench,
    what: &str,
    mut frame: impl FnMut() -> Result<wgpu::SubmissionIndex, LabError>,
) -> Result<Measurement, LabError> {
    let mut under_way = VecDeque::new();
    let mut frame = || -> Result<(), LabError> {
        under_way.push_back(frame()?);
        if under_way.len() > AHEAD
            && let Some(oldest) = under_way.pop_front()
        {
            gpu.wait_for(oldest)?;
        }
        Ok(())
    };
    // The first frames compile kernels and are not representative: they only warm up, and the frames after them determine the
    // length of a sample.
    let mut frames_within = |least: Duration, fewest: u32| -> Result<(u32, f64), LabError> {
        let begin = Instant::now();
        let (mut frames, mut longest) = (0_u32, 0.0_f64);
        while frames < fewest || begin.elapsed() < least {
            let begin = Instant::now();
            frame()?;
            longest = longest.max(begin.elapsed().as_secs_f64() * 1e3);
            frames += 1;
        }
        Ok((frames, longest))
    };
    frames_within(WARM_UP, FEWEST)?;
    gpu.wait()?;
    let fewest = bench.frames.div_ceil(SAMPLES as u32).max(FEWEST);
    let (mut samples, mut longest) = (Vec::with_capacity(SAMPLES), 0.0_f64);
    for _ in 0..SAMPLES {
        let begin = Instant::now();
        let (frames, longest_of_sample) = frames_within(SAMPLE_TIME, fewest)?;
        gpu.wait()?;
        samples.push(begin.elapsed().as_secs_f64() * 1e3 / f64::from(frames));
        longest = longest.max(longest_of_sample);
    }
    let mut row = Measurement::new(gpu, "frame", count, samples, 1.0);
    row.unit = "frames/s";
    let FrameBench { size: [width, height], steps_per_frame, .. } = bench;
    row.kernel = format!("{width}x{height}, {steps_per_frame} steps per frame{what}, longest {longest:.1} ms");
    Ok(row)
}
