// uses: grid, opaque
// Adds up the rows of one band of the symmetric kernel into the first row, which frees the others for the next band.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> gather_of: GatherRowsParams;
@group(0) @binding(1) var<storage, read_write> partial: array<vec4f>;

struct GatherRowsParams {
    count: u32,
    /// The rows to add up: first, and one past the last.
    first_row: u32,
    end_row: u32,
    padding: u32,
}

@compute @workgroup_size(WORKGROUP)
fn gather(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= gather_of.count) {
        return;
    }
    let end_row = opaque(gather_of.end_row, arrayLength(&partial));
    var sum = vec4f();
    for (var row = gather_of.first_row; row < end_row; row++) {
        sum += partial[row * gather_of.count + i];
    }
    partial[i] = sum;
}
