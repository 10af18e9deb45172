//! Random numbers and prices of options against the host's: awkward counts, run-time checks off and
//! on.

use crate::common::chance::{
    MARKET, Way, compare_estimates, compare_greeks, compare_normals, compare_prices,
    compare_streams, compare_words, options,
};
use crate::common::{checked_gpu, gpu};
use starshell::lab::LabError;
use starshell::lab::options::{
    BlackScholes, Coverage, Distribution, Draws, European, Kind, Market, MonteCarlo,
    MonteCarloRequest, OptionList,
};
use starshell::primitives::FillMersenne;

#[test]
fn random_words_agree_bit_by_bit() {
    for gpu in [gpu(), checked_gpu()] {
        compare_words(&gpu, &[0, 1, 2, 3, 4, 7, 1023, 1025, 70_001]).unwrap();
    }
}

#[test]
fn normal_numbers_are_near_those_of_the_host() {
    for gpu in [gpu(), checked_gpu()] {
        compare_normals(&gpu, 100_003, false, 3e-6).unwrap();
    }
    // What WGSL guarantees of sine and cosine: 2^-11, times the largest radius.
    compare_normals(&gpu(), 100_003, true, 4e-3).unwrap();
}

#[test]
fn mersenne_twisters_agree_bit_by_bit() {
    for gpu in [gpu(), checked_gpu()] {
        compare_streams(&gpu, &[(0, 1), (1, 2), (3000, 1), (130_001, 100)]).unwrap();
    }
    let words = gpu().storage::<u32>("words", 4).unwrap();
    let sentence = FillMersenne::new(&gpu(), &words, 1, 0).unwrap_err().to_string();
    assert!(sentence.contains("give one or more"), "{sentence}");
}

#[test]
fn prices_by_the_formula_agree() {
    for gpu in [gpu(), checked_gpu()] {
        for count in [1, 2, 5, 1023, 4097] {
            compare_prices::<f32>(&gpu, count, Distribution::Erfc, 5e-7).unwrap();
            compare_prices::<f64>(&gpu, count, Distribution::Erfc, 2e-15).unwrap();
        }
        compare_prices::<f32>(&gpu, 4097, Distribution::Polynomial, 2e-6).unwrap();
        // More options than threads.
        compare_prices::<f32>(&gpu, 32_771, Distribution::Strided, 2e-6).unwrap();
        // The polynomial's own error.
        compare_prices::<f64>(&gpu, 4097, Distribution::Polynomial, 7.5e-8).unwrap();
    }
}

#[test]
fn greeks_agree() {
    for gpu in [gpu(), checked_gpu()] {
        for count in [1, 5, 2050] {
            compare_greeks::<f32>(&gpu, count, 2e-6).unwrap();
            compare_greeks::<f64>(&gpu, count, 1e-14).unwrap();
        }
    }
}

#[test]
fn estimates_agree_with_the_host() {
    const SAMPLES: &[u32] = &[1, 3, 4, 1021, 8192, 20_001];
    for way in
        [Way::Philox, Way::Portable, Way::Antithetic, Way::Sobol, Way::Stored, Way::StoredByThread]
    {
        compare_estimates(&gpu(), way, SAMPLES).unwrap();
        compare_estimates(&checked_gpu(), way, &SAMPLES[4..]).unwrap();
    }
}

#[test]
fn an_estimate_is_near_the_price_and_has_the_same_bits_again() {
    let gpu = gpu();
    let option = European { spot: 42.0, strike: 40.0, years: 0.5, kind: Kind::Call };
    let price = option.price(&MARKET);
    let estimate = |draws: Draws, is_antithetic| {
        let request =
            MonteCarloRequest { draws, is_antithetic, ..MonteCarloRequest::new(1 << 18, 7) };
        let simulation = MonteCarlo::new(&gpu, &MARKET, &[option], &request).unwrap();
        crate::common::monoids::encode(&gpu, |pass| simulation.encode(pass));
        simulation.read(&gpu).unwrap()[0]
    };
    let plain = estimate(Draws::Philox, false);
    assert!(
        (plain.price - price).abs() < 2.0 * plain.half_interval() && plain.error > 0.0,
        "{plain:?} {price}"
    );
    assert_eq!(plain, estimate(Draws::Philox, false));
    let antithetic = estimate(Draws::Philox, true);
    assert!(
        antithetic.error < 0.7 * plain.error
            && (antithetic.price - price).abs() < 2.0 * antithetic.half_interval()
    );
    let even = estimate(Draws::Sobol, false);
    assert!((even.price - price).abs() < 0.1 * plain.half_interval(), "{even:?} {price}");
}

/// The text's prices, of which it estimates one as 6.621926 and the other as 8.976083. It does not
/// name the options, so these are some with those prices.
#[test]
fn the_texts_prices_are_within_their_intervals() {
    let gpu = gpu();
    let option = |strike: f64| European { spot: 42.0, strike, years: 1.0, kind: Kind::Call };
    for (published, estimated) in [(6.621_852, 6.621_926), (8.976_007, 8.976_083)] {
        let (mut low, mut high) = (20.0, 80.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            *if option(middle).price(&MARKET) > published { &mut low } else { &mut high } = middle;
        }
        let price = option(low).price(&MARKET);
        assert!((price - published).abs() < 1e-9, "{price}");
        let request = MonteCarloRequest::new(1 << 20, 2008);
        let simulation = MonteCarlo::new(&gpu, &MARKET, &[option(low)], &request).unwrap();
        crate::common::monoids::encode(&gpu, |pass| simulation.encode(pass));
        let estimate = simulation.read(&gpu).unwrap()[0];
        let half = estimate.half_interval();
        assert!((estimate.price - price).abs() < half && half < 0.03, "{estimate:?}");
        // The text's own estimate would be in such an interval, too.
        assert!((estimated - price).abs() < half, "{estimated}");
    }
}

/// The option of the text's example.
#[test]
fn the_texts_example_is_within_its_interval() {
    let market = Market { rate: 0.05, volatility: 0.25 };
    let option = European { spot: 2.0, strike: 1.0, years: 3.0, kind: Kind::Call };
    let gpu = gpu();
    let coverage = Coverage::new(&[option], &market, false, |seed| {
        let request = MonteCarloRequest::new(1 << 14, u64::from(seed));
        let simulation = MonteCarlo::new(&gpu, &market, &[option], &request).unwrap();
        crate::common::monoids::encode(&gpu, |pass| simulation.encode(pass));
        simulation.read(&gpu)
    });
    let coverage = coverage.unwrap();
    assert!(coverage.is_kept(false), "{coverage:?}");
}

#[test]
fn what_cannot_be_priced_gets_a_sentence() {
    let gpu = gpu();
    let options = options(5);
    let list = OptionList::<f32>::new(&gpu, &options).unwrap();
    for volatility in [f64::NAN, -0.3] {
        let market = Market { volatility, ..MARKET };
        let request = MonteCarloRequest::new(100, 1);
        let formula = BlackScholes::new(&gpu, &market, &list, Distribution::Erfc).unwrap_err();
        let chance = MonteCarlo::new(&gpu, &market, &options, &request).unwrap_err();
        assert!(matches!(formula, LabError::Market { key: "volatility", .. }), "{formula}");
        assert!(matches!(chance, LabError::Market { key: "volatility", .. }), "{chance}");
    }
    let nameless = [European { years: f64::NAN, ..options[0] }];
    assert!(OptionList::<f32>::new(&gpu, &nameless).is_err());
    assert!(matches!(
        MonteCarlo::new(&gpu, &MARKET, &[], &MonteCarloRequest::new(9, 1)),
        Err(LabError::NoElements)
    ));
    assert!(matches!(
        MonteCarlo::new(&gpu, &MARKET, &options, &MonteCarloRequest::new(0, 1)),
        Err(LabError::NoElements)
    ));
    let few = gpu.storage::<f32>("few", 8).unwrap();
    let request = MonteCarloRequest { draws: Draws::Stored(few), ..MonteCarloRequest::new(9, 1) };
    let sentence = MonteCarlo::new(&gpu, &MARKET, &options, &request).unwrap_err().to_string();
    assert!(sentence.contains("store more"), "{sentence}");
}
