// Spots of the bodies in a list of their numbers from 1.

@group(0) @binding(1) var<storage, read> list: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> shine: array<vec4f>;

@vertex
fn vertex(@builtin(vertex_index) corner: u32, @builtin(instance_index) index: u32) -> Spot {
    let body = list[index] - 1u;
    return spot_of(corner, position[body], shine[body]);
}
