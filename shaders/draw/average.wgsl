// Averages squares of samples into pixels, in linear light.

const SIDE: u32 = 8u;
/// Samples per pixel along each axis.
const SAMPLES: u32 = 2u;

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var result: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(SIDE, SIDE)
fn average(@builtin(global_invocation_id) pixel: vec3u) {
    if (any(pixel.xy >= textureDimensions(result))) {
        return;
    }
    var sum = vec4f();
    for (var y = 0u; y < SAMPLES; y++) {
        for (var x = 0u; x < SAMPLES; x++) {
            // Half floats end at 65,504. Light beyond that must not spread as infinity.
            sum += min(textureLoad(source, pixel.xy * SAMPLES + vec2u(x, y), 0), vec4f(6e4));
        }
    }
    textureStore(result, pixel.xy, sum / f32(SAMPLES * SAMPLES));
}
