// Keeps a level's sums for the next finer one.

fn store(cell: vec2u, index: u32, sum: vec4f) {
    sums[index] = sum;
}
