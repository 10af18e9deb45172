// uses: lab/poisson/plane
// Copies the real parts of complex numbers, less that of the first, which fixes the solution. Each thread loads a whole complex
// number, so that neighbours read memory without gaps.

@group(0) @binding(0) var<uniform> plane: PlaneParams;
@group(0) @binding(1) var<storage, read> wide: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> solution: array<f32>;

@compute @workgroup_size(SIDE, SIDE)
fn narrow_vectors(@builtin(global_invocation_id) at: vec3u) {
    if (max(at.x, at.y) < plane.points) {
        let value = wide[at.y * plane.points + at.x];
        // A compiler would not load an imaginary part that nothing uses.
        solution[at.y * plane.points + at.x] = fma(0.0, value.y, value.x) - wide[0].x;
    }
}
