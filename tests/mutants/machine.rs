//! Deliberately wrong kernels of the experiments that show how a GPU works: every row that runs one
//! must be wrong.

use crate::common::checked_gpu;
use crate::common::laboratory::compare;
use crate::common::mutation::{Mutation, reject};
use starshell::lab::Case;

/// Every mutation of the kernel must make these rows of an experiment wrong, and the kernel itself
/// none of them. Run-time checks are on, because a wrong kernel may index anywhere.
#[track_caller]
fn reject_rows(
    label: &'static str,
    name: &str,
    count: usize,
    is_meant: impl Fn(&Case) -> bool,
    mutations: &[Mutation],
) {
    reject(&checked_gpu(), Some(label), mutations, |gpu| compare(gpu, name, count, &is_meant));
}

#[test]
fn wrong_kernels_of_threads_are_rejected() {
    let is_32 = |case: &Case| case.at == Some(32.0);
    reject_rows(
        "machine/divergence",
        "divergence",
        1500,
        is_32,
        &[
            ("always the first path", "(index / params.together) % params.paths", "0u"),
            (
                "a path too long",
                "case 17u: { for (var i = 0u; i < steps;",
                "case 17u: { for (var i = 0u; i <= steps;",
            ),
            ("a path like another", "rotated(x, 31u)", "rotated(x, 30u)"),
            ("last thread left out", "index >= params.count", "index + 1u >= params.count"),
        ],
    );
    reject_rows(
        "machine/block",
        "workgroup-size",
        300,
        |case| case.at == Some(64.0),
        &[
            ("a step too few", "i < params.steps", "i + 1u < params.steps"),
            ("last thread left out", "index >= params.count", "index + 1u >= params.count"),
        ],
    );
    reject_rows(
        "machine/occupancy",
        "occupancy",
        300,
        |case| case.at == Some(2.0),
        &[
            ("a read too few", "i < params.steps", "i + 1u < params.steps"),
            (
                "the thread itself in place of its neighbour",
                "((thread + 1u) % WORKGROUP)",
                "thread",
            ),
            ("one chain for all", "at = ((index / 32u)", "at = ((index / 64u)"),
        ],
    );
}

#[test]
fn wrong_kernels_of_memory_are_rejected() {
    reject_rows(
        "machine/coalescing",
        "coalescing",
        2048,
        |case| case.at == Some(8.0),
        &[
            ("no stride", "((number << stride) & mask) | (number >> (bits - stride))", "number"),
            ("words read twice", "(number << stride) & mask)", "(number << stride) & (mask / 2u))"),
        ],
    );
    reject_rows(
        "machine/coalescing",
        "coalescing",
        2048,
        |case| case.at.is_none(),
        &[("half an order", "(x ^ (x >> (bits / 2u)))", "x")],
    );
    reject_rows(
        "machine/bank_conflicts",
        "bank-conflicts",
        300,
        |case| case.at == Some(33.0),
        &[
            ("no stride", "thread * params.stride + i", "thread + i"),
            ("a row twice", "tile[at + 224u]", "tile[at + 192u]"),
            ("a tile like another's", "(block * TILE + j)", "j"),
        ],
    );
}

#[test]
fn wrong_counters_are_rejected() {
    let is = |variant: &'static str| move |case: &Case| case.variant == variant;
    let reject_variant = |label, variant, mutations: &[Mutation]| {
        reject_rows(label, "atomics", 9000, is(variant), mutations)
    };
    reject_variant(
        "machine/atomics",
        "256 counters",
        &[
            ("another counter", "(word >> 24u) % OWN", "(word >> 23u) % OWN"),
            ("a word too few", "index < params.count", "index + 1u < params.count"),
        ],
    );
    reject_variant(
        "machine/atomics",
        "256 counters, workgroups' sums",
        &[(
            "counters that stay",
            "atomicAdd(&counters[i], atomicLoad(&own[i]))",
            "atomicStore(&counters[i], atomicLoad(&own[i]))",
        )],
    );
    reject_variant(
        "machine/atomics",
        "one counter, threads' sums",
        &[("the last word alone", "sum += word;", "sum = word;")],
    );
    reject_variant(
        "machine/atomics",
        "a counter per thread",
        &[("a neighbour's counter", "counters[block + thread]", "counters[block + (thread ^ 1u)]")],
    );
    if checked_gpu().features().contains(starshell::wgpu::Features::SUBGROUP) {
        reject_variant(
            "machine/atomics_of_subgroups",
            "one counter, subgroups' sums",
            &[("every thread adds the sum", "if (lane == 0u)", "if (lane != 0u)")],
        );
    }
}

#[test]
fn wrong_launches_and_peaks_are_rejected() {
    reject_rows("machine/tick", "launches", 3, |_| true, &[("counts twice", "+= 1u", "+= 2u")]);
    let is_peak = |variant: &'static str| move |case: &Case| case.variant == variant;
    reject_rows(
        "machine/copy",
        "reduction",
        4000,
        is_peak("copy"),
        &[
            ("a neighbour's", "= source[index]", "= source[index ^ 1u]"),
            ("last left out", "index < params.count", "index + 1u < params.count"),
        ],
    );
    reject_rows(
        "machine/multiply_add",
        "roofline",
        600,
        is_peak("fused multiply-add"),
        &[
            ("a chain for another", "c * 3.0", "b * 3.0"),
            ("a step too few", "i < params.steps", "i + 1u < params.steps"),
        ],
    );
}
