// Sixteen bits per channel, encoded for a display, as integers, which every adapter can store. Steps of 1/65,535 need no dither.

@group(0) @binding(4) var picture: texture_storage_2d<rgba16uint, write>;

/// Returns the channels that the picture stores for this light.
fn stored(light: vec3f, around: vec3f, place: vec2f) -> vec4u {
    let held = dodged(light, around);
    var color = vec4f(developed(held), 1.0);
    if (ALPHA == 1u) {
        color = straight(held, 0.0, 65535.0);
    }
    return vec4u(round(color * 65535.0));
}
