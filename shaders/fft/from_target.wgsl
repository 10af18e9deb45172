// uses: fft/complex, fft/to_complex
// Lines that results replace.

fn load(start: u32, i: u32) -> complex {
    return results[start + i * fft_of.source.z];
}
