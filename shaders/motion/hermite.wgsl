/// Parameters of the prediction and the correction.
struct HermiteParams {
    count: u32,
    shares: u32,
    zero: u32,
    padding: u32,
    /// In two parts, like the damping.
    time_step: vec2f,
    damping: vec2f,
}
