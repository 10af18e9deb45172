//! `starshell bench`: the speed of this machine, as a table or as JSON.

use std::time::Instant;

use super::adapter::open;
use super::arguments::{Bench, BenchWhat, Frame};
use super::bench_rows::each;
use super::failure::{Failure, input, run, set_up};
use crate::app::Offscreen;
use starshell::capture::load_scene;
use starshell::gpu::Gpu;
use starshell::lab::{
    Entry, FrameBench, LabError, Measurement, Subject, Values, check_bodies, measure_frames,
    measure_frames_by, measure_picture,
};
use starshell::physics::Precision;
use starshell::primitives::prove_progress;
use starshell::render::{Format, Target};
use starshell::scene::{DEFAULT, Scene};

pub fn bench(adapter: Option<&str>, arguments: &Bench) -> Result<(), Failure> {
    let json = arguments.json;
    match &arguments.what {
        BenchWhat::Subject(subject, given) => measure(adapter, json, subject, given),
        BenchWhat::Frame(arguments) => frame(&open(adapter)?, json, arguments),
    }
}

/// Measures a row for each combination of the given values.
fn measure(
    adapter: Option<&str>,
    json: bool,
    subject: &Subject,
    given: &Values,
) -> Result<(), Failure> {
    let gpu = if subject.needs_adapter { open(adapter)? } else { Gpu::noop().map_err(run)? };
    if subject.needs_adapter {
        prove_progress(&gpu).map_err(run)?;
    }
    let cases = subject.cases(&gpu, given).map_err(set_up)?;
    each(json, cases.into_iter().map(|case| (case.entry, case)), |case| case.measure(&gpu))
}

fn frame(gpu: &Gpu, json: bool, arguments: &Frame) -> Result<(), Failure> {
    let Frame {
        count,
        scene,
        size,
        steps_per_frame,
        frames,
        control,
        panels,
        picture,
        spots,
        plain,
    } = arguments;
    let check = |&count: &usize| check_bodies(gpu, count, Precision::Single);
    count.iter().try_for_each(check).map_err(input)?;
    let default = match picture.as_ref().or(scene.as_ref()) {
        Some(name) => load_scene(name).map_err(input)?,
        None => Scene::load(DEFAULT).map_err(run)?,
    };
    let entry = |count| Entry { bench: "frame", kernel: "", precision: "f32", model: "", count };
    each(json, count.iter().map(|&count| (entry(count), count)), |count| {
        let mut scene = default.clone();
        scene.count = count;
        let bench = FrameBench {
            size: *size,
            steps_per_frame: *steps_per_frame,
            frames: *frames,
            has_control: *control,
        };
        match picture {
            Some(_) => measure_picture(gpu, &scene, &bench, *spots, *plain),
            None if *panels => measure_window(gpu, scene, &bench),
            None => measure_frames(gpu, scene, &bench),
        }
    })
}

/// Measures the window's frames of `scene`: interface, steps, picture, painted into a texture of
/// `size` pixels.
fn measure_window(gpu: &Gpu, scene: Scene, bench: &FrameBench) -> Result<Measurement, LabError> {
    let count = scene.count;
    // Checks the size first: it is also the picture's.
    Target::new(gpu, bench.size, Format::default())?;
    let mut window = Offscreen::new(gpu, scene, bench.size)?;
    window.set_speed(bench.steps_per_frame);
    let mut last = Instant::now();
    measure_frames_by(gpu, count, bench, ", panels", || {
        let elapsed = std::mem::replace(&mut last, Instant::now()).elapsed();
        Ok(window.frame(elapsed.as_secs_f32())?)
    })
}
