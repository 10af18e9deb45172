/// Single-precision numbers.
alias Element = f32;

// WGSL has no infinity constants, so these are built at run time.
fn lowest() -> f32 {
    return -highest();
}

fn highest() -> f32 {
    var bits = 0x7f800000u;
    return bitcast<f32>(bits);
}
