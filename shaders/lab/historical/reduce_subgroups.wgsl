// uses: lab/historical/blocks, lab/historical/quads, monoid/f32 | monoid/u32
// As `reduce_vectors`, but the tree is a subgroup operation: one instruction for what the warp-synchronous last steps of 2007
// did by hand. Any subgroup size will do, as long as the adapter has only one.

/// Threads per workgroup.
const WORKGROUP: u32 = 256u;
/// The smallest subgroup size there is.
const MIN_LANES: u32 = 4u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> quads: array<vec4<Element>>;
/// The same elements one by one, for those past the last whole quad.
@group(0) @binding(2) var<storage, read> source: array<Element>;
@group(0) @binding(3) var<storage, read_write> totals: array<Element>;

/// One sum per subgroup.
var<workgroup> sums: array<Element, WORKGROUP / MIN_LANES>;

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
    // Every subgroup computes this, so that all of its lanes are active.
    var rest = Element();
    for (var i = lane; i < WORKGROUP / lanes; i += lanes) {
        rest += sums[i];
    }
    let total = subgroupAdd(rest);
    if (thread == 0u) {
        totals[block] = total;
    }
}
