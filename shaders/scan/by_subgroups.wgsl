// uses: scan/quad, scan/tile
// The same as `scan`, but threads exchange states by subgroup shuffles. For 32-bit elements, and adapters with a single subgroup
// size.

/// Threads per workgroup.
const WORKGROUP: u32 = 256u;
/// Threads per subgroup.
const LANES: u32 = 32u;
/// Quads of elements per thread.
const QUADS: u32 = 8u;
/// 1: each result leaves out its own element.
const EXCLUSIVE: u32 = 0u;

@group(0) @binding(0) var<uniform> scan_of: ScanParams;
/// Number of elements that take part.
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
