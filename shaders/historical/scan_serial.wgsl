// The loop of a CPU program, by a single thread of the GPU.

/// Whether a result is the sum of the elements before it, rather than up to it.
const EXCLUSIVE: u32 = 0u;

/// The part of all elements that one dispatch does: drivers end loops that are too long.
struct Run {
    begin: u32,
    end: u32,
}

@group(0) @binding(0) var<uniform> run: Run;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> result: array<Element>;

@compute @workgroup_size(1)
fn scan_serial() {
    var sum = Element();
    if (run.begin > 0u) {
        sum = result[run.begin - 1u];
        if (EXCLUSIVE == 1u) {
            sum += source[run.begin - 1u];
        }
    }
    for (var i = run.begin; i < run.end; i++) {
        let next = sum + source[i];
        if (EXCLUSIVE == 1u) {
            result[i] = sum;
        } else {
            result[i] = next;
        }
        sum = next;
    }
}
