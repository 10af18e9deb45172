// Half the size, by 13 samples in five overlapping boxes, which keeps small bright stars from flickering.
// Jimenez, "Next generation post processing in Call of Duty: Advanced Warfare", SIGGRAPH 2014.

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;

@fragment
fn fragment(pixel: Pixel) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    let inner = textureSampleLevel(source, linear, pixel.uv + texel * vec2f(-1.0, -1.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(1.0, -1.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(-1.0, 1.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(1.0, 1.0), 0.0);
    let corners = textureSampleLevel(source, linear, pixel.uv + texel * vec2f(-2.0, -2.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(2.0, -2.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(-2.0, 2.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(2.0, 2.0), 0.0);
    let edges = textureSampleLevel(source, linear, pixel.uv + texel * vec2f(0.0, -2.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(-2.0, 0.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(2.0, 0.0), 0.0)
        + textureSampleLevel(source, linear, pixel.uv + texel * vec2f(0.0, 2.0), 0.0);
    let middle = textureSampleLevel(source, linear, pixel.uv, 0.0);
    return inner * 0.125 + corners * 0.03125 + edges * 0.0625 + middle * 0.125;
}
