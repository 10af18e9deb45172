/// What prediction and correction are told.
struct Hermite {
    count: u32,
    shares: u32,
    time_step: f32,
    damping: f32,
}
