// uses: draw/from_all | draw/from_spots, draw/from_tile | draw/from_whole
// Halves the size, with 13 samples in five overlapping boxes, which keeps small bright stars from flickering. `from_whole` or
// `from_tile` says where pixels are, `from_spots` or `from_all` what light is added.
// Jimenez, "Next generation post processing in Call of Duty: Advanced Warfare", SIGGRAPH 2014.

const SIDE: u32 = 8u;
/// 4: only the inner box, for slow machines.
const TAPS: u32 = 13u;

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var result: texture_storage_2d<rgba16float, write>;

/// Samples the source. Half floats end at 65,504; without the limit, infinities would spread over the picture.
fn light_at(uv: vec2f) -> vec4f {
    return min(textureSampleLevel(source, linear, bounded(uv, textureDimensions(source)), 0.0), vec4f(6e4));
}

@compute @workgroup_size(SIDE, SIDE)
fn bloom_down(@builtin(global_invocation_id) pixel: vec3u) {
    let size = textureDimensions(result);
    if (any(pixel.xy >= size)) {
        return;
    }
    let uv = center(pixel.xy, size, textureDimensions(source));
    let texel = 1.0 / vec2f(textureDimensions(source));
    let inner = light_at(uv + texel * vec2f(-1.0, -1.0))
        + light_at(uv + texel * vec2f(1.0, -1.0))
        + light_at(uv + texel * vec2f(-1.0, 1.0))
        + light_at(uv + texel * vec2f(1.0, 1.0));
    if (TAPS == 4u) {
        textureStore(result, pixel.xy, min(inner * 0.25 + vec4f(more(pixel.xy), 0.0), vec4f(6e4)));
        return;
    }
    let corners = light_at(uv + texel * vec2f(-2.0, -2.0))
        + light_at(uv + texel * vec2f(2.0, -2.0))
        + light_at(uv + texel * vec2f(-2.0, 2.0))
        + light_at(uv + texel * vec2f(2.0, 2.0));
    let edges = light_at(uv + texel * vec2f(0.0, -2.0))
        + light_at(uv + texel * vec2f(-2.0, 0.0))
        + light_at(uv + texel * vec2f(2.0, 0.0))
        + light_at(uv + texel * vec2f(0.0, 2.0));
    let middle = light_at(uv);
    let sum = inner * 0.125 + corners * 0.03125 + edges * 0.0625 + middle * 0.125;
    textureStore(result, pixel.xy, min(sum + vec4f(more(pixel.xy), 0.0), vec4f(6e4)));
}
