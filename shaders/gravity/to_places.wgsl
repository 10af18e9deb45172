// Ending of the symmetric kernel: every sum has a place of its own, so that the order in which they are added up is always the
// same.

/// Rows of one vector a body.
@group(0) @binding(2) var<storage, read_write> partial: array<vec4f>;

fn keep(row: u32, i: u32, sum: vec4f) {
    partial[row * symmetric_of.count + i] = sum;
}
