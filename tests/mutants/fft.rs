//! Deliberately wrong kernels of Fourier transforms.

use crate::common::checked_gpu;
use crate::common::fft::{compare_complex, compare_real};
use crate::common::mutation::{Mutation, reject, reject_mutants};
use starshell::gpu::Gpu;
use starshell::primitives::{FftPath, FftRequest};

/// Lengths of every radix, few lines and many, across and along.
const ANY: [FftRequest; 3] = [
    FftRequest::plane(14, 480).by(FftPath::AnyRadix),
    FftRequest::plane(49, 3).by(FftPath::AnyRadix),
    FftRequest::lines(1, 4096).by(FftPath::AnyRadix),
];
const REAL: [FftRequest; 2] = [
    FftRequest::plane(3, 14).by(FftPath::AnyRadix),
    FftRequest::plane(3, 15).by(FftPath::AnyRadix),
];

#[test]
fn wrong_transforms_of_any_radix_are_rejected() {
    let complex = |gpu: &Gpu| compare_complex::<f32>(gpu, &ANY);
    let mutations: &[Mutation] = &[
        (
            "a root of the neighbour",
            "twiddles[at.root + r * at.span]",
            "twiddles[at.root + r * at.span + 1u]",
        ),
        ("stages in place", "ELEMENTS - begin + end", "begin + end"),
        ("a buffer behind", "begin = ELEMENTS - begin;", ""),
        ("results of blocks mixed", "(b - j) * radix + j", "b * radix"),
        (
            "lines past the last",
            "if (place.x < own) {\n            let value = load(",
            "if (place.x < own - 1u) {\n            let value = load(",
        ),
        (
            "last result of seven",
            "put(at, 6u, x[6]);\n        }\n        default",
            "put(at, 6u, x[5]);\n        }\n        default",
        ),
        (
            "last result of three",
            "put(at, 2u, x[2]);\n        }\n        case 4u",
            "put(at, 2u, x[1]);\n        }\n        case 4u",
        ),
        ("seventh of eight", "put(at, 7u, x[7]);", ""),
        (
            "only one workgroup",
            "(group.y * groups.x + group.x) * fft_of.group",
            "0u * fft_of.group",
        ),
        (
            "not swapped",
            "elements[place.y * fft_of.group + place.x] = select(value, value.yx, is_inverse)",
            "elements[place.y * fft_of.group + place.x] = value",
        ),
        ("a wrong sine of three", "0.8660254037844386", "0.8661"),
        (
            "a wrong turn of five",
            "turn_2 = turned(sin_2 * outer[1] - sin_1 * inner[1])",
            "turn_2 = turned(sin_2 * outer[1] + sin_1 * inner[1])",
        ),
        (
            "a wrong turn of seven",
            "sin_3 * outer[1] - sin_1 * middle[1] + sin_2 * inner[1]",
            "sin_3 * outer[1] - sin_1 * middle[1] - sin_2 * inner[1]",
        ),
        ("a wrong eighth", "complex(a.x + a.y, a.y - a.x)", "complex(a.x + a.y, a.x - a.y)"),
        ("not scaled", "joined(fft_of.scale, fft_of.scale_low) * value", "value"),
        ("lines of one block", "(line / inner) * strides.x", "0u * strides.x"),
    ];
    reject(&checked_gpu(), None, mutations, complex);
    let of_split: &[Mutation] = &[
        ("roots of another element", "% fft_of.root_count * i;", "% fft_of.root_count * (i + 1u);"),
        ("roots not conjugate", "select(root, conjugate(root), fft_of.is_inverse == 1u)", "root"),
        (
            "coarse roots left out",
            "times(roots[number % 4096u], roots[4096u + number / 4096u])",
            "roots[number % 4096u]",
        ),
    ];
    let long = |gpu: &Gpu| {
        compare_complex::<f32>(gpu, &[FftRequest::lines(1, 10_000).by(FftPath::AnyRadix)])
    };
    reject(&checked_gpu(), Some("fft/split/any_radix"), of_split, long);
}

#[test]
fn wrong_real_transforms_are_rejected() {
    let real = |gpu: &Gpu| compare_real::<f32>(gpu, &REAL);
    let mutations: &[Mutation] = &[
        ("no mirror", "(fft_of.length - place.y) % fft_of.length", "place.y"),
        (
            "odd ones not turned",
            "let odd = turned(times(value - conjugate(mirror), twiddles[fft_of.length + i]));",
            "let odd = turned(value - conjugate(mirror));",
        ),
        (
            "the last left out",
            "results[start + fft_of.length] = scale * complex(value.x - value.y, real());",
            "",
        ),
        ("twice too large", "scale * real(0.5) * (even + odd)", "scale * (even + odd)"),
        (
            "mirror not conjugate",
            "var far = conjugate(source[start + fft_of.length - i]);",
            "var far = source[start + fft_of.length - i];",
        ),
        ("odd ones subtracted", "return even - turned(odd);", "return even + turned(odd);"),
        (
            "an odd half not conjugate",
            "return conjugate(source[start + fft_of.length - i]);",
            "return source[start + fft_of.length - i];",
        ),
        ("an odd half too long", "2u * i < fft_of.length", "2u * i < fft_of.length + 2u"),
        (
            "real lines one behind",
            "complex(source[start + i], real())",
            "complex(source[start + i + 1u], real())",
        ),
        ("imaginary results", "fft_of.scale_low) * value.x", "fft_of.scale_low) * value.y"),
    ];
    reject(&checked_gpu(), None, mutations, real);
}

#[test]
fn wrong_transforms_in_registers_are_rejected() {
    let request = FftRequest::lines(300, 32).by(FftPath::Registers);
    let complex = |gpu: &Gpu| compare_complex::<f32>(gpu, &[request]);
    let mutations: &[Mutation] = &[
        ("a root of the neighbour", "twiddles[r * span + lane % span]", "twiddles[r * span]"),
        ("a part left behind", "(*x)[m].y = exchanged[", "(*x)[m].x = exchanged["),
        ("lines share places", "let at = line * LENGTH + i;", "let at = i;"),
        ("a wrong root", "times(d[1], root_3)", "times(d[1], root_1)"),
        ("not turned", "turned(by_eighth(c[3]))", "by_eighth(c[3])"),
        ("only one workgroup", "(group.y * groups.x + group.x) * LINES + own", "own"),
        ("halves swapped", "(*x)[i] = both[0];", "(*x)[i] = both[1];"),
        ("not swapped", "x[m] = select(value, value.yx, is_inverse)", "x[m] = value"),
    ];
    reject(&checked_gpu(), Some("fft/complex/registers"), mutations, complex);
    let long = |gpu: &Gpu| {
        compare_complex::<f32>(gpu, &[FftRequest::lines(2, 512).by(FftPath::Registers)])
    };
    let of_blocks: &[Mutation] = &[
        ("results of blocks mixed", "(b - j) * radix + j", "b * radix"),
        ("results in each other's place", "+ m / (16u / radix) * span", "+ m / (16u / radix)"),
    ];
    reject_mutants(&checked_gpu(), Some("fft/complex/registers"), of_blocks, long);
    let real =
        |gpu: &Gpu| compare_real::<f32>(gpu, &[FftRequest::lines(3, 64).by(FftPath::Registers)]);
    let mirrored: &[Mutation] =
        &[("no mirror", "(LENGTH - lane - LANES * m) % LENGTH", "(lane + LANES * m) % LENGTH")];
    reject_mutants(&checked_gpu(), Some("fft/real/registers"), mirrored, real);
}
