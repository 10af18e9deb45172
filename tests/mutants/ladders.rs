//! Deliberately wrong kernels of the historical ladders, each made by one replacement in the real
//! WGSL. The comparisons that the real kernels pass (`tests/gpu/ladders.rs`) must reject all of
//! them. Missing barriers are left out, because they may change nothing on a CPU adapter, as are
//! guards against reading past the end, because such reads may give zeros with run-time checks.

use crate::common::checked_gpu;
use crate::common::ladders::{compare_reduce, compare_scan, compare_sort};
use crate::common::mutation::{self, Mutation};
use starshell::gpu::Gpu;
use starshell::lab::historical::{ReduceLadder, ScanLadder, SortLadder};

/// Every mutation of the kernel with this label must be rejected. Run-time checks are on, because a
/// wrong kernel may index anywhere. `tests/gpu/ladders.rs` tests that real kernels are accepted,
/// which takes long.
#[track_caller]
fn reject(
    label: &'static str,
    mutations: &[Mutation],
    compare: impl Fn(&Gpu) -> Result<(), String>,
) {
    mutation::reject_mutants(&checked_gpu(), Some(label), mutations, compare);
}

/// Lengths that show mistakes, the short ones first.
const FEW: &[usize] = &[1, 257, 4097, 65_537];

fn reduces(ladder: ReduceLadder) -> impl Fn(&Gpu) -> Result<(), String> {
    move |gpu| compare_reduce::<u32>(gpu, ladder, FEW)
}

fn scans(ladder: ScanLadder) -> impl Fn(&Gpu) -> Result<(), String> {
    move |gpu| compare_scan::<u32>(gpu, ladder, FEW)
}

fn sorts(ladder: SortLadder) -> impl Fn(&Gpu) -> Result<(), String> {
    let is_one_block = [SortLadder::OneBlock, SortLadder::OneBlockInPlace].contains(&ladder);
    let lengths = &[1, 257, 513, 4097, 9_001][..if is_one_block { 3 } else { 5 }];
    move |gpu| compare_sort(gpu, ladder, lengths)
}

#[test]
fn wrong_trees_are_rejected() {
    let label = "historical/reduce_tree";
    let all: &[Mutation] = &[
        (
            "last element left out",
            "if (index < blocks_of.count) {",
            "if (index + 1u < blocks_of.count) {",
        ),
        (
            "blocks overlap",
            "block * threads * LOADS + thread",
            "block * (threads * LOADS - 1u) + thread",
        ),
        (
            "half the workgroup",
            "let threads = blocks_of.threads;",
            "let threads = blocks_of.threads / 2u;",
        ),
        (
            "last block left out",
            "if (block >= blocks_of.blocks)",
            "if (block + 1u >= blocks_of.blocks)",
        ),
        ("another place of the tree", "totals[block] = sums[0];", "totals[block] = sums[1];"),
        ("one total for all blocks", "totals[block] = sums[0];", "totals[0] = sums[0];"),
    ];
    reject(label, all, reduces(ReduceLadder::InterleavedDivergent));
    reject(label, all, reduces(ReduceLadder::FirstAdd));
    reject(
        label,
        &[
            (
                "one level too few",
                "if (ADDRESSING == 0u) {\n        for (var stride = 1u;",
                "if (ADDRESSING == 0u) {\n        for (var stride = 2u;",
            ),
            (
                "the wrong ones add",
                "thread % (2u * stride) == 0u",
                "thread % (2u * stride) == stride",
            ),
        ],
        reduces(ReduceLadder::InterleavedDivergent),
    );
    reject(
        label,
        &[
            (
                "threads one too far",
                "let index = 2u * stride * thread;",
                "let index = 2u * stride * (thread + 1u);",
            ),
            (
                "neighbour for the stride",
                "sums[index] += sums[index + stride];",
                "sums[index] += sums[index + 1u];",
            ),
        ],
        reduces(ReduceLadder::InterleavedStrided),
    );
    reject(
        label,
        &[
            ("last level left out", "stride > 0u; stride /= 2u", "stride > 1u; stride /= 2u"),
            (
                "half of a half",
                "for (var stride = threads / 2u;",
                "for (var stride = threads / 4u;",
            ),
            ("too few add", "if (thread < stride) {", "if (thread + 1u < stride) {"),
        ],
        reduces(ReduceLadder::Sequential),
    );
    reject(
        label,
        &[(
            "second load is the first",
            "sum += element(first + threads);",
            "sum += element(first);",
        )],
        reduces(ReduceLadder::FirstAdd),
    );
}

#[test]
fn wrong_unrolled_trees_are_rejected() {
    let label = "historical/reduce_unrolled";
    let all: &[Mutation] = &[
        ("a step left out", "    level(thread, 8u);\n", ""),
        ("the last step left out", "    level(thread, 1u);\n", ""),
        ("a step twice", "level(thread, 2u);", "level(thread, 2u); level(thread, 2u);"),
        ("too few add", "if (thread < stride) {", "if (thread + 1u < stride) {"),
        (
            "second load is the first",
            "element(first) + element(first + threads())",
            "element(first) + element(first)",
        ),
        (
            "blocks of one load",
            "let first = block * 2u * threads()",
            "let first = block * threads()",
        ),
    ];
    for ladder in [
        ReduceLadder::LastWarpUnrolled,
        ReduceLadder::CompletelyUnrolled,
        ReduceLadder::ManyElements,
    ] {
        reject(label, all, reduces(ladder));
    }
    let loops: &[Mutation] = &[
        ("no loop above the last warp", "stride > UNROLLED;", "stride > 64u;"),
        ("half of a half", "var stride = threads() / 2u;", "var stride = threads() / 4u;"),
    ];
    reject(label, loops, reduces(ReduceLadder::LastWarpUnrolled));
    let written = &[("the first step left out", "        level(thread, 64u);\n", "")];
    reject(label, written, reduces(ReduceLadder::CompletelyUnrolled));
    // Only if there are more elements than the grid takes at once.
    let cascades: &[Mutation] = &[
        ("one turn only", "if (CASCADED == 1u) {", "if (CASCADED == 2u) {"),
        ("turns overlap", "blocks_of.blocks * 2u * WORKGROUP;", "blocks_of.blocks * WORKGROUP;"),
        ("second load left out", "source[i] + element(i + WORKGROUP)", "source[i]"),
    ];
    reject(label, cascades, |gpu| {
        compare_reduce::<u32>(gpu, ReduceLadder::ManyElements, &[1_000_003])
    });
}

#[test]
fn wrong_steps_of_a_subgroup_are_rejected() {
    let label = "historical/reduce_in_step";
    let all: &[Mutation] = &[
        ("a step left out", "        step(lane, 2u, zero);\n", ""),
        ("the last step left out", "        step(lane, 1u, zero);\n", ""),
        ("a step twice", "step(lane, 4u, zero);", "step(lane, 4u, zero); step(lane, 4u, zero);"),
        ("the lane's own sum twice", "sum_at(lane + stride + zero);", "sum_at(lane);"),
        ("no subgroup ends it", "if (subgroup == 0u) {", "if (subgroup == 1000u) {"),
        ("too few add", "if (thread < stride) {", "if (thread + 1u < stride) {"),
        (
            "second load is the first",
            "element(first) + element(first + threads())",
            "element(first) + element(first)",
        ),
        (
            "blocks of one load",
            "let first = block * 2u * threads()",
            "let first = block * threads()",
        ),
        ("another place of the tree", "totals[block] = sum_at(0u);", "totals[block] = sum_at(1u);"),
    ];
    for ladder in [
        ReduceLadder::LastWarpInStep,
        ReduceLadder::UnrolledInStep,
        ReduceLadder::ManyElementsInStep,
    ] {
        reject(label, all, reduces(ladder));
    }
    let loops: &[Mutation] = &[
        ("no level above the last warp", "stride > LANES;", "stride > WORKGROUP;"),
        ("half of a half", "var stride = threads() / 2u;", "var stride = threads() / 4u;"),
    ];
    reject(label, loops, reduces(ReduceLadder::LastWarpInStep));
    let written = &[("the first level left out", "            level(thread, 64u);\n", "")];
    reject(label, written, reduces(ReduceLadder::UnrolledInStep));
    let cascades: &[Mutation] = &[
        ("one turn only", "if (CASCADED == 1u) {", "if (CASCADED == 2u) {"),
        ("turns overlap", "blocks_of.blocks * 2u * WORKGROUP;", "blocks_of.blocks * WORKGROUP;"),
        ("second load left out", "source[i] + element(i + WORKGROUP)", "source[i]"),
    ];
    reject(label, cascades, |gpu| {
        compare_reduce::<u32>(gpu, ReduceLadder::ManyElementsInStep, &[200_003])
    });
}

#[test]
fn wrong_vectors_are_rejected() {
    let shared: &[Mutation] = &[
        (
            "no elements past the last quad",
            "if (block == 0u && thread < count % 4u) {",
            "if (false) {",
        ),
        (
            "the tail in every block",
            "if (block == 0u && thread < count % 4u) {",
            "if (thread < count % 4u) {",
        ),
        ("the wrong elements past it", "element(4u * quads + thread)", "element(thread)"),
        ("a load left out", "(a + b) + (c + d)", "(a + b) + c"),
        ("a load twice", "quad(i + 3u * workgroup, quads)", "quad(i + 2u * workgroup, quads)"),
        (
            "a component left out",
            "(sums.x + sums.y) + (sums.z + sums.w)",
            "(sums.x + sums.y) + sums.z",
        ),
        ("blocks overlap", "block * 4u * workgroup + thread", "block * workgroup + thread"),
    ];
    for (label, ladder) in [
        ("historical/reduce_vectors", ReduceLadder::Vectors),
        ("historical/reduce_subgroups", ReduceLadder::Subgroups),
    ] {
        reject(label, shared, reduces(ladder));
    }
    let tree = &[("last level left out", "stride > 0u; stride /= 2u", "stride > 1u; stride /= 2u")];
    reject("historical/reduce_vectors", tree, reduces(ReduceLadder::Vectors));
    let subgroups: &[Mutation] = &[
        ("one subgroup for all", "let total = subgroupAdd(rest);", "let total = sum;"),
        ("one lane for its subgroup", "let sum = subgroupAdd(", "let sum = ("),
        ("not all subgroups", "i < WORKGROUP / lanes;", "i < WORKGROUP / lanes - 1u;"),
        ("all in one place", "sums[subgroup] = sum;", "sums[0] = sum;"),
    ];
    reject("historical/reduce_subgroups", subgroups, reduces(ReduceLadder::Subgroups));
}

#[test]
fn wrong_atomic_sums_are_rejected() {
    let mutations: &[Mutation] = &[
        ("stored, not added", "atomicAdd(&total[0], sums[0]);", "atomicStore(&total[0], sums[0]);"),
        ("every thread adds", "if (thread == 0u) {", "if (true) {"),
        ("no tail", "if (i < blocks_of.count) {", "if (i < blocks_of.count - 1u) {"),
        ("last level left out", "stride > 0u; stride /= 2u", "stride > 1u; stride /= 2u"),
        (
            "last block left out",
            "if (block >= blocks_of.blocks)",
            "if (block + 1u >= blocks_of.blocks)",
        ),
    ];
    reject("historical/reduce_atomic", mutations, reduces(ReduceLadder::Atomic));
    // The sum is not cleared.
    let not_cleared =
        &[("nothing is cleared", "totals[block] = sums[0];", "totals[block] += sums[0];")];
    reject("historical/reduce_tree", not_cleared, reduces(ReduceLadder::Atomic));
}

#[test]
fn wrong_scans_are_rejected() {
    let serial: &[Mutation] = &[
        ("runs apart", "sum = result[run.begin - 1u];", "sum = Element();"),
        ("an element lost between runs", "sum += source[run.begin - 1u];", ""),
        ("last element left out", "i < run.end;", "i + 1u < run.end;"),
        ("exclusive is inclusive", "result[i] = sum;", "result[i] = next + Element();"),
    ];
    let long = |gpu: &Gpu| compare_scan::<u32>(gpu, ScanLadder::Serial, &[33, 65_537]);
    reject("historical/scan_serial", &serial[2..], long);
    // If drivers do not end long loops, there is only one run.
    if checked_gpu().adapter().loop_limit() < 65_537 {
        reject("historical/scan_serial", &serial[..2], long);
    }
    let hillis_steele: &[Mutation] = &[
        ("distances not doubled", "distance *= 2u", "distance *= 4u"),
        ("last round left out", "distance < WORKGROUP;", "distance < WORKGROUP / 2u;"),
        ("one too few add", "if (thread >= distance) {", "if (thread > distance) {"),
        ("rows mixed up", "sums[row + thread - distance]", "sums[thread - distance]"),
        ("exclusive is inclusive", "sum = sums[row + thread - 1u];", "sum = sums[row + thread];"),
        (
            "first of a block",
            "sum = Element();\n        if (thread",
            "sum += Element();\n        if (thread",
        ),
        (
            "total without the last",
            "totals[block] = sums[row + WORKGROUP - 1u];",
            "totals[block] = sums[row + WORKGROUP - 2u];",
        ),
        ("totals in one place", "totals[block] =", "totals[0] ="),
        (
            "tail is summed",
            "if (i < blocks_of.count) {\n        sum = source[i];",
            "if (i + 1u < blocks_of.count) {\n        sum = source[i];",
        ),
    ];
    reject("historical/scan_hillis_steele", hillis_steele, scans(ScanLadder::HillisSteele));
    let in_place: &[Mutation] = &[
        ("distances not doubled", "distance *= 2u", "distance *= 4u"),
        ("last round left out", "distance < WORKGROUP;", "distance < WORKGROUP / 2u;"),
        ("the sum before alone", "before + sums[thread]", "before"),
        ("a neighbour at any distance", "sums[thread - distance]", "sums[thread - 1u]"),
        ("exclusive is inclusive", "sum = sums[thread - 1u];", "sum = sums[thread];"),
        (
            "total without the last",
            "totals[block] = sums[WORKGROUP - 1u];",
            "totals[block] = sums[WORKGROUP - 2u];",
        ),
    ];
    reject("historical/scan_in_place", in_place, scans(ScanLadder::HillisSteeleInPlace));
    let work_efficient: &[Mutation] = &[
        ("up not to the top", "pairs > 0u;", "pairs > 1u;"),
        ("down not to the ground", "pairs <= WORKGROUP;", "pairs < WORKGROUP;"),
        ("no sum of the left", "sums[left + length] += sum;", "sums[left + length] = sum;"),
        ("left not handed down", "sums[left] = sums[left + length];", ""),
        ("root not cleared", "sums[BLOCK - 1u] = Element();", ""),
        ("total lost", "totals[block] = sums[BLOCK - 1u];", "totals[block] = sums[BLOCK - 2u];"),
        (
            "inclusive is exclusive",
            "result[index] = before + value;",
            "result[index] = before + Element();",
        ),
        ("exclusive is inclusive", "result[index] = before;", "result[index] = value + before;"),
        ("second half lost", "keep(i + WORKGROUP, sums[thread + WORKGROUP], high);", ""),
        ("halves mixed up", "sums[thread + WORKGROUP] = high;", "sums[thread + WORKGROUP] = low;"),
    ];
    reject("historical/scan_work_efficient", work_efficient, scans(ScanLadder::WorkEfficient));
    let add: &[Mutation] = &[
        (
            "offset alone",
            "offsets[i / scan_add_of.block] + result[i]",
            "offsets[i / scan_add_of.block]",
        ),
        ("no offset", "offsets[i / scan_add_of.block] + result[i]", "result[i] + 0u * offsets[0]"),
        (
            "offset of the next block",
            "offsets[i / scan_add_of.block]",
            "offsets[(i + 1u) / scan_add_of.block]",
        ),
        (
            "last element left out",
            "if (i < scan_add_of.count) {",
            "if (i + 1u < scan_add_of.count) {",
        ),
    ];
    reject("historical/scan_add", add, scans(ScanLadder::HillisSteele));
    reject("historical/scan_add", add, scans(ScanLadder::WorkEfficient));
}

#[test]
fn wrong_partitions_are_rejected() {
    let one_block: &[Mutation] = &[
        ("one bit too few", "bit < 32u;", "bit < 31u;"),
        ("the sign first", "(key >> bit) & 1u", "(key >> (31u - bit)) & 1u"),
        ("descending", "one == 1u);", "one == 0u);"),
        ("zeros and ones overlap", "zeros + sum - 1u", "zeros + sum - 2u"),
        ("payload left behind", "origin = origins[thread];", ""),
        ("small keys past the end", "var key = 0xffffffffu;", "var key = 0u;"),
        (
            "last key left out",
            "if (thread < digit.count) {\n        keep",
            "if (thread + 1u < digit.count) {\n        keep",
        ),
        ("last round left out", "distance < WORKGROUP;", "distance < WORKGROUP / 2u;"),
    ];
    reject("historical/sort_one_block", one_block, sorts(SortLadder::OneBlock));
    let in_place: &[Mutation] = &[
        ("one bit too few", "bit < 32u;", "bit < 31u;"),
        ("the sign first", "(key >> bit) & 1u", "(key >> (31u - bit)) & 1u"),
        ("descending", "one == 1u);", "one == 0u);"),
        ("zeros and ones overlap", "zeros + ones - 1u", "zeros + ones - 2u"),
        ("payload left behind", "origins[place] = origin;", "origins[thread] = origin;"),
        ("small keys past the end", "values[thread] = 0xffffffffu;", "values[thread] = 0u;"),
        ("last round left out", "distance < WORKGROUP;", "distance < WORKGROUP / 2u;"),
    ];
    reject("historical/sort_in_place", in_place, sorts(SortLadder::OneBlockInPlace));
    let flags: &[Mutation] = &[
        (
            "ones are flagged",
            "1u - ((source[i] >> digit.shift) & 1u)",
            "(source[i] >> digit.shift) & 1u",
        ),
        ("the lowest bit in all passes", "source[i] >> digit.shift", "source[i]"),
        ("last but one not flagged", "if (i < digit.count) {", "if (i + 2u < digit.count) {"),
    ];
    reject("historical/sort_flags", flags, sorts(SortLadder::OneBit));
    let zeros = &[("zeros are flagged", " ^ ONES", "")];
    reject("historical/sort_flags", zeros, sorts(SortLadder::OneBitByOnes));
    let by_ones: &[Mutation] = &[
        ("last key not counted", "ones[digit.count - 1u]", "ones[digit.count - 2u]"),
        ("descending", "one == 1u), key, i);", "one == 0u), key, i);"),
        ("ones one too far", "zeros + ones[i] - 1u", "zeros + ones[i]"),
        ("another's payload", "one == 1u), key, i);", "one == 1u), key, digit.count - 1u - i);"),
    ];
    reject("historical/sort_partition_by_ones", by_ones, sorts(SortLadder::OneBitByOnes));
    let partition: &[Mutation] = &[
        ("last key not counted", "zeros[last] + 1u - bit(source[last])", "zeros[last]"),
        ("descending", "bit(key) == 1u), key, i);", "bit(key) == 0u), key, i);"),
        ("ones in reverse", "all_zeros + i - zeros[i]", "digit.count - 1u - (i - zeros[i])"),
        ("another's payload", "bit(key) == 1u), key, i);", "bit(key) == 1u), key, last - i);"),
        ("last key left out", "if (i >= digit.count) {", "if (i + 1u >= digit.count) {"),
    ];
    reject("historical/sort_partition", partition, sorts(SortLadder::OneBit));
}

#[test]
fn wrong_digits_are_rejected() {
    let histogram: &[Mutation] = &[
        ("the lowest digit in all passes", "source[i] >> digit.shift", "source[i]"),
        (
            "one row per block",
            "table[thread * digit.blocks + block]",
            "table[block * DIGITS + thread]",
        ),
        ("no tail", "if (i < digit.count) {", "if (i + 1u < digit.count) {"),
        ("a chunk left out", "chunk < CHUNKS;", "chunk < CHUNKS - 1u;"),
        ("chunks overlap", "(block * CHUNKS + chunk) * WORKGROUP", "(block + chunk) * WORKGROUP"),
        (
            "counts not cleared",
            "atomicStore(&counts[thread], 0u);",
            "atomicStore(&counts[thread], 1u);",
        ),
    ];
    let scatter: &[Mutation] = &[
        (
            "one row per block",
            "table[thread * digit.blocks + block]",
            "table[block * DIGITS + thread]",
        ),
        ("equal keys in reverse", "& (own_bit - 1u)", "& ~(own_bit | (own_bit - 1u))"),
        ("itself counted", "& (own_bit - 1u)", "& (own_bit | (own_bit - 1u))"),
        ("words below left out", "word < own_word; word++", "word < own_word; word += 2u"),
        (
            "chunks not counted",
            "places[thread] += countOneBits",
            "places[thread] += 0u * countOneBits",
        ),
        ("masks not cleared", "atomicStore(&masks[word], 0u);", "atomicAdd(&masks[word], 0u);"),
        ("another's payload", "keep(place, key, i);", "keep(place, key, digit.count - 1u - i);"),
        ("the lowest digit in all passes", "key >> digit.shift", "key"),
        ("last chunk left out", "chunk < CHUNKS;", "chunk < CHUNKS - 1u;"),
    ];
    for ladder in [SortLadder::FourBits, SortLadder::EightBits] {
        reject("historical/sort_histogram", histogram, sorts(ladder));
        reject("historical/sort_scatter", scatter, sorts(ladder));
    }
    let endings: &[Mutation] = &[(
        "payload not moved",
        "sorted_payload[place] = payload[origin];",
        "sorted_payload[origin] = payload[origin];",
    )];
    reject("historical/sort_scatter", endings, |gpu| {
        compare_sort(gpu, SortLadder::EightBits, &[257])
    });
}
