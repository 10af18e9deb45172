/// 1: softened, where a body's pull on itself is zero by itself. 0: bare point masses, where it must be kept out.
const SOFTENED: u32 = 1u;
/// 1: the potential (per unit mass, without the body's own) is summed into w.
const POTENTIAL: u32 = 0u;
/// 0: inverseSqrt, one instruction on most GPUs. 1: 1 / sqrt, as one would first write it.
const RECIPROCAL: u32 = 0u;
/// 1: fma, a product and a sum in one rounding. 0: each by itself; WGSL allows a compiler to fuse them all the same.
const FUSED: u32 = 1u;

/// One over the softened distance; without softening, 0 at no distance.
fn inverse_length(offset: vec3f, softening_squared: f32) -> f32 {
    var squared = offset.x * offset.x + offset.y * offset.y + offset.z * offset.z + softening_squared;
    if (FUSED == 1u) {
        squared = fma(offset.x, offset.x, fma(offset.y, offset.y, fma(offset.z, offset.z, softening_squared)));
    }
    var inverse = inverseSqrt(squared);
    if (RECIPROCAL == 1u) {
        inverse = 1.0 / sqrt(squared);
    }
    if (SOFTENED == 0u) {
        inverse = select(0.0, inverse, squared > 0.0);
    }
    return inverse;
}

/// `sum` and `strength` times `offset`.
fn add_scaled(sum: vec4f, offset: vec3f, strength: f32) -> vec4f {
    if (FUSED == 1u) {
        return vec4f(fma(offset, vec3f(strength), sum.xyz), sum.w);
    }
    return vec4f(sum.xyz + offset * strength, sum.w);
}

/// `sum` and the pull of `body` on what is at `own`; its potential where it is another body than the one pulled on.
fn pull(sum: vec4f, own: vec3f, body: vec4f, other: bool, softening_squared: f32) -> vec4f {
    let offset = body.xyz - own;
    let inverse = inverse_length(offset, softening_squared);
    var total = add_scaled(sum, offset, body.w * inverse * inverse * inverse);
    if (POTENTIAL == 1u) {
        total.w -= select(0.0, body.w * inverse, other);
    }
    return total;
}
