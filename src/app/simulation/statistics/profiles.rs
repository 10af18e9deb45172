//! The system's structure: radii over time, and its latest profile. One measurement is in flight at
//! a time.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use starshell::gpu::GpuError;
use starshell::physics::{Profile, ProfileReading, Snapshot};
use starshell::session::Session;

use crate::app::simulation::statistics::{Sample, Series};

/// Seconds over which the recording of a measurement is spread: in a single short frame, its
/// hundred dispatches would take half as long again as all else.
const SPREAD: f64 = 0.05;

/// Gathers radii and profiles of a run, and holds the latest profile.
#[derive(Debug)]
pub struct Profiles {
    pub newest: Option<Sample<Profile>>,
    /// Whether a thread computes them from snapshots, not the GPU:
    /// [`crate::app::simulation::statistics::Statistics::new`] decides.
    pub has_worker: bool,
    /// Whether part of one is recorded.
    is_begun: bool,
    awaits_gpu: bool,
    awaits_snapshot: bool,
    worker: Option<Receiver<Sample<Profile>>>,
}

impl Profiles {
    pub fn new(has_worker: bool) -> Self {
        Self {
            newest: None,
            has_worker,
            is_begun: false,
            awaits_gpu: false,
            awaits_snapshot: false,
            worker: None,
        }
    }

    /// Whether one is in flight.
    pub fn is_coming(&self) -> bool {
        self.awaits_gpu || self.awaits_snapshot || self.worker.is_some()
    }

    /// Whether part of one is recorded.
    #[cfg(test)]
    pub fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Forgets requests that the session will not answer.
    pub fn let_go(&mut self) {
        (self.is_begun, self.awaits_gpu, self.awaits_snapshot) = (false, false, false);
    }

    /// Whether one can be recorded. On a GPU, a thread compiles the kernels first.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn prepare(&mut self, session: &mut Session) -> Result<bool, GpuError> {
        if self.has_worker {
            return Ok(true);
        }
        match session.measuring().prepare_profile() {
            Err(error) if !matches!(error, GpuError::Lost(_)) => {
                // A thread needs none of the GPU's memory.
                self.has_worker = true;
                Ok(true)
            }
            prepared => prepared,
        }
    }

    /// Requests one, in a frame of `elapsed` seconds. Returns whether it needs a snapshot, recorded
    /// at the same point, for [`Profiles::take_snapshot`].
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn encode(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
        elapsed: f32,
    ) -> Result<bool, GpuError> {
        self.is_begun = !self.has_worker;
        self.go_on(session, encoder, elapsed)?;
        (self.awaits_gpu, self.awaits_snapshot) = (!self.has_worker, self.has_worker);
        Ok(self.has_worker)
    }

    /// Records the next part of one that has begun, in a frame of `elapsed` seconds.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn go_on(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
        elapsed: f32,
    ) -> Result<(), GpuError> {
        if self.is_begun {
            match session.measuring().encode_profile_part(encoder, f64::from(elapsed) / SPREAD) {
                Err(error @ GpuError::Lost(_)) => return Err(error),
                // A thread needs no GPU memory.
                Err(_) => (self.has_worker, self.is_begun, self.awaits_gpu) = (true, false, false),
                Ok(is_complete) => self.is_begun = !is_complete,
            }
        }
        Ok(())
    }

    /// Computes radii and a profile from a snapshot on a thread: for a million bodies they take a
    /// tenth of a second.
    pub fn take_snapshot(&mut self, snapshot: Snapshot) {
        if !std::mem::take(&mut self.awaits_snapshot) || self.worker.is_some() {
            return;
        }
        let (sender, receiver) = channel();
        self.worker = Some(receiver);
        std::thread::spawn(move || {
            let value = Profile::new(snapshot.state.bodies());
            // Fails only if the run has ended meanwhile.
            let _ = sender.send(Sample { time: snapshot.time, steps: snapshot.steps, value });
        });
    }

    /// Takes what has arrived, adds its radii to `radii`, and returns whether anything has. Never
    /// waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(
        &mut self,
        session: &mut Session,
        radii: &mut Series<[f64; 4]>,
    ) -> Result<bool, GpuError> {
        let mut has_arrived = false;
        while let Some(ProfileReading { time, steps, profile, .. }) =
            session.measuring().profile()?
        {
            self.awaits_gpu = false;
            self.add(Sample { time, steps, value: profile }, radii);
            has_arrived = true;
        }
        match self.worker.as_ref().map(Receiver::try_recv) {
            Some(Ok(sample)) => {
                self.worker = None;
                self.add(sample, radii);
                has_arrived = true;
            }
            Some(Err(TryRecvError::Disconnected)) => self.worker = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        Ok(has_arrived)
    }

    fn add(&mut self, sample: Sample<Profile>, radii: &mut Series<[f64; 4]>) {
        if sample.value.count > 0 {
            radii.push(Sample {
                time: sample.time,
                steps: sample.steps,
                value: sample.value.lagrangian,
            });
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
        let body = |x| starshell::physics::Body {
            position: glam::DVec3::X * x,
            velocity: glam::DVec3::Y,
            mass: 1.0,
            component: 0,
        };
        let state = starshell::physics::State::new(
            &[body(1.0), body(3.0)],
            starshell::physics::Precision::Double,
        )
        .unwrap();
        let snapshot = Snapshot { time: 1.5, steps: 3, state };
        profiles.take_snapshot(snapshot.clone());
        assert!(profiles.worker.is_none(), "nobody asked for it");
        profiles.awaits_snapshot = true;
        profiles.take_snapshot(snapshot);
        let sample = profiles.worker.take().unwrap().recv().unwrap();
        let mut radii = Series::default();
        profiles.add(sample, &mut radii);
        assert_eq!(radii.samples(), [Sample { time: 1.5, steps: 3, value: [1.0; 4] }]);
        assert_eq!(profiles.newest.map(|sample| sample.value.count), Some(2));
    }
}
