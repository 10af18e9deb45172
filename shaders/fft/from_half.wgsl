// uses: fft/complex, real_f32 | real_f64
// Half of the spectrum of real lines of even length, 2 * length: packs the spectra of even and odd elements, so that a transform of
// half the length gives pairs of real numbers. The imaginary parts of the first and last element count as zero.

@group(0) @binding(2) var<storage, read> source: array<complex>;

fn load(start: u32, i: u32) -> complex {
    var near = source[start + i];
    var far = conjugate(source[start + fft_of.length - i]);
    if (i == 0u) {
        near = complex(near.x, real());
        far = complex(far.x, real());
    }
    let even = near + far;
    let odd = times(near - far, conjugate(twiddles[fft_of.length + i]));
    return even - turned(odd);
}
