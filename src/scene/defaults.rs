//! Time step and softening that suit one's own bodies.

use glam::DVec3;

use crate::import::Spread;
use crate::physics::{Body, Gravity, GravityMethod, Integrator, Parameters, Precision};

/// Up to so many bodies are followed one by one: without softening, by steps that resolve the closest pair.
pub(super) const FEW: usize = 256;
/// From so many bodies on, forces are by a tree where that is faster.
const MANY: usize = 65_536;

/// The time in which the bodies as a whole change: √(r³/m), or how long they take through a radius if they have no mass.
pub(super) fn time(spread: &Spread) -> f64 {
    let radius = size(spread);
    let time = if spread.mass > 0.0 { (radius.powi(3) / spread.mass).sqrt() } else { radius / spread.speeds[0] };
    if time.is_finite() && time > 0.0 { time.clamp(1e-12, 1e24) } else { 1.0 }
}

fn size(spread: &Spread) -> f64 {
    let [half, _, all] = spread.radii;
    [half, all].into_iter().find(|radius| *radius > 0.0).unwrap_or(1.0)
}

pub(super) fn physics(bodies: &[Body], spread: &Spread) -> Parameters {
    let whole = time(spread);
    if bodies.len() <= FEW {
        let (pair, is_double) = closest(bodies);
        let step = pair.unwrap_or(whole).clamp(1e-5 * whole, whole) / 32.0;
        let softening = if is_double { rounded(0.01 * size(spread)) } else { 0.0 };
        return Parameters { precision: Precision::Pair, ..Parameters::new(Integrator::Pefrl, rounded(step), softening) };
    }
    let softening = 0.5 * size(spread) / (bodies.len() as f64).cbrt();
    let crossing = if spread.speeds[0] > 0.0 { softening / (2.0 * spread.speeds[0]) } else { f64::INFINITY };
    let step = (whole / 64.0).min(crossing).max(1e-5 * whole);
    let plain = Parameters::new(Integrator::default(), rounded(step), rounded(softening));
    let gravity = if bodies.len() > MANY { Gravity::default().by(GravityMethod::Auto) } else { plain.gravity };
    Parameters { gravity, ..plain }
}

/// The shortest √(d³/m) of two bodies, and whether two are in one place.
fn closest(bodies: &[Body]) -> (Option<f64>, bool) {
    let (mut least, mut is_double) = (None, false);
    for (place, one) in bodies.iter().enumerate() {
        for other in &bodies[..place] {
            let (distance, mass): (f64, f64) = (DVec3::distance(one.position, other.position), one.mass + other.mass);
            is_double |= distance == 0.0 && mass > 0.0;
            if distance > 0.0 && mass > 0.0 {
                let time = (distance.powi(3) / mass).sqrt();
                least = Some(least.map_or(time, |least: f64| least.min(time)));
            }
        }
    }
    (least, is_double)
}

/// The number with two digits.
pub(super) fn rounded(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}
