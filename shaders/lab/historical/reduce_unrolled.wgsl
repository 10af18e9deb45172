// uses: lab/historical/blocks, monoid/f32 | monoid/u32
// The last three sums of M. Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA, 2007), which write out the levels of the
// tree, for any adapter. In the original, the last 32 threads, a warp, needed no barriers because they ran in lockstep. WGSL
// promises that on no adapter, and without barriers these would be data races. So each level keeps its barrier here, and
// unrolling saves only the loop's counter and test. `reduce_in_step` is the original, by subgroups.

/// Threads per workgroup; must match the levels written out below.
const WORKGROUP: u32 = 128u;
/// Largest stride that is written out; a loop handles the larger ones. 32: the last warp. 64: the whole tree.
const UNROLLED: u32 = 32u;
/// 1: each thread goes on to add elements one grid apart until none are left ("algorithm cascading").
const CASCADED: u32 = 0u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> totals: array<Element>;

var<workgroup> sums: array<Element, WORKGROUP>;

/// Threads per workgroup. Kernel 5 learns the number at run time, as in the text; that 6 and 7 know it before is their change.
fn threads() -> u32 {
    if (UNROLLED == 32u) {
        return blocks_of.threads;
    }
    return WORKGROUP;
}

fn element(index: u32) -> Element {
    if (index < blocks_of.count) {
        return source[index];
    }
    return Element();
}

fn level(thread: u32, stride: u32) {
    if (thread < stride) {
        sums[thread] += sums[thread + stride];
    }
    workgroupBarrier();
}

@compute @workgroup_size(WORKGROUP)
fn reduce_unrolled(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let first = block * 2u * threads() + thread;
    var sum = element(first) + element(first + threads());
    if (CASCADED == 1u) {
        let grid = blocks_of.blocks * 2u * WORKGROUP;
        for (var i = first + grid; i < blocks_of.count; i += grid) {
            sum += source[i] + element(i + WORKGROUP);
        }
    }
    sums[thread] = sum;
    workgroupBarrier();
    for (var stride = threads() / 2u; stride > UNROLLED; stride /= 2u) {
        level(thread, stride);
    }
    if (UNROLLED >= 64u) {
        level(thread, 64u);
    }
    level(thread, 32u);
    level(thread, 16u);
    level(thread, 8u);
    level(thread, 4u);
    level(thread, 2u);
    level(thread, 1u);
    if (thread == 0u) {
        totals[block] = sums[0];
    }
}
