//! The timeline: looking back in the history of the run, and continuing from any moment of it.

use std::sync::Arc;

use starshell::name::Named;
use starshell::physics::{Parameters, Snapshot};
use starshell::scene::{Dimension, Scene};
use starshell::session::{Branch, Moment};
use starshell::words::{self, t};

use crate::app::shell::{action::Action, desk::Desk};
use crate::app::simulation::{
    hands::Purpose,
    stage::{BY_HAND, Stage},
};

impl Desk {
    /// The branch on stage, once it has a stored moment.
    pub fn line(&self) -> Option<&Branch> {
        self.history.branch(self.stage.course.branch)
    }

    /// Simulated times of the start of the run, of what is shown, and of the newest state on this branch.
    pub fn times(&self) -> [f64; 3] {
        let present = self.stage.session.simulation().time();
        let ends = self.line().and_then(|line| Some((line.moments().first()?.time(), line.newest()?.time())));
        let (first, newest) = ends.unwrap_or((present, present));
        [first.min(present), present, newest.max(present)]
    }

    /// Shows the stored state nearest to `time`.
    pub fn look_back(&mut self, time: f64) {
        let nearest = self.line().and_then(|line| line.nearest(time)).cloned();
        if time.is_nan() || nearest.is_none() {
            return;
        }
        if self.is_left(Action::LookBack(time)) {
            // The present, stored meanwhile, may now be the nearest.
            let nearest = self.line().and_then(|line| line.nearest(time)).cloned();
            nearest.into_iter().for_each(|moment| self.go_to(moment));
        }
    }

    /// Shows the stored state `by` places later or, if negative, earlier.
    pub fn step_state(&mut self, by: i32) {
        if self.stage.course.shown.is_none() && by >= 0 || !self.is_left(Action::StepState(by)) {
            return;
        }
        let Some(line) = self.line() else { return };
        let last = line.moments().len() - 1;
        let place = match &self.stage.course.shown {
            // If it has been thinned out meanwhile, start from the nearest that is left.
            Some(shown) => line.place(shown).or_else(|| line.place(line.nearest(shown.time())?)).unwrap_or(last),
            None => last,
        };
        let place = (place as i64 + i64::from(by)).clamp(0, last as i64) as usize;
        let moment = line.moments()[place].clone();
        self.go_to(moment);
    }

    /// Returns from the past to the newest state of this branch.
    pub fn return_to_newest(&mut self) {
        if self.stage.course.shown.is_some()
            && let Some(newest) = self.line().and_then(Branch::newest).cloned()
        {
            self.show(newest);
        }
    }

    /// Switches to the newest state of another branch.
    pub fn switch_branch(&mut self, number: u32) {
        if self.beside.as_ref().is_some_and(|beside| beside.stage.course.branch == number) {
            return self.swap_halves();
        }
        if number == self.stage.course.branch || self.history.branch(number).is_none() || !self.is_left(Action::Branch(number)) {
            return;
        }
        let Some(newest) = self.history.branch(number).and_then(Branch::newest).cloned() else { return };
        self.set_branch(number);
        self.stage.course.shown = None;
        self.stage.hands.pasts.clear();
        // The branch may contain changes by hand.
        self.stage.altered = Some(BY_HAND);
        self.show(newest);
        self.stage.statistics.restart();
    }

    /// Discards a branch that is not on stage.
    pub fn discard_branch(&mut self, number: u32) {
        let name = self.history.branch(number).map(|branch| branch_name(branch, &self.stage));
        if let (Some(name), true) = (name, self.history.discard(number)) {
            self.notices.tell(t!("notice-discarded", name = name));
        }
    }

    /// Pauses, and returns whether the history holds the present, so that it can be left. If not, requests a copy of it and
    /// repeats `action` once that has arrived.
    pub fn is_left(&mut self, action: Action) -> bool {
        let transport = &mut self.stage.transport;
        (transport.is_playing, transport.remaining) = (false, 0);
        let course = &mut self.stage.course;
        if course.waiting.is_some() {
            course.waiting = Some(action);
            return false;
        }
        if self.stage.hands.is_waiting() {
            self.actions.push_back(action);
            return false;
        }
        let is_held = course.shown.is_some() || course.is_stored;
        if !is_held {
            course.waiting = Some(action);
            // Set before the copy is made; any change of the bodies after it resets this.
            course.is_stored = true;
            self.stage.hands.wanted.push(Purpose::Leave);
        }
        is_held
    }

    /// Stores the copy of the present, and performs the action that waited for it.
    pub fn leave(&mut self, snapshot: Snapshot) {
        self.stage.hands.newest.keep(snapshot);
        let Some(action) = self.stage.course.waiting.take() else { return };
        if self.line().is_some_and(|line| line.newest().is_some()) {
            // Repeat the action even if the attractor still pulls, so that it does not wait for ever.
            self.stage.course.is_stored = true;
            self.perform(action);
        } else {
            self.stage.course.is_stored = false;
            self.notices.warn(t!("notice-no-history"));
        }
    }

    /// Adds a copy of the present to the history, if the history wants one or `must` is set.
    pub fn remember(&mut self, snapshot: &Snapshot, must: bool) {
        let physics = self.stage.session.scene().physics;
        let moment = Moment::new(snapshot.clone(), physics);
        let course = &mut self.stage.course;
        if course.shown.is_some() || !must && !self.history.wants(course.branch, moment.time(), moment.bytes()) {
            return;
        }
        self.history.record(course.branch, moment);
        if self.history.branch(course.branch).is_none() {
            course.branch = self.history.current();
        }
    }

    /// Shows a moment of this branch, paused, unless it is shown already.
    fn go_to(&mut self, moment: Arc<Moment>) {
        let is_shown = match &self.stage.course.shown {
            Some(shown) => Arc::ptr_eq(shown, &moment),
            None => self.is_newest(&moment),
        };
        if !is_shown {
            self.show(moment);
        }
    }

    fn is_newest(&self, moment: &Arc<Moment>) -> bool {
        self.line().and_then(Branch::newest).is_some_and(|newest| Arc::ptr_eq(newest, moment))
    }

    /// Shows a moment of this branch, paused.
    fn show(&mut self, moment: Arc<Moment>) {
        let course = &self.stage.course;
        let is_newest = self.is_newest(&moment);
        let now = self.stage.session.scene().physics;
        // Keep physics that the user has changed while looking back, until a moment to continue from is found.
        let is_changed = course.shown.as_ref().is_some_and(|shown| *shown.physics() != now);
        if is_newest || !is_changed {
            self.set_known_physics(*moment.physics());
        }
        let snapshot = moment.snapshot();
        let picked = self.still_picked(&snapshot);
        if self.put(&snapshot, picked) {
            self.stage.hands.attraction = None;
            self.stage.course.shown = (!is_newest).then_some(moment);
            self.stage.course.is_stored = true;
        }
    }

    /// Sets the physics of a moment, in the current precision if this adapter does not support the moment's.
    pub fn set_known_physics(&mut self, mut physics: Parameters) {
        let now = self.stage.session.scene().physics;
        if !physics.precision.is_supported(&self.gpu) {
            physics.precision = now.precision;
        }
        if physics != now
            && let Err(error) = self.stage.session.set_parameters(physics)
        {
            self.notices.warn(error.to_string());
        }
    }

    /// The picked body, if `snapshot` has the same bodies.
    pub fn still_picked(&self, snapshot: &Snapshot) -> Option<u32> {
        let count = self.stage.session.simulation().bodies().count();
        self.stage.hands.picked.filter(|_| snapshot.state.len() == count as usize)
    }

    /// Begins a branch if the past moment on show is about to change.
    pub fn go_on(&mut self) {
        let stage = &self.stage;
        let rests = stage.transport.is_resting() || stage.hands.is_waiting() || self.tuner.is_some() || self.still.is_some();
        if !rests || stage.hands.reverses || stage.hands.attraction.is_some() {
            self.branch_off();
        }
    }

    /// Continues from the moment shown, if it is in the past. The states after it stay as a branch.
    pub fn branch_off(&mut self) {
        let Some(at) = self.stage.course.shown.take() else { return };
        let before = self.stage.course.branch;
        self.stage.course.is_stored = false;
        self.stage.statistics.go_back(at.time(), at.steps());
        self.stage.hands.pasts.go_back(self.stage.statistics.run(), at.time());
        if let Some(number) = self.history.continue_from(before, &at) {
            self.set_branch(number);
            if number != before {
                self.notices.tell(t!("notice-branch", time = self.stage.numbers().text(Dimension::Time, at.time())));
            }
        }
    }

    /// Continues the run from `snapshot`, one of its other states, on the branch that has it.
    pub fn go_back_to(&mut self, snapshot: Snapshot) {
        let moment = Arc::new(Moment::new(snapshot, self.stage.session.scene().physics));
        let is_it = |known: &&Arc<Moment>| known.time() == moment.time() && known.snapshot() == moment.snapshot();
        let beside = self.beside.as_ref().map(|beside| beside.stage.course.branch);
        let others = self.history.branches().iter().filter(|branch| Some(branch.number()) != beside);
        let known = self
            .line()
            .into_iter()
            .chain(others)
            .find_map(|branch| Some((branch.number(), branch.moments().iter().find(is_it)?.clone())));
        if let Some((number, _)) = known {
            self.set_branch(number);
        }
        self.stage.course.shown = Some(known.map_or(moment, |(_, moment)| moment));
        self.branch_off();
    }

    /// Prepares the history for a session that starts `scene`. If it has the same bodies as the current one, the run so far
    /// stays as a branch.
    pub fn begin_history(&mut self, scene: &Scene) {
        self.end_comparison();
        let present = self.stage.session.scene();
        let has_same_bodies = (scene.count, scene.seed, &scene.initial) == (present.count, present.seed, &present.initial);
        let course = std::mem::take(&mut self.stage.course);
        let start = self.history.branch(course.branch).and_then(|line| line.moments().first());
        match start.filter(|start| has_same_bodies && start.steps() == 0).cloned() {
            Some(start) => {
                let number = self.history.continue_from(course.branch, &start).unwrap_or_default();
                self.set_branch(number);
            }
            None => {
                self.leaving.clear();
                self.history.clear();
            }
        }
    }
}

/// Name of a branch: its number, and the parameters that differ from the moment at which it forked.
pub fn branch_name(branch: &Branch, stage: &Stage) -> String {
    let number = branch.number();
    let Some((fork, newest)) = branch.fork().zip(branch.newest()) else { return t!("timeline-branch", number = number) };
    let is_present = stage.course.branch == number && stage.course.shown.is_none();
    let physics = if is_present { stage.session.scene().physics } else { *newest.physics() };
    let mut changes = changes(fork.physics(), &physics);
    if newest.count() != fork.count() {
        changes.push(t!("timeline-bodies", count = words::grouped(newest.count() as u64)));
    }
    match changes.is_empty() {
        true => t!("timeline-branch", number = number),
        false => t!("timeline-branch-changed", number = number, changes = changes.join(", ")),
    }
}

/// Name of a half of a comparison: the number of its branch, and the parameters that differ from those of the other half.
pub fn half_name(branch: &Branch, stage: &Stage, other: &Stage) -> String {
    let changes = changes(&other.session.scene().physics, &stage.session.scene().physics);
    match changes.is_empty() {
        true => branch_name(branch, stage),
        false => t!("timeline-branch-changed", number = branch.number(), changes = changes.join(", ")),
    }
}

/// The parameters of `now` that differ from those of `before`, in words.
fn changes(before: &Parameters, now: &Parameters) -> Vec<String> {
    let mut changes = Vec::new();
    if now.softening != before.softening {
        changes.push(t!("timeline-softening", value = words::short(now.softening)));
    }
    if now.time_step != before.time_step {
        changes.push(t!("timeline-step", value = words::short(now.time_step)));
    }
    if now.integrator != before.integrator {
        changes.push(words::text(&format!("integrator-{}", now.integrator.name()), &[]));
    }
    if now.damping != before.damping {
        changes.push(t!("timeline-damping", value = format!("{}", now.damping)));
    }
    if now.precision != before.precision {
        changes.push(now.precision.name().to_owned());
    }
    if now.gravity.method() != before.gravity.method() {
        changes.push(words::text(&format!("gravity-by-{}", now.gravity.method().name()), &[]));
    } else if now.gravity != before.gravity {
        // The direct sum by another kernel has no name of its own here.
        let tree = now.gravity.accuracy().map(|accuracy| t!("timeline-tree", value = words::short(accuracy)));
        changes.extend(tree.or_else(|| now.gravity.tree().map(|_| words::text("gravity-by-tree", &[]))));
    }
    match now.adaptive {
        _ if now.adaptive == before.adaptive => {}
        Some(eta) => changes.push(t!("timeline-adaptive", value = words::short(eta))),
        None => changes.push(t!("timeline-fixed")),
    }
    changes
}
