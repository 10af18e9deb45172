// uses: lab/poisson/plane
// Copies real numbers into complex ones.

@group(0) @binding(0) var<uniform> plane: PlaneParams;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read_write> wide: array<vec2f>;

@compute @workgroup_size(SIDE, SIDE)
fn widen(@builtin(global_invocation_id) at: vec3u) {
    if (max(at.x, at.y) < plane.points) {
        wide[at.y * plane.points + at.x] = vec2f(source[at.y * plane.points + at.x], 0.0);
    }
}
