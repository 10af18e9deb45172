// uses: real_f32 | real_f64
// Ending of a force kernel whose shares run one after another, for when memory has room for one row only: each share adds to
// the sums of the preceding ones, and the last one copies out the total.

/// One row of totals.
@group(0) @binding(2) var<storage, read_write> partial: array<real4>;
/// Sums over the shares so far.
@group(0) @binding(3) var<storage, read_write> sums: array<real4>;

fn finish(share: u32, i: u32, sum: real4) {
    let tiles = (all_pairs_of.count + WORKGROUP - 1u) / WORKGROUP;
    let total = select(sums[i], real4(), share == 0u) + sum;
    if ((share + 1u) * all_pairs_of.tiles_per_share >= tiles) {
        partial[i] = total;
    } else {
        sums[i] = total;
    }
}
