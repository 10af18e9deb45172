//! `starshell bench`: the speed of this machine, as a table or as JSON.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use super::arguments::{Bench, BenchWhat};
use super::{Failure, input, open, run, set_up, unprinted};
use crate::app::Offscreen;
use starshell::cpu::Formulation;
use starshell::gpu::Gpu;
use starshell::lab::{
    GravityBench, LabError, Measurement, Model, check_for_cpu, measure_cpu, measure_frames, measure_frames_by, measure_gravity,
};
use starshell::name::Named;
use starshell::physics::{ForceKernel, Precision, SimulationError};
use starshell::render::Target;
use starshell::scene::{DEFAULT, Scene};

pub fn bench(arguments: &Bench) -> Result<(), Failure> {
    match &arguments.what {
        BenchWhat::Gravity { count, kernel, precision, model, common } => {
            let gpu = open(common.adapter.adapter.as_deref())?;
            let precisions = all_named::<Precision>(precision)?;
            precisions.iter().try_for_each(|precision| check(&gpu, count, *precision))?;
            let model = Model::named(model).map_err(input)?;
            let kernels = kernels(&gpu, count, kernel)?;
            let all: Vec<_> = precisions.iter().flat_map(|p| kernels.iter().map(move |k| (*p, *k))).collect();
            each(common.json, count, &all, |count, (precision, kernel)| {
                measure_gravity(&gpu, GravityBench { model, count, kernel, precision })
            })
        }
        BenchWhat::Cpu { count, kernel, json } => {
            let kernels = match &kernel[..] {
                [all] if all == "all" => Formulation::ALL.to_vec(),
                names => all_named(names)?,
            };
            for &count in count {
                check_for_cpu(count).map_err(input)?;
            }
            each(*json, count, &kernels, measure_cpu)
        }
        BenchWhat::Frame { count, size, steps_a_frame, panels, common } => {
            let gpu = open(common.adapter.adapter.as_deref())?;
            check(&gpu, count, Precision::Single)?;
            let measure = if *panels { measure_window } else { measure_frames };
            let default = Scene::load(DEFAULT).map_err(run)?;
            each(common.json, count, &[()], |count, ()| {
                let mut scene = default.clone();
                scene.count = count;
                measure(&gpu, scene, *size, *steps_a_frame)
            })
        }
    }
}

/// Measures and prints a row for each count and kernel.
fn each<K: Copy>(
    json: bool,
    counts: &[usize],
    kernels: &[K],
    measure: impl Fn(usize, K) -> Result<Measurement, LabError>,
) -> Result<(), Failure> {
    let mut table = Table { json, is_first: true };
    for &count in counts {
        for &kernel in kernels {
            table.waiting(count);
            table.print(&measure(count, kernel).map_err(set_up)?)?;
        }
    }
    Ok(())
}

/// Measures the window's frames of `scene`: interface, steps, picture, painted into a texture of `size` pixels.
fn measure_window(gpu: &Gpu, scene: Scene, size: [u32; 2], steps_a_frame: u32) -> Result<Measurement, LabError> {
    let count = scene.count;
    // Judges the size by itself, as the picture's.
    Target::new(gpu, size)?;
    let mut window = Offscreen::new(gpu, scene, size)?;
    window.set_speed(steps_a_frame);
    let mut last = Instant::now();
    let kernel = format!("{}x{}, {steps_a_frame} steps a frame, panels", size[0], size[1]);
    measure_frames_by(gpu, count, kernel, || {
        let elapsed = std::mem::replace(&mut last, Instant::now()).elapsed();
        Ok(window.frame(elapsed.as_secs_f32())?)
    })
}

/// The kernels of these names; `all` is those that run here with each of `counts`. One that does not is refused.
fn kernels(gpu: &Gpu, counts: &[usize], names: &[String]) -> Result<Vec<ForceKernel>, Failure> {
    let plans = |kernel: ForceKernel| counts.iter().try_for_each(|&count| kernel.plan(gpu, count as u32).map(|_| ()));
    if names == ["all"] {
        return Ok(ForceKernel::ALL.iter().copied().filter(|&kernel| plans(kernel).is_ok()).collect());
    }
    let kernel = |name: &String| {
        let kernel = ForceKernel::named(name).map_err(input)?;
        plans(kernel).map_err(input)?;
        Ok(kernel)
    };
    names.iter().map(kernel).collect()
}

/// The members of these names.
fn all_named<N: Named>(names: &[String]) -> Result<Vec<N>, Failure> {
    names.iter().map(|name| N::named(name)).collect::<Result<_, _>>().map_err(input)
}

/// Refuses what is impossible before the first row costs time.
fn check(gpu: &Gpu, counts: &[usize], precision: Precision) -> Result<(), Failure> {
    precision.check(gpu).map_err(input)?;
    for &count in counts {
        if count == 0 {
            return Err(input(SimulationError::NoBodies));
        }
        precision.check_storage(gpu, count).map_err(input)?;
    }
    Ok(())
}

struct Table {
    json: bool,
    is_first: bool,
}

impl Table {
    /// Says on a terminal what is being measured, until its row replaces the line.
    fn waiting(&self, count: usize) {
        if io::stderr().is_terminal() {
            eprint!("\r\x1b[Kmeasuring {count} bodies …");
            // A terminal that cannot be written to needs no progress.
            let _ = io::stderr().flush();
        }
    }

    fn print(&mut self, row: &Measurement) -> Result<(), Failure> {
        if io::stderr().is_terminal() {
            eprint!("\r\x1b[K");
        }
        self.write(&mut io::stdout().lock(), row).map_err(unprinted)
    }

    fn write(&mut self, out: &mut impl Write, row: &Measurement) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", serde_json::to_string(row)?);
        }
        if std::mem::take(&mut self.is_first) {
            writeln!(out, "{} ({})", row.adapter, row.driver)?;
            writeln!(
                out,
                "{:>9} {:>9} {:>11} {:>11} {:>11} {:>12}  {:<15} {:>10} {:>9}  kernel",
                "bodies", "precision", "median ms", "min ms", "max ms", "rate", "unit", "median err", "p99 err"
            )?;
        }
        let error = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1e}"));
        writeln!(
            out,
            "{:>9} {:>9} {:>11.4} {:>11.4} {:>11.4} {:>12.4e}  {:<15} {:>10} {:>9}  {}",
            row.count,
            row.precision,
            row.median_ms,
            row.min_ms,
            row.max_ms,
            row.rate,
            row.unit,
            error(row.median_error),
            error(row.p99_error),
            row.kernel
        )
    }
}
