// uses: grid, real_f32 | real_f64, spmv/by_barriers
// Adds what earlier tiles have summed of a row to the part that the tile of its end has written.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Threads per row; a power of two, at most a workgroup.
const LANES: u32 = 32u;

struct CarryParams {
    /// Number of rows that begin in an earlier tile than they end.
    spans: u32,
}

/// A row that begins in an earlier tile than it ends.
struct Span {
    row: u32,
    /// The tile in which it begins.
    first: u32,
    /// The tile in which it ends.
    end: u32,
}

@group(0) @binding(0) var<uniform> carry_of: CarryParams;
@group(0) @binding(1) var<storage, read> spans: array<Span>;
@group(0) @binding(2) var<storage, read> tile_sums: array<real>;
@group(0) @binding(3) var<storage, read_write> y: array<real>;

@compute @workgroup_size(WORKGROUP)
fn carries(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, 0u, WORKGROUP / LANES) + local / LANES;
    let lane = local % LANES;
    var sum = real();
    if (i < carry_of.spans) {
        for (var tile = spans[i].first + lane; tile < spans[i].end; tile += LANES) {
            sum += tile_sums[tile];
        }
    }
    sum = sum_of_lanes(local, sum);
    if (lane == 0u && i < carry_of.spans) {
        y[spans[i].row] += sum;
    }
}
