// uses: lab/poisson/plane
// Divides a spectrum by -(kx^2 + ky^2), which is 1 for the mean. Each thread computes its wave numbers.

@group(0) @binding(0) var<uniform> plane: PlaneParams;
@group(0) @binding(1) var<storage, read_write> spectrum: array<vec2f>;

/// 2 pi times the number of waves along a side; the second half counts backwards.
fn wave_number(i: u32) -> f32 {
    let back = 2u * i > plane.points;
    return 6.2831853 * (f32(i) - select(0.0, f32(plane.points), back));
}

@compute @workgroup_size(SIDE, SIDE)
fn divide_plain(@builtin(global_invocation_id) at: vec3u) {
    if (max(at.x, at.y) >= plane.points) {
        return;
    }
    let kx = wave_number(at.x);
    let ky = wave_number(at.y);
    var factor = -(kx * kx + ky * ky);
    if (max(at.x, at.y) == 0u) {
        factor = 1.0;
    }
    spectrum[at.y * plane.points + at.x] /= factor;
}
