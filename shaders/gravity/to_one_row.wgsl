// Ending of the symmetric kernel: atomic adds collect all sums in one row, in no fixed order.

/// One vector per body; must be cleared first.
@group(0) @binding(2) var<storage, read_write> partial: array<atomic<f32>>;

fn keep(row: u32, i: u32, sum: vec4f) {
    atomicAdd(&partial[4u * i], sum.x);
    atomicAdd(&partial[4u * i + 1u], sum.y);
    atomicAdd(&partial[4u * i + 2u], sum.z);
    if (POTENTIAL == 1u) {
        atomicAdd(&partial[4u * i + 3u], sum.w);
    }
}
