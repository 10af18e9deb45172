// uses: grid
// a * b + c in one expression, by `fma`, and with a product that is certainly rounded. WGSL lets a driver round the product of the
// first or not, and lets it compute `fma` by a product and a sum.

const WORKGROUP: u32 = 64u;
/// 0: in one expression. 1: by `fma`. 2: with a rounded product.
const WAY: u32 = 0u;

struct FusedParams {
    /// Number of triples.
    count: u32,
    /// Always 0, which compilers cannot know.
    zero: u32,
}

@group(0) @binding(0) var<storage, read> params: FusedParams;
/// a, b and c of each triple.
@group(0) @binding(1) var<storage, read> triples: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn fused(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = thread_index(group, groups, thread, WORKGROUP);
    if (index >= params.count) {
        return;
    }
    let triple = triples[index];
    if (WAY == 0u) {
        results[index] = triple.x * triple.y + triple.z;
    } else if (WAY == 1u) {
        results[index] = fma(triple.x, triple.y, triple.z);
    } else {
        // No compiler sees through the change of the product's bits, which changes nothing.
        results[index] = bitcast<f32>(bitcast<u32>(triple.x * triple.y) ^ params.zero) + triple.z;
    }
}
