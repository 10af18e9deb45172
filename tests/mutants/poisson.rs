//! Deliberately wrong kernels of Poisson's equation.

use crate::common::checked_gpu;
use crate::common::mutation::{Mutation, reject};
use crate::common::poisson::{compare_multigrid, compare_poisson};
use starshell::gpu::Gpu;
use starshell::primitives::PoissonPath;

#[test]
fn wrong_solutions_are_rejected() {
    let fused = |gpu: &Gpu| compare_poisson::<f32>(gpu, &[[16, 30]], PoissonPath::Fused);
    let of_fused: &[Mutation] = &[
        (
            "a factor of the neighbour",
            "root_count * (lane + LANES * m)",
            "root_count * (lane + LANES * m ^ 1u)",
        ),
        ("not swapped", "x[m].yx * factor", "x[m] * factor"),
        ("not scaled", "joined(fft_of.scale, fft_of.scale_low) * value", "value"),
        ("the mean kept", "return real();", "return real(1.0);"),
        ("rows' factors left out", "let side = line % fft_of.inner;", "let side = 0u * line;"),
        ("only one workgroup", "(group.y * groups.x + group.x) * LINES + own", "own + LINES"),
    ];
    reject(&checked_gpu(), Some("poisson/filter_lines"), of_fused, fused);
    let split = |gpu: &Gpu| compare_poisson::<f32>(gpu, &[[256, 6]], PoissonPath::Split);
    let of_split: &[Mutation] = &[
        ("all lines have the first one's waves", "wave + fft_of.root_count", "fft_of.root_count"),
        ("not turned for the way back", "times(value, turn)", "value"),
    ];
    reject(&checked_gpu(), Some("poisson/filter_lines"), of_split, split);
    let divided = |gpu: &Gpu| compare_poisson::<f32>(gpu, &[[30, 48]], PoissonPath::Divided);
    let of_division: &[Mutation] = &[
        (
            "factors mixed up",
            "factor_of(i % multiply_of.lines, i /",
            "factor_of(i / multiply_of.lines % multiply_of.lines, i /",
        ),
        ("columns' factors left out", "+ along_columns[i]", "+ along_columns[0]"),
        ("the last left out", "i < multiply_of.count", "i + 1u < multiply_of.count"),
        ("the mean kept", "return real();", "return real(1.0);"),
        ("multiplied", "real(1.0) / factor", "factor"),
    ];
    reject(&checked_gpu(), Some("poisson/multiply"), of_division, divided);
}

#[test]
fn wrong_cycles_are_rejected() {
    let compare = |gpu: &Gpu| compare_multigrid(gpu, [32, 16]);
    let mutations: &[Mutation] = &[
        ("one color", "(row + level.color) % 2u", "row % 2u"),
        (
            "density added",
            "neighbors(row, column) - density[at];",
            "neighbors(row, column) + density[at];",
        ),
        (
            "a wrong divisor",
            "sum / (2.0 * (level.along_rows + level.along_columns))",
            "sum / (4.0 * level.along_rows)",
        ),
        (
            "not periodic in a row",
            "select(column + 1u, 0u, column + 1u == level.columns)",
            "min(column + 1u, level.columns - 1u)",
        ),
        (
            "not periodic in a column",
            "select(row + 1u, 0u, row + 1u == level.rows)",
            "min(row + 1u, level.rows - 1u)",
        ),
        ("corners left out", "0.0625 * corners", "0.0 * corners"),
        (
            "a residual of the wrong sign",
            "return density[at] - neighbors",
            "return neighbors(0u, 0u) - density[at] - neighbors",
        ),
        ("a correction left over", "coarse_solution[i] = 0.0;", "coarse_solution[i] *= 1.0;"),
        ("no interpolation", "(near + vec2u(row, column) % 2u)", "near"),
        ("a correction for the old solution", "solution[i] += 0.25", "solution[i] = 0.25"),
    ];
    reject(&checked_gpu(), None, mutations, compare);
}
