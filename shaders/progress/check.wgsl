// uses: grid, progress/inputs
// Counts the elements whose scan and sort are right, over all rounds.

@group(0) @binding(0) var<uniform> progress_of: ProgressParams;
@group(0) @binding(1) var<storage, read> sums: array<u32>;
@group(0) @binding(2) var<storage, read> keys: array<u32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@group(0) @binding(4) var<storage, read_write> total_right: atomic<u32>;

var<workgroup> right: atomic<u32>;

@compute @workgroup_size(256)
fn check(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    if (thread == 0u) {
        atomicStore(&right, 0u);
    }
    workgroupBarrier();
    let i = thread_index(group, groups, thread, 256u);
    if (i < progress_of.count && sums[i] == sum_to(i) && keys[i] == key_at(i) && indices[i] == origin_of(i)) {
        atomicAdd(&right, 1u);
    }
    workgroupBarrier();
    if (thread == 0u) {
        atomicAdd(&total_right, atomicLoad(&right));
    }
}
