//! Deliberately wrong kernels of the primitives, each made by one replacement in the real WGSL. The
//! comparisons that the real kernels pass (`tests/gpu/monoids.rs`, `tests/gpu/reduce.rs`,
//! `tests/gpu/compact.rs`) must reject all of them. Missing barriers are left out, because they may
//! change nothing on a CPU adapter, as is workgroup memory that is not cleared, because it starts
//! as zero with run-time checks.

use crate::common::checked_gpu;
use crate::common::compact::{compare_compact, compare_gather, compare_histogram, single_passes};
use crate::common::monoids::{Case, bits, bounds, compose, last};
use crate::common::mutation::{self, Mutation};
use crate::common::reduction::sum_moments;
use starshell::gpu::{Gpu, Tuning};
use starshell::primitives::kernels::{
    CLEAR, COMPACT, COMPACT_BY_SUBGROUPS, GATHER, HISTOGRAM, MARKS,
};
use starshell::primitives::{
    CompactPlan, HistogramPlan, JOIN_BOUNDS, ReducePlan, SUM_U32, ScanForm, ScanPlan,
};

/// Every mutation of the kernel with this label must be rejected, and the kernel itself accepted.
/// Run-time checks are on, because a wrong kernel may index anywhere.
#[track_caller]
fn reject(
    label: &'static str,
    mutations: &[Mutation],
    compare: impl Fn(&Gpu) -> Result<(), String>,
) {
    mutation::reject(&checked_gpu(), Some(label), mutations, compare);
}

/// Lengths that show mistakes; longer ones only take longer. The first shows most of them, before
/// more kernels are compiled.
const LENGTHS: &[usize] = &[4097, 0, 1, 3, 33, 256, 257, 8193, 20_011];

#[test]
fn wrong_reductions_are_rejected() {
    let mutations: &[Mutation] = &[
        (
            "rounds of a thread overlap",
            "first + round * QUADS * stride;",
            "first + round * stride;",
        ),
        ("one round too few", "round < rounds;", "round + 1u < rounds;"),
        (
            "length ignored",
            "min(length[0], reduce_of.capacity)",
            "max(min(length[0], 1u), reduce_of.capacity)",
        ),
        ("capacity ignored", "min(length[0], reduce_of.capacity)", "length[0]"),
        (
            "last quad dropped",
            "rounded_up(quads, WORKGROUP * QUADS)",
            "quads / (WORKGROUP * QUADS)",
        ),
        ("poison in the last quad", "i < 4u && 4u * quad + i < count", "i < 4u"),
        ("runs overlap", "let first = run * rounds", "let first = run"),
        ("half of the tree", "width < WORKGROUP;", "width < WORKGROUP / 2u;"),
        ("tree of neighbours", "partial[thread + width]);", "partial[thread + 1u]);"),
        ("workgroups in one place", "result[run] =", "result[0] ="),
        ("half of a quad", "combine(quad[2], quad[3])", "identity()"),
        ("threads in step", "thread * select(1u,", "0u * select(1u,"),
        ("all elements whatever the length", "reduce_of.is_whole == 1u", "reduce_of.is_whole < 2u"),
    ];
    fn reduces<T: bytemuck::Pod + std::fmt::Debug>(
        case: &Case<T>,
        more: Tuning,
        mutations: &[Mutation],
    ) {
        let plan = ReducePlan {
            tuning: &[("WORKGROUP", 32), ("QUADS", 2)],
            groups: 5,
            ..ReducePlan::on_gpus(&case.monoid)
        };
        reject(plan.kernel.label, mutations, |gpu| case.compare_reduce(gpu, plan, more, LENGTHS));
    }
    let boxes = bounds(JOIN_BOUNDS);
    reduces(&boxes, &[], mutations);
    reduces(
        &boxes,
        &[],
        &[
            ("identity", "Bounds(far, -far)", "Bounds()"),
            ("largest for smallest", "min(a.low,", "max(a.low,"),
        ],
    );
    let in_order: &[Mutation] = &[
        (
            "operands swapped",
            "combine(value, whole(loaded[i]))",
            "combine(whole(loaded[i]), value)",
        ),
        (
            "tree reversed",
            "combine(partial[thread], partial[thread + width])",
            "combine(partial[thread + width], partial[thread])",
        ),
        ("strides of the other order", "select(WORKGROUP, 1u, ORDERED == 1u)", "WORKGROUP"),
    ];
    reduces(&compose(), &[("ORDERED", 1)], in_order);
    let by_subgroups: &[Mutation] = &[
        (
            "lanes reversed",
            "combine(value, subgroupShuffleDown(value, width))",
            "combine(subgroupShuffleDown(value, width), value)",
        ),
        ("half of the lanes", "width < LANES;", "width < LANES / 2u;"),
        ("only the first subgroup", "i < SUBGROUPS;", "i < min(SUBGROUPS, 1u);"),
        ("subgroups reversed", "combine(value, partial[i])", "combine(partial[i], value)"),
        ("workgroups in one place", "result[run] =", "result[0] ="),
    ];
    if let Some(plan) = ReducePlan::by_subgroups(&checked_gpu(), &last().monoid) {
        let plan = ReducePlan { groups: 5, ..plan };
        reject(plan.kernel.label, by_subgroups, |gpu| {
            last().compare_reduce(gpu, plan, &[("ORDERED", 1)], LENGTHS)
        });
    }
    let moments = sum_moments();
    let of_moments: &[Mutation] = &[
        ("maximum summed", "max(a.largest, b.largest)", "a.largest + b.largest"),
        ("counts lost", "a.invalid + b.invalid", "a.invalid"),
    ];
    reject(moments.plan.kernel.label, of_moments, |gpu| {
        moments.compare(gpu, moments.plan, &[1, 33, 4097])
    });
}

#[test]
fn wrong_scans_are_rejected() {
    let tuning: Tuning = &[("WORKGROUP", 32), ("QUADS", 2)];
    let scans = |is_by_key: bool, is_in_place: bool, mutations: &[Mutation]| {
        let case = compose();
        let form = ScanForm { is_by_key, is_in_place };
        let plan = ScanPlan { tuning, band: 70, ..ScanPlan::on_gpus(&case.monoid, form) };
        reject(plan.scan.label, mutations, |gpu| case.compare_scan(gpu, plan, form, LENGTHS));
    };
    let mutations: &[Mutation] = &[
        ("inclusive for exclusive", "EXCLUSIVE == 1u", "EXCLUSIVE == 2u"),
        ("tile before left out", "return before;", "return start();"),
        (
            "threads before left out",
            "join(tile_prefix(tile, thread, block.all, count), block.before)",
            "tile_prefix(tile, thread, block.all, count)",
        ),
        (
            "quads of the wrong thread",
            "own = join(own, quads[place(thread * QUADS + i)]);",
            "own = join(own, quads[place(i * WORKGROUP + thread)]);",
        ),
        ("the quad itself twice", "quads[at] = before;", "quads[at] = join(before, quad);"),
        (
            "length ignored",
            "min(length[0], scan_of.capacity)",
            "max(min(length[0], 1u), scan_of.capacity)",
        ),
        (
            "elements past the end",
            "for (var i = 0u; i < 4u && 4u * quad + i < count; i++) {\n        put_one",
            "for (var i = 0u; i < 4u; i++) {\n        put_one",
        ),
        ("bands start from zero", "if (scan_of.band > 0u)", "if (scan_of.band > 1000u)"),
        ("a band without its last tile", "= join(before, total);", "= before;"),
        ("totals in the other order", "sum = join(sum, totals[i]);", "sum = join(totals[i], sum);"),
        (
            "one total too few",
            "min((thread + 1u) * each, tiles)",
            "min((thread + 1u) * each, tiles - 1u)",
        ),
        ("block scan stops early", "stride < WORKGROUP; stride", "stride < WORKGROUP / 2u; stride"),
        (
            "block scan reversed",
            "join(block_states[half + thread - stride], sum)",
            "join(sum, block_states[half + thread - stride])",
        ),
    ];
    scans(false, false, mutations);
    scans(false, true, &mutations[..3]);
    let of_keys: &[Mutation] = &[
        (
            "heads forgotten in joins",
            "return State(combine(a.value, b.value), a.head);",
            "return State(combine(a.value, b.value), 0u);",
        ),
        ("segments run on", "if (b.head == 1u)", "if (b.head == 2u)"),
        ("the segment before shows", "if (head == 1u)", "if (head == 2u)"),
        ("keys one off", "keys[at] != keys[at - 1u]", "keys[at] != keys[at + 1u]"),
    ];
    scans(true, false, of_keys);

    let case = Case {
        element: bits,
        combine: u32::wrapping_add,
        name: "sum",
        monoid: SUM_U32,
        identity: 0,
        poison: 77,
    };
    let plan = ScanPlan {
        tuning: &[("WORKGROUP", 32), ("QUADS", 1), ("STALLED", 3)],
        ..ScanPlan::look_back(&SUM_U32)
    };
    let of_look_back: &[Mutation] = &[
        (
            "a total for a prefix",
            "publish(tile, PREFIX, join(before, total))",
            "publish(tile, PREFIX, total)",
        ),
        ("half of the value lost", "(kind << 16u) | (bits >> 16u)", "(kind << 16u)"),
        (
            "the missing tile's neighbour",
            "let missing = end + last.y - 1u",
            "let missing = end + last.y",
        ),
        ("earlier than the prefix", "if (thread + 1u < last.x)", "if (thread + 2u < last.x)"),
        (
            "missing values are zero",
            "publish(missing, TOTAL, computed)",
            "publish(missing, TOTAL, start())",
        ),
    ];
    reject(plan.scan.label, of_look_back, |gpu| {
        case.compare_scan(gpu, plan, ScanForm::PLAIN, &[4097, 0, 129, 20_011])
    });
}

/// A mistake in what all these kernels share.
const THREADS: &[Mutation] =
    &[("only one workgroup", "thread_index(group, groups, local, WORKGROUP)", "local")];

#[test]
fn wrong_compactions_are_rejected() {
    let plan = CompactPlan::portable();
    let compare = |gpu: &Gpu| {
        compare_compact::<1>(gpu, plan, LENGTHS)
            .and_then(|()| compare_compact::<2>(gpu, plan, LENGTHS))
    };
    let marks: &[Mutation] = &[
        ("two for each", "u32(is_kept_at(i))", "2u * u32(is_kept_at(i))"),
        ("one flag of many", "flags[i] != 0u", "flags[i] == 1u"),
        ("the last but one left out", "i < compact_of.capacity", "i + 2u < compact_of.capacity"),
    ];
    reject(MARKS.label, &[marks, THREADS].concat(), compare);
    let compact: &[Mutation] = &[
        ("one flag of many", "flags[i] != 0u", "flags[i] == 1u"),
        ("all are kept", "if (is_one) {", "if (true) {"),
        (
            "elements stay where they are",
            "kept[places[i] * WORDS + word]",
            "kept[i * WORDS + word]",
        ),
        ("the first elements", "source[i * WORDS + word]", "source[places[i] * WORDS + word]"),
        ("one word too few", "word < WORDS;", "word < max(WORDS, 2u) - 1u;"),
        ("words overlap", "kept[places[i] * WORDS + word]", "kept[places[i] + word]"),
        (
            "length ignored",
            "min(length[0], compact_of.capacity)",
            "max(min(length[0], 1u), compact_of.capacity)",
        ),
        (
            "capacity ignored",
            "min(length[0], compact_of.capacity)",
            "length[0] + 0u * compact_of.capacity",
        ),
        ("the last element left out", "if (i >= count) {", "if (i + 1u >= count) {"),
        ("the last not counted", "places[i] + u32(is_one)", "places[i]"),
        (
            "the number of all elements",
            "if (i + 1u == count) {",
            "if (i + 1u == compact_of.capacity) {",
        ),
        ("no count for an empty list", "if (i == 0u && count == 0u) {", "if (false) {"),
    ];
    reject(COMPACT.label, &[compact, THREADS].concat(), compare);
    let of_subgroup: &[Mutation] = &[
        (
            "a total for a prefix",
            "publish(tile, PREFIX, join(before, total))",
            "publish(tile, PREFIX, total)",
        ),
        ("earlier than the prefix", "if (thread + 1u < last)", "if (thread + 2u < last)"),
        ("silent tiles count", "if (found.kind != 0u) {", "if (found.kind < 9u) {"),
        ("the silent tile left out", "end -= tiles;", "end -= tiles + 1u;"),
        ("tiles of a lane reversed", "join(read[i].state, found.state)", "found.state"),
        ("half of the lanes", "width < LANES;", "width < LANES / 2u;"),
        (
            "missing values are zero",
            "publish(missing - 1u, TOTAL, computed)",
            "publish(missing - 1u, TOTAL, start())",
        ),
        ("the missing tile's neighbour", "total_of(missing - 1u,", "total_of(missing,"),
    ];
    let in_a_single_pass: &[Mutation] = &[
        (
            "subgroups in one place",
            "before + subgroupBroadcastFirst(block.before)",
            "before + min(block.before, 0u)",
        ),
        ("lanes in one place", "ones & below", "ones & min(below, 0u)"),
        ("all in one place", "return place + countOneBits(ones);", "return place;"),
        (
            "elements past the end",
            "if (at < count) {\n                words",
            "if (at < max(count, TILE)) {\n                words",
        ),
        ("the last tile not counted", "number[0] = before + block.all;", "number[0] = before;"),
        (
            "the last tile counted twice",
            "number[0] = before + block.all;",
            "number[0] = before + 2u * block.all;",
        ),
        ("missing tiles keep nothing", "marks[i] = u32(is_kept_at(at));", "marks[i] = 0u;"),
        ("missing tiles keep all", "marks[i] = u32(is_kept_at(at));", "marks[i] = 1u;"),
        ("no count for an empty list", "max(count, 1u)", "count"),
        (
            "length ignored",
            "min(length[0], compact_of.capacity)",
            "max(min(length[0], 1u), compact_of.capacity)",
        ),
    ];
    // With stalled workgroups.
    if let Some(&plan) = single_passes(&checked_gpu()).last() {
        reject(COMPACT_BY_SUBGROUPS.label, &[in_a_single_pass, of_subgroup].concat(), |gpu| {
            compare_compact::<1>(gpu, plan, LENGTHS)
        });
    }
}

#[test]
fn wrong_gatherings_are_rejected() {
    let compare = |gpu: &Gpu| {
        compare_gather::<1>(gpu, LENGTHS).and_then(|()| compare_gather::<2>(gpu, LENGTHS))
    };
    let mutations: &[Mutation] = &[
        (
            "length ignored",
            "min(length[0], gather_of.capacity)",
            "max(min(length[0], 1u), gather_of.capacity)",
        ),
        ("the last index left out", "if (i >= min(", "if (i + 1u >= min("),
        (
            "an element past the last",
            "indices[i] >= gather_of.choice",
            "indices[i] > gather_of.choice",
        ),
        (
            "the last element left out",
            "indices[i] >= gather_of.choice",
            "indices[i] + 1u >= gather_of.choice",
        ),
        (
            "elements stay where they are",
            "source[indices[i] * WORDS + word]",
            "source[i * WORDS + word]",
        ),
        (
            "scattered",
            "gathered[i * WORDS + word] = source[indices[i] * WORDS",
            "gathered[indices[i] * WORDS + word] = source[i * WORDS",
        ),
        ("one word too few", "word < WORDS;", "word < max(WORDS, 2u) - 1u;"),
        ("words overlap", "source[indices[i] * WORDS + word]", "source[indices[i] + word]"),
    ];
    reject(GATHER.label, &[mutations, THREADS].concat(), compare);
}

#[test]
fn wrong_histograms_are_rejected() {
    let compare = |gpu: &Gpu| compare_histogram(gpu, HistogramPlan::new(gpu), LENGTHS);
    let mutations: &[Mutation] = &[
        (
            "length ignored",
            "min(length[0], histogram_of.capacity)",
            "max(min(length[0], 1u), histogram_of.capacity)",
        ),
        ("capacity ignored", "min(length[0], histogram_of.capacity)", "length[0]"),
        ("the last value left out", "4u * quad + j < count", "4u * quad + j + 1u < count"),
        (
            "workgroups count the same",
            "(group.y * groups.x + group.x) * rounds * round",
            "0u * rounds * round",
        ),
        ("the last bin left out", "value >= histogram_of.bins", "value + 1u >= histogram_of.bins"),
        (
            "values past the last bin in another",
            "value >= histogram_of.bins",
            "value >= 2u * histogram_of.bins",
        ),
        ("a value of each quad left out", "add(quad.w, copy);", ""),
        ("each value once in a workgroup", "atomicAdd(&own[value", "atomicMax(&own[value"),
        ("each value once", "atomicAdd(&counts[value], 1u);", "atomicStore(&counts[value], 1u);"),
        ("one workgroup's counts", "atomicAdd(&counts[i], sum);", "atomicStore(&counts[i], sum);"),
        ("one copy of many", "j < copies; j++", "j < 1u; j++"),
        ("copies overlap", "value * histogram_of.copies + copy", "value + copy"),
    ];
    reject(HISTOGRAM.label, mutations, compare);
    let clear: &[Mutation] = &[
        ("nothing cleared", "words[i] = 0u;", ""),
        ("half of the words", "i < arrayLength(", "2u * i < arrayLength("),
    ];
    reject(CLEAR.label, &[clear, THREADS].concat(), compare);
}
