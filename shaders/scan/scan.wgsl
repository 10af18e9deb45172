// Scans the elements of a tile: each becomes what all up to it combine to, or all before it. A workgroup reads its tile once, and
// knows by `tile_prefix` what comes before. Together with a monoid, and with parts that say where elements come from, where they
// go, what a state is, and where prefixes come from.

/// Threads in a workgroup.
const WORKGROUP: u32 = 256u;
/// Quads of elements that a thread holds.
const QUADS: u32 = 8u;
/// Whether an element is left out of its own result.
const EXCLUSIVE: u32 = 0u;

@group(0) @binding(0) var<uniform> scan_of: ScanOf;
/// How many of the elements take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn scan(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    scan_tile(group.y * groups.x + group.x, thread);
}
