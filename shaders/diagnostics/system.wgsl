/// What the kernels that measure a system are told.
struct Measure {
    count: u32,
    shares: u32,
    /// Threads that take part.
    threads: u32,
    padding: u32,
}
