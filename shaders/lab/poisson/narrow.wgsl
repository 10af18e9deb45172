// uses: lab/poisson/plane
// Copies the real parts of complex numbers, less that of the first, which fixes the solution. Nothing loads the imaginary parts.

@group(0) @binding(0) var<uniform> plane: PlaneParams;
@group(0) @binding(1) var<storage, read> wide: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> solution: array<f32>;

@compute @workgroup_size(SIDE, SIDE)
fn narrow(@builtin(global_invocation_id) at: vec3u) {
    if (max(at.x, at.y) < plane.points) {
        solution[at.y * plane.points + at.x] = wide[at.y * plane.points + at.x].x - wide[0].x;
    }
}
