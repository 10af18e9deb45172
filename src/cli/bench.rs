//! `starshell bench`: the speed of this machine, as a table or as JSON.

use std::time::Instant;

use super::adapter::open;
use super::arguments::{
    Bench, BenchFft, BenchMembers, BenchSort, BenchWhat, Frame, Primitive, Product, Solve,
};
use super::bench_inputs::{matrices, trees_of};
use super::bench_rows::{ALL, Row, each, rows};
use super::failure::{Failure, input, run};
use crate::app::Offscreen;
use starshell::capture::load_scene;
use starshell::gpu::{Gpu, GpuError, Tuning};
use starshell::lab::{
    ChanceBench, ChanceKernel, CpuBench, CpuKernel, FftBench, FftKernel, FrameBench, GravityBench,
    GravityKernel, HistogramBench, HistogramKernel, LabError, Measurement, MembersBench, MeshBench,
    MeshKernel, Number, PoissonBench, PoissonKernel, PriceBench, PriceKernel, ReduceBench,
    ReduceKernel, ScanBench, ScanKernel, SelectBench, SelectKernel, SolverBench, SortBench,
    SortKernel, SpmvBench, SpmvKernel, TreeBench, check_bodies, check_elements, check_for_cpu,
    check_samples, measure_chance, measure_cpu, measure_fft, measure_frames, measure_frames_by,
    measure_gravity, measure_histogram, measure_members, measure_mesh, measure_picture,
    measure_poisson, measure_prices, measure_reduce, measure_regions, measure_scan, measure_select,
    measure_solver, measure_sort, measure_spmv, measure_tree,
};
use starshell::name::Named;
use starshell::physics::Precision;
use starshell::primitives::{SolverLimits, prove_progress};
use starshell::ranks;
use starshell::render::{Format, Target};
use starshell::scene::{DEFAULT, Scene};
use starshell::session::Members;

pub fn bench(adapter: Option<&str>, arguments: &Bench) -> Result<(), Failure> {
    let json = arguments.json;
    match &arguments.what {
        BenchWhat::Gravity { count, kernel, precision, model } => {
            let gpu = open(adapter)?;
            precision.iter().try_for_each(|precision| check(&gpu, count, *precision))?;
            let rows =
                rows(count, kernel, |count, kernel: GravityKernel| kernel.check(&gpu, count))?;
            let benches = rows.iter().flat_map(|&(count, kernel)| {
                precision.iter().map(move |&precision| {
                    let row =
                        Row::new("gravity", count, kernel.name(), precision.name(), model.name());
                    (row, GravityBench { model: *model, count, kernel, precision })
                })
            });
            each(json, benches, |bench| measure_gravity(&gpu, bench))
        }
        BenchWhat::Tree { count, model, walk, adjust, regions, trees } => {
            let gpu = open(adapter)?;
            let settings = trees.settings().map_err(input)?;
            let mut benches = Vec::new();
            for (count, name, bodies) in trees_of(count, model)? {
                if regions.is_none() {
                    check(&gpu, &[count], Precision::Single)?;
                }
                for (&settings, &walk) in settings
                    .iter()
                    .flat_map(|settings| walk.iter().map(move |walk| (settings, walk)))
                {
                    let row = Row::new("tree", count, settings.order.name(), "f32", name);
                    benches.push((
                        row,
                        TreeBench { bodies: bodies.clone(), settings, walk, is_adjusted: *adjust },
                    ));
                }
            }
            each(json, benches.into_iter(), |bench| match regions {
                Some(regions) => measure_regions(&gpu, bench, *regions),
                None => measure_tree(&gpu, bench),
            })
        }
        BenchWhat::Cpu { count, kernel, model, trees } => {
            let settings = trees.settings().map_err(input)?;
            let mut benches = Vec::new();
            for (count, kernel) in rows(count, kernel, |_, _: CpuKernel| Ok(()))? {
                let different = if kernel == CpuKernel::TREE { settings.len() } else { 1 };
                for &settings in &settings[..different] {
                    let bench = CpuBench { model: *model, count, kernel, settings, threads: None };
                    check_for_cpu(&bench).map_err(input)?;
                    benches
                        .push((Row::new("cpu", count, kernel.name(), "f32", model.name()), bench));
                }
            }
            each(json, benches.into_iter(), measure_cpu)
        }
        BenchWhat::Members(arguments) => members(&open(adapter)?, json, arguments),
        BenchWhat::Frame(arguments) => frame(&open(adapter)?, json, arguments),
        BenchWhat::Options { count, kernel } => prices(&open(adapter)?, json, count, kernel),
        BenchWhat::MonteCarlo { count, kernel, options } => {
            chance(&open(adapter)?, json, count, kernel, *options)
        }
        BenchWhat::Reduce { number, primitive } => {
            let gpu = open_for(adapter, primitive)?;
            reduce(&gpu, json, primitive, *number)
        }
        BenchWhat::Scan { primitive } => scan(&open_for(adapter, primitive)?, json, primitive),
        BenchWhat::Histogram { bins, equal, primitive } => {
            let gpu = open_for(adapter, primitive)?;
            histogram(&gpu, json, primitive, *bins, *equal)
        }
        BenchWhat::Select { flags, primitive } => {
            select(&open_for(adapter, primitive)?, json, primitive, *flags)
        }
        BenchWhat::Sort(arguments) => {
            sort(&open_for(adapter, &arguments.primitive)?, json, arguments)
        }
        BenchWhat::Solve(arguments) => solve(&open(adapter)?, json, arguments),
        BenchWhat::Spmv(arguments) => products(&open(adapter)?, json, arguments),
        BenchWhat::Fft(arguments) => fft(&open(adapter)?, json, arguments),
        BenchWhat::Mesh { count, side, kernel } => {
            mesh(&open(adapter)?, json, count, *side, kernel)
        }
        BenchWhat::Poisson { side, kernel } => poisson(&open(adapter)?, json, side, kernel),
    }
}

fn reduce(gpu: &Gpu, json: bool, primitive: &Primitive, number: Number) -> Result<(), Failure> {
    let rows = primitive_rows(primitive, |_, kernel: ReduceKernel| kernel.check(gpu, number))?;
    let benches = rows.iter().map(|&(count, kernel, tuning)| {
        let row = Row::new("reduce", count, kernel.name(), number.name(), "");
        (row, ReduceBench { count, number, kernel, tuning, ..ReduceBench::default() })
    });
    each(json, checked(benches, |bench| bench.check(gpu))?, |bench| measure_reduce(gpu, bench))
}

fn scan(gpu: &Gpu, json: bool, primitive: &Primitive) -> Result<(), Failure> {
    let rows = primitive_rows(primitive, |count, kernel: ScanKernel| kernel.check(gpu, count))?;
    let benches = rows.iter().map(|&(count, kernel, tuning)| {
        let row = Row::new("scan", count, kernel.name(), "u32", "");
        (row, ScanBench { count, kernel, tuning, ..ScanBench::default() })
    });
    each(json, checked(benches, |bench| bench.check(gpu))?, |bench| measure_scan(gpu, bench))
}

fn histogram(
    gpu: &Gpu,
    json: bool,
    primitive: &Primitive,
    bins: u32,
    is_equal: bool,
) -> Result<(), Failure> {
    let rows = primitive_rows(primitive, |_, _: HistogramKernel| Ok(()))?;
    let benches = rows.iter().map(|&(count, kernel, tuning)| {
        let row = Row::new("histogram", count, kernel.name(), "u32", "");
        (row, HistogramBench { count, bins, is_equal, kernel, tuning })
    });
    each(json, checked(benches, |bench| bench.check(gpu))?, |bench| measure_histogram(gpu, bench))
}

fn select(gpu: &Gpu, json: bool, primitive: &Primitive, has_flags: bool) -> Result<(), Failure> {
    let rows = primitive_rows(primitive, |_, kernel: SelectKernel| kernel.check(gpu))?;
    let benches = rows.iter().map(|&(count, kernel, tuning)| {
        let row = Row::new("select", count, kernel.name(), "i32", "");
        (row, SelectBench { count, has_flags, kernel, tuning })
    });
    each(json, checked(benches, |bench| bench.check(gpu))?, |bench| measure_select(gpu, bench))
}

fn sort(gpu: &Gpu, json: bool, arguments: &BenchSort) -> Result<(), Failure> {
    let BenchSort { keys, pairs, data, primitive } = arguments;
    let (keys, is_pairs) = (*keys, *pairs);
    let rows =
        primitive_rows(primitive, |count, kernel: SortKernel| kernel.check(gpu, keys, count))?;
    let benches = rows.iter().flat_map(|&(count, kernel, tuning)| {
        data.iter().map(move |&data| {
            let bench = SortBench { count, keys, data, is_pairs, kernel, tuning };
            (Row::new("sort", count, kernel.name(), bench.precision(), data.name()), bench)
        })
    });
    each(json, checked(benches, |bench| bench.check(gpu))?, |bench| measure_sort(gpu, bench))
}

fn mesh(
    gpu: &Gpu,
    json: bool,
    count: &[usize],
    side: usize,
    kernel: &[String],
) -> Result<(), Failure> {
    check(gpu, count, Precision::Single)?;
    let is_all = kernel.iter().any(|name| name == ALL);
    let mut rows = rows(count, kernel, |_, _: MeshKernel| Ok(()))?;
    rows.retain(|(_, kernel)| !is_all || kernel.suits(side));
    let row = |count, kernel: MeshKernel| Row::new("mesh", count, kernel.name(), "f32", "cube");
    let benches =
        rows.iter().map(|&(count, kernel)| (row(count, kernel), MeshBench { count, side, kernel }));
    each(json, benches, |bench| measure_mesh(gpu, bench))
}

fn poisson(gpu: &Gpu, json: bool, side: &[usize], kernel: &[String]) -> Result<(), Failure> {
    let rows = rows(side, kernel, |_, _: PoissonKernel| Ok(()))?;
    let row = |side: usize, kernel: PoissonKernel| {
        Row::new("poisson", side * side, kernel.name(), "f32", "")
    };
    let benches =
        rows.iter().map(|&(side, kernel)| (row(side, kernel), PoissonBench { side, kernel }));
    each(json, checked(benches, |bench| bench.check(gpu))?, |bench| measure_poisson(gpu, bench))
}

fn fft(gpu: &Gpu, json: bool, arguments: &BenchFft) -> Result<(), Failure> {
    let (kind, number) = (arguments.kind, arguments.number);
    let mut benches = Vec::new();
    for size in arguments.sizes() {
        for (count, kernel) in
            rows(&[size.elements()], &arguments.kernel, |_, _: FftKernel| Ok(()))?
        {
            let row = Row::new("fft", count, kernel.name(), number.name(), kind.name());
            benches.push((row, FftBench { size, kind, number, kernel }));
        }
    }
    each(json, benches.into_iter(), |bench| measure_fft(gpu, bench))
}

fn products(gpu: &Gpu, json: bool, arguments: &Product) -> Result<(), Failure> {
    let Product { matrix, count, kernel, precision } = arguments;
    prove_progress(gpu).map_err(run)?;
    let mut benches = Vec::new();
    for matrix in matrices(gpu, matrix, count)? {
        for (nonzeros, kernel) in
            rows(&[matrix.elements.nonzeros()], kernel, |_, kernel: SpmvKernel| kernel.check(gpu))?
        {
            benches.extend(precision.iter().map(|&precision| {
                let row = Row::new("spmv", nonzeros, kernel.name(), precision.name(), matrix.name);
                (row, SpmvBench { matrix: matrix.clone(), kernel, precision, threads: None })
            }));
        }
    }
    each(json, benches.into_iter(), |bench| measure_spmv(gpu, &bench))
}

fn prices(gpu: &Gpu, json: bool, counts: &[usize], kernels: &[String]) -> Result<(), Failure> {
    counts.iter().try_for_each(|&count| check_elements(gpu, count)).map_err(input)?;
    let rows = rows(counts, kernels, |_, kernel: PriceKernel| kernel.check(gpu))?;
    let row = |count, kernel: PriceKernel| {
        Row::new("options", count, kernel.name(), kernel.precision(), "")
    };
    let benches =
        rows.iter().map(|&(count, kernel)| (row(count, kernel), PriceBench { count, kernel }));
    each(json, benches, |bench| measure_prices(gpu, bench))
}

fn chance(
    gpu: &Gpu,
    json: bool,
    counts: &[usize],
    kernels: &[String],
    options: usize,
) -> Result<(), Failure> {
    let rows = rows(counts, kernels, |_, _: ChanceKernel| Ok(()))?;
    let row = |count, kernel: ChanceKernel| {
        Row::new("monte-carlo", count, kernel.name(), kernel.precision(), "")
    };
    let benches = rows
        .iter()
        .map(|&(count, kernel)| (row(count, kernel), ChanceBench { count, options, kernel }));
    let benches: Vec<_> = benches.collect();
    benches.iter().try_for_each(|(_, bench)| check_samples(gpu, bench)).map_err(input)?;
    each(json, benches.into_iter(), |bench| measure_chance(gpu, bench))
}

fn solve(gpu: &Gpu, json: bool, arguments: &Solve) -> Result<(), Failure> {
    let Solve { matrix, count, precision, tolerance } = arguments;
    let mut benches = Vec::new();
    for matrix in matrices(gpu, matrix, count)? {
        benches.extend(precision.iter().map(|&precision| {
            let row = Row::new(
                "solve",
                matrix.elements.rows(),
                "conjugate-gradient",
                precision.name(),
                matrix.name,
            );
            let limits = SolverLimits {
                tolerance: *tolerance,
                iterations: 1_000_000,
                ..SolverLimits::default()
            };
            (row, SolverBench { matrix: matrix.clone(), precision, limits })
        }));
    }
    each(json, benches.into_iter(), |bench| measure_solver(gpu, &bench))
}

fn members(gpu: &Gpu, json: bool, arguments: &BenchMembers) -> Result<(), Failure> {
    let BenchMembers { count, members, gravity, precision, threads } = arguments;
    check(gpu, count, *precision)?;
    let mut benches = Vec::new();
    for (&count, members) in
        count.iter().flat_map(|count| members.iter().map(move |members| (count, members)))
    {
        // Only a team is driven by threads of either kind.
        let is_team =
            matches!(members, Members::Team(_) | Members::All) || ranks::present().is_some();
        let different = if is_team { threads.len() } else { 1 };
        for &threads in &threads[..different] {
            let (members, gravity, precision) = (members.clone(), *gravity, *precision);
            let bench = MembersBench { count, gravity, precision, members, threads };
            benches.push((
                Row::new("members", count, gravity.name(), precision.name(), "plummer"),
                bench,
            ));
        }
    }
    each(json, benches.into_iter(), |bench| measure_members(gpu, &bench))
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
    check(gpu, count, Precision::Single)?;
    let default = match picture.as_ref().or(scene.as_ref()) {
        Some(name) => load_scene(name).map_err(input)?,
        None => Scene::load(DEFAULT).map_err(run)?,
    };
    let row = |count| Row::new("frame", count, "", "f32", "");
    each(json, count.iter().map(|&count| (row(count), count)), |count| {
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

/// Opens the adapter, and checks that it can hold this many elements.
fn open_for(adapter: Option<&str>, primitive: &Primitive) -> Result<Gpu, Failure> {
    let gpu = open(adapter)?;
    prove_progress(&gpu).map_err(run)?;
    primitive.count.iter().try_for_each(|&count| check_elements(&gpu, count)).map_err(input)?;
    Ok(gpu)
}

/// The counts combined with the requested kernels and tunings.
fn primitive_rows<K: Named>(
    primitive: &Primitive,
    check: impl Fn(usize, K) -> Result<(), GpuError>,
) -> Result<Vec<(usize, K, Tuning)>, Failure> {
    let portable = ["portable".to_owned()];
    let rows = rows(
        &primitive.count,
        if primitive.portable { &portable } else { &primitive.kernel },
        check,
    )?;
    let each =
        |(count, kernel)| primitive.tunings().iter().map(move |&tuning| (count, kernel, tuning));
    Ok(rows.into_iter().flat_map(each).collect())
}

/// The rows, none of which `check` rejects before the first costs time.
fn checked<B>(
    rows: impl Iterator<Item = (Row, B)>,
    check: impl Fn(&B) -> Result<(), GpuError>,
) -> Result<std::vec::IntoIter<(Row, B)>, Failure> {
    let rows: Vec<_> = rows.collect();
    // The row itself says what a kernel lacks.
    let is_wrong = |error: &GpuError| matches!(error, GpuError::Mismatch(_));
    let wrong = rows.iter().find_map(|(_, bench)| check(bench).err().filter(is_wrong));
    wrong.map_or_else(|| Ok(rows.into_iter()), |error| Err(input(error)))
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

/// Rejects impossible requests before the first row costs time.
fn check(gpu: &Gpu, counts: &[usize], precision: Precision) -> Result<(), Failure> {
    precision.check(gpu).map_err(input)?;
    for &count in counts {
        check_bodies(gpu, count).map_err(input)?;
        precision.check_storage(gpu, count).map_err(input)?;
    }
    Ok(())
}
