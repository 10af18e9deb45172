//! How many bodies a scene begins with on this machine, where the user has not chosen.

use starshell::gpu::Gpu;
use starshell::physics::{Parameters, milliseconds_per_step};
use starshell::scene::Scene;
use starshell::words::{self, t};

use crate::app::shell::desk::Desk;
use crate::app::simulation::stage::SMOOTH;

/// Seconds of a run after which its speed is known, and until which the number of bodies may still change by itself.
const KNOWN: f32 = 1.0;
const LATE: f32 = 10.0;
/// A scene is too slow if its steps take this many times as long as motion that looks smooth.
const TOO_SLOW: f64 = 2.0;
/// Fewer bodies than these say too little about the speed with more of them; and with fewer, a scene would not be itself.
const TELLING: u32 = 1024;
const FEWEST: usize = 512;

/// Whether the number of bodies still follows the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Suit {
    /// Whether it ever does.
    pub is_wanted: bool,
    /// Seconds for which the scene has run, while nobody has chosen its number of bodies.
    unchosen: Option<f32>,
}

impl Suit {
    pub fn new(is_wanted: bool) -> Self {
        Self { is_wanted, unchosen: is_wanted.then_some(0.0) }
    }

    /// Called when the user has chosen the number of bodies.
    pub fn choose(&mut self) {
        self.unchosen = None;
    }
}

impl Desk {
    /// The scene as it is loaded by name: with the bodies that run smoothly here, as far as that is known.
    pub fn suited(&mut self, mut scene: Scene) -> Scene {
        self.suit = Suit::new(self.suit.is_wanted);
        let is_telling = self.stage.session.simulation().bodies().count() >= TELLING;
        if let Some(speed) = self.stage.session.work_per_second().filter(|_| self.suit.is_wanted && is_telling)
            && let Some(count) = smaller(&self.gpu, &scene, speed)
        {
            self.tell_suited(&scene, count, speed);
            scene.set_count(count);
            scene.path = scene.path.map(|path| path.for_bodies(count));
        } else if let Some(speed) = self.stage.session.work_per_second().filter(|_| self.suit.is_wanted && is_telling)
            && let Some(count) = larger(&self.gpu, &scene, speed)
        {
            if self.tour.is_none() {
                self.notices.tell_long(t!("notice-grown", some = words::grouped(count as u64)));
            }
            scene.set_count(count);
        }
        scene
    }

    /// Restarts a scene that is too slow for this machine with as many bodies as run smoothly, unless the user has chosen how
    /// many there are.
    pub fn suit_machine(&mut self, elapsed: f32) {
        let Some(seconds) = &mut self.suit.unchosen else { return };
        *seconds += elapsed.min(1.0);
        if *seconds > LATE || self.stage.altered.is_some() || self.filming.is_some() || self.beside.is_some() {
            return self.suit.choose();
        }
        if *seconds < KNOWN || self.loading.is_some() || self.still.is_some() || !self.stage.transport.is_playing {
            return;
        }
        let scene = self.stage.session.scene();
        if let Some(speed) = self.stage.session.work_per_second()
            && let Some(count) = smaller(&self.gpu, scene, speed)
        {
            self.tell_suited(&scene.clone(), count, speed);
            self.suit.choose();
            self.reload(|scene| {
                scene.set_count(count);
            });
            // Nothing is lost that undo should bring back.
            if let Some(loading) = &mut self.loading {
                loading.is_kept = false;
            }
        }
    }

    fn tell_suited(&mut self, scene: &Scene, count: usize, speed: f64) {
        // The tour tells what is seen.
        if self.tour.is_some() {
            return;
        }
        let time = milliseconds_per_step(scene.physics.work(&self.gpu, scene.count), scene.physics.integrator, speed);
        let [all, some] = [scene.count, count].map(|count| words::grouped(count as u64));
        self.notices.tell_long(t!("notice-suited", all = all, some = some, time = words::duration(time)));
    }
}

/// The largest power of two of bodies whose steps take at most [`SMOOTH`] milliseconds at a `speed` in work per second.
pub fn smooth_count(gpu: &Gpu, physics: &Parameters, speed: f64) -> Option<usize> {
    let mut counts = (4..=22).rev().map(|power| 1_usize << power);
    counts.find(|count| milliseconds_per_step(physics.work(gpu, *count), physics.integrator, speed) <= SMOOTH)
}

/// Whether motion in steps of so many milliseconds is too slow to watch.
pub fn is_too_slow(milliseconds: f64) -> bool {
    milliseconds > TOO_SLOW * SMOOTH
}

/// The number of bodies that runs smoothly at a `speed` in work per second, if `scene` is too slow there.
fn smaller(gpu: &Gpu, scene: &Scene, speed: f64) -> Option<usize> {
    let physics = &scene.physics;
    let may_shrink = scene.initial.fixed_count().is_none() && !scene.faithful;
    let is_slow = may_shrink && is_too_slow(milliseconds_per_step(physics.work(gpu, scene.count), physics.integrator, speed));
    smooth_count(gpu, physics, speed).filter(|count| is_slow && *count >= FEWEST)
}

/// The number of bodies, more than those of `scene`, that runs smoothly at a `speed` in work per second, fits in memory, and that
/// the scene allows.
fn larger(gpu: &Gpu, scene: &Scene, speed: f64) -> Option<usize> {
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
    fn a_scene_shrinks_to_what_runs_smoothly_and_never_grows() {
        let gpu = starshell::gpu::Gpu::open(None).unwrap();
        let scene = |count| Scene { count, ..Scene::load("shell").unwrap() };
        // Software rendering on two cores, an integrated GPU, a large one.
        for (speed, count, expected) in [
            (2.5e9, 16_384, Some(8192)),
            (2.5e9, 8192, None),
            (2.5e9, 262_144, Some(8192)),
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
