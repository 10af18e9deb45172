// uses: lab/options/erfc | lab/options/erfc_f64 | lab/options/polynomial, lab/options/from_market, real_f32 | real_f64
// A call and a put by the formula of Black and Scholes (1973).

struct Prices {
    call: real,
    put: real,
}

fn prices(spot: real, strike: real, time: real) -> Prices {
    let here = terms(spot, strike, time);
    let n1 = normal(here.d1);
    let n2 = normal(here.d2);
    return Prices(spot * n1.below - here.discounted * n2.below, here.discounted * n2.above - spot * n1.above);
}
