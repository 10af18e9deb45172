//! What must not end the program: a lost device, a scene that the adapter cannot hold, a file that
//! is not a scene.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use starshell::gpu::{Gpu, GpuError};
use tempfile::tempdir;

use crate::app::commands::Command;
use crate::app::shell::settings::Settings;
use crate::app::simulation::acts::start::Start;
use crate::app::tests::{FRAME, Rig, scene};
use crate::app::window::app::App;

#[test]
fn a_lost_device_is_followed_by_another_and_the_simulation_goes_on() {
    // Use a separate device, so that the other tests keep theirs.
    let gpu = Gpu::open_with(None, |_, _| ()).unwrap();
    let mut app = App::new(&gpu, scene("plummer"), Settings::default(), &Start::default()).unwrap();
    let begin = Instant::now();
    while app.desk.run.stage.interaction.newest.kept.as_ref().is_none_or(|kept| kept.steps < 3) {
        app.frame(1.0).unwrap();
        assert!(begin.elapsed() < Duration::from_secs(30), "no copy of the state was kept");
    }
    let kept = app.desk.run.stage.interaction.newest.kept.clone().unwrap();

    gpu.device().destroy();
    // The loss is reported when earlier submissions have run, which takes a while on a busy
    // machine.
    let begin = Instant::now();
    let cause = loop {
        if let Err(cause) = app.frame(FRAME) {
            break cause;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "no frame of a lost device failed");
    };
    assert!(matches!(cause, GpuError::Lost(_)), "{cause}");

    let newest =
        app.desk.run.stage.interaction.newest.kept.as_ref().map_or(kept.steps, |kept| kept.steps);
    app.recover(&Gpu::open_with(None, |_, _| ()).unwrap(), Some(&cause)).unwrap();
    assert_eq!(app.desk.run.stage.session.simulation().steps(), newest, "the last copy");
    assert!(
        app.desk
            .shell
            .notices
            .iter()
            .any(|notice| notice.is_warning && notice.text.contains(&cause.to_string()))
    );
    for _ in 0..5 {
        app.frame(FRAME).unwrap();
    }
    assert!(app.desk.run.stage.session.simulation().steps() > newest, "it goes on");
}

#[test]
fn a_scene_too_large_for_the_adapter_is_reported_and_the_old_one_stays() {
    let mut rig = Rig::new("plummer");
    let initial = rig.app().desk.run.stage.session.scene().initial.clone();
    let count = starshell::physics::initial::MAX_COUNT;
    rig.app_mut().ask(Command::Bodies(count + 1, 1, initial));
    rig.until("the notice appears", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.is_warning)
    });
    assert_eq!(rig.app().desk.run.stage.session.simulation().bodies().count(), 256);
    rig.frame();
}

/// A file dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_dropped_scene_file_opens_and_any_other_file_is_reported() {
    let folder = tempdir().unwrap();
    let (good, bad) = (folder.path().join("mine.toml"), folder.path().join("picture.png"));
    let mut mine = scene("figure-8");
    mine.title = "Mine".to_owned();
    std::fs::write(&good, mine.to_toml()).unwrap();
    std::fs::write(&bad, [0xff, 0xfe]).unwrap();
    let mut rig = Rig::new("plummer");
    rig.harness.input_mut().dropped_files.push(Arc::new(Dropped(bad)));
    rig.until("the notice appears", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.text.contains("picture.png"))
    });
    assert_eq!(rig.app().desk.run.origin.scene.title, scene("plummer").title);
    rig.harness.input_mut().dropped_files.push(Arc::new(Dropped(good)));
    rig.until("it has begun", |app| app.desk.run.origin.scene.title == "Mine");
    assert_eq!(rig.app().desk.run.stage.session.simulation().bodies().count(), 3);
}
