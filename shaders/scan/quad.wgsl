// uses: monoid/quads | monoid/vector_quads, scan/from_keys | scan/plain
struct ScanParams {
    /// Elements that the buffers can hold.
    capacity: u32,
    /// First tile of this dispatch.
    first_tile: u32,
    /// Number of tiles of this dispatch.
    tiles: u32,
    /// Index of this dispatch.
    band: u32,
}

/// Join of the elements of a quad.
fn state_of_quad(quad: Quad, heads: u32) -> State {
    let low = join(state_of(quad[0], heads & 1u), state_of(quad[1], (heads >> 1u) & 1u));
    let high = join(state_of(quad[2], (heads >> 2u) & 1u), state_of(quad[3], heads >> 3u));
    return join(low, high);
}
