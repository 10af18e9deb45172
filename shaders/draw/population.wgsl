// uses: draw/color, draw/level, draw/light
// The colour of a body, and that of the stellar population that it stands for. The rule: the bulge (component 1 of each galaxy's
// three) is old and amber, and so is the middle of a disk. In the disk, bodies are cream; where they are crowded compared with their
// surroundings, as in arms, stars form, and bodies turn blue and brighter; a few of those are clouds of glowing hydrogen, which are pink.

const AMBER = vec3f(1.0, 0.58, 0.26);
const CREAM = vec3f(1.0, 0.80, 0.56);
const BLUE = vec3f(0.36, 0.58, 1.0);
const PINK = vec3f(1.0, 0.16, 0.32);
/// Binary logarithms of the excess of density between which young stars come to outshine old ones.
const QUIET: f32 = 0.0;
const BURSTING: f32 = 0.34;
/// Parts of the bulge in the bodies around, between which the disk becomes as old and warm as the bulge.
const OUTER: f32 = 0.06;
const INNER: f32 = 0.36;
/// Share of young bodies that are clouds of hydrogen.
const CLOUDS: f32 = 0.03;

/// Light of a body of luminosity 1 in a crowd, and how much of it may become haze: clouds of hydrogen stay knots.
fn tint(body: u32, position: vec4f, velocity: vec4f, acceleration: vec4f, found: Crowding, bulge: f32) -> vec4f {
    if (view.color_by != POPULATION) {
        return vec4f(color(body, position, velocity, acceleration), 1.0);
    }
    let chance = random(body ^ 0x9e3779b9u);
    if (u32(velocity.w) % 3u == 1u) {
        return vec4f(mix(AMBER, CREAM, 0.5 * chance.x), 1.0);
    }
    let warm = smoothstep(OUTER, INNER, bulge);
    // Few bodies in a wide kernel are no arm.
    let alone = smoothstep(5.2, 6.2, found.level);
    let young = smoothstep(QUIET, BURSTING, found.excess + 0.2 * (chance.x - 0.5)) * (1.0 - warm) * (1.0 - alone);
    let cloud = select(0.0, young, chance.y < CLOUDS);
    let old = mix(CREAM, AMBER, 0.7 * warm);
    return vec4f(mix(mix(old, 1.9 * BLUE, young), 5.0 * PINK, cloud), 1.0 - 0.85 * cloud);
}
