// uses: sort/digits, sort/from_bits | sort/from_histograms
// Decides which digits need a pass, and which buffer each pass reads. Runs as one workgroup.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read_write> schedule_of: Schedule;

var<workgroup> is_constant: u32;

@compute @workgroup_size(WORKGROUP)
fn schedule(@builtin(local_invocation_index) thread: u32) {
    let count = min(length[0], sort_of.capacity);
    let first_half = schedule_of.half;
    var half = first_half;
    var from_other = 0u;
    var is_first = 1u;
    for (var turn = 0u; turn < sort_of.turns; turn++) {
        if (thread == 0u) {
            is_constant = u32(count < 2u);
        }
        workgroupBarrier();
        if (has_constant_digit(turn, thread, count)) {
            is_constant = 1u;
        }
        let is_active = 1u - workgroupUniformLoad(&is_constant);
        if (thread == 0u) {
            schedule_of.turns[turn] = Turn(is_active, from_other, is_first, half);
        }
        from_other ^= is_active;
        half ^= is_active;
        is_first &= 1u - is_active;
    }
    storageBarrier();
    if (thread == 0u) {
        schedule_of.count = count;
        schedule_of.result_in_other = from_other;
        schedule_of.is_any = 1u - is_first;
        schedule_of.half = half;
    }
}
