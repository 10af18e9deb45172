//! Laws of force other than Plummer's, with SIMD: the formulas of `physics/law`.

use super::lanes::Lanes;
use super::real::Real;
use crate::physics::ForceLaw;

/// What a unit mass does at some distance.
pub(super) struct Strength<V> {
    /// The pull as a multiple of the offset.
    pub strength: V,
    /// A third of the relative rate at which that falls, per unit of the product of offset and
    /// velocity: 1 / r² with Newton's law.
    pub fall: V,
}

/// The pull at squared distances, of a law whose length has this square.
#[inline(always)]
pub(super) fn of<T: Real, S: Lanes>(
    lanes: S,
    law: ForceLaw,
    squared: T::Vector<S>,
    length_squared: T,
) -> Strength<T::Vector<S>> {
    let number = |value: f32| T::splat(lanes, T::of(value));
    let limit = T::splat(lanes, length_squared);
    let outside = T::where_less(lanes, [squared, limit], [limit, squared]);
    let inverse = T::divide(lanes, number(1.0), T::root(lanes, outside));
    let inverse_squared = T::multiply(lanes, inverse, inverse);
    let cube = T::multiply(lanes, inverse_squared, inverse);
    let [strength, fall] = match law {
        ForceLaw::Spline => {
            let u = T::multiply(lanes, T::root(lanes, squared), inverse);
            spline::<T, S>(lanes, u)
        }
        ForceLaw::CutOff | ForceLaw::Plummer => [number(0.0), number(1.0)],
    };
    let within = [T::multiply(lanes, strength, cube), T::multiply(lanes, fall, inverse_squared)];
    Strength {
        strength: T::where_less(lanes, [squared, limit], [within[0], cube]),
        fall: T::where_less(lanes, [squared, limit], [within[1], inverse_squared]),
    }
}

/// The spline's pull of a unit mass in units of where it ends, and a third of its fall.
#[inline(always)]
fn spline<T: Real, S: Lanes>(lanes: S, u: T::Vector<S>) -> [T::Vector<S>; 2] {
    let number = |top: f32, bottom: f32| {
        // In this order, so that no constant is rounded to single precision.
        T::divide(lanes, T::splat(lanes, T::of(top)), T::splat(lanes, T::of(bottom)))
    };
    let product = |a, b| T::multiply(lanes, a, b);
    let sum = |a, b| T::add(lanes, a, b);
    let half = number(1.0, 2.0);
    let square = product(u, u);
    let inner = sum(product(number(32.0, 1.0), u), number(-192.0, 5.0));
    let inner = sum(product(square, inner), number(32.0, 3.0));
    // Never used nearer than half of the length.
    let far = T::where_less(lanes, [u, half], [half, u]);
    let inverse = T::divide(lanes, number(1.0, 1.0), far);
    let cube = product(product(inverse, inverse), inverse);
    let outer = sum(product(number(-32.0, 3.0), u), number(192.0, 5.0));
    let outer = sum(product(outer, u), number(-48.0, 1.0));
    let outer = sum(product(outer, u), number(64.0, 3.0));
    let outer = sum(outer, product(number(-1.0, 15.0), cube));
    let strength = T::where_less(lanes, [u, half], [inner, outer]);
    let inner_slope = sum(product(number(96.0, 1.0), u), number(-384.0, 5.0));
    let outer_slope = sum(product(product(number(1.0, 5.0), inverse), cube), number(-48.0, 1.0));
    let outer_slope = sum(product(outer_slope, inverse), number(384.0, 5.0));
    let outer_slope = sum(product(number(-32.0, 1.0), u), outer_slope);
    let slope = T::where_less(lanes, [u, half], [inner_slope, outer_slope]);
    let fall = T::divide(lanes, product(slope, number(-1.0, 3.0)), strength);
    [strength, fall]
}
