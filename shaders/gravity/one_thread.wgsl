// One thread for all bodies: the loops of a CPU program, unchanged. Shows what GPUs are bad at (Burtscher-COT, rung 0).
// A unit is one body.

/// As in `tile`.
const TEST: u32 = 0u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> partial: array<vec4f>;

@compute @workgroup_size(1)
fn one_thread() {
    let count = all_pairs_of.count;
    for (var i = all_pairs_of.first_unit; i < all_pairs_of.end_unit; i++) {
        let own = position[i].xyz;
        // With two loops, the first ends just before the body.
        let middle = select(count, i, TEST == 2u);
        var sum = vec4f();
        for (var j = 0u; j < middle; j++) {
            if (TEST != 1u || j != i) {
                sum = pull(sum, own, position[j], j != i, all_pairs_of.softening_squared);
            }
        }
        for (var j = middle + 1u; j < count; j++) {
            sum = pull(sum, own, position[j], j != i, all_pairs_of.softening_squared);
        }
        partial[i] = sum;
    }
}
