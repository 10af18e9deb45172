// Half floats: the light itself, linear and unbounded, as it is before the tone map. Alpha is premultiplied; light adds to
// what is behind it, and hides it where it is brighter than white.

@group(0) @binding(4) var picture: texture_storage_2d<rgba16float, write>;

/// Returns the channels that the picture stores for this light.
fn stored(light: vec3f, around: vec3f, place: vec2f) -> vec4f {
    let alpha = select(1.0, min(max(light.r, max(light.g, light.b)), 1.0), ALPHA == 1u);
    return vec4f(light, alpha);
}
