// uses: draw/light, draw/spots
// Turns the sums into light: widens all spots alike, from the width that `draw/deposit` gives them to that of the look, by a
// Gaussian along rows and then along columns.

const SIDE: u32 = 16u;
/// Most pixels over which light spreads to each side.
const MAX: u32 = 6u;
const WIDE: u32 = SIDE + 2u * MAX;
/// Half floats end here.
const BRIGHTEST: f32 = 65504.0;

@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<storage, read> spots: SpotParams;
@group(0) @binding(2) var<storage, read> unit_of: array<f32, 2>;
@group(0) @binding(3) var<storage, read> sums: array<u32>;
@group(0) @binding(4) var light: texture_storage_2d<rgba16float, write>;

/// The sums around the workgroup's pixels, and the same after spreading along rows: three numbers for each, 14,784 bytes (15,360
/// in squares of 8 x 8).
var<workgroup> around: array<f32, 3u * WIDE * WIDE>;
var<workgroup> rows: array<f32, 3u * WIDE * SIDE>;

fn weight(distance: u32) -> f32 {
    return spots.weights[distance >> 2u][distance & 3u];
}

@compute @workgroup_size(SIDE, SIDE)
fn soften(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_id) thread: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let reach = min(spots.reach, MAX);
    let span = SIDE + 2u * reach;
    let first = group.xy * SIDE + MARGIN - reach;
    for (var i = local; i < span * span; i += SIDE * SIDE) {
        let at = first + vec2u(i % span, i / span);
        let word = 3u * (at.y * spots.size.x + at.x);
        let is_inside = all(at < spots.size);
        for (var channel = 0u; channel < 3u; channel++) {
            var sum = 0.0;
            if (is_inside) {
                sum = f32(sums[word + channel]);
            }
            around[3u * i + channel] = sum;
        }
    }
    workgroupBarrier();
    for (var i = local; i < span * SIDE; i += SIDE * SIDE) {
        let middle = i / SIDE * span + i % SIDE + reach;
        var sum = weight(0u) * around_at(middle);
        for (var k = 1u; k <= reach; k++) {
            sum += weight(k) * (around_at(middle - k) + around_at(middle + k));
        }
        rows[3u * i] = sum.r;
        rows[3u * i + 1u] = sum.g;
        rows[3u * i + 2u] = sum.b;
    }
    workgroupBarrier();
    let middle = (thread.y + reach) * SIDE + thread.x;
    var sum = weight(0u) * row_at(middle);
    for (var k = 1u; k <= reach; k++) {
        sum += weight(k) * (row_at(middle - k * SIDE) + row_at(middle + k * SIDE));
    }
    let pixel = group.xy * SIDE + thread.xy;
    if (all(pixel < textureDimensions(light))) {
        textureStore(light, pixel, vec4f(min(sum * (unit_of[1] * view.flux), vec3f(BRIGHTEST)), 1.0));
    }
}

fn around_at(i: u32) -> vec3f {
    return vec3f(around[3u * i], around[3u * i + 1u], around[3u * i + 2u]);
}

fn row_at(i: u32) -> vec3f {
    return vec3f(rows[3u * i], rows[3u * i + 1u], rows[3u * i + 2u]);
}
