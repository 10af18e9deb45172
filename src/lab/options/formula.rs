//! The formula of Black and Scholes in double precision: what all others are compared with.

use crate::lab::LabError;
use crate::named;
use crate::words::say;

named! {
    /// What an option lets its owner do.
    #[derive(Default)]
    pub enum Kind: "kind of option" {
        /// Buy a share.
        #[default]
        Call = "call",
        /// Sell a share.
        Put = "put",
    }
}

/// What the prices of all options depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Market {
    /// The rate of interest without risk, per year.
    pub rate: f64,
    /// The volatility of the share, per root of a year.
    pub volatility: f64,
}

impl Market {
    /// Rejects what has no prices.
    ///
    /// # Errors
    /// [`LabError::Market`] if the rate is not from -1000 to 1000, or the volatility not from 1e-6
    /// to 1000.
    pub fn check(&self) -> Result<(), LabError> {
        let [rates, volatilities] = [(-1e3, 1e3), (1e-6, 1e3)];
        for (key, value, (least, most)) in
            [("rate", self.rate, rates), ("volatility", self.volatility, volatilities)]
        {
            if !(least..=most).contains(&value) {
                let range =
                    say!("range-within", least = least.to_string(), most = most.to_string());
                return Err(LabError::Market { key, value: value.to_string(), range });
            }
        }
        Ok(())
    }
}

/// An option that its owner may use on one day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct European {
    /// What the share costs today.
    pub spot: f64,
    /// For what it may be bought or sold on that day.
    pub strike: f64,
    /// Years until then.
    pub years: f64,
    /// Whether it may be bought or sold.
    pub kind: Kind,
}

/// The part of all standard normal numbers below d.
pub fn normal(d: f64) -> f64 {
    0.5 * libm::erfc(-d * std::f64::consts::FRAC_1_SQRT_2)
}

impl European {
    /// Rejects what has no price.
    ///
    /// # Errors
    /// [`LabError::Market`] if a number is not from 1e-6 to 1e6.
    pub fn check(&self) -> Result<(), LabError> {
        for (key, value) in [("spot", self.spot), ("strike", self.strike), ("years", self.years)] {
            if !(1e-6..=1e6).contains(&value) {
                return Err(LabError::Market {
                    key,
                    value: value.to_string(),
                    range: say!("range-scale"),
                });
            }
        }
        Ok(())
    }

    /// Returns this option with another kind.
    #[must_use]
    pub fn of(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// What is normally distributed in the formula, and the strike's worth today.
    fn terms(&self, market: &Market) -> (f64, f64, f64) {
        let width = market.volatility * libm::sqrt(self.years);
        let growth = (market.rate + 0.5 * market.volatility * market.volatility) * self.years;
        let d1 = (libm::log(self.spot / self.strike) + growth) / width;
        (d1, d1 - width, self.strike * libm::exp(-market.rate * self.years))
    }

    /// Its price.
    pub fn price(&self, market: &Market) -> f64 {
        let (d1, d2, discounted) = self.terms(market);
        match self.kind {
            Kind::Call => self.spot * normal(d1) - discounted * normal(d2),
            Kind::Put => discounted * normal(-d2) - self.spot * normal(-d1),
        }
    }

    /// How its price changes with spot (delta), twice with it (gamma), with volatility (vega), with
    /// time (theta) and with the rate (rho).
    pub fn greeks(&self, market: &Market) -> [f64; 5] {
        let (d1, d2, discounted) = self.terms(market);
        let root = libm::sqrt(self.years);
        let density = libm::exp(-0.5 * d1 * d1) / libm::sqrt(2.0 * std::f64::consts::PI);
        let decay = -0.5 * self.spot * density * market.volatility / root;
        let interest = market.rate * discounted;
        let [gamma, vega] =
            [density / (self.spot * market.volatility * root), self.spot * density * root];
        match self.kind {
            Kind::Call => {
                let [n1, n2] = [normal(d1), normal(d2)];
                [n1, gamma, vega, decay - interest * n2, self.years * discounted * n2]
            }
            Kind::Put => {
                let [n1, n2] = [normal(-d1), normal(-d2)];
                [-n1, gamma, vega, decay + interest * n2, -self.years * discounted * n2]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKET: Market = Market { rate: 0.05, volatility: 0.2 };
    const OPTION: European = European { spot: 42.0, strike: 40.0, years: 0.5, kind: Kind::Call };

    /// Hull, Options, Futures, and Other Derivatives: an example of the chapter about the formula,
    /// with a rate of 10 %.
    #[test]
    fn known_prices_are_met() {
        let market = Market { rate: 0.1, volatility: 0.2 };
        let [call, put] = [Kind::Call, Kind::Put].map(|kind| OPTION.of(kind).price(&market));
        assert!((call - 4.76).abs() < 5e-3 && (put - 0.81).abs() < 5e-3, "{call} {put}");
    }

    #[test]
    fn greeks_are_the_derivatives_of_prices() {
        let slope = |price: &dyn Fn(f64) -> f64| (price(1e-4) - price(-1e-4)) / 2e-4;
        for kind in [Kind::Call, Kind::Put] {
            let option = OPTION.of(kind);
            let [delta, gamma, vega, theta, rho] = option.greeks(&MARKET);
            let of_spot = |by: f64| European { spot: option.spot + by, ..option };
            let found = [
                slope(&|by| of_spot(by).price(&MARKET)),
                slope(&|by| of_spot(by).greeks(&MARKET)[0]),
                slope(&|by| option.price(&Market { volatility: MARKET.volatility + by, ..MARKET })),
                -slope(&|by| European { years: option.years + by, ..option }.price(&MARKET)),
                slope(&|by| option.price(&Market { rate: MARKET.rate + by, ..MARKET })),
            ];
            for (found, expected) in found.into_iter().zip([delta, gamma, vega, theta, rho]) {
                assert!((found - expected).abs() < 1e-5, "{found} {expected}");
            }
        }
    }

    #[test]
    fn what_has_no_price_gets_a_sentence() {
        for volatility in [f64::NAN, -0.2, 0.0, f64::INFINITY] {
            let sentence = Market { volatility, ..MARKET }.check().unwrap_err().to_string();
            assert!(
                sentence.contains("`volatility`") && sentence.contains(&volatility.to_string()),
                "{sentence}"
            );
        }
        assert!(
            Market { rate: f64::NAN, ..MARKET }.check().is_err()
                && MARKET.check().is_ok()
                && OPTION.check().is_ok()
        );
        assert!(
            European { years: -1.0, ..OPTION }.check().unwrap_err().to_string().contains("`years`")
        );
        assert!(
            European { spot: f64::NAN, ..OPTION }.check().is_err()
                && European { strike: 0.0, ..OPTION }.check().is_err()
        );
    }
}
