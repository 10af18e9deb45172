// uses: lab/historical/blocks, monoid/f32 | monoid/u32
// The first four sums of M. Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA, 2007): each workgroup sums a block of
// elements by a tree in workgroup memory. The same kernel then sums the blocks' totals, until one is left. The loops run over the
// size that a workgroup has at run time, as in the text, so that compilers cannot unroll them.

/// Threads per workgroup; a power of two. 128, as in the published figures.
const WORKGROUP: u32 = 128u;
/// Which sums a level of the tree adds, and which threads add them. 0: neighbours, by every 2nd, 4th, 8th ... thread, so that the
/// threads of a warp diverge. 1: neighbours, by the first threads, whose strided accesses collide in memory banks. 2: the lower
/// and the upper half, by the first threads, which access consecutive elements.
const ADDRESSING: u32 = 0u;
/// Elements that each thread adds while loading, 1 or 2. With 1, half of the threads never add anything.
const LOADS: u32 = 1u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> totals: array<Element>;

var<workgroup> sums: array<Element, WORKGROUP>;

fn element(index: u32) -> Element {
    if (index < blocks_of.count) {
        return source[index];
    }
    return Element();
}

@compute @workgroup_size(WORKGROUP)
fn reduce_tree(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let threads = blocks_of.threads;
    let first = block * threads * LOADS + thread;
    var sum = element(first);
    if (LOADS == 2u) {
        sum += element(first + threads);
    }
    sums[thread] = sum;
    workgroupBarrier();
    if (ADDRESSING == 0u) {
        for (var stride = 1u; stride < threads; stride *= 2u) {
            if (thread % (2u * stride) == 0u) {
                sums[thread] += sums[thread + stride];
            }
            workgroupBarrier();
        }
    } else if (ADDRESSING == 1u) {
        for (var stride = 1u; stride < threads; stride *= 2u) {
            let index = 2u * stride * thread;
            if (index < threads) {
                sums[index] += sums[index + stride];
            }
            workgroupBarrier();
        }
    } else {
        for (var stride = threads / 2u; stride > 0u; stride /= 2u) {
            if (thread < stride) {
                sums[thread] += sums[thread + stride];
            }
            workgroupBarrier();
        }
    }
    if (thread == 0u) {
        totals[block] = sums[0];
    }
}
