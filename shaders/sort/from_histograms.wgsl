// uses: sort/digits
/// A digit is constant if all keys have one value of it. Resets the histograms and the tile counters to zero for the next sort.
@group(0) @binding(3) var<storage, read_write> histograms: array<u32>;
@group(0) @binding(4) var<storage, read_write> next_tiles: array<u32>;

var<workgroup> sums: array<u32, 2u * WORKGROUP>;

/// Also stores where the first key of each value goes.
fn has_constant_digit(turn: u32, thread: u32, count: u32) -> bool {
    let own = histograms[turn * DIGITS + thread];
    histograms[turn * DIGITS + thread] = 0u;
    if (thread == 0u) {
        next_tiles[turn] = 0u;
    }
    var half = 0u;
    sums[thread] = own;
    workgroupBarrier();
    for (var stride = 1u; stride < WORKGROUP; stride *= 2u) {
        var sum = sums[half + thread];
        if (thread >= stride) {
            sum += sums[half + thread - stride];
        }
        half = WORKGROUP - half;
        sums[half + thread] = sum;
        workgroupBarrier();
    }
    schedule_of.starts[turn * DIGITS + thread] = sums[half + thread] - own;
    workgroupBarrier();
    return own == count;
}
