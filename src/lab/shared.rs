//! What several rows need and only one of them makes.

use std::sync::{Arc, Mutex, TryLockError};

use super::{LabError, turns};

/// What rows share: the first one that needs it makes it. Clones share it, too.
#[derive(Debug)]
pub(super) struct Shared<T>(Arc<Mutex<Option<Result<T, LabError>>>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone> Shared<T> {
    pub fn of(&self, make: impl FnOnce() -> Result<T, LabError>) -> Result<T, LabError> {
        let mut known = loop {
            match self.0.try_lock() {
                Ok(known) => break known,
                Err(TryLockError::Poisoned(known)) => break known.into_inner(),
                // The first one goes on in its turn.
                Err(TryLockError::WouldBlock) => _ = turns::pass(None),
            }
        };
        known.get_or_insert_with(make).clone()
    }

    /// What was made, if it was.
    pub fn made(&self) -> Option<T> {
        self.0.try_lock().ok()?.clone()?.ok()
    }
}
