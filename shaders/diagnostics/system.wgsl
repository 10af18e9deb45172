/// Parameters of the kernels that measure a system.
struct MeasureParams {
    count: u32,
    shares: u32,
    /// Number of threads that take part.
    threads: u32,
    padding: u32,
}
