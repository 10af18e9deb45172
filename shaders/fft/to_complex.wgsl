// uses: fft/complex, real_f32 | real_f64
// Lines of complex numbers, or of pairs of real ones; the first `kept` elements of each.

/// Whether a result needs the element at the mirrored place.
const MIRRORED: bool = false;

@group(0) @binding(3) var<storage, read_write> results: array<complex>;

fn store(start: u32, line: u32, i: u32, value: complex, mirror: complex) {
    if (i < fft_of.kept) {
        results[start + i * fft_of.target_at.z] = joined(fft_of.scale, fft_of.scale_low) * value;
    }
}
