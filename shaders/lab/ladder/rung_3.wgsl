// Burtscher's tuning ladder, rung 3: parameters in constant memory, a uniform buffer.

const WORKGROUP: u32 = 256u;

struct RungParams {
    count: u32,
    softening_squared: f32,
}

@group(0) @binding(0) var<uniform> params: RungParams;
@group(0) @binding(1) var<storage, read_write> mass: array<f32>;
@group(0) @binding(2) var<storage, read_write> posx: array<f32>;
@group(0) @binding(3) var<storage, read_write> posy: array<f32>;
@group(0) @binding(4) var<storage, read_write> posz: array<f32>;
@group(0) @binding(5) var<storage, read_write> accx: array<f32>;
@group(0) @binding(6) var<storage, read_write> accy: array<f32>;
@group(0) @binding(7) var<storage, read_write> accz: array<f32>;

/// `sum` plus the pull of body `j` on a body at `own`.
fn pull(sum: vec3f, own: vec3f, j: u32) -> vec3f {
    let dx = posx[j] - own.x;
    let dy = posy[j] - own.y;
    let dz = posz[j] - own.z;
    let inverse = 1.0 / sqrt(dx * dx + dy * dy + dz * dz + params.softening_squared);
    let scale = mass[j] * inverse * inverse * inverse;
    return vec3f(sum.x + dx * scale, sum.y + dy * scale, sum.z + dz * scale);
}

@compute @workgroup_size(WORKGROUP)
fn rung_3(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let own = vec3f(posx[i], posy[i], posz[i]);
    var sum = vec3f();
    for (var j = 0u; j < params.count; j++) {
        if (j != i) {
            sum = pull(sum, own, j);
        }
    }
    accx[i] = sum.x;
    accy[i] = sum.y;
    accz[i] = sum.z;
}
