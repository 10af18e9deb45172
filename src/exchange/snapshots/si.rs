//! Units of astronomy in SI: IAU 2012 and 2015 definitions, masses with CODATA 2018's G.

pub(super) const AU: f64 = 149_597_870_700.0;
pub(super) const PARSEC: f64 = 3.085_677_581_491_367e16;
pub(super) const KPC: f64 = 1e3 * PARSEC;
pub(super) const G: f64 = 6.674_30e-11;
/// The nominal mass parameter of the Sun over G.
pub(super) const SUN: f64 = 1.327_124_4e20 / G;
pub(super) const EARTH: f64 = 3.986_004e14 / G;
pub(super) const JUPITER: f64 = 1.266_865_3e17 / G;
pub(super) const DAY: f64 = 86_400.0;
pub(super) const YEAR: f64 = 365.25 * DAY;
pub(super) const KM: f64 = 1e3;
