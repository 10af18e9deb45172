//! Another rank as a member.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::line::{Answer, Line, Request};
use crate::gpu::GpuError;
use crate::physics::{Begun, Exchanged, Member, Portion, Precision, Pull, Row, Sources, Sums};

/// Number of answers that are remembered: what a team asks before each pass.
const REMEMBERED: usize = 4;

/// Whether a rank can compute this.
type Ability = (Pull, u32, Precision, bool);

/// A rank of another process, which computes with what it was opened with.
#[derive(Debug)]
pub struct Rank {
    line: Arc<Line>,
    rank: usize,
    name: String,
    tree_order: String,
    abilities: Mutex<Vec<Ability>>,
}

impl Rank {
    pub fn new(line: Arc<Line>, rank: usize, name: String, tree_order: String) -> Self {
        Self { line, rank, name, tree_order, abilities: Mutex::default() }
    }

    fn begin_with<'a, R: Row>(
        &'a self,
        pull: &Pull,
        portion: Portion,
        sources: &Sources<R>,
        sums: &'a mut Sums<R>,
    ) -> Begun<'a> {
        self.line.share(sources);
        self.line
            .ask(self.rank, &Request::Pull { pull: pull.into(), portion, precision: R::PRECISION });
        Box::new(move || self.collect(sums))
    }

    fn collect<R: Row>(&self, sums: &mut Sums<R>) -> Result<(), GpuError> {
        let cause = match self.line.answer(self.rank) {
            Answer::Sums { first, acceleration, jerk, finite } => {
                (sums.first, sums.finite) = (first, finite);
                self.line.receive(self.rank, &mut sums.acceleration, acceleration);
                self.line.receive(self.rank, &mut sums.jerk, jerk);
                return Ok(());
            }
            Answer::Failed(cause) => cause,
            other => other.surprise(),
        };
        Err(GpuError::Member(cause))
    }
}

impl Member for Rank {
    fn name(&self) -> String {
        format!("rank {}: {}", self.rank, self.name)
    }

    /// The other process does not learn of `stop`: its portion is computed to its end.
    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        _stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        Ok(match exchanged {
            Exchanged::Single(sources, sums) => self.begin_with(pull, portion, sources, sums),
            Exchanged::Double(sources, sums) => self.begin_with(pull, portion, sources, sums),
        })
    }

    fn can(&self, pull: &Pull, count: u32, precision: Precision) -> bool {
        let mut abilities = self.abilities.lock().unwrap_or_else(PoisonError::into_inner);
        let known = abilities
            .iter()
            .find(|(of, bodies, rows, _)| (of, *bodies, *rows) == (pull, count, precision));
        if let Some((.., can)) = known {
            return *can;
        }
        self.line.ask(self.rank, &Request::Can { pull: pull.into(), count, precision });
        let can = matches!(self.line.answer(self.rank), Answer::Can(true));
        if abilities.len() == REMEMBERED {
            abilities.remove(0);
        }
        abilities.push((*pull, count, precision, can));
        can
    }

    fn tree_order(&self) -> String {
        self.tree_order.clone()
    }
}
