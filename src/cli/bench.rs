//! `starshell bench`: the speed of this machine, as a table or as JSON.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use super::arguments::{Bench, BenchWhat, Primitive};
use super::{Failure, input, open, run, set_up, unprinted};
use crate::app::Offscreen;
use starshell::cpu::Formulation;
use starshell::gpu::{Gpu, GpuError};
use starshell::lab::{
    GravityBench, LabError, Measurement, Model, ReduceBench, ReduceKernel, ScanBench, ScanKernel, SortBench, SortKernel,
    check_elements, check_for_cpu, measure_cpu, measure_frames, measure_frames_by, measure_gravity, measure_reduce, measure_scan,
    measure_sort,
};
use starshell::name::Named;
use starshell::physics::{ForceKernel, Precision, SimulationError};
use starshell::primitives::prove_progress;
use starshell::render::Target;
use starshell::scene::{DEFAULT, Scene};

pub fn bench(arguments: &Bench) -> Result<(), Failure> {
    match &arguments.what {
        BenchWhat::Gravity { count, kernel, precision, model, common } => {
            let gpu = open(common.adapter.adapter.as_deref())?;
            let precisions = all_named::<Precision>(precision)?;
            precisions.iter().try_for_each(|precision| check(&gpu, count, *precision))?;
            let model = Model::named(model).map_err(input)?;
            let rows = rows(count, kernel, |count, kernel: ForceKernel| kernel.plan(&gpu, count as u32).map(drop))?;
            let benches = rows.iter().flat_map(|&(count, kernel)| {
                precisions.iter().map(move |&precision| (count, GravityBench { model, count, kernel, precision }))
            });
            each(common.json, benches, |bench| measure_gravity(&gpu, bench))
        }
        BenchWhat::Cpu { count, kernel, json } => {
            for &count in count {
                check_for_cpu(count).map_err(input)?;
            }
            let rows = rows(count, kernel, |_, _: Formulation| Ok(()))?;
            each(*json, rows.iter().map(|&row| (row.0, row)), |(count, kernel)| measure_cpu(count, kernel))
        }
        BenchWhat::Frame { count, size, steps_a_frame, panels, common } => {
            let gpu = open(common.adapter.adapter.as_deref())?;
            check(&gpu, count, Precision::Single)?;
            let measure = if *panels { measure_window } else { measure_frames };
            let default = Scene::load(DEFAULT).map_err(run)?;
            each(common.json, count.iter().map(|&count| (count, count)), |count| {
                let mut scene = default.clone();
                scene.count = count;
                measure(&gpu, scene, *size, *steps_a_frame)
            })
        }
        BenchWhat::Reduce { number, primitive } => {
            let (gpu, number) = (open_for(primitive)?, *number);
            let rows = primitive_rows(primitive, |_, kernel: ReduceKernel| kernel.check(&gpu, number))?;
            let benches = rows.iter().map(|&(count, kernel)| (count, ReduceBench { count, number, kernel }));
            each(primitive.common.json, benches, |bench| measure_reduce(&gpu, bench))
        }
        BenchWhat::Scan { primitive } => {
            let gpu = open_for(primitive)?;
            let rows = primitive_rows(primitive, |count, kernel: ScanKernel| kernel.check(&gpu, count))?;
            let benches = rows.iter().map(|&(count, kernel)| (count, ScanBench { count, kernel }));
            each(primitive.common.json, benches, |bench| measure_scan(&gpu, bench))
        }
        BenchWhat::Sort { pairs, data, primitive } => {
            let (gpu, is_pairs) = (open_for(primitive)?, *pairs);
            let rows = primitive_rows(primitive, |count, kernel: SortKernel| kernel.check(&gpu, count))?;
            let benches = rows
                .iter()
                .flat_map(|&(count, kernel)| data.iter().map(move |&data| (count, SortBench { count, data, is_pairs, kernel })));
            each(primitive.common.json, benches, |bench| measure_sort(&gpu, bench))
        }
    }
}

/// Opens the adapter, and judges whether it holds so many elements.
fn open_for(primitive: &Primitive) -> Result<Gpu, Failure> {
    let gpu = open(primitive.common.adapter.adapter.as_deref())?;
    prove_progress(&gpu).map_err(run)?;
    primitive.count.iter().try_for_each(|&count| check_elements(&gpu, count)).map_err(input)?;
    Ok(gpu)
}

/// The counts with the kernels that were asked for.
fn primitive_rows<K: Named>(
    primitive: &Primitive,
    check: impl Fn(usize, K) -> Result<(), GpuError>,
) -> Result<Vec<(usize, K)>, Failure> {
    let portable = ["portable".to_owned()];
    rows(&primitive.count, if primitive.portable { &portable } else { &primitive.kernel }, check)
}

/// Measures and prints a row for each bench of so many bodies or elements.
fn each<B>(
    json: bool,
    benches: impl Iterator<Item = (usize, B)>,
    measure: impl Fn(B) -> Result<Measurement, LabError>,
) -> Result<(), Failure> {
    let mut table = Table { json, adapter: None };
    for (count, bench) in benches {
        table.waiting(count);
        table.print(&measure(bench).map_err(set_up)?)?;
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

/// Each count with the kernels of these names; `all` is those that `check` lets run with it. One that it does not is refused.
fn rows<K: Named>(
    counts: &[usize],
    names: &[String],
    check: impl Fn(usize, K) -> Result<(), GpuError>,
) -> Result<Vec<(usize, K)>, Failure> {
    let is_all = names == ["all"];
    let kernels = if is_all { K::ALL.to_vec() } else { all_named(names)? };
    let mut rows = Vec::new();
    for &count in counts {
        for &kernel in &kernels {
            match check(count, kernel) {
                Ok(()) => rows.push((count, kernel)),
                Err(GpuError::Unsupported { .. }) if is_all => {}
                Err(error) => return Err(input(error)),
            }
        }
    }
    Ok(rows)
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

/// Rows under headings, with what they were measured on above them.
struct Table {
    json: bool,
    /// Adapter of the last row.
    adapter: Option<String>,
}

impl Table {
    /// Says on a terminal what is being measured, until its row replaces the line.
    fn waiting(&self, count: usize) {
        if io::stderr().is_terminal() {
            eprint!("\r\x1b[Kmeasuring {count} …");
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
        let is_of_elements = row.unit == "elements/s";
        if self.adapter.as_ref() != Some(&row.adapter) {
            self.adapter = Some(row.adapter.clone());
            let (count, precision) = if is_of_elements { ("elements", "type") } else { ("bodies", "precision") };
            let last = if is_of_elements { ["GB/s", "data"] } else { ["median err", "p99 err"] };
            writeln!(out, "{} ({})", row.adapter, row.driver)?;
            writeln!(
                out,
                "{count:>10} {precision:>9} {:>11} {:>11} {:>11} {:>12}  {:<15} {:>10} {:>9}  kernel",
                "median ms", "min ms", "max ms", "rate", "unit", last[0], last[1]
            )?;
        }
        let error = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1e}"));
        let last = if is_of_elements {
            // A reduction reads each element of four bytes once. What scans and sorts move depends on the way.
            let bytes = if row.bench == "reduce" { format!("{:.2}", row.rate * 4e-9) } else { "-".to_owned() };
            [bytes, if row.model.is_empty() { "-" } else { row.model }.to_owned()]
        } else {
            [error(row.median_error), error(row.p99_error)]
        };
        writeln!(
            out,
            "{:>10} {:>9} {:>11.4} {:>11.4} {:>11.4} {:>12.4e}  {:<15} {:>10} {:>9}  {}",
            row.count, row.precision, row.median_ms, row.min_ms, row.max_ms, row.rate, row.unit, last[0], last[1], row.kernel
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_headings_for_what_was_measured_and_where() {
        let row = |bench, adapter: &str, unit, model, error| Measurement {
            bench,
            adapter: adapter.to_owned(),
            driver: "driver".to_owned(),
            kernel: "auto".to_owned(),
            precision: "u32",
            model,
            count: 1 << 20,
            median_ms: 1.0,
            min_ms: 1.0,
            max_ms: 1.0,
            rate: 1e9,
            unit,
            median_error: error,
            p99_error: error,
        };
        let print = |rows: &[Measurement]| {
            let (mut table, mut out) = (Table { json: false, adapter: None }, Vec::new());
            rows.iter().for_each(|row| table.write(&mut out, row).unwrap());
            String::from_utf8(out).unwrap()
        };
        let sorts = print(&[
            row("sort", "a", "elements/s", "bits16", None),
            row("reduce", "a", "elements/s", "", None),
            row("scan", "b", "elements/s", "", None),
        ]);
        let lines: Vec<&str> = sorts.lines().collect();
        assert!(lines.len() == 7 && lines[0] == "a (driver)" && lines[4] == "b (driver)", "{sorts}");
        assert!(["elements", "type", "GB/s", "data"].iter().all(|heading| lines[1].contains(heading)), "{sorts}");
        assert!(lines[2].contains("bits16") && lines[3].contains(" 4.00 "), "{sorts}");
        assert!(!lines[2].contains(" 4.00 ") && !lines[6].contains(" 4.00 "), "what scans and sorts move is not known: {sorts}");
        // Columns end where their headings do.
        assert!(lines[1].find("data").map(|at| at + 4) == lines[2].find("bits16").map(|at| at + 6), "{sorts}");

        let forces = print(&[row("gravity", "a", "interactions/s", "cube", Some(1e-7))]);
        assert!(["bodies", "precision", "median err", "p99 err", "1.0e-7"].iter().all(|word| forces.contains(word)), "{forces}");
    }
}
