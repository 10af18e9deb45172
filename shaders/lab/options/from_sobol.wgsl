// uses: random/normals, random/philox
// Normal numbers from the first two dimensions of Sobol's sequence (1967), shifted at random: its points are spread more evenly than
// random ones.

/// Point i. The direction numbers of the first dimension are single bits. Those of the second are rows of Pascal's triangle modulo 2,
/// so that bit k of the product is the parity of all bits of i whose places contain the bits of k.
fn point(i: u32) -> vec2u {
    var second = i;
    second ^= (second >> 1u) & 0x55555555u;
    second ^= (second >> 2u) & 0x33333333u;
    second ^= (second >> 4u) & 0x0f0f0f0fu;
    second ^= (second >> 8u) & 0x00ff00ffu;
    second ^= second >> 16u;
    return reverseBits(vec2u(i, second));
}

fn drawn(block: u32, option: u32) -> vec4f {
    let key = vec2u(monte_carlo_of.seed_low, monte_carlo_of.seed_high);
    let shift = philox(vec4u(0u, 0u, option, 1u), key).xy;
    return normals_of(vec4u(point(2u * block) ^ shift, point(2u * block + 1u) ^ shift));
}
