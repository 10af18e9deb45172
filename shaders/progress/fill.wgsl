// uses: grid, progress/inputs
// Writes the inputs of one round of the trial.

@group(0) @binding(0) var<uniform> progress_of: ProgressParams;
@group(0) @binding(1) var<storage, read_write> numbers: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys: array<u32>;

@compute @workgroup_size(256)
fn fill(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(group, groups, thread, 256u);
    if (i < progress_of.count) {
        numbers[i] = number_at(i);
        keys[i] = key_at(position_of(i));
    }
}
