/// Numbers in double precision.
alias Element = f64;
alias Quad = vec4<f64>;

// Infinities are made of single precision's: WGSL has no constants of them.
fn lowest() -> f64 {
    return -highest();
}

fn highest() -> f64 {
    var bits = 0x7f800000u;
    return f64(bitcast<f32>(bits));
}
