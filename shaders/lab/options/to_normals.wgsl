// uses: grid, random/normals
// Turns four random words at a time into normal numbers, in place, as the text does with the words of its Mersenne Twisters.

const WORKGROUP: u32 = 256u;

struct ToNormalsParams {
    /// Blocks of four.
    blocks: u32,
}

@group(0) @binding(0) var<uniform> to_normals_of: ToNormalsParams;
@group(0) @binding(1) var<storage, read_write> words: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn to_normals(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let block = thread_index(group, groups, local, WORKGROUP);
    if (block < to_normals_of.blocks) {
        words[block] = bitcast<vec4u>(normals_of(words[block]));
    }
}
