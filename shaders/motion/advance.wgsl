// uses: grid, motion/kick_drift, motion/state_pair | motion/state_real, opaque, real_f32 | real_f64
// One pass of a symplectic composition, for force passes that write rows.

const WORKGROUP: u32 = 64u;
/// Threads that share the rows of one body: with few bodies and many rows, one thread would take too long.
const SEGMENTS: u32 = 1u;
const BODIES: u32 = WORKGROUP / SEGMENTS;

@group(0) @binding(0) var<uniform> step: AdvanceParams;
/// `shares` rows of sums, which add up to the acceleration.
@group(0) @binding(1) var<storage, read> partial: array<real4>;
@group(0) @binding(2) var<storage, read_write> position: array<Row>;
@group(0) @binding(3) var<storage, read_write> velocity: array<Row>;
@group(0) @binding(4) var<storage, read_write> acceleration: array<real4>;

var<workgroup> sums: array<real3, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn advance(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let segment = local / BODIES;
    let i = thread_index(group, groups, local % BODIES, BODIES);
    let is_body = i < step.count;
    let shares = opaque(step.shares, arrayLength(&partial));
    let has_force = opaque(step.has_force, arrayLength(&partial)) == 1u;
    var a = real3();
    if (has_force) {
        if (is_body) {
            let rows = (shares + SEGMENTS - 1u) / SEGMENTS;
            for (var s = segment * rows; s < min((segment + 1u) * rows, shares); s++) {
                a += partial[s * step.count + i].xyz;
            }
        }
        if (SEGMENTS > 1u) {
            sums[local] = a;
            workgroupBarrier();
            for (var s = 1u; s < SEGMENTS; s++) {
                a += sums[(local + s * BODIES) % WORKGROUP];
            }
        }
    }
    if (!is_body || segment > 0u) {
        return;
    }
    if (has_force) {
        acceleration[i] = real4(a, acceleration[i].w);
    }
    let after = advanced(step, a, Moving(position[i], velocity[i]));
    velocity[i] = after.velocity;
    position[i] = after.position;
}
