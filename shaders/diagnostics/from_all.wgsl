// uses: diagnostics/force_error, diagnostics/is_finite, diagnostics/relative, gravity/external
// The sample is of the bodies themselves, whose accelerations are compared with the sums.

/// Places in `TreeLevels` of the number of finite bodies, and of groups whose walk was cut short.
const FINITE: u32 = 0u;
const UNFINISHED: u32 = 4u;

/// The accelerations to check.
@group(0) @binding(2) var<storage, read> found: array<vec4f>;
/// What is known about the tree: `TreeLevels` in `tree/tree.wgsl`.
@group(0) @binding(3) var<storage, read> levels: array<u32>;
/// First the number of finite bodies, and of groups whose walk was cut short. Then of each sampled body its index, and as bits the
/// relative error of its acceleration, which is negative if it has none.
@group(0) @binding(4) var<storage, read_write> errors: array<vec2u>;
/// The external field that is part of the accelerations to check, and not of the sums.
@group(0) @binding(6) var<uniform> external_of: ExternalParams;
/// Where the field is far stronger than the sums, errors are relative to this part of it: an acceleration has no more digits.
const LEAST_OF_FIELD: f32 = 0.0009765625;

fn rows_of_sample() -> u32 {
    return arrayLength(&errors);
}

/// The body that is compared in this row.
fn compared(row: u32, count: u32) -> u32 {
    return (errors_of.first + row * errors_of.stride) % count;
}

fn place_of(row: u32, count: u32) -> vec3f {
    return position[compared(row, count)].xyz;
}

/// Writes the error of a body.
fn finish(row: u32, count: u32, place: vec3f, sum: vec4f) {
    let index = compared(row, count);
    let field = field_at(place, external_of).xyz;
    let error = relative_error(found[index].xyz - field, sum, LEAST_OF_FIELD * length(field));
    if (row == 0u) {
        errors[0] = vec2u(levels[FINITE], levels[UNFINISHED]);
    }
    errors[row + 1u] = vec2u(index, bitcast<u32>(select(-1.0, error, is_finite(place) && is_finite(sum.xyz))));
}
