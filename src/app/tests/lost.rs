//! What must not end the program: a lost device, a scene that the adapter cannot hold, a file that
//! is not a scene.

use std::sync::Arc;
use std::time::{Duration, Instant};

use starshell::gpu::{Gpu, GpuError};

use super::*;

/// A device of its own, so that the other tests keep theirs.
pub fn device() -> Gpu {
    Gpu::open_with(None, |_, _| ()).unwrap()
}

/// Destroys the device of an app, and returns what its frames then say. The loss is reported when
/// earlier submissions have run, which takes a while on a busy machine.
pub fn lose(app: &mut App) -> GpuError {
    app.gpu().device().destroy();
    let begin = Instant::now();
    loop {
        if let Err(cause) = app.frame(FRAME) {
            return cause;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "no frame of a lost device failed");
    }
}

#[test]
fn a_lost_device_is_followed_by_another_and_the_simulation_goes_on() {
    let start = Start::default();
    let mut app = App::new(&device(), scene("plummer"), Settings::default(), &start).unwrap();
    let kept = |app: &App| app.newest().map_or(0, |kept| kept.steps);
    let begin = Instant::now();
    while kept(&app) < 3 {
        app.frame(1.0).unwrap();
        assert!(begin.elapsed() < Duration::from_secs(30), "no copy of the state was kept");
    }
    let cause = lose(&mut app);
    assert!(matches!(cause, GpuError::Lost(_)), "{cause}");

    let newest = kept(&app);
    app.recover(&device(), Some(&cause)).unwrap();
    assert_eq!(app.steps(), newest, "the last copy");
    assert_eq!(app.warnings(&cause.to_string()), 1);
    (0..5).for_each(|_| app.frame(FRAME).unwrap());
    assert!(app.steps() > newest, "it goes on");
}

#[test]
fn a_scene_too_large_for_the_adapter_is_reported_and_the_old_one_stays() {
    let mut rig = Rig::new("plummer");
    rig.set_count(starshell::physics::initial::MAX_COUNT + 1);
    rig.until("the notice appears", |rig| rig.warnings("") > 0);
    assert_eq!(rig.count(), 256);
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
    let mut rig = Rig::new("plummer");
    let (good, bad) = (rig.file("mine.toml"), rig.file("picture.png"));
    let mine = Scene { title: "Mine".to_owned(), ..scene("figure-8") };
    std::fs::write(&good, mine.to_toml()).unwrap();
    std::fs::write(&bad, [0xff, 0xfe]).unwrap();
    rig.harness.input_mut().dropped_files.push(Arc::new(Dropped(bad)));
    rig.until("the notice appears", |rig| rig.tells("picture.png"));
    assert_eq!(rig.origin().title, scene("plummer").title);
    rig.harness.input_mut().dropped_files.push(Arc::new(Dropped(good)));
    rig.until("it has begun", |rig| rig.origin().title == "Mine");
    assert_eq!(rig.count(), 3);
}
