// How many members are left in a round of the search for the centre; in round 0, all bodies that are finite. One thread.

struct Shrink {
    /// The round, from 1.
    round: u32,
    /// Bodies with which the search ends at the latest.
    least: u32,
}

@group(0) @binding(0) var<uniform> shrink_of: Shrink;
@group(0) @binding(1) var<storage, read> structure: Structure;
@group(0) @binding(2) var<storage, read_write> member_count: array<u32>;

@compute @workgroup_size(1)
fn shrink() {
    // As physics/profile.rs does it: 3/4 stay in each round, 1/20 at the end.
    let least = max(structure.count / 20u, shrink_of.least);
    var kept = structure.count;
    for (var r = 0u; r < shrink_of.round && kept > least; r++) {
        kept = max(kept - (kept + 3u) / 4u, least);
    }
    member_count[0] = kept;
}
