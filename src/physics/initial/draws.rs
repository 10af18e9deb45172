//! Bodies drawn on all cores from one stream of random numbers, exactly as a loop draws them.

use super::Random;
use rayon::prelude::*;

/// Bodies that a core draws at once, about.
const BLOCK: usize = 4096;
/// Blocks drawn at once for each core. They are copied from memory that the next ones take again:
/// fresh pages cost more than drawing the bodies in them.
const BLOCKS: usize = 4;
/// Bodies from which the random numbers per body are estimated.
const SAMPLE: usize = 256;
/// Blocks begin at multiples of this from the first. Every sampler here takes its numbers in twos
/// or in threes, or mixes both; chains that begin at places of different remainders would never
/// meet.
const STEP: u64 = 24;

/// What one chain of draws made: where each result begins in the stream, the results, and where the
/// last one ends.
struct Block<T> {
    starts: Vec<u64>,
    results: Vec<T>,
    end: u64,
}

/// `count` results of `draw`, bit for bit those of a loop that calls it `count` times, and `random`
/// where that loop leaves it. What `draw` returns may depend on nothing but its random numbers.
///
/// A sampler by rejection takes a number of random numbers that is known only afterwards, so where
/// the thousandth body begins in the stream is unknown. Each core therefore begins somewhere and
/// notes where its bodies begin. Two chains that once begin a body at the same place agree from
/// there on, and with a handful of numbers per body they meet after a few bodies, as decoders of a
/// Huffman code do (Klein & Wiseman, Comput. J. 46 (2003) 487). A serial pass then draws the few
/// bodies before the place where the chain of one block meets that of the next. Were they never to
/// meet, it would draw all of them: slow, but right.
pub(super) fn draw_many<T: Send>(
    count: usize,
    random: &mut Random,
    draw: impl Fn(&mut Random) -> T + Sync,
) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    let first = random.position();
    all.extend((0..count.min(SAMPLE)).map(|_| draw(random)));
    let per_body = (random.position() - first).div_ceil(SAMPLE as u64);
    let width = (per_body * BLOCK as u64).next_multiple_of(STEP);

    let most = BLOCKS * rayon::current_num_threads();
    while count - all.len() >= BLOCK {
        let begin = random.position();
        let blocks = ((count - all.len()) / BLOCK).min(most) as u64;
        let from = |index: u64| begin + index * width;
        let chain = |index: u64| chain(random.at(from(index)), from(index + 1), &draw);
        let blocks: Vec<Block<T>> = (0..blocks).into_par_iter().map(chain).collect();
        for block in blocks {
            join(block, count, random, &mut all, &draw);
        }
    }
    all.extend((all.len()..count).map(|_| draw(random)));
    all
}

/// Draws from `random` until it has passed `until`.
fn chain<T>(mut random: Random, until: u64, draw: impl Fn(&mut Random) -> T) -> Block<T> {
    let mut block = Block {
        starts: Vec::with_capacity(BLOCK),
        results: Vec::with_capacity(BLOCK),
        end: random.position(),
    };
    while block.end < until {
        block.starts.push(block.end);
        block.results.push(draw(&mut random));
        block.end = random.position();
    }
    block
}

/// Continues `all` at the place of `random`: one by one up to where a result of `block` begins,
/// then with those of the block.
fn join<T>(
    mut block: Block<T>,
    count: usize,
    random: &mut Random,
    all: &mut Vec<T>,
    draw: impl Fn(&mut Random) -> T,
) {
    while random.position() < block.end && all.len() < count {
        if let Ok(met) = block.starts.binary_search(&random.position()) {
            let taken = (count - all.len()).min(block.results.len() - met);
            *random = random.at(block.starts.get(met + taken).copied().unwrap_or(block.end));
            all.extend(block.results.drain(met..met + taken));
            return;
        }
        all.push(draw(random));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samplers like those of the initial states: in threes, in twos, mixed, and ones whose chains
    /// never meet.
    const SAMPLERS: [fn(&mut Random) -> f64; 5] = [
        |random| random.in_ball().x,
        |random| random.normal() + random.uniform() + random.uniform(),
        |random| random.uniform() * random.direction().y + random.normal(),
        |random| (0..7).map(|_| random.uniform()).sum(),
        Random::uniform,
    ];

    #[test]
    fn results_are_those_of_a_loop() {
        for (number, draw) in SAMPLERS.into_iter().enumerate() {
            for count in [
                0,
                1,
                SAMPLE,
                BLOCK,
                BLOCK + SAMPLE,
                3 * BLOCK + 17,
                9 * BLOCK + SAMPLE - 1,
                50_001,
            ] {
                let (mut random, mut expected_random) =
                    (Random::new(count as u64), Random::new(count as u64));
                let expected: Vec<f64> = (0..count).map(|_| draw(&mut expected_random)).collect();
                assert!(
                    draw_many(count, &mut random, draw) == expected,
                    "sampler {number}, {count}"
                );
                assert_eq!(
                    random.position(),
                    expected_random.position(),
                    "sampler {number}, {count}"
                );
                assert_eq!(
                    random.uniform(),
                    expected_random.uniform(),
                    "sampler {number}, {count}"
                );
            }
        }
    }

    #[test]
    fn chains_meet_soon() {
        for (number, draw) in SAMPLERS.into_iter().enumerate().take(3) {
            let begin = 24 * 1000;
            let block = chain(Random::new(1).at(begin), begin + 20_000, draw);
            // A chain that is ahead of the block by any of its own steps.
            for start in (0..20).map(|bodies| {
                (0..bodies)
                    .fold(begin - 240, |at, _| chain(Random::new(1).at(at), at + 1, draw).end)
            }) {
                let mut random = Random::new(1).at(start);
                let drawn = (0..200).take_while(|_| {
                    draw(&mut random);
                    block.starts.binary_search(&random.position()).is_err()
                });
                assert!(drawn.count() < 150, "sampler {number} from {start}");
            }
        }
    }
}
