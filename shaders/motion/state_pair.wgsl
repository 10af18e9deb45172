// uses: real_f32
/// The state of a body as sums of two single-precision numbers. The second holds what the first leaves over: 47 bits together.
/// Every operation is protected, even where exactness is not needed; otherwise two compiled copies of a sum could differ.
/// Exact sums and products after Dekker, Numerische Mathematik 18 (1971) 224, and Knuth, The Art of Computer Programming 2.
struct Vector {
    high: vec3f,
    low: vec3f,
}

/// How a vector is stored, together with the mass or the component.
struct Row {
    high: vec4f,
    low: vec4f,
}

alias Time = vec2f;

var<private> hidden_zero: vec3u;

/// Sets the zero that `rounded` uses: always 0, but opaque to the compiler.
fn protect_rounding(zero: u32) {
    hidden_zero = vec3u(zero);
}

/// Forces a result to be rounded to single precision and kept that way. Compilers fuse and reorder sums (NVIDIA's eliminates an
/// inlined exact sum), but they cannot see through this. https://github.com/shader-slang/slang/issues/12285
fn rounded(v: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(v) ^ hidden_zero);
}

/// `a + b`, exactly, where |b| is the smaller.
fn joined_parts(a: vec3f, b: vec3f) -> Vector {
    let sum = rounded(a + b);
    return Vector(sum, rounded(b - rounded(sum - a)));
}

/// The upper half of each component's significant bits.
fn upper(v: vec3f) -> vec3f {
    return bitcast<vec3f>(bitcast<vec3u>(v) & vec3u(0xfffff000u));
}

fn vector(row: Row) -> Vector {
    return Vector(row.high.xyz, row.low.xyz);
}

/// `v` as it is stored, with its low part cut off where the 47 bits end. Double precision then holds the sum of both parts
/// exactly, so a state survives the trip to the host and back.
fn settled(v: Vector) -> Vector {
    let exponent = max(bitcast<vec3u>(v.high) & vec3u(0x7f800000u), vec3u(24u << 23u));
    let grid = 1.5 * bitcast<vec3f>(exponent - vec3u(23u << 23u));
    return joined_parts(v.high, rounded(rounded(v.low + grid) - grid));
}

/// `row` with its vector replaced.
fn with_vector(row: Row, v: Vector) -> Row {
    let stored = settled(v);
    return Row(vec4f(stored.high, row.high.w), vec4f(stored.low, row.low.w));
}

fn reversed(row: Row) -> Row {
    return Row(vec4f(-row.high.xyz, row.high.w), vec4f(-row.low.xyz, row.low.w));
}

/// The row rounded to single precision.
fn single(row: Row) -> vec4f {
    return row.high;
}

/// `row`, but for the numbers that are no longer what it rounds to: those of `changed` take their place.
fn taken_over(row: Row, changed: vec4f) -> Row {
    return Row(changed, select(vec4f(), row.low, row.high == changed));
}

/// A time passed in two parts.
fn time(parts: vec2f) -> Time {
    return parts;
}

fn time_of(t: real) -> Time {
    return vec2f(t, 0.0);
}

fn half_of(t: Time) -> Time {
    return t / 2.0;
}

/// The time at the precision of forces.
fn rough(t: Time) -> real {
    return t.x;
}

/// A vector from one at the precision of forces.
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

/// `x` after changing at this rate for a time.
fn moved(x: Vector, rate: Vector, t: Time) -> Vector {
    return plus(x, times(rate, t));
}
