// uses: real_f32 | real_f64
/// The state of a body at the precision of forces: a vector, and how it is stored, together with the mass or the component.
alias Vector = real3;
alias Row = real4;
alias Time = real;

/// Needed by `state_pair` only; nothing here depends on exact rounding.
fn protect_rounding(zero: u32) {}

fn vector(row: Row) -> Vector {
    return row.xyz;
}

/// `v` as it is stored.
fn settled(v: Vector) -> Vector {
    return v;
}

/// `row` with its vector replaced.
fn with_vector(row: Row, v: Vector) -> Row {
    return Row(v, row.w);
}

fn reversed(row: Row) -> Row {
    return Row(-row.xyz, row.w);
}

/// The row rounded to single precision.
fn single(row: Row) -> vec4f {
    return vec4f(row);
}

/// `row`, but for the numbers that are no longer what it rounds to: those of `changed` take their place.
fn taken_over(row: Row, changed: vec4f) -> Row {
    return select(Row(changed), row, vec4f(row) == changed);
}

/// A time passed in two parts.
fn time(parts: vec2f) -> Time {
    return joined(parts.x, parts.y);
}

fn time_of(t: real) -> Time {
    return t;
}

fn half_of(t: Time) -> Time {
    return t / 2.0;
}

/// The time at the precision of forces.
fn rough(t: Time) -> real {
    return t;
}

/// A vector from one at the precision of forces.
fn of_force(v: real3) -> Vector {
    return v;
}

fn plus(a: Vector, b: Vector) -> Vector {
    return a + b;
}

fn times(v: Vector, t: Time) -> Vector {
    return v * t;
}

/// `x` after changing at this rate for a time.
fn moved(x: Vector, rate: Vector, t: Time) -> Vector {
    return fma(rate, Vector(t), x);
}
