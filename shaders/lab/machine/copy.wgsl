// uses: grid
// Copies a buffer, 16 bytes per thread: the fastest that memory can be read and written.

const WORKGROUP: u32 = 256u;

struct CopyParams {
    /// Number of elements of 16 bytes.
    count: u32,
}

@group(0) @binding(0) var<storage, read> params: CopyParams;
@group(0) @binding(1) var<storage, read> source: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn copy(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = thread_index(group, groups, thread, WORKGROUP);
    if (index < params.count) {
        results[index] = source[index];
    }
}
