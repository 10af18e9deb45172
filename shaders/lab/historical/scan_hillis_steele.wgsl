// uses: lab/historical/blocks, monoid/f32 | monoid/u32
// Scans a block in log2 n rounds. In each round every element adds the one at a distance that doubles from round to round: few
// rounds, but O(n log n) additions. W. D. Hillis & G. L. Steele, "Data Parallel Algorithms", CACM 29 (1986).

/// Threads per workgroup, one element each.
const WORKGROUP: u32 = 256u;
/// 1: each result leaves out its own element.
const EXCLUSIVE: u32 = 0u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> result: array<Element>;
@group(0) @binding(3) var<storage, read_write> totals: array<Element>;

/// Two rows: each round reads one and writes the other.
var<workgroup> sums: array<Element, 2u * WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn scan_hillis_steele(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let i = block * WORKGROUP + thread;
    var sum = Element();
    if (i < blocks_of.count) {
        sum = source[i];
    }
    var row = 0u;
    sums[thread] = sum;
    for (var distance = 1u; distance < WORKGROUP; distance *= 2u) {
        workgroupBarrier();
        if (thread >= distance) {
            sum += sums[row + thread - distance];
        }
        row = WORKGROUP - row;
        sums[row + thread] = sum;
    }
    workgroupBarrier();
    if (EXCLUSIVE == 1u) {
        sum = Element();
        if (thread > 0u) {
            sum = sums[row + thread - 1u];
        }
    }
    if (i < blocks_of.count) {
        result[i] = sum;
    }
    if (thread == 0u) {
        totals[block] = sums[row + WORKGROUP - 1u];
    }
}
