// A histogram: how many numbers fall into each of 64 bins. Each workgroup counts in memory of its own, then adds to the result.

/// Threads per workgroup; at least as many as there are bins.
const WORKGROUP: u32 = 256u;
/// Numbers below 256 are counted, 4 values to a bin.
const BINS: u32 = 64u;

struct Params {
    count: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<u32>;
/// One count per bin; 0 at first.
@group(0) @binding(2) var<storage, read_write> result: array<atomic<u32>, BINS>;

var<workgroup> counts: array<atomic<u32>, BINS>;

@compute @workgroup_size(WORKGROUP)
fn bins(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
    if (id.x < params.count) {
        let bin = source[id.x] / 4u;
        atomicAdd(&counts[bin], 1u);
    }
    // All have counted before the counts are read.
    workgroupBarrier();
    if (thread < BINS) {
        atomicAdd(&result[thread], atomicLoad(&counts[thread]));
    }
}
