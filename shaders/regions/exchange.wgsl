// uses: grid, opaque
// Takes bodies that leave a region out of its rows, or puts bodies that have come from elsewhere into rows that nobody has. As bits: of each
// body its position and mass, its velocity and component, and its acceleration with its number.

const WORKGROUP: u32 = 64u;
/// 1: takes them out of the rows.
const TAKES: u32 = 0u;

const NOBODY: u32 = 0xffffffffu;
/// The bits of what is not a number.
const NOWHERE: u32 = 0x7fc00000u;

@group(0) @binding(0) var<uniform> exchange_of: ExchangeParams;
/// The index of each sorted body.
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> position: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> velocity: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> acceleration: array<vec4u>;
/// The number of each body; a row without a body has the largest.
@group(0) @binding(5) var<storage, read_write> numbers: array<u32>;
/// Three vectors per body.
@group(0) @binding(6) var<storage, read_write> moved: array<vec4u>;

struct ExchangeParams {
    /// The bodies in sorted places low .. high stay.
    low: u32,
    high: u32,
    /// The first place among those that leave, and behind them those without a body.
    place: u32,
    /// Number of bodies.
    count: u32,
}

@compute @workgroup_size(WORKGROUP)
fn exchange(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= opaque(exchange_of.count, arrayLength(&moved))) {
        return;
    }
    let place = exchange_of.place + i;
    let row = order[select(exchange_of.high + place - exchange_of.low, place, place < exchange_of.low)];
    let body = 3u * i;
    if (TAKES == 1u) {
        moved[body] = position[row];
        moved[body + 1u] = velocity[row];
        moved[body + 2u] = vec4u(acceleration[row].xyz, numbers[row]);
        position[row] = vec4u(NOWHERE);
        velocity[row] = vec4u();
        acceleration[row] = vec4u();
        numbers[row] = NOBODY;
    } else {
        let last = moved[body + 2u];
        position[row] = moved[body];
        velocity[row] = moved[body + 1u];
        acceleration[row] = vec4u(last.xyz, 0u);
        numbers[row] = last.w;
    }
}
