// uses: diagnostics/is_finite, grid, motion/step_state, opaque, real_f32 | real_f64
// Finds the largest acceleration of a force pass. The result does not depend on the order of comparisons.

const WORKGROUP: u32 = 64u;

struct LargestParams {
    count: u32,
    shares: u32,
}

@group(0) @binding(0) var<uniform> largest_of: LargestParams;
@group(0) @binding(1) var<storage, read> partial: array<real4>;
@group(0) @binding(2) var<storage, read_write> state: StepState;

var<workgroup> most: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn largest(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    if (local == 0u) {
        atomicStore(&most, 0u);
    }
    workgroupBarrier();
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < largest_of.count) {
        let shares = opaque(largest_of.shares, arrayLength(&partial));
        var a = real3();
        for (var s = 0u; s < shares; s++) {
            a += partial[s * largest_of.count + i].xyz;
        }
        // Bodies that are no longer finite must not affect the step.
        if (is_finite(shrunk(a))) {
            atomicMax(&most, bitcast<u32>(min(f32(length(a)), 3.4e38)));
        }
    }
    workgroupBarrier();
    if (local == 0u) {
        atomicMax(&state.largest, atomicLoad(&most));
    }
}
