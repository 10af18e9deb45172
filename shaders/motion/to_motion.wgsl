// uses: motion/kick_drift, motion/state_real, real_f32
// Ending of a force kernel with a single share: moves its bodies at once. New positions go to another buffer, because other
// workgroups still read the old ones.

/// The sums are stored too, since the next run of steps may start from them.
@group(0) @binding(2) var<storage, read_write> partial: array<real4>;
@group(0) @binding(3) var<uniform> step: AdvanceParams;
@group(0) @binding(4) var<storage, read_write> velocity: array<Row>;
@group(0) @binding(5) var<storage, read_write> acceleration: array<real4>;
@group(0) @binding(6) var<storage, read_write> position_next: array<Row>;

fn finish(share: u32, i: u32, sum: real4) {
    partial[i] = sum;
    acceleration[i] = real4(sum.xyz, real());
    let after = advanced(step, sum.xyz, Moving(position[i], velocity[i]));
    velocity[i] = after.velocity;
    position_next[i] = after.position;
}
