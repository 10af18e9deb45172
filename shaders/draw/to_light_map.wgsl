// The map of diffuse light, per cell.

@group(0) @binding(3) var light_map: texture_storage_2d<rgba16float, write>;

fn store(cell: vec2u, index: u32, sum: vec4f) {
    textureStore(light_map, cell, vec4f(sum.rgb, 1.0));
}
