//! The same without the feature `mpi`: every process is alone.

use std::sync::Arc;

use super::{Choice, Offer, RanksError, started};
use crate::physics::Member;

/// All ranks, as the first one sees them. There are none without the feature `mpi`.
#[derive(Clone, Copy, Debug)]
pub enum Ranks {}

/// The membership of this process. There is none without the feature `mpi`.
#[derive(Clone, Copy, Debug)]
pub enum Joined {}

/// The ranks of this run, if this is the first of several.
pub fn present() -> Option<&'static Ranks> {
    None
}

/// Joins the processes that were started together; `None` if this one was started alone.
///
/// # Errors
/// [`RanksError::Without`] if there are others.
pub fn join() -> Result<Option<Joined>, RanksError> {
    started().map_or(Ok(None), |(_, count)| Err(RanksError::Without { count }))
}

impl Joined {
    /// Whether this rank runs the program. The others serve it.
    pub fn is_first(&self) -> bool {
        match *self {}
    }

    /// Computes for the first rank until that ends.
    pub fn serve(self) {
        match self {}
    }
}

impl Ranks {
    /// Number of ranks, 2 or more.
    pub fn count(&self) -> usize {
        match *self {}
    }

    /// Number of machines that they run on.
    pub fn machines(&self) -> usize {
        match *self {}
    }

    /// What each rank would compute with.
    ///
    /// # Errors
    /// [`RanksError::Rank`] if one has nothing of that kind.
    pub(crate) fn offers(&self, _choice: Choice) -> Result<Vec<Offer>, RanksError> {
        match *self {}
    }

    /// A member per rank, each with the adapter of this index on its machine, or with its
    /// processor.
    ///
    /// # Errors
    /// [`RanksError`] if their number is another, or if one has no such adapter.
    pub fn members(&self, _adapters: &[Option<u32>]) -> Result<Vec<Arc<dyn Member>>, RanksError> {
        match *self {}
    }
}
