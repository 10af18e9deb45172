// Ending of a force kernel that has only one share: the bodies move at once. The new positions go to another place, since
// other workgroups still read the old ones.

/// The sums too: the next run of steps may begin with them.
@group(0) @binding(2) var<storage, read_write> partial: array<vec4f>;
@group(0) @binding(3) var<uniform> step: Advance;
@group(0) @binding(4) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> acceleration: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> position_next: array<vec4f>;

fn finish(share: u32, i: u32, sum: vec4f) {
    partial[i] = sum;
    acceleration[i] = vec4f(sum.xyz, 0.0);
    let after = advanced(step, sum.xyz, Moving(position[i], velocity[i]));
    velocity[i] = after.velocity;
    position_next[i] = after.position;
}
