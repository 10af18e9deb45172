// The sample is of bodies that may be elsewhere: their sums grow from one set of sources to the next.

/// Of each sampled body its place, and its acceleration.
@group(0) @binding(2) var<storage, read> chosen: array<vec4f>;
/// Of each, what the sources before these ones add up to: the acceleration, and the sum of the pulls' magnitudes.
@group(0) @binding(4) var<storage, read_write> sums_of: array<vec4f>;

fn rows_of_sample() -> u32 {
    return arrayLength(&sums_of);
}

fn place_of(row: u32, count: u32) -> vec3f {
    return chosen[2u * row].xyz;
}

fn finish(row: u32, count: u32, place: vec3f, sum: vec4f) {
    sums_of[row] += sum;
}
