/// Parameters of the symmetric kernel: a band of distances, and the units of it that this dispatch runs.
struct SymmetricParams {
    count: u32,
    softening_squared: f32,
    /// Number of blocks of bodies.
    blocks: u32,
    /// The band's distances: first, and one past the last.
    first_distance: u32,
    end_distance: u32,
    /// Distances per unit.
    run: u32,
    /// Runs in the band.
    runs: u32,
    /// Pairs of opposite blocks in the last band; 0 in the others.
    opposites: u32,
    /// First row of the band. One row per run comes first, then one row per distance.
    first_row: u32,
    /// Row for opposite blocks: holds the sums of the lower blocks and the pulls on the upper ones.
    opposite_row: u32,
    /// Row for the pairs within each block.
    alone_row: u32,
    first_unit: u32,
    end_unit: u32,
    /// LANES, passed at run time so that no compiler unrolls the loop over it.
    lanes: u32,
    /// Mass of every body, where all masses are equal.
    mass: f32,
    /// What the rounded square of the softening length leaves.
    softening_squared_low: f32,
}
