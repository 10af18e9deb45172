// Combines the sums of the workgroups of each option: the second kernel, with a workgroup per option.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;

struct CombineParams {
    /// Sums per option.
    groups: u32,
}

@group(0) @binding(0) var<uniform> combine_of: CombineParams;
@group(0) @binding(1) var<storage, read> parts: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> totals: array<vec2f>;

var<workgroup> partial: array<vec2f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn combine(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let first = group.y * combine_of.groups;
    var sum = vec2f();
    // What rounding took from the sum.
    var lost = vec2f();
    for (var i = thread; i < combine_of.groups; i += WORKGROUP) {
        let next = parts[first + i] - lost;
        let grown = sum + next;
        lost = (grown - sum) - next;
        sum = grown;
    }
    partial[thread] = sum;
    for (var width = WORKGROUP / 2u; width > 0u; width /= 2u) {
        workgroupBarrier();
        if (thread < width) {
            partial[thread] += partial[thread + width];
        }
    }
    if (thread == 0u) {
        totals[group.y] = partial[0];
    }
}
