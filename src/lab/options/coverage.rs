//! How often intervals hold the price. Options that share their numbers err together, so one draw
//! says little about a method; many seeds do.

use super::{Estimate, European, Market};

/// Seeds over which intervals are counted.
pub const SEEDS: u32 = 200;
/// What the intervals promise.
const PROMISED: f64 = 0.95;
/// Standard errors by which the coverage may miss it.
const ERRORS: f64 = 3.0;
/// Samples from which on intervals are counted: the means of fewer rare payoffs are not normal.
const FIRST: usize = 1000;
/// Samples of all seeds up to which they are counted, on GPUs and on software adapters: more take
/// seconds.
const MOST: [usize; 2] = [1 << 33, 1 << 28];
/// Most options that are priced with a seed.
const OPTIONS: usize = 8;

/// The share of intervals that hold the price, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coverage {
    /// The share.
    pub share: f64,
    /// The error that it has if the intervals keep what they promise.
    pub error: f64,
}

impl Coverage {
    /// Counts the intervals of the estimates that `price` makes of `options` for seeds 0, 1, and
    /// so on. If the options of a seed share its numbers, they err together and count as one.
    ///
    /// # Errors
    /// The first one of `price`.
    pub fn new<E>(
        options: &[European],
        market: &Market,
        is_shared: bool,
        mut price: impl FnMut(u32) -> Result<Vec<Estimate>, E>,
    ) -> Result<Self, E> {
        let prices: Vec<f64> = options.iter().map(|option| option.price(market)).collect();
        let holds = |(estimate, price): &(Estimate, &f64)| {
            (estimate.price - **price).abs() <= estimate.half_interval()
        };
        let mut held = 0;
        for seed in 0..SEEDS {
            held += price(seed)?.into_iter().zip(&prices).filter(holds).count();
        }
        let draws = |options: usize| SEEDS as usize * options;
        let share = held as f64 / draws(options.len()) as f64;
        let independent = draws(if is_shared { 1 } else { options.len() }) as f64;
        Ok(Self { share, error: libm::sqrt(PROMISED * (1.0 - PROMISED) / independent) })
    }

    /// Whether it is what intervals promise. Those of points that avoid each other, `is_even`, may
    /// hold the price more often.
    pub fn is_kept(&self, is_even: bool) -> bool {
        let above = self.share - PROMISED;
        (is_even || above <= ERRORS * self.error) && above >= -ERRORS * self.error
    }
}

/// Those of `all` options, of this many samples each, whose intervals are counted; perhaps none.
pub(super) fn counted(all: &[European], samples: usize, is_software: bool) -> &[European] {
    let most = MOST[usize::from(is_software)] / SEEDS as usize / samples.max(1);
    if samples < FIRST { &[] } else { &all[..all.len().min(most).min(OPTIONS)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::options::Kind;

    const MARKET: Market = Market { rate: 0.02, volatility: 0.3 };

    /// The coverage of intervals of two options, for which every so many seeds are off.
    fn missing(every: u32, is_shared: bool) -> Coverage {
        let option = European { spot: 20.0, strike: 20.0, years: 1.0, kind: Kind::Call };
        let price = option.price(&MARKET);
        let estimate = |seed: u32| {
            let off = if (seed + 1).is_multiple_of(every) { 1.0 } else { 0.1 };
            Ok::<_, ()>(vec![Estimate { price: price + off, error: 0.1 }; 2])
        };
        Coverage::new(&[option; 2], &MARKET, is_shared, estimate).unwrap()
    }

    #[test]
    fn options_that_share_their_numbers_count_as_one() {
        let [one, two] = [true, false].map(|is_shared| missing(20, is_shared));
        assert!((one.share - 0.95).abs() < 1e-12 && one.is_kept(false));
        assert!((one.error - (0.95 * 0.05 / 200.0_f64).sqrt()).abs() < 1e-12);
        assert!((two.error - (0.95 * 0.05 / 400.0_f64).sqrt()).abs() < 1e-12);
        let wrong = missing(6, true);
        assert!(!wrong.is_kept(false) && !wrong.is_kept(true), "too often wrong");
        assert!(missing(60, true).is_kept(false), "98.5 % are 2.3 errors more");
        assert!(!missing(60, false).is_kept(false), "but 3.2 of more draws");
        let wide = missing(1000, true);
        assert!(!wide.is_kept(false) && wide.is_kept(true), "too wide");
    }

    #[test]
    fn intervals_are_counted_where_that_ends_soon() {
        let option = European { spot: 20.0, strike: 20.0, years: 1.0, kind: Kind::Call };
        let number = |samples, is_software| counted(&[option; 32], samples, is_software).len();
        assert_eq!([number(999, true), number(1000, true), number(1 << 18, true)], [0, 8, 5]);
        assert_eq!([number(1 << 24, false), number(1 << 28, false)], [2, 0]);
    }
}
