/// The sum of `number` over the threads before this one, and over all of them. A workgroup is one subgroup.
fn sum_before(thread: u32, number: u32) -> vec2u {
    let before = subgroupExclusiveAdd(number);
    return vec2u(before, subgroupShuffle(before + number, THREADS - 1u));
}

/// The sum of a vector over all threads.
fn sum_of(thread: u32, part: vec4f) -> vec4f {
    return subgroupAdd(part);
}
