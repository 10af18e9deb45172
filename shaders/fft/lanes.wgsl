// uses: fft/complex, fft/sixteen, real_f32
// Transforms lines of a power of two: LANES threads hold a line, sixteen elements each, and exchange them through workgroup memory
// between stages of radix 16. (Stockham: results come in natural order.) Needs `twiddles`.

/// Elements of a line: a power of two from 16.
const LENGTH: u32 = 4096u;
/// Radix of the first stage: LENGTH over a power of 16.
const FIRST: u32 = 16u;
/// Lines per workgroup.
const LINES: u32 = 1u;
/// 1: neighbouring threads work on neighbouring lines, instead of neighbouring elements.
const ACROSS: u32 = 0u;
/// Threads per line.
const LANES: u32 = LENGTH / 16u;
/// Elements of all lines.
const ELEMENTS: u32 = LENGTH * LINES;

/// Real or imaginary parts, which are exchanged one after the other: with half of the memory, more workgroups run at once, which is
/// worth more than fewer barriers. There are gaps between rows.
var<workgroup> exchanged: array<real, ELEMENTS + (1u - ACROSS) * (ELEMENTS / 16u)>;

/// Where element i of a line is in workgroup memory, so that strides of 16 meet all banks: with a gap after each 16 elements, or, for
/// lines across, whose neighbours lie in between, by mixed bits.
fn place(line: u32, i: u32) -> u32 {
    let at = line * LENGTH + i;
    return select(at + at / 16u, (i ^ ((i >> 4u) & 31u)) * LINES + line, ACROSS == 1u);
}

/// Puts each thread's elements where a stage left them, and takes the next: element lane + LANES * m for each m. The stage combined
/// `radix` transforms of length `span`.
fn exchange(x: ptr<function, array<complex, 16>>, lane: u32, line: u32, span: u32, radix: u32) {
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        exchanged[place(line, moved(lane, m, span, radix))] = (*x)[m].x;
    }
    workgroupBarrier();
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        (*x)[m].x = exchanged[place(line, lane + LANES * m)];
    }
    workgroupBarrier();
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        exchanged[place(line, moved(lane, m, span, radix))] = (*x)[m].y;
    }
    workgroupBarrier();
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        (*x)[m].y = exchanged[place(line, lane + LANES * m)];
    }
}

/// Where a stage puts the result in register m: butterfly b = lane + LANES * k of 16 / radix has its result r in register
/// k + r * 16 / radix.
fn moved(lane: u32, m: u32, span: u32, radix: u32) -> u32 {
    let b = lane + LANES * (m % (16u / radix));
    let j = b % span;
    return (b - j) * radix + j + m / (16u / radix) * span;
}

/// A stage of radix 16 that combines transforms of length `span`.
fn stage(x: ptr<function, array<complex, 16>>, lane: u32, span: u32) {
    // unrolled
    for (var r = 1u; r < 16u; r++) {
        (*x)[r] = times((*x)[r], twiddles[r * span + lane % span]);
    }
    sixteen(x);
}

/// Transforms a line, of which this thread has element lane + LANES * m in x[m], before and after.
fn transform(x: ptr<function, array<complex, 16>>, lane: u32, line: u32) {
    if (FIRST == 16u) {
        sixteen(x);
    } else if (FIRST == 8u) {
        twice_eight(x);
    } else if (FIRST == 4u) {
        four_times_four(x);
    } else {
        eight_times_two(x);
    }
    if (LENGTH > FIRST) {
        exchange(x, lane, line, 1u, FIRST);
        stage(x, lane, FIRST);
    }
    if (LENGTH > 16u * FIRST) {
        workgroupBarrier();
        exchange(x, lane, line, FIRST, 16u);
        stage(x, lane, 16u * FIRST);
    }
}

/// Element LENGTH - i of a line for each element i that this thread has.
fn mirrored(x: ptr<function, array<complex, 16>>, lane: u32, line: u32) -> array<complex, 16> {
    var mirror: array<complex, 16>;
    workgroupBarrier();
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        exchanged[place(line, lane + LANES * m)] = (*x)[m].x;
    }
    workgroupBarrier();
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        mirror[m].x = exchanged[opposite(lane, line, m)];
    }
    workgroupBarrier();
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        exchanged[place(line, lane + LANES * m)] = (*x)[m].y;
    }
    workgroupBarrier();
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        mirror[m].y = exchanged[opposite(lane, line, m)];
    }
    return mirror;
}

/// Where that is.
fn opposite(lane: u32, line: u32, m: u32) -> u32 {
    return place(line, (LENGTH - lane - LANES * m) % LENGTH);
}
