// A sum: each workgroup has a block of 1024 numbers.

const WORKGROUP: u32 = 256u; // threads per workgroup
const BLOCK: u32 = 1024u; // numbers per workgroup

struct Params {
    count: u32, // how many numbers there are
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>; // 0 at first

var<workgroup> tree: array<u32, WORKGROUP>; // a place for each thread

@compute @workgroup_size(WORKGROUP)
fn own_sum_solution(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    // Neighbouring threads read neighbouring numbers.
    var sum = 0u;
    for (var i = thread; i < BLOCK; i += WORKGROUP) {
        let index = group.x * BLOCK + i;
        if (index < params.count) {
            sum += source[index];
        }
    }
    tree[thread] = sum;
    workgroupBarrier();
    // The upper half is added to the lower one, until one sum is left.
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        if (thread < half) {
            tree[thread] += tree[thread + half];
        }
        workgroupBarrier();
    }
    if (thread == 0u) {
        atomicAdd(&total, tree[0]);
    }
}
