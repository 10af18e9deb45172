/// One pass of a symplectic composition: the times of its kicks and drifts, 0 where it has none.
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

struct Moving {
    position: vec4f,
    velocity: vec4f,
}

/// Kick and drift, then (at the end of a step) damping, then the kick and the drift with which the next step begins. Always
/// the same arithmetic, so that a run does not depend on how many steps a submission holds.
fn advanced(step: Advance, a: vec3f, before: Moving) -> Moving {
    var x = before.position;
    var v = before.velocity;
    v = vec4f(fma(a, vec3f(step.kick_before), v.xyz), v.w);
    x = vec4f(fma(v.xyz, vec3f(step.drift_before), x.xyz), x.w);
    v = vec4f(v.xyz * step.damping, v.w);
    v = vec4f(fma(a, vec3f(step.kick_after), v.xyz), v.w);
    x = vec4f(fma(v.xyz, vec3f(step.drift_after), x.xyz), x.w);
    return Moving(x, v);
}
