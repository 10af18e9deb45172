//! How far spots spread beyond the pixels that they are deposited in.

/// Most pixels over which light spreads to each side.
pub(super) const MOST_REACH: usize = 12;
/// Variance in pixels of the spline by which `draw/deposit` deposits a spot.
const DEPOSITED: f64 = 0.25;
/// Share of a spot's light that may be missing along an axis before its weights are scaled to add up.
const MISSING: f64 = 1e-3;

/// The weights of the pixels at distances 0, 1, 2 … along an axis which give spots of this radius (of the circle that holds half
/// of the light), and the largest distance; `None` if it is beyond [`MOST_REACH`].
pub(super) fn weights(radius: f32) -> Option<([f32; 16], u32)> {
    let sigma = f64::from(radius) / (2.0 * std::f64::consts::LN_2).sqrt();
    let variance = (sigma * sigma - DEPOSITED).max(0.0);
    let all = (0..=MOST_REACH).map(|distance| discrete_gaussian(variance, distance)).collect::<Vec<_>>();
    let mut sum = -all[0];
    let reach = all.iter().position(|weight| {
        sum += 2.0 * weight;
        sum >= 1.0 - MISSING
    })?;
    let mut weights = [0.0; 16];
    for (scaled, weight) in weights.iter_mut().zip(&all[..=reach]) {
        *scaled = (weight / sum) as f32;
    }
    Some((weights, reach as u32))
}

/// exp(-t) I_n(t), with the modified Bessel function of the first kind: a Gaussian on the integers, with the variance t exactly.
fn discrete_gaussian(t: f64, n: usize) -> f64 {
    let half = 0.5 * t;
    let mut term = (1..=n).fold(libm::exp(-t), |term, k| term * half / k as f64);
    let mut sum = term;
    for k in 1..200 {
        term *= half * half / (k * (k + n)) as f64;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_keep_light_and_have_the_variance_of_the_spot() {
        for radius in [0.589_f32, 0.6, 0.733, 1.1, 1.6, 2.2, 3.2, 4.0] {
            let (weights, reach) = weights(radius).unwrap();
            let of = |distance: usize| f64::from(weights[distance]);
            let both = |value: &dyn Fn(usize) -> f64| (1..=reach as usize).map(|distance| 2.0 * value(distance)).sum::<f64>();
            assert!((of(0) + both(&of) - 1.0).abs() < 1e-6, "{radius}");
            let variance = DEPOSITED + both(&|distance| (distance * distance) as f64 * of(distance));
            let expected = f64::from(radius).powi(2) / (2.0 * std::f64::consts::LN_2);
            assert!((variance / expected - 1.0).abs() < 0.02, "{radius}: {variance} instead of {expected}");
        }
        assert_eq!(weights(0.5), Some(([1.0, 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.], 0)));
        assert_eq!(weights(10.0), None, "it would not fit in a workgroup's memory");
    }
}
