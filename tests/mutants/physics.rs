//! Deliberately wrong physics kernels, each made by one replacement in the real WGSL. The
//! comparisons that the real kernels pass must reject all of them. Missing barriers are left out,
//! because they may change nothing on a CPU adapter.

use std::time::Duration;

use crate::common::checked_gpu;
use crate::common::force::{compare_forces, tunings};
use crate::common::mutation::{self, Mutation, with_mutant};
use crate::common::profile;
use crate::common::update::{SIZES, compare_advance};
use starshell::gpu::{Gpu, KernelSource, Tuning};
use starshell::lab::kernels::{
    ATOMIC_COLLECT, ATOMIC_PAIRS, ATOMIC_TRIANGLE, SHUFFLE, STAGE, SUBGROUP_TILES, THREADS, TILE,
    UNIFORM_BATCHES,
};
use starshell::lab::{self, Bench, GravityBench, LabError};
use starshell::physics::kernels::ADVANCE;
use starshell::physics::kernels::{
    ALL_PAIRS, ATOMIC_CLEAR, NAIVE, NAIVE_F64, PROFILE_CENTROID, PROFILE_DISTANCES, PROFILE_MASSES,
    PROFILE_SHELLS, PROFILE_SHRINK, PROFILE_SPEED_BINS, PROFILE_SPEEDS, SYMMETRIC,
};
use starshell::physics::{ForceKernel, Precision, Shape};

/// Every mutation of the kernel must be rejected in at least one of the compared tunings, and the
/// kernel itself accepted. Run-time checks are on, because a wrong kernel may index anywhere.
#[track_caller]
fn reject(
    kernel: &'static KernelSource,
    mutations: &[Mutation],
    compare: impl Fn(&Gpu, &'static KernelSource) -> Result<(), String>,
) {
    mutation::reject(&checked_gpu(), Some(kernel.label), mutations, |gpu| compare(gpu, kernel));
}

fn compare_forces_in_every_tuning(gpu: &Gpu, kernel: &'static KernelSource) -> Result<(), String> {
    let all = tunings(gpu, kernel);
    assert!(!all.is_empty(), "{} cannot run here", kernel.label);
    all.into_iter().try_for_each(|tuning| compare_forces(gpu, kernel, tuning))
}

/// Mistakes that only double precision shows.
const ROOT: &[Mutation] = &[
    (
        "only the estimate",
        "return fma(y * excess, fma(excess, real(0.375), real(0.5)), y);",
        "return y;",
    ),
    ("a step away from the root", "fma(y * excess, fma", "fma(-y * excess, fma"),
    ("softening in single precision", "real(high) + real(low)", "real(high)"),
];

#[test]
fn wrong_roots_are_rejected() {
    reject(&NAIVE_F64, ROOT, compare_in(&[]));
}

/// Mistakes in the law of gravity, which both force kernels share.
const LAW: &[Mutation] = &[
    (
        "inverse distance without its root",
        "let inverse = inverse_root(squared);",
        "let inverse = 1.0 / squared;",
    ),
    ("softening dropped", "fma(offset.z, offset.z, softening_squared)", "(offset.z * offset.z)"),
    ("softening not squared", "offset.z, softening_squared)", "offset.z, sqrt(softening_squared))"),
    (
        "one coordinate left out",
        "fma(offset.y, offset.y, fma(offset.z",
        "fma(offset.x, offset.y, fma(offset.z",
    ),
    ("unsoftened self pull", "select(real(), inverse, squared > real())", "inverse"),
];

#[test]
fn wrong_laws_of_gravity_are_rejected() {
    reject(&ALL_PAIRS, LAW, compare_forces_in_every_tuning);
    reject(&NAIVE, LAW, compare_forces_in_every_tuning);
    reject(&SYMMETRIC, LAW, compare_forces_in_every_tuning);
}

#[test]
fn wrong_tiles_are_rejected() {
    let mutations: &[Mutation] = &[
        (
            "inverse square instead of cube",
            "softened);\n    return Pull(scale * scale * scale,",
            "softened);\n    return Pull(scale * scale,",
        ),
        ("sign", "body.xyz - own[r]", "own[r] - body.xyz"),
        ("mass forgotten", "weighed(body.w, law", "weighed(real(1.0), law"),
        ("equal mass forgotten", "select(1.0, all_pairs_of.mass, EQUAL == 1u)", "1.0"),
        ("equal masses in the sum too", "return strength;", "return mass * strength;"),
        ("nobody near", "real4(real3(real(1e18)), real())", "real4(body.xyz, real())"),
        ("no tail", "select(nobody(body, EQUAL == 1u), body, index < all_pairs_of.count)", "body"),
        (
            "segments not summed",
            "for (var s = 1u; s < SEGMENTS; s++)",
            "for (var s = 1u; s < 1u; s++)",
        ),
        (
            "last segment not summed",
            "for (var s = 1u; s < SEGMENTS; s++)",
            "for (var s = 2u; s < SEGMENTS; s++)",
        ),
        ("register stride when read", "position[min(first + r * LANES,", "position[min(first + r,"),
        ("register stride when written", "let i = first + r * LANES;", "let i = first + r;"),
        (
            "tile index one too far",
            "k * SEGMENTS + segment;",
            "min(k + 1u, LANES - 1u) * SEGMENTS + segment;",
        ),
        ("last of a tile left out", "k < LANES; k++", "k < LANES - 1u; k++"),
        (
            "last tile left out",
            "begin + all_pairs_of.tiles_per_share, tiles)",
            "begin + all_pairs_of.tiles_per_share, tiles - 1u)",
        ),
        (
            "shares overlap",
            "let begin = share * all_pairs_of.tiles_per_share;",
            "let begin = share;",
        ),
        ("next tile not fetched", "source((t + 1u) * WORKGROUP", "source(t * WORKGROUP"),
        ("only the last tile", "total[r] += sum[r];", "total[r] = sum[r];"),
        ("shares in one row", "partial[share * all_pairs_of.count + i]", "partial[i]"),
        ("slices from the first unit", "return first + group.y", "return group.y"),
        (
            "slices one unit short",
            "unit >= all_pairs_of.end_unit",
            "unit + 1u >= all_pairs_of.end_unit",
        ),
        (
            "blocks and shares swapped",
            "first_block + unit % all_pairs_of.blocks;",
            "first_block + unit / all_pairs_of.blocks;",
        ),
        ("the first share for all", "let share = unit / all_pairs_of.blocks;", "let share = 0u;"),
        (
            "potential with the body's own",
            "let other = t * WORKGROUP + j != first + r * LANES;",
            "let other = true;",
        ),
        ("another's potential left out", "let other = t * WORKGROUP + j !=", "let other = j !="),
        ("sign of the potential", "sum[r].w -= select", "sum[r].w += select"),
    ];
    reject(&ALL_PAIRS, mutations, compare_forces_in_every_tuning);
}

#[test]
fn the_lab_gives_wrong_forces_no_time_and_never_tunes_to_them() {
    let gpu = checked_gpu();
    let bench =
        GravityBench { count: 300, kernel: ForceKernel::Naive.into(), ..GravityBench::default() };
    let budget = Duration::from_secs(2);
    let tune = |gpu: &Gpu| {
        let mut refused = Vec::new();
        // Only the first number of bodies.
        let table =
            lab::tune(gpu, budget, |count| count <= 64, |_, error| refused.push(error)).unwrap();
        (table, refused)
    };
    assert!(bench.measure(&gpu).is_ok());
    let (found, refused) = tune(&gpu);
    assert!(found.len() == 1 && refused.is_empty(), "{refused:?}");

    let mutation = (
        "inverse square instead of cube",
        "real3(body.w * law.strength)",
        "real3(body.w * law.depth * law.depth)",
    );
    let error =
        with_mutant(&gpu, Some(NAIVE.label), mutation, |gpu| bench.measure(gpu).unwrap_err());
    assert!(matches!(error, LabError::Wrong { .. }), "{error}");

    let mutation = ("sign", "body.xyz - own[r]", "own[r] - body.xyz");
    let (found, refused) = with_mutant(&gpu, None, mutation, tune);
    assert!(
        !refused.is_empty() && refused.iter().all(|error| matches!(error, LabError::Wrong { .. })),
        "{refused:?}"
    );
    assert!(found.iter().all(|row| row.plan.shape != Shape::Tiles), "{found:?}");
}

/// Mistakes in what the kernels of the texts share: units, and each unit's part of the sum.
const UNITS: &[Mutation] =
    &[("one unit short", "unit >= all_pairs_of.end_unit", "unit + 1u >= all_pairs_of.end_unit")];
const SHARES: &[Mutation] = &[
    ("blocks and shares swapped", "unit % all_pairs_of.blocks;", "unit / all_pairs_of.blocks;"),
    ("the first share for all", "let share = unit / all_pairs_of.blocks;", "let share = 0u;"),
];

/// Compares in one tuning, for mutations that only this tuning shows.
fn compare_in(tuning: Tuning) -> impl Fn(&Gpu, &'static KernelSource) -> Result<(), String> {
    move |gpu, kernel| compare_forces(gpu, kernel, tuning)
}

#[test]
fn wrong_laws_of_the_texts_are_rejected() {
    let mutations: &[Mutation] = &[
        (
            "distance without y",
            "fma(offset.y, offset.y, fma(offset.z",
            "fma(offset.x, offset.y, fma(offset.z",
        ),
        (
            "softening dropped",
            "fma(offset.z, offset.z, softening_squared)",
            "(offset.z * offset.z)",
        ),
        ("reciprocal without its root", "inverseSqrt(squared)", "(1.0 / squared)"),
        ("unsoftened self pull", "select(0.0, inverse, squared > 0.0)", "inverse"),
        (
            "inverse square instead of cube",
            "body.w * inverse * inverse * inverse",
            "body.w * inverse * inverse",
        ),
        ("mass forgotten", "body.w * inverse * inverse * inverse", "inverse * inverse * inverse"),
        ("sign", "body.xyz - own", "own - body.xyz"),
        ("sum lost", "fma(offset, vec3f(strength), sum.xyz)", "offset * strength"),
        ("potential lost", "sum.xyz), sum.w)", "sum.xyz), 0.0)"),
        ("sign of the potential", "total.w -= select", "total.w += select"),
        (
            "potential with the body's own",
            "select(0.0, body.w * inverse, other)",
            "body.w * inverse",
        ),
    ];
    reject(&TILE, mutations, compare_in(&[]));
}

#[test]
fn wrong_classical_tiles_are_rejected() {
    let mutations: &[Mutation] = &[
        ("no tail", "select(vec4f(body.xyz, 0.0), body, j < count)", "body"),
        (
            "last tile left out",
            "begin + all_pairs_of.tiles_per_share, tiles)",
            "begin + all_pairs_of.tiles_per_share, tiles - 1u)",
        ),
        ("last source of a tile left out", "k < WORKGROUP; k++", "k + 1u < WORKGROUP; k++"),
        ("another's potential left out", "t * WORKGROUP + k != i", "k != i"),
        ("shares in one row", "partial[share * count + i]", "partial[i]"),
    ];
    reject(&TILE, &[mutations, UNITS, SHARES].concat(), compare_in(&[]));
}

#[test]
fn wrong_kernels_of_the_texts_are_rejected() {
    let threads: &[Mutation] = &[
        ("another's part of the tile", "var k = part * BLOCK;", "var k = 0u;"),
        ("sums not combined", "p < THREADS; p++", "p < 1u; p++"),
        ("last sum left out", "p < THREADS; p++", "p + 1u < THREADS; p++"),
        ("a neighbour's sum", "shared_memory[p * BLOCK + lane]", "shared_memory[p * BLOCK]"),
        ("no tail", "select(vec4f(body.xyz, 0.0), body, j < count)", "body"),
        ("another's potential left out", "t * WORKGROUP + k != i", "k != i"),
    ];
    reject(&THREADS, &[threads, UNITS, SHARES].concat(), compare_in(&[("THREADS", 4)]));
    let shuffle: &[Mutation] = &[
        ("one source for all", "subgroupShuffle(source, k)", "source"),
        ("no tail", "select(vec4f(body.xyz, 0.0), body, j + lane < count)", "body"),
        ("last lane left out", "k < LANES; k++", "k < LANES - 1u; k++"),
        ("another's potential left out", "let other = j + k != i;", "let other = k != i;"),
        (
            "shares overlap",
            "let begin = share * all_pairs_of.tiles_per_share * WORKGROUP;",
            "let begin = share * WORKGROUP;",
        ),
    ];
    reject(&SHUFFLE, &[shuffle, UNITS, SHARES].concat(), compare_forces_in_every_tuning);
    let batches: &[Mutation] = &[
        ("last of a batch left out", "k < batch_of.len", "k + 1u < batch_of.len"),
        ("batches not added up", "sum += sums[i];", ""),
        ("first batch added to what was there", "batch_of.is_first == 0u", "batch_of.len > 0u"),
        ("only the first batch", "batch_of.is_last == 1u", "batch_of.is_first == 1u"),
        ("another's potential left out", "batch_of.begin + k != i", "k != i"),
        ("blocks of another batch", "(unit % all_pairs_of.blocks)", "(unit / all_pairs_of.blocks)"),
    ];
    reject(&UNIFORM_BATCHES, &[batches, UNITS].concat(), compare_in(&[("BATCH", 128)]));
    let atomics: &[Mutation] = &[
        ("action without reaction", "-per_mass.xyz, per_mass.w", "per_mass.xyz, per_mass.w"),
        ("the body's own mass", "sum += body.w * per_mass;", "sum += own.w * per_mass;"),
        ("inverse square instead of cube", "(inverse * inverse * inverse)", "(inverse * inverse)"),
        ("own sum lost", "add(i, sum);", ""),
        ("opposite bodies twice", "i < count / 2u);", "i < count);"),
        (
            "opposite bodies never",
            "(count - 1u) / 2u, count / 2u,",
            "(count - 1u) / 2u, (count - 1u) / 2u,",
        ),
        ("one distance too few", "farthest + 1u);", "farthest);"),
        (
            "shares overlap",
            "let nearest = share * all_pairs_of.tiles_per_share + 1u;",
            "let nearest = share + 1u;",
        ),
        ("circle not closed", "beyond >= count", "beyond > count"),
        ("y instead of x", "sums[4u * body + 1u]", "sums[4u * body]"),
        (
            "no potential",
            "if (POTENTIAL == 1u) {\n        atomicAdd",
            "if (POTENTIAL == 2u) {\n        atomicAdd",
        ),
    ];
    reject(&ATOMIC_PAIRS, &[atomics, UNITS, SHARES].concat(), compare_forces_in_every_tuning);
    let triangle: &[Mutation] = &[
        ("action without reaction", "-per_mass.xyz, per_mass.w", "per_mass.xyz, per_mass.w"),
        ("the body's own mass", "sum += body.w * per_mass;", "sum += own.w * per_mass;"),
        ("own sum lost", "add(i, sum);", ""),
        (
            "one body too few",
            "all_pairs_of.tiles_per_share, i);",
            "all_pairs_of.tiles_per_share, max(i, 1u) - 1u);",
        ),
        ("inverse square instead of cube", "(inverse * inverse * inverse)", "(inverse * inverse)"),
        (
            "shares overlap",
            "let first = share * all_pairs_of.tiles_per_share;",
            "let first = share;",
        ),
    ];
    reject(&ATOMIC_TRIANGLE, &[triangle, UNITS, SHARES].concat(), compare_forces_in_every_tuning);
    let tiles: &[Mutation] = &[
        ("action without reaction", "-per_mass.xyz, per_mass.w", "per_mass.xyz, per_mass.w"),
        ("the body's own mass", "sum += other.w * per_mass;", "sum += own.w * per_mass;"),
        ("own sum lost", "    add(i, sum);\n    add(j", "    add(j"),
        ("the others' sum lost", "add(j, others_sum);", ""),
        ("the others' sum stays", "others_sum = subgroupShuffle(others_sum, next);", ""),
        ("the others stay", "other = subgroupShuffle(other, next);", ""),
        ("opposite blocks twice", "2u * distance == blocks &&", "distance == blocks &&"),
        ("circle not closed", "(block + distance) % blocks * LANES", "(block + distance) * LANES"),
        ("no tail", "select(vec4f(body.xyz, 0.0), body, index < all_pairs_of.count)", "body"),
        (
            "potential with the body's own",
            "subgroupShuffle(own, k), k != lane",
            "subgroupShuffle(own, k), true",
        ),
        ("inverse square instead of cube", "(inverse * inverse * inverse)", "(inverse * inverse)"),
    ];
    reject(&SUBGROUP_TILES, &[tiles, UNITS].concat(), compare_forces_in_every_tuning);
}

/// Runs a kernel that moves vectors, and compares its poisoned outputs.
fn compare_moves(
    gpu: &Gpu,
    kernel: &KernelSource,
    from: Option<&str>,
    to: &[&str],
    expected: &[Vec<f32>],
) -> Result<(), String> {
    let rows = expected.iter().map(Vec::len).sum::<usize>() / 4;
    let rows_of = |numbers: &[f32]| {
        numbers.chunks_exact(4).map(|row| [row[0], row[1], row[2], row[3]]).collect::<Vec<_>>()
    };
    let numbers: Vec<f32> = (0..4 * rows).map(|number| number as f32 + 0.5).collect();
    let source = gpu.storage_from("source", &rows_of(&numbers)).unwrap();
    let outputs: Vec<_> = expected
        .iter()
        .map(|list| gpu.storage_from("output", &vec![f32::NAN; list.len()]).unwrap())
        .collect();
    let mut buffers: Vec<_> = from.iter().map(|&name| (name, source.raw())).collect();
    buffers.extend(to.iter().copied().zip(outputs.iter().map(starshell::gpu::Buffer::raw)));
    let bound = gpu.kernel(kernel, &[]).unwrap().bind(gpu.device(), &buffers).unwrap();
    let mut encoder = gpu.encoder("test");
    bound.dispatch_threads(
        &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
        rows as u32,
    );
    gpu.submit(encoder);
    for (output, expected) in outputs.iter().zip(expected) {
        if gpu.read(output).unwrap() != *expected {
            return Err(format!("{}: {rows} rows", kernel.label));
        }
    }
    Ok(())
}

#[test]
fn wrong_moves_are_rejected() {
    // Buffers have room for whole quads, and these kernels run to their end: 132 leaves no body
    // over.
    let numbers: Vec<f32> = (0..4 * 132).map(|number| number as f32 + 0.5).collect();
    let one = |from: Option<&'static str>, to: &'static str| {
        let numbers = std::slice::from_ref(&numbers);
        move |gpu: &Gpu, kernel: &'static KernelSource| {
            compare_moves(gpu, kernel, from, &[to], numbers)
        }
    };
    let zeros = vec![0.0; numbers.len()];
    let last = ("last body", "i < arrayLength(", "i + 1u < arrayLength(");
    let first = ("only one workgroup", "thread_index(group, groups, local, WORKGROUP)", "local");
    reject(&STAGE, &[last, first], one(Some("position"), "staged"));
    reject(&ATOMIC_COLLECT, &[last, first], one(Some("sums"), "partial"));
    reject(&ATOMIC_CLEAR, &[last, first], |gpu, kernel| {
        compare_moves(gpu, kernel, None, &["sums"], std::slice::from_ref(&zeros))
    });
}

#[test]
fn wrong_pairs_are_rejected() {
    let mutations: &[Mutation] = &[
        ("sign of a pull", "real3(-weighed(own[r].w, law", "real3(weighed(own[r].w, law"),
        ("the wrong mass", "real3(weighed(source.w, law", "real3(weighed(own[r].w, law"),
        (
            "inverse square instead of cube",
            "softened);\n    return Pull(scale * scale * scale,",
            "softened);\n    return Pull(scale * scale,",
        ),
        ("a pull stays where it is", "subgroupShuffle(pull.xyz, next)", "pull.xyz"),
        (
            "handed to the wrong lane",
            "let next = (lane + 1u) % LANES;",
            "let next = (lane + 2u) % LANES;",
        ),
        ("sources do not follow", "tile[row + k + step]", "tile[row + k]"),
        ("half of a turn", "step < STEPS; step++", "step < STEPS / 2u; step++"),
        ("tile not twice over", "tile[row + LANES] = ahead;", ""),
        ("the next source not fetched", "ahead = body_at(j + LANES);", "ahead = body_at(j);"),
        (
            "subgroups not summed",
            "for (var s = 1u; s < SUBGROUPS; s++)",
            "for (var s = 1u; s < 1u; s++)",
        ),
        ("pulls within a block too", "&& !is_alone) {", "&& unit > 0u) {"),
        ("circle not closed", "other -= select(0u, blocks, other >= blocks);", ""),
        ("opposite blocks from both sides", "begin = blocks / 2u;", "begin = blocks / 2u - 1u;"),
        (
            "rows of a run in one place",
            "var own_row = symmetric_of.first_row + part;",
            "var own_row = symmetric_of.first_row;",
        ),
        ("pulls of a run in one place", "keep(pull_row + distance - begin, j", "keep(pull_row, j"),
        (
            "last block met left out",
            "distance < end; distance++",
            "distance + 1u < end; distance++",
        ),
        ("no tail", "select(nobody(body, EQUAL == 1u), body, index < symmetric_of.count)", "body"),
        ("equal mass forgotten", "select(1.0, symmetric_of.mass, EQUAL == 1u)", "1.0"),
        ("potential with the body's own", "let is_self = is_alone &&", "let is_self = false &&"),
        ("potential of the pulled left out", "pull.w -= own[r].w * law.depth;", ""),
        (
            "slices from the first unit",
            "let unit = symmetric_of.first_unit + group.y",
            "let unit = group.y",
        ),
        (
            "slices one unit short",
            "unit >= symmetric_of.end_unit",
            "unit + 1u >= symmetric_of.end_unit",
        ),
    ];
    reject(&SYMMETRIC, mutations, compare_forces_in_every_tuning);
}

#[test]
fn wrong_updates_are_rejected() {
    let kick = "v = moved(v, of_force(a), time(step.kick_before));\n";
    let drift = "x = moved(x, v, time(step.drift_before));\n";
    let both = format!("{kick}    {drift}").leak();
    let swapped = format!("{drift}    {kick}").leak();
    let mutations: &[Mutation] = &[
        ("kick and drift swapped", both, swapped),
        ("damping ignored", "v = settled(times(v, time(step.damping)));", ""),
        ("first kick twice", "time(step.kick_after)", "time(step.kick_before)"),
        ("last drift left out", "x = moved(x, v, time(step.drift_after));", ""),
        ("mass lost", "with_vector(before.position, x)", "with_vector(Row(), x)"),
        ("component lost", "with_vector(before.velocity, v)", "with_vector(before.position, v)"),
        ("only the first share", "min((segment + 1u) * rows, shares)", "1u"),
        (
            "shares one too few",
            "min((segment + 1u) * rows, shares)",
            "min((segment + 1u) * rows, shares - 1u)",
        ),
        (
            "only the first segment",
            "for (var s = 1u; s < SEGMENTS; s++)",
            "for (var s = 1u; s < 1u; s++)",
        ),
        ("shares interleaved", "partial[s * step.count + i]", "partial[i * step.shares + s]"),
        (
            "stale forces",
            "var a = real3();\n    if (has_force)",
            "var a = real3();\n    if (step.count > 0u)",
        ),
        ("acceleration not kept", "= real4(a, acceleration[i].w);", "= acceleration[i];"),
        ("note not kept", "= real4(a, acceleration[i].w);", "= real4(a, real());"),
        ("velocity not kept", "velocity[i] = after.velocity;", ""),
        ("last body forgotten", "i < step.count", "i + 1u < step.count"),
        (
            "only one workgroup",
            "thread_index(group, groups, local % BODIES, BODIES)",
            "local % BODIES",
        ),
    ];
    for (precision, of) in [
        (Precision::Single, &ADVANCE.single),
        (Precision::Pair, &ADVANCE.pair),
        (Precision::Double, &ADVANCE.double),
    ] {
        reject(of, mutations, |gpu, kernel| compare_advance(gpu, precision, kernel, SIZES));
    }
    // Mistakes that single precision does not show.
    let of_pairs: &[Mutation] = &[
        ("low parts dropped in sums", "rounded(rest + rounded(a.low + b.low))", "rest"),
        (
            "rounding of sums dropped",
            "rounded(rest + rounded(a.low + b.low))",
            "rounded(a.low + b.low)",
        ),
        (
            "rounding of products dropped",
            "rounded(rest + rounded(rounded(v.high",
            "rounded(0.0 * rest + rounded(rounded(v.high",
        ),
        ("low parts dropped in products", " + rounded(v.low * t.x)", ""),
        (
            "product of the lower halves left out",
            "rest = rounded(rest + rounded(v_lower * t_lower));",
            "",
        ),
        ("a coarse cut", "vec3u(23u << 23u)", "vec3u(13u << 23u)"),
    ];
    reject(&ADVANCE.pair, of_pairs, |gpu, kernel| {
        compare_advance(gpu, Precision::Pair, kernel, SIZES)
    });
    let of_doubles: &[Mutation] =
        &[("low parts of times dropped", "real(high) + real(low)", "real(high)")];
    reject(&ADVANCE.double, of_doubles, |gpu, kernel| {
        compare_advance(gpu, Precision::Double, kernel, SIZES)
    });
}

#[test]
fn wrong_profiles_are_rejected() {
    // With some bodies that are not finite.
    let mut bodies = profile::plummer(3000, false);
    bodies[700].velocity.y = f64::NAN;
    bodies[1400].mass = f64::INFINITY;
    let mut equal = profile::plummer(1000, true);
    equal[500..].iter_mut().for_each(|body| body.mass = 0.0);
    let mut massless = profile::shell(33);
    massless.iter_mut().for_each(|body| body.mass = 0.0);
    let compare = |gpu: &Gpu| {
        [&bodies, &equal, &massless].into_iter().try_for_each(|bodies| {
            // Twice, because the first measurement must not affect the second.
            let profiles = profile::measure(gpu, bodies, Precision::Single, 2);
            profiles.iter().try_for_each(|profile| profile::compare(profile, bodies))
        })
    };
    let kernels: &[(&'static KernelSource, &[Mutation])] = &[
        (
            &PROFILE_SPEEDS,
            &[
                ("masses ignored", " && is_finite(x.www)", ""),
                ("NaNs first", "select(NO_NUMBER,", "select(0u,"),
                (
                    "old number of members",
                    "member_count[0] = structure_of.count;",
                    "member_count[0] = member_count[0];",
                ),
            ],
        ),
        (
            &PROFILE_SPEED_BINS,
            &[
                ("NaNs counted", "keys[middle] <= INFINITY", "keys[middle] > 0u"),
                (
                    "bins one too low",
                    "bodies_before(bin + 1u, count, most) - bodies_before(bin,",
                    "bodies_before(bin, count, most) - bodies_before(bin - min(bin, 1u),",
                ),
                (
                    "the fastest left out",
                    "min(u32(speed / most * f32(SPEED_BINS)), SPEED_BINS - 1u)",
                    "u32(speed / most * f32(SPEED_BINS))",
                ),
                (
                    "all bodies members",
                    "member_count[0] = count;",
                    "member_count[0] = structure_of.count;",
                ),
            ],
        ),
        (
            &PROFILE_CENTROID,
            &[
                (
                    "bodies instead of members",
                    "position[min(members[i], structure_of.count - 1u)]",
                    "position[min(members[i] + i, i)]",
                ),
                ("mass forgotten", "vec4f(body.w * body.xyz, body.w)", "vec4f(body.xyz, 1.0)"),
                ("no mean", "vec4f(body.xyz, 1.0)", "vec4f()"),
                (
                    "all bodies",
                    "let count = min(member_count[0], structure_of.count);",
                    "let count = min(member_count[0] + 100u, structure_of.count);",
                ),
            ],
        ),
        (
            &PROFILE_DISTANCES,
            &[
                ("from the origin", " - center_of(sums[0])", " - 0.0 * center_of(sums[0])"),
                (
                    "bodies instead of members",
                    "position[min(members[i], structure_of.count - 1u)]",
                    "position[min(members[i] + i, i)]",
                ),
            ],
        ),
        (
            &PROFILE_SHRINK,
            &[
                ("halves", "kept - (kept + 3u) / 4u", "kept / 2u"),
                ("a tenth at the end", "structure.count / 20u", "structure.count / 10u"),
                ("no least", "shrink_of.least)", "1u)"),
                ("one round for all", "r < shrink_of.round", "r < min(shrink_of.round, 1u)"),
            ],
        ),
        (
            &PROFILE_MASSES,
            &[(
                "bodies instead of members",
                "position[min(members[i], structure_of.count - 1u)]",
                "position[min(members[i] + i, i)]",
            )],
        ),
        (
            &PROFILE_SHELLS,
            &[
                (
                    "one body too few",
                    "mass_within[middle] < mass",
                    "mass_within[middle] <= 0.999 * mass",
                ),
                (
                    "outside instead of inside",
                    "keys[middle] <= radius",
                    "keys[middle] < 1.01 * radius",
                ),
                (
                    "mass before the last",
                    "return mass_within[bodies - 1u];",
                    "return mass_within[max(bodies, 2u) - 2u];",
                ),
                (
                    "even spacing",
                    "radii[4] * pow(radii[5] / radii[4], f32(shell) / f32(SHELLS - 1u))",
                    "radii[4] + (radii[5] - radii[4]) * f32(shell) / f32(SHELLS - 1u)",
                ),
                ("spheres instead of shells", " - mass_of(inner_bodies)", ""),
                (
                    "zero mass not handled",
                    "if (!(mass > 0.0) || count == 0u) {",
                    "if (count == 0u) {",
                ),
                (
                    "shares exchanged",
                    "structure_of.lagrangian[thread % 4u]",
                    "structure_of.lagrangian[3u - thread % 4u]",
                ),
            ],
        ),
    ];
    for (kernel, mutations) in kernels {
        reject(kernel, mutations, |gpu, _| compare(gpu));
    }
}
