// Sums: each workgroup sums a block of 1024 numbers by a tree in workgroup memory, and adds the result to the total of all.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Numbers per workgroup.
const BLOCK: u32 = 1024u;

struct Params {
    count: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<u32>;
/// One sum per block.
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
/// The sum of everything; 0 at first.
@group(0) @binding(3) var<storage, read_write> total: atomic<u32>;

var<workgroup> tree: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn block_sums(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let block = group.x;
    var sum = 0u;
    for (var i = thread; i < BLOCK; i += WORKGROUP) {
        let index = block * BLOCK + i;
        // The last block is not full.
        if (index < params.count) {
            sum += source[index];
        }
    }
    tree[thread] = sum;
    workgroupBarrier();
    // The upper half is added to the lower one, until one number is left.
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        if (thread < half) {
            tree[thread] += tree[thread + half];
        }
        // Nobody goes on before all have added.
        workgroupBarrier();
    }
    if (thread == 0u) {
        sums[block] = tree[0];
        atomicAdd(&total, tree[0]);
    }
}
