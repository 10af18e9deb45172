// One thread adds up numbers in their order, as a processor's loop does.

const WORKGROUP: u32 = 1u;

struct SerialSumParams {
    /// The first number to add.
    first: u32,
    /// One past the last.
    end: u32,
}

@group(0) @binding(0) var<storage, read> params: SerialSumParams;
@group(0) @binding(1) var<storage, read> source: array<f32>;
/// The sum so far. Drivers end long loops, so there may be several dispatches.
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn serial_sum() {
    var sum = result[0];
    for (var i = params.first; i < params.end; i++) {
        sum += source[i];
    }
    result[0] = sum;
}
