// uses: grid, real_f32 | real_f64
// The same division of rows and nonzeros as in `merge`, without barriers and workgroup memory: a tile for each thread. For
// software adapters.

const WORKGROUP: u32 = 64u;
/// Rows and nonzeros per thread.
const ITEMS: u32 = 256u;

struct SpmvParams {
    rows: u32,
    nonzeros: u32,
    /// Number of tiles, one for each thread.
    tiles: u32,
}

@group(0) @binding(0) var<uniform> spmv_of: SpmvParams;
/// Where each row begins among the nonzeros, and where the last one ends.
@group(0) @binding(1) var<storage, read> row_starts: array<u32>;
@group(0) @binding(2) var<storage, read> columns: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<real>;
@group(0) @binding(4) var<storage, read> x: array<real>;
@group(0) @binding(5) var<storage, read_write> y: array<real>;
/// Number of rows that end before each tile, and all rows.
@group(0) @binding(6) var<storage, read> splits: array<u32>;
/// For each tile, the sum of what follows the last end in it.
@group(0) @binding(7) var<storage, read_write> tile_sums: array<real>;

@compute @workgroup_size(WORKGROUP)
fn merge_alone(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let tile = thread_index(group, groups, local, WORKGROUP);
    if (tile >= spmv_of.tiles) {
        return;
    }
    let last_row = splits[tile + 1u];
    let last = min((tile + 1u) * ITEMS, spmv_of.rows + spmv_of.nonzeros) - last_row;
    var at = tile * ITEMS - splits[tile];
    var sum = real();
    for (var row = splits[tile]; row < last_row; row++) {
        let end = row_starts[row + 1u];
        for (; at < end; at++) {
            sum += values[at] * x[columns[at]];
        }
        y[row] = sum;
        sum = real();
    }
    for (; at < last; at++) {
        sum += values[at] * x[columns[at]];
    }
    tile_sums[tile] = sum;
}
