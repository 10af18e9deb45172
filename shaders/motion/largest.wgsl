// The largest acceleration of a force pass. Every order of comparing gives the same one.

const WORKGROUP: u32 = 64u;

struct Largest {
    count: u32,
    shares: u32,
}

@group(0) @binding(0) var<uniform> largest_of: Largest;
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
        var a = real3();
        for (var s = 0u; s < largest_of.shares; s++) {
            a += partial[s * largest_of.count + i].xyz;
        }
        // A body that is lost decides nothing.
        if (is_finite(vec3f(a))) {
            atomicMax(&most, bitcast<u32>(min(f32(length(a)), 3.4e38)));
        }
    }
    workgroupBarrier();
    if (local == 0u) {
        atomicMax(&state.largest, atomicLoad(&most));
    }
}
