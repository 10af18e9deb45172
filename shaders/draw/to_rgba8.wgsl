// Eight bits per channel, encoded for a display.

@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;

/// Blue noise, 64 x 64 bytes.
@group(0) @binding(8) var<uniform> noise: array<vec4u, 256>;

/// Noise of a pixel with a triangular distribution in -1 .. 1, which hides the steps in dark gradients. It is blue, without slow
/// waves, so the eye does not see it.
fn dither(pixel: vec2f) -> f32 {
    let place = vec2u(pixel) & vec2u(63u);
    let index = 64u * place.y + place.x;
    let word = noise[index >> 4u][(index >> 2u) & 3u];
    let level = (f32((word >> (8u * (index & 3u))) & 255u) + 0.5) / 128.0 - 1.0;
    return sign(level) * (1.0 - sqrt(1.0 - abs(level)));
}

/// Returns the channels that the picture stores for this light.
fn stored(light: vec3f, around: vec3f, place: vec2f) -> vec4f {
    let held = dodged(light, around);
    let noise = dither(place) / 255.0;
    if (ALPHA == 1u) {
        return straight(held, noise, 255.0);
    }
    return vec4f(developed(held) + noise, 1.0);
}
