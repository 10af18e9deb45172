/// Whether no component is infinite or not a number. Comparisons may be optimised away, bits may not: both have every bit
/// of the exponent set.
fn is_finite(v: vec3f) -> bool {
    let exponent = bitcast<vec3u>(v) & vec3u(0x7f800000u);
    return all(exponent != vec3u(0x7f800000u));
}
