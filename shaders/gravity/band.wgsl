/// What the symmetric kernel is told: a band of distances, and the units of it that this dispatch does.
struct Symmetric {
    count: u32,
    softening_squared: f32,
    /// Blocks of bodies.
    blocks: u32,
    /// The band's distances: from the first to before the end.
    first_distance: u32,
    end_distance: u32,
    /// Distances that one unit meets.
    run: u32,
    /// Runs of the band.
    runs: u32,
    /// Pairs of blocks that lie opposite, in the last band; 0 in the others.
    opposites: u32,
    /// The first of the band's rows: one a run, then one a distance.
    first_row: u32,
    /// The row of the blocks that lie opposite: of the lower ones' sums and of the upper ones' pulls.
    opposite_row: u32,
    /// The row of what happens within each block.
    alone_row: u32,
    first_unit: u32,
    end_unit: u32,
    /// LANES: told at run time, so that no compiler unrolls the loop over them.
    lanes: u32,
    /// That of each body, where all have the same.
    mass: f32,
    padding: u32,
}
