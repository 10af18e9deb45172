//! The choice of what computes the forces of a session.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::SessionError;
use super::computing::Computing;
use super::members::{Members, Seat, Shares, own_index};
use crate::cpu::Processor;
use crate::gpu::{Gpu, GpuError};
use crate::physics::{
    AdapterMember, Gravity, HostThreads, Integrator, Member, Precision, Team, TeamMember,
};
use crate::ranks::{self, Choice};
use crate::words::{Text, say};

/// Longest time for which a team's speeds are measured.
const REHEARSAL: Duration = Duration::from_secs(3);
/// Force passes in that time: shares change every few of them.
const PASSES: std::ops::Range<u32> = 8..32;

impl Computing {
    /// Chooses what computes the forces from the last whole step on. A step in progress starts
    /// again if that changes. [`Members::Auto`] chooses again whenever the physics or the number of
    /// bodies changes.
    ///
    /// A team whose shares are not given adjusts them as it runs, until
    /// [`Computing::settle_members`].
    ///
    /// # Errors
    /// [`SessionError`] if an adapter of a team does not exist, the processor's threads cannot be
    /// started or memory runs out; the old choice then stays.
    pub fn set_members(&mut self, members: Members) -> Result<(), SessionError> {
        let physics = *self.simulation.parameters();
        let count = self.simulation.bodies().count() as usize;
        let resolved = match of_ranks(&members)? {
            Some(seats) => seats,
            None => members.resolved(&self.gpu, &physics, count),
        };
        if matches!(physics.gravity, Gravity::Mesh(_)) && resolved != Members::Gpu {
            let (missing, remedy) = (say!("missing-mesh-portions"), say!("remedy-mesh-alone"));
            return Err(GpuError::unsupported("mesh", resolved.to_string(), missing, remedy).into());
        }
        if resolved != self.present {
            let (member, team): (Option<Arc<dyn Member>>, _) = match &resolved {
                Members::Processor => (Some(Processor::shared()?), None),
                Members::Team(seats) => {
                    let team = Arc::new(team(&self.gpu, seats)?);
                    (Some(Arc::clone(&team) as Arc<dyn Member>), Some(team))
                }
                Members::Gpu | Members::Auto | Members::All => (None, None),
            };
            self.set_member(member)?;
            (self.present, self.team) = (resolved, team);
        }
        self.chosen = members;
        Ok(())
    }

    /// Drives the members of a team by these threads.
    #[doc(hidden)]
    pub fn drive_members(&mut self, threads: HostThreads) {
        if let Some(team) = &self.team {
            team.set_threads(threads);
        }
    }

    /// What was chosen to compute the forces.
    pub fn members(&self) -> Members {
        self.chosen.clone()
    }

    /// Whether a member is computing steps. Until they are done, frames show nothing new.
    pub fn is_busy(&mut self) -> bool {
        !self.simulation.engine_mut().wait_for_member(Duration::ZERO)
    }

    /// What computes the forces at present: the adapter, the processor, or a team with its shares.
    pub fn present(&self) -> Members {
        match self.simulation.gravity() {
            // Members cannot share a grid: the adapter computes it, whatever was chosen before.
            Gravity::Mesh(_) => Members::Gpu,
            _ if self.simulation.engine().is_on_host() => Members::Processor,
            _ => self.present.clone(),
        }
    }

    /// The members of a team as they were in the last force pass.
    #[doc(hidden)]
    pub fn team(&self) -> Vec<TeamMember> {
        self.team.as_ref().map_or_else(Vec::new, |team| team.members())
    }

    /// Bytes that a member of a team needs on its host for its copy of the bodies and its sums,
    /// roughly. An adapter needs as much again in its own memory.
    pub fn member_bytes(&self) -> u64 {
        let (physics, count) = (self.simulation.parameters(), self.simulation.bodies().count());
        let row = if physics.precision == Precision::Double {
            size_of::<[f64; 4]>()
        } else {
            size_of::<[f32; 4]>()
        } as u64;
        let is_tree = matches!(physics.gravity_of(&self.gpu, count), Gravity::Tree(_));
        let has_jerks = physics.integrator == Integrator::Hermite4;
        // Positions and accelerations; what opens the cells of a tree; velocities and jerks. Then
        // the same as columns, and the tree: half a million bodies were measured to take 54 bytes
        // each in direct sums, and 136 in trees.
        let rows = 2 + u64::from(is_tree) + 2 * u64::from(has_jerks);
        (2 + u64::from(is_tree)) * rows * row * u64::from(count)
    }

    /// What users should know about the members, such as the loss of one; each text once.
    pub fn member_notices(&self) -> Vec<Text> {
        self.team.as_ref().map_or_else(Vec::new, |team| team.notices())
    }

    /// Fixes the shares of a team, so that two runs have the same bits: those measured here for
    /// such forces before, or else measured now by force passes whose sums are not used. Does
    /// nothing for shares that were given, or without a team.
    ///
    /// # Errors
    /// [`SessionError`] if no member can compute.
    pub fn settle_members(&mut self) -> Result<(), SessionError> {
        let Some(team) = self.team.clone() else { return Ok(()) };
        let Members::Team(seats) = self.present() else { return Ok(()) };
        if seats.iter().all(|seat| seat.share.is_some()) {
            return Ok(());
        }
        let physics = *self.simulation.parameters();
        let count = self.simulation.bodies().count() as usize;
        let shares = match Shares::of(&self.gpu, &seats, &physics, count) {
            Some(shares) => shares,
            None => {
                let (begin, mut passes) = (Instant::now(), 0);
                while passes < PASSES.start || passes < PASSES.end && begin.elapsed() < REHEARSAL {
                    self.simulation.engine_mut().rehearse()?;
                    passes += 1;
                }
                let shares =
                    team.members().iter().map(|member| rounded(member.share)).collect::<Vec<_>>();
                Shares::remember(&self.gpu, &seats, &physics, count, &shares);
                shares
            }
        };
        let seats = seats
            .iter()
            .zip(&shares)
            .map(|(seat, share)| Seat { share: Some(*share), ..*seat })
            .collect();
        team.fix(&shares);
        self.present = Members::Team(seats);
        Ok(())
    }

    /// Chooses again, because the physics or the bodies have changed. If that fails, the present
    /// member continues, which is only slower.
    pub(super) fn choose_members(&mut self) {
        if self.chosen == Members::Auto {
            let _ = self.set_members(Members::Auto);
        }
    }
}

/// Opens the members of a team of a run on `gpu`: adapters and processor of this process, or one
/// per rank.
fn team(gpu: &Gpu, seats: &[Seat]) -> Result<Team, SessionError> {
    let members = match ranks::present() {
        Some(ranks) => ranks.members(&seats.iter().map(|seat| seat.adapter).collect::<Vec<_>>())?,
        None => {
            let mut opened: BTreeMap<u32, Gpu> =
                own_index(gpu).map(|own| (own, gpu.clone())).into_iter().collect();
            let mut seated = BTreeSet::new();
            let mut member = |seat: &Seat| -> Result<Arc<dyn Member>, SessionError> {
                let Some(index) = seat.adapter else { return Ok(Processor::shared()?) };
                // An adapter that is listed twice keeps one device, so that it need not switch; the
                // second member still gets copies.
                if let Entry::Vacant(place) = opened.entry(index) {
                    place.insert(Gpu::open(Some(&index.to_string()))?);
                }
                let member = AdapterMember::new(opened[&index].clone());
                Ok(Arc::new(if seated.insert(index) { member } else { member.apart() }))
            };
            seats.iter().map(&mut member).collect::<Result<_, _>>()?
        }
    };
    let is_fixed = seats.iter().all(|seat| seat.share.is_some());
    // A first guess, from which measured speeds lead on: next to a GPU, the processor has little to
    // give.
    let guess =
        |seat: &Seat| if seat.adapter.is_none() && !gpu.is_software() { 1.0 / 64.0 } else { 1.0 };
    let share = |seat: &Seat| seat.share.unwrap_or_else(|| guess(seat));
    let team = Team::new(
        members.into_iter().zip(seats).map(|(member, seat)| (member, share(seat))).collect(),
    );
    Ok(if is_fixed { team } else { team.balanced() })
}

/// The team that these members stand for in a run of several processes: a seat per rank.
fn of_ranks(members: &Members) -> Result<Option<Members>, SessionError> {
    let Some(ranks) = ranks::present() else { return Ok(None) };
    let choice = match members {
        Members::Team(_) => return Ok(Some(members.clone())),
        Members::Auto | Members::All => Choice::Auto,
        Members::Gpu => Choice::Gpu,
        Members::Processor => Choice::Processor,
    };
    let offers = ranks.offers(choice)?;
    // Ranks that are alike are equally fast.
    let share = offers.iter().all(|offer| offer.name == offers[0].name).then_some(1.0);
    Ok(Some(Members::Team(
        offers.iter().map(|offer| Seat { adapter: offer.adapter, share }).collect(),
    )))
}

/// A share that a person can read; never 0.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round().max(1.0) / 1000.0
}
