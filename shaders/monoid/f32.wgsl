/// Numbers in single precision.
alias Element = f32;
alias Quad = vec4<f32>;

// WGSL has no constant infinities: these are made when the kernel runs.
fn lowest() -> f32 {
    return -highest();
}

fn highest() -> f32 {
    var bits = 0x7f800000u;
    return bitcast<f32>(bits);
}
