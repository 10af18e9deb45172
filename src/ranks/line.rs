//! Messages between the first rank and the others.
//!
//! The first asks, the others answer. Rows of bodies go to all at once, by a broadcast; sums come
//! back from each rank.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mpi::topology::SimpleCommunicator;
use mpi::traits::{AsRaw, Communicator, Destination, Equivalence, Root, Source};

use super::{Choice, Offer};
use crate::gpu::Gpu;
use crate::physics::gravity::StoredPlan;
use crate::physics::{Gravity, Output, Plan, Portion, Precision, Pull, Row, Softening, Sources};

/// Tags of requests, of answers, and of the rows that follow an answer.
const REQUEST: i32 = 1;
const ANSWER: i32 = 2;
const ROWS: i32 = 3;
/// Maximum bytes of a message: counts in MPI are 32-bit integers.
const PIECE: usize = 1 << 30;
/// How long a process polls for a message without pausing. After that, threads with work should
/// have the core.
const ATTENTION: Duration = Duration::from_micros(200);
/// The pause between two polls after that.
const PAUSE: Duration = Duration::from_micros(50);

/// What the first rank asks for.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub enum Request {
    /// What the rank would compute with.
    Offer(Choice),
    /// To compute with this adapter, or with the processor, from now on.
    Open(Option<u32>),
    /// Whether it can compute this.
    Can { pull: Pulled, count: u32, precision: Precision },
    /// To receive the rows of all bodies (positions, velocities, accelerations), by broadcasts that
    /// follow.
    Rows { precision: Precision, lengths: [usize; 3], accuracy: Option<f32> },
    /// To compute a portion of a force pass on these rows.
    Pull { pull: Pulled, portion: Portion, precision: Precision },
    /// To end.
    End,
}

/// What another rank answers.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub enum Answer {
    Offer(Offer),
    Open {
        name: String,
        tree_order: String,
    },
    Can(bool),
    /// So many rows follow, of accelerations and of jerks.
    Sums {
        first: usize,
        acceleration: usize,
        jerk: usize,
        finite: u32,
    },
    /// Why it cannot, in words.
    Failed(String),
}

impl Answer {
    /// What is said about an answer to another question.
    pub fn surprise(&self) -> String {
        format!("it answers {self:?}; are all ranks of the same version?")
    }
}

/// A [`Pull`] as it is sent.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct Pulled {
    gravity: Gravity,
    softening: Softening,
    has_jerks: bool,
    mass: Option<f32>,
    pairs: Option<StoredPlan>,
}

impl From<&Pull> for Pulled {
    fn from(pull: &Pull) -> Self {
        let Pull { gravity, softening, output, mass, pairs } = pull;
        let pairs = pairs.as_ref().map(StoredPlan::from);
        Self {
            gravity: *gravity,
            softening: *softening,
            has_jerks: *output == Output::Jerk,
            mass: *mass,
            pairs,
        }
    }
}

impl Pulled {
    /// The pull for `count` bodies on this adapter; `None` if its plan does not exist there.
    pub fn on(&self, gpu: Option<&Gpu>, count: u32) -> Option<Pull> {
        let Self { gravity, softening, has_jerks, mass, pairs } = self;
        let output = if *has_jerks { Output::Jerk } else { Output::Acceleration };
        let plan = |stored: &StoredPlan| -> Option<Plan> { stored.find(gpu?, count) };
        let pairs = match pairs {
            Some(stored) => Some(plan(stored)?),
            None => None,
        };
        Some(Pull { gravity: *gravity, softening: *softening, output, mass: *mass, pairs })
    }
}

/// The way to the other ranks. One thread uses it at a time.
#[derive(Debug)]
pub struct Line {
    count: usize,
    /// The force pass whose rows all ranks have.
    pass: Mutex<u64>,
}

impl Line {
    pub fn new(count: usize) -> Self {
        Self { count, pass: Mutex::new(0) }
    }

    /// Number of ranks.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Asks a rank.
    pub fn ask(&self, rank: usize, request: &Request) {
        let _held = self.held();
        send(rank, REQUEST, request);
    }

    /// Waits for what a rank answers.
    pub fn answer(&self, rank: usize) -> Answer {
        let begin = Instant::now();
        loop {
            let arrived = {
                let _held = self.held();
                received(rank, ANSWER)
            };
            match arrived {
                Some(Ok(answer)) => return answer,
                Some(Err(error)) => return Answer::Failed(error.to_string()),
                None => rest(begin),
            }
        }
    }

    /// Sends the rows of a pass to all ranks, unless they have them already. No answer with rows
    /// may be outstanding from another pass.
    pub fn share<R: Row>(&self, sources: &Sources<R>) {
        let mut held = self.held();
        if sources.pass != 0 && *held == sources.pass {
            return;
        }
        *held = sources.pass;
        let Sources { position, velocity, acceleration, accuracy, .. } = sources;
        let (precision, lengths) = (R::PRECISION, [position, velocity, acceleration].map(Vec::len));
        let request = Request::Rows { precision, lengths, accuracy: *accuracy };
        (1..self.count).for_each(|rank| send(rank, REQUEST, &request));
        for rows in [position, velocity, acceleration] {
            let bytes: &[u8] = bytemuck::cast_slice(rows);
            pieces(bytes.len()).for_each(|piece| broadcast(&bytes[piece]));
        }
    }

    /// Receives the rows that follow an answer.
    pub fn receive<R: Row>(&self, rank: usize, rows: &mut Vec<R>, count: usize) {
        rows.resize(count, R::default());
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(rows);
        for piece in pieces(bytes.len()) {
            let _held = self.held();
            SimpleCommunicator::world()
                .process_at_rank(rank as i32)
                .receive_into_with_tag(&mut bytes[piece], ROWS);
        }
    }

    fn held(&self) -> MutexGuard<'_, u64> {
        self.pass.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for the next request of the first rank.
pub fn request() -> Result<Request, serde_json::Error> {
    let begin = Instant::now();
    loop {
        match received(0, REQUEST) {
            Some(request) => return request,
            None => rest(begin),
        }
    }
}

/// Answers the first rank.
pub fn reply(answer: &Answer) {
    send(0, ANSWER, answer);
}

/// Sends the rows that follow an answer to the first rank.
pub fn send_rows<R: Row>(rows: &[R]) {
    let bytes: &[u8] = bytemuck::cast_slice(rows);
    for piece in pieces(bytes.len()) {
        SimpleCommunicator::world().process_at_rank(0).send_with_tag(&bytes[piece], ROWS);
    }
}

/// Takes part in a broadcast of `count` rows by the first rank.
pub fn receive_broadcast<R: Row>(rows: &mut Vec<R>, count: usize) {
    rows.resize(count, R::default());
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(rows);
    for piece in pieces(bytes.len()) {
        SimpleCommunicator::world().process_at_rank(0).broadcast_into(&mut bytes[piece]);
    }
}

/// Sends bytes to all other ranks, which have to [`receive_broadcast`] them.
fn broadcast(bytes: &[u8]) {
    let world = SimpleCommunicator::world();
    // SAFETY: the pointer and the length are those of a slice. MPI only reads the memory of the
    // process that broadcasts, so that a shared slice suffices, which the safe call does not take.
    unsafe {
        let (start, type_) = (bytes.as_ptr().cast_mut().cast(), u8::equivalent_datatype().as_raw());
        mpi::ffi::MPI_Bcast(start, bytes.len() as i32, type_, 0, world.as_raw());
    }
}

fn send(rank: usize, tag: i32, message: &impl serde::Serialize) {
    let text = serde_json::to_vec(message)
        .unwrap_or_else(|error| unreachable!("numbers and names: {error}"));
    SimpleCommunicator::world().process_at_rank(rank as i32).send_with_tag(&text[..], tag);
}

/// A message, if one has arrived.
fn received<M: serde::de::DeserializeOwned>(
    rank: usize,
    tag: i32,
) -> Option<Result<M, serde_json::Error>> {
    use mpi::point_to_point::MatchedReceiveVec;
    let world = SimpleCommunicator::world();
    let (text, _) = world
        .process_at_rank(rank as i32)
        .immediate_matched_probe_with_tag(tag)?
        .matched_receive_vec::<u8>();
    Some(serde_json::from_slice(&text))
}

/// Pauses before the next poll for a message that has been awaited since `begin`.
fn rest(begin: Instant) {
    if begin.elapsed() < ATTENTION { std::thread::yield_now() } else { std::thread::sleep(PAUSE) }
}

/// The pieces in which so many bytes are sent.
fn pieces(bytes: usize) -> impl Iterator<Item = Range<usize>> {
    (0..bytes.div_ceil(PIECE)).map(move |piece| piece * PIECE..bytes.min((piece + 1) * PIECE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_of_2_to_the_31_bodies_are_sent_in_pieces_that_mpi_can_count() {
        let bytes = (1_usize << 31) * size_of::<[f64; 4]>() + 5;
        let (mut end, mut longest) = (0, 0);
        for piece in pieces(bytes) {
            assert_eq!(piece.start, end);
            longest = longest.max(piece.len());
            end = piece.end;
        }
        assert_eq!(end, bytes);
        assert!(i32::try_from(longest).is_ok(), "{longest}");
        assert_eq!(pieces(0).count(), 0);
    }
}
