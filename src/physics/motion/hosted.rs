//! Tasks whose forces come from a member. They begin when what is recorded has been submitted, go on in a thread, and end when the
//! caller records the rest.

use std::time::Duration;

use super::{Courier, Motion, Task, UnderWay};
use crate::gpu::GpuError;
use crate::physics::motion::scheme::Act;

impl Motion {
    /// Whether a member computes the forces.
    pub(in crate::physics) fn is_hosted(&self) -> bool {
        self.acts.extras.member.is_some()
    }

    /// Sends the task that has begun on its way, once all commands recorded before it are submitted.
    pub(in crate::physics) fn set_off(&mut self) -> Result<(), GpuError> {
        let Some(mut under_way) = self.under_way.take_if(|under_way| under_way.errand.is_none()) else { return Ok(()) };
        if self.courier.is_none() {
            self.courier = Some(Courier::start(&self.gpu)?);
        }
        // The acts after the last force pass are for whoever asks for the result.
        let end = under_way.acts.iter().rposition(|act| *act == Act::Forces).map_or(0, |last| last + 1);
        let (list, acts) = (under_way.acts[..end].to_vec(), self.acts_of(under_way.task));
        under_way.errand = self.courier.as_ref().map(|courier| courier.send(acts, list));
        self.under_way = Some(under_way);
        Ok(())
    }

    /// Whether a task has begun that is to be [set off](Motion::set_off).
    pub(in crate::physics) fn is_to_set_off(&self) -> bool {
        self.is_hosted() && self.under_way.as_ref().is_some_and(|under_way| under_way.errand.is_none())
    }

    /// Waits at most so long for the task on its way. Returns whether none is.
    pub(in crate::physics) fn is_done_within(&mut self, longest: Duration) -> bool {
        let errand = self.under_way.as_mut().and_then(|under_way| under_way.errand.as_mut());
        errand.is_none_or(|errand| errand.is_done_within(longest))
    }

    /// Records the rest of the task whose forces are there. Returns the task, the work of its force passes and the time they took;
    /// `None` if there is none yet.
    pub(in crate::physics) fn fulfil(&mut self, pass: &mut wgpu::ComputePass) -> Result<Option<(Task, f64, Duration)>, GpuError> {
        if !self.is_done_within(Duration::ZERO) {
            return Ok(None);
        }
        let Some(UnderWay { task, acts: list, after, errand: Some(errand), .. }) =
            self.under_way.take_if(|under_way| under_way.errand.is_some())
        else {
            return Ok(None);
        };
        let time = errand.result()?;
        let acts = self.acts_of(task);
        let end = list.iter().rposition(|act| *act == Act::Forces).map_or(0, |last| last + 1);
        if end > 0 {
            acts.record_external(pass);
        }
        list[end..].iter().for_each(|&act| acts.record(pass, act));
        let work = acts.forces(&list) * acts.gravity.work();
        self.known = after;
        Ok(Some((task, work, time)))
    }
}
