// Inputs of the trial, chosen so that every result is known in closed form. Needs a kernel that binds `progress_of`.

struct ProgressParams {
    /// Number of elements; a power of two.
    count: u32,
    /// Index of the round; each has other inputs.
    round: u32,
    /// 32 - log2(count).
    shift: u32,
}

/// Odd, so that multiples of it visit every place once.
const STEP: u32 = 747796405u;
/// STEP * INVERSE = 1 modulo 2^32.
const INVERSE: u32 = 3425435293u;

/// Sorted position of the key that begins at `i`.
fn position_of(i: u32) -> u32 {
    return (i * STEP + progress_of.round) & (progress_of.count - 1u);
}

/// Where the key at the sorted position `p` begins.
fn origin_of(p: u32) -> u32 {
    return ((p - progress_of.round) * INVERSE) & (progress_of.count - 1u);
}

/// Key at the sorted position `p`: grows with it, and varies in all digits.
fn key_at(p: u32) -> u32 {
    return (p << progress_of.shift) | ((p * STEP) >> (32u - progress_of.shift));
}

fn number_at(i: u32) -> u32 {
    return STEP * i + progress_of.round;
}

/// Sum of the numbers 0 to `i`, modulo 2^32.
fn sum_to(i: u32) -> u32 {
    let pairs = select(i * ((i + 1u) / 2u), (i / 2u) * (i + 1u), i % 2u == 0u);
    return STEP * pairs + progress_of.round * (i + 1u);
}
