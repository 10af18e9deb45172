// uses: mesh/place
// A cubic grid of nodes, and the eight of them around a body.

struct MeshParams {
    /// Bodies.
    count: u32,
    /// Nodes per side that may have mass.
    side: u32,
    /// Nodes per side that are transformed.
    whole: u32,
    /// 1: the potential of a body is without its own part.
    is_without_own: u32,
}

/// The node below a body along each axis, and how far the body is towards the next. A body outside a grid that is not periodic has
/// no part in it.
struct Corner {
    node: vec3u,
    part: vec3f,
    is_inside: bool,
}

fn corner(position: vec3f, mesh: MeshParams, place: MeshPlace) -> Corner {
    var at = (position - place.low) * place.scale;
    let side = f32(mesh.side);
    if (mesh.side == mesh.whole) {
        at -= side * floor(at / side);
    }
    // False for what is not a number.
    let is_inside = all(at >= vec3f()) && all(at <= vec3f(side)) && (mesh.side == mesh.whole || all(at < vec3f(side - 1.0)));
    let below = floor(at);
    return Corner(select(vec3u(), vec3u(below), is_inside), at - below, is_inside);
}

/// The index of a node, by periodic coordinates, in a grid with this many per side.
fn node_index(node: vec3u, side: u32) -> u32 {
    let wrapped = node % side;
    return (wrapped.z * side + wrapped.y) * side + wrapped.x;
}

/// Which of the eight nodes around a body, and its share.
fn offset_of(corner: u32) -> vec3u {
    return vec3u(corner & 1u, (corner >> 1u) & 1u, corner >> 2u);
}

fn share_of(offset: vec3u, part: vec3f) -> f32 {
    let shares = select(1.0 - part, part, offset == vec3u(1u));
    return shares.x * shares.y * shares.z;
}
