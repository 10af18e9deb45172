//! Deliberately wrong rungs of the tuning ladder, each made by one replacement in the real WGSL.
//! The comparison that the real ones pass (`tests/gpu/rungs.rs`) must reject all of them. Missing
//! barriers are left out, because they may change nothing on a CPU adapter.

use crate::common::checked_gpu;
use crate::common::mutation::{self, Mutation};
use crate::common::rungs::{COUNTS, compare_double, compare_rung};
use starshell::lab::Rung;

/// Every mutation of the rung's kernel must be rejected. Run-time checks are on, because a wrong
/// kernel may index anywhere.
#[track_caller]
fn reject(rung: Rung, mutations: &[Mutation]) {
    let label = rung.kernel().unwrap().label;
    mutation::reject_mutants(&checked_gpu(), Some(label), mutations, |gpu| {
        compare_rung(gpu, rung, COUNTS)
    });
}

#[test]
fn wrong_rungs_without_tiles_are_rejected() {
    reject(
        Rung::Rung0,
        &[
            ("last body of a dispatch left out", "i < range.end", "i + 1u < range.end"),
            (
                "first body of a dispatch left out",
                "var i = range.first;",
                "var i = range.first + 1u;",
            ),
            ("last source left out", "j < count", "j + 1u < count"),
            ("sign", "bodies[j].posy - own.y", "own.y - bodies[j].posy"),
        ],
    );
    reject(
        Rung::Rung1,
        &[
            ("inverse square instead of cube", "inverse * inverse * inverse", "inverse * inverse"),
            ("softening not squared", "+ softening_squared)", "+ sqrt(softening_squared))"),
            ("last body left out", "i >= count", "i + 1u >= count"),
        ],
    );
    reject(
        Rung::Rung2,
        &[
            ("mass of the body itself", "mass[j] *", "mass[0] *"),
            (
                "no softening",
                "softening_squared = params.softening_squared;",
                "softening_squared = 1e-10;",
            ),
        ],
    );
    reject(
        Rung::Rung3,
        &[
            ("mass of the body itself", "mass[j] *", "mass[0] *"),
            ("a coordinate twice", "posz[j] - own.z", "posy[j] - own.z"),
        ],
    );
    reject(Rung::Rung4, &[("not the reciprocal", "inverseSqrt(dx", "sqrt(dx")]);
    reject(
        Rung::Rung5,
        &[
            ("nothing before the body", "j < i;", "j < 0u;"),
            ("one body too few behind", "var j = i + 1u;", "var j = i + 2u;"),
            ("one body too few before", "j < i;", "j + 1u < i;"),
        ],
    );
}

#[test]
fn wrong_rungs_with_tiles_are_rejected() {
    reject(
        Rung::Rung6,
        &[
            ("no tail", "min(params.count - first, WORKGROUP)", "WORKGROUP"),
            ("a source too few", "k < terms;", "k + 1u < terms;"),
            ("last tile left out", "first < params.count;", "first + WORKGROUP < params.count;"),
            ("the place in the tile tested", "let j = first + k;", "let j = k;"),
            (
                "always the first tile",
                "let source = min(first + thread, last);",
                "let source = min(thread, last);",
            ),
        ],
    );
    let eight: &[Mutation] = &[
        ("no tail", "select(0.0, mass[source], first + thread <= last)", "mass[source]"),
        ("another test", "if (j + 5u != i)", "if (j + 5u != 5u)"),
        ("a term twice", "own, k + 6u)", "own, k + 5u)"),
        ("terms left out", "k += 8u", "k += 16u"),
    ];
    reject(Rung::Rung7, eight);
    reject(Rung::Rung8, &[eight[0], eight[2], eight[3]]);
    reject(
        Rung::Rung9,
        &[
            ("one coordinate left out", "dx * dx + (dy * dy", "dx * dx + (dx * dy"),
            ("softening left out", "dz * dz + params.softening_squared", "dz * dz + 1e-10"),
            ("another sum", "sum.z + dz * scale", "sum.y + dz * scale"),
        ],
    );
    reject(
        Rung::Rung10,
        &[
            ("half of each 128", "own, k + 64u)", "own, k)"),
            ("the first 128 only", "k += 128u", "k += 256u"),
            (
                "four of eight",
                "return pull(pull(pull(pull(four, own, k + 4u)",
                "return pull(pull(pull(pull(four, own, k + 3u)",
            ),
        ],
    );
}

#[test]
fn wrong_rungs_in_double_precision_are_rejected() {
    let mutations: &[Mutation] = &[
        (
            "differences in single precision",
            "tile_posx[k] - own.x;",
            "f64(f32(tile_posx[k] - own.x));",
        ),
        ("no tail", "select(0.0lf, mass[source], first + thread <= last)", "mass[source]"),
        ("half of each 128", "own, k + 64u)", "own, k)"),
    ];
    mutation::reject_mutants(&checked_gpu(), Some("ladder/rung_10_f64"), mutations, |gpu| {
        compare_double(gpu, COUNTS)
    });
}
