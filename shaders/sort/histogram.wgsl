// uses: sort/digits, sort/key_*
// Counts the values of every digit over all keys.

const WORKGROUP: u32 = 256u;
/// Copies of the histogram per workgroup. Threads that count the same digit then collide less often.
const COPIES: u32 = 4u;
/// Digits per key.
const TURNS: u32 = 4u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> keys: array<KeyQuad>;
/// Must be cleared first.
@group(0) @binding(3) var<storage, read_write> histograms: array<atomic<u32>>;

var<workgroup> counts: array<atomic<u32>, COPIES * TURNS * DIGITS>;

fn add(turn: u32, digit: u32, copy: u32, times: u32) {
    atomicAdd(&counts[(turn * DIGITS + digit) * COPIES + copy], times);
}

/// Counts one digit of a quad of keys, with a single add if all four agree.
fn count_quad(quad: KeyQuad, turn: u32, copy: u32) {
    let digits = vec4u(digit_of(quad[0], turn), digit_of(quad[1], turn), digit_of(quad[2], turn), digit_of(quad[3], turn));
    if (all(digits == digits.xxxx)) {
        add(turn, digits.x, copy, 4u);
    } else {
        add(turn, digits.x, copy, 1u);
        add(turn, digits.y, copy, 1u);
        add(turn, digits.z, copy, 1u);
        add(turn, digits.w, copy, 1u);
    }
}

@compute @workgroup_size(WORKGROUP)
fn histogram(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    for (var i = thread; i < COPIES * TURNS * DIGITS; i += WORKGROUP) {
        atomicStore(&counts[i], 0u);
    }
    workgroupBarrier();
    let count = min(length[0], sort_of.capacity);
    let copy = thread % COPIES;
    // Each workgroup counts a contiguous range of keys.
    let round = 4u * WORKGROUP;
    let in_all = groups.x * groups.y;
    let rounds = (count / 4u / round + in_all) / in_all;
    let first = (group.y * groups.x + group.x) * rounds * round;
    for (var r = 0u; r < rounds; r++) {
        let at = first + r * round + thread;
        if (at + 3u * WORKGROUP < count / 4u) {
            // Keeps four loads in flight. Not an array, because drivers would spill it to memory.
            let a = keys[at];
            let b = keys[at + WORKGROUP];
            let c = keys[at + 2u * WORKGROUP];
            let d = keys[at + 3u * WORKGROUP];
            for (var turn = 0u; turn < TURNS; turn++) {
                if (turn < sort_of.turns) {
                    count_quad(a, turn, copy);
                    count_quad(b, turn, copy);
                    count_quad(c, turn, copy);
                    count_quad(d, turn, copy);
                }
            }
        } else {
            for (var i = 0u; i < 4u; i++) {
                let quad = at + i * WORKGROUP;
                for (var j = 0u; j < 4u && 4u * quad + j < count; j++) {
                    for (var turn = 0u; turn < sort_of.turns; turn++) {
                        add(turn, digit_of(keys[quad][j], turn), copy, 1u);
                    }
                }
            }
        }
    }
    workgroupBarrier();
    for (var i = thread; i < sort_of.turns * DIGITS; i += WORKGROUP) {
        var sum = 0u;
        for (var copy = 0u; copy < COPIES; copy++) {
            sum += atomicLoad(&counts[i * COPIES + copy]);
        }
        if (sum > 0u) {
            atomicAdd(&histograms[i], sum);
        }
    }
}
