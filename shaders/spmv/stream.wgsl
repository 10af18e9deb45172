// uses: real_f32 | real_f64
// y = A x for a sparse matrix with short rows in CSR format. A workgroup has one row per thread. All its threads load the
// nonzeros of all these rows in the order of memory, and keep the products in workgroup memory. Then each thread sums its row.

const WORKGROUP: u32 = 256u;
/// Loads of four nonzeros that each thread keeps in flight.
const QUADS: u32 = 2u;
/// Four nonzeros each that the workgroup holds at a time.
const TILE: u32 = QUADS * WORKGROUP;

struct SpmvParams {
    rows: u32,
    nonzeros: u32,
    /// Number of tiles of the kernels that divide rows and nonzeros among them.
    tiles: u32,
}

@group(0) @binding(0) var<uniform> spmv_of: SpmvParams;
/// Where each row begins among the nonzeros, and where the last one ends.
@group(0) @binding(1) var<storage, read> row_starts: array<u32>;
@group(0) @binding(2) var<storage, read> columns: array<vec4u>;
@group(0) @binding(3) var<storage, read> values: array<real4>;
@group(0) @binding(4) var<storage, read> x: array<real>;
@group(0) @binding(5) var<storage, read_write> y: array<real>;

var<workgroup> products: array<real4, TILE>;

@compute @workgroup_size(WORKGROUP)
fn stream(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let first = (group.y * groups.x + group.x) * WORKGROUP;
    let row = first + thread;
    let begin = row_starts[min(row, spmv_of.rows)];
    let end = row_starts[min(row + 1u, spmv_of.rows)];
    let all = row_starts[min(first + WORKGROUP, spmv_of.rows)];
    var sum = real();
    for (var tile = row_starts[min(first, spmv_of.rows)] / 4u; 4u * tile < all; tile += TILE) {
        var loaded: array<real4, QUADS>;
        for (var i = 0u; i < QUADS; i++) {
            let quad = tile + i * WORKGROUP + thread;
            if (4u * quad < all) {
                let column = columns[quad];
                loaded[i] = values[quad] * real4(x[column.x], x[column.y], x[column.z], x[column.w]);
            }
        }
        for (var i = 0u; i < QUADS; i++) {
            products[i * WORKGROUP + thread] = loaded[i];
        }
        workgroupBarrier();
        let stop = min(end, 4u * (tile + TILE));
        for (var at = max(begin, 4u * tile); at < stop; at++) {
            sum += products[at / 4u - tile][at % 4u];
        }
        workgroupBarrier();
    }
    if (row < spmv_of.rows) {
        y[row] = sum;
    }
}
