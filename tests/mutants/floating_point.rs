//! Deliberately wrong kernels of the experiments about floating point: the rows that run them must
//! be wrong.

use crate::common::checked_gpu;
use crate::common::laboratory::compare;
use crate::common::mutation::{Mutation, reject};

/// Every mutation of the kernel must make this row of an experiment wrong.
#[track_caller]
fn reject_row(
    label: &'static str,
    name: &str,
    count: usize,
    variant: &str,
    mutations: &[Mutation],
) {
    let is_meant = |case: &starshell::lab::Case| case.variant == variant;
    reject(&checked_gpu(), Some(label), mutations, |gpu| compare(gpu, name, count, is_meant));
}

#[test]
fn wrong_sums_of_floats_are_rejected() {
    reject_row(
        "floating_point/serial_sum",
        "one-sum",
        5000,
        "one thread",
        &[
            ("signs left out", "sum += source[i]", "sum += abs(source[i])"),
            (
                "the second half left out",
                "i < params.end",
                "i < params.first + (params.end - params.first) / 2u",
            ),
            ("the first number again and again", "source[i]", "source[params.first]"),
        ],
    );
    // More numbers than one dispatch adds.
    reject_row(
        "floating_point/serial_sum",
        "one-sum",
        20_000,
        "one thread",
        &[("only the last dispatch", "var sum = result[0];", "var sum = 0.0 * result[0];")],
    );
    reject_row(
        "floating_point/exchange_sum",
        "one-sum",
        5000,
        "compare and exchange",
        &[
            ("never tried again", "is_added = found.exchanged;", "is_added = true;"),
            (
                "last number left out",
                "min(first + NUMBERS, params.count)",
                "min(first + NUMBERS, params.count) - 1u",
            ),
        ],
    );
    reject_row(
        "floating_point/two_float_sum",
        "one-sum",
        5000,
        "two floats",
        &[
            ("nothing left over", "rounded(rest + rounded(a.y + b.y))", "rounded(a.y + b.y)"),
            ("lower parts left out", "rounded(rest + rounded(a.y + b.y))", "rest"),
            ("last number left out", "params.run, params.count)", "params.run, params.count - 1u)"),
        ],
    );
}

#[test]
fn wrong_products_in_sums_are_rejected() {
    for (variant, mutation) in [
        (
            "a * b + c",
            ("a difference", "triple.x * triple.y + triple.z", "triple.x * triple.y - triple.z"),
        ),
        (
            "fma(a, b, c)",
            (
                "another factor",
                "fma(triple.x, triple.y, triple.z)",
                "fma(triple.x, triple.x, triple.z)",
            ),
        ),
        (
            "product kept apart",
            ("not rounded", "^ params.zero) + triple.z", "^ (params.zero + 1u)) + triple.z"),
        ),
        (
            "a * b + c",
            ("last triple left out", "index >= params.count", "index + 1u >= params.count"),
        ),
    ] {
        reject_row("floating_point/fused", "fused", 300, variant, &[mutation]);
    }
}
