// uses: fft/complex, real_f32 | real_f64
// Lines of real numbers.

/// Whether a result needs the element at the mirrored place.
const MIRRORED: bool = false;

@group(0) @binding(3) var<storage, read_write> results: array<real>;

fn store(start: u32, line: u32, i: u32, value: complex, mirror: complex) {
    results[start + i] = joined(fft_of.scale, fft_of.scale_low) * value.x;
}
