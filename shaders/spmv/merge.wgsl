// uses: real_f32 | real_f64, spmv/by_barriers
// y = A x for a sparse matrix with rows of any length in CSR format. The list that is divided has all nonzeros, and behind
// those of each row the end of that row: every workgroup gets as many items. It loads its nonzeros in the order of memory and keeps
// the products; then short rows are summed by a thread each, and longer ones by several. A row that ends in a workgroup is
// written there; what a workgroup has summed of the row after it is its carry. The division is that of Merrill & Garland (2016).

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Items per thread.
const ITEMS: u32 = 8u;
/// Most nonzeros of a row that one thread sums.
const SHORT: u32 = 32u;
/// Threads per longer row; a power of two, at most a workgroup.
const LANES: u32 = 32u;
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
/// The rows of this tile that are not short, in any order.
var<workgroup> long_rows: array<u32, TILE / (SHORT + 1u) + 1u>;
var<workgroup> long_rows_found: atomic<u32>;
var<workgroup> long_row_count: u32;

/// The part of a tile that belongs to one row.
struct Run {
    begin: u32,
    end: u32,
}

/// The products of a tile's row `i`; of the row after those that end here for `i == rows`.
fn run_of(i: u32, first_row: u32, rows: u32, first: u32, nonzeros: u32) -> Run {
    let begin = max(row_starts[first_row + i], first) - first;
    if (i == rows) {
        return Run(min(begin, nonzeros), nonzeros);
    }
    return Run(begin, row_starts[first_row + i + 1u] - first);
}

fn put(i: u32, first_row: u32, rows: u32, tile: u32, sum: real) {
    if (i < rows) {
        y[first_row + i] = sum;
    } else {
        tile_sums[tile] = sum;
    }
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
    let nonzeros = min(TILE, spmv_of.rows + spmv_of.nonzeros - tile * TILE) - rows;
    if (thread == 0u) {
        atomicStore(&long_rows_found, 0u);
    }
    for (var i = 0u; i < ITEMS; i++) {
        let at = i * WORKGROUP + thread;
        if (at < nonzeros) {
            products[at] = values[first + at] * x[columns[first + at]];
        }
    }
    workgroupBarrier();

    for (var i = thread; i <= rows; i += WORKGROUP) {
        let run = run_of(i, first_row, rows, first, nonzeros);
        if (run.end - run.begin > SHORT) {
            long_rows[atomicAdd(&long_rows_found, 1u)] = i;
        } else {
            var sum = real();
            for (var at = run.begin; at < run.end; at++) {
                sum += products[at];
            }
            put(i, first_row, rows, tile, sum);
        }
    }
    workgroupBarrier();
    if (thread == 0u) {
        long_row_count = atomicLoad(&long_rows_found);
    }
    let count = workgroupUniformLoad(&long_row_count);
    for (var row = 0u; row < count; row += WORKGROUP / LANES) {
        let own = row + thread / LANES;
        var sum = real();
        if (own < count) {
            let run = run_of(long_rows[own], first_row, rows, first, nonzeros);
            for (var at = run.begin + thread % LANES; at < run.end; at += LANES) {
                sum += products[at];
            }
        }
        sum = sum_of_lanes(thread, sum);
        if (thread % LANES == 0u && own < count) {
            put(long_rows[own], first_row, rows, tile, sum);
        }
        workgroupBarrier();
    }
}
