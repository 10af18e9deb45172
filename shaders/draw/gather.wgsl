// uses: draw/to_dust_map | draw/to_light_map | draw/to_sums
// Adds up the levels of the grid from coarse to fine: each takes over a quarter of what a cell of the next coarser level holds
// for every cell of its own, interpolated smoothly. The ending (`to_...`) says what becomes of the sums.

const SIDE: u32 = 8u;
/// 1: there is no coarser level.
const COARSEST: u32 = 0u;

struct GatherParams {
    /// Cells along each axis of this level and of the next coarser one.
    cells: vec2u,
    coarse_cells: vec2u,
    /// Indices of their first cells.
    first: u32,
    coarse_first: u32,
    /// What a unit of the deposits is worth.
    unit: f32,
    padding: u32,
}

@group(0) @binding(0) var<uniform> gather_of: GatherParams;
@group(0) @binding(1) var<storage, read> deposits: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> sums: array<vec4f>;

/// The coarser level's sum at the middle of `cell`, with quadratic B-splines.
fn coarser(cell: vec2u) -> vec4f {
    // A cell lies a quarter of a coarse cell to the left or right of the middle of its own.
    let side = vec2f(cell & vec2u(1u)) * 0.5 - 0.25;
    var sum = vec4f();
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let offset = vec2f(f32(x), f32(y)) - side;
            let inner = 0.75 - offset * offset;
            let outer = 0.5 * (1.5 - abs(offset)) * (1.5 - abs(offset));
            let weight = select(outer, inner, abs(offset) < vec2f(0.5));
            let at = vec2u(clamp(vec2i(cell >> vec2u(1u)) + vec2i(x, y), vec2i(0), vec2i(gather_of.coarse_cells) - 1));
            sum += weight.x * weight.y * sums[gather_of.coarse_first + at.y * gather_of.coarse_cells.x + at.x];
        }
    }
    return sum;
}

@compute @workgroup_size(SIDE, SIDE)
fn gather(@builtin(global_invocation_id) cell: vec3u) {
    if (any(cell.xy >= gather_of.cells)) {
        return;
    }
    let index = gather_of.first + cell.y * gather_of.cells.x + cell.x;
    var sum = vec4f(deposits[index]) * gather_of.unit;
    if (COARSEST == 0u) {
        sum += 0.25 * coarser(cell.xy);
    }
    store(cell.xy, index, sum);
}
