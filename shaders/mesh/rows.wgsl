// uses: mesh/cells
// The blocks of four nodes per side around a body.

/// Nodes along each side of a block.
const BLOCK: f32 = 4.0;

/// Blocks along an axis: the first, and how many, which go on at 0 behind the last.
struct Span {
    first: u32,
    blocks: u32,
}

/// The blocks within `reach` of a place along an axis.
fn span(at: f32, reach: f32, mesh: MeshParams) -> Span {
    let blocks = i32(mesh.blocks);
    var low = i32(floor((at - reach) / BLOCK));
    var high = i32(floor((at + reach) / BLOCK));
    if (mesh.side < mesh.whole) {
        low = clamp(low, 0, blocks - 1);
        high = clamp(high, low, blocks - 1);
    }
    return Span(u32((low % blocks + blocks) % blocks), u32(min(high - low + 1, blocks)));
}

/// How far a block is from a place along an axis, in nodes.
fn gap(at: f32, block: u32, mesh: MeshParams) -> f32 {
    let before = f32(block) * BLOCK - at;
    let behind = -before - BLOCK;
    let nearest = max(max(before, behind), 0.0);
    if (mesh.side < mesh.whole || nearest == 0.0) {
        return nearest;
    }
    let side = f32(mesh.side);
    return min(before - side * floor(before / side), behind - side * floor(behind / side));
}
