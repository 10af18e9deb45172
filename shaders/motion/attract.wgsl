// uses: grid, motion/state_pair | motion/state_real, real_f32 | real_f64
// Kicks every velocity towards a point, like the pull of a Plummer sphere during a short time.

const WORKGROUP: u32 = 64u;

struct AttractParams {
    at: vec3f,
    radius: f32,
    /// The largest kick; bodies at a distance of radius / sqrt(2) receive it.
    impulse: f32,
    zero: u32,
    padding_1: u32,
    padding_2: u32,
}

@group(0) @binding(0) var<uniform> attract_of: AttractParams;
@group(0) @binding(1) var<storage, read> position: array<Row>;
@group(0) @binding(2) var<storage, read_write> velocity: array<Row>;

/// 1 / max of x / (1 + x^2)^(3/2). The maximum is at x = 1 / sqrt(2), so this is sqrt(27) / 2.
const PEAK: f32 = 2.59807621;

@compute @workgroup_size(WORKGROUP)
fn attract(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= arrayLength(&velocity)) {
        return;
    }
    protect_rounding(attract_of.zero);
    let x = (attract_of.at - single(position[i]).xyz) / attract_of.radius;
    let scale = inverseSqrt(1.0 + dot(x, x));
    let motion = velocity[i];
    // Multiplied in this order, the small factors keep distant bodies within the range of single precision.
    let kick = time_of(real(attract_of.impulse * PEAK * scale * scale));
    velocity[i] = with_vector(motion, moved(vector(motion), of_force(real3(x * scale)), kick));
}
