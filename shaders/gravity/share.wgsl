/// What every force kernel is told.
struct AllPairs {
    count: u32,
    /// Tiles of sources that one share passes over.
    tiles_a_share: u32,
    softening_squared: f32,
    padding: u32,
}

/// Number of a workgroup's block of bodies. Blocks fill x and y, because a dimension has a limit; z is the share.
fn block_index(group: vec3u, groups: vec3u) -> u32 {
    return group.y * groups.x + group.x;
}
