// How gravity is split: the grid has the potential erf(r / 2a) / r of a unit mass, with a = 5/4 of the nodes' distance, and pairs have
// the rest, as far as it matters. After Hockney and Eastwood, with Ewald's functions.

/// The distance up to which pairs have a part, in nodes: 6a, where 4e-4 of the force are left. Bodies are looked for a little farther, so that
/// rounding leaves none out.
const REACH: f32 = 7.501;
/// The square of that in units of 2a.
const REACH_SQUARED: f32 = 9.0;
/// 1 / 2a.
const NARROWNESS: f32 = 0.4;

/// The grid's part of the acceleration over the offset, (erf(u) - 2u/sqrt(pi) exp(-u^2)) / u^3, by u^2 up to 9, within 1.1e-6, and how
/// it changes with u^2.
fn grid_pull(squared: f32) -> vec2f {
    let x = squared * 0.22222222 - 1.0;
    var slope = 0.0;
    var sum = 0.00225431065;
    slope = fma(slope, x, sum);
    sum = fma(sum, x, -0.00587713768);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, 0.00845706621);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, -0.0176506771);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, 0.0380640125);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, -0.0652954326);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, 0.0973719971);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, -0.128786565);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, 0.146801222);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, -0.140005402);
    slope = fma(slope, x, sum);
    sum = fma(sum, x, 0.101688022);
    return vec2f(sum, slope * 0.22222222);
}

/// The grid's part of the potential, erf(u) / u, by u^2 up to 9: within 7e-7.
fn grid_potential(squared: f32) -> f32 {
    let x = squared * 0.22222222 - 1.0;
    var sum = 0.00127735622;
    sum = fma(sum, x, -0.00338231629);
    sum = fma(sum, x, 0.00507675233);
    sum = fma(sum, x, -0.0109668114);
    sum = fma(sum, x, 0.0243873502);
    sum = fma(sum, x, -0.0443721704);
    sum = fma(sum, x, 0.0724775987);
    sum = fma(sum, x, -0.11000185);
    sum = fma(sum, x, 0.157501683);
    sum = fma(sum, x, -0.228803002);
    return fma(sum, x, 0.470131755);
}
