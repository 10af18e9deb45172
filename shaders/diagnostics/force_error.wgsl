struct ForceErrorParams {
    /// Number of bodies.
    count: u32,
    /// Bodies to compare.
    sampled: u32,
    /// The first of them, and the distance from one to the next.
    first: u32,
    stride: u32,
    /// Square of the softening length.
    softening_squared: f32,
    /// The length of a periodic cube, if space is periodic.
    period: f32,
}
