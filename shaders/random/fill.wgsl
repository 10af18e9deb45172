// uses: grid, random/fast_normals | random/normals, random/philox
// Fills a buffer with random numbers. Each thread computes four; each number depends only on its place, the stream and the seed.

const WORKGROUP: u32 = 256u;
/// 0: words. 1: numbers between 0 and 1. 2: standard normal numbers.
const KIND: u32 = 0u;

struct FillParams {
    /// Numbers that the buffer holds.
    count: u32,
    /// The seed: low word, high word.
    seed_low: u32,
    seed_high: u32,
    /// The stream.
    stream_low: u32,
    stream_high: u32,
    /// The first block of four numbers in the stream.
    first_low: u32,
    first_high: u32,
}

@group(0) @binding(0) var<uniform> fill_of: FillParams;
@group(0) @binding(1) var<storage, read_write> numbers: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn fill(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let block = thread_index(group, groups, local, WORKGROUP);
    let whole = fill_of.count / 4u;
    let rest = fill_of.count % 4u;
    if (block > whole || (block == whole && rest == 0u)) {
        return;
    }
    let low = fill_of.first_low + block;
    let high = fill_of.first_high + u32(low < block);
    var values = philox(vec4u(low, high, fill_of.stream_low, fill_of.stream_high), vec2u(fill_of.seed_low, fill_of.seed_high));
    if (KIND == 1u) {
        // The middles of 2^23 intervals, without rounding.
        values = bitcast<vec4u>((vec4f(values >> vec4u(9u)) + 0.5) * 0x1p-23);
    } else if (KIND == 2u) {
        values = bitcast<vec4u>(normals_of(values));
    }
    if (block < whole) {
        numbers[block] = values;
        return;
    }
    for (var i = 0u; i < rest; i++) {
        numbers[block][i] = values[i];
    }
}
