// A kick of every velocity towards a point: the pull of a Plummer sphere, for a moment.

const WORKGROUP: u32 = 64u;

struct Attract {
    at: vec3f,
    radius: f32,
    /// The largest kick, which bodies at radius / sqrt(2) from the point receive.
    impulse: f32,
    zero: u32,
    padding_1: u32,
    padding_2: u32,
}

@group(0) @binding(0) var<uniform> attract_of: Attract;
@group(0) @binding(1) var<storage, read> position: array<Row>;
@group(0) @binding(2) var<storage, read_write> velocity: array<Row>;

/// One over the largest value of x / (1 + x^2)^(3/2), which is at x = 1 / sqrt(2): sqrt(27) / 2.
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
    // In this order, the small factors keep far bodies within single precision.
    let kick = time_of(real(attract_of.impulse * PEAK * scale * scale));
    velocity[i] = with_vector(motion, moved(vector(motion), of_force(real3(x * scale)), kick));
}
