// uses: real_f32 | real_f64
// Ending of a force kernel: writes partial sums to rows, for a later kernel to add up.

/// One row of `count` sums per share.
@group(0) @binding(2) var<storage, read_write> partial: array<real4>;

fn finish(share: u32, i: u32, sum: real4) {
    partial[share * all_pairs_of.count + i] = sum;
}
