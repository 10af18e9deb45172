// The scan of a block in log2 n rounds: in each, every element adds the one at twice the distance of the round before. It takes
// O(n log n) additions, and few rounds. W. D. Hillis & G. L. Steele, "Data Parallel Algorithms", CACM 29 (1986).

/// Threads in a workgroup, one an element.
const WORKGROUP: u32 = 256u;
/// Whether a result is the sum of the elements before it, rather than up to it.
const EXCLUSIVE: u32 = 0u;

@group(0) @binding(0) var<uniform> blocks_of: Blocks;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> result: array<Element>;
@group(0) @binding(3) var<storage, read_write> totals: array<Element>;

/// Two rows: a round reads one and writes the other.
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
