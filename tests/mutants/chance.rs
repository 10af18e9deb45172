//! Deliberately wrong random numbers and prices of options: the comparisons that the real kernels
//! pass must reject them.

use crate::common::chance::{
    Way, compare_estimates, compare_greeks, compare_normals, compare_prices, compare_streams,
    compare_words,
};
use crate::common::checked_gpu;
use crate::common::mutation::{Mutation, reject};
use starshell::lab::options::Distribution;

#[test]
fn wrong_random_words_are_rejected() {
    let mutations: &[Mutation] = &[
        ("a round too few", "philox_round(words, key + 9u * bump)", "words"),
        ("the same key twice", "key + 4u * bump", "key + 3u * bump"),
        ("a wrong constant", "0x9E3779B9u", "0x9E3779B1u"),
        (
            "halves swapped",
            "vec4u(b.y ^ counter.y ^ key.x, b.x,",
            "vec4u(b.x ^ counter.y ^ key.x, b.y,",
        ),
        (
            "no carry to the high word",
            "fill_of.first_high + u32(low < block)",
            "fill_of.first_high",
        ),
        (
            "half of the stream",
            "fill_of.stream_low, fill_of.stream_high)",
            "fill_of.stream_low, 0u)",
        ),
        (
            "half of the seed",
            "vec2u(fill_of.seed_low, fill_of.seed_high)",
            "vec2u(fill_of.seed_low, 0u)",
        ),
        ("behind the end", "i < rest;", "i < 4u;"),
        ("the last numbers left out", "(block == whole && rest == 0u)", "block == whole"),
        ("0 among the numbers", "(vec4f(values >> vec4u(9u)) + 0.5)", "vec4f(values >> vec4u(9u))"),
    ];
    reject(&checked_gpu(), Some("random/fill"), mutations, |gpu| compare_words(gpu, &[7, 1025]));
    // Only without 64-bit integers, with which the last of the requests does.
    let products: &[Mutation] = &[
        ("a carry lost", "(one & 0xffffu)", "0u * one"),
        ("the highest bits lost", "high.x * high.y +", "0u * high.y +"),
    ];
    let portable = |gpu: &starshell::gpu::Gpu| compare_words(gpu, &[1025]);
    for &mutation in products {
        reject(&checked_gpu(), None, &[mutation], portable);
    }
}

#[test]
fn wrong_normal_numbers_are_rejected() {
    let mutations: &[Mutation] = &[
        (
            "sine for cosine",
            "vec2f(cosine, sine), vec2f(sine, cosine)",
            "vec2f(sine, cosine), vec2f(cosine, sine)",
        ),
        ("positive ones alone", "^ (second & 0x80000000u)", ""),
        ("an octant too few", "(word & 0x40000000u) != 0u", "false"),
        ("no root", "sqrt(-2.0 * logarithm", "(-2.0 * logarithm"),
        ("powers of two left out", "fma(f32(exponent), 0.693147181,", "fma(f32(exponent), 0.0,"),
        ("a wrong coefficient", "0.253598571", "0.253508571"),
        ("another coefficient", "0.142144959", "0.132144959"),
    ];
    reject(&checked_gpu(), Some("random/fill"), mutations, |gpu| {
        compare_normals(gpu, 4001, false, 3e-6)
    });
}

#[test]
fn wrong_mersenne_twisters_are_rejected() {
    let mutations: &[Mutation] = &[
        ("seeds in step", "mersenne_of.seed + stream", "mersenne_of.seed"),
        ("the seed's recurrence", "(word ^ (word >> 30u)) + i", "(word ^ (word >> 30u))"),
        ("one word too near", "const APART: u32 = 397u", "const APART: u32 = 396u"),
        ("never twisted", "(joined & 1u) == 1u", "false"),
        ("not tempered", "(y << 15u) & 0xefc60000u", "0u"),
        ("the state stays", "states[place * streams + stream] = y;", ""),
        ("one state too many", "place + 1u == STATE", "place == STATE"),
        ("the last word left out", "at < mersenne_of.count", "at + 1u < mersenne_of.count"),
    ];
    reject(&checked_gpu(), Some("random/mersenne"), mutations, |gpu| {
        compare_streams(gpu, &[(2501, 2)])
    });
}

#[test]
fn wrong_prices_are_rejected() {
    let gpu = checked_gpu();
    let prices: &[Mutation] = &[
        (
            "calls for puts",
            "here.discounted * n2.above - spot * n1.above",
            "spot * n1.below - here.discounted * n2.below",
        ),
        ("no discount", "strike * exponential(-rate * time)", "strike"),
        ("half of the variance", "real(0.5) * volatility * volatility", "volatility * volatility"),
        (
            "years for their root",
            "let width = volatility * root;",
            "let width = volatility * time;",
        ),
        ("tails swapped", "if (d < 0.0)", "if (d > 0.0)"),
        ("a wrong coefficient", "0.164035273", "0.164135273"),
        (
            "the last options left out",
            "(black_scholes_of.count + 3u) / 4u",
            "black_scholes_of.count / 4u",
        ),
        ("z for w", "y.call, z.call, w.call", "y.call, z.call, z.call"),
    ];
    let label = Some("options/black_scholes");
    reject(&gpu, label, prices, |gpu| compare_prices::<f32>(gpu, 1027, Distribution::Erfc, 5e-7));
    let polynomial: &[Mutation] = &[
        ("a wrong coefficient", "1.781477937", "1.781577937"),
        ("one tail for both", "d < real(0.0)", "false"),
    ];
    reject(&gpu, label, polynomial, |gpu| {
        compare_prices::<f32>(gpu, 1027, Distribution::Polynomial, 2e-6)
    });
    let strided: &[Mutation] = &[
        ("too far behind", "i += GROUPS * WORKGROUP", "i += 2u * GROUPS * WORKGROUP"),
        ("the last one left out", "i < black_scholes_of.count", "i + 1u < black_scholes_of.count"),
        ("puts for calls", "calls[i] = price.call", "calls[i] = price.put"),
    ];
    reject(&gpu, Some("options/black_scholes_stride"), strided, |gpu| {
        compare_prices::<f32>(gpu, 32_771, Distribution::Strided, 2e-6)
    });
    let double: &[Mutation] = &[
        ("a wrong coefficient", "0.0283622773", "0.0283622774"),
        (
            "a low part left out",
            "joined(black_scholes_of.rate, black_scholes_of.rate_low)",
            "f64(black_scholes_of.rate)",
        ),
    ];
    reject(&gpu, label, double, |gpu| compare_prices::<f64>(gpu, 1027, Distribution::Erfc, 2e-15));
    let greeks: &[Mutation] = &[
        ("delta of calls for puts", "= -n1.above;", "= n1.below;"),
        (
            "gamma without volatility",
            "density / (spot * here.volatility * here.root)",
            "density / (spot * here.root)",
        ),
        ("vega of another root", "spot * density * here.root;", "spot * density;"),
        ("theta without interest", "decay - interest * n2.below", "decay"),
        ("the sign of rho", "-time * here.discounted", "time * here.discounted"),
        ("rows overlap", "let row = 4u * (", "let row = 3u * ("),
    ];
    reject(&gpu, Some("options/greeks"), greeks, |gpu| compare_greeks::<f32>(gpu, 1027, 2e-6));
    // Prices hardly depend on the logarithm, since its error moves both parts alike.
    let logarithm: &[Mutation] =
        &[("the step left out", "2.0lf * (x - found) / (x + found)", "0.0lf * found")];
    reject(&gpu, Some("options/greeks"), logarithm, |gpu| compare_greeks::<f64>(gpu, 1027, 1e-13));
}

#[test]
fn wrong_estimates_are_rejected() {
    let gpu = checked_gpu();
    let label = Some("options/monte_carlo");
    let estimates: &[Mutation] = &[
        ("losses, too", "vec4f(payoff.offset)), vec4f());", "vec4f(payoff.offset)), vec4f(-1e9));"),
        (
            "the same numbers for all options",
            "vec4u(block, 0u, option, 0u)",
            "vec4u(block, 0u, 0u, 0u)",
        ),
        (
            "half of the seed",
            "vec2u(monte_carlo_of.seed_low, monte_carlo_of.seed_high)",
            "vec2u(monte_carlo_of.seed_low, 0u)",
        ),
        (
            "workgroups do the same",
            "group.x * monte_carlo_of.rounds * WORKGROUP + thread",
            "thread",
        ),
        ("the last samples left out", "block < stop && rest > 0u", "false"),
        ("samples behind the last", "< vec4u(rest))", "< vec4u(4u))"),
        ("a thread too few", "WORKGROUP / 2u; width > 0u", "WORKGROUP / 2u; width > 1u"),
        (
            "one place for all workgroups",
            "option * monte_carlo_of.groups + group.x]",
            "option * monte_carlo_of.groups]",
        ),
        (
            "sums for squares",
            "(squares.x + squares.y) + (squares.z + squares.w)",
            "(sum.x + sum.y) + (sum.z + sum.w)",
        ),
    ];
    reject(&gpu, label, estimates, |gpu| compare_estimates(gpu, Way::Philox, &[9001]));
    reject(&gpu, label, &[("z twice", "paid(payoff, -z)", "paid(payoff, z)")], |gpu| {
        compare_estimates(gpu, Way::Antithetic, &[9001])
    });
    let sobol: &[Mutation] = &[
        ("a row of Pascal's triangle", "0x33333333u", "0x11111111u"),
        ("the same points again", "point(2u * block + 1u)", "point(2u * block)"),
        ("not shifted", "point(2u * block) ^ shift", "point(2u * block)"),
    ];
    reject(&gpu, label, sobol, |gpu| compare_estimates(gpu, Way::Sobol, &[9001]));
    reject(&gpu, label, &[("one stored block", "stored[block]", "stored[0u * block]")], |gpu| {
        compare_estimates(gpu, Way::Stored, &[9001])
    });
    let by_thread: &[Mutation] = &[
        (
            "threads in one place",
            "group.x) * WORKGROUP + thread] = own",
            "group.x) * WORKGROUP + 0u * thread] = own",
        ),
        (
            "workgroups in one place",
            "* monte_carlo_of.groups + group.x) *",
            "* monte_carlo_of.groups) *",
        ),
        ("options overlap", "(option * monte_carlo_of.groups + group.x) *", "(option + group.x) *"),
        (
            "no sums at all",
            "if (BY_THREAD == 1u) {\n        if (group.x <",
            "if (BY_THREAD == 1u) {\n        if (group.x >",
        ),
    ];
    reject(&gpu, label, by_thread, |gpu| compare_estimates(gpu, Way::StoredByThread, &[9001]));
    let combine: &[Mutation] = &[
        ("the first option's sums", "group.y * combine_of.groups", "0u * group.y"),
        ("one sum left out", "i < combine_of.groups", "i + 1u < combine_of.groups"),
        ("all in one place", "totals[group.y]", "totals[0u * group.y]"),
    ];
    reject(&gpu, Some("options/combine"), combine, |gpu| {
        compare_estimates(gpu, Way::Philox, &[9001])
    });
    let normals: &[Mutation] = &[(
        "half of the blocks",
        "block < to_normals_of.blocks",
        "2u * block < to_normals_of.blocks",
    )];
    reject(&gpu, Some("options/to_normals"), normals, |gpu| {
        compare_estimates(gpu, Way::Stored, &[9001])
    });
}
