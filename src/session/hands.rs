//! What hands do to a running session, and what an interactive window asks of it.

use std::collections::VecDeque;

use super::meter::Meter;
use super::{Clock, Pace, Session, SessionError};
use crate::gpu::{Gpu, GpuError};
use crate::physics::{Attraction, Simulation, Snapshot, Snapshots, Watch, Watched};
use crate::render::Renderer;
use crate::scene::Scene;

/// Points of a trail in the duration of a scene, at least.
const TRAIL_POINTS: f64 = 1000.0;

/// Copies on their way to the host.
#[derive(Debug, Default)]
pub(super) struct Hands {
    /// Made with the first snapshot.
    snapshots: Option<Snapshots>,
    /// Those of states that are no more, while anything is under way from them: the oldest first.
    retired: VecDeque<Snapshots>,
    watch: Option<Watch>,
}

impl Hands {
    /// The state moves to other buffers: what is under way still arrives.
    pub(super) fn retire_snapshots(&mut self) {
        self.retired.extend(self.snapshots.take());
    }

    /// The next snapshot that has arrived.
    fn snapshot(&mut self) -> Result<Option<Snapshot>, GpuError> {
        while let Some(oldest) = self.retired.front_mut() {
            if oldest.pending() > 0 {
                return oldest.collect();
            }
            self.retired.pop_front();
        }
        self.snapshots.as_mut().map_or(Ok(None), Snapshots::collect)
    }

    /// Asks for what was recorded, once the commands are submitted.
    pub(super) fn request(&mut self) {
        for snapshots in self.retired.iter_mut().chain(&mut self.snapshots) {
            snapshots.request();
        }
        if let Some(watch) = &mut self.watch {
            watch.request();
        }
    }
}

impl Session {
    /// Goes on with `scene` from a state that a run of it reached: bodies, time and step number are those of `snapshot`, and
    /// the next frame is one pace on. The scene keeps its own count and initial state, for a later restart.
    ///
    /// With all integrators but Hermite the run then is the same bit for bit as one that was never interrupted. Hermite
    /// takes its accelerations and jerks from the corrected state in place of the predicted one, once.
    ///
    /// # Errors
    /// [`SessionError`] where the scene's numbers are out of range, the snapshot is empty, or the GPU cannot hold it.
    pub fn resume(gpu: &Gpu, scene: Scene, snapshot: &Snapshot, pace: Pace) -> Result<Self, SessionError> {
        let Snapshot { time, steps, ref bodies } = *snapshot;
        scene.physics.precision.check_storage(gpu, bodies.len())?;
        let simulation = Simulation::resume(gpu, bodies, scene.physics, time, steps)?;
        let renderer = Renderer::new(gpu, simulation.bodies())?;
        let clock = Clock::after(steps, pace, scene.physics.time_step);
        let (meter, hands) = (Meter::new(gpu), Hands::default());
        Ok(Self {
            gpu: gpu.clone(),
            scene,
            simulation,
            renderer,
            survey: None,
            profiles: None,
            surveying: None,
            clock,
            pace,
            hands,
            budget: None,
            meter,
            picture: None,
        })
    }

    /// Records a copy of all bodies as they now are, for [`Session::snapshot`].
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn record_snapshot(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.simulation.record_time(encoder)?;
        let Self { gpu, simulation, .. } = self;
        let snapshots = self.hands.snapshots.get_or_insert_with(|| Snapshots::new(gpu, simulation.bodies()));
        snapshots.record(encoder, simulation.time(), simulation.steps())
    }

    /// The next snapshot that has arrived, in the order in which they were recorded. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn snapshot(&mut self) -> Result<Option<Snapshot>, GpuError> {
        self.simulation.collect_time()?;
        let snapshot = self.hands.snapshot()?;
        Ok(snapshot
            .map(|snapshot| Snapshot { time: self.simulation.time_at(snapshot.steps).unwrap_or(snapshot.time), ..snapshot }))
    }

    /// Records that every velocity turns round; see [`Simulation::record_reverse`].
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile.
    pub fn record_reverse(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("reverse"), timestamp_writes: None });
        self.picture = None;
        self.simulation.record_reverse(&mut pass)
    }

    /// Records a kick towards a point, before the steps that are recorded next.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    pub fn record_attraction(&mut self, encoder: &mut wgpu::CommandEncoder, attraction: Attraction) -> Result<(), GpuError> {
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("attract"), timestamp_writes: None });
        self.picture = None;
        self.simulation.record_attraction(&mut pass, &attraction)
    }

    /// From the next frame on, follows the body of this number (from 0) with [`Session::watched`]; `None`, or a number that no
    /// body has, ends it.
    pub fn watch(&mut self, body: Option<u32>) {
        self.hands.watch = body.and_then(|index| Watch::new(&self.gpu, self.simulation.bodies(), index));
    }

    /// The watched body in the newest of the frames that have arrived since the last call. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn watched(&mut self) -> Result<Option<Watched>, GpuError> {
        self.simulation.collect_time()?;
        let watched = self.hands.watch.as_mut().map_or(Ok(None), Watch::collect)?;
        Ok(watched.map(|watched| Watched { time: self.simulation.time_at(watched.steps).unwrap_or(watched.time), ..watched }))
    }

    /// Gives one body a trail of up to 1,024 points in a colour of its own, from the next frame on, whatever the look; `None`, or
    /// a number that no body has, ends it.
    pub fn set_body_trail(&mut self, body: Option<u32>) {
        self.picture = None;
        self.renderer.set_body_trail(body);
    }

    /// Records the present state as the newest point of all trails, unless it is that already. Every frame does; where frames
    /// are far apart, points between them make trails smooth.
    ///
    /// # Errors
    /// [`GpuError`] where a shader does not compile or memory is short.
    pub fn record_trails(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.renderer.record_trails(encoder, &self.scene.look, self.simulation.steps())
    }

    /// Steps from each point of a trail to the next that make trails smooth where `due` steps lead to a frame: an even part of
    /// them, at most a thousandth of the scene's duration. All of them where there are no trails.
    pub fn trail_spacing(&self, due: u64) -> u64 {
        if self.scene.look.trail_length == 0 {
            return due.max(1);
        }
        let most = (self.scene.duration / self.scene.physics.time_step / TRAIL_POINTS).max(1.0) as u64;
        due.div_ceil(due.div_ceil(most).max(1)).max(1)
    }

    /// Records what [`Session::watched`] tells of this frame.
    pub(super) fn record_watch(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let (time, steps) = (self.simulation.time(), self.simulation.steps());
        self.hands.watch.as_mut().map_or(Ok(()), |watch| watch.record(encoder, time, steps))
    }
}
