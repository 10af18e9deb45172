//! Systems of bodies of many kinds, for which an error is promised.

use std::f64::consts::TAU;

use glam::DVec3;
use starshell::physics::Body;

use super::Random;
use super::tree::rounded;

const COUNT: usize = 8192;

/// A random direction.
fn direction(random: &mut Random) -> DVec3 {
    loop {
        let point = random.point();
        if (1e-3..1.0).contains(&point.length_squared()) {
            return point.normalize();
        }
    }
}

/// Places of a Plummer model.
fn plummer(random: &mut Random) -> DVec3 {
    let share = (0.001 + 0.998 * random.number()).powf(-2.0 / 3.0);
    direction(random) / (share - 1.0).sqrt()
}

/// Bodies at rest, with a mass of 1 altogether.
fn at_rest(place: impl FnMut(usize) -> DVec3) -> Vec<Body> {
    let body = |position: DVec3| Body {
        position,
        velocity: DVec3::ZERO,
        mass: 1.0 / COUNT as f64,
        component: 0,
    };
    rounded(&(0..COUNT).map(place).map(body).collect::<Vec<_>>())
}

/// Every so many of the bodies, with the same mass altogether.
pub fn thinned(bodies: &[Body], every: usize) -> Vec<Body> {
    let body = |body: &Body| Body { mass: body.mass * every as f64, ..*body };
    bodies.iter().step_by(every).map(body).collect()
}

/// Ten kinds of systems.
pub fn systems() -> Vec<(&'static str, Vec<Body>)> {
    let mut random = Random::new(17);
    let random = &mut random;
    let mut all = vec![
        ("plummer", at_rest(|_| plummer(random))),
        ("cusp", at_rest(|_| direction(random) * random.number().powi(2))),
        ("cold", at_rest(|_| direction(random) * random.number().cbrt())),
        ("shell", at_rest(|_| direction(random))),
        (
            "two clusters",
            at_rest(|k| plummer(random) * 0.3 + DVec3::X * if k % 3 == 0 { 6.0 } else { 0.0 }),
        ),
    ];
    let mut disk = |thickness: f64| {
        let (radius, angle) = (-(1.0 - 0.99 * random.number()).ln(), TAU * random.number());
        DVec3::new(radius * angle.cos(), radius * angle.sin(), thickness * (random.number() - 0.5))
    };
    all.push(("disk", at_rest(|_| disk(0.02))));
    all.push(("line", at_rest(|_| DVec3::X * 10.0 * random.number())));
    all.push(("cube", at_rest(|_| random.point())));
    all.push((
        "500 at one place",
        at_rest(|k| if k < 500 { DVec3::new(0.3, 0.2, 0.1) } else { plummer(random) }),
    ));
    all.push(("escaper", at_rest(|k| if k == 0 { DVec3::splat(3e4) } else { plummer(random) })));
    all
}
