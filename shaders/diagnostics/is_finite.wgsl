/// Whether no component is infinite or NaN. Compilers may optimise comparisons with NaN away, so this looks at the bits: both
/// have all exponent bits set.
fn is_finite(v: vec3f) -> bool {
    let exponent = bitcast<vec3u>(v) & vec3u(0x7f800000u);
    return all(exponent != vec3u(0x7f800000u));
}
