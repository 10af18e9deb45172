// uses: fft/complex
// Lines of complex numbers, or of pairs of real ones.

@group(0) @binding(2) var<storage, read> source: array<complex>;

fn load(start: u32, i: u32) -> complex {
    return source[start + i * fft_of.source.z];
}
