//! Deliberately wrong kernels of gravity on a grid.

use crate::common::checked_gpu;
use crate::common::mesh::{compare_images, compare_isolated, compare_periodic};
use crate::common::mesh_near::{compare_ewald, compare_near};
use crate::common::mutation::{Mutation, reject};
use starshell::gpu::Gpu;

#[test]
fn wrong_grids_are_rejected() {
    let compare = |gpu: &Gpu| compare_isolated(gpu).and_then(|()| compare_periodic(gpu));
    let mutations: &[Mutation] = &[
        ("carries lost", "high + u32(before > 0xffffffffu - low)", "high"),
        (
            "high words lost",
            "f32(words[at].y) * 4294967296.0 + f32(words[at].x)",
            "f32(words[at].x)",
        ),
        ("masses left over", "words[at] = vec2u();", ""),
        (
            "one body left out",
            "if (at >= mesh.count) {\n        return;\n    }\n    let i = order[at];\n    let body",
            "if (at + 1u >= mesh.count) {\n        return;\n    }\n    let i = order[at];\n    let body",
        ),
        (
            "one node of eight",
            "k < ACROSS * ACROSS * ACROSS; k++) {\n        let offset = vec3u(k % ACROSS",
            "k < 1u; k++) {\n        let offset = vec3u(k % ACROSS",
        ),
        (
            "the nearest node's shares swapped",
            "vec4f(1.0 - part, part, 0.0, 0.0)",
            "vec4f(part, 1.0 - part, 0.0, 0.0)",
        ),
        (
            "another element's factor",
            "unit_spectrum[i * stride + line]",
            "unit_spectrum[i * stride]",
        ),
        ("repulsion", "-0.5 * rise", "0.5 * rise"),
        ("the own potential left", "- dot(next, vec3f(1.0))", ""),
        ("lengths of nodes", "vec4f(vec3f(scale * scale), scale)", "vec4f(vec3f(scale), scale)"),
        ("a grid on one side", "- (0.5 * cells + frame_of.before) / around", ""),
        ("a grid around half of the bodies", "0.999 * cells / length", "1.999 * cells / length"),
        ("masses too small", "heaviest / 281474976710656.0", "bounds.high.w / 281474976710656.0"),
        (
            "differences of one side",
            "at_node(node + step.xyy) - at_node(node + back.xyy)",
            "at_node(node + step.xyy) - at_node(node)",
        ),
        (
            "axes mixed up",
            "at_node(node + step.yyx) - at_node(node + back.yyx)",
            "at_node(node + step.yxy) - at_node(node + back.yxy)",
        ),
    ];
    reject(&checked_gpu(), None, mutations, compare);
}

#[test]
fn wrong_images_are_rejected() {
    let mutations: &[Mutation] = &[
        ("not the nearest", "offset - period * round(offset / period)", "offset"),
        ("without sides", "sign(offset) * sum", "sum"),
        ("per length", "/ (period * period)", "/ period"),
        ("no shares", "shares.x * shares.y * shares.z * images", "0.125 * images"),
        (
            "across",
            "(node.z * (INTERVALS + 1u) + node.y) * (INTERVALS + 1u) + node.x",
            "(node.x * (INTERVALS + 1u) + node.y) * (INTERVALS + 1u) + node.z",
        ),
    ];
    reject(&checked_gpu(), Some("diagnostics/force_errors"), mutations, compare_images);
    let mutations: &[Mutation] = &[(
        "one node less",
        "f32(frame_of.side) / frame_of.period",
        "(f32(frame_of.side) - 1.0) / frame_of.period",
    )];
    reject(&checked_gpu(), Some("mesh/frame"), mutations, compare_images);
}

#[test]
fn wrong_pairs_are_rejected() {
    let mutations: &[Mutation] = &[
        ("no pairs", "squared < REACH_SQUARED && j != own", "squared < 0.0 && j != own"),
        ("its own potential", "squared < REACH_SQUARED && j != own", "squared < REACH_SQUARED"),
        ("half of the reach", "const REACH: f32 = 7.501", "const REACH: f32 = 3.7"),
        (
            "less of the grid",
            "sum = grid_part(there, body.w);",
            "sum = 0.99 * grid_part(there, body.w);",
        ),
        (
            "the own potential left",
            "sum.w -= mass * own_potential(x, y, z);",
            "sum.w -= 0.1 * own_potential(x, y, z);",
        ),
        ("points on the grid", "places[0].softness * unit.y", "0.0 * places[0].softness"),
        ("fewer neighbours", " - 0.2 * rise(node, 2u)", ""),
        (
            "shares from back to front",
            "vec4f(outer.x, inner, outer.y)",
            "vec4f(outer.y, inner, outer.x)",
        ),
        ("blocks begin too late", "block_of[middle] < i", "block_of[middle] <= i"),
        ("room for nobody", "(0.5 * cells + frame_of.before) / around", "(0.5 * cells) / around"),
        ("one spectrum", "merged[i].y = second[i].x;", "merged[i].y = 0.0 * second[i].x;"),
        ("a wider split", "const NARROWNESS: f32 = 0.4", "const NARROWNESS: f32 = 0.38"),
    ];
    reject(&checked_gpu(), None, mutations, compare_near);
}

#[test]
fn wrong_pairs_across_edges_are_rejected() {
    let mutations: &[Mutation] = &[
        ("not the nearest", "offset -= near_of.period * round(offset / near_of.period);", ""),
        ("the first run of a row", "turn < 1u + u32(end > blocks)", "turn < 1u"),
        (
            "far across an edge",
            "return min(before - side * floor(before / side), behind - side * floor(behind / side));",
            "return nearest;",
        ),
        (
            "no sides",
            "if (mesh.side < mesh.whole) {\n        low = clamp",
            "if (true) {\n        low = clamp",
        ),
    ];
    reject(&checked_gpu(), Some("mesh/near"), mutations, |gpu| compare_ewald(gpu, &[16, 32]));
}
