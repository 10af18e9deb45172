//! Recovery from a crash: the run is stored now and then, and what an earlier window left behind is
//! offered.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use starshell::physics::{Simulation, Snapshot};
use starshell::snapshot::{Checkpoint, CheckpointError};

/// Seconds between two files.
const INTERVAL: f32 = 30.0;
/// Most bytes of bodies that are stored: writing them takes a fraction of a second on a slow disk.
const MAX: usize = 64 << 20;

/// Whether the bodies are few enough to be stored.
pub fn can_store(simulation: &Simulation) -> bool {
    let rows = 2 * simulation.bodies().count() as usize;
    rows * simulation.parameters().precision.row_bytes() <= MAX
}

/// The file that holds this window's run, and the one that an earlier window left behind.
#[derive(Debug)]
pub struct Rescue {
    file: PathBuf,
    left: PathBuf,
    /// The file that holds the run of the window that was closed last.
    last: PathBuf,
    /// Held as long as this window is open: a second window stores nothing.
    _lock: File,
    since: f32,
    /// Time and steps of the state stored last.
    stored: Option<(f64, u64)>,
    /// The file being written.
    writing: Option<Receiver<Result<(), CheckpointError>>>,
    /// Whether the user has yet to answer the offer.
    is_offering: bool,
    /// Whether the window has just begun, so that the last run may go on.
    is_fresh: bool,
}

impl Rescue {
    /// Takes over `folder`. `None` if another window has it, or it cannot be written: there is then
    /// no recovery.
    pub fn begin(folder: &Path) -> Option<Self> {
        fs::create_dir_all(folder).ok()?;
        let lock = folder.join("lock");
        // Opening a pipe would block until someone reads it.
        if lock.exists() && !lock.is_file() {
            return None;
        }
        let lock = File::options().create(true).truncate(false).write(true).open(lock).ok()?;
        lock.try_lock().ok()?;
        let [file, left, last] =
            ["run", "left", "last"].map(|name| folder.join(name).with_extension("starshell"));
        if file.is_file() {
            // What is left from an even earlier window was offered already.
            fs::rename(&file, &left).ok()?;
        }
        let is_offering = left.is_file();
        let is_fresh = last.is_file() && !is_offering;
        Some(Self {
            file,
            left,
            last,
            _lock: lock,
            since: 0.0,
            stored: None,
            writing: None,
            is_offering,
            is_fresh,
        })
    }

    /// The run that an earlier window left behind, until the user has answered.
    pub fn offer(&self) -> Option<&Path> {
        self.is_offering.then_some(&self.left)
    }

    /// The run of the window that was closed last, until the user does anything else.
    pub fn last(&self) -> Option<&Path> {
        self.is_fresh.then_some(&self.last)
    }

    /// Offers the last run no more.
    pub fn pass(&mut self) {
        self.is_fresh = false;
    }

    /// Ends the offer. The file stays until this window is closed, if it `is_wanted`.
    pub fn answer(&mut self, is_wanted: bool) {
        self.is_offering = false;
        if !is_wanted {
            let _ = fs::remove_file(&self.left);
        }
    }

    /// Stores the newest state in the background, if it is due after `elapsed` seconds and small
    /// enough.
    ///
    /// # Errors
    /// The failure of the last file.
    pub fn advance(
        &mut self,
        elapsed: f32,
        newest: Option<&Snapshot>,
        run: impl FnOnce(Snapshot) -> Checkpoint,
    ) -> Result<(), CheckpointError> {
        self.since += elapsed;
        match self.writing.as_ref().map(Receiver::try_recv) {
            Some(Err(TryRecvError::Empty)) => return Ok(()),
            Some(Ok(written)) => {
                self.writing = None;
                written?;
            }
            Some(Err(TryRecvError::Disconnected)) | None => self.writing = None,
        }
        let Some(newest) = newest.filter(|newest| self.since >= INTERVAL && self.is_new(newest))
        else {
            return Ok(());
        };
        (self.since, self.stored) = (0.0, Some((newest.time, newest.steps)));
        let (sender, receiver) = channel();
        let (run, file) = (run(newest.clone()), self.file.clone());
        std::thread::spawn(move || {
            // Fails only if the window is gone.
            let _ = sender.send(run.write(&file));
        });
        self.writing = Some(receiver);
        Ok(())
    }

    /// Whether a state has not been stored yet, and is small enough.
    fn is_new(&self, newest: &Snapshot) -> bool {
        let bytes: usize = newest.state.columns().iter().map(|column| column.len()).sum();
        newest.steps > 0 && bytes <= MAX && self.stored != Some((newest.time, newest.steps))
    }

    /// Called when the window has failed: stores the newest state now, if it can be stored. Returns
    /// whether there is one.
    pub fn leave(
        self,
        newest: Option<&Snapshot>,
        run: impl FnOnce(Snapshot) -> Checkpoint,
    ) -> bool {
        if let Some(writing) = &self.writing {
            let _ = writing.recv();
        }
        if let Some(newest) = newest.filter(|newest| self.is_new(newest)) {
            // Otherwise, the state stored last stays.
            let _ = run(newest.clone()).write(&self.file);
        }
        self.file.is_file()
    }

    /// Called when the window is closed: keeps the newest state for the next start, if it can be stored,
    /// and removes what is not needed any more.
    pub fn end(mut self, newest: Option<&Snapshot>, run: impl FnOnce(Snapshot) -> Checkpoint) {
        if let Some(writing) = self.writing.take() {
            let _ = writing.recv();
        }
        self.stored = None;
        let newest = newest.filter(|newest| self.is_new(newest));
        let is_kept = newest.is_some_and(|newest| run(newest.clone()).write(&self.last).is_ok());
        // An earlier one is not where the user left off.
        if !is_kept {
            let _ = fs::remove_file(&self.last);
        }
        let _ = fs::remove_file(&self.file);
        if !self.is_offering {
            let _ = fs::remove_file(&self.left);
        }
    }
}

#[cfg(test)]
mod tests {
    use starshell::physics::State;
    use starshell::scene::Scene;

    use super::*;

    fn snapshot(steps: u64) -> Snapshot {
        let scene = Scene::load("kepler").unwrap();
        let state = State::new(&scene.bodies().unwrap(), scene.physics.precision).unwrap();
        Snapshot { time: 0.5, steps, state }
    }

    /// Stores a state, and waits until it is on disk.
    fn store(rescue: &mut Rescue, steps: u64) {
        let run = |snapshot| Checkpoint::new(Scene::load("kepler").unwrap(), snapshot);
        rescue.advance(INTERVAL, Some(&snapshot(steps)), run).unwrap();
        let begin = std::time::Instant::now();
        while rescue.writing.is_some() {
            assert!(begin.elapsed().as_secs() < 20, "the file is not written");
            rescue.advance(0.0, None, run).unwrap();
        }
    }

    #[test]
    fn a_window_that_fails_leaves_its_newest_state() {
        let folder = tempfile::tempdir().unwrap();
        let run = |snapshot| Checkpoint::new(Scene::load("kepler").unwrap(), snapshot);
        let mut rescue = Rescue::begin(folder.path()).unwrap();
        store(&mut rescue, 3);
        assert!(rescue.leave(Some(&snapshot(5)), run));
        let next = Rescue::begin(folder.path()).unwrap();
        assert_eq!(Checkpoint::read(next.offer().unwrap()).unwrap().snapshot.steps, 5);
        next.end(None, run);
        let fresh = tempfile::tempdir().unwrap();
        assert!(
            !Rescue::begin(fresh.path()).unwrap().leave(Some(&snapshot(0)), run),
            "nothing was computed"
        );
    }

    #[test]
    fn a_run_that_was_cut_off_is_offered_until_it_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("deep");
        // A process that another test starts holds the lock too, until it runs its own program.
        let begin = || {
            let start = std::time::Instant::now();
            loop {
                match Rescue::begin(&folder) {
                    Some(rescue) => return rescue,
                    None => assert!(start.elapsed().as_secs() < 20, "nothing else holds the lock"),
                }
            }
        };
        let mut rescue = begin();
        assert!(rescue.offer().is_none());
        store(&mut rescue, 7);
        drop(rescue); // as in a crash

        let rescue = begin();
        let left = rescue.offer().unwrap().to_owned();
        assert_eq!(Checkpoint::read(&left).unwrap().snapshot, snapshot(7));
        let run = |snapshot| Checkpoint::new(Scene::load("kepler").unwrap(), snapshot);
        rescue.end(None, run);
        let mut rescue = begin();
        assert!(rescue.offer().is_some(), "it has not been answered");
        rescue.answer(true);
        assert!(rescue.offer().is_none() && left.exists(), "it is being opened");
        store(&mut rescue, 9);
        rescue.end(None, run);
        assert!(
            begin().offer().is_none() && !left.exists(),
            "a window that is closed leaves nothing"
        );

        let mut rescue = begin();
        store(&mut rescue, 8);
        drop(rescue);
        let mut rescue = begin();
        rescue.answer(false);
        assert!(!left.exists());
    }

    #[test]
    fn the_run_of_a_window_that_is_closed_goes_on_in_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let run = |snapshot| Checkpoint::new(Scene::load("kepler").unwrap(), snapshot);
        Rescue::begin(folder.path()).unwrap().end(Some(&snapshot(6)), run);
        let mut next = Rescue::begin(folder.path()).unwrap();
        assert!(next.offer().is_none(), "it was not cut off");
        assert_eq!(Checkpoint::read(next.last().unwrap()).unwrap().snapshot.steps, 6);
        next.pass();
        assert!(next.last().is_none());
        next.end(Some(&snapshot(0)), run);
        let next = Rescue::begin(folder.path()).unwrap();
        assert!(next.last().is_none(), "nothing was computed since");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_in_the_folder_hold_up_nothing() {
        for name in ["lock", "run.starshell", "left.starshell"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
            let (sender, done) = channel();
            let folder = folder.path().to_owned();
            std::thread::spawn(move || {
                sender.send(Rescue::begin(&folder).is_none_or(|rescue| rescue.offer().is_none()))
            });
            assert_eq!(done.recv_timeout(std::time::Duration::from_secs(20)), Ok(true), "{name}");
        }
    }

    #[test]
    fn starts_and_large_states_are_not_stored_and_a_second_window_stores_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut rescue = Rescue::begin(folder.path()).unwrap();
        assert!(Rescue::begin(folder.path()).is_none());
        let never = |_| unreachable!("it is not stored");
        rescue.advance(INTERVAL, Some(&snapshot(0)), never).unwrap();
        let mut large = snapshot(3);
        let bodies: Vec<_> = large.state.bodies().cycle().take(MAX / 32 + 1).collect();
        large.state = State::new(&bodies, starshell::physics::Precision::Single).unwrap();
        rescue.advance(INTERVAL, Some(&large), never).unwrap();
        assert!(rescue.writing.is_none());
    }
}
