// uses: grid, opaque
// Prepares the rows of a region for the walks of all trees: no sum yet, and in w the magnitude of the last acceleration; or, where
// potentials are summed, the acceleration, and no potential yet.

const WORKGROUP: u32 = 64u;
/// As in `tree/walk`.
const POTENTIAL: u32 = 0u;

@group(0) @binding(0) var<uniform> region_of: RegionParams;
@group(0) @binding(1) var<storage, read_write> rows: array<vec4f>;

struct RegionParams {
    /// Rows of the region.
    count: u32,
}

@compute @workgroup_size(WORKGROUP)
fn begin(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= opaque(region_of.count, arrayLength(&rows))) {
        return;
    }
    let row = rows[i].xyz;
    rows[i] = select(vec4f(vec3f(), length(row)), vec4f(row, 0.0), POTENTIAL == 1u);
}
