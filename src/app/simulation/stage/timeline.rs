//! A stage in the history of its run: it stores the present, shows moments of the past, and
//! continues from them.

use std::sync::Arc;

use starshell::physics::{Parameters, Snapshot};
use starshell::scene::Dimension;
use starshell::session::Edit;
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::simulation::history::{Branch, History, Moment};
use crate::app::simulation::{
    around::Around,
    interaction::{Copied, Purpose},
    stage::{Stage, begins_anew, course::take_course, note, task::Task},
};
use crate::explained::explained;

impl Stage {
    /// The branch that it shows, once that has a stored moment.
    pub fn line<'a>(&self, history: &'a History) -> Option<&'a Branch> {
        history.branch(self.cursor.branch)
    }

    /// The simulated time that it shows, or is about to show of a film.
    pub fn time(&self) -> f64 {
        self.reel.time.unwrap_or_else(|| self.session.simulation().time())
    }

    /// Makes `number` its branch.
    pub fn set_branch(&mut self, history: &mut History, number: u32) {
        self.cursor.branch = number;
        if self.cursor.is_beside {
            history.set_beside(Some(number));
        } else {
            history.switch(number);
        }
    }

    /// Shows the stored state nearest to `time`.
    pub fn look_back(&mut self, around: &mut Around, time: f64) {
        let nearest = |stage: &Self, history: &History| {
            stage.line(history).and_then(|line| line.nearest(time)).cloned()
        };
        let is_empty = nearest(self, around.history).is_none();
        if time.is_nan() || is_empty && self.reel.end(None).is_none() {
            return;
        }
        if self.is_left(around, Command::LookBack(time))
            && !self.reel.show(around.history.branch(self.cursor.branch), time)
        {
            // The present, stored meanwhile, may now be the nearest.
            nearest(self, around.history).into_iter().for_each(|moment| self.go_to(around, moment));
        }
    }

    /// Returns whether the history holds the present, so that it can be left. If not,
    /// requests a copy of it and repeats `command` once that has arrived.
    pub fn is_left(&mut self, around: &mut Around, command: Command) -> bool {
        let cursor = &mut self.cursor;
        if cursor.waiting.is_some() {
            cursor.waiting = Some(command);
            return false;
        }
        if self.interaction.is_waiting() {
            around.shell.ask(command);
            return false;
        }
        let is_held = cursor.shown.is_some() || cursor.is_stored;
        if !is_held {
            cursor.waiting = Some(command);
            // Set before the copy is made; any change of the bodies after it resets this.
            cursor.is_stored = true;
            self.interaction.wanted.push(Purpose::Leave);
        }
        is_held
    }

    /// Stores the copy of the present. Returns the command that waited for it.
    pub fn leave(&mut self, around: &mut Around, snapshot: Snapshot) -> Option<Command> {
        self.interaction.newest.keep(snapshot);
        let command = self.cursor.waiting.take()?;
        // Repeat the command even if the attractor still pulls, so that it does not wait for ever.
        self.cursor.is_stored =
            self.line(around.history).is_some_and(|line| line.newest().is_some());
        if !self.cursor.is_stored {
            around.shell.notices.warn(t!("notice-no-history"));
        }
        self.cursor.is_stored.then_some(command)
    }

    /// Adds a copy of the run as it was then to the history, if the history wants one or `must` is
    /// set.
    pub fn remember(
        &mut self,
        history: &mut History,
        snapshot: &Snapshot,
        copied: &Copied,
        must: bool,
    ) {
        let moment =
            Moment::new(snapshot.clone(), copied.physics).after(self.course.until(copied.edits));
        let cursor = &mut self.cursor;
        if cursor.shown.is_some()
            || !must && !history.wants(cursor.branch, moment.time(), moment.bytes())
        {
            return;
        }
        history.record(cursor.branch, moment);
        if history.branch(cursor.branch).is_none() {
            cursor.branch = history.current();
        }
    }

    /// Adds earlier states, such as those of a run that was saved, to the history.
    pub fn recall(&mut self, history: &mut History, moments: impl IntoIterator<Item = Moment>) {
        for moment in moments {
            history.record(self.cursor.branch, moment);
            if history.branch(self.cursor.branch).is_none() {
                self.cursor.branch = history.current();
            }
        }
    }

    /// Shows a moment of this branch, paused, unless it is shown already.
    pub fn go_to(&mut self, around: &mut Around, moment: Arc<Moment>) {
        let is_shown = match &self.cursor.shown {
            Some(shown) => Arc::ptr_eq(shown, &moment),
            None => is_newest(self.line(around.history), &moment),
        };
        if !is_shown {
            self.show(around, moment);
        }
    }

    /// Shows a moment of this branch, paused.
    pub fn show(&mut self, around: &mut Around, moment: Arc<Moment>) {
        let line = around.history.branch(self.cursor.branch);
        if moment.is_given() && self.reel.show(line, moment.time()) {
            return;
        }
        let is_newest = is_newest(self.line(around.history), &moment);
        let now = self.session.scene().physics;
        // Keep physics that the user has changed while looking back, until a moment to continue
        // from is found.
        let is_changed = self.cursor.shown.as_ref().is_some_and(|shown| *shown.physics() != now);
        if is_newest || !is_changed {
            self.set_known_physics(around, *moment.physics());
        }
        let snapshot = moment.snapshot();
        let count = self.session.simulation().bodies().count();
        let picked = self.interaction.picked.filter(|_| snapshot.state.len() == count as usize);
        let (before, altered) = (self.session.computing().setup(), self.course.altered());
        if self.put(around, &snapshot, picked) {
            take_course(self, &moment, altered, &before);
            self.interaction.attraction = None;
            self.cursor.shown = (!is_newest).then_some(moment);
            self.cursor.is_stored = true;
        }
    }

    /// Sets the physics of a moment, in the current precision if this adapter does not support the
    /// moment's.
    pub fn set_known_physics(&mut self, around: &mut Around, mut physics: Parameters) {
        let now = self.session.scene().physics;
        if !physics.precision.is_supported(&around.shell.gpu) {
            physics.precision = now.precision;
        }
        if physics != now
            && let Err(error) = self.session.set_parameters(physics)
        {
            around.shell.notices.warn(explained(&error));
        }
    }

    /// Replaces the state by `snapshot`. Returns whether that was possible.
    pub fn put(&mut self, around: &mut Around, snapshot: &Snapshot, picked: Option<u32>) -> bool {
        if let Err(error) = self.session.restore(snapshot) {
            around.shell.notices.warn(explained(&error));
            return false;
        }
        self.reel.leave();
        self.statistics.let_go();
        // Requests about the old bodies will not be answered.
        self.interaction.under_way.clear();
        self.interaction.carried.clear();
        self.interaction.copied.clear();
        self.marks.renew();
        (self.cursor.waiting, self.cursor.is_stored) = (None, false);
        begins_anew(&self.session, snapshot).into_iter().for_each(|why| self.course.alter(why));
        self.interaction.newest.keep(snapshot.clone());
        self.pick(picked);
        true
    }

    /// Continues from `snapshot`, what an edit has made of the present. Returns whether that was
    /// possible.
    pub fn resume(
        &mut self,
        around: &mut Around,
        snapshot: &Snapshot,
        picked: Option<u32>,
        edit: Edit,
    ) -> bool {
        let (before, course) = (self.session.computing().setup(), self.course.clone());
        let is_resumed = self.put(around, snapshot, picked);
        if is_resumed {
            // Whoever makes the edit again puts the bodies in the same way.
            self.course = course;
            note(self, edit, &before);
            self.statistics.rebase();
        }
        is_resumed
    }

    /// Begins a branch if the past moment on show is about to change.
    pub fn go_on(&mut self, around: &mut Around, task: &Task) {
        let rests = task.transport.is_resting() || self.interaction.is_waiting() || task.is_held;
        if !rests || self.interaction.reverses || self.interaction.attraction.is_some() {
            self.branch_off(around);
        }
    }

    /// Continues from the moment shown, if it is in the past. The states after it stay as a branch.
    pub fn branch_off(&mut self, around: &mut Around) {
        let Some(at) = self.cursor.shown.take() else { return };
        self.reel.time = None;
        let before = self.cursor.branch;
        self.cursor.is_stored = false;
        self.statistics.go_back(at.time(), at.steps());
        self.interaction.undo_stack.go_back(self.statistics.measurements().run, at.time());
        if let Some(number) = around.history.continue_from(before, &at) {
            self.set_branch(around.history, number);
            if number != before {
                let time = self.numbers().text(Dimension::Time, at.time());
                around.shell.notices.tell(t!("notice-branch", time = time));
            }
        }
    }
}

fn is_newest(line: Option<&Branch>, moment: &Arc<Moment>) -> bool {
    line.and_then(Branch::newest).is_some_and(|newest| Arc::ptr_eq(newest, moment))
}
