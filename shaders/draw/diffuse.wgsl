// uses: draw/from_all | another
// Reads the map of diffuse light. A kernel that includes this file declares `tone_map_of`, `light_map` and `linear`.

/// Cells between the edge of the map and that of the picture.
const MAP_MARGIN: f32 = 32.0;

/// 0: there is none.
const DIFFUSE: u32 = 1u;

/// Diffuse light at a place in the whole picture, in pixels.
fn diffuse_at(place: vec2f) -> vec3f {
    if (DIFFUSE == 0u) {
        return vec3f();
    }
    let cell = place * tone_map_of.cells_per_pixel + MAP_MARGIN;
    return tone_map_of.diffuse * textureSampleLevel(light_map, linear, cell / vec2f(textureDimensions(light_map)), 0.0).rgb;
}
