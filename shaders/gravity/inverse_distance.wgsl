// uses: real_f32 | real_f64
/// 1 / sqrt(|offset|^2 + softening^2), the heart of Plummer-softened gravity. Without softening it is 0 at distance 0, so
/// that a body does not pull on itself.
fn inverse_distance(offset: real3, softening_squared: real, softened: bool) -> real {
    let squared = fma(offset.x, offset.x, fma(offset.y, offset.y, fma(offset.z, offset.z, softening_squared)));
    let inverse = inverse_root(squared);
    return select(select(real(), inverse, squared > real()), inverse, softened);
}
