// uses: diagnostics/force_error, diagnostics/images, diagnostics/is_finite, gravity/external, gravity/law, opaque
// Compares the accelerations of a sample of the bodies with direct sums. Each thread of a workgroup sums every WORKGROUP-th source, so
// the result has the same bits in every run.

const WORKGROUP: u32 = 128u;
/// Sampled bodies per workgroup, up to 4, which share each source that is read.
const BODIES: u32 = 1u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// 1: masses have images in all directions.
const PERIODIC: u32 = 0u;
/// Sources that are summed on their own before their sum joins the total, which keeps rounding errors small.
const CHUNK: u32 = 64u;
/// Where pulls cancel, errors are relative to this part of the sum of their magnitudes.
const LEAST: f32 = 0.03125;
/// Places in `TreeLevels` of the number of finite bodies, and of groups whose walk was cut short.
const FINITE: u32 = 0u;
const UNFINISHED: u32 = 4u;

@group(0) @binding(0) var<uniform> errors_of: ForceErrorParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// The accelerations to check.
@group(0) @binding(2) var<storage, read> found: array<vec4f>;
/// What is known about the tree: `TreeLevels` in `tree/tree.wgsl`.
@group(0) @binding(3) var<storage, read> levels: array<u32>;
/// First the number of finite bodies, and of groups whose walk was cut short. Then of each sampled body its index, and as bits the
/// relative error of its acceleration, which is negative if it has none.
@group(0) @binding(4) var<storage, read_write> errors: array<vec2u>;
/// The table of `pull_of_images`, or a single row where space is not periodic.
@group(0) @binding(5) var<storage, read> images: array<vec4f>;

/// The external field that is part of the accelerations to check, and not of the sums.
@group(0) @binding(6) var<uniform> external_of: ExternalParams;
/// Where the field is far stronger than the sums, errors are relative to this part of it: an acceleration has no more digits.
const LEAST_OF_FIELD: f32 = 0.0009765625;

/// Accelerations, and the sums of the pulls' magnitudes.
var<workgroup> sums: array<vec4f, WORKGROUP>;

/// The body that is compared in this row.
fn compared(row: u32, count: u32) -> u32 {
    return (errors_of.first + row * errors_of.stride) % count;
}

@compute @workgroup_size(WORKGROUP)
fn force_errors(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let first = (group.y * groups.x + group.x) * BODIES;
    let sampled = opaque(errors_of.sampled, arrayLength(&errors));
    if (first >= sampled) {
        return;
    }
    let count = opaque(errors_of.count, arrayLength(&position));
    var places: array<vec3f, 4>;
    var totals: array<vec4f, 4>;
    // unrolled
    for (var b = 0u; b < 4u; b++) {
        if (b < BODIES) {
            places[b] = position[compared(first + b, count)].xyz;
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
                finish(first + b, compared(first + b, count), places[b]);
            }
        }
    }
}

/// Writes the error of a body, whose sums are the first ones.
fn finish(row: u32, index: u32, place: vec3f) {
    let exact = sums[0].xyz;
    let field = field_at(place, external_of).xyz;
    let off = length(found[index].xyz - field - exact);
    let size = max(max(length(exact), LEAST * sums[0].w), LEAST_OF_FIELD * length(field));
    let error = select(off / size, 0.0, off == 0.0);
    if (row == 0u) {
        errors[0] = vec2u(levels[FINITE], levels[UNFINISHED]);
    }
    errors[row + 1u] = vec2u(index, bitcast<u32>(select(-1.0, error, is_finite(place) && is_finite(exact))));
}
