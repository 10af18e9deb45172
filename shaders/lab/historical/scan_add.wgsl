// uses: grid, monoid/f32 | monoid/u32
// The last step of a scan over many blocks: adds the sum of all preceding blocks to each block's own scan.

/// Threads per workgroup, one element each.
const WORKGROUP: u32 = 256u;

struct ScanAddParams {
    /// Number of elements.
    count: u32,
    /// Elements per block.
    block: u32,
}

@group(0) @binding(0) var<uniform> scan_add_of: ScanAddParams;
@group(0) @binding(1) var<storage, read> offsets: array<Element>;
@group(0) @binding(2) var<storage, read_write> result: array<Element>;

@compute @workgroup_size(WORKGROUP)
fn scan_add(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(group, groups, thread, WORKGROUP);
    if (i < scan_add_of.count) {
        result[i] = offsets[i / scan_add_of.block] + result[i];
    }
}
