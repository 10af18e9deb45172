/// How elements are divided among workgroups, a block each.
struct Blocks {
    /// Elements in all.
    count: u32,
    /// Blocks in all. The grid may have a few workgroups more.
    blocks: u32,
}

/// Number of this workgroup in a grid that may have several rows.
fn block_index(group: vec3u, groups: vec3u) -> u32 {
    return group.y * groups.x + group.x;
}
