// Spots on the orbits to come of few bodies, as if only the heaviest pulled them: dots at equal times, from where a body's trail
// begins to where it would meet it again. Bodies that nothing holds have dots for as long as their trail.

struct OrbitParams {
    /// Bodies, and dots per orbit.
    count: u32,
    dots: u32,
    /// Simulated time of a trail.
    trails: f32,
    /// Size of a dot, relative to its body's spot, and its light per area.
    size: f32,
    light: f32,
    padding_0: u32,
    padding_1: u32,
    padding_2: u32,
}

@group(0) @binding(1) var<storage, read> orbits: OrbitParams;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(4) var<storage, read> shine: array<vec4f>;

/// The heaviest body, the first of several.
fn heaviest() -> u32 {
    var found = 0u;
    for (var body = 1u; body < orbits.count; body++) {
        found = select(found, body, position[body].w > position[found].w);
    }
    return found;
}

/// The place on an orbit about a mass at the origin, this share of its period from now; w is 1 if the trail does not cover it.
fn ahead(place: vec3f, speed: vec3f, mass: f32, share: f32) -> vec4f {
    let distance = length(place);
    let outward = dot(place, speed);
    // 1 / a, negative for a hyperbola.
    let bound = 2.0 / distance - dot(speed, speed) / mass;
    let axis = 1.0 / max(abs(bound), 1e-20);
    let motion = sqrt(mass / axis) / axis;
    let is_bound = bound > 0.0;
    let period = select(orbits.trails, 6.2831853 / motion, is_bound);
    let time = share * period;
    // Kepler's equation for the change of the eccentric anomaly, by Newton's method: Danby, Fundamentals of Celestial Mechanics.
    let e_cos = 1.0 - distance * bound;
    let e_sin = outward / sqrt(mass * axis);
    let mean = motion * time;
    var x = select(asinh(mean / max(sqrt(e_cos * e_cos - e_sin * e_sin), 1.0)), mean, is_bound);
    for (var i = 0u; i < 8u; i++) {
        var value = x - e_cos * sin(x) + e_sin * (1.0 - cos(x)) - mean;
        var slope = 1.0 - e_cos * cos(x) + e_sin * sin(x);
        if (!is_bound) {
            value = e_cos * sinh(x) + e_sin * (cosh(x) - 1.0) - x - mean;
            slope = e_cos * cosh(x) + e_sin * sinh(x) - 1.0;
        }
        x = clamp(x - value / max(slope, 0.05), -8.0, 8.0);
    }
    // Lagrange's coefficients.
    let turned = select(cosh(x) - 1.0, 1.0 - cos(x), is_bound);
    let swept = select(sinh(x) - x, x - sin(x), is_bound);
    let at = (1.0 - axis / distance * turned) * place + (time - swept / motion) * speed;
    return vec4f(at, select(0.0, 1.0, !is_bound || time < period - orbits.trails));
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32, @builtin(instance_index) index: u32) -> Spot {
    let body = index / orbits.dots;
    let center = heaviest();
    let share = f32(index % orbits.dots + 1u) / f32(orbits.dots);
    let place = position[body].xyz - position[center].xyz;
    let speed = velocity[body].xyz - velocity[center].xyz;
    let at = ahead(place, speed, position[body].w + position[center].w, share);
    let own = shine[body];
    let is_dot = body != center && own.w > 0.0 && at.w == 1.0;
    let most = max(own.r, max(own.g, max(own.b, 1e-20)));
    return spot_of(corner, vec4f(at.xyz + position[center].xyz, 0.0), vec4f(own.rgb / most * orbits.light, select(0.0, orbits.size, is_dot)));
}
