// A launch with next to nothing to do: one thread counts it.

const WORKGROUP: u32 = 1u;

@group(0) @binding(0) var<storage, read_write> launches: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn tick() {
    launches[0] += 1u;
}
