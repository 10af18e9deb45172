// uses: grid, opaque
// Of a sample of all bodies: the places and accelerations of those that a region has.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> choose_of: ChooseParams;
/// The index of each sorted body.
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> acceleration: array<vec4f>;
/// Of each sampled body its place, and its acceleration.
@group(0) @binding(4) var<storage, read_write> chosen: array<vec4f>;

struct ChooseParams {
    /// Bodies that are sampled, of how many, from which one on, and the distance from one to the next.
    sampled: u32,
    all: u32,
    first: u32,
    stride: u32,
    /// The first body of the region, and its number of bodies.
    begin: u32,
    count: u32,
}

@compute @workgroup_size(WORKGROUP)
fn choose(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let k = thread_index(group, groups, local, WORKGROUP);
    if (k >= opaque(choose_of.sampled, arrayLength(&chosen))) {
        return;
    }
    let place = (choose_of.first + k * choose_of.stride) % choose_of.all - choose_of.begin;
    // Bodies of regions before this one are at places that wrap around.
    if (place < choose_of.count) {
        let row = order[place];
        chosen[2u * k] = position[row];
        chosen[2u * k + 1u] = acceleration[row];
    }
}
