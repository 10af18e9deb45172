// uses: tree/pulls
/// A number of each thread.
var<workgroup> numbers: array<u32, THREADS>;

/// The sum of `number` over the threads before this one, and over all of them.
fn sum_before(thread: u32, number: u32) -> vec2u {
    workgroupBarrier();
    numbers[thread] = number;
    workgroupBarrier();
    var before = 0u;
    var all = 0u;
    for (var other = 0u; other < THREADS; other++) {
        let add = numbers[other];
        before += select(0u, add, other < thread);
        all += add;
    }
    return vec2u(before, all);
}

/// The sum of a vector over all threads.
fn sum_of(thread: u32, part: vec4f) -> vec4f {
    workgroupBarrier();
    staged[thread] = part;
    workgroupBarrier();
    var sum = staged[0];
    for (var other = 1u; other < THREADS; other++) {
        sum += staged[other];
    }
    return sum;
}
