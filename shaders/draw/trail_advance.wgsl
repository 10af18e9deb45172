// Moves the ring of a trail on by one slot. A pass of steps may add several points, so that the slot is no parameter.

/// The slot of the newest point, and the number of slots.
@group(0) @binding(0) var<storage, read_write> newest: array<u32>;

@compute @workgroup_size(1)
fn trail_advance() {
    newest[0] = (newest[0] + 1u) % newest[1];
}
