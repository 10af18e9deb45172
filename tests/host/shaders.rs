//! Every shader, without a GPU: wgpu's noop backend validates modules, pipelines, bindings and
//! commands, and runs nothing.

use std::collections::BTreeSet;
use std::path::Path;

use glam::Vec3;
use starshell::gpu::{Gpu, GpuError, KernelSource, Mirrored, Part, ShaderError, compare_mirror};
use starshell::lab::kernels::{
    ATOMIC_PAIRS, ATOMIC_TRIANGLE, BatchParams, RUNG_10_F64, RUNGS, RungBody, RungParams,
    RungParamsF64, RungRange, SHUFFLE, THREADS, TILE, UNIFORM_BATCHES,
};
use starshell::lab::kernels::{
    ATOMICS, ATOMICS_OF_SUBGROUPS, AtomicsParams, BANK_CONFLICTS, BLOCK, BankParams, BlockParams,
    COALESCING, COPY, CoalescingParams, CopyParams, DIVERGENCE, DIVISIONS, DivergenceParams,
    EXCHANGE_SUM, ExchangeSumParams, FUSED, FusedParams, MULTIPLY_ADD, MultiplyAddParams, NARROW,
    OCCUPANCY, OccupancyParams, PlaneParams, SERIAL_SUM, SPMV_WINDOW, SerialSumParams,
    TWO_FLOAT_SUM, TwoFloatSumParams, WIDEN, WindowParams,
};
use starshell::lab::options;
use starshell::physics::kernels::{ALL_PAIRS, AllPairsParams};
use starshell::physics::{Attraction, Bodies};
use starshell::primitives::kernels::{self, REDUCE};
use starshell::primitives::{JOIN_BOUNDS, SUM_U32};
use starshell::render::kernels::{DRAWS, SUM_SPREAD};
use starshell::render::{Format, Look, Print, Projection, Renderer, SpotPath, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};
use starshell::{lab, physics, primitives, render};

fn noop() -> Gpu {
    Gpu::noop().expect("wgpu is built with its noop backend")
}

pub fn kernels() -> impl Iterator<Item = &'static KernelSource> {
    let library = [physics::kernels::KERNELS, primitives::KERNELS, render::kernels::KERNELS];
    library.into_iter().flatten().copied().chain(lab::kernels::kernels())
}

/// The tunings of `kernel`, each combined with the values of its switches.
fn tunings(kernel: &'static KernelSource) -> Vec<Vec<(&'static str, u32)>> {
    let mut all: Vec<Vec<_>> = kernel.tunings.iter().map(|tuning| tuning.to_vec()).collect();
    for switch in
        ["SOFTENED", "POTENTIAL", "EQUAL", "ORDERED", "EXCLUSIVE", "DESCENDING", "ARGSORT"]
    {
        if kernel.compose(&[(switch, 0)]).is_ok() {
            let both = |tuning: &Vec<_>| {
                [0, 1].map(|value| [tuning.as_slice(), &[(switch, value)]].concat())
            };
            all = all.iter().flat_map(both).collect();
        }
    }
    all
}

#[test]
fn every_kernel_compiles_in_every_tuning_with_and_without_checks() {
    let mut wrong = Vec::new();
    for gpu in [noop(), noop().with_runtime_checks()] {
        for kernel in kernels() {
            let errors = tunings(kernel).into_iter().filter_map(|tuning| {
                let error = gpu.kernel(kernel, &tuning).err()?;
                Some(format!("{}, {tuning:?}: {error}", kernel.label))
            });
            wrong.extend(errors);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        tunings(&ALL_PAIRS).len(),
        8 * ALL_PAIRS.tunings.len(),
        "all three switches, in both positions"
    );
}

#[test]
fn every_drawing_pass_has_a_vertex_and_a_fragment_stage() {
    for draw in DRAWS {
        for tuning in draw.tunings {
            draw.parse(tuning).unwrap_or_else(|error| panic!("{error}"));
        }
        let (module, _) = draw.parse(&[]).unwrap_or_else(|error| panic!("{error}"));
        let mut stages: Vec<&str> =
            module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
        stages.sort_unstable();
        assert_eq!(stages, ["fragment", "vertex"], "{}", draw.label);
    }
}

#[test]
fn a_session_records_frames_without_a_complaint() {
    let projections = [Projection::Perspective, Projection::Fisheye, Projection::Equirectangular];
    for ((name, count), projection) in
        [("plummer", 600), ("figure-8", 3), ("galaxy", 600)].into_iter().zip(projections)
    {
        let gpu = noop();
        let mut scene = Scene { count, ..Scene::load(name).unwrap() };
        scene.look.trails = 0.2;
        scene.camera.projection = projection;
        let mut session = Session::new(&gpu, scene, Pace::StepsPerFrame(3)).unwrap();
        // A different size in between, so that size-dependent resources are recreated.
        for size in [[64, 48], [64, 48], [33, 7], [64, 48]] {
            let target = Target::new(&gpu, size, Format::default()).unwrap();
            let mut encoder = gpu.encoder("frame");
            session.pictures_mut().set_body_trail(Some(size[0] / 32));
            session.viewing().watch(Some(0));
            session.encode_reverse(&mut encoder).unwrap();
            session
                .encode_attraction(
                    &mut encoder,
                    Attraction { at: Vec3::ZERO, radius: 1.0, impulse: 0.1 },
                )
                .unwrap();
            session.frame(&mut encoder, &target).unwrap();
            session.encode_snapshot(&mut encoder).unwrap();
            session.measuring().encode_survey(&mut encoder).unwrap();
            session.measuring().encode_profile(&mut encoder).unwrap();
            session.submit(encoder);
            gpu.wait().unwrap_or_else(|error| panic!("{name}, {size:?}: {error}"));
            assert!(
                session.measuring().reading().unwrap().is_some(),
                "{name}: no measurement arrived"
            );
            assert!(session.measuring().profile().unwrap().is_some(), "{name}: no profile arrived");
            assert!(session.snapshot().unwrap().is_some(), "{name}: no snapshot arrived");
            assert!(
                session.viewing().watched().unwrap().is_some(),
                "{name}: no watched body arrived"
            );
        }
        assert_eq!(session.simulation().steps(), 9);
    }
}

#[test]
fn sums_of_spots_are_recorded_without_a_complaint() {
    let gpu = noop();
    let scene = Scene { count: 300, ..Scene::load("plummer").unwrap() };
    let renderer = Renderer::new(&gpu, &Bodies::new(&gpu, &scene.bodies().unwrap()).unwrap());
    let mut view =
        renderer.canvas(&Target::new(&gpu, [80, 64], Format::default()).unwrap()).unwrap();
    view.set_spot_path(SpotPath::Sums);
    let print = Print {
        size: [200, 100],
        format: Format::HalfFloat,
        has_alpha: false,
        samples: 2,
        eyes: 0.0,
    };
    let mut mosaic = renderer.mosaic_of_tiles(print, 64).unwrap();
    mosaic.set_spot_path(SpotPath::Sums);
    // The narrowest spots, wider ones, and spots too wide to be summed. Bodies have no size: wgpu's
    // check of indirect draws does not run on the noop backend.
    for min_pixels in [1.0, 30.0, 600.0] {
        let look = Look { min_pixels, ..scene.look.clone() };
        let mut encoder = gpu.encoder("picture");
        renderer.encode(&mut encoder, &mut view, &scene.camera, &look).unwrap();
        mosaic.restart();
        while !mosaic.is_complete() {
            renderer.encode_tile(&mut encoder, &mut mosaic, &scene.camera, &look).unwrap();
        }
        gpu.submit(encoder);
        gpu.wait().unwrap_or_else(|error| panic!("{min_pixels}: {error}"));
    }
}

#[test]
fn a_wrong_command_is_reported() {
    // Without this, the test above could not fail.
    let gpu = noop();
    let small = gpu.storage::<u32>("small", 1).unwrap();
    let mut encoder = gpu.encoder("wrong");
    encoder.copy_buffer_to_buffer(small.raw(), 0, small.raw(), 0, 64);
    gpu.submit(encoder);
    assert!(matches!(gpu.wait(), Err(GpuError::Driver(_))));
}

/// Paths of all WGSL files below `folder`, in the form that parts use.
fn files(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
            found.insert(
                path.components()
                    .map(|part| part.as_os_str().to_str().unwrap())
                    .collect::<Vec<_>>()
                    .join("/"),
            );
        }
    }
}

#[test]
fn every_file_belongs_to_a_listed_kernel() {
    let mut found = BTreeSet::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders"), &mut found);
    let all = kernels().chain(DRAWS.iter().copied());
    let used: BTreeSet<String> =
        all.flat_map(|kernel| kernel.parts()).map(|part| part.path.to_owned()).collect();
    assert!(used.iter().all(|path| path.ends_with(".wgsl")));
    assert_eq!(found, used, "left: files under shaders/; right: parts of kernels");
}

#[test]
fn what_a_file_uses_is_a_file_and_a_kernel_has_one_of_its_alternatives() {
    let mut found = BTreeSet::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders"), &mut found);
    let is_file = |name: &str| found.contains(&format!("shaders/{name}.wgsl"));
    for kernel in kernels().chain(DRAWS.iter().copied()) {
        let parts: Vec<Part> = kernel.parts().collect();
        // What the caller or the kernel's own file declares is not seen here.
        let is_part = |name: &str| {
            name == "another"
                || parts.iter().any(|part| match name.strip_suffix('*') {
                    Some(folder) => part.path.starts_with(&format!("shaders/{folder}")),
                    None => part.path == format!("shaders/{name}.wgsl"),
                })
        };
        for (part, item) in parts.iter().flat_map(|part| part.uses().map(move |item| (part, item)))
        {
            let mut names = item.split('|').map(str::trim);
            let are_files =
                names.clone().all(|name| name == "another" || name.ends_with('*') || is_file(name));
            assert!(are_files, "{}: {item}", part.path);
            assert!(names.any(is_part), "{}: {} has none of {item}", kernel.label, part.path);
        }
    }
}

#[test]
fn every_kernel_file_has_one_entry_point_of_its_name_and_parts_have_no_bindings() {
    for kernel in kernels().chain(DRAWS.iter().copied()) {
        let label = kernel.label;
        let all: Vec<Part> = kernel.parts().collect();
        let [file, parts @ ..] = &all[..] else { panic!("{label} has no parts") };
        // Kernels that share a file but have different endings have their own labels.
        let stem = file.path.strip_suffix(".wgsl").unwrap();
        assert!(stem.ends_with(&format!("/{}", kernel.entry())), "{label}: {}", file.path);
        for part in kernel.parts() {
            // Lines are counted part by part: without a final newline, error positions would be
            // wrong.
            assert!(
                part.source.ends_with('\n') && !part.source.contains('\r'),
                "{}: line ends",
                part.path
            );
        }
        let is_end = |part: &&Part, end: &str| {
            part.path.rsplit('/').next().is_some_and(|file| file.starts_with(end))
        };
        assert!(
            parts.iter().filter(|part| is_end(part, "to_")).count() <= 1,
            "{label}: exactly one ending defines where results go"
        );
        for part in parts.iter().filter(|part| !is_end(part, "to_") && !is_end(part, "from_")) {
            assert!(
                !part.source.contains("@binding"),
                "{}: only the kernel's file and its endings declare bindings",
                part.path
            );
        }
        if DRAWS.iter().all(|draw| draw.label != label) {
            let entries = |part: &Part| part.source.matches("@compute").count();
            assert_eq!(entries(file), 1, "{label}");
            assert!(
                parts.iter().all(|part| entries(part) == 0),
                "{label}: an entry point in a part"
            );
            assert!(file.source.contains(&format!("fn {}(", kernel.entry())), "{label}");
        }
    }
}

#[test]
fn structs_are_the_same_in_both_languages() {
    fn agree<T: Mirrored>(sources: &[&KernelSource]) {
        for source in sources {
            compare_mirror::<T>(source).unwrap();
        }
    }
    agree::<AllPairsParams>(&[
        &UNIFORM_BATCHES,
        &TILE,
        &THREADS,
        &SHUFFLE,
        &ATOMIC_PAIRS,
        &ATOMIC_TRIANGLE,
    ]);
    agree::<RungParams>(&RUNGS.each_ref());
    agree::<RungParamsF64>(&[&RUNG_10_F64]);
    agree::<RungBody>(&[&RUNGS[0], &RUNGS[1]]);
    agree::<RungRange>(&[&RUNGS[0]]);
    agree::<DivergenceParams>(&[&DIVERGENCE]);
    agree::<CoalescingParams>(&[&COALESCING]);
    agree::<BankParams>(&[&BANK_CONFLICTS]);
    agree::<BlockParams>(&[&BLOCK]);
    agree::<OccupancyParams>(&[&OCCUPANCY]);
    agree::<SerialSumParams>(&[&SERIAL_SUM]);
    agree::<ExchangeSumParams>(&[&EXCHANGE_SUM]);
    agree::<TwoFloatSumParams>(&[&TWO_FLOAT_SUM]);
    agree::<FusedParams>(&[&FUSED]);
    agree::<CopyParams>(&[&COPY]);
    agree::<MultiplyAddParams>(&[&MULTIPLY_ADD]);
    agree::<AtomicsParams>(&[&ATOMICS, &ATOMICS_OF_SUBGROUPS]);
    agree::<BatchParams>(&[&UNIFORM_BATCHES]);
    agree::<PlaneParams>(&[
        &WIDEN,
        &NARROW[0],
        &NARROW[1],
        &DIVISIONS[0],
        &DIVISIONS[1],
        &DIVISIONS[2],
    ]);
    agree::<options::BlackScholesParams>(
        &options::BLACK_SCHOLES
            .iter()
            .chain(&options::GREEKS)
            .chain([&options::STRIDED])
            .collect::<Vec<_>>(),
    );
    agree::<options::MonteCarloParams>(&options::MONTE_CARLO.each_ref());
    agree::<options::Payoff>(&options::MONTE_CARLO.each_ref());
    agree::<options::CombineParams>(&[&options::COMBINE]);
    agree::<options::ToNormalsParams>(&[&options::TO_NORMALS]);
    agree::<WindowParams>(&[&SPMV_WINDOW]);
}

#[test]
fn a_struct_that_differs_between_the_languages_is_found() {
    let uniform = "@group(0) @binding(0) var<uniform> all: AllPairsParams;";
    let compare = |wgsl: &str| {
        compare_mirror::<AllPairsParams>(&kernel(&[("a", format!("{wgsl}{uniform}\n").leak())]))
    };
    let rest = "blocks: u32, first_unit: u32, end_unit: u32, softening_squared_low: f32, mass: f32, first_block: u32, \
                padding_0: u32, padding_1: u32, padding_2: u32 }";
    compare(&format!(
        "struct AllPairsParams {{ count: u32, tiles_per_share: u32, softening_squared: f32, {rest}"
    ))
    .unwrap();
    for wrong in [
        &format!(
            "struct AllPairsParams {{ tiles_per_share: u32, count: u32, softening_squared: f32, {rest}"
        ),
        "struct AllPairsParams { count: u32, tiles_per_share: u32, softening_squared: f32 }",
        &format!(
            "struct AllPairsParams {{ count: u32, tiles_per_share: u32, softening_squared: vec2f, {rest}"
        ),
        "alias AllPairsParams = f32;",
    ] {
        assert!(compare(wrong).is_err(), "{wrong}");
    }
}

/// A kernel made of files with these paths and texts.
fn kernel(parts: &[(&'static str, &'static str)]) -> KernelSource {
    let parts: Vec<Part> = parts.iter().map(|&(path, source)| Part { path, source }).collect();
    KernelSource::new("test/double", parts.leak(), &[&[]])
}

const DOUBLE: &str = "const WORKGROUP: u32 = 64u;
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(WORKGROUP)
fn double(@builtin(global_invocation_id) id: vec3u) {
    data[id.x] = twice(data[id.x]);
}
";

#[test]
fn mistakes_are_reported_with_file_and_line() {
    let table: &[(&str, &str, &str)] = &[
        (
            "an unknown name",
            "\nfn twice(x: f32) -> f32 {\n    return 2.0 * y;\n}\n",
            "twice.wgsl:3: ",
        ),
        ("a wrong type", "fn twice(x: f32) -> f32 {\n    return 2u;\n}\n", "twice.wgsl:2: "),
        ("a slip of the pen", "fn twice(x: f32) -> f32 {\n\n    retrun x;\n}\n", "twice.wgsl:3: "),
        (
            "a missing function",
            "fn thrice(x: f32) -> f32 {\n    return 3.0 * x;\n}\n",
            "double.wgsl:5: ",
        ),
    ];
    for (what, part, place) in table {
        let source = kernel(&[("double.wgsl", DOUBLE), ("twice.wgsl", part)]);
        let error = noop().kernel(&source, &[]).unwrap_err().to_string();
        assert!(
            error.starts_with(place) && error.len() > place.len() + 10 && !error.contains('\n'),
            "{what}: {error}"
        );
    }
}

const TWICE: (&str, &str) = ("twice.wgsl", "fn twice(x: f32) -> f32 {\n    return 2.0 * x;\n}\n");

#[test]
fn a_tuning_replaces_a_constant_and_a_constant_that_is_not_there_is_an_error() {
    let source = kernel(&[("double.wgsl", DOUBLE), TWICE]);
    let gpu = noop();
    assert_eq!(gpu.kernel(&source, &[]).unwrap().workgroup(), 64);
    assert_eq!(gpu.kernel(&source, &[("WORKGROUP", 32)]).unwrap().workgroup(), 32);
    let error = gpu.kernel(&source, &[("WORKGRUOP", 32)]).unwrap_err();
    assert!(
        matches!(error, GpuError::Shader(ShaderError::NoSuchConstant { name: "WORKGRUOP", .. })),
        "{error}"
    );
}

#[test]
fn an_entry_point_has_the_files_name() {
    let parts: Vec<_> = kernel(&[("double.wgsl", DOUBLE), TWICE]).parts().collect();
    let source = KernelSource::new("test/triple", parts.leak(), &[&[]]);
    let error = noop().kernel(&source, &[]).unwrap_err();
    assert!(matches!(error, GpuError::Shader(ShaderError::NoEntryPoint("test/triple"))), "{error}");
}

#[test]
fn a_misspelt_binding_is_an_error_with_its_name_and_the_right_ones() {
    let gpu = noop();
    let buffer = gpu.storage::<f32>("data", 64).unwrap();
    let kernel = gpu.kernel(&kernel(&[("double.wgsl", DOUBLE), TWICE]), &[]).unwrap();
    let error = kernel.bind(gpu.device(), &[("date", buffer.raw())]).unwrap_err();
    assert!(matches!(error, GpuError::Shader(ShaderError::NoSuchBinding { .. })), "{error}");
    assert_eq!(error.to_string(), "the kernel test/double has no binding `date`; it has `data`");
}

#[test]
fn a_binding_left_out_is_an_error_with_its_name() {
    let gpu = noop();
    let kernel = gpu.kernel(&kernel(&[("double.wgsl", DOUBLE), TWICE]), &[]).unwrap();
    let error = kernel.bind(gpu.device(), &[]).unwrap_err();
    assert!(matches!(error, GpuError::Shader(ShaderError::MissingBinding { .. })), "{error}");
    assert_eq!(
        error.to_string(),
        "the binding `data` of the kernel test/double was left out; it needs `data`"
    );
}

#[test]
fn kernels_of_one_label_are_distinguished_by_parts_tuning_and_checks() {
    let gpu = noop();
    let double = kernel(&[("double.wgsl", DOUBLE), TWICE]);
    // Even if the other text has the same file name.
    let other = kernel(&[("double.wgsl", DOUBLE), (TWICE.0, TWICE.1.replace("2.0", "3.0").leak())]);
    let id = |gpu: &Gpu, source, tuning: &[(&'static str, u32)]| {
        std::sync::Arc::as_ptr(&gpu.kernel(source, tuning).unwrap())
    };
    let first = id(&gpu, &double, &[]);
    assert_eq!(id(&gpu, &double, &[]), first, "compiled twice");
    assert_eq!(id(&gpu.clone(), &double, &[]), first, "clones share kernels");
    assert_ne!(id(&gpu, &other, &[]), first);
    assert_ne!(id(&gpu, &double, &[("WORKGROUP", 32)]), first);
    assert_ne!(id(&gpu.clone().with_runtime_checks(), &double, &[]), first);
    // The same for monoids, whose kernels all have the reduction's label.
    let monoids =
        [SUM_U32.in_kernel(REDUCE), JOIN_BOUNDS.in_kernel(REDUCE), SUM_SPREAD.in_kernel(REDUCE)];
    let ids: BTreeSet<_> =
        monoids.iter().map(|monoid| id(&gpu, monoid, &[("WORKGROUP", 64)])).collect();
    assert_eq!(ids.len(), monoids.len());
}

#[test]
fn other_kernels_take_the_place_of_some() {
    let gpu = noop();
    let double = kernel(&[("double.wgsl", DOUBLE), TWICE]);
    let workgroup = |gpu: &Gpu, tuning: &[(&'static str, u32)]| {
        gpu.kernel(&double, tuning).unwrap().workgroup()
    };
    // Replaces the kernel's workgroup size.
    let with_threads = |before: u32, threads: u32| {
        let (text, replacement) =
            (format!("WORKGROUP: u32 = {before}u"), format!("WORKGROUP: u32 = {threads}u"));
        move |source: &KernelSource, wgsl: &str| {
            (source.label == "test/double" && wgsl.contains(&text))
                .then(|| wgsl.replace(&text, &replacement))
        }
    };
    let changed = gpu.clone().with_kernels(with_threads(64, 128));
    assert_eq!((workgroup(&gpu, &[]), workgroup(&changed, &[])), (64, 128));
    assert_eq!(workgroup(&changed, &[("WORKGROUP", 32)]), 32, "the replacement's tunings are used");
    assert_eq!(workgroup(&changed.clone().with_runtime_checks(), &[]), 128);
    // A second replacement gets the result of the first.
    assert_eq!(workgroup(&changed.clone().with_kernels(with_threads(128, 256)), &[]), 256);
    assert_eq!(workgroup(&changed.clone().with_kernels(with_threads(64, 256)), &[]), 128);
    // An unchanged kernel is compiled once for both.
    let clear = |gpu: &Gpu| std::sync::Arc::as_ptr(&gpu.kernel(&kernels::CLEAR, &[]).unwrap());
    assert_eq!(clear(&gpu), clear(&changed));
    // The same text from a caller is another kernel, which keeps the run-time checks.
    let copy =
        gpu.kernel_from_wgsl(kernels::CLEAR.label, kernels::CLEAR.compose(&[]).unwrap()).unwrap();
    assert_ne!(std::sync::Arc::as_ptr(&copy), clear(&gpu));
    gpu.findings().remember("before", &1).unwrap();
    let changed = gpu.clone().with_kernels(|_, _| None);
    changed.findings().remember("after", &2).unwrap();
    assert_eq!(
        (changed.findings().recall("before"), changed.findings().recall("after")),
        (Some(1), Some(2))
    );
    assert_eq!(gpu.findings().recall::<u32>("after"), None, "found with other kernels");
}
