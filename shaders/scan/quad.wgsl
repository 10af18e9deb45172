struct ScanOf {
    /// Elements that the buffers hold.
    capacity: u32,
    /// The first tile of this dispatch.
    first_tile: u32,
    /// Tiles of this dispatch.
    tiles: u32,
    /// Number of this dispatch.
    band: u32,
}

/// What the elements of a quad join to.
fn state_of_quad(quad: Quad, heads: u32) -> State {
    let low = join(state_of(quad[0], heads & 1u), state_of(quad[1], (heads >> 1u) & 1u));
    let high = join(state_of(quad[2], (heads >> 2u) & 1u), state_of(quad[3], heads >> 3u));
    return join(low, high);
}
