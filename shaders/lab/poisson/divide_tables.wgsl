// uses: lab/poisson/plane
// Divides a spectrum by -(kx^2 + ky^2), which is 1 for the mean. Each thread reads its wave numbers from a table.

@group(0) @binding(0) var<uniform> plane: PlaneParams;
@group(0) @binding(1) var<storage, read_write> spectrum: array<vec2f>;
/// The wave numbers, 2 pi times the number of waves along a side.
@group(0) @binding(2) var<storage, read> wave_numbers: array<f32>;

@compute @workgroup_size(SIDE, SIDE)
fn divide_tables(@builtin(global_invocation_id) at: vec3u) {
    if (max(at.x, at.y) >= plane.points) {
        return;
    }
    let kx = wave_numbers[at.x];
    let ky = wave_numbers[at.y];
    var factor = -(kx * kx + ky * ky);
    if (max(at.x, at.y) == 0u) {
        factor = 1.0;
    }
    spectrum[at.y * plane.points + at.x] /= factor;
}
