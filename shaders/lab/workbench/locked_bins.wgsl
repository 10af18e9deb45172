// A histogram by a lock: how many numbers fall into each of 64 bins. Only the thread that holds its workgroup's lock may count.

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

/// 0: open. 1: a thread holds it.
var<workgroup> lock: atomic<u32>;
var<workgroup> counts: array<atomic<u32>, BINS>;

/// Reads, adds and stores: three steps, between which nobody else may count.
fn count_one(bin: u32) {
    atomicStore(&counts[bin], atomicLoad(&counts[bin]) + 1u);
}

@compute @workgroup_size(WORKGROUP)
fn locked_bins(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
    if (id.x < params.count) {
        let bin = source[id.x] / 4u;
        // Who finds the lock open closes it, counts and opens it again, before the threads that run in step with it try again.
        var waits = true;
        while (waits) {
            if (atomicExchange(&lock, 1u) == 0u) {
                count_one(bin);
                atomicStore(&lock, 0u);
                waits = false;
            }
        }
    }
    // All have counted before the counts are read.
    workgroupBarrier();
    if (thread < BINS) {
        atomicAdd(&result[thread], atomicLoad(&counts[thread]));
    }
}
