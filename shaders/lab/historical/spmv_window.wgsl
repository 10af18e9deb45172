// uses: grid, real_f32 | real_f64
// y = A x for a sparse matrix in CSR format, with one thread per row. Each workgroup keeps the elements of x that have the
// numbers of its rows in workgroup memory, and reads the others from global memory.

const WORKGROUP: u32 = 256u;

struct WindowParams {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> window_of: WindowParams;
/// Where each row begins among the nonzeros, and where the last one ends.
@group(0) @binding(1) var<storage, read> row_starts: array<u32>;
@group(0) @binding(2) var<storage, read> columns: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<real>;
@group(0) @binding(4) var<storage, read> x: array<real>;
@group(0) @binding(5) var<storage, read_write> y: array<real>;

var<workgroup> window: array<real, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn spmv_window(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let row = thread_index(group, groups, local, WORKGROUP);
    let first = row - local;
    if (row < window_of.columns) {
        window[local] = x[row];
    }
    workgroupBarrier();
    if (row >= window_of.rows) {
        return;
    }
    let end = row_starts[row + 1u];
    var sum = real();
    for (var at = row_starts[row]; at < end; at++) {
        let column = columns[at];
        if (column - first < WORKGROUP) {
            sum += values[at] * window[column - first];
        } else {
            sum += values[at] * x[column];
        }
    }
    y[row] = sum;
}
