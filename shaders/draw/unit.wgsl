// Chooses the unit of light: the smallest power of two in which the light of all spots together is less than 2^32. No pixel
// receives more than 9/16 of any spot, so no sum overflows, wherever the bodies are.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<storage, read> exponents: array<u32, WORKGROUP>;
/// Units per light, and light per unit.
@group(0) @binding(1) var<storage, read_write> unit_of: array<f32, 2>;

var<workgroup> sums: array<f32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn unit(@builtin(local_invocation_index) local: u32) {
    // Every spot of an exponent is counted with the least brightness of the next one.
    sums[local] = f32(exponents[local]) * bitcast<f32>(min(local + 1u, 254u) << 23u);
    for (var width = WORKGROUP / 2u; width > 0u; width /= 2u) {
        workgroupBarrier();
        if (local < width) {
            sums[local] += sums[local + width];
        }
    }
    if (local == 0u) {
        let above = max(bitcast<u32>(sums[0]) >> 23u, 64u) + 1u;
        let one = bitcast<f32>((above - 32u) << 23u);
        unit_of[0] = 1.0 / one;
        unit_of[1] = one;
    }
}
