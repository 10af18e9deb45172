/// 1 / sqrt(|offset|^2 + softening^2), the heart of Plummer-softened gravity. Without softening, 0 at no distance, so that
/// a body does not pull on itself.
fn inverse_distance(offset: vec3f, softening_squared: f32, softened: bool) -> f32 {
    let squared = fma(offset.x, offset.x, fma(offset.y, offset.y, fma(offset.z, offset.z, softening_squared)));
    let inverse = inverseSqrt(squared);
    return select(select(0.0, inverse, squared > 0.0), inverse, softened);
}
