// uses: grid, opaque, real_f32 | real_f64
// Adds up rows of sums into the first row: those of one band of the symmetric kernel, which frees the others for the next band, or
// those of a member's part of a force pass.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> gather_of: GatherRowsParams;
@group(0) @binding(1) var<storage, read_write> partial: array<real4>;

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
    var sum = real4();
    for (var row = gather_of.first_row; row < end_row; row++) {
        sum += partial[row * gather_of.count + i];
    }
    partial[i] = sum;
}
