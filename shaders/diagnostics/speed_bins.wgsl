// uses: diagnostics/structure
// Counts finite bodies, in total and by speed. Speeds are sorted, so bisection finds where each bin starts. Runs as one
// workgroup, one thread per bin.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> structure_of: StructureParams;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> structure: Structure;
@group(0) @binding(3) var<storage, read_write> member_count: array<u32>;

/// Number of keys that are not NaN.
fn numbers() -> u32 {
    var low = 0u;
    var high = structure_of.count;
    while (low < high) {
        let middle = low + (high - low) / 2u;
        if (keys[middle] <= INFINITY) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

fn bin_of(speed: f32, most: f32) -> u32 {
    if (most > 0.0) {
        return min(u32(speed / most * f32(SPEED_BINS)), SPEED_BINS - 1u);
    }
    return 0u;
}

/// Number of bodies in the bins before `bin`.
fn bodies_before(bin: u32, count: u32, most: f32) -> u32 {
    var low = 0u;
    var high = count;
    while (low < high) {
        let middle = low + (high - low) / 2u;
        if (bin_of(bitcast<f32>(keys[middle]), most) < bin) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

@compute @workgroup_size(WORKGROUP)
fn speed_bins(@builtin(local_invocation_index) bin: u32) {
    let count = numbers();
    var most = 0.0;
    if (count > 0u) {
        most = bitcast<f32>(keys[count - 1u]);
    }
    if (bin < SPEED_BINS) {
        structure.speeds[bin] = bodies_before(bin + 1u, count, most) - bodies_before(bin, count, most);
    }
    if (bin == 0u) {
        structure.count = count;
        structure.speed_max = most;
        member_count[0] = count;
    }
}
