// uses: tree/tree
// Adjusts the accuracy of a tree to the errors that its accelerations have, so that 1 of 100 is above what is wanted: a stochastic
// approximation of that quantile (Robbins and Monro 1951). The first samples move the accuracy most; later ones count as some of so many,
// so that chance moves it less. Runs as one workgroup.

const WORKGROUP: u32 = 64u;
/// The part of all errors that may be above what is wanted.
const ABOVE: f32 = 0.01;
/// The power of the accuracy by which errors rise.
const POWER: f32 = 0.6;
/// Logarithm of the largest ratio of errors that is told apart from larger ones, and halvings of it.
const RANGE: f32 = 4.0;
const HALVINGS: u32 = 14u;
/// Errors above from which on a sample that is off by a factor of e counts alone. Chance is off by less.
const SURE: f32 = 10.0;

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
    /// Bodies judged before that still count; none if the bodies judged now decide alone.
    memory: f32,
    /// Largest weight of the judged bodies when the accuracy is finer than it has to be. 0: it may only become finer.
    patience: f32,
}

/// Of each thread: bodies with an error, and those whose error is above a bound.
var<workgroup> counts: array<vec2f, WORKGROUP>;

/// The bodies with an error, and those whose error is above a bound.
fn count_above(bound: f32, thread: u32) -> vec2f {
    var count = vec2f();
    for (var k = thread; k < adjust_of.sampled; k += WORKGROUP) {
        let error = bitcast<f32>(errors[k + 1u].y);
        count += select(vec2f(), vec2f(1.0, select(0.0, 1.0, error > bound)), error >= 0.0);
    }
    workgroupBarrier();
    counts[thread] = count;
    workgroupBarrier();
    count = vec2f();
    for (var other = 0u; other < WORKGROUP; other++) {
        count += counts[other];
    }
    return count;
}

@compute @workgroup_size(WORKGROUP)
fn adjust(@builtin(local_invocation_index) thread: u32) {
    // The logarithm of the quantile, in units of what is wanted.
    var off = 0.0;
    var half = RANGE;
    var count = 0.0;
    for (var halving = 0u; halving < HALVINGS; halving++) {
        let above = count_above(adjust_of.wanted * exp(off), thread);
        half *= 0.5;
        off += select(-half, half, above.y > ABOVE * above.x);
        count = above.x;
    }
    if (thread > 0u || count == 0.0) {
        return;
    }
    let judged = max(min(levels.judged + count, adjust_of.memory), count);
    let weight = max(count / judged, min(abs(off) * ABOVE * count / SURE, 1.0));
    let most = select(1.0, adjust_of.patience, off < 0.0);
    levels.accuracy = clamp(levels.accuracy * exp(-min(weight, most) * off / POWER), adjust_of.least, adjust_of.most);
    levels.judged = judged;
}
