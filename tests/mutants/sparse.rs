//! Deliberately wrong kernels of sparse matrices, each made by one replacement in the real WGSL.
//! The comparisons that the real kernels pass (`tests/gpu/sparse.rs`) must reject all of them.

use crate::common::checked_gpu;
use crate::common::mutation::{self, Mutation};
use crate::common::sparse::{awkward, compare_solver, compare_spmv};
use starshell::gpu::{KernelSource, Tuning};
use starshell::primitives::{Real, SpmvPath, SpmvPlan};

/// Every mutation of this kernel must be rejected, and the kernel itself accepted.
#[track_caller]
fn reject(path: SpmvPath, kernel: KernelSource, tuning: Tuning, mutations: &[Mutation]) {
    let plan = SpmvPlan { path, tuning };
    // The last ones only take longer.
    let matrices = &awkward::<f32>()[..9];
    mutation::reject(&checked_gpu(), Some(kernel.label), mutations, |gpu| {
        compare_spmv(gpu, plan, matrices)
    });
}

/// Mistakes in the loop over a row.
const LOOP: [Mutation; 3] = [
    (
        "values are not multiplied",
        "values[at] * x[columns[at]]",
        "values[at] + 0.0 * x[columns[at]]",
    ),
    ("another column", "x[columns[at]]", "x[columns[at] / 2u]"),
    ("values twice", "values[at] *", "values[at] * values[at] *"),
];

#[test]
fn wrong_products_by_rows_are_rejected() {
    let rows: &[Mutation] = &[
        ("the last nonzero left out", "at < end;", "at + 1u < end;"),
        (
            "the first nonzero left out",
            "var at = row_starts[row];",
            "var at = row_starts[row] + 1u;",
        ),
        ("the last row left out", "row >= spmv_of.rows", "row + 1u >= spmv_of.rows"),
        ("a row past the last", "row >= spmv_of.rows", "row > spmv_of.rows"),
        ("added to what is there", "y[row] = sum;", "y[row] += sum;"),
        ("only one workgroup", "thread_index(group, groups, local, WORKGROUP)", "local"),
    ];
    let kernels = f32::KERNELS;
    reject(SpmvPath::Rows, kernels.rows, &[], &[rows, &LOOP].concat());
    let lanes: &[Mutation] = &[
        ("lanes share nonzeros", "at += LANES", "at += 1u"),
        ("lanes from the same nonzero", "row_starts[row] + lane", "row_starts[row]"),
        ("the last row left out", "if (row < spmv_of.rows) {", "if (row + 1u < spmv_of.rows) {"),
        ("a row past the last", "lane == 0u && row < spmv_of.rows", "lane == 0u"),
        ("the last lane's sum", "lane == 0u", "lane == LANES - 1u"),
        ("half of the lanes", "width > 0u;", "width > 1u;"),
        ("a lane's own sum", "return lane_sums[thread];", "return value;"),
        ("lanes of other rows", "thread % LANES < width", "thread < width"),
        ("rows of the workgroup before", "+ local / LANES", "+ local / (2u * LANES)"),
    ];
    reject(SpmvPath::Lanes4, kernels.lanes, &[("WORKGROUP", 32), ("LANES", 4)], lanes);
}

#[test]
fn wrong_products_through_workgroup_memory_are_rejected() {
    let shared: &[Mutation] = &[
        ("one tile only", "tile += TILE", "tile += 64u * TILE"),
        ("tiles overlap", "4u * (tile + TILE)", "4u * tile + TILE"),
        ("the first nonzero of a tile twice", "max(begin, 4u * tile)", "begin"),
        ("the row before, too", "max(begin, 4u * tile)", "4u * tile"),
        (
            "half of the loads",
            "for (var i = 0u; i < QUADS; i++) {\n            let quad",
            "for (var i = 0u; i < 1u; i++) {\n            let quad",
        ),
        ("the last row left out", "if (row < spmv_of.rows) {", "if (row + 1u < spmv_of.rows) {"),
        ("a row past the last", "if (row < spmv_of.rows) {", "if (row <= spmv_of.rows) {"),
        ("the last quad left out", "if (4u * quad < all) {", "if (4u * quad + 4u < all) {"),
    ];
    let tuning: Tuning = &[("WORKGROUP", 16), ("QUADS", 2)];
    let stream: &[Mutation] = &[
        ("a column twice", "x[column.z], x[column.w]", "x[column.z], x[column.z]"),
        ("components in another order", "[at % 4u]", "[3u - at % 4u]"),
    ];
    reject(SpmvPath::Stream, f32::KERNELS.stream, tuning, &[shared, stream].concat());
}

#[test]
fn wrong_products_of_equal_parts_are_rejected() {
    let merge: &[Mutation] = &[
        ("half of the products", "at < nonzeros)", "at < nonzeros / 2u)"),
        ("ends of the row before", "row_starts[first_row + i + 1u]", "row_starts[first_row + i]"),
        (
            "ends from the start of the matrix",
            "row_starts[first_row + i + 1u] - first",
            "row_starts[first_row + i + 1u]",
        ),
        (
            "a row from its start in an earlier tile",
            "max(row_starts[first_row + i], first) - first",
            "row_starts[first_row + i] - first",
        ),
        ("the last row is no carry", "i <= rows;", "i < rows;"),
        ("a carry of nothing", "Run(min(begin, nonzeros), nonzeros)", "Run(nonzeros, nonzeros)"),
        ("the carry of another tile", "tile_sums[tile] = sum;", "tile_sums[tile / 2u] = sum;"),
        ("a short row without its last product", "at < run.end; at++", "at + 1u < run.end; at++"),
        ("longer rows left out", "row < count;", "row + WORKGROUP / LANES < count;"),
        ("all lanes from the start", "run.begin + thread % LANES", "run.begin"),
        ("lanes skip products", "at += LANES", "at += 2u * LANES"),
    ];
    let tuning = &[("WORKGROUP", 8), ("ITEMS", 3), ("SHORT", 2), ("LANES", 4)];
    reject(SpmvPath::Merge, f32::KERNELS.merge, tuning, merge);
    let alone: &[Mutation] = &[
        ("no carry", "tile_sums[tile] = sum;", "tile_sums[tile] = 0.0;"),
        (
            "the rest of the tile left out",
            "for (; at < last; at++)",
            "for (; at + 1u < last; at++)",
        ),
        ("rows run on", "sum = real();\n    }", "}"),
        ("the row before, too", "row < last_row;", "row < last_row + 1u;"),
        ("a tile from the start of the matrix", "tile * ITEMS - splits[tile]", "tile * ITEMS"),
        ("the end of the row before", "row_starts[row + 1u]", "row_starts[row]"),
    ];
    reject(SpmvPath::MergeAlone, f32::KERNELS.merge_alone, &[("ITEMS", 5)], alone);
    let carries: &[Mutation] = &[
        ("the first tile's only", "tile < spans[i].end;", "tile < spans[i].first + 1u;"),
        ("the tile of the end, too", "tile < spans[i].end;", "tile <= spans[i].end;"),
        ("lanes share tiles", "tile += LANES", "tile += 2u * LANES"),
        ("carries instead of the row", "y[spans[i].row] += sum;", "y[spans[i].row] = sum;"),
        ("another row", "y[spans[i].row] +=", "y[i] +="),
        ("the last row left out", "if (i < carry_of.spans) {", "if (i + 1u < carry_of.spans) {"),
    ];
    reject(SpmvPath::MergeAlone, f32::KERNELS.carries, &[("ITEMS", 5)], carries);
}

#[test]
fn wrong_solvers_are_rejected() {
    let kernels = f32::SOLVER;
    let reject = |kernel: KernelSource, mutations: &[Mutation]| {
        mutation::reject(&checked_gpu(), Some(kernel.label), mutations, |gpu| {
            compare_solver::<f32>(gpu, 1e-4)
        });
    };
    let start: &[Mutation] = &[
        ("from what is there", "solution[i] = real();", "solution[i] += real();"),
        (
            "no preconditioner at first",
            "direction[i] = inverse[i] * right;",
            "direction[i] = right;",
        ),
        ("another norm", "right * inverse[i] * right", "right * right"),
        ("the last unknown left out", "i >= solver.unknowns", "i + 1u >= solver.unknowns"),
        (
            "goes on from the last state",
            "state[STATUS] = real(STARTED);",
            "state[STATUS] = real(RUNNING);",
        ),
    ];
    reject(kernels.start, start);
    let curvature: &[Mutation] = &[
        (
            "the direction twice",
            "direction[i] * image[i]",
            "direction[i] * direction[i] * image[i]",
        ),
        ("the last unknown left out", "i < solver.unknowns", "i + 1u < solver.unknowns"),
    ];
    reject(kernels.curvature, curvature);
    let advance: &[Mutation] = &[
        ("backwards", "solution[i] += length", "solution[i] -= length"),
        ("half of the way", "state[SQUARE] / curvature", "real(0.5) * state[SQUARE] / curvature"),
        (
            "along the residual",
            "residual[i] - length * image[i]",
            "residual[i] - length * (image[i] + direction[i])",
        ),
        ("the residual stays", "residual[i] = left;", "residual[i] = left + length * image[i];"),
        ("another norm", "left * inverse[i] * left", "left * inverse[i] * inverse[i] * left"),
        ("on after the end", "u32(state[STATUS]) != RUNNING ||", ""),
    ];
    reject(kernels.advance, advance);
    let turn: &[Mutation] = &[
        ("upside down", "square / state[SQUARE]", "state[SQUARE] / square"),
        ("steepest descent", "square / state[SQUARE]", "real()"),
        (
            "the square of the start",
            "state[ITERATIONS] += real(1);\n            state[SQUARE] = square;",
            "state[ITERATIONS] += real(1);",
        ),
        (
            "the tolerance itself",
            "square <= state[TOLERANCE] * state[FIRST]",
            "square * square <= state[TOLERANCE] * state[FIRST]",
        ),
        ("no end", "square <= state[TOLERANCE] * state[FIRST]", "square < real()"),
        ("no count", "state[ITERATIONS] += real(1);", ""),
        ("no first square", "state[FIRST] = square;", "state[FIRST] = real(1);"),
    ];
    reject(kernels.turn, turn);
    let direct: &[Mutation] = &[
        (
            "the preconditioner twice",
            "inverse[i] * residual[i]",
            "inverse[i] * inverse[i] * residual[i]",
        ),
        ("all of the last direction", "state[KEPT] * direction[i]", "direction[i]"),
        ("the last unknown left out", "i < solver.unknowns", "i + 1u < solver.unknowns"),
    ];
    reject(kernels.direct, direct);
}
