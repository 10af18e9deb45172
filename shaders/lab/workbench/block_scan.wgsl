// Running sums: each result is the sum of all numbers of its block up to its own, in log2 n rounds. W. D. Hillis & G. L. Steele,
// "Data Parallel Algorithms", CACM 29 (1986).

/// Threads per workgroup, one number each: a block.
const WORKGROUP: u32 = 256u;

struct Params {
    count: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<u32>;

var<workgroup> sums: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn block_scan(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
    let i = id.x;
    var sum = 0u;
    if (i < params.count) {
        sum = source[i];
    }
    sums[thread] = sum;
    workgroupBarrier();
    for (var distance = 1u; distance < WORKGROUP; distance *= 2u) {
        if (thread >= distance) {
            sum += sums[thread - distance];
        }
        // All have read before anyone writes.
        workgroupBarrier();
        sums[thread] = sum;
        // All have written before anyone reads.
        workgroupBarrier();
    }
    if (i < params.count) {
        result[i] = sum;
    }
}
