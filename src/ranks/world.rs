//! The ranks of this run, joined by MPI.

use std::fmt;
use std::sync::{Arc, OnceLock};

use mpi::Threading;
use mpi::environment::{self, Universe};
use mpi::traits::Communicator;

use super::line::{Answer, Line, Request};
use super::machine::Place;
use super::rank::Rank;
use super::serve;
use super::{Choice, Offer, RanksError, started};
use crate::physics::Member;

/// All ranks, as the first one sees them.
#[derive(Debug)]
pub struct Ranks {
    place: Place,
    line: Arc<Line>,
}

/// The membership of this process. At its end in the first rank, the others end.
pub struct Joined {
    is_first: bool,
    place: Place,
    /// Ends MPI when it is dropped.
    _universe: Universe,
}

impl fmt::Debug for Joined {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Joined").field("is_first", &self.is_first).finish_non_exhaustive()
    }
}

static PRESENT: OnceLock<Ranks> = OnceLock::new();

/// The ranks of this run, if this is the first of several.
pub fn present() -> Option<&'static Ranks> {
    PRESENT.get()
}

/// Joins the processes that were started together; `None` if this one was started alone. Call it
/// once, from the main thread.
///
/// # Errors
/// [`RanksError`] if MPI cannot be used.
pub fn join() -> Result<Option<Joined>, RanksError> {
    let Some((_, count)) = started() else { return Ok(None) };
    let (universe, threading) =
        environment::initialize_with_threading(Threading::Serialized).ok_or(RanksError::Start)?;
    if threading < Threading::Serialized {
        return Err(RanksError::Threads);
    }
    let world = universe.world();
    if world.size() == 1 {
        let library = environment::library_version().unwrap_or_default();
        return Err(RanksError::Strangers {
            count,
            library: library.split(',').next().unwrap_or_default().to_owned(),
        });
    }
    let (place, is_first) = (Place::find(&world), world.rank() == 0);
    if is_first {
        // Not set before, since MPI starts once.
        let _ = PRESENT
            .set(Ranks { place: place.clone(), line: Arc::new(Line::new(world.size() as usize)) });
    }
    Ok(Some(Joined { is_first, place, _universe: universe }))
}

impl Joined {
    /// Whether this rank runs the program. The others serve it.
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// Computes for the first rank until that ends.
    pub fn serve(self) {
        serve::serve(&self.place);
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        if let (true, Some(ranks)) = (self.is_first, present()) {
            (1..ranks.count()).for_each(|rank| ranks.line.ask(rank, &Request::End));
        }
    }
}

impl Ranks {
    /// Number of ranks, 2 or more.
    pub fn count(&self) -> usize {
        self.line.count()
    }

    /// Number of machines that they run on.
    pub fn machines(&self) -> usize {
        self.place.machines()
    }

    /// What each rank would compute with.
    ///
    /// # Errors
    /// [`RanksError::Rank`] if one has nothing of that kind.
    pub(crate) fn offers(&self, choice: Choice) -> Result<Vec<Offer>, RanksError> {
        let offer = |rank: usize| -> Result<Offer, RanksError> {
            match rank {
                0 => self.place.offer(choice).map_err(|cause| self.failed(0, cause)),
                _ => match self.request(rank, &Request::Offer(choice))? {
                    Answer::Offer(offer) => Ok(offer),
                    other => Err(self.failed(rank, other.surprise())),
                },
            }
        };
        (0..self.count()).map(offer).collect()
    }

    /// A member per rank, each with the adapter of this index on its machine, or with its
    /// processor.
    ///
    /// # Errors
    /// [`RanksError`] if their number is another, or if one has no such adapter.
    pub fn members(&self, adapters: &[Option<u32>]) -> Result<Vec<Arc<dyn Member>>, RanksError> {
        if adapters.len() != self.count() {
            return Err(RanksError::Seats { ranks: self.count(), seats: adapters.len() });
        }
        let member =
            |(rank, adapter): (usize, &Option<u32>)| -> Result<Arc<dyn Member>, RanksError> {
                match rank {
                    0 => {
                        Ok(self.place.open(*adapter).map_err(|cause| self.failed(0, cause))?.member)
                    }
                    _ => match self.request(rank, &Request::Open(*adapter))? {
                        Answer::Open { name, tree_order } => {
                            Ok(Arc::new(Rank::new(Arc::clone(&self.line), rank, name, tree_order)))
                        }
                        other => Err(self.failed(rank, other.surprise())),
                    },
                }
            };
        adapters.iter().enumerate().map(member).collect()
    }

    fn request(&self, rank: usize, request: &Request) -> Result<Answer, RanksError> {
        self.line.ask(rank, request);
        match self.line.answer(rank) {
            Answer::Failed(cause) => Err(self.failed(rank, cause)),
            answer => Ok(answer),
        }
    }

    fn failed(&self, rank: usize, cause: String) -> RanksError {
        RanksError::Rank { rank, host: self.place.host_of(rank), cause }
    }
}
