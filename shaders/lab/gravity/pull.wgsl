/// 1: softened, so a body's pull on itself is zero. 0: point masses, where a body must be kept from pulling on itself.
const SOFTENED: u32 = 1u;
/// 1: sum the potential (per unit mass, excluding the body itself) into w.
const POTENTIAL: u32 = 0u;

/// 1 / softened distance. Without softening, 0 at distance 0.
fn inverse_length(offset: vec3f, softening_squared: f32) -> f32 {
    let squared = fma(offset.x, offset.x, fma(offset.y, offset.y, fma(offset.z, offset.z, softening_squared)));
    let inverse = inverseSqrt(squared);
    if (SOFTENED == 0u) {
        return select(0.0, inverse, squared > 0.0);
    }
    return inverse;
}

/// `sum` plus the pull of `body` on a body at `own`. The potential counts only if `other` says that they are two bodies.
fn pull(sum: vec4f, own: vec3f, body: vec4f, other: bool, softening_squared: f32) -> vec4f {
    let offset = body.xyz - own;
    let inverse = inverse_length(offset, softening_squared);
    let strength = body.w * inverse * inverse * inverse;
    var total = vec4f(fma(offset, vec3f(strength), sum.xyz), sum.w);
    if (POTENTIAL == 1u) {
        total.w -= select(0.0, body.w * inverse, other);
    }
    return total;
}
