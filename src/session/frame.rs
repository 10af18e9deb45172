//! Frames: the steps that are due, and a picture.

use std::time::{Duration, Instant};

use super::{Picture, Session};
use crate::gpu::GpuError;
use crate::render::{ColorBy, Target};

/// How long to wait for a member at a time, so that the caller can be interrupted.
const WAIT: Duration = Duration::from_millis(100);

impl Picture {
    fn new(session: &Session, target: &Target) -> Self {
        let (camera, look) = (session.scene.camera, session.scene.look.clone());
        let (steps, has_forces) = (session.simulation.steps(), session.simulation.has_forces());
        Self {
            target: target.clone(),
            camera,
            look,
            is_plain: session.has_plain_light,
            steps,
            has_forces,
        }
    }
}

impl Session {
    /// Records the steps that are due and then the picture, and moves on to the next frame. With a
    /// budget, it records as many steps as fit, then a picture of the last whole step; the next
    /// calls record the rest, and the clock moves on once all are done. Submit the commands with
    /// [`Session::submit`], which measures them for the budget.
    ///
    /// If bodies, look and camera are the same as in the last frame, the picture already in
    /// `target` is kept, so that the window stays responsive during a step that takes minutes.
    /// Nothing else may draw into the target.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out, or the first failure that the driver reported.
    pub fn frame(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &Target,
    ) -> Result<(), GpuError> {
        self.encode_due(encoder)?;
        let picture = Picture::new(self, target);
        if self.picture.as_ref() != Some(&picture) {
            self.encode_trails(encoder)?;
            self.paint()?;
            let canvas = match &mut self.canvas {
                Some(canvas) => canvas,
                none => none.insert(self.renderer.canvas(target)?),
            };
            canvas.set_target(target)?;
            canvas.set_plain(self.has_plain_light);
            self.renderer.encode(encoder, canvas, &picture.camera, &picture.look)?;
            self.picture = Some(picture);
        }
        self.end_frame(encoder)
    }

    /// As [`Session::frame`], without the picture, which may be drawn [tile by
    /// tile](Session::mosaic) afterwards.
    ///
    /// # Errors
    /// As [`Session::frame`].
    pub fn frame_without_picture(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        self.encode_due(encoder)?;
        self.encode_trails(encoder)?;
        self.paint()?;
        self.end_frame(encoder)
    }

    /// Encodes the steps that are due, or as many as fit the budget, and the forces that colours
    /// show.
    fn encode_due(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        if let Some(budget) = self.budget {
            return self.encode_within(encoder, u32::MAX, budget);
        }
        let due = self.steps_due().min(u64::from(u32::MAX)) as u32;
        if self.simulation.is_hosted() {
            return self.make_hosted(encoder, due, self.shows_forces());
        }
        self.encode_steps(encoder, due)?;
        if self.shows_forces() {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.simulation.encode_forces(&mut pass);
        }
        Ok(())
    }

    /// Records what follows a picture, and advances the clock if all steps of the frame are done.
    fn end_frame(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.encode_watch(encoder)?;
        self.encode_light(encoder)?;
        self.simulation.encode_time(encoder)?;
        if !self.is_due() {
            self.clock.tick();
        }
        Ok(())
    }

    /// Whether the next frame waits for steps, or for the forces that its colours show. If it does
    /// not, a step in progress is suspended until one is due again.
    ///
    /// With adaptive steps towards a time, it also waits to learn whether that time has been
    /// reached.
    pub fn is_due(&self) -> bool {
        let is_unknown = self.time_due().is_some() && !self.simulation.knows_time();
        is_unknown || self.steps_due() > 0 || self.shows_forces() && !self.simulation.has_forces()
    }

    /// Whether the picture shows accelerations. At the start there are none yet, and methods that
    /// begin with a drift leave those of mid-step.
    fn shows_forces(&self) -> bool {
        self.scene.look.color_by == ColorBy::Acceleration
    }

    /// Encodes what the next frame waits for, without the picture: at most `steps` steps, and as
    /// much of them as the GPU can do within `budget` at its speed so far, but at least the
    /// smallest slice of a step. A member's batch takes up to most of a frame's time, and is waited
    /// for within `budget`.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out, or the first failure that the driver reported.
    pub fn encode_within(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
        budget: Duration,
    ) -> Result<(), GpuError> {
        let (deadline, end) =
            (Instant::now() + budget, self.simulation.steps().saturating_add(steps.into()));
        loop {
            let left = end.saturating_sub(self.simulation.steps()).min(u32::MAX.into()) as u32;
            self.encode_part(encoder, left, budget)?;
            // A batch may be short, and whole steps by the processor then take a fraction of a
            // frame.
            let is_quick = self.scene.physics.integrator.is_hosted()
                && self.simulation.steps() < end
                && self.is_due();
            let time_left = deadline.saturating_duration_since(Instant::now());
            if !is_quick || time_left.is_zero() {
                return Ok(());
            }
            self.submit(std::mem::replace(encoder, self.gpu.encoder("after steps")));
            self.simulation.wait_for_member(time_left);
        }
    }

    /// Encodes a part of that: what the adapter can do within `budget`, or a member's batch.
    fn encode_part(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
        budget: Duration,
    ) -> Result<(), GpuError> {
        self.gpu.poll()?;
        self.meter.collect()?;
        self.simulation.collect_time()?;
        if !self.is_due() {
            return Ok(());
        }
        // A frame that shows nothing new would only take processors from a member.
        self.simulation.wait_for_member(budget);
        self.probe()?;
        let due = self.steps_due();
        let steps = due.min(u64::from(steps));
        let with_forces = self.shows_forces() && steps == due;
        self.prepare_trails()?;
        self.encode_points(encoder)?;
        let mut pass = self.meter.begin(encoder)?;
        let longest =
            if self.simulation.is_hosted() { self.computing.batch(budget) } else { budget };
        let fitting = self.speed().fitting(longest);
        let recorded = self.encode_to_points(&mut pass, due, steps, with_forces, fitting)?;
        drop(pass);
        self.simulation.encode_time(encoder)?;
        self.meter.end(encoder, recorded)
    }

    /// Sends off the steps that have begun, if a member computes their forces, and notes how long
    /// the last ones took.
    fn start_member(&mut self) {
        let timed = self.simulation.take_timed();
        if let Some((work, time)) = timed {
            self.speed_of_member.add(work, time.as_secs_f64());
        }
        if self.simulation.start_member() {
            self.computing.began(timed.map(|(_, time)| time));
        }
    }

    /// Records whole steps whose forces come from a member, and the forces at the end if asked.
    /// Waits for the member, and submits what has been recorded so far.
    pub(super) fn make_hosted(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
        with_forces: bool,
    ) -> Result<(), GpuError> {
        let end = self.simulation.steps() + u64::from(steps);
        self.prepare_trails()?;
        loop {
            self.encode_points(encoder)?;
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("steps"),
                timestamp_writes: None,
            });
            let left = end - self.simulation.steps();
            self.encode_to_points(&mut pass, left, left, with_forces, f64::INFINITY)?;
            drop(pass);
            if self.simulation.steps() == end && (!with_forces || self.simulation.has_forces()) {
                return Ok(());
            }
            self.simulation.encode_time(encoder)?;
            self.gpu.submit(std::mem::replace(encoder, self.gpu.encoder("after steps")));
            self.start_member();
            while !self.simulation.wait_for_member(WAIT) {}
        }
    }

    /// On a software adapter, times a small slice of a force pass by itself at intervals. There,
    /// GPU timestamps miss compute passes (Mesa 22.3), host times include the picture, and waiting
    /// costs nothing because the host does the work anyway.
    fn probe(&mut self) -> Result<(), GpuError> {
        while self.gpu.is_software()
            && !self.simulation.is_hosted()
            && self.simulation.progress().is_none()
        {
            let Some(work) = self.meter.probe() else { break };
            self.gpu.wait()?;
            let mut encoder = self.gpu.encoder("probe");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("probe"),
                timestamp_writes: None,
            });
            let recorded = self.simulation.encode_probe(&mut pass, work)?;
            drop(pass);
            let begin = Instant::now();
            let submission = self.gpu.submit(encoder);
            self.gpu.wait_for(submission)?;
            self.meter.probed(recorded, begin.elapsed());
        }
        Ok(())
    }

    /// Number of steps that the next frame waits for. If there are many, submit them in batches
    /// beforehand. With adaptive steps towards a time, only as many as cannot overshoot it.
    pub fn steps_due(&self) -> u64 {
        match self.time_due() {
            Some(time) => self.simulation.steps_towards(time),
            None => self.clock.due(self.simulation.steps()),
        }
    }

    /// The time of the next frame, if it cannot be expressed in steps.
    fn time_due(&self) -> Option<f64> {
        self.scene.physics.adaptive?;
        self.clock.time_due()
    }

    /// Waits until the time of the current state is known. Only adaptive steps need this.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait_for_time(&mut self) -> Result<(), GpuError> {
        if self.simulation.knows_time() {
            return Ok(());
        }
        let mut encoder = self.gpu.encoder("time");
        self.simulation.encode_time(&mut encoder)?;
        let submission = self.submit(encoder);
        self.wait_for(submission)?;
        self.simulation.wait_for_time()
    }

    /// Submits `encoder` and times what is recorded in it. If steps begin there whose forces come
    /// from a member, it starts.
    pub fn submit(&mut self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let submission = self.gpu.submit(encoder);
        self.meter.submitted();
        self.start_member();
        submission
    }

    /// Begins the steps of the next frame now if a member computes their forces. Call it after
    /// submitting this frame; it does nothing while a step is under way.
    ///
    /// # Errors
    /// As [`Session::frame`].
    pub fn begin_ahead(&mut self) -> Result<(), GpuError> {
        let is_free = self.simulation.is_hosted() && self.progress().is_none() && self.is_due();
        let Some(budget) = self.budget.filter(|_| is_free) else { return Ok(()) };
        let mut encoder = self.gpu.encoder("steps ahead");
        // Not waited for: steps that were done before the next frame begins would not count among
        // those that are due then.
        self.encode_part(&mut encoder, u32::MAX, budget)?;
        self.submit(encoder);
        Ok(())
    }

    /// Waits until a submission has run and, for a tenth of a second at most, until steps that are
    /// on their way are done.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait_for(&mut self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        self.gpu.wait_for(submission)?;
        self.simulation.wait_for_member(WAIT);
        self.meter.waited();
        self.simulation.collect_time()
    }
}
