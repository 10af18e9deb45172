//! How many bodies a scene begins with on this machine, where the user has not chosen.

use std::collections::BTreeMap;

use starshell::gpu::Gpu;
use starshell::physics::{Parameters, milliseconds_per_step};
use starshell::scene::Scene;

/// Seconds of a run after which its speed is known, and until which the number of bodies may still
/// change by itself.
pub const KNOWN: f32 = 1.0;
pub const LATE: f32 = 10.0;
/// Milliseconds per step up to which motion looks smooth.
pub const SMOOTH: f64 = 40.0;
/// A scene is too slow if its steps take this many times as long as motion that looks smooth.
pub const TOO_SLOW: f64 = 2.0;
/// Fewer bodies than these say too little about the speed with more of them; and with fewer, a
/// scene would not be itself.
pub const TELLING: u32 = 1024;
pub const FEWEST: usize = 512;
/// The most bodies of a picture in the gallery, which shows half of a scene's.
const PICTURED: usize = 16_384;

/// Whether the number of bodies still follows the machine.
#[derive(Clone, Debug, Default)]
pub struct AutoCount {
    /// Whether it ever does.
    pub is_wanted: bool,
    /// Seconds for which the scene has run, while nobody has chosen its number of bodies.
    pub unchosen: Option<f32>,
    /// What the machine has chosen in this session, by the title of the scene. It is said once.
    pub chosen: BTreeMap<String, usize>,
}

impl AutoCount {
    pub fn new(is_wanted: bool) -> Self {
        Self { is_wanted, unchosen: is_wanted.then_some(0.0), chosen: BTreeMap::new() }
    }

    /// Called when a scene begins.
    pub fn begin(&mut self) {
        self.unchosen = self.is_wanted.then_some(0.0);
    }

    /// Called when the user has chosen the number of bodies.
    pub fn choose(&mut self) {
        self.unchosen = None;
    }
}

/// The bodies in the picture of a scene in the gallery, as `assets/scenes/pictures/renew` makes it. A
/// scene begins with no fewer: slow motion disappoints less than a picture that is poorer than the one
/// that was chosen.
pub fn pictured(scene: &Scene) -> usize {
    (scene.count / 2).min(PICTURED)
}

/// The largest power of two of bodies whose steps take at most [`SMOOTH`] milliseconds at a `speed`
/// in work per second.
pub fn smooth_count(gpu: &Gpu, physics: &Parameters, speed: f64) -> Option<usize> {
    let mut counts = (4..=22).rev().map(|power| 1_usize << power);
    counts.find(|count| {
        milliseconds_per_step(physics.work(gpu, *count), physics.integrator, speed) <= SMOOTH
    })
}

/// Whether motion in steps of so many milliseconds is too slow to watch.
pub fn is_too_slow(milliseconds: f64) -> bool {
    milliseconds > TOO_SLOW * SMOOTH
}

/// The number of bodies that runs smoothly at a `speed` in work per second, or with which the
/// gallery shows the scene if that is more, if `scene` is too slow there.
pub fn smaller(gpu: &Gpu, scene: &Scene, speed: f64) -> Option<usize> {
    let physics = &scene.physics;
    let may_shrink = scene.initial.fixed_count().is_none() && !scene.faithful;
    let is_slow = may_shrink
        && is_too_slow(milliseconds_per_step(
            physics.work(gpu, scene.count),
            physics.integrator,
            speed,
        ));
    let count = smooth_count(gpu, physics, speed).filter(|count| is_slow && *count >= FEWEST)?;
    Some(count.max(pictured(scene)))
}

/// The number of bodies, more than those of `scene`, that runs smoothly at a `speed` in work per
/// second, fits in memory, and that the scene allows.
pub fn larger(gpu: &Gpu, scene: &Scene, speed: f64) -> Option<usize> {
    let count = smooth_count(gpu, &scene.physics, speed)?.min(scene.most?);
    (count > scene.count && scene.physics.check_storage(gpu, count).is_ok()).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_grows_where_it_may_and_its_bodies_run_smoothly() {
        let gpu = Gpu::open(None).unwrap();
        let galaxy = Scene::load("galaxy").unwrap();
        assert_eq!((galaxy.count, galaxy.most), (65_536, Some(1 << 20)));
        // Software rendering on two cores, an integrated GPU, a large one.
        for (speed, expected) in [(2.5e9, None), (1e11, Some(1 << 18)), (3e12, Some(1 << 20))] {
            assert_eq!(larger(&gpu, &galaxy, speed), expected, "at {speed:e}");
        }
        assert_eq!(larger(&gpu, &Scene { most: None, ..galaxy }, 3e12), None);
    }

    #[test]
    fn a_scene_shrinks_until_it_runs_smoothly_and_never_grows() {
        let gpu = starshell::gpu::Gpu::open(None).unwrap();
        let scene = |count| Scene { count, ..Scene::load("shell").unwrap() };
        // Software rendering on two cores, an integrated GPU, a large one.
        for (speed, count, expected) in [
            (2.5e9, 16_384, Some(8192)),
            (2.5e9, 8192, None),
            // No fewer than the gallery shows, even beside other work.
            (2.5e9, 262_144, Some(16_384)),
            (2.5e8, 16_384, Some(8192)),
            (2.5e7, 16_384, Some(8192)),
            (1e11, 16_384, None),
            (1e11, 262_144, Some(32_768)),
            (3e12, 262_144, None),
            // Even the fewest are not smooth: then as they were.
            (1e6, 16_384, None),
        ] {
            assert_eq!(smaller(&gpu, &scene(count), speed), expected, "{count} at {speed:e}");
        }
        assert_eq!(smaller(&gpu, &Scene::load("figure-8").unwrap(), 1.0), None);
    }
}
