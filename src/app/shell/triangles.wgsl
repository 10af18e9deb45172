// The triangles of the interface. Colours are encoded by gamma and multiplied by their opacity, as egui computes with them.

// Width and height of the surface in points, padded to the 16 bytes that some drivers require.
@group(0) @binding(0) var<uniform> screen: vec4<f32>;
@group(0) @binding(1) var image: texture_2d<f32>;
@group(0) @binding(2) var image_sampler: sampler;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) place: vec2<f32>,
    @location(1) color: vec4<f32>,
}

// `point` counts from the upper left corner.
@vertex
fn vertex(@location(0) point: vec2<f32>, @location(1) place: vec2<f32>, @location(2) color: vec4<f32>) -> Corner {
    let position = 2.0 * point / screen.xy - 1.0;
    return Corner(vec4(position.x, -position.y, 0.0, 1.0), place, color);
}

fn color_of(corner: Corner) -> vec4<f32> {
    return corner.color * textureSample(image, image_sampler, corner.place);
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    return color_of(corner);
}

// For a surface that encodes what it is given.
@fragment
fn fragment_to_srgb(corner: Corner) -> @location(0) vec4<f32> {
    let color = color_of(corner);
    let bright = pow((color.rgb + 0.055) / 1.055, vec3(2.4));
    return vec4(select(bright, color.rgb / 12.92, color.rgb < vec3(0.04045)), color.a);
}
