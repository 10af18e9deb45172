//! Several members as one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::{Arriving, Begun, Exchanged, Member, Pull, Row, Sources, Sums};
use crate::gpu::{Gpu, GpuError};
use crate::named;
use crate::physics::{Gravity, Output, Plan, Portion, Precision};
use crate::words::{Text, say};

named! {
    /// How host threads drive the members of a team.
    #[derive(Default)]
    pub enum HostThreads: "way to drive members" {
        /// A thread per member.
        #[default]
        PerMember = "per-member",
        /// One thread begins the work of all members, then waits for each.
        One = "one",
    }
}

/// Most passes between two adjustments of the shares. The first ones come sooner, and move them
/// further.
const SETTLED: u32 = 8;
/// Ratio of the members' times from which the shares are adjusted at once.
const FAR: f64 = 2.0;
/// Relative difference in the members' times below which portions stay, because a new division has
/// to prepare every pass again.
const TOLERANCE: f64 = 0.04;
/// Rows that a thread adds up at a time.
const CHUNK: usize = 1 << 14;

/// The state of a team's member.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamMember {
    /// What users call it.
    pub name: String,
    /// Its share of the work, from 0 to 1. It is 0 once the member is lost, or if it cannot compute
    /// the last kind of pass.
    pub share: f64,
    /// How long its portion of the last pass took.
    pub time: Duration,
}

/// Members that divide each force pass among them in proportion to their shares.
///
/// The sums of all portions are added up in the order of the members, so fixed shares give the same
/// bits in every run. A member that fails is left out from then on, and the pass is computed again
/// by the others.
#[derive(Debug)]
pub struct Team {
    seats: Vec<Arc<dyn Member>>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    threads: HostThreads,
    is_balanced: bool,
    /// One per member; 0 for a lost one.
    shares: Vec<f64>,
    /// Times of the portions since the last adjustment.
    times: Vec<Duration>,
    passes: u32,
    /// Passes until the next adjustment.
    patience: u32,
    /// Whether the next pass is the first of a division, for which members prepare: its times do
    /// not count.
    is_new: bool,
    last: Vec<TeamMember>,
    notices: Vec<Text>,
    single: Vec<Sums<[f32; 4]>>,
    double: Vec<Sums<[f64; 4]>>,
}

/// The portions of a pass: the member, its portion, where its sums go.
type Seated<'a, R> = (usize, Portion, &'a mut Sums<R>);

impl Team {
    /// A team of members, each with its share of the work; only their ratios count.
    pub fn new(members: Vec<(Arc<dyn Member>, f64)>) -> Self {
        let (seats, shares): (Vec<_>, Vec<_>) = members.into_iter().unzip();
        let state = State {
            threads: HostThreads::default(),
            is_balanced: false,
            times: vec![Duration::ZERO; seats.len()],
            shares,
            passes: 0,
            patience: 1,
            is_new: true,
            last: Vec::new(),
            notices: Vec::new(),
            single: Vec::new(),
            double: Vec::new(),
        };
        Self { seats, state: Mutex::new(state) }
    }

    /// Drives the members by these threads from the next pass on.
    #[doc(hidden)]
    pub fn set_threads(&self, threads: HostThreads) {
        self.state().threads = threads;
    }

    /// Adjusts the shares as the run goes, until all members take equally long. Two runs then
    /// differ by rounding.
    #[must_use]
    pub fn balanced(self) -> Self {
        self.state().is_balanced = true;
        self
    }

    /// Gives the members these shares, which stay from now on.
    pub fn fix(&self, shares: &[f64]) {
        let mut state = self.state();
        state.is_balanced = false;
        // A lost member stays lost.
        state
            .shares
            .iter_mut()
            .zip(shares)
            .filter(|(own, _)| **own > 0.0)
            .for_each(|(own, share)| *own = *share);
    }

    /// The members as they were in the last pass; empty before the first.
    #[doc(hidden)]
    pub fn members(&self) -> Vec<TeamMember> {
        self.state().last.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pull as this team divides it, and the shares of the members that can compute it.
    fn division(
        &self,
        pull: &Pull,
        count: u32,
        precision: Precision,
        shares: &[f64],
    ) -> (Pull, Vec<f64>) {
        let mut shares = shares.to_vec();
        let present = |shares: &[f64]| {
            self.seats
                .iter()
                .enumerate()
                .filter(|(seat, _)| shares[*seat] > 0.0)
                .collect::<Vec<_>>()
        };
        let mut pull = *pull;
        if matches!(pull.gravity, Gravity::Tree(_)) {
            // Groups of bodies are the same only where the bodies are sorted in the same order:
            // those members share the tree that have the largest share together.
            let orders: Vec<String> = self.seats.iter().map(|member| member.tree_order()).collect();
            let together = |order: &String| -> f64 {
                orders
                    .iter()
                    .zip(&shares)
                    .filter(|(other, _)| *other == order)
                    .map(|(_, s)| s)
                    .sum()
            };
            let best =
                orders.iter().rev().max_by(|a, b| together(a).total_cmp(&together(b))).cloned();
            shares
                .iter_mut()
                .zip(&orders)
                .filter(|(_, order)| Some(*order) != best.as_ref())
                .for_each(|(share, _)| *share = 0.0);
        } else if pull.pairs.is_none() {
            // Each pair once, if a member has a plan for that and all others can follow it.
            let plan = present(&shares)
                .into_iter()
                .find_map(|(_, member)| member.pairs(count, pull.output, precision));
            let paired = Pull { pairs: plan, ..pull };
            if present(&shares).into_iter().all(|(_, member)| member.can(&paired, count, precision))
            {
                pull = paired;
            }
        }
        for (seat, member) in self.seats.iter().enumerate() {
            if !member.can(&pull, count, precision) {
                shares[seat] = 0.0;
            }
        }
        (pull, shares)
    }

    fn pull<R: Row>(
        &self,
        pull: &Pull,
        portion: Portion,
        sources: &Sources<R>,
        sums: &mut Sums<R>,
        stop: &AtomicBool,
    ) -> Result<(), GpuError>
    where
        State: Room<R>,
    {
        loop {
            let (mut room, shares, threads) = {
                let mut state = self.state();
                (std::mem::take(state.room()), state.shares.clone(), state.threads)
            };
            let count = sources.position.len() as u32;
            let (divided, shares) = self.division(pull, count, R::PRECISION, &shares);
            room.resize_with(self.seats.len(), Sums::default);
            let (seats, portions) = seated(&shares, portion);
            let given: Vec<Seated<R>> = room
                .iter_mut()
                .enumerate()
                .filter(|(seat, _)| shares[*seat] > 0.0)
                .zip(portions)
                .map(|((seat, sums), portion)| (seat, portion, sums))
                .collect();
            let results = match threads {
                HostThreads::PerMember => self.on_threads(&divided, sources, given, stop),
                HostThreads::One => self.on_one_thread(&divided, sources, given, stop),
            };
            let mut lost = Vec::new();
            let mut times = vec![Duration::ZERO; self.seats.len()];
            for (&seat, result) in seats.iter().zip(results) {
                match result {
                    Ok(time) => times[seat] = time,
                    Err(error) => lost.push((seat, error)),
                }
            }
            let is_whole = lost.is_empty() && !seats.is_empty();
            if is_whole && !stop.load(Ordering::Relaxed) {
                add_up(seats.iter().map(|&seat| &room[seat]), sources.position.len(), sums);
            }
            let mut state = self.state();
            *state.room() = room;
            if is_whole {
                state.note(&self.seats, &shares, &times);
                if state.is_balanced {
                    state.balance(&seats);
                }
                return Ok(());
            }
            let Some((seat, error)) = lost.pop() else {
                return Err(GpuError::Lost(nobody().verbatim()));
            };
            let lost = lost.into_iter().chain([(seat, error.clone())]).collect::<Vec<_>>();
            state.lose(&self.seats, lost);
            // Other members may compute the next attempt.
            sources.home.iter().for_each(|home| home.clear());
            if state.shares.iter().all(|share| *share == 0.0) {
                return Err(error);
            }
        }
    }

    /// Runs each member on its own thread, and returns their times.
    fn on_threads<R: Row>(
        &self,
        pull: &Pull,
        sources: &Sources<R>,
        given: Vec<Seated<R>>,
        stop: &AtomicBool,
    ) -> Vec<Result<Duration, GpuError>> {
        let run = &|(seat, portion, sums): Seated<R>| {
            let begin = Instant::now();
            self.begin_one(seat, pull, portion, R::exchanged(sources, sums), stop)?()?;
            Ok(begin.elapsed())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                given.into_iter().map(|given| scope.spawn(move || run(given))).collect();
            let ended = || GpuError::Lost(nobody().verbatim());
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|_| Err(ended())))
                .collect()
        })
    }

    /// Runs all members from this thread, and returns their times.
    fn on_one_thread<R: Row>(
        &self,
        pull: &Pull,
        sources: &Sources<R>,
        given: Vec<Seated<R>>,
        stop: &AtomicBool,
    ) -> Vec<Result<Duration, GpuError>> {
        let begin = Instant::now();
        let begun: Vec<_> = given
            .into_iter()
            .map(|(seat, portion, sums)| {
                self.begin_one(seat, pull, portion, R::exchanged(sources, sums), stop)
            })
            .collect();
        begun
            .into_iter()
            .map(|begun| begun.and_then(|wait| wait()).map(|()| begin.elapsed()))
            .collect()
    }

    fn begin_one<'a>(
        &'a self,
        seat: usize,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        self.seats[seat].begin(pull, portion, exchanged, stop)
    }
}

impl Member for Team {
    fn name(&self) -> String {
        self.seats.iter().map(|member| member.name()).collect::<Vec<_>>().join(" + ")
    }

    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        Ok(match exchanged {
            Exchanged::Single(sources, sums) => {
                Box::new(move || self.pull(pull, portion, sources, sums, stop))
            }
            Exchanged::Double(sources, sums) => {
                Box::new(move || self.pull(pull, portion, sources, sums, stop))
            }
        })
    }

    fn begin_ahead(&self, pull: &Pull, portion: Portion, arriving: &Arriving) {
        let shares = self.state().shares.clone();
        let (divided, shares) = self.division(pull, arriving.count, arriving.precision, &shares);
        let (seats, portions) = seated(&shares, portion);
        seats
            .iter()
            .zip(portions)
            .for_each(|(&seat, portion)| self.seats[seat].begin_ahead(&divided, portion, arriving));
    }

    fn pairs(&self, count: u32, output: Output, precision: Precision) -> Option<Plan> {
        self.seats.iter().find_map(|member| member.pairs(count, output, precision))
    }

    fn can(&self, pull: &Pull, count: u32, precision: Precision) -> bool {
        self.seats.iter().any(|member| member.can(pull, count, precision))
    }

    fn is_on(&self, gpu: &Gpu) -> bool {
        self.seats.iter().any(|member| member.is_on(gpu))
    }

    fn tree_order(&self) -> String {
        self.seats.first().map_or_else(String::new, |member| member.tree_order())
    }

    fn notices(&self) -> Vec<Text> {
        let own = std::mem::take(&mut self.state().notices);
        self.seats.iter().flat_map(|member| member.notices()).chain(own).collect()
    }
}

/// The members with a share, and their portions.
fn seated(shares: &[f64], portion: Portion) -> (Vec<usize>, Vec<Portion>) {
    let seats: Vec<usize> = (0..shares.len()).filter(|&seat| shares[seat] > 0.0).collect();
    let portions = portion.divide(&seats.iter().map(|&seat| shares[seat]).collect::<Vec<_>>());
    (seats, portions)
}

/// What is said when no member can compute.
fn nobody() -> Text {
    say!("error-no-member")
}

/// Room for the sums of the members, in one precision.
trait Room<R> {
    fn room(&mut self) -> &mut Vec<Sums<R>>;
}

impl Room<[f32; 4]> for State {
    fn room(&mut self) -> &mut Vec<Sums<[f32; 4]>> {
        &mut self.single
    }
}

impl Room<[f64; 4]> for State {
    fn room(&mut self) -> &mut Vec<Sums<[f64; 4]>> {
        &mut self.double
    }
}

impl State {
    /// Notes the last pass.
    fn note(&mut self, seats: &[Arc<dyn Member>], shares: &[f64], times: &[Duration]) {
        let sum: f64 = shares.iter().sum();
        let member = |((member, share), time): ((&Arc<dyn Member>, &f64), &Duration)| TeamMember {
            name: member.name(),
            share: share / sum,
            time: *time,
        };
        self.last = seats.iter().zip(shares).zip(times).map(member).collect();
        self.times.iter_mut().zip(times).for_each(|(sum, time)| *sum += *time);
        self.passes += 1;
    }

    /// Moves the shares of the members that took part to equal times.
    fn balance(&mut self, seats: &[usize]) {
        let times: Vec<f64> = self.times.iter().map(Duration::as_secs_f64).collect();
        let (least, most) = seats
            .iter()
            .map(|&seat| times[seat])
            .fold((f64::INFINITY, 0.0_f64), |(a, b), t| (a.min(t), b.max(t)));
        let is_new = std::mem::take(&mut self.is_new);
        if !is_new && self.passes < self.patience && most < FAR * least {
            return;
        }
        self.passes = 0;
        self.times.fill(Duration::ZERO);
        if is_new {
            return;
        }
        self.patience = (2 * self.patience).min(SETTLED);
        if most - least < TOLERANCE * most {
            return;
        }
        self.is_new = true;
        let all: f64 = seats.iter().map(|&seat| self.shares[seat]).sum();
        let speeds: Vec<f64> =
            seats.iter().map(|&seat| self.shares[seat] / times[seat].max(1e-9)).collect();
        let speed: f64 = speeds.iter().sum();
        let rate = if self.patience < SETTLED { 1.0 } else { 0.5 };
        for (&seat, own) in seats.iter().zip(speeds) {
            self.shares[seat] += rate * (all * own / speed - self.shares[seat]);
        }
    }

    /// Leaves these members out from now on.
    fn lose(&mut self, seats: &[Arc<dyn Member>], lost: Vec<(usize, GpuError)>) {
        self.is_new = true;
        for (seat, error) in lost {
            self.shares[seat] = 0.0;
            self.notices.push(say!(
                "notice-member-lost",
                member = seats[seat].name(),
                cause = error.text()
            ));
        }
    }
}

/// Adds up the sums of members, in their order, to those of `count` bodies.
fn add_up<'a, R: Row>(parts: impl Iterator<Item = &'a Sums<R>>, count: usize, sums: &mut Sums<R>) {
    let parts: Vec<_> = parts.collect();
    sums.finite = parts.iter().map(|part| part.finite).max().unwrap_or(0);
    // Others have none, or left them on the device of the run.
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.acceleration.is_empty()).collect();
    sums.first = parts.iter().map(|part| part.first).min().unwrap_or(0);
    let end =
        parts.iter().map(|part| part.first + part.acceleration.len()).max().unwrap_or(0).min(count);
    let first = sums.first;
    let add = |total: &mut Vec<R>, rows: fn(&Sums<R>) -> &Vec<R>| {
        let is_wanted = parts.iter().any(|part| !rows(part).is_empty());
        total.resize(if is_wanted { end - first } else { 0 }, R::default());
        total.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, total)| {
            let begin = first + chunk * CHUNK;
            total.fill(R::default());
            for part in &parts {
                let from = begin.max(part.first);
                let to = (begin + total.len()).min(part.first + rows(part).len());
                if from < to {
                    let there = &rows(part)[from - part.first..to - part.first];
                    total[from - begin..to - begin]
                        .iter_mut()
                        .zip(there)
                        .for_each(|(sum, row)| sum.add(row));
                }
            }
        });
    };
    add(&mut sums.acceleration, |part| &part.acceleration);
    add(&mut sums.jerk, |part| &part.jerk);
}
