// uses: fft/butterflies, fft/complex, fft/from_*, fft/odd_butterflies, fft/params, fft/to_*
// Transforms lines whose length has no prime factor above 7, by radices that are known at run time. Stages alternate between two
// buffers in workgroup memory. (Stockham: results come in natural order.)

const WORKGROUP: u32 = 256u;
/// Elements of each buffer.
const ELEMENTS: u32 = 2048u;

@group(0) @binding(0) var<uniform> fft_of: FftParams;
/// The roots of each stage: exp(-2 pi i j r / (radix * span)) at r * span + j.
@group(0) @binding(1) var<storage, read> twiddles: array<complex>;

var<workgroup> elements: array<complex, 2u * ELEMENTS>;

/// A butterfly: where its numbers come from and go to, and their roots.
struct Butterfly {
    start: u32,
    step: u32,
    end: u32,
    end_step: u32,
    root: u32,
    span: u32,
}

fn taken(at: Butterfly, r: u32) -> complex {
    return times(elements[at.start + r * at.step], twiddles[at.root + r * at.span]);
}

fn put(at: Butterfly, r: u32, value: complex) {
    elements[at.end + r * at.end_step] = value;
}

fn butterfly(at: Butterfly, radix: u32) {
    let a = elements[at.start];
    switch radix {
        case 2u: {
            let x = two(a, taken(at, 1u));
            put(at, 0u, x[0]);
            put(at, 1u, x[1]);
        }
        case 3u: {
            let x = three(a, taken(at, 1u), taken(at, 2u));
            put(at, 0u, x[0]);
            put(at, 1u, x[1]);
            put(at, 2u, x[2]);
        }
        case 4u: {
            let x = four(a, taken(at, 1u), taken(at, 2u), taken(at, 3u));
            put(at, 0u, x[0]);
            put(at, 1u, x[1]);
            put(at, 2u, x[2]);
            put(at, 3u, x[3]);
        }
        case 5u: {
            let x = five(a, taken(at, 1u), taken(at, 2u), taken(at, 3u), taken(at, 4u));
            put(at, 0u, x[0]);
            put(at, 1u, x[1]);
            put(at, 2u, x[2]);
            put(at, 3u, x[3]);
            put(at, 4u, x[4]);
        }
        case 7u: {
            let x = seven(a, taken(at, 1u), taken(at, 2u), taken(at, 3u), taken(at, 4u), taken(at, 5u), taken(at, 6u));
            put(at, 0u, x[0]);
            put(at, 1u, x[1]);
            put(at, 2u, x[2]);
            put(at, 3u, x[3]);
            put(at, 4u, x[4]);
            put(at, 5u, x[5]);
            put(at, 6u, x[6]);
        }
        default: {
            let x = eight(
                a, taken(at, 1u), taken(at, 2u), taken(at, 3u), taken(at, 4u), taken(at, 5u), taken(at, 6u), taken(at, 7u)
            );
            put(at, 0u, x[0]);
            put(at, 1u, x[1]);
            put(at, 2u, x[2]);
            put(at, 3u, x[3]);
            put(at, 4u, x[4]);
            put(at, 5u, x[5]);
            put(at, 6u, x[6]);
            put(at, 7u, x[7]);
        }
    }
}

/// The line and the element of a thread's place among all, so that neighbouring threads access neighbouring memory.
fn line_and_element(at: u32, is_across: bool) -> vec2u {
    let across = vec2u(at % fft_of.group, at / fft_of.group);
    return select(vec2u(at / fft_of.length, at % fft_of.length), across, is_across);
}

@compute @workgroup_size(WORKGROUP)
fn any_radix(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let first = (group.y * groups.x + group.x) * fft_of.group;
    let own = min(fft_of.group, max(fft_of.lines, first) - first);
    let all = fft_of.group * fft_of.length;
    let is_inverse = fft_of.is_inverse == 1u;
    for (var at = thread; at < all; at += WORKGROUP) {
        let place = line_and_element(at, fft_of.source.z != 1u);
        if (place.x < own) {
            let value = load(line_start(first + place.x, fft_of.inner, fft_of.source), place.y);
            elements[place.y * fft_of.group + place.x] = select(value, value.yx, is_inverse);
        }
    }
    workgroupBarrier();
    var begin = 0u;
    var radices = fft_of.radices;
    for (var span = 1u; span < fft_of.length; radices >>= 4u) {
        let radix = radices & 15u;
        let each = fft_of.length / radix;
        for (var at = thread; at < each * fft_of.group; at += WORKGROUP) {
            let line = at % fft_of.group;
            let b = at / fft_of.group;
            let j = b % span;
            let end = (b - j) * radix + j;
            butterfly(Butterfly(
                begin + b * fft_of.group + line,
                each * fft_of.group,
                ELEMENTS - begin + end * fft_of.group + line,
                span * fft_of.group,
                j,
                span,
            ), radix);
        }
        begin = ELEMENTS - begin;
        span *= radix;
        workgroupBarrier();
    }
    for (var at = thread; at < all; at += WORKGROUP) {
        let place = line_and_element(at, fft_of.target_at.z != 1u);
        if (place.x < own) {
            let value = elements[begin + place.y * fft_of.group + place.x];
            var mirror = value;
            if (MIRRORED) {
                mirror = elements[begin + (fft_of.length - place.y) % fft_of.length * fft_of.group + place.x];
            }
            let start = line_start(first + place.x, fft_of.inner, fft_of.target_at);
            store(start, first + place.x, place.y, select(value, value.yx, is_inverse), mirror);
        }
    }
}
