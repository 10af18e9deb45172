// uses: grid, real_f32 | real_f64, spmv/by_barriers | spmv/by_subgroups
// y = A x for a sparse matrix in CSR format, with several threads per row.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Threads per row; a power of two, at most a workgroup.
const LANES: u32 = 8u;

struct SpmvParams {
    rows: u32,
    nonzeros: u32,
    /// Number of tiles of the kernels that divide rows and nonzeros among them.
    tiles: u32,
}

@group(0) @binding(0) var<uniform> spmv_of: SpmvParams;
/// Where each row begins among the nonzeros, and where the last one ends.
@group(0) @binding(1) var<storage, read> row_starts: array<u32>;
@group(0) @binding(2) var<storage, read> columns: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<real>;
@group(0) @binding(4) var<storage, read> x: array<real>;
@group(0) @binding(5) var<storage, read_write> y: array<real>;

@compute @workgroup_size(WORKGROUP)
fn lanes(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let row = thread_index(group, groups, 0u, WORKGROUP / LANES) + local / LANES;
    let lane = local % LANES;
    var sum = real();
    if (row < spmv_of.rows) {
        let end = row_starts[row + 1u];
        for (var at = row_starts[row] + lane; at < end; at += LANES) {
            sum += values[at] * x[columns[at]];
        }
    }
    sum = sum_of_lanes(local, sum);
    if (lane == 0u && row < spmv_of.rows) {
        y[row] = sum;
    }
}
