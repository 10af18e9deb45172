// uses: draw/diffuse, draw/film, draw/from_tile | draw/from_whole
// The finest level of the glow, to which diffuse light is added. It has half the picture's size.

@group(0) @binding(3) var light_map: texture_2d<f32>;
@group(0) @binding(4) var<uniform> tone_map_of: ToneMapParams;

fn more(pixel: vec2u) -> vec3f {
    return diffuse_at(2.0 * place_of(pixel));
}
