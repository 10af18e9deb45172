//! The speed of whole frames: steps, spots of light, glow, tone map. Nothing is copied back.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::{LabError, Measurement};
use crate::gpu::Gpu;
use crate::render::Target;
use crate::scene::Scene;
use crate::session::{Pace, Session};

const WARM_UP: Duration = Duration::from_millis(700);
const SAMPLES: usize = 9;
/// Shortest time of a sample.
const SAMPLE_TIME: f64 = 0.25;
/// Frames that the host may be ahead of the GPU.
const AHEAD: usize = 3;

/// Measures frames of `scene` in a picture of `size` pixels, with so many steps in each. Time is the host's.
///
/// # Errors
/// [`LabError`] where the adapter cannot hold them, or is lost.
pub fn measure_frames(gpu: &Gpu, scene: Scene, size: [u32; 2], steps_a_frame: u32) -> Result<Measurement, LabError> {
    let count = scene.count;
    let target = Target::new(gpu, size)?;
    let mut session = Session::new(gpu, scene, Pace::StepsAFrame(steps_a_frame))?;
    let kernel = format!("{}x{}, {steps_a_frame} steps a frame", size[0], size[1]);
    measure_frames_by(gpu, count, kernel, || {
        let mut encoder = gpu.encoder("bench");
        session.frame(&mut encoder, &target)?;
        Ok(session.submit(encoder))
    })
}

/// Measures whatever `frame` submits as a frame of `count` bodies; `kernel` says in the row what that was. Time is the host's.
///
/// # Errors
/// Those of `frame`, or [`LabError::Gpu`] where the adapter is lost.
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
    let begin = Instant::now();
    let mut frames = 0_u32;
    while frames < 4 || begin.elapsed() < WARM_UP {
        frame()?;
        frames += 1;
    }
    let frames = (SAMPLE_TIME / (begin.elapsed().as_secs_f64() / f64::from(frames))).ceil().max(1.0) as u32;
    let mut samples = Vec::with_capacity(SAMPLES);
    for _ in 0..SAMPLES {
        let begin = Instant::now();
        for _ in 0..frames {
            frame()?;
        }
        gpu.wait()?;
        samples.push(begin.elapsed().as_secs_f64() * 1e3 / f64::from(frames));
    }
    let mut row = Measurement::new(gpu, "frame", count, samples, 1.0);
    row.unit = "frames/s";
    row.kernel = kernel;
    Ok(row)
}
