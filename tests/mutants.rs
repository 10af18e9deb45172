//! Deliberately wrong shaders, each by one replacement in the real WGSL: the comparisons that the real kernels pass must reject
//! every one of them. Barriers are not among them: on a CPU adapter a missing one may change nothing.

mod common;

use common::checked_gpu;
use common::force::compare_forces;
use common::reduction::{LENGTHS, Reduction, max_f32, sum_f32, sum_moments};
use common::update::{SIZES, compare_advance};
use starshell::gpu::{KernelSource, Part};
use starshell::physics::motion::ADVANCE;
use starshell::physics::{ALL_PAIRS, NAIVE, NAIVE_F64, Precision};

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
    kernel.tunings.iter().try_for_each(|tuning| compare_forces(&checked_gpu(), Precision::Single, kernel, tuning))
}

/// Mistakes that only double precision shows.
const ROOT: &[Mutation] = &[
    ("the estimate alone", "return fma(y * excess, fma(excess, real(0.375), real(0.5)), y);", "return y;"),
    ("a step away from the root", "fma(y * excess, fma", "fma(-y * excess, fma"),
    ("softening in single precision", "real(high) + real(low)", "real(high)"),
];

#[test]
fn wrong_roots_are_rejected() {
    reject(&NAIVE_F64, ROOT, |kernel| compare_forces(&checked_gpu(), Precision::Double, kernel, &[]));
}

/// Mistakes in the law of gravity, which both force kernels share.
const LAW: &[Mutation] = &[
    ("inverse distance without its root", "let inverse = inverse_root(squared);", "let inverse = 1.0 / squared;"),
    ("softening dropped", "fma(offset.z, offset.z, softening_squared)", "(offset.z * offset.z)"),
    ("softening not squared", "offset.z, softening_squared)", "offset.z, sqrt(softening_squared))"),
    ("one coordinate left out", "fma(offset.y, offset.y, fma(offset.z", "fma(offset.x, offset.y, fma(offset.z"),
    ("unsoftened self pull", "select(real(), inverse, squared > real())", "inverse"),
];

#[test]
fn wrong_laws_of_gravity_are_rejected() {
    reject(&ALL_PAIRS, LAW, compare_forces_in_every_tuning);
    reject(&NAIVE, LAW, compare_forces_in_every_tuning);
}

#[test]
fn wrong_tiles_are_rejected() {
    let mutations: &[Mutation] = &[
        ("inverse square for the cube", "body.w * scale * scale * scale", "body.w * scale * scale"),
        ("sign", "body.xyz - own[r]", "own[r] - body.xyz"),
        ("mass forgotten", "real3(body.w * scale * scale", "real3(scale * scale"),
        ("no tail", "select(real4(body.xyz, real()), body, index < all_pairs_of.count)", "body"),
        ("segments not summed", "for (var s = 1u; s < SEGMENTS; s++)", "for (var s = 1u; s < 1u; s++)"),
        ("last segment not summed", "for (var s = 1u; s < SEGMENTS; s++)", "for (var s = 2u; s < SEGMENTS; s++)"),
        ("register stride when read", "position[min(first + r * LANES,", "position[min(first + r,"),
        ("register stride when written", "let i = first + r * LANES;", "let i = first + r;"),
        ("tile index one too far", "segment * LANES + k;", "segment * LANES + min(k + 1u, LANES - 1u);"),
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
    let kick = "v = moved(v, of_force(a), time(step.kick_before));\n";
    let drift = "x = moved(x, v, time(step.drift_before));\n";
    let both = format!("{kick}    {drift}").leak();
    let swapped = format!("{drift}    {kick}").leak();
    let mutations: &[Mutation] = &[
        ("kick and drift swapped", both, swapped),
        ("damping ignored", "v = settled(times(v, time(step.damping)));", ""),
        ("first kick twice", "time(step.kick_after)", "time(step.kick_before)"),
        ("last drift left out", "x = moved(x, v, time(step.drift_after));", ""),
        ("mass lost", "position[i] = with_vector(body, x);", "position[i] = with_vector(Row(), x);"),
        ("component lost", "velocity[i] = with_vector(motion, v);", "velocity[i] = with_vector(body, v);"),
        ("first share alone", "s < step.shares; s++", "s < 1u; s++"),
        ("shares one too few", "s < step.shares; s++", "s + 1u < step.shares; s++"),
        ("shares interleaved", "partial[s * step.count + i]", "partial[i * step.shares + s]"),
        ("stale forces", "step.has_force == 1u", "step.count > 0u"),
        ("acceleration not kept", "= real4(a, real());", "= acceleration[i];"),
        ("velocity not kept", "velocity[i] = with_vector(motion, v);", ""),
        ("last body forgotten", "i >= step.count", "i + 1u >= step.count"),
        ("one workgroup alone", "thread_index(group, groups, local, WORKGROUP)", "local"),
    ];
    for (precision, of) in
        [(Precision::Single, &ADVANCE.single), (Precision::Pair, &ADVANCE.pair), (Precision::Double, &ADVANCE.double)]
    {
        reject(of, mutations, |kernel| compare_advance(&checked_gpu(), precision, kernel, SIZES));
    }
    // What single precision cannot see.
    let of_pairs: &[Mutation] = &[
        ("low parts dropped in sums", "rounded(rest + rounded(a.low + b.low))", "rest"),
        ("rounding of sums dropped", "rounded(rest + rounded(a.low + b.low))", "rounded(a.low + b.low)"),
        ("rounding of products dropped", "rounded(rest + rounded(rounded(v.high", "rounded(0.0 * rest + rounded(rounded(v.high"),
        ("low parts dropped in products", " + rounded(v.low * t.x)", ""),
        ("product of the lower halves left out", "rest = rounded(rest + rounded(v_lower * t_lower));", ""),
        ("a coarse cut", "vec3u(23u << 23u)", "vec3u(13u << 23u)"),
    ];
    reject(&ADVANCE.pair, of_pairs, |kernel| compare_advance(&checked_gpu(), Precision::Pair, kernel, SIZES));
    let of_doubles: &[Mutation] = &[("low parts of times dropped", "real(high) + real(low)", "real(high)")];
    reject(&ADVANCE.double, of_doubles, |kernel| compare_advance(&checked_gpu(), Precision::Double, kernel, SIZES));
}
