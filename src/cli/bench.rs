//! `starshell bench`: the speed of this machine, as a table or as JSON.

use std::io;
use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;

use super::adapter::open;
use super::arguments::{Bench, BenchFft, BenchMembers, BenchWhat, Frame, Primitive};
use super::bench_table::{Refused, Row, Table};
use super::failure::{Failure, input, run, set_up, unprinted};
use super::overrides::bodies_of;
use super::terminal::{clear_line, is_colored, show_progress};
use crate::app::Offscreen;
use starshell::gpu::{Gpu, GpuError};
use starshell::lab::{
    CpuBench, CpuKernel, FftBench, FftKernel, FrameBench, GravityBench, GravityKernel, LabError, Measurement, MembersBench,
    MeshBench, MeshKernel, PoissonBench, PoissonKernel, ReduceBench, ReduceKernel, ScanBench, ScanKernel, SortBench, SortData,
    SortKernel, TreeBench, TreeBodies, TreeModel, check_bodies, check_elements, check_for_cpu, measure_cpu, measure_fft,
    measure_frames, measure_frames_by, measure_gravity, measure_members, measure_mesh, measure_picture, measure_poisson,
    measure_reduce, measure_scan, measure_sort, measure_tree,
};
use starshell::name::Named;
use starshell::physics::Precision;
use starshell::primitives::prove_progress;
use starshell::ranks;
use starshell::render::{Format, Target};
use starshell::scene::{DEFAULT, Scene, embedded};
use starshell::session::Members;

/// Stands for every kernel that runs here; may be combined with names.
const ALL: &str = "all";

pub fn bench(adapter: Option<&str>, arguments: &Bench) -> Result<(), Failure> {
    let json = arguments.json;
    match &arguments.what {
        BenchWhat::Gravity { count, kernel, precision, model } => {
            let gpu = open(adapter)?;
            precision.iter().try_for_each(|precision| check(&gpu, count, *precision))?;
            let rows = rows(count, kernel, |count, kernel: GravityKernel| kernel.check(&gpu, count))?;
            let benches = rows.iter().flat_map(|&(count, kernel)| {
                precision.iter().map(move |&precision| {
                    let row = Row::new("gravity", count, kernel.name(), precision.name(), model.name());
                    (row, GravityBench { model: *model, count, kernel, precision })
                })
            });
            each(json, benches, |bench| measure_gravity(&gpu, bench))
        }
        BenchWhat::Tree { count, model, walk, trees } => {
            let gpu = open(adapter)?;
            let settings = trees.settings().map_err(input)?;
            let mut benches = Vec::new();
            for (count, name, bodies) in trees_of(count, model)? {
                check(&gpu, &[count], Precision::Single)?;
                for (&settings, &walk) in settings.iter().flat_map(|settings| walk.iter().map(move |walk| (settings, walk))) {
                    let row = Row::new("tree", count, settings.order.name(), "f32", name);
                    benches.push((row, TreeBench { bodies: bodies.clone(), settings, walk }));
                }
            }
            each(json, benches.into_iter(), |bench| measure_tree(&gpu, bench))
        }
        BenchWhat::Cpu { count, kernel, model, trees } => {
            let settings = trees.settings().map_err(input)?;
            let mut benches = Vec::new();
            for (count, kernel) in rows(count, kernel, |_, _: CpuKernel| Ok(()))? {
                let different = if kernel == CpuKernel::TREE { settings.len() } else { 1 };
                for &settings in &settings[..different] {
                    let bench = CpuBench { model: *model, count, kernel, settings, threads: None };
                    check_for_cpu(&bench).map_err(input)?;
                    benches.push((Row::new("cpu", count, kernel.name(), "f32", model.name()), bench));
                }
            }
            each(json, benches.into_iter(), measure_cpu)
        }
        BenchWhat::Members(arguments) => members(&open(adapter)?, json, arguments),
        BenchWhat::Frame(arguments) => frame(&open(adapter)?, json, arguments),
        BenchWhat::Reduce { number, primitive } => {
            let (gpu, number) = (open_for(adapter, primitive)?, *number);
            let rows = primitive_rows(primitive, |_, kernel: ReduceKernel| kernel.check(&gpu, number))?;
            let row = |count, kernel: ReduceKernel| Row::new("reduce", count, kernel.name(), number.name(), "");
            let benches =
                rows.iter().map(|&(count, kernel)| (row(count, kernel), ReduceBench { count, number, kernel, threads: None }));
            each(json, benches, |bench| measure_reduce(&gpu, bench))
        }
        BenchWhat::Scan { primitive } => {
            let gpu = open_for(adapter, primitive)?;
            let rows = primitive_rows(primitive, |count, kernel: ScanKernel| kernel.check(&gpu, count))?;
            let row = |count, kernel: ScanKernel| Row::new("scan", count, kernel.name(), "u32", "");
            let benches =
                rows.iter().map(|&(count, kernel)| (row(count, kernel), ScanBench { count, kernel, ..ScanBench::default() }));
            each(json, benches, |bench| measure_scan(&gpu, bench))
        }
        BenchWhat::Sort { pairs, data, primitive } => {
            let (gpu, is_pairs) = (open_for(adapter, primitive)?, *pairs);
            let rows = primitive_rows(primitive, |count, kernel: SortKernel| kernel.check(&gpu, count))?;
            let precision = if is_pairs { "u32 pairs" } else { "u32" };
            let row =
                move |count, kernel: SortKernel, data: SortData| Row::new("sort", count, kernel.name(), precision, data.name());
            let benches = rows.iter().flat_map(|&(count, kernel)| {
                data.iter().map(move |&data| (row(count, kernel, data), SortBench { count, data, is_pairs, kernel }))
            });
            each(json, benches, |bench| measure_sort(&gpu, bench))
        }
        BenchWhat::Fft(arguments) => fft(&open(adapter)?, json, arguments),
        BenchWhat::Mesh { count, side, kernel } => mesh(&open(adapter)?, json, count, *side, kernel),
        BenchWhat::Poisson { side, kernel } => poisson(&open(adapter)?, json, side, kernel),
    }
}

fn mesh(gpu: &Gpu, json: bool, count: &[usize], side: usize, kernel: &[String]) -> Result<(), Failure> {
    check(gpu, count, Precision::Single)?;
    let rows = rows(count, kernel, |_, _: MeshKernel| Ok(()))?;
    let row = |count, kernel: MeshKernel| Row::new("mesh", count, kernel.name(), "f32", "cube");
    let benches = rows.iter().map(|&(count, kernel)| (row(count, kernel), MeshBench { count, side, kernel }));
    each(json, benches, |bench| measure_mesh(gpu, bench))
}

fn poisson(gpu: &Gpu, json: bool, side: &[usize], kernel: &[String]) -> Result<(), Failure> {
    let rows = rows(side, kernel, |_, _: PoissonKernel| Ok(()))?;
    let row = |side: usize, kernel: PoissonKernel| Row::new("poisson", side * side, kernel.name(), "f32", "");
    let benches = rows.iter().map(|&(side, kernel)| (row(side, kernel), PoissonBench { side, kernel }));
    each(json, benches, |bench| measure_poisson(gpu, bench))
}

fn fft(gpu: &Gpu, json: bool, arguments: &BenchFft) -> Result<(), Failure> {
    let (kind, number) = (arguments.kind, arguments.number);
    let mut benches = Vec::new();
    for size in arguments.sizes() {
        for (count, kernel) in rows(&[size.elements()], &arguments.kernel, |_, _: FftKernel| Ok(()))? {
            let row = Row::new("fft", count, kernel.name(), number.name(), kind.name());
            benches.push((row, FftBench { size, kind, number, kernel }));
        }
    }
    each(json, benches.into_iter(), |bench| measure_fft(gpu, bench))
}

fn members(gpu: &Gpu, json: bool, arguments: &BenchMembers) -> Result<(), Failure> {
    let BenchMembers { count, members, gravity, precision, threads } = arguments;
    check(gpu, count, *precision)?;
    let mut benches = Vec::new();
    for (&count, members) in count.iter().flat_map(|count| members.iter().map(move |members| (count, members))) {
        // Only a team is driven by threads of either kind.
        let is_team = matches!(members, Members::Team(_) | Members::All) || ranks::present().is_some();
        let different = if is_team { threads.len() } else { 1 };
        for &threads in &threads[..different] {
            let (members, gravity, precision) = (members.clone(), *gravity, *precision);
            let bench = MembersBench { count, gravity, precision, members, threads };
            benches.push((Row::new("members", count, gravity.name(), precision.name(), "plummer"), bench));
        }
    }
    each(json, benches.into_iter(), |bench| measure_members(gpu, &bench))
}

fn frame(gpu: &Gpu, json: bool, arguments: &Frame) -> Result<(), Failure> {
    let Frame { count, scene, size, steps_per_frame, frames, control, panels, picture, spots, plain } = arguments;
    check(gpu, count, Precision::Single)?;
    let default = match picture.as_ref().or(scene.as_ref()) {
        Some(name) => Scene::load(name).map_err(input)?,
        None => Scene::load(DEFAULT).map_err(run)?,
    };
    let row = |count| Row::new("frame", count, "", "f32", "");
    each(json, count.iter().map(|&count| (row(count), count)), |count| {
        let mut scene = default.clone();
        scene.count = count;
        let bench = FrameBench { size: *size, steps_per_frame: *steps_per_frame, frames: *frames, has_control: *control };
        match picture {
            Some(_) => measure_picture(gpu, &scene, &bench, *spots, *plain),
            None if *panels => measure_window(gpu, scene, &bench),
            None => measure_frames(gpu, scene, &bench),
        }
    })
}

/// Opens the adapter, and checks that it can hold this many elements.
fn open_for(adapter: Option<&str>, primitive: &Primitive) -> Result<Gpu, Failure> {
    let gpu = open(adapter)?;
    prove_progress(&gpu).map_err(run)?;
    primitive.count.iter().try_for_each(|&count| check_elements(&gpu, count)).map_err(input)?;
    Ok(gpu)
}

/// The counts combined with the requested kernels.
fn primitive_rows<K: Named>(
    primitive: &Primitive,
    check: impl Fn(usize, K) -> Result<(), GpuError>,
) -> Result<Vec<(usize, K)>, Failure> {
    let portable = ["portable".to_owned()];
    rows(&primitive.count, if primitive.portable { &portable } else { &primitive.kernel }, check)
}

/// Measures and prints a row for each benchmark. If a kernel is wrong or does not run here, its row says so and the others
/// follow; wrong results make the command fail at the end.
fn each<B>(
    json: bool,
    benches: impl Iterator<Item = (Row, B)>,
    measure: impl Fn(B) -> Result<Measurement, LabError>,
) -> Result<(), Failure> {
    let (mut wrong, mut measured, mut skipped) = (0, 0, None);
    let mut out = io::stdout().lock();
    let mut table = Table { json, is_colored: is_colored(&out), adapter: None };
    for (row, bench) in benches {
        waiting(row.count);
        let result = measure(bench);
        clear_line();
        match result {
            Ok(measurement) => {
                measured += 1;
                table.write(&mut out, &measurement)
            }
            Err(error @ LabError::Wrong { .. }) => {
                wrong += 1;
                table.write_refused(&mut out, &row, Refused::Wrong(error.to_string()))
            }
            Err(error) if error.is_unsupported() => {
                let written = table.write_refused(&mut out, &row, Refused::Skipped(error.to_string()));
                skipped = Some(error);
                written
            }
            Err(error) => return Err(set_up(error)),
        }
        .map_err(unprinted)?;
    }
    match skipped {
        _ if wrong > 0 => Err(run(anyhow!("{wrong} of {} results are wrong: see their rows", wrong + measured))),
        Some(_) if measured == 0 => Err(input(anyhow!("no kernel runs here: see the reasons in the rows"))),
        _ => Ok(()),
    }
}

/// Shows on a terminal what is being measured, until the row replaces that line.
fn waiting(count: usize) {
    show_progress(&format!("measuring {count}…"));
}

/// Measures the window's frames of `scene`: interface, steps, picture, painted into a texture of `size` pixels.
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

/// Combines each count with the kernels of these names. A kernel that `check` rejects is an error, unless it came from `all`.
fn rows<K: Named>(
    counts: &[usize],
    names: &[String],
    check: impl Fn(usize, K) -> Result<(), GpuError>,
) -> Result<Vec<(usize, K)>, Failure> {
    let (all, names): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| *name == ALL);
    let is_all = !all.is_empty();
    let named = all_named(&names)?;
    let kernels = if is_all { K::ALL.to_vec() } else { named };
    let mut rows = Vec::new();
    for &count in counts {
        for &kernel in &kernels {
            match check(count, kernel) {
                Err(error) if !(is_all && matches!(error, GpuError::Unsupported { .. })) => return Err(input(error)),
                _ => rows.push((count, kernel)),
            }
        }
    }
    Ok(rows)
}

/// The members with these names.
fn all_named<N: Named>(names: &[impl AsRef<str>]) -> Result<Vec<N>, Failure> {
    names.iter().map(|name| N::named(name.as_ref())).collect::<Result<_, _>>().map_err(input)
}

/// Rejects impossible requests before the first row costs time.
fn check(gpu: &Gpu, counts: &[usize], precision: Precision) -> Result<(), Failure> {
    precision.check(gpu).map_err(input)?;
    for &count in counts {
        check_bodies(gpu, count).map_err(input)?;
        precision.check_storage(gpu, count).map_err(input)?;
    }
    Ok(())
}

/// The bodies of each of these models with each count, and those of scenes and saved runs as they are.
fn trees_of(counts: &[usize], models: &[String]) -> Result<Vec<(usize, &'static str, TreeBodies)>, Failure> {
    let mut all = Vec::new();
    for name in models {
        match TreeModel::named(name) {
            Ok(model) => all.extend(counts.iter().map(|&count| (count, model.name(), TreeBodies::Model(model, count)))),
            Err(error) => {
                let is_there = Path::new(name).exists() || embedded().iter().any(|scene| scene.name == *name);
                if !is_there {
                    return Err(input(anyhow!("{error}, or give a scene, a scene file or a saved run")));
                }
                let (bodies, softening) = bodies_of(name)?;
                all.push((bodies.len(), "file", TreeBodies::Given(bodies.into(), softening)));
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use starshell::lab::RateUnit;

    #[test]
    fn rows_without_a_time_say_why_and_the_others_follow() {
        let row = || Row::new("sort", 64, "sweep", "u32", "random");
        let [wrong, skipped] = [Refused::Wrong, Refused::Skipped].map(|refused| refused("because".to_owned()));
        let print = |json, is_colored, refused| {
            let mut out = Vec::new();
            Table { json, is_colored, adapter: None }.write_refused(&mut out, &row(), refused).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(print(false, true, wrong), "\x1b[31m        64       u32 wrong: sweep: because\x1b[0m\n");
        let json = r#"{"bench":"sort","kernel":"sweep","precision":"u32","model":"random","count":64,"skipped":"because"}"#;
        assert_eq!(print(true, true, skipped), format!("{json}\n"));

        let wrong = || LabError::Wrong {
            bench: "sort",
            kernel: String::new(),
            adapter: String::new(),
            what: starshell::words::Text::default(),
        };
        let unsupported = || {
            let [kernel, adapter] = ["sweep"; 2].map(str::to_owned);
            LabError::Gpu(GpuError::unsupported(kernel, adapter, "sweep".into(), "another adapter".into()))
        };
        let tried = std::cell::Cell::new(0);
        let run = |results: &[fn() -> LabError]| {
            each(true, results.iter().map(|result| (row(), result)), |result| {
                tried.set(tried.get() + 1);
                Err(result())
            })
        };
        assert!(matches!(run(&[wrong, wrong, wrong]), Err(Failure::Run(_))) && tried.get() == 3);
        assert!(matches!(run(&[unsupported, wrong, unsupported]), Err(Failure::Run(_))) && tried.get() == 6);
        assert!(matches!(run(&[unsupported, unsupported]), Err(Failure::Input(_))) && tried.get() == 8);
        assert!(matches!(run(&[|| LabError::NoElements, unsupported]), Err(Failure::Input(_))) && tried.get() == 9);
    }

    #[test]
    fn a_table_has_headings_for_quantities_and_device() {
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
            parts_ms: None,
            fused: None,
            quartiles_ms: [1.0; 2],
            details: Vec::new(),
            at: None,
            tree: None,
        };
        let print = |rows: &[Measurement]| {
            let (mut table, mut out) = (Table { json: false, is_colored: false, adapter: None }, Vec::new());
            rows.iter().for_each(|row| table.write(&mut out, row).unwrap());
            String::from_utf8(out).unwrap()
        };
        let sorts = print(&[
            row("sort", "a", RateUnit::Elements, "bits16", None),
            row("reduce", "a", RateUnit::Elements, "", None),
            row("scan", "b", RateUnit::Elements, "", None),
        ]);
        let lines: Vec<&str> = sorts.lines().collect();
        assert!(lines.len() == 7 && lines[0] == "a (driver)" && lines[4] == "b (driver)", "{sorts}");
        assert!(["elements", "type", "GB/s", "data"].iter().all(|heading| lines[1].contains(heading)), "{sorts}");
        assert!(lines[2].contains("bits16") && lines[3].contains(" 4.00 "), "{sorts}");
        assert!(
            !lines[2].contains(" 4.00 ") && !lines[6].contains(" 4.00 "),
            "the bytes that scans and sorts move are unknown: {sorts}"
        );
        // Columns are right-aligned with their headings.
        assert!(lines[1].find("data").map(|at| at + 4) == lines[2].find("bits16").map(|at| at + 6), "{sorts}");

        let forces = print(&[row("gravity", "a", RateUnit::Interactions, "cube", Some(1e-7))]);
        assert!(["bodies", "precision", "median err", "p99 err", "1.0e-7"].iter().all(|word| forces.contains(word)), "{forces}");
    }
}
