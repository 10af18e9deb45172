// One pass of a symplectic composition: kick and drift, then (at the end of a step) damping, then the kick and the drift
// with which the next step begins. Always the same arithmetic, so that a run does not depend on how many steps a
// submission holds.

const WORKGROUP: u32 = 64u;

struct Advance {
    count: u32,
    shares: u32,
    /// 1 where the forces of `partial` are for these positions; 0 before a pass that begins with a drift.
    has_force: u32,
    zero: u32,
    /// Times and the factor in two parts each.
    kick_before: vec2f,
    drift_before: vec2f,
    damping: vec2f,
    kick_after: vec2f,
    drift_after: vec2f,
}

@group(0) @binding(0) var<uniform> step: Advance;
/// `shares` rows of sums, whose total is the acceleration.
@group(0) @binding(1) var<storage, read> partial: array<real4>;
@group(0) @binding(2) var<storage, read_write> position: array<Row>;
@group(0) @binding(3) var<storage, read_write> velocity: array<Row>;
@group(0) @binding(4) var<storage, read_write> acceleration: array<real4>;

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
    protect_rounding(step.zero);
    var a = real3();
    if (step.has_force == 1u) {
        for (var s = 0u; s < step.shares; s++) {
            a += partial[s * step.count + i].xyz;
        }
        acceleration[i] = real4(a, real());
    }
    let body = position[i];
    let motion = velocity[i];
    var x = vector(body);
    var v = vector(motion);
    v = moved(v, of_force(a), time(step.kick_before));
    x = moved(x, v, time(step.drift_before));
    // A step ends here, as it does where the bodies are stored in between.
    v = settled(times(v, time(step.damping)));
    x = settled(x);
    v = moved(v, of_force(a), time(step.kick_after));
    x = moved(x, v, time(step.drift_after));
    velocity[i] = with_vector(motion, v);
    position[i] = with_vector(body, x);
}
