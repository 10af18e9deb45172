//! Deliberately wrong kernels of gravity on a grid.

use crate::common::checked_gpu;
use crate::common::mesh::{compare_images, compare_isolated, compare_periodic};
use crate::common::mutation::{Mutation, reject};
use starshell::gpu::Gpu;

#[test]
fn wrong_grids_are_rejected() {
    let compare = |gpu: &Gpu| compare_isolated(gpu).and_then(|()| compare_periodic(gpu));
    let mutations: &[Mutation] = &[
        ("carries lost", "high + u32(before > 0xffffffffu - low)", "high"),
        ("high words lost", "f32(words[at].y) * 4294967296.0 + f32(words[at].x)", "f32(words[at].x)"),
        ("masses left over", "words[at] = vec2u();", ""),
        (
            "one body left out",
            "if (at >= mesh.count) {\n        return;\n    }\n    let i = order[at];\n    let body",
            "if (at + 1u >= mesh.count) {\n        return;\n    }\n    let i = order[at];\n    let body",
        ),
        (
            "one node of eight",
            "for (var k = 0u; k < 8u; k++) {\n        let offset = offset_of(k);\n        let units",
            "for (var k = 0u; k < 1u; k++) {\n        let offset = offset_of(k);\n        let units",
        ),
        (
            "the nearest node's shares swapped",
            "select(1.0 - part, part, offset == vec3u(1u))",
            "select(part, 1.0 - part, offset == vec3u(1u))",
        ),
        ("another element's factor", "unit_spectrum[i * stride + line].x", "unit_spectrum[i * stride].x"),
        ("repulsion", "-0.5 * rise", "0.5 * rise"),
        ("the own potential left", "- dot(next, vec3f(1.0))", ""),
        ("lengths of nodes", "vec4f(vec3f(scale * scale), scale)", "vec4f(vec3f(scale), scale)"),
        ("a grid on one side", "- 0.5 * cells / around", ""),
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
    let mutations: &[Mutation] =
        &[("one node less", "f32(frame_of.side) / frame_of.period", "(f32(frame_of.side) - 1.0) / frame_of.period")];
    reject(&checked_gpu(), Some("mesh/frame"), mutations, compare_images);
}
