/// The state of a body in the precision of the forces: a vector, and how it is stored, with the mass or the component.
alias Vector = real3;
alias Row = real4;
alias Time = real;

/// Nothing here needs to be protected.
fn protect_rounding(zero: u32) {}

fn vector(row: Row) -> Vector {
    return row.xyz;
}

/// `v` as it is stored.
fn settled(v: Vector) -> Vector {
    return v;
}

/// `row` with another vector.
fn with_vector(row: Row, v: Vector) -> Row {
    return Row(v, row.w);
}

fn reversed(row: Row) -> Row {
    return Row(-row.xyz, row.w);
}

/// What single precision holds of it.
fn single(row: Row) -> vec4f {
    return vec4f(row);
}

/// A time that comes in two parts.
fn time(parts: vec2f) -> Time {
    return joined(parts.x, parts.y);
}

fn time_of(t: real) -> Time {
    return t;
}

fn half_of(t: Time) -> Time {
    return t / 2.0;
}

/// The time as forces are multiplied by it.
fn rough(t: Time) -> real {
    return t;
}

/// A vector as exact as the forces are.
fn of_force(v: real3) -> Vector {
    return v;
}

fn plus(a: Vector, b: Vector) -> Vector {
    return a + b;
}

fn times(v: Vector, t: Time) -> Vector {
    return v * t;
}

/// `x` after it has changed at this rate for a time.
fn moved(x: Vector, rate: Vector, t: Time) -> Vector {
    return fma(rate, Vector(t), x);
}
