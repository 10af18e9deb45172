// Gathers the positions of the bodies with a trail, to be copied into the ring.

const WORKGROUP: u32 = 64u;

struct TrailRecordParams {
    /// The first body with a trail, and the distance from one such body to the next.
    first: u32,
    stride: u32,
    /// Number of bodies with a trail.
    count: u32,
    padding: u32,
}

@group(0) @binding(0) var<uniform> record_of: TrailRecordParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> now: array<vec4f>;

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
    now[i] = position[record_of.first + i * record_of.stride];
}
