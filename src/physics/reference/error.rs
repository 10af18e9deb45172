//! How far measured accelerations lie from the reference.

use glam::DVec3;

/// Quantiles of a set of relative errors; all 0 for an empty set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorQuantiles {
    /// Half of the errors are at most this.
    pub median: f64,
    /// 99 of 100 errors are at most this.
    pub p99: f64,
    /// The largest error.
    pub max: f64,
}

/// Quantiles (nearest rank) of |a - a_ref| / |a_ref| over all bodies, of `measured` (single or double precision) against
/// `reference`.
///
/// An error is infinite where it is not a number, and where a_ref is 0 but a is not: a broken kernel cannot pass by its NaNs.
///
/// # Panics
/// Where the lengths differ.
pub fn relative_errors<A: Copy + Into<DVec3>>(measured: &[A], reference: &[DVec3]) -> ErrorQuantiles {
    assert_eq!(measured.len(), reference.len(), "as many measured accelerations as reference ones");
    let error = |(&measured, &reference): (&A, &DVec3)| {
        let difference = (measured.into() - reference).length();
        let error = if difference == 0.0 { 0.0 } else { difference / reference.length() };
        if error.is_nan() { f64::INFINITY } else { error }
    };
    let mut errors: Vec<f64> = measured.iter().zip(reference).map(error).collect();
    errors.sort_by(f64::total_cmp);
    let quantile = |percent: usize| match errors.len() {
        0 => 0.0,
        count => errors[(count * percent).div_ceil(100) - 1],
    };
    ErrorQuantiles { median: quantile(50), p99: quantile(99), max: quantile(100) }
}
