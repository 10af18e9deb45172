// uses: grid
// A fixed amount of arithmetic per thread, in workgroups of any size: the more workgroups, the more of the machine they fill.

const WORKGROUP: u32 = 256u;

struct BlockParams {
    /// Number of threads.
    count: u32,
    /// Iterations per thread.
    steps: u32,
}

@group(0) @binding(0) var<storage, read> params: BlockParams;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn block(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = thread_index(group, groups, thread, WORKGROUP);
    if (index >= params.count) {
        return;
    }
    // The numbers repeat, so that the host need not compute all of them.
    var x = index % 4096u;
    for (var i = 0u; i < params.steps; i++) {
        x = (x ^ (x >> 15u)) * 0x85ebca6bu + i;
    }
    results[index] = x;
}
