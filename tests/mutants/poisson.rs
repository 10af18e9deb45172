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
        ("a factor of the neighbour", "along_columns[lane + LANES * m]", "along_columns[lane + LANES * m ^ 1u]"),
        ("not swapped", "x[m].yx * (fft_of.scale / factor)", "x[m] * (fft_of.scale / factor)"),
        ("not scaled", "(fft_of.scale / factor)", "(1.0 / factor)"),
        ("the mean kept", "factor == 0.0);", "factor > 0.0);"),
        ("rows' factors left out", "let along_row = along_rows[min(line, fft_of.lines - 1u)];", "let along_row = along_rows[0];"),
        ("only one workgroup", "(group.y * groups.x + group.x) * LINES + own", "own + LINES"),
    ];
    reject(&checked_gpu(), Some("poisson/solve"), of_fused, fused);
    let divided = |gpu: &Gpu| compare_poisson::<f32>(gpu, &[[30, 48]], PoissonPath::Divided);
    let of_division: &[Mutation] = &[
        ("factors mixed up", "along_rows[i % divide_of.columns]", "along_rows[i / divide_of.columns % divide_of.columns]"),
        ("columns' factors left out", "+ along_columns[i / divide_of.columns]", "+ along_columns[0]"),
        ("the last left out", "i >= divide_of.count", "i + 1u >= divide_of.count"),
        ("the mean kept", "spectrum[i] = complex();", ""),
        ("multiplied", "real(1.0) / factor", "factor"),
    ];
    reject(&checked_gpu(), Some("poisson/divide"), of_division, divided);
}

#[test]
fn wrong_cycles_are_rejected() {
    let compare = |gpu: &Gpu| compare_multigrid(gpu, [32, 16]);
    let mutations: &[Mutation] = &[
        ("one color", "(row + level.color) % 2u", "row % 2u"),
        ("density added", "neighbors(row, column) - density[at];", "neighbors(row, column) + density[at];"),
        ("a wrong divisor", "sum / (2.0 * (level.along_rows + level.along_columns))", "sum / (4.0 * level.along_rows)"),
        (
            "not periodic in a row",
            "select(column + 1u, 0u, column + 1u == level.columns)",
            "min(column + 1u, level.columns - 1u)",
        ),
        ("not periodic in a column", "select(row + 1u, 0u, row + 1u == level.rows)", "min(row + 1u, level.rows - 1u)"),
        ("corners left out", "0.0625 * corners", "0.0 * corners"),
        ("a residual of the wrong sign", "return density[at] - neighbors", "return neighbors(0u, 0u) - density[at] - neighbors"),
        ("a correction left over", "coarse_solution[i] = 0.0;", "coarse_solution[i] *= 1.0;"),
        ("no interpolation", "(near + vec2u(row, column) % 2u)", "near"),
        ("a correction for the old solution", "solution[i] += 0.25", "solution[i] = 0.25"),
    ];
    reject(&checked_gpu(), None, mutations, compare);
}
