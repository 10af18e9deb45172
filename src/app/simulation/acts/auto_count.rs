//! Gives a scene as many bodies as run smoothly on this machine.

use starshell::physics::milliseconds_per_step;
use starshell::scene::Scene;
use starshell::words::{self, t};

use crate::app::simulation::{
    auto_count::{AutoCount, KNOWN, LATE, TELLING, larger, smaller},
    desk::Desk,
};

impl Desk {
    /// The scene as it is loaded by name: with the bodies that run smoothly here, as far as that is
    /// known.
    pub fn suited(&mut self, mut scene: Scene) -> Scene {
        self.auto_count = AutoCount::new(self.auto_count.is_wanted);
        let is_telling = self.stage.session.simulation().bodies().count() >= TELLING;
        if let Some(speed) =
            self.stage.session.work_per_second().filter(|_| self.auto_count.is_wanted && is_telling)
            && let Some(count) = smaller(&self.shell.gpu, &scene, speed)
        {
            self.tell_suited(&scene, count, speed);
            scene.set_count(count);
            scene.path = scene.path.map(|path| path.for_bodies(count));
        } else if let Some(speed) =
            self.stage.session.work_per_second().filter(|_| self.auto_count.is_wanted && is_telling)
            && let Some(count) = larger(&self.shell.gpu, &scene, speed)
        {
            if self.tour.is_none() {
                self.shell
                    .notices
                    .tell_long(t!("notice-grown", some = words::grouped(count as u64)));
            }
            scene.set_count(count);
        }
        scene
    }

    /// Restarts a scene that is too slow for this machine with as many bodies as run smoothly,
    /// unless the user has chosen how many there are.
    pub fn suit_machine(&mut self, elapsed: f32) {
        let Some(seconds) = &mut self.auto_count.unchosen else { return };
        *seconds += elapsed.min(1.0);
        if *seconds > LATE
            || self.stage.altered.is_some()
            || self.captures.filming.is_some()
            || self.other_view.is_some()
        {
            return self.auto_count.choose();
        }
        if *seconds < KNOWN
            || self.loading.is_some()
            || self.captures.still.is_some()
            || !self.viewer.transport.is_playing
        {
            return;
        }
        let scene = self.stage.session.scene();
        if let Some(speed) = self.stage.session.work_per_second()
            && let Some(count) = smaller(&self.shell.gpu, scene, speed)
        {
            self.tell_suited(&scene.clone(), count, speed);
            self.auto_count.choose();
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
        let time = milliseconds_per_step(
            scene.physics.work(&self.shell.gpu, scene.count),
            scene.physics.integrator,
            speed,
        );
        let [all, some] = [scene.count, count].map(|count| words::grouped(count as u64));
        self.shell.notices.tell_long(t!(
            "notice-suited",
            all = all,
            some = some,
            time = words::duration(time)
        ));
    }
}
