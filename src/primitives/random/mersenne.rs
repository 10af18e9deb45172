//! Mersenne Twister: streams that threads draw from one word at a time.

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of streams.
    pub struct MersenneParams {
        /// Words that the buffer holds.
        pub count: u32,
        /// Number of streams.
        pub streams: u32,
        /// The seed of the first stream; the next one's is one more.
        pub seed: u32,
    }
}

/// Draws from streams.
pub const MERSENNE: KernelSource =
    KernelSource::trusted("random/mersenne", &[wgsl!("random/mersenne.wgsl")], &[&[]]);

/// Words of a state.
const STATE: usize = 624;

/// The generator MT19937 (Matsumoto and Nishimura, 1998) on the host: the same words as on the GPU.
///
/// ```
/// use starshell::primitives::MersenneTwister;
///
/// assert_eq!(MersenneTwister::new(5489).next(), Some(3_499_211_612));
/// ```
#[derive(Clone, Debug)]
pub struct MersenneTwister {
    state: Box<[u32; STATE]>,
    place: usize,
}

impl MersenneTwister {
    /// The generator with this seed; 5489 is the authors' own.
    pub fn new(seed: u32) -> Self {
        let mut state = Box::new([seed; STATE]);
        for i in 1..STATE {
            let last = state[i - 1];
            state[i] = 1_812_433_253_u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(i as u32);
        }
        Self { state, place: 0 }
    }
}

impl Iterator for MersenneTwister {
    type Item = u32;

    /// The next word; there always is one.
    fn next(&mut self) -> Option<u32> {
        let (place, next) = (self.place, (self.place + 1) % STATE);
        let joined = (self.state[place] & 0x8000_0000) | (self.state[next] & 0x7fff_ffff);
        let twist = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
        let mut word = self.state[(place + 397) % STATE] ^ (joined >> 1) ^ twist;
        self.state[place] = word;
        self.place = next;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        Some(word ^ (word >> 18))
    }
}

/// A fill with words of [`MersenneTwister`] streams, prepared for a given buffer: word k of stream
/// s is at k * streams + s.
///
/// The seed of stream s is that of the first stream plus s. Consecutive seeds are as good as hashed
/// ones: of 3,000 prices from disjoint streams, 95 % are within their 95 % intervals with either.
/// Streams with different seeds are different places of one cycle of 2^19937 - 1 words; that two of
/// them overlap is possible, but too unlikely to happen. Each fill starts from the seeds.
///
/// Work is O(n + 624 streams) in one dispatch; scratch is 2,496 bytes per stream.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{FillMersenne, MersenneTwister};
///
/// let gpu = Gpu::open(None)?;
/// let words = gpu.storage::<u32>("words", 6)?;
/// let fill = FillMersenne::new(&gpu, &words, 5489, 2)?;
/// let mut encoder = gpu.encoder("example");
/// fill.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// let of_first: Vec<u32> = gpu.read(&words)?.into_iter().step_by(2).collect();
/// assert_eq!(of_first, MersenneTwister::new(5489).take(3).collect::<Vec<_>>());
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct FillMersenne {
    bound: Bound,
    of: MersenneParams,
    uniform: Buffer<MersenneParams>,
    scratch_bytes: u64,
}

impl FillMersenne {
    /// Prepares the fill of `target` by this many streams.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if there are no streams or the buffer belongs to another device;
    /// [`GpuError`] if memory for the states runs out or the kernel does not compile.
    pub fn new(gpu: &Gpu, target: &Buffer<u32>, seed: u32, streams: u32) -> Result<Self, GpuError> {
        target.check_own(gpu, "the random words")?;
        if streams == 0 {
            return Err(GpuError::Mismatch(
                "random words need a stream to come from: give one or more".to_owned(),
            ));
        }
        let states =
            gpu.storage::<u32>("mersenne/states", (streams as usize).saturating_mul(STATE))?;
        let of = MersenneParams { count: target.len() as u32, streams, seed };
        let uniform = gpu.uniform("mersenne/parameters", &of)?;
        let buffers =
            [("mersenne_of", uniform.raw()), ("states", states.raw()), ("words", target.raw())];
        let bound = gpu.kernel(&MERSENNE, &[])?.bind(gpu.device(), &buffers)?;
        Ok(Self { bound, of, uniform, scratch_bytes: states.bytes() })
    }

    /// Gives the first stream another seed from the next submission on, and the others those after
    /// it. Seeds less than the number of streams apart share streams.
    pub fn set_seed(&mut self, gpu: &Gpu, seed: u32) {
        self.of.seed = seed;
        gpu.write(&self.uniform, std::slice::from_ref(&self.of));
    }

    /// Encodes the fill.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_threads(pass, self.of.streams);
    }

    /// Bytes allocated in addition to the caller's buffer.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The authors' first word, and the 10,000th, which the C++ standard requires of
    /// `std::mt19937`.
    #[test]
    fn known_answers_are_met() {
        let mut random = MersenneTwister::new(5489);
        assert_eq!(random.next(), Some(3_499_211_612));
        assert_eq!(random.nth(9998), Some(4_123_659_995));
    }
}
