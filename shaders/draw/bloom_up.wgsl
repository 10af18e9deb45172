// uses: draw/from_tile | draw/from_whole
// Doubles the size with a 3 x 3 tent filter, and mixes the result into the finer level. `from_whole` or `from_tile` says where
// pixels are.

const SIDE: u32 = 8u;
/// 4: half as wide a tent, for slow machines.
const TAPS: u32 = 9u;
/// Share of the coarser level: more makes the glow wider.
const WIDTH: f32 = 0.7;

@group(0) @binding(0) var coarse: texture_2d<f32>;
@group(0) @binding(1) var fine: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;
@group(0) @binding(3) var result: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(SIDE, SIDE)
fn bloom_up(@builtin(global_invocation_id) pixel: vec3u) {
    let size = textureDimensions(result);
    if (any(pixel.xy >= size)) {
        return;
    }
    let coarse_size = textureDimensions(coarse);
    let uv = center(pixel.xy, size, coarse_size);
    let texel = 1.0 / vec2f(coarse_size);
    var tent = vec4f();
    if (TAPS == 4u) {
        for (var corner = 0u; corner < 4u; corner++) {
            let at = bounded(uv + texel * (vec2f(f32(corner & 1u), f32(corner >> 1u)) - 0.5), coarse_size);
            tent += textureSampleLevel(coarse, linear, at, 0.0) * 0.25;
        }
        textureStore(result, pixel.xy, mix(textureLoad(fine, pixel.xy, 0), tent, WIDTH));
        return;
    }
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let weight = f32((2 - abs(x)) * (2 - abs(y))) / 16.0;
            let at = bounded(uv + texel * vec2f(f32(x), f32(y)), coarse_size);
            tent += textureSampleLevel(coarse, linear, at, 0.0) * weight;
        }
    }
    textureStore(result, pixel.xy, mix(textureLoad(fine, pixel.xy, 0), tent, WIDTH));
}
