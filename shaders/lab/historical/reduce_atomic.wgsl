// uses: lab/historical/blocks, monoid/f32 | monoid/u32
// A single pass: each block is summed by a tree in workgroup memory, and its total added atomically to the result. Patterson &
// Hennessy, Computer Organization and Design, appendix B, section 8. For integers the order does not matter; for floats it
// differs in every run.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 128u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> source: array<Element>;
/// A single number; must be cleared first.
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
