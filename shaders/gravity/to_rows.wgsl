// Ending of a force kernel: its sums go to rows, to be added up by whoever needs them.

/// One row of `count` sums a share.
@group(0) @binding(2) var<storage, read_write> partial: array<real4>;

fn finish(share: u32, i: u32, sum: real4) {
    partial[share * all_pairs_of.count + i] = sum;
}
