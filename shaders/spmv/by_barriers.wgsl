// uses: real_f32 | real_f64
/// One sum per thread.
var<workgroup> lane_sums: array<real, WORKGROUP>;

/// The sum over the LANES threads of which this is one, for the first of them. Every thread of the workgroup must call it.
fn sum_of_lanes(thread: u32, value: real) -> real {
    lane_sums[thread] = value;
    for (var width = LANES / 2u; width > 0u; width /= 2u) {
        workgroupBarrier();
        if (thread % LANES < width) {
            lane_sums[thread] += lane_sums[thread + width];
        }
    }
    return lane_sums[thread];
}
