//! Deliberately wrong kernels of the tree. The comparison with direct sums and the checks of the
//! nodes must reject all of them.

use crate::common::checked_gpu;
use crate::common::mutation::{Mutation, reject as reject_all, reject_mutants, with_mutant};
use crate::common::tree::{
    compare_adjustments, compare_control, compare_expansion, compare_force_errors,
    compare_shared_walks, compare_stored_data, compare_tree, compare_walks, compare_work,
};
use starshell::lab::{Bench, LabError, TreeBench, TreeModel, by_stored_data};

/// Every mutation of the kernel with this label must be rejected. `gpu::tree` shows that the
/// kernels themselves pass.
#[track_caller]
fn reject(label: &'static str, mutations: &[Mutation]) {
    reject_mutants(&checked_gpu(), Some(label), mutations, compare_tree);
}

#[test]
fn wrong_keys_are_rejected() {
    reject(
        "tree/extent",
        &[
            ("half of the bodies", "first += LOADS * stride", "first += 2u * LOADS * stride"),
            ("one of four", "k < LOADS; k++) {\n            if", "k < 1u; k++) {\n            if"),
        ],
    );
    reject(
        "tree/cell_keys",
        &[
            ("a plane", "| spread(part.z)", ""),
            ("an axis twice", "spread(part.y) << 1u", "spread(part.x) << 1u"),
            (
                "levels in the wrong order",
                "(digits(cell, 14u) << 10u)",
                "(digits(cell, 0u) << 10u)",
            ),
            ("a box from the origin", "0.5 * body.xyz - low", "0.5 * body.xyz"),
            (
                "not finite bodies among the others",
                "vec2u(0xffffffffu), key",
                "vec2u(0xffffffffu), key ^ vec2u(0u, 0x80000000u)",
            ),
        ],
    );
    reject(
        "tree/starts",
        &[
            (
                "the second half of a key ignored",
                "if (a.x != b.x) {",
                "if (a.x != b.x && i > 0xffffffu) {",
            ),
            (
                "not finite bodies are like others",
                "((a.y | b.y) & 0x80000000u) != 0u",
                "((a.y & b.y) & 0x80000000u) == 1u",
            ),
            (
                "leaves one body too large",
                "shared_levels(i, i + leaf, count);",
                "shared_levels(i, i + leaf + 1u, count);",
            ),
            (
                "leaves without parents",
                "shared_levels(i, last - leaf, count)",
                "shared_levels(i, last - leaf + 1u, count)",
            ),
            ("cells end too early", "return last + 1u;", "return last;"),
            ("one level of a body", "found |= 1u << level;", "found = 1u << level;"),
            ("the last body left out", "levels.bodies = i + 1u;", "levels.bodies = i;"),
            (
                "counts of another level",
                "table[thread * blocks + block]",
                "table[(thread ^ 1u) * blocks + block]",
            ),
            (
                "levels of two digits",
                "(countLeadingZeros(a.x ^ b.x) + 31u) / 3u",
                "(countLeadingZeros(a.x ^ b.x) + 31u) / 2u",
            ),
            (
                "bodies at one place in one leaf",
                "22u + (countLeadingZeros(i ^ j) - 2u) / 3u",
                "53u",
            ),
            (
                "nodes of half a block",
                "marks_before(thread, WORKGROUP)",
                "marks_before(thread, WORKGROUP / 2u)",
            ),
        ],
    );
}

#[test]
fn wrong_nodes_are_rejected() {
    reject(
        "tree/ladder",
        &[
            (
                "ends of another level",
                "ends[level] = scanned[(level + 1u) * blocks];",
                "ends[level] = scanned[level * blocks];",
            ),
            (
                "levels begin late",
                "min(scanned[level * blocks], nodes)",
                "min(scanned[level * blocks] + 1u, nodes)",
            ),
            ("the depth of the root", "depth = above;", "depth = 0u;"),
            ("turns of the tree before", "atomicStore(&turns.later, 0u);", ""),
            (
                "efforts of all walks ever",
                "atomicExchange(&turns.effort, 0u)",
                "atomicLoad(&turns.effort)",
            ),
        ],
    );
    reject(
        "tree/nodes",
        &[
            (
                "places of the block alone",
                "scanned[level * blocks + block] + marks_before",
                "scanned[level * blocks] + marks_before",
            ),
            (
                "no rank within the block",
                "marks_before(level, thread);",
                "marks_before(level, 0u);",
            ),
            ("children of another node", "child = node;", "child = node + 1u;"),
            ("another first body", "vec2u(i, child)", "vec2u(i + 1u, child)"),
            ("no walk is long", "turns.groups[i].y > turns.long", "i > 0xfffffffeu"),
            (
                "long walks come last",
                "turns.groups[i].y > turns.long",
                "turns.groups[i].y <= turns.long",
            ),
            (
                "a turn too far",
                "walking - 1u - atomicAdd(&turns.later, 1u)",
                "walking - atomicAdd(&turns.later, 1u)",
            ),
        ],
    );
}

#[test]
fn wrong_sums_are_rejected() {
    reject(
        "tree/leaves",
        &[
            (
                "one child too few",
                "atomicMin(&ends[slot], lane);",
                "atomicMin(&ends[slot], lane - 1u);",
            ),
            (
                "at most seven children",
                "select(0xffffffffu, LANES, is_inner)",
                "select(0xffffffffu, LANES - 1u, is_inner)",
            ),
            (
                "children of neighbours",
                ">= shared_levels(first, first_of[child + 1u].x, bodies)",
                ">= 0u",
            ),
            (
                "the last body of a leaf left out",
                "var end = atomicLoad(&ends[slot]);",
                "var end = atomicLoad(&ends[slot]) - 1u;",
            ),
            (
                "masses not weighed",
                "vec4f(body.w * (body.xyz - origin), body.w)",
                "vec4f(body.xyz - origin, body.w)",
            ),
            ("parts of other threads forgotten", "sums.diagonal += part.xyz;", ""),
            ("radius of the last body", "max(sums.radius_squared, reach * reach)", "reach * reach"),
            ("trace forgotten", "sums.half_trace + half", "sums.half_trace"),
            ("mixed moments mixed up", "weighed.xxy, offset.yzz", "weighed.xxy, offset.zyz"),
        ],
    );
    reject(
        "tree/cells",
        &[
            (
                "masses of children not weighed",
                "fma(vec3f(child.w), child.xyz - origin, moved)",
                "moved + (child.xyz - origin)",
            ),
            (
                "radius of children forgotten",
                "sqrt(child.radius_squared)",
                "0.0 * sqrt(child.radius_squared)",
            ),
            (
                "moments of children forgotten",
                "child.diagonal.w, child.diagonal.xyz,",
                "0.0, vec3f(),",
            ),
            (
                "mixed moments of children forgotten",
                "child.diagonal.xyz, child.mixed,",
                "child.diagonal.xyz, vec3f(),",
            ),
            (
                "diagonals of other children forgotten",
                "sums.diagonal += diagonals[place].xyz;",
                "sums.diagonal = diagonals[place].xyz;",
            ),
            (
                "the last child left out",
                "sum_of(place, place + children,",
                "sum_of(place, place + children - 1u,",
            ),
            (
                "every second node",
                "first += nodes_per_group * groups",
                "first += 2u * nodes_per_group * groups",
            ),
            ("another level", "begins[above - 1u] +", "begins[above] +"),
            (
                "the lower levels forgotten",
                "var above = levels.depth + 1u;",
                "var above = levels.wide + 1u;",
            ),
            (
                "the upper levels forgotten",
                "max(above, 1u) - 1u, 0u, dispatch == last",
                "max(above, 1u) - 1u, 0u, false",
            ),
        ],
    );
}

#[test]
fn wrong_walks_are_rejected() {
    reject(
        "tree/walk",
        &[
            (
                "cells around bodies pull",
                "squared > least_squared(radius_squared, tree_of.softening_squared) &&",
                "true &&",
            ),
            (
                "all cells are far",
                "select(by_angle, error <= limit, limit >= 0.0)",
                "(limit < 2.0)",
            ),
            (
                "sign",
                "let offset = body.xyz - (*own).place[r];",
                "let offset = (*own).place[r] - body.xyz;",
            ),
            (
                "inverse square instead of cube",
                "body.w * law.strength",
                "body.w * law.depth * law.depth",
            ),
            ("potential with the body's own", "first + k != (*own).at[r]", "true"),
            ("runs used up too early", "u32(taken == length && length > 0u)", "u32(length > 0u)"),
            ("the newest run only", "round[rank.x + k]", "round[k]"),
            ("runs cut wrongly", "(length - taken - 1u)", "(length - taken)"),
            ("leaves lost", "round[before.z] = node;", "round[0] = node;"),
            (
                "the rest of a leaf lost",
                "CHUNK - waiting);\n",
                "CHUNK - waiting);\n                    done += select(0u, 1u, part < number - done);\n",
            ),
            (
                "the effort of the group before",
                "turns.groups[group].y = effort;",
                "turns.groups[max(group, 1u) - 1u].y = effort;",
            ),
            ("efforts of bodies alone", "work.x + 2u * work.y + work.z", "work.x"),
            ("groups walk twice", "turns.groups[own_turn].x", "turns.groups[own_turn & ~1u].x"),
            ("cells lost", "far[cells + before.x] = node;", "far[before.x] = node;"),
            ("the rest of the cells lost", "if (k >= cells) {", "if (k + 1u >= cells) {"),
            ("the rest of the bodies lost", "if (k >= waiting) {", "if (k + 1u >= waiting) {"),
            ("the rest twice", "far[k] = tree_of.capacity;", ""),
            ("sums in sorted order", "finish(body_of(i),", "finish(i,"),
            (
                "first body for all",
                "first + member(r, share, thread), bodies - 1u)",
                "first, bodies - 1u)",
            ),
            (
                "boxes of half the group",
                "for (var k = 1u; k < GROUP / BOXES; k++)",
                "for (var k = 1u; k < 1u; k++)",
            ),
            ("one of two boxes", "gap_from(center, vec3f(both.zw, other.x), other.yzw)", "least"),
        ],
    );
}

#[test]
fn wrong_shares_of_walks_are_rejected() {
    let mutations: &[Mutation] = &[
        ("all parts pull alike", "return thread / (THREADS / PARTS);", "return 0u;"),
        ("bodies of the first share", "share.number * EACH + thread % EACH", "thread % EACH"),
        (
            "the last part forgotten",
            "sum += staged[part * EACH + thread % EACH];",
            "sum += staged[thread % EACH];",
        ),
        ("the same group again", "turns.groups[turn / PARTS].x", "turns.groups[0].x"),
        ("other walks twice", "turn - shared_walks * (PARTS - 1u)", "turn - shared_walks * PARTS"),
        (
            "whole walks in two parts",
            "part < PARTS; part++) {\n            add_bodies(",
            "part < 2u; part++) {\n            add_bodies(",
        ),
    ];
    reject_all(&checked_gpu(), Some("tree/walk"), mutations, compare_shared_walks);
}

#[test]
fn wrong_pulls_of_cells_are_rejected() {
    reject(
        "tree/walk",
        &[
            (
                "mixed moments mixed up",
                "fma(cell.mixed.xxy, way.yxx, cell.mixed.yzz * way.zzy)",
                "fma(cell.mixed.xxy, way.xxx, cell.mixed.yzz * way.zzy)",
            ),
            (
                "trace forgotten",
                "fma(-square, cell.diagonal.w, cell.center_mass.w)",
                "cell.center_mass.w",
            ),
            ("half the quadrupole", "fma(2.5, along,", "fma(1.25, along,"),
            ("sign of the quadrupole", "vec3f(-square), bent", "vec3f(square), bent"),
            (
                "potential of the monopole",
                "fma(0.5, fma(-square, trace, along), cell.center_mass.w)",
                "cell.center_mass.w",
            ),
        ],
    );
    reject(
        "tree/walk",
        &[(
            "monopole without distance",
            "vec3f(strength * scale * scale)",
            "vec3f(strength * scale)",
        )],
    );
}

#[test]
fn wrong_expansions_are_rejected() {
    let mutations: &[Mutation] = &[
        (
            "cells of a round in one place",
            "far[LISTED - 1u - expanded - (rank.x >> 24u)] = node;",
            "far[LISTED - 1u - expanded] = node;",
        ),
        ("the rest twice", "far[LISTED - 1u - k] = tree_of.capacity;", ""),
        ("one thread's part", "return subgroupAdd(part);", "return part;"),
        (
            "the pull at the centre alone",
            "let pull = at.center.xyz + linear + square;",
            "let pull = at.center.xyz;",
        ),
        (
            "no second derivatives",
            "let pull = at.center.xyz + linear + square;",
            "let pull = at.center.xyz + linear;",
        ),
        (
            "lengths not in radii",
            "(place - group_of.center) * group_of.inverse_radius",
            "(place - group_of.center)",
        ),
        (
            "trace of the first derivatives",
            "fma(vec3f(curved), squares, vec3f(-strength))",
            "curved * squares",
        ),
        (
            "mixed first derivatives mixed up",
            "at.slope_mixed.zxy * offset.zxy",
            "at.slope_mixed.yzx * offset.zxy",
        ),
        ("second derivatives not halved", "0.5 * diagonal", "diagonal"),
        (
            "trace of the second derivatives",
            "fma(vec3f(5.0 * twisted), squares, vec3f(-twisted))",
            "(5.0 * twisted) * squares",
        ),
        (
            "diagonal of the second derivatives",
            "fma(weighed - 2.0 * twisted, way, (*expansion).bend)",
            "fma(weighed, way, (*expansion).bend)",
        ),
        (
            "second derivatives exchanged",
            "at.bend_last.yzx * squares.yzx",
            "at.bend_last.zxy * squares.yzx",
        ),
        ("the mixed one forgotten", "at.bend_mixed * mixed.yzx", "0.0 * mixed.yzx"),
        ("potential at the centre", "fma(-group_of.radius, along, at.center.w)", "at.center.w"),
        (
            "potential of the first derivative",
            "at.center.xyz + 0.5 * linear",
            "at.center.xyz + linear",
        ),
    ];
    reject_all(&checked_gpu(), Some("tree/walk"), mutations, compare_expansion);
}

#[test]
fn wrong_walks_alone_are_rejected() {
    let mutations: &[Mutation] = &[
        ("bodies pull away", "let way = body.xyz - place;", "let way = place - body.xyz;"),
        ("inverse square", "body.w * law.strength", "body.w * law.depth * law.depth"),
        (
            "the rest of a run lost",
            "stack[top - 1u] = ((node + 1u) << 3u) | ((run & 7u) - 1u);",
            "top -= 1u;",
        ),
        ("the first child alone", "(found.x << 3u) | ((found.y & ~INNER) - 1u)", "(found.x << 3u)"),
        (
            "the last body of a leaf left out",
            "k < found.x + found.y;",
            "k + 1u < found.x + found.y;",
        ),
        (
            "cells never pull",
            "total = with_cell(total, place, cell, tree_of.softening_squared);",
            "",
        ),
        ("results of another body", "finish(body_of(i), total);", "finish(i, total);"),
    ];
    reject_all(&checked_gpu(), Some("tree/walk_alone"), mutations, compare_walks);
}

#[test]
fn wrongly_stored_data_are_rejected() {
    let gpu = checked_gpu();
    let compare = |stored: &starshell::gpu::Gpu| compare_stored_data(stored, &gpu);
    let walk: &[Mutation] = &[
        ("of the next node", "moments[3u * node + 2u].w", "moments[3u * node + 5u].w"),
        ("a root too many", "left_out * inverseSqrt(softened)", "left_out"),
        ("nothing left out", "let error = left_out *", "let error = 0.0 * left_out *"),
    ];
    reject_all(&by_stored_data(&gpu), Some("tree/walk"), walk, compare);
    let stored = "sums.half_trace * sqrt(sums.radius_squared)";
    for label in ["tree/leaves", "tree/cells"] {
        let mutations: &[Mutation] = &[
            ("without the radius", stored, "sums.half_trace"),
            ("the square of the radius", stored, "sums.half_trace * sums.radius_squared"),
        ];
        reject_all(&by_stored_data(&gpu), Some(label), mutations, compare);
    }
}

#[test]
fn wrong_counts_of_work_are_rejected() {
    let mutations: &[Mutation] = &[
        ("work of the first group alone", "work_of[group] =", "work_of[0] ="),
        ("leaves as one body", "work.x += number;", "work.x += 1u;"),
        ("nodes not counted", "vec4u(0u, all.x, taken.y, 0u)", "vec4u(0u, all.x, 0u, 0u)"),
        ("no stack", "work.w = max(work.w, top);", ""),
    ];
    reject_all(&checked_gpu(), Some("tree/walk"), mutations, compare_work);
}

#[test]
fn wrong_checks_of_forces_are_rejected() {
    let mutations: &[Mutation] = &[
        ("sign", "var offset = source.xyz - places[b];", "var offset = places[b] - source.xyz;"),
        ("inverse square", "source.w * law.strength", "source.w * law.depth * law.depth"),
        ("bodies that are nowhere pull", "if (is_finite(source.xyz)) {", "{"),
        ("the last sources left out", "if (j < count) {", "if (j + 1u < count) {"),
        ("half of the threads", "sums[thread] += sums[thread + half];", ""),
        (
            "the same body again",
            "(errors_of.first + row * errors_of.stride) % count",
            "errors_of.first % count",
        ),
        ("the sums of another body", "sums[thread] = totals[b];", "sums[thread] = totals[0];"),
        (
            "the last body of a workgroup left out",
            "first + b < sampled",
            "first + b + 1u < sampled",
        ),
        ("error of another body", "found[index].xyz - field", "found[row].xyz - field"),
        ("absolute errors", "off / size", "off"),
        (
            "relative to what pulls leave alone",
            "max(length(sum.xyz), LEAST * sum.w)",
            "length(sum.xyz)",
        ),
        (
            "bodies without an error",
            "select(-1.0, error, is_finite(place) && is_finite(sum.xyz))",
            "error",
        ),
    ];
    reject_all(&checked_gpu(), Some("diagnostics/force_errors"), mutations, compare_force_errors);
    let marks: &[Mutation] = &[
        ("of another body", "acceleration[found.x].w", "acceleration[thread.x].w"),
        ("of the body before", "errors[thread.x + 1u]", "errors[thread.x]"),
    ];
    reject_all(&checked_gpu(), Some("diagnostics/mark_errors"), marks, compare_force_errors);
}

#[test]
fn wrong_controls_of_errors_are_rejected() {
    let mutations: &[Mutation] = &[
        ("away from what is wanted", "exp(-min(weight, most) *", "exp(min(weight, most) *"),
        (
            "never",
            "levels.accuracy = clamp(levels.accuracy * exp(",
            "levels.judged = clamp(levels.accuracy * exp(",
        ),
        ("half of the errors", "const ABOVE: f32 = 0.01;", "const ABOVE: f32 = 0.5;"),
        ("every body is above", "select(0.0, 1.0, error > bound)", "1.0"),
        ("one thread counts", "count += counts[other];", ""),
        ("without bounds from below", "adjust_of.least, adjust_of.most", "0.0, adjust_of.least"),
    ];
    reject_all(&checked_gpu(), Some("tree/adjust"), mutations, compare_control);
    let mutations: &[Mutation] = &[
        ("without patience", "select(1.0, adjust_of.patience, off < 0.0)", "1.0"),
        ("patience with errors that are too large", "off < 0.0);", "true);"),
        ("no sample counts for more", "min(abs(off) * ABOVE * count / SURE, 1.0)", "0.0"),
        ("no memory", "max(min(levels.judged + count, adjust_of.memory), count)", "count"),
    ];
    reject_all(&checked_gpu(), Some("tree/adjust"), mutations, compare_adjustments);
    reject_all(
        &checked_gpu(),
        Some("tree/walk"),
        &[("the accuracy as it was", "levels.accuracy * usual", "0.001953125 * usual")],
        compare_control,
    );
}

#[test]
fn the_lab_gives_wrong_trees_no_time() {
    let (gpu, bench) = (checked_gpu(), TreeBench::new(TreeModel::Plummer, 300));
    let report = bench.measure(&gpu).unwrap().tree.unwrap();
    assert!(
        report.bodies.mean > 0.0
            && report.bodies.mean <= 300.0
            && report.compared == 300
            && report.shape.depth > 0
    );
    assert!(
        (2.0..=8.0).contains(&report.shape.children_per_node),
        "{}",
        report.shape.children_per_node
    );
    let mutation = (
        "sign",
        "let offset = body.xyz - (*own).place[r];",
        "let offset = (*own).place[r] - body.xyz;",
    );
    let error =
        with_mutant(&gpu, Some("tree/walk"), mutation, |gpu| bench.measure(gpu).unwrap_err());
    assert!(matches!(error, LabError::Wrong { bench: "tree", .. }), "{error}");
}
