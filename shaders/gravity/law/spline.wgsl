// uses: gravity/inverse_distance
// The mass of a body spread by the cubic spline of Monaghan and Lattanzio, as in Gadget: Newton's law from the length on. Springel,
// MNRAS 364 (2005) 1105, equation 4 for the density, whose field is that of Hernquist and Katz, ApJS 70 (1989) 419, appendix A. All
// terms are scaled by the length, so that none of them overflows.

/// Of a unit mass in units of the length, at a distance of `u`: the pull as a multiple of the offset, and minus the potential.
fn spline_within(u: real) -> Pull {
    let square = u * u;
    let inner = Pull(
        fma(square, fma(u, real(32.0), real(-38.4)), real(32.0 / 3.0)),
        fma(-square, fma(square, fma(u, real(6.4), real(-9.6)), real(16.0 / 3.0)), real(2.8)),
    );
    // Never used nearer than half of the length.
    let inverse = real(1.0) / max(u, real(0.5));
    let cube = inverse * inverse * inverse;
    let outer = Pull(
        fma(u, fma(u, fma(u, real(-32.0 / 3.0), real(38.4)), real(-48.0)), real(64.0 / 3.0)) - cube / real(15.0),
        real(3.2) - inverse / real(15.0) - square * fma(u, fma(u, fma(u, real(-32.0 / 15.0), real(9.6)), real(-16.0)), real(32.0 / 3.0)),
    );
    if (u < real(0.5)) {
        return inner;
    }
    return outer;
}

fn spline(offset: real3, length_squared: real) -> Pull {
    let squared = dot(offset, offset);
    let scale = inverse_root(max(squared, length_squared));
    if (squared >= length_squared) {
        return Pull(scale * scale * scale, scale);
    }
    let within = spline_within(squared * inverse_root(max(squared, real(1.17549435e-38))) * scale);
    return Pull(scale * scale * scale * within.strength, scale * within.depth);
}

/// How the strength changes with the distance, divided by the strength and by the distance, in units of the length.
fn spline_slope(u: real, strength: real) -> real {
    let inner = fma(u, real(96.0), real(-76.8));
    let inverse = real(1.0) / max(u, real(0.5));
    let square = inverse * inverse;
    let outer = fma(u, real(-32.0), real(76.8)) + inverse * fma(real(0.2) * square, square, real(-48.0));
    return select(outer, inner, u < real(0.5)) / strength;
}

fn spline_tide(mass: real, offset: real3, approach: real3, length_squared: real) -> Tide {
    let squared = dot(offset, offset);
    let along = dot(offset, approach);
    let scale = inverse_root(max(squared, length_squared));
    let cube = mass * scale * scale * scale;
    if (squared >= length_squared) {
        return Tide(cube, real(-3.0) * along * scale * scale);
    }
    let u = squared * inverse_root(max(squared, real(1.17549435e-38))) * scale;
    let strength = spline_within(u).strength;
    return Tide(cube * strength, along * spline_slope(u, strength) * scale * scale);
}
