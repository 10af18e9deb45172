// uses: draw/cells, draw/light, draw/projection, grid
// Counts bodies in the cells of every level of the grid: bodies that shine, and bodies of dust. A body is shared by the four
// cells around it, so counts change smoothly as it moves. They are integers, so they do not depend on the order of additions.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity: array<vec4f>;
/// `KINDS` for each cell, in units of 1 / `UNIT`.
@group(0) @binding(3) var<storage, read_write> crowds: array<atomic<u32>>;

fn add(place: vec3f, kind: u32) {
    if (!is_in_grid(place)) {
        return;
    }
    for (var level = 0u; level < LEVELS; level++) {
        for (var i = 0u; i < 4u; i++) {
            let tap = tap_of(place.xy, level, i);
            let share = u32(round(tap.share * UNIT));
            if (share > 0u) {
                atomicAdd(&crowds[KINDS * tap.cell + kind], share);
            }
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn crowd(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let body = thread_index(group, groups, local, WORKGROUP);
    if (body >= view.count) {
        return;
    }
    let place = place_of_point(position[body].xyz);
    let of_dust = is_dust(velocity[body]);
    if (is_dark(velocity[body]) && !of_dust) {
        return;
    }
    add(place, select(0u, 1u, of_dust));
    if (PROJECTION == EQUIRECTANGULAR) {
        add(twin_of(place), select(0u, 1u, of_dust));
    }
    if (view.color_by == POPULATION && u32(velocity[body].w) % 3u == 1u && !of_dust) {
        add(place, 2u);
    }
}
