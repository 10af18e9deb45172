// Eight bits per channel, encoded for a display.

@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;

/// Triangular noise in -1 .. 1 from a pixel's position, which hides banding in dark gradients. Jimenez's gradient noise.
fn dither(pixel: vec2f) -> f32 {
    let a = fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715))));
    let b = fract(52.9829189 * fract(dot(pixel + vec2f(47.0, 17.0), vec2f(0.06711056, 0.00583715))));
    return a - b;
}

/// Returns the channels that the picture stores for this light.
fn stored(light: vec3f, place: vec2f) -> vec4f {
    let noise = dither(place) / 255.0;
    if (ALPHA == 1u) {
        return straight(light, noise, 255.0);
    }
    return vec4f(developed(light) + noise, 1.0);
}
