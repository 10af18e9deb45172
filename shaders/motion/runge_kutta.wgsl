// One stage of the classical fourth-order Runge-Kutta method. The state at which the forces were taken stands in
// `position` and `velocity`; the state at the begin of the step in `origin_*`; the weighted sums of the slopes in `sum_*`.

const WORKGROUP: u32 = 64u;

struct Stage {
    count: u32,
    shares: u32,
    /// Weight of this stage's slopes in the step: dt/6 or dt/3.
    weight: f32,
    /// Time from the begin of the step to the next stage: dt/2 or dt.
    next: f32,
    damping: f32,
    is_first: u32,
    is_last: u32,
    padding: u32,
}

@group(0) @binding(0) var<uniform> stage: Stage;
@group(0) @binding(1) var<storage, read> partial: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> acceleration: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> origin_position: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> origin_velocity: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> sum_velocity: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> sum_acceleration: array<vec4f>;

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
    var a = vec3f();
    for (var s = 0u; s < stage.shares; s++) {
        a += partial[s * stage.count + i].xyz;
    }
    acceleration[i] = vec4f(a, 0.0);
    let x = position[i];
    let v = velocity[i];
    var origin = vec4f(x);
    var origin_v = vec4f(v);
    var slope_x = vec3f();
    var slope_v = vec3f();
    if (stage.is_first == 1u) {
        origin_position[i] = x;
        origin_velocity[i] = v;
    } else {
        origin = origin_position[i];
        origin_v = origin_velocity[i];
        slope_x = sum_velocity[i].xyz;
        slope_v = sum_acceleration[i].xyz;
    }
    slope_x = fma(v.xyz, vec3f(stage.weight), slope_x);
    slope_v = fma(a, vec3f(stage.weight), slope_v);
    if (stage.is_last == 1u) {
        position[i] = vec4f(origin.xyz + slope_x, x.w);
        velocity[i] = vec4f((origin_v.xyz + slope_v) * stage.damping, v.w);
    } else {
        sum_velocity[i] = vec4f(slope_x, 0.0);
        sum_acceleration[i] = vec4f(slope_v, 0.0);
        position[i] = vec4f(fma(v.xyz, vec3f(stage.next), origin.xyz), x.w);
        velocity[i] = vec4f(fma(a, vec3f(stage.next), origin_v.xyz), v.w);
    }
}
