//! Numbers of both precisions, and vectors of them.

use super::lanes::Lanes;

/// A number, and vectors of it.
pub(super) trait Real: Copy + Default + Send + Sync {
    type Vector<S: Lanes>: Copy;

    /// Bodies at squared distances up to this count as coincident without softening, as on the GPU.
    const SAME_PLACE: Self;

    fn lanes<S: Lanes>() -> usize;
    fn of(value: f32) -> Self;
    fn splat<S: Lanes>(lanes: S, value: Self) -> Self::Vector<S>;
    fn load<S: Lanes>(lanes: S, values: &[Self]) -> Self::Vector<S>;
    fn store<S: Lanes>(lanes: S, values: &mut [Self], vector: Self::Vector<S>);
    fn add<S: Lanes>(lanes: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn subtract<S: Lanes>(lanes: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn multiply<S: Lanes>(lanes: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn divide<S: Lanes>(lanes: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn root<S: Lanes>(lanes: S, x: Self::Vector<S>) -> Self::Vector<S>;
    /// The first of `values` where the first of `pair` is less than the second, else the second.
    fn where_less<S: Lanes>(
        lanes: S,
        pair: [Self::Vector<S>; 2],
        values: [Self::Vector<S>; 2],
    ) -> Self::Vector<S>;
    /// 1 / sqrt(x) where x is more than `least`, otherwise 0.
    fn inverse_root<S: Lanes>(
        lanes: S,
        x: Self::Vector<S>,
        least: Self::Vector<S>,
    ) -> Self::Vector<S>;
}

/// Implements [`Real`] by the methods of `pulp` for one type.
macro_rules! real {
    ($real:ty, $vector:ident, $same_place:expr, $lanes:ident, $splat:ident, $load:ident, $store:ident, $add:ident, $sub:ident,
     $mul:ident, $div:ident, $sqrt:ident, $less:ident, $select:ident) => {
        impl Real for $real {
            type Vector<S: Lanes> = S::$vector;

            const SAME_PLACE: Self = $same_place;

            #[inline(always)]
            fn lanes<S: Lanes>() -> usize {
                S::$lanes
            }

            #[inline(always)]
            fn of(value: f32) -> Self {
                value.into()
            }

            #[inline(always)]
            fn splat<S: Lanes>(lanes: S, value: Self) -> Self::Vector<S> {
                lanes.$splat(value)
            }

            #[inline(always)]
            fn load<S: Lanes>(lanes: S, values: &[Self]) -> Self::Vector<S> {
                lanes.$load(values)
            }

            #[inline(always)]
            fn store<S: Lanes>(lanes: S, values: &mut [Self], vector: Self::Vector<S>) {
                lanes.$store(values, vector);
            }

            #[inline(always)]
            fn add<S: Lanes>(lanes: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S> {
                lanes.$add(a, b)
            }

            #[inline(always)]
            fn subtract<S: Lanes>(
                lanes: S,
                a: Self::Vector<S>,
                b: Self::Vector<S>,
            ) -> Self::Vector<S> {
                lanes.$sub(a, b)
            }

            #[inline(always)]
            fn multiply<S: Lanes>(
                lanes: S,
                a: Self::Vector<S>,
                b: Self::Vector<S>,
            ) -> Self::Vector<S> {
                lanes.$mul(a, b)
            }

            #[inline(always)]
            fn divide<S: Lanes>(
                lanes: S,
                a: Self::Vector<S>,
                b: Self::Vector<S>,
            ) -> Self::Vector<S> {
                lanes.$div(a, b)
            }

            #[inline(always)]
            fn root<S: Lanes>(lanes: S, x: Self::Vector<S>) -> Self::Vector<S> {
                lanes.$sqrt(x)
            }

            #[inline(always)]
            fn where_less<S: Lanes>(
                lanes: S,
                [a, b]: [Self::Vector<S>; 2],
                [value, other]: [Self::Vector<S>; 2],
            ) -> Self::Vector<S> {
                lanes.$select(lanes.$less(a, b), value, other)
            }

            #[inline(always)]
            fn inverse_root<S: Lanes>(
                lanes: S,
                x: Self::Vector<S>,
                least: Self::Vector<S>,
            ) -> Self::Vector<S> {
                let inverse = lanes.$div(lanes.$splat(1.0), lanes.$sqrt(x));
                lanes.$select(lanes.$less(least, x), inverse, lanes.$splat(0.0))
            }
        }
    };
}

real! {
    f32, f32s, super::Softened::SAME_PLACE, F32_LANES, splat_f32s, partial_load_f32s, partial_store_f32s, add_f32s, sub_f32s,
    mul_f32s, div_f32s, sqrt_f32s, less_than_f32s, select_f32s
}
real! {
    f64, f64s, 0.0, F64_LANES, splat_f64s, partial_load_f64s, partial_store_f64s, add_f64s, sub_f64s, mul_f64s, div_f64s,
    sqrt_f64s, less_than_f64s, select_f64s
}
