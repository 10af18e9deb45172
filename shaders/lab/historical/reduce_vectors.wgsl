// uses: lab/historical/blocks, lab/historical/quads, monoid/f32 | monoid/u32
// Many elements per thread, loaded four at a time: Harris's last sum (2007), adapted to GPUs whose memory is fastest with wide
// loads.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> quads: array<vec4<Element>>;
/// The same elements one by one, for those past the last whole quad.
@group(0) @binding(2) var<storage, read> source: array<Element>;
@group(0) @binding(3) var<storage, read_write> totals: array<Element>;

var<workgroup> sums: array<Element, WORKGROUP>;

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
fn reduce_vectors(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    sums[thread] = sum_of_quads(block, thread, WORKGROUP, blocks_of.blocks, blocks_of.count);
    workgroupBarrier();
    for (var stride = WORKGROUP / 2u; stride > 0u; stride /= 2u) {
        if (thread < stride) {
            sums[thread] += sums[thread + stride];
        }
        workgroupBarrier();
    }
    if (thread == 0u) {
        totals[block] = sums[0];
    }
}
