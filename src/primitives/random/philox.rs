//! Philox 4x32-10 on the host: the same words as on the GPU.

/// The counter-based generator Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: *Parallel Random
/// Numbers: As Easy as 1, 2, 3*, 2011).
///
/// A stream is a sequence of 2^64 blocks of four words. Every block is a function of seed, stream
/// and its own number, so blocks can be had in any order. Two streams of one seed have no block in
/// common.
///
/// ```
/// use starshell::primitives::Philox;
///
/// let random = Philox::new(7, 0);
/// assert_eq!(random.block(5), Philox::new(7, 0).block(5));
/// assert_ne!(random.block(5), Philox::new(7, 1).block(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Philox {
    key: [u32; 2],
    stream: [u32; 2],
}

/// The two words of a number, low word first.
pub(super) fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

impl Philox {
    /// The stream with this number of the generator with this seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self { key: halves(seed), stream: halves(stream) }
    }

    /// The four words of block `number`.
    pub fn block(&self, number: u64) -> [u32; 4] {
        const BUMP: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
        let [low, high] = halves(number);
        let mut words = [low, high, self.stream[0], self.stream[1]];
        let mut key = self.key;
        for _ in 0..10 {
            let a = u64::from(words[0]) * 0xD251_1F53;
            let b = u64::from(words[2]) * 0xCD9E_8D57;
            let [[a_low, a_high], [b_low, b_high]] = [halves(a), halves(b)];
            words = [b_high ^ words[1] ^ key[0], b_low, a_high ^ words[3] ^ key[1], a_low];
            key = [key[0].wrapping_add(BUMP[0]), key[1].wrapping_add(BUMP[1])];
        }
        words
    }

    /// The number between 0 and 1 of a word: the middle of one of 2^23 intervals.
    pub fn uniform(word: u32) -> f32 {
        ((word >> 9) as f32 + 0.5) / 8_388_608.0
    }

    /// The two standard normal numbers of two words, by Box and Muller (1958). The GPU computes the
    /// same in single precision.
    pub fn normals([first, second]: [u32; 2]) -> [f64; 2] {
        const WORDS: f64 = 4_294_967_296.0;
        // As on the GPU, where a word has only 24 bits as a number, and u must stay below 1.
        let u = f64::from(first as f32) / WORDS * (1.0 - 1.0 / 16_777_216.0) + 0.5 / WORDS;
        let radius = libm::sqrt(-2.0 * libm::log(f64::from(u as f32)));
        let radius = if second >> 31 == 1 { -radius } else { radius };
        let angle = f64::from((second << 2) as i32) / WORDS * std::f64::consts::FRAC_PI_2;
        let (cosine, sine) = (libm::cos(angle), libm::sin(angle));
        if second & 0x4000_0000 == 0 {
            [radius * cosine, radius * sine]
        } else {
            [radius * sine, radius * cosine]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers of Random123 1.14 (`kat_vectors`): counter and key of zeros, of ones, and
    /// of digits of pi.
    #[test]
    fn known_answers_are_met() {
        let of = |counter: [u32; 4], key: [u32; 2]| {
            Philox { key, stream: [counter[2], counter[3]] }
                .block(u64::from(counter[0]) | u64::from(counter[1]) << 32)
        };
        assert_eq!(of([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(
            of([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        let pi =
            of([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]);
        assert_eq!(pi, [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]);
    }

    #[test]
    fn numbers_have_the_moments_of_their_distributions() {
        let random = Philox::new(3, 9);
        let (mut uniform, mut normal) = ([0.0; 2], [0.0; 4]);
        let blocks = 50_000;
        for block in 0..blocks {
            let words = random.block(block);
            words.iter().map(|&word| f64::from(Philox::uniform(word))).for_each(|u| {
                assert!(u > 0.0 && u < 1.0);
                uniform[0] += u;
                uniform[1] += u * u;
            });
            for pair in [[words[0], words[1]], [words[2], words[3]]] {
                for z in Philox::normals(pair) {
                    (1..=4).for_each(|power| normal[power as usize - 1] += z.powi(power));
                }
            }
        }
        let count = 4.0 * blocks as f64;
        let near = |sum: f64, mean: f64, deviation: f64| {
            (sum / count - mean).abs() < 4.0 * deviation / count.sqrt()
        };
        assert!(near(uniform[0], 0.5, 0.29) && near(uniform[1], 1.0 / 3.0, 0.3), "{uniform:?}");
        let deviations = [1.0, 2.0_f64.sqrt(), 15.0_f64.sqrt(), 96.0_f64.sqrt()];
        let all =
            (0..4).all(|power| near(normal[power], [0.0, 1.0, 0.0, 3.0][power], deviations[power]));
        assert!(all, "{normal:?}");
    }

    #[test]
    fn extreme_words_have_finite_numbers() {
        assert_eq!(
            (Philox::uniform(0), Philox::uniform(u32::MAX)),
            (2.0_f32.powi(-24), 1.0 - 2.0_f32.powi(-24))
        );
        for pair in [[0, 0], [u32::MAX, u32::MAX], [0, u32::MAX], [1 << 31, 1 << 30]] {
            assert!(Philox::normals(pair).iter().all(|z| z.abs() < 6.8), "{pair:?}");
        }
    }
}
