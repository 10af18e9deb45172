// Combines the elements of each of `groups` equal runs into one. Together with a monoid: Element, identity, combine.
// The order is fixed by the counts alone, so that the result is the same in every run.

/// Threads in a workgroup; a power of two.
const WORKGROUP: u32 = 128u;

struct ReduceParameters {
    count: u32,
    /// Elements that one workgroup combines.
    run: u32,
}

@group(0) @binding(0) var<uniform> reduce_of: ReduceParameters;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> result: array<Element>;

var<workgroup> partial: array<Element, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn reduce(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let begin = group.x * reduce_of.run;
    let end = min(begin + reduce_of.run, reduce_of.count);
    var value = identity();
    for (var i = begin + thread; i < end; i += WORKGROUP) {
        value = combine(value, source[i]);
    }
    partial[thread] = value;
    for (var stride = WORKGROUP / 2u; stride > 0u; stride /= 2u) {
        workgroupBarrier();
        if (thread < stride) {
            partial[thread] = combine(partial[thread], partial[thread + stride]);
        }
    }
    if (thread == 0u) {
        result[group.x] = partial[0];
    }
}
