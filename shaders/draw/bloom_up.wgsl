// Twice the size, by a 3 x 3 tent; the blend mixes it into the finer level.

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;

@fragment
fn fragment(pixel: Pixel) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    var sum = vec4f();
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let weight = f32((2 - abs(x)) * (2 - abs(y))) / 16.0;
            sum += textureSampleLevel(source, linear, pixel.uv + texel * vec2f(f32(x), f32(y)), 0.0) * weight;
        }
    }
    return sum;
}
