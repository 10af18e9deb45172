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
/// Frames by which the host may run ahead of the GPU.
const AHEAD: usize = 3;

/// Measures frames of `scene` in a picture of `size` pixels, with `steps_per_frame` steps each, by the host's clock.
///
/// # Errors
/// [`LabError`] if the adapter cannot hold them, or is lost.
pub fn measure_frames(gpu: &Gpu, scene: Scene, size: [u32; 2], steps_per_frame: u32) -> Result<Measurement, LabError> {
    let count = scene.count;
    let target = Target::new(gpu, size, Format::default())?;
    let mut session = Session::new(gpu, scene, Pace::StepsPerFrame(steps_per_frame))?;
    let kernel = format!("{}x{}, {steps_per_frame} steps per frame", size[0], size[1]);
    measure_frames_by(gpu, count, kernel, || {
        let mut encoder = gpu.encoder("bench");
        session.frame(&mut encoder, &target)?;
        Ok(session.submit(encoder))
    })
}

/// Measures whatever `frame` submits as a frame of `count` bodies, by the host's clock. `kernel` describes it in the row, along
/// with the longest frame.
///
/// # Errors
/// Those of `frame`, or [`LabError::Gpu`] if the adapter is lost.
pub fn measure_frames_by(
    gpu: &Gpu,
    count: usize,
    kernel: String,
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
    let mut frames_within = |least: Duration| -> Result<(u32, f64), LabError> {
        let begin = Instant::now();
        let (mut frames, mut longest) = (0_u32, 0.0_f64);
        while frames < 4 || begin.elapsed() < least {
            let begin = Instant::now();
            frame()?;
            longest = longest.max(begin.elapsed().as_secs_f64() * 1e3);
            frames += 1;
        }
        Ok((frames, longest))
    };
    frames_within(WARM_UP)?;
    gpu.wait()?;
    let (mut samples, mut longest) = (Vec::with_capacity(SAMPLES), 0.0_f64);
    for _ in 0..SAMPLES {
        let begin = Instant::now();
        let (frames, longest_of_sample) = frames_within(SAMPLE_TIME)?;
        gpu.wait()?;
        samples.push(begin.elapsed().as_secs_f64() * 1e3 / f64::from(frames));
        longest = longest.max(longest_of_sample);
    }
    let mut row = Measurement::new(gpu, "frame", count, samples, 1.0);
    row.unit = "frames/s";
    row.kernel = format!("{kernel}, longest {longest:.1} ms");
    Ok(row)
}
