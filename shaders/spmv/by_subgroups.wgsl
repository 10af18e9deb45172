// uses: real_f32 | real_f64
/// The sum over the LANES threads of which this is one, all in one subgroup. Every thread of the subgroup must call it.
fn sum_of_lanes(thread: u32, value: real) -> real {
    var sum = value;
    for (var width = LANES / 2u; width > 0u; width /= 2u) {
        sum += subgroupShuffleXor(sum, width);
    }
    return sum;
}
