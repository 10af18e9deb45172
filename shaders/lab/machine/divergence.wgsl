// uses: grid
// Divergence: the threads of a subgroup share the instruction that they execute. Where they branch to different paths, the subgroup
// takes all of these one after the other, and on each of them the threads of the others idle.

const WORKGROUP: u32 = 256u;
const MULTIPLIER: u32 = 0x9e3779b1u;

struct DivergenceParams {
    /// Number of threads.
    count: u32,
    /// Iterations on a path.
    steps: u32,
    /// Paths among which threads choose, up to 32.
    paths: u32,
    /// Threads in a row that choose the same.
    together: u32,
}

@group(0) @binding(0) var<storage, read> params: DivergenceParams;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

fn rotated(x: u32, bits: u32) -> u32 {
    return (x << bits) | (x >> (32u - bits));
}

@compute @workgroup_size(WORKGROUP)
fn divergence(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = thread_index(group, groups, thread, WORKGROUP);
    if (index >= params.count) {
        return;
    }
    let steps = params.steps;
    // The numbers repeat, so that the host need not compute all of them.
    var x = index % 1024u + 1u;
    // All paths cost the same. Each has constants of its own and a loop of its own, so no compiler makes one of two.
    switch ((index / params.together) % params.paths) {
        case 0u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 1u) * (MULTIPLIER + 0u); } }
        case 1u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 2u) * (MULTIPLIER + 2u); } }
        case 2u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 3u) * (MULTIPLIER + 4u); } }
        case 3u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 4u) * (MULTIPLIER + 6u); } }
        case 4u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 5u) * (MULTIPLIER + 8u); } }
        case 5u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 6u) * (MULTIPLIER + 10u); } }
        case 6u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 7u) * (MULTIPLIER + 12u); } }
        case 7u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 8u) * (MULTIPLIER + 14u); } }
        case 8u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 9u) * (MULTIPLIER + 16u); } }
        case 9u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 10u) * (MULTIPLIER + 18u); } }
        case 10u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 11u) * (MULTIPLIER + 20u); } }
        case 11u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 12u) * (MULTIPLIER + 22u); } }
        case 12u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 13u) * (MULTIPLIER + 24u); } }
        case 13u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 14u) * (MULTIPLIER + 26u); } }
        case 14u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 15u) * (MULTIPLIER + 28u); } }
        case 15u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 16u) * (MULTIPLIER + 30u); } }
        case 16u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 17u) * (MULTIPLIER + 32u); } }
        case 17u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 18u) * (MULTIPLIER + 34u); } }
        case 18u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 19u) * (MULTIPLIER + 36u); } }
        case 19u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 20u) * (MULTIPLIER + 38u); } }
        case 20u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 21u) * (MULTIPLIER + 40u); } }
        case 21u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 22u) * (MULTIPLIER + 42u); } }
        case 22u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 23u) * (MULTIPLIER + 44u); } }
        case 23u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 24u) * (MULTIPLIER + 46u); } }
        case 24u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 25u) * (MULTIPLIER + 48u); } }
        case 25u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 26u) * (MULTIPLIER + 50u); } }
        case 26u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 27u) * (MULTIPLIER + 52u); } }
        case 27u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 28u) * (MULTIPLIER + 54u); } }
        case 28u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 29u) * (MULTIPLIER + 56u); } }
        case 29u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 30u) * (MULTIPLIER + 58u); } }
        case 30u: { for (var i = 0u; i < steps; i++) { x = rotated(x, 31u) * (MULTIPLIER + 60u); } }
        default: { for (var i = 0u; i < steps; i++) { x = rotated(x, 1u) * (MULTIPLIER + 62u); } }
    }
    results[index] = x;
}
