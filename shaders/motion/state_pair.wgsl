/// The state of a body as sums of two numbers in single precision, the second of which is what the first leaves: 47 bits.
/// Every operation is protected, those too that need not be exact: else one compiled copy of a sum differs from another.
/// Exact sums and products after Dekker, Numerische Mathematik 18 (1971) 224, and Knuth, The Art of Computer Programming 2.
struct Vector {
    high: vec3f,
    low: vec3f,
}

/// How a vector is stored, with the mass or the component.
struct Row {
    high: vec4f,
    low: vec4f,
}

alias Time = vec2f;

var<private> hidden_zero: vec3u;

/// Tells a zero that no compiler knows.
fn protect_rounding(zero: u32) {
    hidden_zero = vec3u(zero);
}

/// A result that is rounded to single precision and left alone: compilers fuse and reorder sums (NVIDIA's turns an inlined
/// exact sum into none), but they cannot look through this. https://github.com/shader-slang/slang/issues/12285
fn rounded(v: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(v) ^ hidden_zero);
}

/// `a + b` where b is the smaller.
fn joined_parts(a: vec3f, b: vec3f) -> Vector {
    let sum = rounded(a + b);
    return Vector(sum, rounded(b - rounded(sum - a)));
}

/// The first half of the bits of each component.
fn upper(v: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(v) & vec3u(0xfffff000u));
}

fn vector(row: Row) -> Vector {
    return Vector(row.high.xyz, row.low.xyz);
}

/// `v` as it is stored: its low part is cut where the 47 bits end. Double precision can then hold the sum of both, and a state
/// that travels to the host and back is the same.
fn settled(v: Vector) -> Vector {
    let exponent = max(bitcast<vec3u>(v.high) & vec3u(0x7f800000u), vec3u(24u << 23u));
    let grid = 1.5 * bitcast<vec3f>(exponent - vec3u(23u << 23u));
    return joined_parts(v.high, rounded(rounded(v.low + grid) - grid));
}

/// `row` with another vector.
fn with_vector(row: Row, v: Vector) -> Row {
    let stored = settled(v);
    return Row(vec4f(stored.high, row.high.w), vec4f(stored.low, row.low.w));
}

fn reversed(row: Row) -> Row {
    return Row(vec4f(-row.high.xyz, row.high.w), vec4f(-row.low.xyz, row.low.w));
}

/// What single precision holds of it.
fn single(row: Row) -> vec4f {
    return row.high;
}

/// A time that comes in two parts.
fn time(parts: vec2f) -> Time {
    return parts;
}

fn time_of(t: real) -> Time {
    return vec2f(t, 0.0);
}

fn half_of(t: Time) -> Time {
    return t / 2.0;
}

/// The time as forces are multiplied by it.
fn rough(t: Time) -> real {
    return t.x;
}

/// A vector as exact as the forces are.
fn of_force(v: real3) -> Vector {
    return Vector(v, vec3f());
}

fn plus(a: Vector, b: Vector) -> Vector {
    let sum = rounded(a.high + b.high);
    let second = rounded(sum - a.high);
    let rest = rounded(rounded(a.high - rounded(sum - second)) + rounded(b.high - second));
    return joined_parts(sum, rounded(rest + rounded(a.low + b.low)));
}

fn times(v: Vector, t: Time) -> Vector {
    let product = rounded(v.high * t.x);
    let time = vec3f(t.x);
    let v_upper = upper(v.high);
    let v_lower = rounded(v.high - v_upper);
    let t_upper = upper(time);
    let t_lower = rounded(time - t_upper);
    var rest = rounded(rounded(v_upper * t_upper) - product);
    rest = rounded(rest + rounded(v_upper * t_lower));
    rest = rounded(rest + rounded(v_lower * t_upper));
    rest = rounded(rest + rounded(v_lower * t_lower));
    return joined_parts(product, rounded(rest + rounded(rounded(v.high * t.y) + rounded(v.low * t.x))));
}

/// `x` after it has changed at this rate for a time.
fn moved(x: Vector, rate: Vector, t: Time) -> Vector {
    return plus(x, times(rate, t));
}
