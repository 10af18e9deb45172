// uses: gravity/equal_mass, gravity/law
// Runs whole steps of few bodies within one workgroup: no launches in between, and no memory but the workgroup's own.

/// Largest number of bodies.
const LANES: u32 = 256u;
/// Threads that share the sum of one body.
const SEGMENTS: u32 = 1u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// As in `all_pairs`.
const EQUAL: u32 = 0u;

const WORKGROUP: u32 = LANES * SEGMENTS;

@group(0) @binding(0) var<uniform> resident_of: ResidentParams;
@group(0) @binding(1) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> acceleration: array<vec4f>;

const KICK: f32 = 0.0;
const DRIFT: f32 = 1.0;
const DAMP: f32 = 2.0;

struct ResidentParams {
    count: u32,
    steps: u32,
    softening_squared: f32,
    mass: f32,
    /// Operations per step.
    operations: u32,
    /// 1 if `acceleration` belongs to these positions.
    is_current: u32,
    padding: vec2u,
    /// The kind of each operation (x), and its time or factor (y).
    table: array<vec4f, 20>,
}

var<workgroup> tile: array<vec4f, LANES>;
var<workgroup> sums: array<vec3f, WORKGROUP>;

/// The acceleration of this thread's body at `x`. Every thread must call it.
fn forces(thread: u32, x: vec4f) -> vec3f {
    let lane = thread % LANES;
    let segment = thread / LANES;
    workgroupBarrier();
    if (segment == 0u) {
        tile[lane] = select(nobody(x, EQUAL == 1u), x, lane < resident_of.count);
    }
    workgroupBarrier();
    var sum = vec3f();
    for (var j = segment; j < resident_of.count; j += SEGMENTS) {
        let body = tile[j];
        let offset = body.xyz - x.xyz;
        let law = pull_of(offset, resident_of.softening_squared, SOFTENED == 1u);
        sum = fma(offset, vec3f(weighed(body.w, law.strength, EQUAL == 1u)), sum);
    }
    if (SEGMENTS > 1u) {
        sums[thread] = sum;
        workgroupBarrier();
        sum = vec3f();
        for (var s = 0u; s < SEGMENTS; s++) {
            sum += sums[lane + s * LANES];
        }
    }
    return sum * select(1.0, resident_of.mass, EQUAL == 1u);
}

@compute @workgroup_size(WORKGROUP)
fn resident(@builtin(local_invocation_index) thread: u32) {
    let lane = thread % LANES;
    let count = resident_of.count;
    let i = min(lane, count - 1u);
    var x = position[i];
    var v = velocity[i];
    var a = acceleration[i].xyz;
    var is_current = resident_of.is_current == 1u;
    for (var step = 0u; step < resident_of.steps; step++) {
        for (var o = 0u; o < resident_of.operations; o++) {
            let operation = resident_of.table[o].xy;
            if (operation.x == DRIFT) {
                x = vec4f(fma(v.xyz, vec3f(operation.y), x.xyz), x.w);
                is_current = false;
                continue;
            }
            if (operation.x == DAMP) {
                v = vec4f(v.xyz * operation.y, v.w);
                continue;
            }
            if (!is_current) {
                a = forces(thread, x);
                is_current = true;
            }
            v = vec4f(fma(a, vec3f(operation.y), v.xyz), v.w);
        }
    }
    if (resident_of.steps == 0u) {
        a = forces(thread, x);
    }
    if (thread < count) {
        position[lane] = x;
        velocity[lane] = v;
        acceleration[lane] = vec4f(a, 0.0);
    }
}
