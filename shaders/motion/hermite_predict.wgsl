// uses: grid, motion/hermite, motion/state_pair | motion/state_real, real_f32 | real_f64
// The prediction of the fourth-order Hermite method: Taylor series from the latest acceleration and jerk.
// Makino & Aarseth, PASJ 44 (1992) 141.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> step: HermiteParams;
@group(0) @binding(1) var<storage, read> acceleration: array<real4>;
@group(0) @binding(2) var<storage, read> jerk: array<real4>;
@group(0) @binding(3) var<storage, read_write> position: array<Row>;
@group(0) @binding(4) var<storage, read_write> velocity: array<Row>;
/// The state at the start of the step.
@group(0) @binding(5) var<storage, read_write> origin_position: array<Row>;
@group(0) @binding(6) var<storage, read_write> origin_velocity: array<Row>;

@compute @workgroup_size(WORKGROUP)
fn hermite_predict(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= step.count) {
        return;
    }
    protect_rounding(step.zero);
    let t = time(step.time_step);
    let dt = real3(rough(t));
    let body = position[i];
    let motion = velocity[i];
    let x = vector(body);
    let v = vector(motion);
    let a = acceleration[i].xyz;
    let j = jerk[i].xyz;
    origin_position[i] = body;
    origin_velocity[i] = motion;
    // Horner's scheme: the smallest terms are added first.
    position[i] = with_vector(body, moved(x, moved(v, of_force(fma(j, dt / 3.0, a)), half_of(t)), t));
    velocity[i] = with_vector(motion, moved(v, of_force(fma(j, dt / 2.0, a)), t));
}
