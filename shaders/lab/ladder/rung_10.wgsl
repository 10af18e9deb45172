// Burtscher's tuning ladder, rung 10: 128 terms per iteration.

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

var<workgroup> tile_mass: array<f32, WORKGROUP>;
var<workgroup> tile_posx: array<f32, WORKGROUP>;
var<workgroup> tile_posy: array<f32, WORKGROUP>;
var<workgroup> tile_posz: array<f32, WORKGROUP>;

/// `sum` plus the pull of body `k` of the tile on a body at `own`.
fn pull(sum: vec3f, own: vec3f, k: u32) -> vec3f {
    let dx = tile_posx[k] - own.x;
    let dy = tile_posy[k] - own.y;
    let dz = tile_posz[k] - own.z;
    let inverse = inverseSqrt(dx * dx + (dy * dy + (dz * dz + params.softening_squared)));
    let scale = tile_mass[k] * inverse * inverse * inverse;
    return vec3f(sum.x + dx * scale, sum.y + dy * scale, sum.z + dz * scale);
}

// Written out by doubling; drivers inline the calls.

fn pull_8(sum: vec3f, own: vec3f, k: u32) -> vec3f {
    let four = pull(pull(pull(pull(sum, own, k), own, k + 1u), own, k + 2u), own, k + 3u);
    return pull(pull(pull(pull(four, own, k + 4u), own, k + 5u), own, k + 6u), own, k + 7u);
}

fn pull_16(sum: vec3f, own: vec3f, k: u32) -> vec3f {
    return pull_8(pull_8(sum, own, k), own, k + 8u);
}

fn pull_32(sum: vec3f, own: vec3f, k: u32) -> vec3f {
    return pull_16(pull_16(sum, own, k), own, k + 16u);
}

fn pull_64(sum: vec3f, own: vec3f, k: u32) -> vec3f {
    return pull_32(pull_32(sum, own, k), own, k + 32u);
}

fn pull_128(sum: vec3f, own: vec3f, k: u32) -> vec3f {
    return pull_64(pull_64(sum, own, k), own, k + 64u);
}

@compute @workgroup_size(WORKGROUP)
fn rung_10(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
    let i = id.x;
    let last = params.count - 1u;
    // Threads past the last body sum too, because every thread of a workgroup must reach the barriers.
    let own = vec3f(posx[min(i, last)], posy[min(i, last)], posz[min(i, last)]);
    var sum = vec3f();
    for (var first = 0u; first < params.count; first += WORKGROUP) {
        let source = min(first + thread, last);
        // Past the end, a source without mass.
        tile_mass[thread] = select(0.0, mass[source], first + thread <= last);
        tile_posx[thread] = posx[source];
        tile_posy[thread] = posy[source];
        tile_posz[thread] = posz[source];
        workgroupBarrier();
        for (var k = 0u; k < WORKGROUP; k += 128u) {
            sum = pull_128(sum, own, k);
        }
        workgroupBarrier();
    }
    if (i < params.count) {
        accx[i] = sum.x;
        accy[i] = sum.y;
        accz[i] = sum.z;
    }
}
