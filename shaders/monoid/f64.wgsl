/// Double-precision numbers.
alias Element = f64;

// WGSL has no infinity constants, so these are converted from single precision at run time.
fn lowest() -> f64 {
    return -highest();
}

fn highest() -> f64 {
    var bits = 0x7f800000u;
    return f64(bitcast<f32>(bits));
}
