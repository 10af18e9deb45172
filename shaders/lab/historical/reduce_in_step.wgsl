// uses: lab/historical/blocks, monoid/f32 | monoid/u32
// Kernels 5 to 7 of M. Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA, 2007), to the letter: the last levels of the tree
// belong to one warp, whose threads run in step, so those levels have neither workgroup barriers nor tests. The text relies on
// lockstep and on `volatile` sums; here a subgroup is the warp, and its barriers keep the lanes together. WGSL has no `volatile`,
// so the sums are atomic, and the places they are read from are opaque to compilers: if they can prove that the thread itself writes
// elsewhere, they move reads ahead of a subgroup's barrier.

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
var<workgroup> sums: array<atomic<u32>, max(WORKGROUP, 2u * LANES)>;

fn sum_at(place: u32) -> Element {
    return bitcast<Element>(atomicLoad(&sums[place]));
}

fn keep(place: u32, sum: Element) {
    atomicStore(&sums[place], bitcast<u32>(sum));
}

/// Threads per workgroup. Kernel 5 learns the number at run time, as in the text; that 6 and 7 know it before is their change.
fn threads() -> u32 {
    if (UNROLLED == 0u) {
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

/// A level of several warps.
fn level(thread: u32, stride: u32) {
    if (thread < stride) {
        keep(thread, sum_at(thread) + sum_at(thread + stride));
    }
    workgroupBarrier();
}

/// A level of the last warp: all of its lanes add, those from `stride` on sums that nobody needs. All read before any writes.
/// `zero` is 0.
fn step(lane: u32, stride: u32, zero: u32) {
    let sum = sum_at(lane) + sum_at(lane + stride + zero);
    subgroupBarrier();
    keep(lane, sum);
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
    let first = block * 2u * threads() + thread;
    var sum = element(first) + element(first + threads());
    if (CASCADED == 1u) {
        let grid = blocks_of.blocks * 2u * WORKGROUP;
        for (var i = first + grid; i < blocks_of.count; i += grid) {
            sum += source[i] + element(i + WORKGROUP);
        }
    }
    keep(thread, sum);
    workgroupBarrier();
    if (UNROLLED == 0u) {
        for (var stride = threads() / 2u; stride > LANES; stride /= 2u) {
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
        // Always 0, since a dispatch has one layer, but compilers cannot know.
        let zero = groups.z - 1u;
        if (LANES >= 64u && WORKGROUP >= 128u) {
            step(lane, 64u, zero);
        }
        if (LANES >= 32u && WORKGROUP >= 64u) {
            step(lane, 32u, zero);
        }
        if (LANES >= 16u && WORKGROUP >= 32u) {
            step(lane, 16u, zero);
        }
        if (LANES >= 8u) {
            step(lane, 8u, zero);
        }
        step(lane, 4u, zero);
        step(lane, 2u, zero);
        step(lane, 1u, zero);
        if (lane == 0u) {
            totals[block] = sum_at(0u);
        }
    }
}
