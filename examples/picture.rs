//! Renders a picture with the library: a rotating shell collapses under its own gravity. Writes
//! `shell.png` to the current directory.
//!
//! `cargo run --release --example picture`

use std::path::Path;
use std::sync::Arc;

use starshell::capture::{Headless, SinglePng};
use starshell::gpu::Gpu;
use starshell::render::{ColorMap, Format, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The best adapter of this machine. `Some("nvidia")` or `Some("1")` would choose another.
    let gpu = Gpu::open(None)?;

    // A built-in scene, or the path of a scene file. Every field is public.
    let mut scene = Scene::load("shell")?;
    scene.count = 2048;
    scene.look.color_map = ColorMap::Inferno;
    scene.camera.distance = 2.4;

    // One frame, at simulated time 2. Several frames would be spaced evenly up to that time.
    let session = Session::new(&gpu, scene, Pace::Span { time: 2.0, frames: 1 })?;
    let target = Target::new(&gpu, [960, 540], Format::default())?;
    let sink = Arc::new(SinglePng::new(Path::new("shell.png"))?);
    let mut headless = Headless::new(&gpu, session, target, sink)?;

    // The callback may stop the run by returning false.
    headless.frame(&mut |_steps_done| true)?;
    let path = headless.finish(|measurement| {
        println!("virial ratio {:.3}", measurement.reading.diagnostics.virial_ratio())
    })?;
    println!("{} on {}", path.display(), gpu.adapter_name());
    Ok(())
}
