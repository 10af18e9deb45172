/// How elements are divided among workgroups: one block each.
struct BlocksParams {
    /// Number of elements.
    count: u32,
    /// Number of blocks. The grid may have a few more workgroups.
    blocks: u32,
    /// Threads per workgroup, for kernels that learn it only at run time, as CUDA's learn `blockDim`.
    threads: u32,
}

/// Index of this workgroup in a grid that may span several rows.
fn block_index(group: vec3u, groups: vec3u) -> u32 {
    return group.y * groups.x + group.x;
}
