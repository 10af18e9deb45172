//! Deliberately wrong kernels of Poisson's equation.

use crate::common::checked_gpu;
use crate::common::mutation::{Mutation, reject};
use crate::common::poisson::{compare_multigrid, compare_poisson, compare_textbook};
use starshell::gpu::Gpu;
use starshell::lab::PoissonVersion;
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

#[test]
fn wrong_versions_of_the_text_are_rejected() {
    use PoissonVersion::{Plain, Staged, Tables, Vectors};
    let reject_of = |label, version, mutations: &[Mutation]| {
        reject(&checked_gpu(), Some(label), mutations, |gpu| compare_textbook(gpu, version, &[30]));
    };
    let turned: Mutation = (
        "turned over",
        "solution[at.y * plane.points + at.x]",
        "solution[at.x * plane.points + at.y]",
    );
    reject_of(
        "poisson/widen",
        Tables,
        &[
            ("one row for all", "source[at.y * plane.points + at.x]", "source[at.x]"),
            ("the last ones left out", "< plane.points", "+ 1u < plane.points"),
        ],
    );
    reject_of(
        "poisson/narrow",
        Tables,
        &[
            ("imaginary parts", "].x - wide[0].x", "].y - wide[0].x"),
            ("not fixed by the first", "- wide[0].x", "- 0.0 * wide[0].x"),
            turned,
        ],
    );
    reject_of(
        "poisson/narrow_vectors",
        Vectors,
        &[
            ("imaginary parts", "fma(0.0, value.y, value.x)", "fma(0.0, value.x, value.y)"),
            ("both parts", "fma(0.0, value.y", "fma(1.0, value.x"),
            ("not fixed by the first", "- wide[0].x", "- 0.0 * wide[0].x"),
            turned,
        ],
    );
    reject_of(
        "poisson/divide_plain",
        Plain,
        &[
            ("never backwards", "2u * i > plane.points", "i > plane.points"),
            ("one direction", "kx * kx + ky * ky", "2.0 * kx * kx"),
        ],
    );
    reject_of(
        "poisson/divide_tables",
        Tables,
        &[
            ("another row", "wave_numbers[at.y]", "wave_numbers[at.x]"),
            ("the mean divided by nothing", "factor = 1.0", "factor = 0.0"),
        ],
    );
    reject_of(
        "poisson/divide_staged",
        Staged,
        &[
            ("the text's slip: only the first", "local.y == 0u &&", "local.x + local.y == 0u &&"),
            ("another row", "= wave_numbers[at.y]", "= wave_numbers[at.x]"),
            ("a positive factor", "var factor = -(", "var factor = ("),
        ],
    );
}
