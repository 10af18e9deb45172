//! A mass spread by the cubic spline of Monaghan and Lattanzio, as in Gadget: Springel, MNRAS 364
//! (2005) 1105, equation 4 for its density. Its field is that of Hernquist and Katz, ApJS 70 (1989)
//! 419, appendix A.

use super::plummer;

/// Where it ends, in softening lengths: so the potential at its centre is that of Plummer's law.
pub(super) const END: f64 = 2.8;

/// The distance in units of where the spline ends, if it is within that.
fn within(squared: f64, end: f64) -> Option<f64> {
    (squared < end * end).then(|| squared.sqrt() / end)
}

/// The pull of a unit mass as a multiple of the offset, in units of the spline's end.
fn of_unit(u: f64) -> f64 {
    if u < 0.5 {
        32.0 / 3.0 + u * u * (32.0 * u - 38.4)
    } else {
        64.0 / 3.0 + u * (-48.0 + u * (38.4 - 32.0 / 3.0 * u)) - 1.0 / (15.0 * u * u * u)
    }
}

pub(super) fn strength(mass: f64, squared: f64, end: f64) -> f64 {
    match within(squared, end) {
        Some(u) => mass / (end * end * end) * of_unit(u),
        None => plummer::strength(mass, squared, 0.0),
    }
}

pub(super) fn depth(mass: f64, squared: f64, end: f64) -> f64 {
    let Some(u) = within(squared, end) else { return plummer::depth(mass, squared, 0.0) };
    let depth = if u < 0.5 {
        2.8 - u * u * (16.0 / 3.0 + u * u * (6.4 * u - 9.6))
    } else {
        let inner = 32.0 / 3.0 + u * (-16.0 + u * (9.6 - 32.0 / 15.0 * u));
        3.2 - 1.0 / (15.0 * u) - u * u * inner
    };
    mass / end * depth
}

pub(super) fn fall(along: f64, squared: f64, end: f64) -> f64 {
    let Some(u) = within(squared, end) else { return plummer::fall(along, squared, 0.0) };
    let slope =
        if u < 0.5 { 96.0 * u - 76.8 } else { 76.8 - 32.0 * u + (0.2 / u.powi(4) - 48.0) / u };
    -along * slope / (of_unit(u) * end * end)
}
