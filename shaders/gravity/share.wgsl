/// Parameters of every force kernel. A unit of work belongs to one workgroup: a block of bodies and one share of the sources.
struct AllPairsParams {
    count: u32,
    /// Tiles of sources per share.
    tiles_per_share: u32,
    softening_squared: f32,
    /// Number of blocks of bodies. Unit `share * blocks + block` is that block, counted from the first one, against that share.
    blocks: u32,
    /// The units of this dispatch: first, and one past the last.
    first_unit: u32,
    end_unit: u32,
    /// The remainder of the squared softening beyond single precision.
    softening_squared_low: f32,
    /// Mass of every body, where all masses are equal.
    mass: f32,
    /// The block of unit 0; other blocks are other members' targets.
    first_block: u32,
    padding_0: u32,
    padding_1: u32,
    padding_2: u32,
}

/// Index of this workgroup's unit. The grid spreads units over x and y because each dimension has a limit.
fn unit_index(first: u32, group: vec3u, groups: vec3u) -> u32 {
    return first + group.y * groups.x + group.x;
}
