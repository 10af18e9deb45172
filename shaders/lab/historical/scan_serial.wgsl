// uses: monoid/f32 | monoid/u32
// The loop of a CPU program, run by a single GPU thread.

/// 1: each result leaves out its own element.
const EXCLUSIVE: u32 = 0u;

/// The range of elements for one dispatch, because drivers end loops that run too long.
struct ScanSerialParams {
    begin: u32,
    end: u32,
}

@group(0) @binding(0) var<uniform> run: ScanSerialParams;
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
