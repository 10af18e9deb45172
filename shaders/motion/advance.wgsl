// One pass of a symplectic composition: kick and drift, then (at the end of a step) damping, then the kick and the drift
// with which the next step begins. Always the same arithmetic, so that a run does not depend on how many steps a
// submission holds.

const WORKGROUP: u32 = 64u;

struct Advance {
    count: u32,
    shares: u32,
    kick_before: f32,
    drift_before: f32,
    damping: f32,
    kick_after: f32,
    drift_after: f32,
    /// 1 where the forces of `partial` are for these positions; 0 before a pass that begins with a drift.
    has_force: u32,
}

@group(0) @binding(0) var<uniform> step: Advance;
/// `shares` rows of sums, whose total is the acceleration.
@group(0) @binding(1) var<storage, read> partial: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> acceleration: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn advance(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= step.count) {
        return;
    }
    var a = vec3f();
    if (step.has_force == 1u) {
        for (var s = 0u; s < step.shares; s++) {
            a += partial[s * step.count + i].xyz;
        }
        acceleration[i] = vec4f(a, 0.0);
    }
    var x = position[i];
    var v = velocity[i];
    v = vec4f(fma(a, vec3f(step.kick_before), v.xyz), v.w);
    x = vec4f(fma(v.xyz, vec3f(step.drift_before), x.xyz), x.w);
    v = vec4f(v.xyz * step.damping, v.w);
    v = vec4f(fma(a, vec3f(step.kick_after), v.xyz), v.w);
    x = vec4f(fma(v.xyz, vec3f(step.drift_after), x.xyz), x.w);
    velocity[i] = v;
    position[i] = x;
}
