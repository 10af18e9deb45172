//! A course of a run.

use std::sync::Arc;

use super::Moment;

/// One course of a run, from its start. Branches share their common moments in memory.
#[derive(Clone, Debug)]
pub struct Branch {
    pub(super) number: u32,
    /// Ascending in time, and never empty.
    pub(super) moments: Vec<Arc<Moment>>,
    /// The moment at which it forked from another branch.
    pub(super) fork: Option<Arc<Moment>>,
}

impl Branch {
    /// Its number. Branches are numbered from 1 in order of creation; numbers never change.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Its moments, ascending in time, the first of which is the start of the run.
    pub fn moments(&self) -> &[Arc<Moment>] {
        &self.moments
    }

    /// The moment at which it forked from another branch; `None` for the first branch.
    pub fn fork(&self) -> Option<&Arc<Moment>> {
        self.fork.as_ref()
    }

    /// The newest moment.
    pub fn newest(&self) -> Option<&Arc<Moment>> {
        self.moments.last()
    }

    /// The last moment that was [given](Moment::is_given), not computed.
    pub fn last_given(&self) -> Option<&Arc<Moment>> {
        self.moments.iter().rev().find(|moment| moment.is_given())
    }

    /// The moment nearest to `time`; of several at the same time, the newest.
    pub fn nearest(&self, time: f64) -> Option<&Arc<Moment>> {
        let after = self.moments.partition_point(|moment| moment.time() <= time);
        let neighbours = after.saturating_sub(1)..self.moments.len().min(after + 1);
        let off = |moment: &&Arc<Moment>| (moment.time() - time).abs();
        self.moments[neighbours].iter().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// The index of `moment` on this branch, if it is there.
    pub fn place(&self, moment: &Arc<Moment>) -> Option<usize> {
        let begin = self.moments.partition_point(|other| other.time() < moment.time());
        let same = self.moments[begin..].iter().take_while(|other| other.time() == moment.time());
        same.enumerate()
            .find(|(_, other)| Arc::ptr_eq(other, moment))
            .map(|(place, _)| begin + place)
    }

    /// The moments up to and including `at`, even if `at` has been thinned out.
    pub(super) fn leading_to(&self, at: &Arc<Moment>) -> Vec<Arc<Moment>> {
        let before = self
            .place(at)
            .unwrap_or_else(|| self.moments.partition_point(|other| other.time() < at.time()));
        self.moments[..before].iter().chain([at]).cloned().collect()
    }

    pub(super) fn span(&self) -> f64 {
        match (self.moments.first(), self.moments.last()) {
            (Some(first), Some(last)) => last.time() - first.time(),
            _ => 0.0,
        }
    }

    /// The time between the neighbours of the moment at `place`; `None` for the first and the last,
    /// which are never thinned.
    pub(super) fn gap_without(&self, place: usize) -> Option<f64> {
        let before = self.moments.get(place.checked_sub(1)?)?;
        Some(self.moments.get(place + 1)?.time() - before.time())
    }
}
