//! Deliberately wrong shaders, each by one replacement in the real WGSL: the comparisons that the real kernels pass must reject
//! every one of them. Barriers are not among them: on a CPU adapter a missing one may change nothing.

mod common;

use common::checked_gpu;
use common::force::{compare_forces, fits};
use common::reduction::{LENGTHS, Reduction, max_f32, sum_f32, sum_moments};
use common::update::{SIZES, compare_advance};
use starshell::gpu::{KernelSource, Part};
use starshell::physics::motion::ADVANCE;
use starshell::physics::{ALL_PAIRS, NAIVE, SYMMETRIC};

/// What is wrong, the text in the WGSL, what stands there instead.
type Mutation = (&'static str, &'static str, &'static str);

/// `source` with one text of it replaced. The part has a path of its own, by which the GPU remembers compiled kernels.
fn mutant(source: &KernelSource, (name, text, replacement): Mutation) -> &'static KernelSource {
    let all: String = source.parts.iter().map(|part| part.source).collect();
    assert_eq!(all.matches(text).count(), 1, "{name}: `{text}` must stand once in the WGSL of {}", source.label);
    let mutate = |part: &Part| Part {
        path: format!("{}, {name}", part.path).leak(),
        source: part.source.replace(text, replacement).leak(),
    };
    let parts: Vec<Part> = source.parts.iter().map(mutate).collect();
    let source = source.with_parts(parts.leak());
    source.parse(&[]).unwrap_or_else(|error| panic!("{name} does not even compile: {error}"));
    Box::leak(Box::new(source))
}

/// Every mutation of `source` must be rejected, in at least one of its tunings, and the source itself accepted.
/// A wrong kernel may index anywhere: these run with the run-time checks.
#[track_caller]
fn reject(source: &'static KernelSource, mutations: &[Mutation], compare: impl Fn(&'static KernelSource) -> Result<(), String>) {
    compare(source).unwrap();
    for &mutation in mutations {
        assert!(compare(mutant(source, mutation)).is_err(), "{} passes although wrong: {}", source.label, mutation.0);
    }
}

fn compare_forces_in_every_tuning(kernel: &'static KernelSource) -> Result<(), String> {
    let mut tunings = kernel.tunings.iter().filter(|tuning| fits(&checked_gpu(), kernel, tuning));
    tunings.try_for_each(|tuning| compare_forces(&checked_gpu(), kernel, tuning))
}

/// Mistakes in the law of gravity, which both force kernels share.
const LAW: &[Mutation] = &[
    ("inverse distance without its root", "let inverse = inverseSqrt(squared);", "let inverse = 1.0 / squared;"),
    ("softening dropped", "fma(offset.z, offset.z, softening_squared)", "(offset.z * offset.z)"),
    ("softening not squared", "offset.z, softening_squared)", "offset.z, sqrt(softening_squared))"),
    ("one coordinate left out", "fma(offset.y, offset.y, fma(offset.z", "fma(offset.x, offset.y, fma(offset.z"),
    ("unsoftened self pull", "select(0.0, inverse, squared > 0.0)", "inverse"),
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
        ("inverse square for the cube", "weighed(body.w, scale * scale * scale,", "weighed(body.w, scale * scale,"),
        ("sign", "body.xyz - own[r]", "own[r] - body.xyz"),
        ("mass forgotten", "weighed(body.w, scale", "weighed(1.0, scale"),
        ("equal mass forgotten", "select(1.0, all_pairs_of.mass, EQUAL == 1u)", "1.0"),
        ("equal masses in the sum too", "return strength;", "return mass * strength;"),
        ("nobody near", "vec4f(1e18, 1e18, 1e18, 0.0)", "vec4f(body.xyz, 0.0)"),
        ("no tail", "select(nobody(body, EQUAL == 1u), body, index < all_pairs_of.count)", "body"),
        ("segments not summed", "for (var s = 1u; s < SEGMENTS; s++)", "for (var s = 1u; s < 1u; s++)"),
        ("last segment not summed", "for (var s = 1u; s < SEGMENTS; s++)", "for (var s = 2u; s < SEGMENTS; s++)"),
        ("register stride when read", "position[min(first + r * LANES,", "position[min(first + r,"),
        ("register stride when written", "let i = first + r * LANES;", "let i = first + r;"),
        ("tile index one too far", "k * SEGMENTS + segment;", "min(k + 1u, LANES - 1u) * SEGMENTS + segment;"),
        ("last of a tile left out", "k < LANES; k++", "k < LANES - 1u; k++"),
        ("last tile left out", "begin + all_pairs_of.tiles_a_share, tiles)", "begin + all_pairs_of.tiles_a_share, tiles - 1u)"),
        ("shares overlap", "let begin = share * all_pairs_of.tiles_a_share;", "let begin = share;"),
        ("next tile not fetched", "source((t + 1u) * WORKGROUP", "source(t * WORKGROUP"),
        ("last tile alone", "total[r] += sum[r];", "total[r] = sum[r];"),
        ("shares in one row", "partial[share * all_pairs_of.count + i]", "partial[i]"),
        ("slices from the first unit", "return first + group.y", "return group.y"),
        ("slices one unit short", "unit >= all_pairs_of.end_unit", "unit + 1u >= all_pairs_of.end_unit"),
        ("blocks and shares swapped", "let block = unit % all_pairs_of.blocks;", "let block = unit / all_pairs_of.blocks;"),
        ("the first share for all", "let share = unit / all_pairs_of.blocks;", "let share = 0u;"),
        ("potential with the body's own", "let other = t * WORKGROUP + j != first + r * LANES;", "let other = true;"),
        ("another's potential left out", "let other = t * WORKGROUP + j !=", "let other = j !="),
        ("sign of the potential", "sum[r].w -= select", "sum[r].w += select"),
    ];
    reject(&ALL_PAIRS, mutations, compare_forces_in_every_tuning);
}

#[test]
fn wrong_pairs_are_rejected() {
    let mutations: &[Mutation] = &[
        ("sign of a pull", "vec3f(-weighed(own[r].w, cube", "vec3f(weighed(own[r].w, cube"),
        ("the wrong mass", "vec3f(weighed(source.w, cube", "vec3f(weighed(own[r].w, cube"),
        ("inverse square for the cube", "let cube = scale * scale * scale;", "let cube = scale * scale;"),
        ("a pull stays where it is", "subgroupShuffle(pull.xyz, next)", "pull.xyz"),
        ("handed to the wrong lane", "let next = (lane + 1u) % LANES;", "let next = (lane + 2u) % LANES;"),
        ("sources do not follow", "tile[row + k + step]", "tile[row + k]"),
        ("half of a turn", "step < STEPS; step++", "step < STEPS / 2u; step++"),
        ("tile not twice over", "tile[row + LANES] = ahead;", ""),
        ("the next source not fetched", "ahead = body_at(j + LANES);", "ahead = body_at(j);"),
        ("subgroups not summed", "for (var s = 1u; s < SUBGROUPS; s++)", "for (var s = 1u; s < 1u; s++)"),
        ("pulls within a block too", "&& !is_alone) {", "&& unit > 0u) {"),
        ("the way round not closed", "other -= select(0u, blocks, other >= blocks);", ""),
        ("opposite blocks from both sides", "begin = blocks / 2u;", "begin = blocks / 2u - 1u;"),
        ("rows of a run in one place", "var own_row = symmetric_of.first_row + part;", "var own_row = symmetric_of.first_row;"),
        ("pulls of a run in one place", "(pull_row + distance - begin)", "pull_row"),
        ("last block met left out", "distance < end; distance++", "distance + 1u < end; distance++"),
        ("no tail", "select(nobody(body, EQUAL == 1u), body, index < symmetric_of.count)", "body"),
        ("equal mass forgotten", "select(1.0, symmetric_of.mass, EQUAL == 1u)", "1.0"),
        ("potential with the body's own", "let is_self = is_alone &&", "let is_self = false &&"),
        ("potential of the pulled left out", "pull.w -= own[r].w * scale;", ""),
        ("slices from the first unit", "let unit = symmetric_of.first_unit + group.y", "let unit = group.y"),
        ("slices one unit short", "unit >= symmetric_of.end_unit", "unit + 1u >= symmetric_of.end_unit"),
    ];
    reject(&SYMMETRIC, mutations, compare_forces_in_every_tuning);
}

#[test]
fn wrong_reductions_are_rejected() {
    let mutations: &[Mutation] = &[
        ("stride of a thread", "i += WORKGROUP)", "i += WORKGROUP + 1u)"),
        ("missing tail", "min(begin + reduce_of.run, reduce_of.count)", "min(begin + reduce_of.run, reduce_of.count - 1u)"),
        ("run past the end", "min(begin + reduce_of.run, reduce_of.count)", "begin + reduce_of.run"),
        ("runs overlap", "let begin = group.x * reduce_of.run;", "let begin = group.x;"),
        ("half of the tree", "var stride = WORKGROUP / 2u;", "var stride = WORKGROUP / 4u;"),
        ("tree stops early", "stride > 0u;", "stride > 1u;"),
        ("tree of neighbours", "partial[thread + stride]);", "partial[thread + 1u]);"),
        ("workgroups in one place", "result[group.x] =", "result[0] ="),
        ("threads ignored", "i = begin + thread; i < end; i += WORKGROUP", "i = begin; i < end; i += 1u"),
    ];
    fn compare<T: bytemuck::Pod + std::fmt::Debug, const N: usize>(
        of: &Reduction<T, N>,
        kernel: &'static KernelSource,
    ) -> Result<(), String> {
        // The long ones only take longer.
        let (lengths, _) = LENGTHS.split_at(LENGTHS.len() - 2);
        Reduction { kernel, lists: of.lists, ..*of }.compare(&checked_gpu(), &[], lengths)
    }
    let (sum, max, moments) = (sum_f32(), max_f32(), sum_moments());
    reject(sum.kernel, mutations, |kernel| compare(&sum, kernel));
    reject(sum.kernel, &[("identity", "return 0.0;", "return 1.0;")], |kernel| compare(&sum, kernel));
    reject(max.kernel, &[("identity", "return -3.40282347e38;", "return 0.0;")], |kernel| compare(&max, kernel));
    reject(max.kernel, &[("smallest for largest", "max(a, b)", "min(a, b)")], |kernel| compare(&max, kernel));
    let of_moments: &[Mutation] = &[
        ("maximum summed", "max(a.largest, b.largest)", "a.largest + b.largest"),
        ("counts lost", "a.invalid + b.invalid", "a.invalid"),
    ];
    reject(moments.kernel, of_moments, |kernel| compare(&moments, kernel));
}

#[test]
fn wrong_updates_are_rejected() {
    let kick = "v = vec4f(fma(a, vec3f(step.kick_before), v.xyz), v.w);\n";
    let drift = "x = vec4f(fma(v.xyz, vec3f(step.drift_before), x.xyz), x.w);\n";
    let both = format!("{kick}    {drift}").leak();
    let swapped = format!("{drift}    {kick}").leak();
    let mutations: &[Mutation] = &[
        ("kick and drift swapped", both, swapped),
        ("damping ignored", "v = vec4f(v.xyz * step.damping, v.w);", ""),
        ("component damped", "vec4f(v.xyz * step.damping, v.w)", "vec4f(v * step.damping)"),
        ("first kick twice", "fma(a, vec3f(step.kick_after), v.xyz)", "fma(a, vec3f(step.kick_before), v.xyz)"),
        ("last drift left out", "fma(v.xyz, vec3f(step.drift_after), x.xyz)", "x.xyz"),
        ("mass lost", "vec3f(step.drift_after), x.xyz), x.w)", "vec3f(step.drift_after), x.xyz), 0.0)"),
        ("first share alone", "min((segment + 1u) * rows, step.shares)", "1u"),
        ("shares one too few", "min((segment + 1u) * rows, step.shares)", "min((segment + 1u) * rows, step.shares - 1u)"),
        ("first segment alone", "for (var s = 1u; s < SEGMENTS; s++)", "for (var s = 1u; s < 1u; s++)"),
        ("shares interleaved", "partial[s * step.count + i]", "partial[i * step.shares + s]"),
        ("stale forces", "var a = vec3f();\n    if (step.has_force == 1u)", "var a = vec3f();\n    if (step.count > 0u)"),
        ("acceleration not kept", "= vec4f(a, 0.0);", "= acceleration[i];"),
        ("velocity not kept", "velocity[i] = after.velocity;", ""),
        ("last body forgotten", "i < step.count", "i + 1u < step.count"),
        ("one workgroup alone", "thread_index(group, groups, local % BODIES, BODIES)", "local % BODIES"),
    ];
    reject(&ADVANCE, mutations, |kernel| compare_advance(&checked_gpu(), kernel, SIZES));
}
