// Kernels 5 to 7 of M. Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA, 2007), to the letter: the last levels of the tree
// belong to one warp, whose threads run in step, so those levels have neither workgroup barriers nor tests. The text relies on
// lockstep; here a subgroup is the warp, and its barriers order what lockstep ordered.

/// Threads per workgroup; a power of two, 16 or more. 128, as in the published figures.
const WORKGROUP: u32 = 128u;
/// Threads of a warp: the adapter's subgroup size, from 4 to 64. The text's has 32.
const LANES: u32 = 32u;
/// 0: a loop handles the levels above the last warp's. 1: those are written out, too.
const UNROLLED: u32 = 0u;
/// 1: each thread goes on to add elements one grid apart until none are left ("algorithm cascading").
const CASCADED: u32 = 0u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> totals: array<Element>;

/// The last warp reads two warps' worth of sums, even if a workgroup has only one.
var<workgroup> sums: array<Element, max(WORKGROUP, 2u * LANES)>;

fn element(index: u32) -> Element {
    if (index < blocks_of.count) {
        return source[index];
    }
    return Element();
}

/// A level of several warps.
fn level(thread: u32, stride: u32) {
    if (thread < stride) {
        sums[thread] += sums[thread + stride];
    }
    workgroupBarrier();
}

/// A level of the last warp: all of its lanes add, those from `stride` on sums that nobody needs. All read before any writes.
fn step(lane: u32, stride: u32) {
    let sum = sums[lane] + sums[lane + stride];
    subgroupBarrier();
    sums[lane] = sum;
    subgroupBarrier();
}

@compute @workgroup_size(WORKGROUP)
fn reduce_in_step(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let first = block * 2u * WORKGROUP + thread;
    var sum = element(first) + element(first + WORKGROUP);
    if (CASCADED == 1u) {
        let grid = blocks_of.blocks * 2u * WORKGROUP;
        for (var i = first + grid; i < blocks_of.count; i += grid) {
            sum += source[i] + element(i + WORKGROUP);
        }
    }
    sums[thread] = sum;
    workgroupBarrier();
    if (UNROLLED == 0u) {
        for (var stride = WORKGROUP / 2u; stride > LANES; stride /= 2u) {
            level(thread, stride);
        }
    } else {
        if (WORKGROUP >= 1024u && LANES < 512u) {
            level(thread, 512u);
        }
        if (WORKGROUP >= 512u && LANES < 256u) {
            level(thread, 256u);
        }
        if (WORKGROUP >= 256u && LANES < 128u) {
            level(thread, 128u);
        }
        if (WORKGROUP >= 128u && LANES < 64u) {
            level(thread, 64u);
        }
        if (WORKGROUP >= 64u && LANES < 32u) {
            level(thread, 32u);
        }
        if (WORKGROUP >= 32u && LANES < 16u) {
            level(thread, 16u);
        }
        if (LANES < 8u) {
            level(thread, 8u);
        }
    }
    if (subgroup == 0u) {
        if (LANES >= 64u && WORKGROUP >= 128u) {
            step(lane, 64u);
        }
        if (LANES >= 32u && WORKGROUP >= 64u) {
            step(lane, 32u);
        }
        if (LANES >= 16u && WORKGROUP >= 32u) {
            step(lane, 16u);
        }
        if (LANES >= 8u) {
            step(lane, 8u);
        }
        step(lane, 4u);
        step(lane, 2u);
        step(lane, 1u);
        if (lane == 0u) {
            totals[block] = sums[0];
        }
    }
}
