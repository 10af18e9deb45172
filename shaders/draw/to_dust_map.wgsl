// The map of dust: its optical depth, and how far behind the point that the camera looks at its middle lies, relative to the
// camera's distance from that point.

@group(0) @binding(3) var dust_map: texture_storage_2d<rgba16float, write>;

fn store(cell: vec2u, index: u32, sum: vec4f) {
    textureStore(dust_map, cell, vec4f(sum.x, sum.y / max(sum.x, 1e-9) - 1.0, 0.0, 1.0));
}
