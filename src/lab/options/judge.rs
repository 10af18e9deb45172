//! Whether prices by chance are right: those of the host for the same numbers, with intervals that
//! hold the price as often as they promise.

use super::coverage::{Coverage, SEEDS};
use super::{Draws, Estimate, European, Market, MonteCarloRequest, sampled};
use crate::lab::{Detail, LabError, Measurement};
use crate::words::say;

/// Samples of all options up to which the host repeats the whole simulation, on which the check
/// would otherwise take long.
const REPEATED: u64 = 1 << 23;

/// What came out for the numbers of one seed.
pub(super) struct Draw<'a> {
    pub market: Market,
    pub all: &'a [European],
    pub request: &'a MonteCarloRequest,
    /// The stored numbers, if there are any.
    pub stored: &'a [f32],
    pub estimates: &'a [Estimate],
}

impl Draw<'_> {
    /// The first option whose estimate is not that of the host for the same numbers, or, where
    /// nobody counts intervals, farther from the formula than chance makes it.
    fn wrong(&self, is_counted: bool) -> Option<usize> {
        let Self { market, all, request, stored, estimates } = *self;
        let is_repeated = u64::from(request.samples) * all.len() as u64 <= REPEATED;
        // Accurate functions differ in the last digits of single precision; others may do so by
        // more, but not by chance.
        let most = if matches!(request.draws, Draws::FastPhilox) { 1e-3 } else { 2e-5 };
        let is_wrong = |(place, (option, estimate)): (usize, (&European, &Estimate))| {
            let is_near = !is_repeated || {
                let host = sampled(&market, option, place as u32, request, stored).price;
                (estimate.price - host).abs() <= most * host + 1e-5
            };
            let price = option.price(&market);
            // Few samples of rare payoffs have no error to be trusted.
            let is_far = !is_counted
                && request.samples >= 1000
                && (estimate.price - price).abs() > 5.0 * estimate.error + 2e-5 * price;
            !is_near || is_far || estimate.price.is_nan()
        };
        all.iter().zip(estimates).enumerate().position(is_wrong)
    }
}

/// The row with the errors of a draw's estimates against the formula, and the coverage.
///
/// # Errors
/// [`LabError::Wrong`] if an estimate or the coverage is.
pub(super) fn judge(
    mut row: Measurement,
    draw: &Draw,
    coverage: Option<Coverage>,
) -> Result<Measurement, LabError> {
    let prices: Vec<f64> = draw.all.iter().map(|option| option.price(&draw.market)).collect();
    if let Some(place) = draw.wrong(coverage.is_some()) {
        let (found, expected) = (draw.estimates[place].price, prices[place]);
        return Err(row.wrong_element((place, row.count), found, expected));
    }
    if let ([estimate], [price]) = (draw.estimates, &prices[..]) {
        let half = estimate.half_interval();
        row.details.push(Detail::new("price", format!("{:.6} ± {half:.6}", estimate.price)));
        row.details.push(Detail::new("formula", format!("{price:.6}")));
    }
    if draw.all.len() > 1 {
        row.details.push(Detail::new("options", draw.all.len()));
    }
    if let Some(coverage) = coverage {
        let [share, error] =
            [coverage.share, coverage.error].map(|part| format!("{:.1}", 100.0 * part));
        if !coverage.is_kept(matches!(draw.request.draws, Draws::Sobol)) {
            return Err(row.wrong(say!("wrong-coverage", share, error)));
        }
        row.details.push(Detail::new(
            "intervals that hold the price",
            say!("found-coverage", share = share, error = error, seeds = SEEDS),
        ));
    }
    let errors = draw.estimates.iter().zip(&prices);
    let squares: f64 =
        errors.map(|(estimate, price)| ((estimate.price - price) / price).powi(2)).sum();
    row.median_error = Some(libm::sqrt(squares / prices.len().max(1) as f64));
    Ok(row)
}
