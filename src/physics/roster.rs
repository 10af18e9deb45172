//! Bodies by their number, however they are kept.

use super::Body;

/// Bodies by their number, however they are kept: as a list, as a [`State`](super::State), or in the
/// numbers of a file as [`Given`](super::initial::Given), which converts each. What only looks at bodies takes any of them, so that nobody
/// copies millions.
pub trait Roster: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// The body of this number, from 0.
    ///
    /// # Panics
    /// If there is no such body.
    fn body(&self, index: usize) -> Body;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All in their order.
    fn each(&self) -> impl ExactSizeIterator<Item = Body> + DoubleEndedIterator + Clone {
        (0..self.len()).map(|index| self.body(index))
    }
}

impl<T: AsRef<[Body]> + Sync + ?Sized> Roster for T {
    fn len(&self) -> usize {
        self.as_ref().len()
    }

    fn body(&self, index: usize) -> Body {
        self.as_ref()[index]
    }
}
