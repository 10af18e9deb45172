// uses: grid
// Fused multiply-adds and nothing else: the most arithmetic that an adapter can do. Each has to wait for the one before in its
// chain, so every thread has 16 chains, which are independent.

const WORKGROUP: u32 = 256u;

struct MultiplyAddParams {
    /// Number of threads.
    count: u32,
    /// Iterations, each of four multiply-adds in each of 16 chains.
    steps: u32,
    /// What each multiply-add multiplies with. It is 1, but compilers cannot know that; so all sums are exact.
    factor: f32,
}

@group(0) @binding(0) var<storage, read> params: MultiplyAddParams;
@group(0) @binding(1) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn multiply_add(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = thread_index(group, groups, thread, WORKGROUP);
    let factor = vec4f(params.factor);
    let term = f32(index % 4u);
    var a = vec4f(0.0, 1.0, 2.0, 3.0);
    var b = a + 4.0;
    var c = a + 8.0;
    var d = a + 12.0;
    for (var i = 0u; i < params.steps; i++) {
        a = fma(a, factor, vec4f(term));
        b = fma(b, factor, vec4f(term));
        c = fma(c, factor, vec4f(term));
        d = fma(d, factor, vec4f(term));
        a = fma(a, factor, vec4f(1.0));
        b = fma(b, factor, vec4f(1.0));
        c = fma(c, factor, vec4f(1.0));
        d = fma(d, factor, vec4f(1.0));
        a = fma(a, factor, vec4f(term));
        b = fma(b, factor, vec4f(term));
        c = fma(c, factor, vec4f(term));
        d = fma(d, factor, vec4f(term));
        a = fma(a, factor, vec4f(-1.0));
        b = fma(b, factor, vec4f(-1.0));
        c = fma(c, factor, vec4f(-1.0));
        d = fma(d, factor, vec4f(-1.0));
    }
    if (index < params.count) {
        let sum = a + b * 2.0 + c * 3.0 + d * 4.0;
        results[index] = sum.x + sum.y + sum.z + sum.w;
    }
}
