// uses: real_f32 | real_f64
// Ending of the symmetric kernel: every partial sum has its own place, so that they are always added up in the same order.

/// Rows with one vector per body.
@group(0) @binding(2) var<storage, read_write> partial: array<real4>;

fn keep(row: u32, i: u32, sum: real4) {
    partial[row * symmetric_of.count + i] = sum;
}
