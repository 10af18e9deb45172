// uses: grid, motion/state_pair | motion/state_real, opaque, real_f32 | real_f64
// One stage of the classical fourth-order Runge-Kutta method. `position` and `velocity` hold the state at which the forces were
// evaluated, `origin_*` the state at the start of the step, and `sum_*` the weighted sums of the slopes.

const WORKGROUP: u32 = 64u;

struct StageParams {
    count: u32,
    shares: u32,
    is_first: u32,
    is_last: u32,
    /// Weight of this stage's slopes in the step, in two parts: dt/6 or dt/3.
    weight: vec2f,
    /// Time from the start of the step to the next stage, in two parts: dt/2 or dt.
    next: vec2f,
    damping: vec2f,
    zero: u32,
    padding: u32,
}

@group(0) @binding(0) var<uniform> stage: StageParams;
@group(0) @binding(1) var<storage, read> partial: array<real4>;
@group(0) @binding(2) var<storage, read_write> position: array<Row>;
@group(0) @binding(3) var<storage, read_write> velocity: array<Row>;
@group(0) @binding(4) var<storage, read_write> acceleration: array<real4>;
@group(0) @binding(5) var<storage, read_write> origin_position: array<Row>;
@group(0) @binding(6) var<storage, read_write> origin_velocity: array<Row>;
@group(0) @binding(7) var<storage, read_write> sum_velocity: array<Row>;
@group(0) @binding(8) var<storage, read_write> sum_acceleration: array<Row>;

@compute @workgroup_size(WORKGROUP)
fn runge_kutta(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= stage.count) {
        return;
    }
    protect_rounding(stage.zero);
    let shares = opaque(stage.shares, arrayLength(&partial));
    var a = real3();
    for (var s = 0u; s < shares; s++) {
        a += partial[s * stage.count + i].xyz;
    }
    acceleration[i] = real4(a, acceleration[i].w);
    let body = position[i];
    let motion = velocity[i];
    let v = vector(motion);
    var origin = body;
    var origin_v = motion;
    var slope_x = Vector();
    var slope_v = Vector();
    if (opaque(stage.is_first, arrayLength(&partial)) == 1u) {
        origin_position[i] = body;
        origin_velocity[i] = motion;
    } else {
        origin = origin_position[i];
        origin_v = origin_velocity[i];
        slope_x = vector(sum_velocity[i]);
        slope_v = vector(sum_acceleration[i]);
    }
    slope_x = moved(slope_x, v, time(stage.weight));
    slope_v = moved(slope_v, of_force(a), time(stage.weight));
    if (opaque(stage.is_last, arrayLength(&partial)) == 1u) {
        position[i] = with_vector(body, plus(vector(origin), slope_x));
        velocity[i] = with_vector(motion, times(plus(vector(origin_v), slope_v), time(stage.damping)));
    } else {
        sum_velocity[i] = with_vector(Row(), slope_x);
        sum_acceleration[i] = with_vector(Row(), slope_v);
        position[i] = with_vector(body, moved(vector(origin), v, time(stage.next)));
        velocity[i] = with_vector(motion, moved(vector(origin_v), of_force(a), time(stage.next)));
    }
}
