// uses: real_f32 | real_f64
// y = A x for a sparse matrix with short rows in CSR format. A workgroup has one row per thread. All its threads load the
// nonzeros of all these rows into workgroup memory, in the order of memory. Then each thread multiplies and sums its row:
// where rows resemble each other, neighbouring threads read neighbouring elements of x.

const WORKGROUP: u32 = 256u;
/// Loads of four nonzeros that each thread keeps in flight.
const QUADS: u32 = 2u;
/// Four nonzeros each that the workgroup holds at a time.
const TILE: u32 = QUADS * WORKGROUP;
/// Elements of x that each thread reads at a time.
const READS: u32 = 4u;

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

var<workgroup> own_columns: array<vec4u, TILE>;
var<workgroup> own_values: array<real4, TILE>;

@compute @workgroup_size(WORKGROUP)
fn staged(
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
        var loaded_columns: array<vec4u, QUADS>;
        var loaded_values: array<real4, QUADS>;
        for (var i = 0u; i < QUADS; i++) {
            let quad = tile + i * WORKGROUP + thread;
            if (4u * quad < all) {
                loaded_columns[i] = columns[quad];
                loaded_values[i] = values[quad];
            }
        }
        for (var i = 0u; i < QUADS; i++) {
            own_columns[i * WORKGROUP + thread] = loaded_columns[i];
            own_values[i * WORKGROUP + thread] = loaded_values[i];
        }
        workgroupBarrier();
        let stop = min(end, 4u * (tile + TILE));
        for (var at = max(begin, 4u * tile); at < stop; at += READS) {
            var products: array<real, READS>;
            for (var i = 0u; i < READS; i++) {
                if (at + i < stop) {
                    let quad = (at + i) / 4u - tile;
                    products[i] = own_values[quad][(at + i) % 4u] * x[own_columns[quad][(at + i) % 4u]];
                }
            }
            for (var i = 0u; i < READS; i++) {
                sum += products[i];
            }
        }
        workgroupBarrier();
    }
    if (row < spmv_of.rows) {
        y[row] = sum;
    }
}
