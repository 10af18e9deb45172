// uses: tree/from_region | tree/from_sorted | tree/from_unsorted, tree/pulls, tree/to_region | tree/to_rows | tree/to_work, tree/tree
// Where a group of bodies is, and which cells are far enough from it.

/// Boxes around parts of a group.
const BOXES: u32 = 8u;
/// Near bodies that tell a scattered group. Its boxes hold what its bodies are far from, so distances from the bodies decide.
const MANY: u32 = 768u;

/// Boxes around consecutive bodies of the group: the middle and half the sides of each, two boxes in three vectors.
var<workgroup> boxes: array<vec4f, 3u * BOXES / 2u>;

/// The middle of a group, its largest distance from a body, and the inverse of that, or 0.
struct Sphere {
    center: vec3f,
    radius: f32,
    inverse_radius: f32,
}

var<private> group_of: Sphere;

/// Loads the bodies of this thread, and finds boxes around the group. Returns the largest error per cell; it is negative if the
/// angle decides.
fn begin_walk(own: ptr<function, Own>, first: u32, share: Share, thread: u32, bodies: u32) -> f32 {
    var least = 0.0;
    var most = 0.0;
    for (var r = 0u; r < BODIES; r++) {
        let i = min(first + r * THREADS + thread, bodies - 1u);
        (*own).place[r] = place_of(min(first + member(r, share, thread), bodies - 1u));
        (*own).at[r] = 0xffffffffu;
        let last = last_acceleration(body_of(i));
        least = select(min(least, last), last, r == 0u);
        most = max(most, last);
    }
    staged[thread] = vec4f(least, most, 0.0, 0.0);
    for (var pair = thread; pair < BOXES / 2u; pair += THREADS) {
        let one = box_around(first, 2u * pair, bodies);
        let other = box_around(first, 2u * pair + 1u, bodies);
        boxes[3u * pair] = vec4f(one[0], one[1].x);
        boxes[3u * pair + 1u] = vec4f(one[1].yz, other[0].xy);
        boxes[3u * pair + 2u] = vec4f(other[0].z, other[1]);
    }
    workgroupBarrier();
    for (var other = 0u; other < THREADS; other++) {
        least = min(least, staged[other].x);
        most = max(most, staged[other].y);
    }
    workgroupBarrier();
    group_of.center = middle_of_boxes();
    var squared = 0.0;
    for (var r = 0u; r < BODIES; r++) {
        let offset = place_of(min(first + r * THREADS + thread, bodies - 1u)) - group_of.center;
        squared = max(squared, dot(offset, offset));
    }
    staged[thread].x = squared;
    workgroupBarrier();
    for (var other = 0u; other < THREADS; other++) {
        squared = max(squared, staged[other].x);
    }
    workgroupBarrier();
    group_of.radius = sqrt(squared);
    group_of.inverse_radius = select(0.0, 1.0 / group_of.radius, group_of.radius > 1e-30);
    // A single body in balance would open every cell for its whole group, so the others set a floor.
    let usual = max(least, most / 16.0);
    return select(-1.0, levels.accuracy * usual, tree_of.is_relative == 1u && usual > 0.0);
}

/// Square of the least distance of a point from the boxes around the group.
fn distance_from_boxes(center: vec3f) -> f32 {
    var least = 3.4e38;
    for (var pair = 0u; pair < BOXES / 2u; pair++) {
        let one = boxes[3u * pair];
        let both = boxes[3u * pair + 1u];
        let other = boxes[3u * pair + 2u];
        least = min(least, gap_from(center, one.xyz, vec3f(one.w, both.xy)));
        least = min(least, gap_from(center, vec3f(both.zw, other.x), other.yzw));
    }
    return least;
}

/// The middle of all boxes.
fn middle_of_boxes() -> vec3f {
    var low = vec3f(3.4e38);
    var high = -low;
    for (var pair = 0u; pair < BOXES / 2u; pair++) {
        let one = boxes[3u * pair];
        let both = boxes[3u * pair + 1u];
        let other = boxes[3u * pair + 2u];
        let half = vec3f(one.w, both.xy);
        let middle = vec3f(both.zw, other.x);
        low = min(low, min(one.xyz - half, middle - other.yzw));
        high = max(high, max(one.xyz + half, middle + other.yzw));
    }
    return 0.5 * low + 0.5 * high;
}

/// Square of the least distance of a point from the bodies of the group.
fn distance_from_bodies(center: vec3f, first: u32, bodies: u32) -> f32 {
    // From the first body on, so that a centre that is not finite has no distance that is.
    let from_first = place_of(first) - center;
    var least = dot(from_first, from_first);
    for (var i = first + 1u; i < min(first + GROUP, bodies); i++) {
        let gap = place_of(i) - center;
        least = min(least, dot(gap, gap));
    }
    return least;
}

/// The middle of a box around a part of the group, and half its sides.
fn box_around(first: u32, part: u32, bodies: u32) -> array<vec3f, 2> {
    var low = place_of(min(first + part * (GROUP / BOXES), bodies - 1u));
    var high = low;
    for (var k = 1u; k < GROUP / BOXES; k++) {
        let place = place_of(min(first + part * (GROUP / BOXES) + k, bodies - 1u));
        low = min(low, place);
        high = max(high, place);
    }
    let middle = 0.5 * low + 0.5 * high;
    // A little more, so that rounding leaves no body outside.
    let rounding = 1.2e-7 * max(abs(low), abs(high));
    return array<vec3f, 2>(middle, max(high - middle, middle - low) + rounding);
}

/// Square of the distance of a point from a box.
fn gap_from(center: vec3f, middle: vec3f, half: vec3f) -> f32 {
    let gap = max(abs(center - middle) - half, vec3f());
    return dot(gap, gap);
}
