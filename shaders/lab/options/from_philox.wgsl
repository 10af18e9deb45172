// uses: random/fast_normals | random/normals, random/philox
/// Four normal numbers that nothing stores: those of a block in the stream of an option.
fn drawn(block: u32, option: u32) -> vec4f {
    let key = vec2u(monte_carlo_of.seed_low, monte_carlo_of.seed_high);
    return normals_of(philox(vec4u(block, 0u, option, 0u), key));
}
