//! Compares random numbers and prices of options with the host's. The real kernels pass;
//! deliberately wrong ones must not.

use starshell::gpu::{Buffer, Gpu};
use starshell::lab::options::{
    BlackScholes, Distribution, Draws, European, Greeks, Kind, Market, MonteCarlo,
    MonteCarloRequest, OptionList, PriceNumber, ToNormals, fast_normals, sampled,
};
use starshell::name::Named;
use starshell::primitives::{FillMersenne, FillRandom, MersenneTwister, Philox, RandomRequest};

use super::Random;
use super::monoids::encode;

const POISON: u32 = 77;

/// Requests whose words need every bit of seed, stream and block.
const REQUESTS: [RandomRequest; 3] = [
    RandomRequest { seed: 0, stream: 0, first_block: 0, is_portable: false },
    RandomRequest {
        seed: 0xa409_3822_299f_31d0,
        stream: 0x1319_8a2e_0370_7344,
        first_block: 0xffff_fffd,
        is_portable: false,
    },
    RandomRequest { seed: u64::MAX, stream: 5, first_block: u64::MAX - 1, is_portable: true },
];

fn block(request: &RandomRequest, number: usize) -> [u32; 4] {
    Philox::new(request.seed, request.stream).block(request.first_block.wrapping_add(number as u64))
}

/// Compares fills with words and with numbers between 0 and 1, bit by bit.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_words(gpu: &Gpu, lengths: &[usize]) -> Result<(), String> {
    for &count in lengths {
        for request in &REQUESTS {
            // The buffer goes on behind what is filled.
            let raw = gpu.storage_from("raw", &vec![POISON; count + 8]).unwrap();
            let target = Buffer::<u32>::from_wgpu(gpu, raw.raw().clone(), count).unwrap();
            let fill = FillRandom::words(gpu, &target, *request).unwrap();
            encode(gpu, |pass| fill.encode(pass));
            let words: Vec<u32> = (0..count.div_ceil(4))
                .flat_map(|number| block(request, number))
                .take(count)
                .collect();
            let found = gpu.read(&raw).unwrap();
            if found[..count] != words || found[count..].iter().any(|&word| word != POISON) {
                let place = found.iter().zip(&words).position(|(found, word)| found != word);
                return Err(format!("{count} words of {request:?} differ, first at {place:?}"));
            }
            let target = gpu.storage::<f32>("target", count).unwrap();
            let fill = FillRandom::uniform(gpu, &target, *request).unwrap();
            encode(gpu, |pass| fill.encode(pass));
            let numbers: Vec<f32> = words.into_iter().map(Philox::uniform).collect();
            if gpu.read(&target).unwrap() != numbers {
                return Err(format!("{count} numbers of {request:?} differ"));
            }
        }
    }
    Ok(())
}

/// Compares normal numbers with those of the host: `fast` ones, whose errors differ between
/// adapters, within `most`.
///
/// # Errors
/// As [`compare_words`].
pub fn compare_normals(gpu: &Gpu, count: usize, is_fast: bool, most: f64) -> Result<(), String> {
    for request in &REQUESTS {
        let target = gpu.storage::<f32>("target", count).unwrap();
        let fill = if is_fast { FillRandom::fast_normal } else { FillRandom::normal }(
            gpu, &target, *request,
        )
        .unwrap();
        encode(gpu, |pass| fill.encode(pass));
        let found = gpu.read(&target).unwrap();
        for (number, four) in found.chunks(4).enumerate() {
            let words = block(request, number);
            let pairs = [[words[0], words[1]], [words[2], words[3]]].map(if is_fast {
                fast_normals
            } else {
                Philox::normals
            });
            for (found, expected) in four.iter().zip(pairs.iter().flatten()) {
                let error = (f64::from(*found) - expected).abs();
                if error.is_nan() || error > most {
                    return Err(format!("block {number} of {request:?}: {found}, not {expected}"));
                }
            }
        }
    }
    Ok(())
}

/// Compares streams of Mersenne Twisters.
///
/// # Errors
/// As [`compare_words`].
pub fn compare_streams(gpu: &Gpu, cases: &[(usize, u32)]) -> Result<(), String> {
    for &(count, streams) in cases {
        let target = gpu.storage::<u32>("target", count).unwrap();
        let fill = FillMersenne::new(gpu, &target, 5489, streams).unwrap();
        // Twice: each fill begins anew.
        encode(gpu, |pass| fill.encode(pass));
        encode(gpu, |pass| fill.encode(pass));
        let found = gpu.read(&target).unwrap();
        for stream in 0..streams {
            let own: Vec<u32> =
                found.iter().copied().skip(stream as usize).step_by(streams as usize).collect();
            if !MersenneTwister::new(5489 + stream).take(own.len()).eq(own) {
                return Err(format!("stream {stream} of {streams} with {count} words"));
            }
        }
    }
    Ok(())
}

pub const MARKET: Market = Market { rate: 0.02, volatility: 0.3 };

/// Options as in the text: spots from 5 to 30, strikes from 1 to 100, a quarter of a year to ten
/// years.
pub fn options(count: usize) -> Vec<European> {
    let mut random = Random::new(count as u64);
    let mut between = |low: f64, high: f64| low + (high - low) * random.number();
    let option = |_| European {
        spot: between(5.0, 30.0),
        strike: between(1.0, 100.0),
        years: between(0.25, 10.0),
        kind: Kind::Call,
    };
    (0..count).map(option).collect()
}

/// The options as rounded to this type.
fn rounded<T: PriceNumber>(options: &[European]) -> Vec<European> {
    let round = |number| T::nearest(number).number();
    let of = |option: &European| European {
        spot: round(option.spot),
        strike: round(option.strike),
        years: round(option.years),
        ..*option
    };
    options.iter().map(of).collect()
}

/// Compares prices, which may err by `most` times the spot.
///
/// # Errors
/// As [`compare_words`].
pub fn compare_prices<T: PriceNumber>(
    gpu: &Gpu,
    count: usize,
    by: Distribution,
    most: f64,
) -> Result<(), String> {
    let all = rounded::<T>(&options(count));
    let list = OptionList::<T>::new(gpu, &all).unwrap();
    let prices = BlackScholes::new(gpu, &MARKET, &list, by).unwrap();
    encode(gpu, |pass| prices.encode(pass));
    for (kind, found) in [(Kind::Call, prices.calls()), (Kind::Put, prices.puts())] {
        let found = gpu.read(found).unwrap();
        for (place, (option, found)) in all.iter().zip(found).enumerate() {
            let (found, expected) = (found.number(), option.of(kind).price(&MARKET));
            let error = (found - expected).abs();
            if error.is_nan() || error > most * (option.spot + option.strike) {
                return Err(format!("{} {place} of {count}: {found}, not {expected}", kind.name()));
            }
        }
    }
    Ok(())
}

/// Compares greeks, which may err by `most` times what they can be.
///
/// # Errors
/// As [`compare_words`].
pub fn compare_greeks<T: PriceNumber>(gpu: &Gpu, count: usize, most: f64) -> Result<(), String> {
    let all = rounded::<T>(&options(count));
    let list = OptionList::<T>::new(gpu, &all).unwrap();
    let greeks = Greeks::new(gpu, &MARKET, &list).unwrap();
    encode(gpu, |pass| greeks.encode(pass));
    for kind in [Kind::Call, Kind::Put] {
        for (place, (option, found)) in all.iter().zip(greeks.read(gpu, kind).unwrap()).enumerate()
        {
            let expected = option.of(kind).greeks(&MARKET);
            let scale = [
                1.0,
                1.0,
                option.spot * option.years.sqrt(),
                option.spot + option.strike,
                option.years * option.strike,
            ];
            for greek in 0..5 {
                let error = (found[greek] - expected[greek]).abs();
                if error.is_nan() || error > most * scale[greek] {
                    return Err(format!(
                        "greek {greek} of {} {place}: {found:?}, not {expected:?}",
                        kind.name()
                    ));
                }
            }
        }
    }
    Ok(())
}

/// What Monte Carlo is compared for.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Philox,
    Portable,
    Antithetic,
    Sobol,
    Fast,
    Stored,
    /// Stored numbers, and sums of threads that the host adds up.
    StoredByThread,
}

/// Compares estimates for some numbers of samples with those of the host for the same numbers, by
/// one workgroup per option and by several.
///
/// # Errors
/// As [`compare_words`].
pub fn compare_estimates(gpu: &Gpu, way: Way, samples: &[u32]) -> Result<(), String> {
    let all: Vec<European> = [Kind::Call, Kind::Put, Kind::Call]
        .into_iter()
        .zip(options(3))
        .map(|(kind, option)| option.of(kind))
        .collect();
    for &samples in samples {
        let count = samples.next_multiple_of(4) as usize;
        let words = gpu.storage::<u32>("words", count).unwrap();
        let numbers = Buffer::<f32>::from_wgpu(gpu, words.raw().clone(), count).unwrap();
        if matches!(way, Way::Stored | Way::StoredByThread) {
            let twisters = FillMersenne::new(gpu, &words, 5489, 64).unwrap();
            let normals = ToNormals::new(gpu, &words).unwrap();
            encode(gpu, |pass| twisters.encode(pass));
            let twisted = gpu.read(&words).unwrap();
            assert_eq!(twisted[0], MersenneTwister::new(5489).next().unwrap());
            encode(gpu, |pass| normals.encode(pass));
            for (pair, found) in
                twisted.chunks_exact(2).zip(gpu.read(&numbers).unwrap().chunks_exact(2))
            {
                let expected = Philox::normals([pair[0], pair[1]])[0];
                if (f64::from(found[0]) - expected).abs() > 3e-6 {
                    return Err(format!("a stored number is {}, not {expected}", found[0]));
                }
            }
        }
        let stored = gpu.read(&numbers).unwrap();
        let draws = match way {
            Way::Sobol => Draws::Sobol,
            Way::Fast => Draws::FastPhilox,
            Way::Stored | Way::StoredByThread => Draws::Stored(numbers),
            _ => Draws::Philox,
        };
        for groups in [None, Some(1), Some(7)] {
            let request = MonteCarloRequest {
                draws: draws.clone(),
                is_antithetic: matches!(way, Way::Antithetic),
                is_portable: matches!(way, Way::Portable),
                is_summed_on_host: matches!(way, Way::StoredByThread),
                groups,
                ..MonteCarloRequest::new(samples, 0x1234_5678_9abc_def0)
            };
            let simulation = MonteCarlo::new(gpu, &MARKET, &all, &request).unwrap();
            encode(gpu, |pass| simulation.encode(pass));
            for (place, (found, option)) in
                (0..).zip(simulation.read(gpu).unwrap().iter().zip(&all))
            {
                let expected = sampled(&MARKET, option, place, &request, &stored);
                // Single precision keeps fewer digits of a variance than of a mean.
                let digits = 3e-4 * expected.price / f64::from(samples).sqrt();
                let near = |a: f64, b: f64, more: f64| {
                    a == b || (a - b).abs() <= 2e-5 * b.abs() + 1e-5 + more
                };
                if !near(found.price, expected.price, 0.0)
                    || !near(found.error, expected.error, digits)
                {
                    return Err(format!(
                        "{samples} samples, {way:?}, {groups:?}: {found:?}, not {expected:?}"
                    ));
                }
            }
        }
    }
    Ok(())
}
