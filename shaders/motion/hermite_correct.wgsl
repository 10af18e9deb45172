// uses: grid, motion/hermite, motion/state_pair | motion/state_real, opaque, real_f32 | real_f64
// The correction of the fourth-order Hermite method, from acceleration and jerk at the predicted state. Both are kept for the
// next prediction. With a time step of 0 it only stores them, which starts a run.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> step: HermiteParams;
@group(0) @binding(1) var<storage, read> partial: array<real4>;
@group(0) @binding(2) var<storage, read> partial_jerk: array<real4>;
@group(0) @binding(3) var<storage, read_write> acceleration: array<real4>;
@group(0) @binding(4) var<storage, read_write> jerk: array<real4>;
@group(0) @binding(5) var<storage, read_write> position: array<Row>;
@group(0) @binding(6) var<storage, read_write> velocity: array<Row>;
@group(0) @binding(7) var<storage, read> origin_position: array<Row>;
@group(0) @binding(8) var<storage, read> origin_velocity: array<Row>;

@compute @workgroup_size(WORKGROUP)
fn hermite_correct(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= step.count) {
        return;
    }
    protect_rounding(step.zero);
    let shares = opaque(step.shares, arrayLength(&partial));
    var a1 = real3();
    var j1 = real3();
    for (var s = 0u; s < shares; s++) {
        a1 += partial[s * step.count + i].xyz;
        j1 += partial_jerk[s * step.count + i].xyz;
    }
    if (opaque(u32(step.time_step.x != 0.0), arrayLength(&partial)) == 1u) {
        let a0 = acceleration[i].xyz;
        let j0 = jerk[i].xyz;
        let body = origin_position[i];
        let motion = origin_velocity[i];
        let t = time(step.time_step);
        let half = half_of(t);
        let twelfth = time_of(rough(t) * rough(t) / 12.0);
        let v0 = vector(motion);
        let v1 = plus(v0, moved(times(of_force(a0 + a1), half), of_force(j0 - j1), twelfth));
        let x1 = plus(vector(body), moved(times(plus(v0, v1), half), of_force(a0 - a1), twelfth));
        position[i] = with_vector(body, x1);
        velocity[i] = with_vector(motion, times(v1, time(step.damping)));
    }
    acceleration[i] = real4(a1, real());
    jerk[i] = real4(j1, real());
}
