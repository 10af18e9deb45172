//! How the system is built: radii over time, and its profile as of late. One is under way at a time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use starshell::gpu::GpuError;
use starshell::physics::{Profile, ProfileReading, Snapshot};
use starshell::session::Session;

use super::{Sample, Series};

/// Gathers radii and profiles of a run.
#[derive(Debug)]
pub struct Profiles {
    /// Radii that hold 1, 10, 50 and 90 % of the mass.
    pub radii: Series<[f64; 4]>,
    pub newest: Option<Sample<Profile>>,
    /// Whether they come from snapshots, by a thread, and not from the GPU: [`super::Statistics::new`] decides.
    pub has_worker: bool,
    awaits_gpu: bool,
    awaits_snapshot: bool,
    worker: Option<Receiver<Sample<Profile>>>,
}

impl Profiles {
    pub fn new(has_worker: bool) -> Self {
        Self { radii: Series::default(), newest: None, has_worker, awaits_gpu: false, awaits_snapshot: false, worker: None }
    }

    /// Whether one is under way.
    pub fn is_coming(&self) -> bool {
        self.awaits_gpu || self.awaits_snapshot || self.worker.is_some()
    }

    /// What was asked of the session is not answered any more.
    pub fn let_go(&mut self) {
        (self.awaits_gpu, self.awaits_snapshot) = (false, false);
    }

    /// Asks for one. Whether a snapshot is wanted for it, recorded at the same place, for [`Profiles::take_snapshot`].
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn record(&mut self, session: &mut Session, encoder: &mut wgpu::CommandEncoder) -> Result<bool, GpuError> {
        if !self.has_worker {
            match session.record_profile(encoder) {
                Err(error @ GpuError::Lost(_)) => return Err(error),
                // A thread needs none of the GPU's memory.
                Err(_) => self.has_worker = true,
                Ok(()) => {}
            }
        }
        (self.awaits_gpu, self.awaits_snapshot) = (!self.has_worker, self.has_worker);
        Ok(self.has_worker)
    }

    /// Makes radii and a profile of a snapshot, in a thread of their own: of a million bodies they take a tenth of a second.
    pub fn take_snapshot(&mut self, snapshot: Arc<Snapshot>) {
        if !std::mem::take(&mut self.awaits_snapshot) || self.worker.is_some() {
            return;
        }
        let (sender, receiver) = channel();
        self.worker = Some(receiver);
        std::thread::spawn(move || {
            let value = Profile::of(&snapshot.bodies);
            // Nobody listens where the run has ended meanwhile.
            let _ = sender.send(Sample { time: snapshot.time, steps: snapshot.steps, value });
        });
    }

    /// Takes what has arrived, and says whether anything has. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self, session: &mut Session) -> Result<bool, GpuError> {
        let mut has_arrived = false;
        while let Some(ProfileReading { time, steps, profile }) = session.profile()? {
            self.awaits_gpu = false;
            self.add(Sample { time, steps, value: profile });
            has_arrived = true;
        }
        match self.worker.as_ref().map(Receiver::try_recv) {
            Some(Ok(sample)) => {
                self.worker = None;
                self.add(sample);
                has_arrived = true;
            }
            Some(Err(TryRecvError::Disconnected)) => self.worker = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        Ok(has_arrived)
    }

    fn add(&mut self, sample: Sample<Profile>) {
        if sample.value.count > 0 {
            self.radii.push(Sample { time: sample.time, steps: sample.steps, value: sample.value.lagrangian });
        }
        self.newest = Some(sample);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_becomes_radii_and_a_profile() {
        let mut profiles = Profiles::new(true);
        let body =
            |x| starshell::physics::Body { position: glam::DVec3::X * x, velocity: glam::DVec3::Y, mass: 1.0, component: 0 };
        let snapshot = Arc::new(Snapshot { time: 1.5, steps: 3, bodies: vec![body(1.0), body(3.0)] });
        profiles.take_snapshot(Arc::clone(&snapshot));
        assert!(profiles.worker.is_none(), "nobody asked for it");
        profiles.awaits_snapshot = true;
        profiles.take_snapshot(snapshot);
        let sample = profiles.worker.take().unwrap().recv().unwrap();
        profiles.add(sample);
        assert_eq!(profiles.radii.samples(), [Sample { time: 1.5, steps: 3, value: [1.0; 4] }]);
        assert_eq!(profiles.newest.map(|sample| sample.value.count), Some(2));
    }
}
