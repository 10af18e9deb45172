//! The timeline: looking back in the history of the run, and continuing from any moment of it.

use std::sync::Arc;

use starshell::name::Named;
use starshell::physics::{Parameters, Snapshot};
use starshell::scene::Scene;
use starshell::session::{Branch, Moment};
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::simulation::{
    desk::Desk,
    stage::{BY_HAND, Stage},
};

impl Desk {
    /// Simulated times of the start of the run, of what is shown, and of the newest state on this
    /// branch.
    pub fn times(&self) -> [f64; 3] {
        let present = self.stage.session.simulation().time();
        let ends = self
            .line()
            .and_then(|line| Some((line.moments().first()?.time(), line.newest()?.time())));
        let (first, newest) = ends.unwrap_or((present, present));
        [first.min(present), present, newest.max(present)]
    }

    /// Pauses, and returns whether the history holds the present, so that `command` can leave it: see
    /// [`Stage::is_left`].
    pub fn is_left(&mut self, command: Command) -> bool {
        self.viewer.pause();
        let (stage, mut around) = self.on_stage();
        stage.is_left(&mut around, command)
    }

    /// Shows the stored state nearest to `time`.
    pub fn look_back(&mut self, time: f64) {
        self.viewer.pause();
        let (stage, mut around) = self.on_stage();
        stage.look_back(&mut around, time);
    }

    /// Moves in time, both halves of a comparison.
    pub fn move_both(&mut self, movement: impl FnOnce(&mut Self)) {
        movement(self);
        self.align_other_half();
    }

    /// Shows the stored state `by` places later or, if negative, earlier.
    pub fn step_state(&mut self, by: i32) {
        if self.stage.cursor.shown.is_none() && by >= 0 || !self.is_left(Command::StepState(by)) {
            return;
        }
        let Some(line) = self.line() else { return };
        let last = line.moments().len() - 1;
        let place = match &self.stage.cursor.shown {
            // If it has been thinned out meanwhile, start from the nearest that is left.
            Some(shown) => line
                .place(shown)
                .or_else(|| line.place(line.nearest(shown.time())?))
                .unwrap_or(last),
            None => last,
        };
        let place = (place as i64 + i64::from(by)).clamp(0, last as i64) as usize;
        let moment = line.moments()[place].clone();
        let (stage, mut around) = self.on_stage();
        stage.go_to(&mut around, moment);
    }

    /// Returns from the past to the newest state of this branch.
    pub fn return_to_newest(&mut self) {
        if self.stage.cursor.shown.is_some()
            && let Some(newest) = self.line().and_then(Branch::newest).cloned()
        {
            let (stage, mut around) = self.on_stage();
            stage.show(&mut around, newest);
        }
    }

    /// Switches to the newest state of another branch.
    pub fn switch_branch(&mut self, number: u32) {
        if self.other_view.as_ref().is_some_and(|beside| beside.stage.cursor.branch == number) {
            return self.give_focus();
        }
        if number == self.stage.cursor.branch
            || self.history.branch(number).is_none()
            || !self.is_left(Command::Branch(number))
        {
            return;
        }
        let Some(newest) = self.history.branch(number).and_then(Branch::newest).cloned() else {
            return;
        };
        let (stage, mut around) = self.on_stage();
        stage.set_branch(around.history, number);
        stage.cursor.shown = None;
        stage.interaction.undo_stack.clear();
        // The branch may contain changes by hand.
        stage.altered = Some(BY_HAND);
        stage.show(&mut around, newest);
        stage.statistics.restart();
    }

    /// Discards a branch that is not on stage.
    pub fn discard_branch(&mut self, number: u32) {
        let name = self.history.branch(number).map(|branch| branch_name(branch, &self.stage));
        if let (Some(name), true) = (name, self.history.discard(number)) {
            self.shell.notices.tell(t!("notice-discarded", name = name));
        }
    }

    /// Continues the run from `snapshot`, one of its other states, on the branch that has it.
    pub fn go_back_to(&mut self, snapshot: Snapshot) {
        let moment = Arc::new(Moment::new(snapshot, self.stage.session.scene().physics));
        let is_it = |known: &&Arc<Moment>| {
            known.time() == moment.time() && known.snapshot() == moment.snapshot()
        };
        let beside = self.other_view.as_ref().map(|beside| beside.stage.cursor.branch);
        let others =
            self.history.branches().iter().filter(|branch| Some(branch.number()) != beside);
        let known = self.line().into_iter().chain(others).find_map(|branch| {
            Some((branch.number(), branch.moments().iter().find(is_it)?.clone()))
        });
        let (stage, mut around) = self.on_stage();
        if let Some((number, _)) = known {
            stage.set_branch(around.history, number);
        }
        stage.cursor.shown = Some(known.map_or(moment, |(_, moment)| moment));
        stage.branch_off(&mut around);
    }

    /// Prepares the history for a session that starts `scene`. If it has the same bodies as the
    /// current one, the run so far stays as a branch.
    pub fn begin_history(&mut self, scene: &Scene) {
        self.end_comparison();
        let present = self.stage.session.scene();
        let has_same_bodies = (scene.count, scene.seed, &scene.initial)
            == (present.count, present.seed, &present.initial);
        let cursor = std::mem::take(&mut self.stage.cursor);
        let start = self.history.branch(cursor.branch).and_then(|line| line.moments().first());
        match start.filter(|start| has_same_bodies && start.steps() == 0).cloned() {
            Some(start) => {
                let number = self.history.continue_from(cursor.branch, &start).unwrap_or_default();
                self.stage.set_branch(&mut self.history, number);
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
    let Some((fork, newest)) = branch.fork().zip(branch.newest()) else {
        return t!("timeline-branch", number = number);
    };
    let is_present = stage.cursor.branch == number && stage.cursor.shown.is_none();
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

/// Name of a half of a comparison: the number of its branch, and the parameters that differ from
/// those of the other half.
pub fn half_name(branch: &Branch, stage: &Stage, other: &Stage) -> String {
    let changes = changes(&other.session.scene().physics, &stage.session.scene().physics);
    match changes.is_empty() {
        true => branch_name(branch, stage),
        false => {
            t!("timeline-branch-changed", number = branch.number(), changes = changes.join(", "))
        }
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
    if now.drag != before.drag {
        changes.push(t!("timeline-drag", value = words::short(now.drag)));
    }
    if now.precision != before.precision {
        changes.push(now.precision.name().to_owned());
    }
    if now.gravity.method() != before.gravity.method() {
        changes.push(words::text(&format!("gravity-by-{}", now.gravity.method().name()), &[]));
    } else if now.gravity != before.gravity {
        // The direct sum by another kernel has no name of its own here.
        let tree = now
            .gravity
            .accuracy()
            .map(|accuracy| t!("timeline-tree", value = words::short(accuracy)));
        changes.extend(
            tree.or_else(|| now.gravity.tree().map(|_| words::text("gravity-by-tree", &[]))),
        );
    }
    match now.adaptive {
        _ if now.adaptive == before.adaptive => {}
        Some(eta) => changes.push(t!("timeline-adaptive", value = words::short(eta))),
        None => changes.push(t!("timeline-fixed")),
    }
    changes
}
