// Burtscher's tuning ladder, rung 0: one thread does everything, like the loops of a CPU program.

const WORKGROUP: u32 = 1u;

struct RungParams {
    count: u32,
    softening_squared: f32,
}

/// The bodies of this dispatch: first, and one past the last. Some drivers end long loops, so there may be several.
struct RungRange {
    first: u32,
    end: u32,
}

/// 40 bytes, of which a sum needs 16.
struct RungBody {
    mass: f32,
    posx: f32,
    posy: f32,
    posz: f32,
    velx: f32,
    vely: f32,
    velz: f32,
    accx: f32,
    accy: f32,
    accz: f32,
}

@group(0) @binding(0) var<storage, read> params: RungParams;
@group(0) @binding(1) var<storage, read_write> bodies: array<RungBody>;
@group(0) @binding(2) var<storage, read> range: RungRange;

/// `sum` plus the pull of body `j` on a body at `own`.
fn pull(sum: vec3f, own: vec3f, j: u32, softening_squared: f32) -> vec3f {
    let dx = bodies[j].posx - own.x;
    let dy = bodies[j].posy - own.y;
    let dz = bodies[j].posz - own.z;
    let inverse = 1.0 / sqrt(dx * dx + dy * dy + dz * dz + softening_squared);
    let scale = bodies[j].mass * inverse * inverse * inverse;
    return vec3f(sum.x + dx * scale, sum.y + dy * scale, sum.z + dz * scale);
}

@compute @workgroup_size(WORKGROUP)
fn rung_0() {
    // Read once, as a kernel's arguments are.
    let count = params.count;
    let softening_squared = params.softening_squared;
    for (var i = range.first; i < range.end; i++) {
        let own = vec3f(bodies[i].posx, bodies[i].posy, bodies[i].posz);
        var sum = vec3f();
        for (var j = 0u; j < count; j++) {
            if (j != i) {
                sum = pull(sum, own, j, softening_squared);
            }
        }
        bodies[i].accx = sum.x;
        bodies[i].accy = sum.y;
        bodies[i].accz = sum.z;
    }
}
