// The same as `scan`, with threads that hand states to each other in subgroups: for numbers of 32 bits, and adapters with one
// fixed size of subgroups.

/// Threads in a workgroup.
const WORKGROUP: u32 = 256u;
/// Threads of a subgroup.
const LANES: u32 = 32u;
/// Quads of elements that a thread holds.
const QUADS: u32 = 8u;
/// Whether an element is left out of its own result.
const EXCLUSIVE: u32 = 0u;

@group(0) @binding(0) var<uniform> scan_of: ScanOf;
/// How many of the elements take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn by_subgroups(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    scan_tile(group.y * groups.x + group.x, subgroup * LANES + lane);
}
