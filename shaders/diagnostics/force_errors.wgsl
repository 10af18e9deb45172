// uses: diagnostics/force_error, diagnostics/images, diagnostics/is_finite, diagnostics/from_all | diagnostics/from_chosen, gravity/law, opaque
// Sums the pulls on a sample of the bodies directly. Each thread of a workgroup sums every WORKGROUP-th source, so the result has the
// same bits in every run.

const WORKGROUP: u32 = 128u;
/// Sampled bodies per workgroup, up to 4, which share each source that is read.
const BODIES: u32 = 1u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// 1: masses have images in all directions.
const PERIODIC: u32 = 0u;
/// Sources that are summed on their own before their sum joins the total, which keeps rounding errors small.
const CHUNK: u32 = 64u;

@group(0) @binding(0) var<uniform> errors_of: ForceErrorParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// The table of `pull_of_images`, or a single row where space is not periodic.
@group(0) @binding(5) var<storage, read> images: array<vec4f>;

/// Accelerations, and the sums of the pulls' magnitudes.
var<workgroup> sums: array<vec4f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn force_errors(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let first = (group.y * groups.x + group.x) * BODIES;
    let sampled = opaque(errors_of.sampled, rows_of_sample());
    if (first >= sampled) {
        return;
    }
    let count = opaque(errors_of.count, arrayLength(&position));
    var places: array<vec3f, 4>;
    var totals: array<vec4f, 4>;
    // unrolled
    for (var b = 0u; b < 4u; b++) {
        if (b < BODIES) {
            places[b] = place_of(first + b, count);
        }
    }
    for (var begin = thread; begin < count; begin += CHUNK * WORKGROUP) {
        var chunk: array<vec4f, 4>;
        for (var k = 0u; k < CHUNK; k++) {
            let j = begin + k * WORKGROUP;
            if (j < count) {
                let source = position[j];
                if (is_finite(source.xyz)) {
                    // unrolled
                    for (var b = 0u; b < 4u; b++) {
                        if (b < BODIES) {
                            var offset = source.xyz - places[b];
                            if (PERIODIC == 1u) {
                                offset = nearest(offset, errors_of.period);
                                chunk[b] += vec4f(source.w * pull_of_images(offset, errors_of.period), 0.0);
                            }
                            let law = pull_of(offset, errors_of.softening_squared, SOFTENED == 1u);
                            let strength = source.w * law.strength;
                            chunk[b] += vec4f(offset, length(offset)) * strength;
                        }
                    }
                }
            }
        }
        // unrolled
        for (var b = 0u; b < 4u; b++) {
            totals[b] += chunk[b];
        }
    }
    // unrolled
    for (var b = 0u; b < 4u; b++) {
        if (b < BODIES) {
            workgroupBarrier();
            sums[thread] = totals[b];
            workgroupBarrier();
            for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
                if (thread < half) {
                    sums[thread] += sums[thread + half];
                }
                workgroupBarrier();
            }
            if (thread == 0u && first + b < sampled) {
                finish(first + b, count, places[b], sums[0]);
            }
        }
    }
}
