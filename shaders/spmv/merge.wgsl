// uses: real_f32 | real_f64
// y = A x for a sparse matrix with rows of any length in CSR format. The list that is divided has all nonzeros, and behind
// those of each row the end of that row: every workgroup gets as many items, and so does every thread in it. A row that ends in
// a workgroup is written there; what a workgroup has summed of the row after it is its carry. After Merrill & Garland (2016).

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Items per thread. An odd number avoids bank conflicts.
const ITEMS: u32 = 7u;
const TILE: u32 = ITEMS * WORKGROUP;

struct SpmvParams {
    rows: u32,
    nonzeros: u32,
    /// Number of tiles, one for each workgroup.
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

var<workgroup> products: array<real, TILE>;
var<workgroup> ends: array<u32, TILE>;
var<workgroup> sums: array<real, WORKGROUP>;
var<workgroup> has_ends: array<u32, WORKGROUP>;

/// Number of row ends among the first `items` of the tile, which has this many rows and nonzeros.
fn ends_before(items: u32, rows: u32, nonzeros: u32) -> u32 {
    var low = max(items, nonzeros) - nonzeros;
    var high = min(items, rows);
    while (low < high) {
        let middle = (low + high) / 2u;
        if (ends[middle] + middle < items) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

@compute @workgroup_size(WORKGROUP)
fn merge(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let tile = group.y * groups.x + group.x;
    if (tile >= spmv_of.tiles) {
        return;
    }
    let first_row = splits[tile];
    let rows = splits[tile + 1u] - first_row;
    let first = tile * TILE - first_row;
    let items = min(TILE, spmv_of.rows + spmv_of.nonzeros - tile * TILE);
    let nonzeros = items - rows;
    for (var i = 0u; i < ITEMS; i++) {
        let at = i * WORKGROUP + thread;
        if (at < nonzeros) {
            products[at] = values[first + at] * x[columns[first + at]];
        }
    }
    for (var i = thread; i < rows; i += WORKGROUP) {
        ends[i] = row_starts[first_row + i + 1u] - first;
    }
    workgroupBarrier();

    let begin = min(thread * ITEMS, items);
    let own_row = ends_before(begin, rows, nonzeros);
    var row = own_row;
    var at = begin - own_row;
    var sum = real();
    var own_sum = real();
    for (var item = begin; item < min(begin + ITEMS, items); item++) {
        if (row < rows && at == ends[row]) {
            // Earlier threads may have a part of the first row.
            if (row == own_row) {
                own_sum = sum;
            } else {
                y[first_row + row] = sum;
            }
            sum = real();
            row++;
        } else {
            sum += products[at];
            at++;
        }
    }

    // The sum from the last end before a thread to its own end.
    var has_end = u32(row > own_row);
    for (var stride = 1u; stride < WORKGROUP; stride *= 2u) {
        sums[thread] = sum;
        has_ends[thread] = has_end;
        workgroupBarrier();
        if (has_end == 0u && thread >= stride) {
            sum += sums[thread - stride];
            has_end = has_ends[thread - stride];
        }
        workgroupBarrier();
    }
    sums[thread] = sum;
    workgroupBarrier();
    if (row > own_row) {
        if (thread > 0u) {
            own_sum += sums[thread - 1u];
        }
        y[first_row + own_row] = own_sum;
    }
    if (thread == WORKGROUP - 1u) {
        tile_sums[tile] = sum;
    }
}
