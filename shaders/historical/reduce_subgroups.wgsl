// As `reduce_vectors`, with the tree in the registers of subgroups: what the warp-synchronous last steps of 2007 meant to be, in
// an instruction of its own. Subgroups may be of any size, as long as the adapter has one size only.

/// Threads in a workgroup.
const WORKGROUP: u32 = 256u;
/// Threads of the smallest subgroups that there are.
const LEAST_LANES: u32 = 4u;

@group(0) @binding(0) var<uniform> blocks_of: Blocks;
@group(0) @binding(1) var<storage, read> quads: array<vec4<Element>>;
/// The same elements one by one, for those past the last whole quad.
@group(0) @binding(2) var<storage, read> source: array<Element>;
@group(0) @binding(3) var<storage, read_write> totals: array<Element>;

/// The sum of each subgroup.
var<workgroup> sums: array<Element, WORKGROUP / LEAST_LANES>;

fn quad(index: u32, end: u32) -> vec4<Element> {
    if (index < end) {
        return quads[index];
    }
    return vec4<Element>();
}

fn element(index: u32) -> Element {
    return source[index];
}

@compute @workgroup_size(WORKGROUP)
fn reduce_subgroups(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) lanes: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let sum = subgroupAdd(sum_of_quads(block, thread, WORKGROUP, blocks_of.blocks, blocks_of.count));
    if (lane == 0u) {
        sums[subgroup] = sum;
    }
    workgroupBarrier();
    // Every subgroup does this, so that all of its lanes are there.
    var rest = Element();
    for (var i = lane; i < WORKGROUP / lanes; i += lanes) {
        rest += sums[i];
    }
    let total = subgroupAdd(rest);
    if (thread == 0u) {
        totals[block] = total;
    }
}
