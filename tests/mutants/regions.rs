//! Deliberately wrong kernels of regions.

use crate::common::checked_gpu;
use crate::common::mutation::{Mutation, reject_mutants};
use crate::common::regions::compare_regions;

/// Every mutation of the kernel with this label must be rejected. `gpu::regions` shows that the kernels
/// themselves pass.
#[track_caller]
fn reject(label: &'static str, mutations: &[Mutation]) {
    reject_mutants(&checked_gpu(), Some(label), mutations, compare_regions);
}

#[test]
fn wrong_rows_and_cuts_of_regions_are_rejected() {
    reject(
        "regions/begin",
        &[
            ("the sums before", "vec4f(vec3f(), length(row))", "vec4f(row, length(row))"),
            ("a larger last acceleration", "length(row))", "1e3 * length(row))"),
            ("a potential to begin with", "vec4f(row, 0.0)", "vec4f(row, 1.0)"),
            ("accelerations lost", "vec4f(row, 0.0)", "vec4f()"),
        ],
    );
    reject(
        "regions/search",
        &[
            (
                "the first half of keys ignored",
                "key.y == cut.y && (",
                "key.y == cut.y && false && (",
            ),
            ("as if nobody had the same key", "is_after && key.x == cut.x", "false"),
            ("one too few", "first = middle + 1u;", "first = middle + 2u;"),
            (
                "the first cut alone",
                "ends[cut] = vec2u(first_after(cuts[cut]",
                "ends[cut] = vec2u(first_after(cuts[0]",
            ),
        ],
    );
}

#[test]
fn wrong_moves_between_regions_are_rejected() {
    reject(
        "regions/exchange",
        &[
            ("copies stay", "position[row] = vec4u(NOWHERE);", ""),
            ("numbers stay", "numbers[row] = NOBODY;", ""),
            (
                "another velocity",
                "moved[body + 1u] = velocity[row];",
                "moved[body + 1u] = position[row];",
            ),
            (
                "bodies that stay",
                "select(exchange_of.high + place - exchange_of.low, place, place < exchange_of.low)",
                "place",
            ),
            ("the first ones", "exchange_of.place + i", "i"),
            ("another number", "numbers[row] = last.w;", "numbers[row] = last.w ^ 1u;"),
            ("another place", "position[row] = moved[body];", "position[row] = moved[body + 1u];"),
        ],
    );
}

#[test]
fn wrong_walks_and_steps_of_regions_are_rejected() {
    reject(
        "tree/walk",
        &[
            ("what others gave is lost", "before.xyz + sum.xyz, before.w", "sum.xyz, before.w"),
            ("potentials of others are lost", "before.w + sum.w", "sum.w"),
            ("itself in the potential", "tree_of.is_own == 1u", "false"),
            ("the places of rows", "return position[order[i]].xyz;", "return position[i].xyz;"),
            ("half of the bodies", "select(0u, ends[0].x, levels.bodies > 0u)", "ends[0].x / 2u"),
            (
                "rows of places",
                "fn body_of(i: u32) -> u32 {\n    return order[i];",
                "fn body_of(i: u32) -> u32 {\n    return i;",
            ),
            ("no last acceleration", "return rows[body].w;", "return 0.0;"),
        ],
    );
    reject(
        "regions/advance",
        &[
            ("half of the forces", "a = acceleration[i].xyz;", "a = 0.5 * acceleration[i].xyz;"),
            ("nobody moves", "position[i] = after.position;", ""),
        ],
    );
}

#[test]
fn wrong_judgements_of_regions_are_rejected() {
    reject(
        "regions/choose",
        &[
            ("the first body", "let row = order[place];", "let row = order[0u * place];"),
            ("one body again and again", "k * choose_of.stride", "0u * k * choose_of.stride"),
            ("of the first region", "- choose_of.begin", ""),
        ],
    );
    reject(
        "diagnostics/force_errors",
        &[("of the last region", "sums_of[row] += sum;", "sums_of[row] = sum;")],
    );
    reject(
        "regions/judge",
        &[
            ("another acceleration", "chosen[2u * k + 1u].xyz, sum", "chosen[2u * k].xyz, sum"),
            ("no error", "select(-1.0, error, is_body)", "-1.0"),
        ],
    );
}
