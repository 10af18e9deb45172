//! How far spots spread beyond the pixels that they are deposited in.

/// Most pixels over which light spreads to each side.
pub(super) const MAX_REACH: usize = 12;
/// Variance in pixels of the spline by which `draw/deposit` deposits a spot.
const DEPOSITED: f64 = 0.25;
/// Share of a spot's light that may be missing along an axis before its weights are scaled to add
/// up.
const MISSING: f64 = 1e-3;

/// The weights of the pixels at distances 0, 1, 2 … along an axis which give spots of this radius
/// (of the circle that holds half of the light), and the largest distance; `None` if it is beyond
/// [`MAX_REACH`].
pub(super) fn weights(radius: f32) -> Option<([f32; 16], u32)> {
    let sigma = f64::from(radius) / (2.0 * std::f64::consts::LN_2).sqrt();
    let missing = sigma * sigma - DEPOSITED;
    let all = of_variance(missing);
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

/// A Gaussian sampled at the pixels, as wide as gives the samples this variance: below 0.5, its own
/// would differ.
fn of_variance(variance: f64) -> Vec<f64> {
    let [mut low, mut high] = [0.01, variance.max(0.0) + 0.5];
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        let found: f64 = (1..)
            .map(|n| 2.0 * f64::from(n * n))
            .zip(&sampled(middle)[1..])
            .map(|(square, weight)| square * weight)
            .sum();
        *(if found < variance { &mut low } else { &mut high }) = middle;
    }
    sampled(low)
}

/// Samples of a Gaussian with this parameter at the distances 0, 1, 2 …: all but what is left out
/// far away sum up to 1.
fn sampled(parameter: f64) -> Vec<f64> {
    const FAR: usize = 2 * MAX_REACH;
    let raw = |n: usize| libm::exp(-0.5 * (n * n) as f64 / parameter);
    let sum: f64 = raw(0) + 2.0 * (1..=FAR).map(raw).sum::<f64>();
    (0..=MAX_REACH).map(|n| raw(n) / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_keep_light_and_have_the_variance_of_the_spot() {
        for radius in [0.6_f32, 0.733, 1.1, 1.6, 2.2, 3.2, 4.0] {
            let (weights, reach) = weights(radius).unwrap();
            let of = |distance: usize| f64::from(weights[distance]);
            let both = |value: &dyn Fn(usize) -> f64| {
                (1..=reach as usize).map(|distance| 2.0 * value(distance)).sum::<f64>()
            };
            assert!((of(0) + both(&of) - 1.0).abs() < 1e-6, "{radius}");
            let variance =
                DEPOSITED + both(&|distance| (distance * distance) as f64 * of(distance));
            let expected = f64::from(radius).powi(2) / (2.0 * std::f64::consts::LN_2);
            assert!(
                (variance / expected - 1.0).abs() < 0.02,
                "{radius}: {variance} instead of {expected}"
            );
        }
        assert_eq!(
            weights(0.5),
            Some(([1.0, 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.], 0))
        );
        assert_eq!(weights(10.0), None, "it would not fit in a workgroup's memory");
    }
}
