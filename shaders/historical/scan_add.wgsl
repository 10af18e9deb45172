// The last act of a scan over many blocks: each block's elements, scanned by themselves, and the sum of all blocks before.

/// Threads in a workgroup, one an element.
const WORKGROUP: u32 = 256u;

struct ScanAdd {
    /// Elements in all.
    count: u32,
    /// Elements of a block.
    block: u32,
}

@group(0) @binding(0) var<uniform> scan_add_of: ScanAdd;
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
