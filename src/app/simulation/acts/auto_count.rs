//! Gives a scene as many bodies as run smoothly on this machine.

use starshell::physics::milliseconds_per_step;
use starshell::scene::Scene;
use starshell::words::{self, t};

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    auto_count::{TELLING, larger, smaller},
    run::Run,
};

/// The scene as it is loaded by name: with the bodies that run smoothly here, as far as that is
/// known. What was chosen once stays for the session, though speeds differ from time to time.
pub fn suited(shell: &mut Shell, run: &mut Run, mut scene: Scene) -> Scene {
    run.auto_count.begin();
    let known = run.auto_count.chosen.get(&scene.title).copied();
    let count = known.or_else(|| chosen(shell, run, &scene));
    if let Some(count) = count.filter(|_| run.auto_count.is_wanted) {
        run.auto_count.chosen.insert(scene.title.clone(), count);
        run.auto_count.choose();
        if count != scene.count {
            scene.set_count(count);
            scene.path = scene.path.map(|path| path.for_bodies(count));
        }
    }
    scene
}

/// The number of bodies with which a scene runs smoothly here, if that is known. Says so where it is
/// another than the scene's.
fn chosen(shell: &mut Shell, run: &Run, scene: &Scene) -> Option<usize> {
    let is_telling = run.stage.session.simulation().bodies().count() >= TELLING;
    let speed = run.stage.session.computing().work_per_second();
    let speed = speed.filter(|_| run.auto_count.is_wanted && is_telling)?;
    if let Some(count) = smaller(&shell.gpu, scene, speed) {
        tell_suited(shell, run, scene, count, speed);
        return Some(count);
    }
    let count = larger(&shell.gpu, scene, speed)?;
    if run.tour.is_none() {
        shell.notices.tell_long(t!("notice-grown", some = words::grouped(count as u64)));
    }
    Some(count)
}

pub fn tell_suited(shell: &mut Shell, run: &Run, scene: &Scene, count: usize, speed: f64) {
    // A tour has captions of its own.
    if run.tour.is_some() {
        return;
    }
    let time = milliseconds_per_step(
        scene.physics.work(&shell.gpu, scene.count),
        scene.physics.integrator,
        speed,
    );
    let [all, some] = [scene.count, count].map(|count| words::grouped(count as u64));
    shell.notices.tell_long(t!(
        "notice-suited",
        all = all,
        some = some,
        time = words::duration(time)
    ));
}
