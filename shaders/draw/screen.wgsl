/// A triangle strip of four corners that covers the whole target, with texture coordinates.
struct Pixel {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> Pixel {
    let uv = vec2f(vec2u(corner & 1u, corner >> 1u));
    return Pixel(vec4f(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0), uv);
}
