// uses: diagnostics/is_finite, diagnostics/length_of, diagnostics/system, gravity/external, grid, monoid/moments, opaque, real_f32 | real_f64
// Adds every body to the sums over the whole system. Each thread takes several bodies in a fixed order, which bounds the number
// of partial sums and makes the result the same in every run.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> measure_of: MeasureParams;
@group(0) @binding(1) var<storage, read> position: array<real4>;
@group(0) @binding(2) var<storage, read> velocity: array<real4>;
/// Forces on the bodies, without those from bodies that are not finite; w is the potential.
@group(0) @binding(3) var<storage, read> partial: array<real4>;
/// The external field.
@group(0) @binding(5) var<uniform> external_of: ExternalParams;
@group(0) @binding(4) var<storage, read_write> moments: array<Moments>;

@compute @workgroup_size(WORKGROUP)
fn measure(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let thread = thread_index(group, groups, local, WORKGROUP);
    if (thread >= measure_of.threads) {
        return;
    }
    let shares = opaque(measure_of.shares, arrayLength(&partial));
    var sum = identity();
    for (var i = thread; i < measure_of.count; i += measure_of.threads) {
        let x = position[i].xyz;
        let m = position[i].w;
        let v = velocity[i].xyz;
        var potential = real();
        for (var s = 0u; s < shares; s++) {
            potential += partial[s * measure_of.count + i].w;
        }
        var body = identity();
        if (is_finite(shrunk(x)) && is_finite(shrunk(v))) {
            body.mass_position = real4(m * x, m);
            body.momentum_kinetic = real4(m * v, 0.5 * m * dot(v, v));
            // Halved, because each pair counts in the potentials of two bodies.
            let energy = 0.5 * m * potential + m * field_at(x, external_of).w;
            body.angular_potential = real4(m * cross(x, v), energy);
            body.largest = vec2<real>(length_of(x), length_of(v));
        } else {
            body.invalid = 1u;
        }
        sum = combine(sum, body);
    }
    moments[thread] = sum;
}
