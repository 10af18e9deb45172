// Spots of all bodies, whose rows are vertex buffers.

@vertex
fn vertex(@builtin(vertex_index) corner: u32, @location(0) position: vec4f, @location(1) shine: vec4f) -> Spot {
    return spot_of(corner, position, shine);
}
