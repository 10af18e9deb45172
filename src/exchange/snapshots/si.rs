//! Units of astronomy in SI: IAU 2012 and 2015 definitions, masses with CODATA 2018's G.

pub(in crate::exchange) const AU: f64 = 149_597_870_700.0;
pub(in crate::exchange) const PARSEC: f64 = 3.085_677_581_491_367e16;
pub(super) const KPC: f64 = 1e3 * PARSEC;
pub(in crate::exchange) const G: f64 = 6.674_30e-11;
/// Nominal mass parameters in m³/s².
pub(in crate::exchange) const GM_SUN: f64 = 1.327_124_4e20;
pub(in crate::exchange) const GM_EARTH: f64 = 3.986_004e14;
pub(in crate::exchange) const GM_JUPITER: f64 = 1.266_865_3e17;
pub(super) const SUN: f64 = GM_SUN / G;
pub(super) const EARTH: f64 = GM_EARTH / G;
pub(super) const JUPITER: f64 = GM_JUPITER / G;
pub(in crate::exchange) const DAY: f64 = 86_400.0;
pub(in crate::exchange) const YEAR: f64 = 365.25 * DAY;
pub(super) const KM: f64 = 1e3;
