//! How far accelerations are from the reference.

use glam::DVec3;

/// Quantiles of relative errors; all 0 if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorQuantiles {
    /// Half of the errors are at most this large.
    pub median: f64,
    /// 99 % of the errors are at most this large.
    pub p99: f64,
    /// The largest error.
    pub max: f64,
}

/// Quantiles (nearest rank) of |a - a_ref| / |a_ref| over all bodies. `measured` may be in single
/// or double precision.
///
/// An error is infinite if it is NaN, or if a_ref is 0 but a is not, so that a broken kernel cannot
/// pass because of its NaNs.
///
/// # Panics
/// If the lengths differ.
#[doc(hidden)]
pub fn relative_errors<A: Copy + Into<DVec3>>(
    measured: &[A],
    reference: &[DVec3],
) -> ErrorQuantiles {
    assert_eq!(
        measured.len(),
        reference.len(),
        "measured and reference accelerations differ in number"
    );
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
