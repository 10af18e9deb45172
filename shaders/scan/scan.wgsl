// uses: scan/quad, scan/tile
// Inclusive or exclusive scan of one tile per workgroup, which reads its tile only once and asks `tile_prefix` for what comes
// before. Needs a monoid, and parts that define where elements come from, where results go, what a state is, and where prefixes
// come from.

/// Threads per workgroup.
const WORKGROUP: u32 = 256u;
/// Quads of elements per thread.
const QUADS: u32 = 8u;
/// 1: each result leaves out its own element.
const EXCLUSIVE: u32 = 0u;

@group(0) @binding(0) var<uniform> scan_of: ScanParams;
/// Number of elements that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn scan(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    scan_tile(group.y * groups.x + group.x, thread);
}
