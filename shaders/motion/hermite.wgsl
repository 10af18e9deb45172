/// What prediction and correction are told.
struct Hermite {
    count: u32,
    shares: u32,
    zero: u32,
    padding: u32,
    /// In two parts, as the factor is.
    time_step: vec2f,
    damping: vec2f,
}
