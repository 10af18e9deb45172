// uses: lab/historical/blocks, monoid/f32 | monoid/u32
// Scans a block by going up and down a tree of sums: O(n) additions in 2 log2 n rounds. G. E. Blelloch, "Prefix Sums and Their
// Applications" (1990); for GPUs, Harris, Sengupta & Owens, GPU Gems 3 (2007), chapter 39.

/// Threads per workgroup, two elements each; a power of two.
const WORKGROUP: u32 = 256u;
/// 1: each result leaves out its own element.
const EXCLUSIVE: u32 = 0u;

const BLOCK: u32 = 2u * WORKGROUP;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> result: array<Element>;
@group(0) @binding(3) var<storage, read_write> totals: array<Element>;

var<workgroup> sums: array<Element, BLOCK>;

fn element(index: u32) -> Element {
    if (index < blocks_of.count) {
        return source[index];
    }
    return Element();
}

/// Stores the result of element `index`: the sum before it, plus the element itself if the scan is inclusive.
fn keep(index: u32, before: Element, value: Element) {
    if (index < blocks_of.count) {
        if (EXCLUSIVE == 1u) {
            result[index] = before;
        } else {
            result[index] = before + value;
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn scan_work_efficient(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let i = block * BLOCK + thread;
    let low = element(i);
    let high = element(i + WORKGROUP);
    sums[thread] = low;
    sums[thread + WORKGROUP] = high;
    // Up: the last entry of each pair of runs becomes the sum of both.
    var length = 1u;
    for (var pairs = WORKGROUP; pairs > 0u; pairs /= 2u) {
        workgroupBarrier();
        if (thread < pairs) {
            let left = length * (2u * thread + 1u) - 1u;
            sums[left + length] += sums[left];
        }
        length *= 2u;
    }
    workgroupBarrier();
    if (thread == 0u) {
        totals[block] = sums[BLOCK - 1u];
        sums[BLOCK - 1u] = Element();
    }
    // Down: the last entry of each run becomes the sum before the run.
    for (var pairs = 1u; pairs <= WORKGROUP; pairs *= 2u) {
        length /= 2u;
        workgroupBarrier();
        if (thread < pairs) {
            let left = length * (2u * thread + 1u) - 1u;
            let sum = sums[left];
            sums[left] = sums[left + length];
            sums[left + length] += sum;
        }
    }
    workgroupBarrier();
    keep(i, sums[thread], low);
    keep(i + WORKGROUP, sums[thread + WORKGROUP], high);
}
