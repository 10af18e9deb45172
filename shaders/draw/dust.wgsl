// uses: draw/cells, draw/level, draw/light, draw/projection, grid
// Spreads the shade of dust over the grid: its optical depth, and that times its depth in the picture.

const WORKGROUP: u32 = 64u;
/// Binary logarithm of the number of bodies of dust whose kernels overlap: 16.
const WANTED: f32 = 4.0;
/// Power of the density, relative to the surroundings, that the opacity follows.
const CLUMPING: f32 = 2.0;
/// How far dust is shifted inward, in cells of its kernel's level.
const EDGE: f32 = 1.5;
/// How much thinner wide clouds are: those of few bodies would be blots.
const THINNING: f32 = 0.12;
/// Units of optical depth.
const DEPTH_UNIT: f32 = 65536.0;
/// Largest optical depth of one body in one cell.
const MAX: f32 = 64.0;

@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(3) var<storage, read> crowds: array<u32>;
/// Four for each cell.
@group(0) @binding(4) var<storage, read_write> deposits: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read> acceleration: array<vec4f>;

fn add(place: vec2f, level: f32, shade: f32, depth: f32) {
    for (var i = 0u; i < 8u; i++) {
        let at = min(u32(level) + (i >> 2u), LEVELS - 1u);
        let tap = tap_of(place, at, i & 3u);
        let share = select(1.0 - fract(level), fract(level), i >= 4u) * tap.share * shade * DEPTH_UNIT;
        atomicAdd(&deposits[4u * tap.cell], u32(round(share)));
        atomicAdd(&deposits[4u * tap.cell + 1u], u32(round(share * depth)));
    }
}

@compute @workgroup_size(WORKGROUP)
fn dust(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let body = thread_index(group, groups, local, WORKGROUP);
    if (body >= view.count) {
        return;
    }
    var place = place_of_point(position[body].xyz);
    if (!is_in_grid(place) || !is_dust(velocity[body])) {
        return;
    }
    let found = crowding(place.xy, 1u, WANTED, 0.0);
    let cells_per_unit = view.cells_per_unit / place.z;
    // Dense clouds are opaque, thin gas is not.
    let clumped = exp2(clamp(CLUMPING * found.excess, -4.0, 3.0));
    let thinned = 1.0 / (1.0 + THINNING * exp2(found.level));
    let shade = min(thinned * clumped * view.opacity * position[body].w * cells_per_unit * cells_per_unit, MAX);
    // From 0 at the lens to 2, twice as far as the point that the camera looks at.
    let depth = clamp(place.z / view.distance, 0.0, 2.0);
    let level = min(found.level, f32(LEVELS - 1u));
    // Gas runs into an arm from behind and is densest at its inner edge; bodies of dust, which move as stars do, are not.
    let pull = acceleration[body].xyz;
    let inward = pull * (EDGE * exp2(level) / (cells_per_unit * max(length(pull), 1e-20)));
    place = place_of_point(position[body].xyz + inward);
    add(place.xy, level, shade, depth);
    if (PROJECTION == EQUIRECTANGULAR) {
        add(twin_of(place).xy, level, shade, depth);
    }
}
