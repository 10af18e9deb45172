// uses: tree/tree
// Adjusts the accuracy of a tree to the errors that its accelerations have, so that 1 of 100 is above what is wanted: a stochastic
// approximation of that quantile (Robbins and Monro 1951), which needs no more than the number of errors above it. The first samples
// move the accuracy most; later ones count as one of so many, so that chance moves it less. Runs as one workgroup.

const WORKGROUP: u32 = 64u;
/// The part of all errors that may be above what is wanted.
const ABOVE: f32 = 0.01;
/// Bodies whose errors are remembered: chance then moves the quantile by some 2 %.
const MEMORY: f32 = 16384.0;
/// By how much the logarithm of the accuracy falls per relative excess. Twice as many errors are above if it is 1.4 times as large.
const GAIN: f32 = 0.5;

@group(0) @binding(0) var<uniform> adjust_of: AdjustParams;
/// As `diagnostics/force_errors` writes them, from the second on.
@group(0) @binding(1) var<storage, read> errors: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> levels: TreeLevels;

struct AdjustParams {
    /// Bodies that were compared.
    sampled: u32,
    /// The error that 99 of 100 should be below.
    wanted: f32,
    /// The bounds of the accuracy.
    least: f32,
    most: f32,
}

/// Of each thread: bodies with an error, and those whose error is above what is wanted.
var<workgroup> counts: array<vec2f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn adjust(@builtin(local_invocation_index) thread: u32) {
    var count = vec2f();
    for (var k = thread; k < adjust_of.sampled; k += WORKGROUP) {
        let error = bitcast<f32>(errors[k + 1u].y);
        count += select(vec2f(), vec2f(1.0, select(0.0, 1.0, error > adjust_of.wanted)), error >= 0.0);
    }
    counts[thread] = count;
    workgroupBarrier();
    if (thread > 0u) {
        return;
    }
    for (var other = 1u; other < WORKGROUP; other++) {
        count += counts[other];
    }
    let judged = min(levels.judged + count.x, MEMORY);
    if (count.x > 0.0) {
        let excess = (count.y - ABOVE * count.x) / (ABOVE * judged);
        levels.accuracy = clamp(levels.accuracy * exp(-GAIN * clamp(excess, -1.0, 2.0)), adjust_of.least, adjust_of.most);
        levels.judged = judged;
    }
}
