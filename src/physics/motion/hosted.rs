//! Tasks whose forces come from a member, or whose steps the processor makes. They start once the
//! commands recorded so far are submitted, run on a thread, and end when the caller records the
//! rest.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::host::{HostSteps, Points};
use super::{HostedTask, Motion, Task, UnderWay};
use crate::gpu::GpuError;
use crate::physics::State;
use crate::physics::motion::scheme::Act;

impl Motion {
    /// Whether steps are made by the processor or their forces come from a member.
    pub(in crate::physics) fn is_hosted(&self) -> bool {
        self.acts.extras.member.is_some() || self.acts.host.is_some()
    }

    /// Whether the processor makes the steps and sums their accelerations, too, with no member in
    /// between.
    pub(in crate::physics) fn is_on_host(&self) -> bool {
        self.acts.host.as_ref().is_some_and(HostSteps::is_alone)
    }

    /// Has the member compute the forces of the bodies as they are, and does not use them.
    pub(in crate::physics) fn rehearse(&mut self) -> Result<(), GpuError> {
        let acts = Arc::clone(&self.acts);
        if let Some(host) = &acts.host {
            return self.gpu.attempt(|| host.rehearse());
        }
        self.gpu
            .attempt(|| acts.pull(self.gpu.encoder("members/rehearsal"), &AtomicBool::new(false)))
            .map(drop)
    }

    /// Starts the member's part of the current task, and returns whether it was due. All commands
    /// recorded before must have been submitted. Of steps by the processor, keeps the states of
    /// these `points`.
    pub(in crate::physics) fn start_member(&mut self, points: Points) -> bool {
        if !self.is_hosted() {
            return false;
        }
        let Some(mut under_way) = self.under_way.take_if(|under_way| under_way.hosted.is_none())
        else {
            return false;
        };
        // The caller records the acts after the last force pass.
        let end = under_way.acts.iter().rposition(Act::is_hosted).map_or(0, |last| last + 1);
        let (list, acts) = (under_way.acts[..end].to_vec(), self.acts_of(under_way.task));
        under_way.hosted = self.worker.as_ref().map(|worker| worker.send(acts, list, points));
        self.under_way = Some(under_way);
        true
    }

    /// Takes the states that were kept in a batch that is done.
    pub(in crate::physics) fn take_points(&mut self) -> Vec<(u64, State)> {
        let hosted = self.under_way.as_mut().and_then(|under_way| under_way.hosted.as_mut());
        hosted.map_or_else(Vec::new, HostedTask::take_points)
    }

    /// Waits at most `longest` for the member. Returns whether it has nothing left to do.
    pub(in crate::physics) fn is_done_within(&mut self, longest: Duration) -> bool {
        let hosted = self.under_way.as_mut().and_then(|under_way| under_way.hosted.as_mut());
        hosted.is_none_or(|hosted| hosted.is_done_within(longest))
    }

    /// Records the rest of a task whose forces have been computed. Returns the task, the work of
    /// its force passes and the time they took; `None` if the member is still computing or there is
    /// no task.
    pub(in crate::physics) fn fulfil(
        &mut self,
        pass: &mut wgpu::ComputePass,
    ) -> Result<Option<(Task, f64, Duration)>, GpuError> {
        if !self.is_done_within(Duration::ZERO) {
            return Ok(None);
        }
        let Some(UnderWay { task, acts: list, after, hosted: Some(hosted), .. }) =
            self.under_way.take_if(|under_way| under_way.hosted.is_some())
        else {
            return Ok(None);
        };
        let time = hosted.result()?;
        let acts = self.acts_of(task);
        let end = list.iter().rposition(Act::is_hosted).map_or(0, |last| last + 1);
        if end > 0 {
            acts.encode_external(pass);
        }
        list[end..].iter().for_each(|&act| acts.encode(pass, act));
        let work = acts.forces(&list) * acts.gravity.work();
        self.known = after;
        Ok(Some((task, work, time)))
    }
}
