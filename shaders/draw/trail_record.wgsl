// uses: grid
// Gathers the positions of the bodies with a trail into a slot of the ring, with their velocities if the trails are curved.

const WORKGROUP: u32 = 64u;

struct TrailRecordParams {
    /// The first body with a trail, and the distance from one such body to the next.
    first: u32,
    stride: u32,
    /// Number of bodies with a trail.
    count: u32,
    /// Rows per body: 1 for the position, 2 with the velocity.
    rows: u32,
}

@group(0) @binding(0) var<uniform> record_of: TrailRecordParams;
/// The slot of the newest point.
@group(0) @binding(1) var<storage, read> newest: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> ring: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn trail_record(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= record_of.count) {
        return;
    }
    let body = record_of.first + i * record_of.stride;
    let at = (newest[0] * record_of.count + i) * record_of.rows;
    ring[at] = position[body];
    if (record_of.rows == 2u) {
        ring[at + 1u] = velocity[body];
    }
}
