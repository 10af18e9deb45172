// uses: mesh/place
// A cubic grid of nodes, and the eight of them around a body.

struct MeshParams {
    /// Bodies.
    count: u32,
    /// Nodes per side that may have mass.
    side: u32,
    /// Nodes per side that are transformed.
    whole: u32,
    /// Blocks per side by which bodies are sorted.
    blocks: u32,
    /// Bodies take part from the first of these places to before the second, in nodes, if the grid is not periodic.
    least: f32,
    end: f32,
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
    let is_alone = mesh.side < mesh.whole;
    let is_inside = all(at >= vec3f(select(0.0, mesh.least, is_alone))) && all(at <= vec3f(side))
        && (!is_alone || all(at < vec3f(mesh.end)));
    let below = floor(at);
    return Corner(select(vec3u(), vec3u(below), is_inside), at - below, is_inside);
}

/// The index of a node, by periodic coordinates, in a grid with this many per side.
fn node_index(node: vec3u, side: u32) -> u32 {
    let wrapped = node % side;
    return (wrapped.z * side + wrapped.y) * side + wrapped.x;
}
