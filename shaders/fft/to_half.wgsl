// uses: fft/complex, real_f32 | real_f64
// Half of the spectrum of real lines of even length, 2 * length, from the transform of their pairs.

/// Whether a result needs the element at the mirrored place.
const MIRRORED: bool = true;

@group(0) @binding(3) var<storage, read_write> results: array<complex>;

fn store(start: u32, line: u32, i: u32, value: complex, mirror: complex) {
    let scale = joined(fft_of.scale, fft_of.scale_low);
    let even = value + conjugate(mirror);
    let odd = turned(times(value - conjugate(mirror), twiddles[fft_of.length + i]));
    results[start + i] = scale * real(0.5) * (even + odd);
    if (i == 0u) {
        results[start + fft_of.length] = scale * complex(value.x - value.y, real());
    }
}
