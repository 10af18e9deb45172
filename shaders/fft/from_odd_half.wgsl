// uses: fft/complex, real_f32 | real_f64
// Half of the spectrum of real lines of odd length; the other half is its conjugate. The imaginary part of the first counts as zero.

@group(0) @binding(2) var<storage, read> source: array<complex>;

fn load(start: u32, i: u32) -> complex {
    if (i == 0u) {
        return complex(source[start].x, real());
    }
    if (2u * i < fft_of.length) {
        return source[start + i];
    }
    return conjugate(source[start + fft_of.length - i]);
}
