// uses: fft/complex, real_f32 | real_f64
// Lines of real numbers.

@group(0) @binding(2) var<storage, read> source: array<real>;

fn load(start: u32, i: u32) -> complex {
    return complex(source[start + i], real());
}
