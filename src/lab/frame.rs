//! The speed of whole frames: steps, spots of light, glow, tone map. Nothing is copied back.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::{Duration, Instant};

use super::measurement::Entry;
use super::timing::clock;
use super::{LabError, Measurement, RateUnit};
use crate::gpu::{Gpu, GpuError};
use crate::name::Named;
use crate::physics::Bodies;
use crate::render::{Format, PicturePart, Renderer, SpotPath, Target};
use crate::scene::Scene;
use crate::session::{Pace, Session, SessionError};

/// Long enough for threads to compile the kernels of the window's measurements, and for the first
/// ones to allocate memory.
const WARM_UP: Duration = Duration::from_secs(2);
const SAMPLES: usize = 9;
/// Minimum duration of a sample.
const SAMPLE_TIME: Duration = Duration::from_millis(250);
/// Fewest frames of a sample.
const FEWEST: u32 = 4;
/// Rounds of the control's loop, and how often they are timed, to find out how many a frame lasts.
const TRIED: u64 = 100_000;
const TRIES: usize = 200;
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
    /// Whether to time a plain loop afterwards, as long as a frame and as many times, to show how
    /// steady the machine is. Ignored for a picture alone.
    pub has_control: bool,
}

/// Measures frames of `scene` by the host's clock.
///
/// # Errors
/// [`LabError`] if the adapter cannot hold them, or is lost.
pub fn measure_frames(
    gpu: &Gpu,
    scene: Scene,
    bench: &FrameBench,
) -> Result<Measurement, LabError> {
    let count = scene.count;
    let target = Target::new(gpu, bench.size, Format::default())?;
    let mut session = Session::new(gpu, scene, Pace::StepsPerFrame(bench.steps_per_frame))?;
    measure_frames_by(gpu, count, bench, "", || {
        let mut encoder = gpu.encoder("bench");
        session.frame(&mut encoder, &target)?;
        Ok(session.submit(encoder))
    })
}

/// Measures whatever `frame` submits as a frame of `count` bodies, by the host's clock. The row's
/// kernel tells what `bench` asks for, `what` else is in a frame, and the longest frame.
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
    // The first frames compile kernels and are not representative: they only warm up, and the
    // frames after them determine the length of a sample.
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
    let (mut samples, mut longest, mut measured) = (Vec::with_capacity(SAMPLES), 0.0_f64, 0);
    for _ in 0..SAMPLES {
        let begin = Instant::now();
        let (frames, longest_of_sample) = frames_within(SAMPLE_TIME, fewest)?;
        gpu.wait()?;
        samples.push(begin.elapsed().as_secs_f64() * 1e3 / f64::from(frames));
        longest = longest.max(longest_of_sample);
        measured += frames;
    }
    let mut row = Entry::new("frame", count).on_gpu(gpu, samples, (1.0, RateUnit::Frames));
    let FrameBench { size: [width, height], steps_per_frame, .. } = bench;
    row.kernel = format!(
        "{width}x{height}, {steps_per_frame} steps per frame{what}, longest {longest:.1} ms"
    );
    if bench.has_control {
        let [median, longest] = control(row.median_ms, measured);
        row.kernel += &format!("; a loop of {median:.2} ms takes up to {longest:.1} ms");
    }
    Ok(row)
}

/// Runs a loop `times` times. Undisturbed, it takes about `ms` milliseconds; it uses registers
/// only. Returns the median and the longest duration in milliseconds.
fn control(ms: f64, times: u32) -> [f64; 2] {
    let time =
        |rounds: u64| {
            let begin = Instant::now();
            black_box((0..rounds).fold(black_box(1_u64), |x, round| {
                x.wrapping_mul(6_364_136_223_846_793_005) ^ round
            }));
            begin.elapsed().as_secs_f64() * 1e3
        };
    let undisturbed = (0..TRIES).map(|_| time(TRIED)).fold(f64::INFINITY, f64::min);
    let rounds = (TRIED as f64 * ms / undisturbed) as u64;
    let mut durations: Vec<f64> = (0..times.max(1)).map(|_| time(rounds)).collect();
    durations.sort_by(f64::total_cmp);
    [durations[durations.len() / 2], durations[durations.len() - 1]]
}

/// Measures the picture of `scene` alone, at its start, and the parts of it: by the GPU's clock or,
/// on software adapters, whose clock misses compute passes, and on those without one, by waiting
/// for each part. `is_plain` suits slow machines: see
/// [`Canvas::set_plain`](crate::render::Canvas::set_plain).
///
/// # Errors
/// As [`measure_frames`].
pub fn measure_picture(
    gpu: &Gpu,
    scene: &Scene,
    bench: &FrameBench,
    spots: SpotPath,
    is_plain: bool,
) -> Result<Measurement, LabError> {
    let bodies = Bodies::new(gpu, &scene.bodies().map_err(SessionError::from)?)?;
    let renderer = Renderer::new(gpu, &bodies);
    let mut view = renderer.canvas(&Target::new(gpu, bench.size, Format::default())?)?;
    view.set_spot_path(spots);
    view.set_plain(is_plain);
    let mut row = measure_frames_by(
        gpu,
        scene.count,
        &FrameBench { has_control: false, ..*bench },
        "",
        || {
            let mut encoder = gpu.encoder("bench");
            renderer.encode(&mut encoder, &mut view, &scene.camera, &scene.look)?;
            Ok(gpu.submit(encoder))
        },
    )?;
    let mut timer = clock(gpu, PicturePart::ALL.len() as u32)?;
    let mut rounds = vec![Vec::with_capacity(SAMPLES); PicturePart::ALL.len()];
    for _ in 0..SAMPLES {
        let times = match &mut timer {
            Some(timer) => {
                let mut encoder = gpu.encoder("bench");
                timer.mark(&mut encoder, None, Some(0));
                renderer.encode_in_parts(
                    &mut encoder,
                    &mut view,
                    &scene.camera,
                    &scene.look,
                    |encoder, part| {
                        let span = part as u32;
                        timer.mark(
                            encoder,
                            Some(span),
                            (part != PicturePart::ToneMap).then_some(span + 1),
                        );
                    },
                )?;
                timer.submit_and_read(gpu, encoder)?
            }
            None => by_waiting(gpu, |encoder, after| {
                renderer.encode_in_parts(encoder, &mut view, &scene.camera, &scene.look, after)
            })?,
        };
        rounds.iter_mut().zip(times).for_each(|(samples, time)| samples.push(time));
    }
    let median = |samples: &mut Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        samples[samples.len() / 2]
    };
    row.parts_ms = Some(
        PicturePart::ALL
            .iter()
            .zip(&mut rounds)
            .map(|(part, samples)| (part.name(), median(samples)))
            .collect(),
    );
    let [width, height] = bench.size;
    row.kernel = format!(
        "{width}x{height}, picture alone, {}spots {}",
        if is_plain { "plain light, " } else { "" },
        spots.name()
    );
    Ok(row)
}

/// The milliseconds of each part that `record` records, by the host's clock.
fn by_waiting(
    gpu: &Gpu,
    record: impl FnOnce(
        &mut wgpu::CommandEncoder,
        &mut dyn FnMut(&mut wgpu::CommandEncoder, PicturePart),
    ) -> Result<(), GpuError>,
) -> Result<Vec<f64>, GpuError> {
    let (mut encoder, mut begin, mut failed) = (gpu.encoder("bench"), Instant::now(), Ok(()));
    let mut times = Vec::new();
    record(&mut encoder, &mut |encoder, _| {
        gpu.submit(std::mem::replace(encoder, gpu.encoder("bench")));
        failed = failed.clone().and_then(|()| gpu.wait());
        times.push(begin.elapsed().as_secs_f64() * 1e3);
        begin = Instant::now();
    })?;
    failed.map(|()| times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_lasts_as_long_as_asked() {
        let [median, longest] = control(0.5, 101);
        // Other tests may take turns with it on a core, so its upper bound is loose.
        assert!((0.4..5.0).contains(&median) && longest >= median, "{median}, at most {longest}");
    }
}
