//! Frames: the steps that are due, and a picture.

use std::time::Duration;

use super::Session;
use super::steps::shows_forces;
use crate::gpu::GpuError;
use crate::render::Target;

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
        self.stepping().encode_due(encoder)?;
        if let Some(picture) = self.pictures.next(target, &self.scene, self.simulation()) {
            self.stepping().encode_trails(encoder)?;
            self.pictures.paint(&self.scene.look)?;
            self.pictures.encode(encoder, picture)?;
        }
        self.end_frame(encoder)
    }

    /// As [`Session::frame`], without the picture, which may be drawn [tile by
    /// tile](crate::render::Renderer::mosaic) afterwards.
    ///
    /// # Errors
    /// As [`Session::frame`].
    pub fn frame_without_picture(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        self.stepping().encode_due(encoder)?;
        self.stepping().encode_trails(encoder)?;
        self.pictures.paint(&self.scene.look)?;
        self.end_frame(encoder)
    }

    /// Records what follows a picture, and advances the clock if all steps of the frame are done.
    fn end_frame(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let Self { computing, watches, .. } = self;
        watches.encode(&computing.gpu, encoder, &computing.simulation)?;
        computing.simulation.elapsed_mut().encode(encoder)?;
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
        self.clock.is_due(self.simulation(), shows_forces(self))
    }

    /// Number of steps that the next frame waits for. If there are many, submit them in batches
    /// beforehand. With adaptive steps towards a time, only as many as cannot overshoot it.
    pub fn steps_due(&self) -> u64 {
        self.clock.steps_due(self.simulation())
    }

    /// Encodes whole steps without a picture, however long they take. A step in progress counts as
    /// the first. If a member computes the forces, submits what has been recorded so far, and waits
    /// until only the end of the last step is left to record.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn encode_steps(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
    ) -> Result<(), GpuError> {
        self.stepping().encode_steps(encoder, steps)
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
        self.stepping().encode_within(encoder, steps, budget)
    }

    /// Begins the steps of the next frame now if a member computes their forces. Call it after
    /// submitting this frame; it does nothing while a step is under way.
    ///
    /// # Errors
    /// As [`Session::frame`].
    pub fn begin_ahead(&mut self) -> Result<(), GpuError> {
        let simulation = self.simulation();
        let is_free =
            simulation.is_hosted() && simulation.engine().progress().is_none() && self.is_due();
        let Some(budget) = self.budget.filter(|_| is_free) else { return Ok(()) };
        let mut encoder = self.gpu().encoder("steps ahead");
        // Not waited for: steps that were done before the next frame begins would not count among
        // those that are due then.
        self.stepping().encode_part(&mut encoder, u32::MAX, budget)?;
        self.submit(encoder);
        Ok(())
    }

    /// Submits `encoder` and times what is recorded in it. If steps begin there whose forces come
    /// from a member, it starts.
    pub fn submit(&mut self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        self.computing.submit(encoder)
    }

    /// Waits until a submission has run and, for a tenth of a second at most, until steps that are
    /// on their way are done.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait_for(&mut self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        self.computing.wait_for(submission)
    }

    /// The values at the two ends of the colour map: the look's own, or else those measured in the
    /// newest picture that has arrived. `None` if no measurement has arrived, and for components
    /// and uniform colours. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn color_range(&mut self) -> Result<Option<[f64; 2]>, GpuError> {
        self.pictures.color_range(&self.scene.look)
    }
}
