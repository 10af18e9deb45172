// uses: motion/state_pair | motion/state_real, real_f32 | real_f64
/// One pass of a symplectic composition: the times of its kicks and drifts, 0 for those it lacks.
struct AdvanceParams {
    count: u32,
    shares: u32,
    /// 1 if `partial` holds the forces at these positions; 0 before a pass that starts with a drift.
    has_force: u32,
    zero: u32,
    /// Times, and the factor of damping and drag together, in two parts each.
    kick_before: vec2f,
    drift_before: vec2f,
    damping: vec2f,
    kick_after: vec2f,
    drift_after: vec2f,
}

struct Moving {
    position: Row,
    velocity: Row,
}

/// Kick and drift, then (at the end of a step) damping, then the kick and drift that start the next step. The arithmetic is
/// always the same, so a run does not depend on how many steps a submission holds.
fn advanced(step: AdvanceParams, a: real3, before: Moving) -> Moving {
    protect_rounding(step.zero);
    var x = vector(before.position);
    var v = vector(before.velocity);
    v = moved(v, of_force(a), time(step.kick_before));
    x = moved(x, v, time(step.drift_before));
    // Round at the end of a step even when the next one follows at once, exactly as storing the bodies would.
    v = settled(times(v, time(step.damping)));
    x = settled(x);
    v = moved(v, of_force(a), time(step.kick_after));
    x = moved(x, v, time(step.drift_after));
    return Moving(with_vector(before.position, x), with_vector(before.velocity, v));
}
