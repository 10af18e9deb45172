//! What a stage does in a frame, beside drawing: it takes what has arrived, measures, copies its
//! state, and moves bodies by hand.

use starshell::gpu::GpuError;
use starshell::physics::{Carried, Snapshot};
use starshell::render::{Format, Target, TargetError};
use starshell::scene::Dimension;
use starshell::words::t;

use crate::app::simulation::{
    around::Around,
    interaction::{Copied, Purpose, System},
    rescue,
    saving::Saving,
    stage::{Stage, course::copied, task::Task},
};
use crate::explained::explained;

/// Screen pixels per pixel of the picture, each way. Tests look at panels, and drawing would take
/// most of their time.
const FULL_PIXEL: u32 = if cfg!(test) { 8 } else { 1 };
/// Screen pixels per pixel of a picture with plain light, each way.
const PLAIN_PIXEL: u32 = 2 * FULL_PIXEL;

/// A copy of the whole state that has arrived.
pub struct Arrived {
    pub snapshot: Snapshot,
    /// What it is for.
    pub purpose: Purpose,
    /// What the run carried from step to step there, if that was copied, too.
    pub carried: Option<Carried>,
    /// What held there.
    pub copied: Copied,
}

impl Stage {
    /// Records everything of a frame that comes before its steps and its picture.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost; lesser failures become notices.
    pub fn prepare(
        &mut self,
        around: &mut Around,
        encoder: &mut wgpu::CommandEncoder,
        mut task: Task,
    ) -> Result<(), GpuError> {
        // What goes on is the moment that is to be shown.
        task.is_held |= self.reel.is_awaited();
        self.go_on(around, &task);
        self.measure(around, encoder, task.elapsed)?;
        self.set_pace(&task, task.is_held || around.shell.is_measuring);
        self.copy_states(around, encoder)?;
        self.touch(encoder, task.moving)
    }

    /// Records what the statistics want to measure in this frame.
    fn measure(
        &mut self,
        around: &mut Around,
        encoder: &mut wgpu::CommandEncoder,
        elapsed: f32,
    ) -> Result<(), GpuError> {
        if self.cursor.shown.is_some() {
            return Ok(()); // the past has been measured
        }
        match self.statistics.encode(&mut self.session, encoder, elapsed) {
            Ok(true) => self.interaction.wanted.push(Purpose::Measure),
            Ok(false) => {}
            Err(error) => {
                self.statistics.forgo();
                around.shell.tell(error)?;
            }
        }
        Ok(())
    }

    /// Records the requested copies of the whole state.
    fn copy_states(
        &mut self,
        around: &mut Around,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        if let Err(error) = self.marks.encode(&mut self.session, encoder, &around.shell.settings) {
            around.shell.tell(error)?;
        }
        for purpose in std::mem::take(&mut self.interaction.wanted) {
            // A run is saved with its trails.
            if let Purpose::Save(path) = &purpose {
                match self.session.pictures().encode_trail_copy(encoder) {
                    Ok(trails) => {
                        around.saving.push(Saving { path: path.clone(), run: None, trails })
                    }
                    Err(error) => {
                        around.shell.tell(error)?;
                        continue;
                    }
                }
            }
            // A stored state goes on bit for bit. Any copy may be stored later if it is the newest.
            let simulation = self.session.simulation();
            let is_stored = matches!(purpose, Purpose::Save(_)) || rescue::can_store(simulation);
            let carried = if is_stored { simulation.encode_carried(encoder) } else { Ok(None) };
            let carried = carried.or_else(|error| around.shell.tell(error).map(|()| None))?;
            match self.session.encode_snapshot(encoder) {
                Ok(ticket) => {
                    self.interaction.under_way.insert(ticket, purpose);
                    self.interaction.copied.insert(ticket, copied(self));
                    self.interaction.carried.extend(carried.map(|carried| (ticket, carried)));
                }
                Err(error) => around.shell.tell(error)?,
            }
        }
        Ok(())
    }

    /// The next copy of the whole state that has arrived.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn arrival(&mut self) -> Result<Option<Arrived>, GpuError> {
        while let Some((ticket, snapshot)) = self.session.snapshot()? {
            let (physics, picked) = (self.session.scene().physics, self.interaction.picked);
            let Some(snapshot) = self.marks.take(ticket, snapshot, physics, picked) else {
                continue;
            };
            if let Some(purpose) = self.interaction.under_way.remove(&ticket) {
                // It was recorded before the bodies, and so it is there.
                let copy = self.interaction.carried.remove(&ticket);
                let carried = copy.map_or(Ok(None), |mut copy| copy.collect())?;
                let held = self.interaction.copied.remove(&ticket);
                let copied = held.unwrap_or_else(|| copied(self));
                return Ok(Some(Arrived { snapshot, purpose, carried, copied }));
            }
        }
        Ok(None)
    }

    /// Takes what has arrived beside copies of the whole state.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self, around: &mut Around) -> Result<(), GpuError> {
        if let Some(watched) = self.session.viewing().watched()? {
            self.interaction.watched = Some(watched);
        }
        if let Some(light) = self.session.viewing().light()? {
            self.interaction.light = Some(light);
        }
        self.color_range = self.session.color_range()?;
        let numbers = self.numbers();
        if let Some(System { snapshot, invalid, .. }) = self.interaction.newest.collect() {
            let time = numbers.text(Dimension::Time, snapshot.time);
            around.shell.notices.warn(t!("notice-not-finite", time = time, count = invalid));
        }
        Ok(())
    }

    /// Resizes the target to the space that the panels leave. With plain light it is coarser, and
    /// stretched.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn fit_target(&mut self, around: &mut Around) -> Result<(), GpuError> {
        let gpu = &around.shell.gpu;
        let limit = gpu.limits().max_texture_dimension_2d;
        let pixel =
            if self.session.pictures().has_plain_light() { PLAIN_PIXEL } else { FULL_PIXEL };
        let size = self.size.map(|side| side.div_ceil(pixel).clamp(1, limit));
        if size == self.target.size() {
            return Ok(());
        }
        match Target::new(gpu, size, Format::default()) {
            Ok(target) => self.target = target,
            Err(TargetError::Gpu(error)) => return around.shell.tell(error),
            Err(error) => around.shell.notices.warn(explained(&error)),
        }
        Ok(())
    }
}
