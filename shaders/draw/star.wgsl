// uses: draw/light
// How luminous a body is. Stars have masses, drawn from their number for the picture alone: the initial mass function of Kroupa
// (MNRAS 322 (2001) 231), from 0.08 to 20 solar masses. The rest is a rule: luminosity goes as mass^3.5 and is compressed where there
// are few stars, as eye and film do; temperature goes as mass^0.55; one in three of the stars above `EVOLVED` has become a red giant.

/// Place of `ColorBy::Stars` among its members.
const STARS: u32 = 8u;
/// Least mass of a star that may have become a giant, and the share that has.
const EVOLVED: f32 = 4.0;
const GIANTS: f32 = 0.34;
/// Temperatures in kelvin: of a star like the Sun, of giants, and the coolest.
const SUN: f32 = 5772.0;
const GIANT: f32 = 3600.0;
const COOL: f32 = 2900.0;
/// Temperatures at the ends of the map of starlight, as in render/color_map.rs.
const COOLEST: f32 = 2500.0;
const HOTTEST: f32 = 30000.0;
/// Share of the stars below half a solar mass.
const BEND: f32 = 0.7620298;

/// Mass in solar masses of the star with this number.
fn star_mass(index: u32) -> f32 {
    let share = random(index ^ 0x68bc21ebu).x;
    // The power is -1.3 below half a solar mass and -2.3 above; three quarters of all stars are below.
    let small = pow(2.1334035 - 1.1840207 * share, -3.3333333);
    let large = pow(max(2.4622888 - 10.261513 * (share - BEND), 0.0), -0.7692308);
    return select(large, small, share < BEND);
}

fn is_giant(index: u32, mass: f32) -> bool {
    return mass > EVOLVED && random(index ^ 0x68bc21ebu).y < GIANTS;
}

/// Where the star's temperature is on the map of starlight, 0 to 1.
fn star_place(index: u32) -> f32 {
    let mass = star_mass(index);
    let temperature = select(clamp(SUN * pow(mass, 0.55), COOL, HOTTEST), GIANT, is_giant(index, mass));
    return (1.0 / COOLEST - 1.0 / temperature) / (1.0 / COOLEST - 1.0 / HOTTEST);
}

/// Luminosity of the body with this index, with a mean of 1 over all bodies: that of its star, or log-normal, by Box and Muller.
fn luminosity(index: u32) -> f32 {
    if (view.color_by == STARS) {
        return exp2(view.star_light.x * log2(star_mass(index)) - view.star_light.y);
    }
    let u = random(index);
    let normal = sqrt(-2.0 * log(max(u.x, 1e-7))) * cos(6.2831853 * u.y);
    return exp(view.luminosity_spread * (normal - 0.5 * view.luminosity_spread));
}
