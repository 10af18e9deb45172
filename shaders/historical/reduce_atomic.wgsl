// A tree in workgroup memory for each block, and one atomic addition of its total to that of all: a single pass. Patterson &
// Hennessy, Computer Organization and Design, appendix B, section 8. In whole numbers the order does not matter; in floats it is
// another in every run.

/// Threads in a workgroup; a power of two.
const WORKGROUP: u32 = 128u;

@group(0) @binding(0) var<uniform> blocks_of: Blocks;
@group(0) @binding(1) var<storage, read> source: array<Element>;
/// One number, cleared before.
@group(0) @binding(2) var<storage, read_write> total: array<atomic<Element>>;

var<workgroup> sums: array<Element, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn reduce_atomic(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let i = block * WORKGROUP + thread;
    var value = Element();
    if (i < blocks_of.count) {
        value = source[i];
    }
    sums[thread] = value;
    workgroupBarrier();
    for (var stride = WORKGROUP / 2u; stride > 0u; stride /= 2u) {
        if (thread < stride) {
            sums[thread] += sums[thread + stride];
        }
        workgroupBarrier();
    }
    if (thread == 0u) {
        atomicAdd(&total[0], sums[0]);
    }
}
