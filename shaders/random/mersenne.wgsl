// uses: grid
// Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998): a stream per thread, which takes the places of a row in turn.

const WORKGROUP: u32 = 64u;
/// Words of a state, and how far apart the words are that make a new one.
const STATE: u32 = 624u;
const APART: u32 = 397u;

struct MersenneParams {
    /// Words that the buffer holds.
    count: u32,
    /// Number of streams.
    streams: u32,
    /// The seed of the first stream; the next one's is one more.
    seed: u32,
}

@group(0) @binding(0) var<uniform> mersenne_of: MersenneParams;
/// Word i of stream s at i * streams + s, so that threads access neighbouring words.
@group(0) @binding(1) var<storage, read_write> states: array<u32>;
/// Word k of stream s at k * streams + s.
@group(0) @binding(2) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn mersenne(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let stream = thread_index(group, groups, local, WORKGROUP);
    let streams = mersenne_of.streams;
    if (stream >= streams) {
        return;
    }
    var word = mersenne_of.seed + stream;
    states[stream] = word;
    for (var i = 1u; i < STATE; i++) {
        word = 1812433253u * (word ^ (word >> 30u)) + i;
        states[i * streams + stream] = word;
    }
    var place = 0u;
    var first = states[stream];
    for (var at = stream; at < mersenne_of.count; at += streams) {
        let next = select(place + 1u, 0u, place + 1u == STATE);
        let apart = select(place + APART, place + APART - STATE, place + APART >= STATE);
        let second = states[next * streams + stream];
        let joined = (first & 0x80000000u) | (second & 0x7fffffffu);
        var y = states[apart * streams + stream] ^ (joined >> 1u) ^ select(0u, 0x9908b0dfu, (joined & 1u) == 1u);
        states[place * streams + stream] = y;
        y ^= y >> 11u;
        y ^= (y << 7u) & 0x9d2c5680u;
        y ^= (y << 15u) & 0xefc60000u;
        words[at] = y ^ (y >> 18u);
        first = second;
        place = next;
    }
}
