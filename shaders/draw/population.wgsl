// uses: draw/color, draw/light
// The colour of a body, and that of the stellar population that it stands for. The rule: the bulge (component 1 of each galaxy's
// three) is old and amber. In the disk, bodies are cream; where they are crowded compared with their surroundings, as in arms,
// stars form, and bodies turn blue and brighter; a few of those are clouds of glowing hydrogen, which are pink.

const AMBER = vec3f(1.0, 0.58, 0.26);
const CREAM = vec3f(1.0, 0.80, 0.56);
const BLUE = vec3f(0.36, 0.58, 1.0);
const PINK = vec3f(1.0, 0.16, 0.32);
/// Place of `ColorBy::Population` among its members.
const POPULATION: u32 = 6u;
/// Binary logarithms of the excess of density between which young stars come to outshine old ones.
const QUIET: f32 = 0.18;
const BURSTING: f32 = 0.75;
/// Share of young bodies that are clouds of hydrogen.
const CLOUDS: f32 = 0.012;

/// Light of a body of luminosity 1, where bodies are denser than around by the factor 2^`excess`.
fn tint(body: u32, position: vec4f, velocity: vec4f, acceleration: vec4f, excess: f32) -> vec3f {
    if (view.color_by != POPULATION) {
        return color(position, velocity, acceleration);
    }
    let chance = random(body ^ 0x9e3779b9u);
    if (u32(velocity.w) % 3u == 1u) {
        return mix(AMBER, CREAM, 0.5 * chance.x);
    }
    let young = smoothstep(QUIET, BURSTING, excess + 0.3 * (chance.x - 0.5));
    let cloud = select(0.0, young, chance.y < CLOUDS);
    return mix(mix(CREAM, 2.2 * BLUE, young), 3.0 * PINK, cloud);
}
