// uses: lab/options/from_philox | lab/options/from_sobol | lab/options/from_stored
// Monte Carlo: the payoffs of European options for normal numbers, and the sums of these and of their squares. Workgroups in a row
// share the numbers of one option; each row is an option.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// 1: a sample is the mean of the payoffs for a number and for its opposite.
const ANTITHETIC: u32 = 0u;
/// 1: each thread stores its sums, and nothing adds them up.
const BY_THREAD: u32 = 0u;

struct MonteCarloParams {
    /// Samples per option.
    samples: u32,
    /// Workgroups per option.
    groups: u32,
    /// Blocks of four samples per thread.
    rounds: u32,
    /// The seed: low word, high word.
    seed_low: u32,
    seed_high: u32,
}

/// An option, prepared: the payoff for z is max(scale 2^(drift + spread z) + offset, 0).
struct Payoff {
    scale: f32,
    offset: f32,
    drift: f32,
    spread: f32,
}

@group(0) @binding(0) var<uniform> monte_carlo_of: MonteCarloParams;
@group(0) @binding(1) var<storage, read> payoffs: array<Payoff>;
/// For each workgroup of each option, or for each of its threads, the sum of the payoffs and that of their squares.
@group(0) @binding(2) var<storage, read_write> sums: array<vec2f>;

var<workgroup> partial: array<vec2f, WORKGROUP>;

fn paid(payoff: Payoff, z: vec4f) -> vec4f {
    return max(fma(vec4f(payoff.scale), exp2(fma(vec4f(payoff.spread), z, vec4f(payoff.drift))), vec4f(payoff.offset)), vec4f());
}

fn sample(payoff: Payoff, z: vec4f) -> vec4f {
    if (ANTITHETIC == 1u) {
        return 0.5 * (paid(payoff, z) + paid(payoff, -z));
    }
    return paid(payoff, z);
}

@compute @workgroup_size(WORKGROUP)
fn monte_carlo(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let option = group.y;
    let payoff = payoffs[option];
    let whole = monte_carlo_of.samples / 4u;
    let rest = monte_carlo_of.samples % 4u;
    var sum = vec4f();
    var squares = vec4f();
    // This workgroup's blocks end here; the whole ones perhaps earlier.
    let stop = (group.x + 1u) * monte_carlo_of.rounds * WORKGROUP;
    let end = min(stop, whole);
    var block = group.x * monte_carlo_of.rounds * WORKGROUP + thread;
    // Nothing else in the loop: without a test of every block for the last, incomplete one, the fast kernel takes 18 % less time on an
    // H200.
    for (; block < end; block += WORKGROUP) {
        let values = sample(payoff, drawn(block, option));
        sum += values;
        squares = fma(values, values, squares);
    }
    if (block == whole && block < stop && rest > 0u) {
        let values = select(vec4f(), sample(payoff, drawn(block, option)), vec4u(0u, 1u, 2u, 3u) < vec4u(rest));
        sum += values;
        squares = fma(values, values, squares);
    }
    let own = vec2f((sum.x + sum.y) + (sum.z + sum.w), (squares.x + squares.y) + (squares.z + squares.w));
    if (BY_THREAD == 1u) {
        if (group.x < monte_carlo_of.groups) {
            sums[(option * monte_carlo_of.groups + group.x) * WORKGROUP + thread] = own;
        }
        return;
    }
    partial[thread] = own;
    for (var width = WORKGROUP / 2u; width > 0u; width /= 2u) {
        workgroupBarrier();
        if (thread < width) {
            partial[thread] += partial[thread + width];
        }
    }
    if (thread == 0u && group.x < monte_carlo_of.groups) {
        sums[option * monte_carlo_of.groups + group.x] = partial[0];
    }
}
