// uses: lab/poisson/plane
// Divides a spectrum by -(kx^2 + ky^2), which is 1 for the mean. A workgroup first copies its wave numbers into its memory.

@group(0) @binding(0) var<uniform> plane: PlaneParams;
@group(0) @binding(1) var<storage, read_write> spectrum: array<vec2f>;
/// The wave numbers, 2 pi times the number of waves along a side.
@group(0) @binding(2) var<storage, read> wave_numbers: array<f32>;

var<workgroup> own_kx: array<f32, SIDE>;
var<workgroup> own_ky: array<f32, SIDE>;

@compute @workgroup_size(SIDE, SIDE)
fn divide_staged(@builtin(global_invocation_id) at: vec3u, @builtin(local_invocation_id) local: vec3u) {
    if (local.y == 0u && at.x < plane.points) {
        own_kx[local.x] = wave_numbers[at.x];
    }
    if (local.x == 0u && at.y < plane.points) {
        own_ky[local.y] = wave_numbers[at.y];
    }
    workgroupBarrier();
    if (max(at.x, at.y) >= plane.points) {
        return;
    }
    let kx = own_kx[local.x];
    let ky = own_ky[local.y];
    var factor = -(kx * kx + ky * ky);
    if (max(at.x, at.y) == 0u) {
        factor = 1.0;
    }
    spectrum[at.y * plane.points + at.x] /= factor;
}
