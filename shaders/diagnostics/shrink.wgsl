// uses: diagnostics/structure
// Computes how many members are left in a round of the search for the centre; in round 0, all finite bodies. Runs as one thread.

struct ShrinkParams {
    /// The round, counted from 1.
    round: u32,
    /// The search ends at this number of bodies at the latest.
    least: u32,
}

@group(0) @binding(0) var<uniform> shrink_of: ShrinkParams;
@group(0) @binding(1) var<storage, read> structure: Structure;
@group(0) @binding(2) var<storage, read_write> member_count: array<u32>;

@compute @workgroup_size(1)
fn shrink() {
    // As in physics/profile.rs: each round keeps 3/4, down to 1/20.
    let least = max(structure.count / 20u, shrink_of.least);
    var kept = structure.count;
    for (var r = 0u; r < shrink_of.round && kept > least; r++) {
        kept = max(kept - (kept + 3u) / 4u, least);
    }
    member_count[0] = kept;
}
