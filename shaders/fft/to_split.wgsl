// uses: fft/complex
// The first pass of a line that is transformed in two: each result is turned by the root of unity of its place in the whole.

/// Whether a result needs the element at the mirrored place.
const MIRRORED: bool = false;

@group(0) @binding(3) var<storage, read_write> results: array<complex>;
/// Roots of the whole length: the first 4096, then every 4096th.
@group(0) @binding(4) var<storage, read> roots: array<complex>;

fn store(start: u32, line: u32, i: u32, value: complex, mirror: complex) {
    let number = (line / fft_of.root_each) % fft_of.root_count * i;
    let root = times(roots[number % 4096u], roots[4096u + number / 4096u]);
    let turn = select(root, conjugate(root), fft_of.is_inverse == 1u);
    results[start + i * fft_of.target_at.z] = times(value, turn);
}
