// uses: logarithm
// Standard normal numbers by Box and Muller (1958): a random radius, and a random direction in the plane.

/// The radius of a word, from 3.4e-4 to 6.7. Its square is -2 log u for u = (word + 1/2) / 2^32, where u stays below 1.
fn radius(word: u32) -> f32 {
    return sqrt(-2.0 * logarithm(fma(f32(word), 0x1.fffffep-33, 0x1p-33)));
}

/// Cosine and sine of the angle of a word, but for the sign of both. The lower 30 bits are an angle between -45 and 45 degrees,
/// and the next one reflects it. The polynomials are interpolations at Chebyshev nodes: their errors are below 4e-8.
fn direction(word: u32) -> vec2f {
    let turn = f32(bitcast<i32>(word << 2u)) * 0x1p-32;
    let square = turn * turn;
    let cosine = fma(square, fma(square, fma(square, -0.0204081584, 0.253598571), -1.23369701), 0.999999972);
    let sine = turn * fma(square, fma(square, fma(square, -0.00460214921, 0.0796802176), -0.645963478), 1.57079632);
    return select(vec2f(cosine, sine), vec2f(sine, cosine), (word & 0x40000000u) != 0u);
}

fn normal_pair(first: u32, second: u32) -> vec2f {
    // The highest bit is the sign of both.
    return bitcast<f32>(bitcast<u32>(radius(first)) ^ (second & 0x80000000u)) * direction(second);
}

/// Four normal numbers from four random words, with errors below 3e-6.
fn normals_of(words: vec4u) -> vec4f {
    return vec4f(normal_pair(words.x, words.y), normal_pair(words.z, words.w));
}
