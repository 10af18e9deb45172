// A sum in twice the precision: every number is the sum of two, of which the second holds what the first leaves over. Each
// workgroup adds up a run of such numbers; the same kernel then adds up the sums of the workgroups.

const WORKGROUP: u32 = 64u;

struct TwoFloatSumParams {
    /// Number of numbers.
    count: u32,
    /// Numbers that each workgroup adds up.
    run: u32,
    /// Always 0, which compilers cannot know.
    zero: u32,
}

@group(0) @binding(0) var<storage, read> params: TwoFloatSumParams;
@group(0) @binding(1) var<storage, read> source: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> result: array<vec2f>;

var<workgroup> sums: array<vec2f, WORKGROUP>;

/// Forces a result to be rounded and kept that way: compilers that think (a + b) - a is b would leave nothing over.
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ params.zero);
}

/// `a + b` with what its rounding leaves over (Knuth), and what was left over before.
fn plus(a: vec2f, b: vec2f) -> vec2f {
    let sum = rounded(a.x + b.x);
    let second = rounded(sum - a.x);
    let rest = rounded(rounded(a.x - rounded(sum - second)) + rounded(b.x - second));
    let low = rounded(rest + rounded(a.y + b.y));
    let high = rounded(sum + low);
    return vec2f(high, rounded(low - rounded(high - sum)));
}

@compute @workgroup_size(WORKGROUP)
fn two_float_sum(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = group.y * groups.x + group.x;
    let end = min((block + 1u) * params.run, params.count);
    var sum = vec2f();
    for (var i = block * params.run + thread; i < end; i += WORKGROUP) {
        sum = plus(sum, source[i]);
    }
    sums[thread] = sum;
    for (var stride = WORKGROUP / 2u; stride > 0u; stride /= 2u) {
        workgroupBarrier();
        if (thread < stride) {
            sums[thread] = plus(sums[thread], sums[thread + stride]);
        }
    }
    if (thread == 0u) {
        result[block] = sums[0];
    }
}
