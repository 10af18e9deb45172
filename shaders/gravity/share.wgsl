/// What every force kernel is told. A unit of the work is one workgroup's: a block of bodies, and one share of the sources.
struct AllPairs {
    count: u32,
    /// Tiles of sources that one share passes over.
    tiles_a_share: u32,
    softening_squared: f32,
    /// Blocks of bodies; unit number `share * blocks + block`.
    blocks: u32,
    /// The units of this dispatch: from the first to before the end.
    first_unit: u32,
    end_unit: u32,
    /// What single precision leaves of the square.
    softening_squared_low: f32,
    /// That of each body, where all have the same.
    mass: f32,
}

/// Number of a workgroup's unit. Units fill x and y, because a dimension has a limit.
fn unit_index(first: u32, group: vec3u, groups: vec3u) -> u32 {
    return first + group.y * groups.x + group.x;
}
