//! Stored states of a run, in branches and within a memory budget. Pure: independent of the GPU and
//! the wall clock.
//!
//! States are not compressed. For 262,144 bodies of a Plummer model in `f32`, LZ4 over byte planes
//! reaches a ratio of 1.42, of which 1.33 comes from the constant masses and components; 1.23 if
//! masses differ. Positions and velocities are nearly incompressible.

mod branch;
mod moment;

use std::sync::Arc;

pub use branch::Branch;
pub use moment::Moment;

/// Most moments kept, however small: more would be indistinguishable on a screen.
const MAX_MOMENTS: usize = 1024;
/// Most branches kept.
const MAX_BRANCHES: usize = 8;

/// The history of a run: moments in branches, within a memory budget. When the budget is exceeded,
/// the moment whose neighbours are closest in time is dropped first, so that every branch stays
/// covered evenly from its start to its newest moment.
#[derive(Clone, Debug)]
pub struct History {
    budget: u64,
    bytes: u64,
    /// Number of distinct moments.
    count: usize,
    /// The oldest first.
    branches: Vec<Branch>,
    /// Number of the branch in progress.
    current: u32,
    /// Number of the other branch in progress, in a comparison.
    beside: Option<u32>,
    /// Branches created so far.
    begun: u32,
}

impl History {
    /// An empty history with a budget of `budget` bytes.
    pub fn new(budget: u64) -> Self {
        Self {
            budget,
            bytes: 0,
            count: 0,
            branches: Vec::new(),
            current: 0,
            beside: None,
            begun: 0,
        }
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// All branches, the oldest first.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The branch with this number.
    pub fn branch(&self, number: u32) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.number == number)
    }

    /// Number of the branch in progress; 0 before the first moment.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// Whether a state of `bytes` bytes at `time` should be recorded on branch `number`: it must be
    /// later than the newest by at least the spacing that the budget allows.
    pub fn wants(&self, number: u32, time: f64, bytes: u64) -> bool {
        let Some(branch) = self.branch(number) else { return bytes <= self.budget };
        let room = (self.budget / bytes.max(1)).min(MAX_MOMENTS as u64) as f64;
        let has_room = ((self.count + 1) as f64) < room;
        let since = time - branch.newest().map_or(f64::NEG_INFINITY, |newest| newest.time());
        // Each branch gets its share of the moments.
        let spacing = branch.span() * self.branches.len() as f64 / room;
        since > 0.0 && (has_room || since >= spacing)
    }

    /// Number of distinct moments.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds a moment at the end of branch `number`, or as the start of a new history. Returns
    /// whether it was kept: it must not be earlier than the newest one, and the budget must hold
    /// it.
    pub fn record(&mut self, number: u32, moment: Moment) -> bool {
        let bytes = moment.bytes();
        if bytes > self.budget || !moment.time().is_finite() {
            return false;
        }
        let moment = Arc::new(moment);
        if self.branches.is_empty() {
            self.current = self.begin(vec![moment], None);
        } else {
            let branch = self.branches.iter_mut().find(|branch| branch.number == number);
            let is_later = |branch: &&mut Branch| {
                branch.newest().is_none_or(|newest| newest.time() <= moment.time())
            };
            let Some(branch) = branch.filter(is_later) else { return false };
            if branch.newest() == Some(&moment) {
                return true;
            }
            branch.moments.push(moment);
        }
        (self.bytes, self.count) = (self.bytes + bytes, self.count + 1);
        self.thin(number);
        true
    }

    /// Continues branch `number` from `at`, one of its moments, which may have been thinned out
    /// meanwhile. If the branch has later moments, it is kept and a new one begins. Returns the
    /// number of the branch to record on; `None` if there is no branch `number`. If there are too
    /// many branches, the oldest idle one is discarded.
    pub fn continue_from(&mut self, number: u32, at: &Arc<Moment>) -> Option<u32> {
        let moments = self.branch(number)?.leading_to(at);
        let branch = self.branches.iter_mut().find(|branch| branch.number == number)?;
        // An edit undone at once leaves no later moments, so it makes no branch.
        let leads_on = branch.newest().is_some_and(|newest| newest.time() > at.time());
        let number = if leads_on {
            self.begin_beside(number, moments, at)
        } else {
            branch.moments = moments;
            number
        };
        self.recount();
        self.thin(number);
        Some(number)
    }

    /// Begins a second branch at a moment of branch `number`, for a comparison. Returns its number.
    pub fn double(&mut self, number: u32, at: &Arc<Moment>) -> Option<u32> {
        let moments = self.branch(number)?.leading_to(at);
        Some(self.begin_beside(number, moments, at))
    }

    fn begin_beside(&mut self, number: u32, moments: Vec<Arc<Moment>>, at: &Arc<Moment>) -> u32 {
        let made = self.begin(moments, Some(at.clone()));
        let is_idle = |other: &u32| ![number, made].contains(other) && !self.is_in_progress(*other);
        if self.branches.len() > MAX_BRANCHES
            && let Some(oldest) = self.branches.iter().map(Branch::number).find(is_idle)
        {
            self.discard(oldest);
        }
        made
    }

    fn begin(&mut self, moments: Vec<Arc<Moment>>, fork: Option<Arc<Moment>>) -> u32 {
        self.begun += 1;
        self.branches.push(Branch { number: self.begun, moments, fork });
        self.begun
    }

    /// Makes another branch the one in progress. Returns its newest moment.
    pub fn switch(&mut self, number: u32) -> Option<Arc<Moment>> {
        let newest = self.branch(number)?.newest().cloned();
        self.current = number;
        newest
    }

    /// Sets the other branch in progress while two are compared.
    pub fn set_beside(&mut self, number: Option<u32>) {
        self.beside = number;
    }

    fn is_in_progress(&self, number: u32) -> bool {
        number == self.current || Some(number) == self.beside
    }

    /// Discards a branch unless it is in progress. Moments shared with other branches stay. Returns
    /// whether it was discarded.
    pub fn discard(&mut self, number: u32) -> bool {
        let count = self.branches.len();
        if !self.is_in_progress(number) {
            self.branches.retain(|branch| branch.number != number);
            self.recount();
        }
        self.branches.len() < count
    }

    /// Removes all branches.
    pub fn clear(&mut self) {
        *self = Self::new(self.budget);
    }

    /// Changes the budget, and thins the history to fit.
    pub fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
        self.thin(self.current);
    }

    /// Every distinct moment.
    fn distinct(&self) -> impl Iterator<Item = &Arc<Moment>> {
        self.branches.iter().enumerate().flat_map(move |(index, branch)| {
            let is_new = move |moment: &&Arc<Moment>| {
                self.branches[..index].iter().all(|other| other.place(moment).is_none())
            };
            branch.moments.iter().filter(is_new)
        })
    }

    fn recount(&mut self) {
        let (bytes, count) = self
            .distinct()
            .fold((0, 0), |(bytes, count), moment| (bytes + moment.bytes(), count + 1));
        (self.bytes, self.count) = (bytes, count);
    }

    /// Drops moments until the rest fits: first inner moments, then idle branches, then starts. The
    /// newest moment of branch `kept` goes last.
    fn thin(&mut self, kept: u32) {
        while self.bytes > self.budget || self.count > MAX_MOMENTS {
            let is_idle =
                |branch: &Branch| branch.number != kept && !self.is_in_progress(branch.number);
            if let Some(moment) = self.least_missed() {
                for branch in &mut self.branches {
                    if let Some(place) = branch.place(&moment) {
                        branch.moments.remove(place);
                    }
                }
            } else if let Some(index) = self.branches.iter().position(is_idle) {
                self.branches.remove(index);
            } else if let Some(branch) =
                self.branches.iter_mut().find(|branch| branch.moments.len() > 1)
            {
                branch.moments.remove(0);
            } else if self.branches.len() > 1 {
                self.branches.retain(|branch| branch.number == kept);
                self.current = kept;
            } else {
                self.branches.clear();
            }
            self.recount();
        }
    }

    /// The moment whose removal leaves the shortest gap; the oldest of several. For a shared
    /// moment, its longest gap counts. Given ones stay, because they say where a film ends.
    fn least_missed(&self) -> Option<Arc<Moment>> {
        let gap = |moment: &Arc<Moment>| {
            let mut gaps = self
                .branches
                .iter()
                .filter_map(|branch| Some(branch.gap_without(branch.place(moment)?)));
            // The first and last moments of a branch are kept.
            gaps.try_fold(0.0, |longest: f64, gap| Some(longest.max(gap?)))
        };
        let computed = self.distinct().filter(|moment| !moment.is_given());
        let all = computed.filter_map(|moment| Some((gap(moment)?, moment)));
        all.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, moment)| moment.clone())
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::moment::OVERHEAD;
    use super::*;
    use starshell::physics::{Body, Integrator, Parameters, Precision, Snapshot, State};

    fn physics() -> Parameters {
        Parameters::new(Integrator::default(), 0.01, 0.1)
    }
    /// What a moment of these tests takes.
    const SIZE: u64 = OVERHEAD + 4 * 32;

    fn moment(time: f64) -> Moment {
        let body = Body {
            position: DVec3::new(time, 1.0 / 3.0, -0.0),
            velocity: DVec3::Y / 7.0,
            mass: 0.1,
            component: 3,
        };
        let state = State::new(&[body; 4], Precision::Single).unwrap();
        Moment::new(Snapshot { time, steps: (time * 100.0) as u64, state }, physics())
    }

    /// A history with room for this many moments, and those of the times 0, 1, … on its branch.
    fn filled(room: u64, times: u32) -> History {
        let mut history = History::new(room * SIZE);
        (0..times).for_each(|time| assert!(history.record(1, moment(f64::from(time)))));
        history
    }

    /// The branch in progress, if it has moments.
    fn line(history: &History) -> Option<&Branch> {
        history.branch(history.current)
    }

    fn times(history: &History, number: u32) -> Vec<f64> {
        history.branch(number).unwrap().moments().iter().map(|moment| moment.time()).collect()
    }

    #[test]
    fn a_full_history_covers_the_whole_run_evenly() {
        for room in [3, 4, 7, 20, 100] {
            let mut history = History::new(room * SIZE);
            for time in 0..2000 {
                assert!(history.record(1, moment(f64::from(time))));
                assert!(history.bytes() <= history.budget);
                let times = times(&history, 1);
                assert_eq!(
                    (times[0], *times.last().unwrap()),
                    (0.0, f64::from(time)),
                    "the first and the newest stay"
                );
                let longest = times.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
                let even = f64::from(time) / (room - 1) as f64;
                assert!(
                    longest <= (2.5 * even).max(2.0),
                    "{room} moments, a gap of {longest} instead of {even}: {times:?}"
                );
            }
        }
    }

    #[test]
    fn given_moments_stay_where_others_are_thinned() {
        let mut history = History::new(8 * SIZE);
        for time in 0..200 {
            let moment = moment(f64::from(time));
            let given = Moment::given(moment.snapshot(), *moment.physics());
            assert!(history.record(1, if time < 3 { given } else { moment }));
        }
        assert_eq!(times(&history, 1)[..3], [0.0, 1.0, 2.0]);
        assert_eq!(line(&history).unwrap().last_given().map(|moment| moment.time()), Some(2.0));
        assert!(history.bytes() <= history.budget);
    }

    #[test]
    fn states_that_would_be_dropped_again_are_not_wanted() {
        let mut history = History::new(50 * SIZE);
        let mut recorded = 0;
        for time in 0..20_000 {
            if history.wants(1, f64::from(time), SIZE) {
                recorded += usize::from(history.record(1, moment(f64::from(time))));
            }
            assert!(!history.wants(1, f64::from(time) - 0.5, SIZE), "earlier than the newest");
        }
        assert!((48..=50).contains(&history.count()), "{}", history.count());
        assert!(recorded < 500, "{recorded} copies for 50 moments");
        assert!(line(&history).unwrap().newest().unwrap().time() > 19_000.0);
    }

    #[test]
    fn a_restored_moment_has_the_same_bits() {
        let history = filled(10, 5);
        let back = line(&history).unwrap().nearest(3.2).unwrap();
        assert_eq!(**back, moment(3.0));
        assert_eq!(back.snapshot().state.columns(), moment(3.0).snapshot().state.columns());
    }

    #[test]
    fn the_nearest_moment_is_found() {
        let mut history = filled(10, 4);
        let body = Body { position: DVec3::X, velocity: DVec3::ZERO, mass: 0.1, component: 0 };
        let edited = Snapshot {
            state: State::new(&[body; 4], Precision::Single).unwrap(),
            ..moment(3.0).snapshot()
        };
        assert!(history.record(1, Moment::new(edited, physics())));
        let line = line(&history).unwrap();
        for (time, expected) in
            [(-5.0, 0.0), (0.4, 0.0), (0.5, 0.0), (0.6, 1.0), (2.0, 2.0), (9.0, 3.0)]
        {
            assert_eq!(line.nearest(time).unwrap().time(), expected, "{time}");
        }
        assert_eq!(
            line.place(line.nearest(3.0).unwrap()),
            Some(4),
            "the newest of two at the same time"
        );
        assert!(!history.record(1, moment(2.5)), "time runs forward");
        assert!(!history.record(7, moment(9.0)), "there is no such branch");
    }

    #[test]
    fn going_on_from_an_earlier_moment_begins_a_branch_and_keeps_the_old_one() {
        let mut history = filled(20, 5);
        let bytes = history.bytes();
        let at = line(&history).unwrap().nearest(2.0).unwrap().clone();
        assert_eq!(history.continue_from(1, &at), Some(2));
        assert_eq!(history.bytes(), bytes, "what is shared takes no room");
        assert_eq!(history.switch(2).map(|moment| moment.time()), Some(2.0));
        assert!(history.record(2, moment(2.5)) && history.record(2, moment(7.0)));
        assert_eq!(
            (times(&history, 1), times(&history, 2)),
            (vec![0.0, 1.0, 2.0, 3.0, 4.0], vec![0.0, 1.0, 2.0, 2.5, 7.0])
        );
        assert!(Arc::ptr_eq(history.branch(2).unwrap().fork().unwrap(), &at));

        assert!(!history.discard(2), "the one in progress stays");
        history.set_beside(Some(1));
        assert!(!history.discard(1), "so does the one beside it");
        history.set_beside(None);
        assert!(history.discard(1) && !history.discard(1));
        assert_eq!((history.count(), history.bytes()), (5, 5 * SIZE));
        assert_eq!(times(&history, 2), [0.0, 1.0, 2.0, 2.5, 7.0], "what it shared stays");
    }

    #[test]
    fn an_immediate_undo_leaves_no_branch() {
        let mut history = filled(20, 3);
        let before = line(&history).unwrap().newest().unwrap().clone();
        assert!(history.record(1, moment(2.0)), "an edit takes no time");
        assert_eq!(history.continue_from(1, &before), Some(1));
        assert_eq!((history.branches().len(), times(&history, 1)), (1, vec![0.0, 1.0, 2.0]));
    }

    #[test]
    fn branches_are_few_and_the_oldest_idle_one_goes() {
        let mut history = filled(100, 3);
        for _ in 0..20 {
            let start = line(&history).unwrap().moments()[0].clone();
            let number = history.continue_from(history.current(), &start).unwrap();
            history.switch(number);
            assert!(history.record(number, moment(1.0)) && history.record(number, moment(2.0)));
            assert!(history.branches().len() <= MAX_BRANCHES);
        }
        assert_eq!(history.current(), 21);
        assert!(history.branch(20).is_some() && history.branch(1).is_none());
    }

    #[test]
    fn the_history_never_exceeds_its_budget() {
        let mut history = History::new(6 * SIZE);
        let mut random = 1_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        for _ in 0..5000 {
            let number = history.current();
            let newest =
                line(&history).and_then(Branch::newest).map_or(0.0, |moment| moment.time());
            match next(12) {
                0 => {
                    let at = line(&history).and_then(|line| line.nearest(next(50) as f64)).cloned();
                    if let Some(made) = at.and_then(|at| history.continue_from(number, &at)) {
                        history.switch(made);
                    }
                }
                1 => {
                    let at = line(&history).and_then(Branch::newest).cloned();
                    _ = at.and_then(|at| history.double(number, &at));
                }
                2 => _ = history.discard(next(40) as u32),
                3 => _ = history.switch(next(40) as u32),
                4 => history.set_budget(next(9) * SIZE),
                _ => _ = history.record(number, moment(newest + next(3) as f64)),
            }
            let distinct: std::collections::HashSet<_> =
                history.branches().iter().flat_map(|b| b.moments()).map(Arc::as_ptr).collect();
            assert_eq!(
                (distinct.len(), history.bytes()),
                (history.count(), distinct.len() as u64 * SIZE)
            );
            assert!(history.bytes() <= history.budget);
            assert!(
                history
                    .branches()
                    .iter()
                    .all(|branch| branch.moments().is_sorted_by_key(|moment| moment.time()))
            );
            assert!(
                history.branches().is_empty()
                    || line(&history).is_some_and(|line| line.newest().is_some())
            );
        }
    }
}
