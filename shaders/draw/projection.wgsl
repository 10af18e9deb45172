// uses: draw/light
// Pictures that show directions in place of a plane: a dome and the whole sphere. Along each axis through its middle, such a picture
// has equally many pixels per angle. A kernel that includes this file declares `view`, and includes draw/light.

/// 0: perspective, for which nothing here is used.
const PROJECTION: u32 = 0u;
const FISHEYE: u32 = 1u;
const EQUIRECTANGULAR: u32 = 2u;

const PI: f32 = 3.1415927;
/// By how much a fisheye picture stretches spots at most, at an angle of 100 degrees.
const STRETCH: f32 = 1.8;
/// Directions whose component backward is larger are outside a dome.
const BEHIND: f32 = 0.17;

/// The direction of a point, along the camera's axes (right, up, backward), and its distance.
fn sight(point: vec3f) -> vec4f {
    var at = (view.clip_from_world * vec4f(point, 1.0)).xyz;
    if (PROJECTION == EQUIRECTANGULAR) {
        // Every direction has its own pair of eyes, side by side across it, so that depth is right wherever one looks.
        let sine = clamp(view.eye / max(length(at.xz), 1e-20), -0.9, 0.9);
        let cosine = sqrt(1.0 - sine * sine);
        let turned = vec2f(at.x * cosine + at.z * sine, at.z * cosine - at.x * sine) * cosine;
        at = vec3f(turned.x, at.y, turned.y);
    } else {
        at.x -= view.eye;
    }
    let depth = length(at);
    return vec4f(at / max(depth, 1e-20), depth);
}

/// Whether something in this direction, at this distance, is in the picture.
fn is_in_sight(seen: vec4f) -> bool {
    return is_seen(seen.w) && (PROJECTION != FISHEYE || seen.z < BEHIND);
}

/// Where the whole picture shows a direction: (0, 0) in the middle, 1 and -1 at the upper and lower edge.
fn image(direction: vec3f) -> vec2f {
    if (PROJECTION == FISHEYE) {
        let across = length(direction.xy);
        return direction.xy / max(across, 1e-20) * atan2(across, -direction.z) * view.per_radian;
    }
    return vec2f(atan2(direction.x, -direction.z), asin(clamp(direction.y, -1.0, 1.0))) * view.per_radian;
}

/// The direction that the part of the picture shows at a place.
fn shown(place: vec2f) -> vec3f {
    let angles = (place - view.part.zw) / (view.part.xy * view.per_radian);
    if (PROJECTION == FISHEYE) {
        let angle = length(angles);
        return vec3f(angles * (sin(angle) / max(angle, 1e-20)), -cos(angle));
    }
    return vec3f(sin(angles.x) * cos(angles.y), sin(angles.y), -cos(angles.x) * cos(angles.y));
}

/// A corner of a rectangle on the part of the picture that holds all directions within an angle of one. The left and the right edge
/// of the whole sphere are the same directions, so there are two rectangles, the second a whole turn away: vertices 6 to 9 of a
/// strip, of which 4 and 5 repeat their neighbours.
fn corner_around(vertex: u32, direction: vec3f, angle: f32) -> vec2f {
    let is_twin = PROJECTION == EQUIRECTANGULAR && vertex >= 5u;
    let corner = select(min(vertex, 3u), max(vertex, 6u) - 6u, is_twin);
    var middle = image(direction);
    var half = vec2f(angle);
    if (PROJECTION == FISHEYE) {
        half *= STRETCH;
    } else {
        // Around a pole, all longitudes.
        let level = length(direction.xz);
        half.x = select(asin(min(sin(angle) / max(level, 1e-20), 1.0)), PI, sin(angle) >= level);
        middle.x += select(0.0, select(2.0, -2.0, middle.x > 0.0) * PI * view.per_radian.x, is_twin);
    }
    let side = vec2f(vec2u(corner & 1u, corner >> 1u)) * 2.0 - 1.0;
    return (middle + side * half * view.per_radian) * view.part.xy + view.part.zw;
}

/// Directions to the right and upward across a direction, along which the picture shows a spot.
fn beside(direction: vec3f) -> mat2x3f {
    let right = normalize(cross(direction, vec3f(0.0, 1.0, 0.0)) + vec3f(1e-9, 0.0, 0.0));
    return mat2x3f(right, cross(right, direction));
}
