//! Deliberately wrong sums of spots, each made by one replacement in the real WGSL.

use crate::common::checked_gpu;
use crate::common::mutation::{Mutation, reject, reject_mutants};
use crate::common::spots::compare_spots;

#[test]
fn wrong_sums_of_spots_are_rejected() {
    let deposits: &[Mutation] = &[
        ("parts overlap", "before = after;", "before = vec3u();"),
        (
            "left and right swapped",
            "0.5 * (0.5 - offset) * (0.5 - offset), 0.75",
            "0.5 * (0.5 + offset) * (0.5 + offset), 0.75",
        ),
        ("a column to the right", "pixel.x + i % 3u - 1u", "pixel.x + i % 3u"),
        ("a row down", "pixel.y + i / 3u - 1u", "pixel.y + i / 3u"),
        ("the middle of a pixel is its corner", "vec2f(pixel) - 0.5", "vec2f(pixel)"),
    ];
    reject(&checked_gpu(), Some("draw/deposit"), deposits, compare_spots);
    let others: &[(&str, &[Mutation])] = &[
        (
            "draw/soften",
            &[
                ("rows only", "row_at(middle + k * SIDE)", "row_at(middle + k)"),
                (
                    "the farthest pixel left out",
                    "k <= reach; k++) {\n        sum += weight(k) * (row_at",
                    "k < reach; k++) {\n        sum += weight(k) * (row_at",
                ),
                ("margin forgotten", "group.xy * SIDE + MARGIN - reach", "group.xy * SIDE"),
                ("the unit upside down", "unit_of[1] * view.flux", "unit_of[0] * view.flux"),
            ],
        ),
        ("draw/unit", &[("sums overflow", "(above - 32u) << 23u", "(above - 40u) << 23u")]),
        (
            "draw/brightness",
            &[(
                "one spot in a workgroup counts",
                "atomicAdd(&own[(bitcast",
                "atomicMax(&own[(bitcast",
            )],
        ),
    ];
    for (label, mutations) in others {
        reject_mutants(&checked_gpu(), Some(label), mutations, compare_spots);
    }
}
