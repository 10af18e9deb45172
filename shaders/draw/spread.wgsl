// uses: draw/quantity, grid, monoid/spread
// Measures how the colour's quantity is spread over the bodies of this very frame, so that colours depend only on the state
// that is shown. Each thread takes several bodies in a fixed order.

const WORKGROUP: u32 = 64u;

struct SpreadParams {
    center: vec3f,
    color_by: u32,
    count: u32,
    /// Number of threads that take part.
    threads: u32,
    padding_0: u32,
    padding_1: u32,
}

// Not a uniform: see draw/splat.wgsl.
@group(0) @binding(0) var<storage, read> spread_of: SpreadParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(3) var<storage, read> acceleration: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> spreads: array<Spread>;

@compute @workgroup_size(WORKGROUP)
fn spread(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let thread = thread_index(group, groups, local, WORKGROUP);
    if (thread >= spread_of.threads) {
        return;
    }
    var sum = identity();
    for (var i = thread; i < spread_of.count; i += spread_of.threads) {
        let q = quantity(spread_of.color_by, position[i], velocity[i], acceleration[i], spread_of.center);
        var body = Spread(0.0, 0.0, 0.0, velocity[i].w);
        // Zero has no logarithm, and infinity would spoil the mean.
        if (q > 0.0 && q < 1e38) {
            let magnitude = log2(q);
            body = Spread(1.0, magnitude, magnitude * magnitude, velocity[i].w);
        }
        sum = combine(sum, body);
    }
    spreads[thread] = sum;
}
