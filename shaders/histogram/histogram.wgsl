// uses: grid
// Counts how often each value occurs.

const WORKGROUP: u32 = 256u;
/// Most bins that a workgroup counts in its own memory before adding to the global counts. With more bins, threads rarely
/// collide, so each value is counted globally at once.
const OWN: u32 = 4096u;

struct HistogramParams {
    /// Values that the buffer can hold.
    capacity: u32,
    /// Number of bins; bin 0 counts the value 0.
    bins: u32,
}

@group(0) @binding(0) var<uniform> histogram_of: HistogramParams;
/// Number of values that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
/// Must be cleared first.
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> own: array<atomic<u32>, OWN>;

@compute @workgroup_size(WORKGROUP)
fn histogram(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let bins = histogram_of.bins;
    let is_small = bins <= OWN;
    if (is_small) {
        for (var i = local; i < bins; i += WORKGROUP) {
            atomicStore(&own[i], 0u);
        }
    }
    workgroupBarrier();
    let count = min(length[0], histogram_of.capacity);
    for (var i = thread_index(group, groups, local, WORKGROUP); i < count; i += groups.x * groups.y * WORKGROUP) {
        let value = values[i];
        if (value < bins) {
            if (is_small) {
                atomicAdd(&own[value], 1u);
            } else {
                atomicAdd(&counts[value], 1u);
            }
        }
    }
    workgroupBarrier();
    if (is_small) {
        for (var i = local; i < bins; i += WORKGROUP) {
            let number = atomicLoad(&own[i]);
            if (number > 0u) {
                atomicAdd(&counts[i], number);
            }
        }
    }
}
