//! Undo and redo: the states before and after edits, and before another scene; physics and look
//! before a control changed them.

use std::time::{Duration, Instant};

use starshell::physics::{Parameters, Snapshot};
use starshell::render::Look;
use starshell::scene::{Scene, Setting};
use starshell::session::{Course, Edit};

use crate::app::simulation::{origin::Origin, statistics::Measurements};

/// Most runs to which undo returns, since each holds all bodies, and most changes in all.
const MAX_RUNS: usize = 10;
const MAX_CHANGES: usize = 100;
/// Changes of one control that follow each other within this time are undone at once, as those of a
/// slider that is dragged.
const PAUSE: Duration = Duration::from_secs(1);

/// A run at one moment, with everything that comes back with it.
#[derive(Clone, Debug)]
pub struct Past {
    pub snapshot: Snapshot,
    /// The scene with the physics and the view of that moment.
    pub scene: Scene,
    pub origin: Origin,
    /// How it came to be there.
    pub course: Course,
    /// What the plots show.
    pub measured: Measurements,
    pub picked: Option<u32>,
}

impl Past {
    /// Whether its run starts with the bodies that `origin` and `scene` start with.
    pub fn is_of(&self, origin: &Origin, scene: &Scene) -> bool {
        let start = |scene: &Scene| (scene.count, scene.seed, scene.initial.clone());
        self.origin == *origin && start(&self.scene) == start(scene)
    }
}

/// What the controls of one panel say.
#[derive(Clone, Debug, PartialEq)]
pub enum Panel {
    Physics(Parameters),
    Look(Box<Look>),
}

impl Panel {
    /// What it says of a scene.
    pub fn of(&self, scene: &Scene) -> Self {
        match self {
            Self::Physics(_) => Self::Physics(scene.physics),
            Self::Look(_) => Self::Look(Box::new(scene.look.clone())),
        }
    }

    /// A scene as it says.
    fn of_scene(&self, scene: &Scene) -> Scene {
        match self {
            Self::Physics(physics) => Scene { physics: *physics, ..scene.clone() },
            Self::Look(look) => Scene { look: (**look).clone(), ..scene.clone() },
        }
    }

    /// The key of the control in which it differs from that of `scene`, or that of the panel if
    /// there are several.
    fn control(&self, scene: &Scene) -> &'static str {
        let row = Setting::changed(&self.of_scene(scene), scene);
        match (self, row) {
            (_, Some(row)) => row.label,
            (Self::Physics(before), None)
                if Parameters { gravity: scene.physics.gravity, ..*before } == scene.physics =>
            {
                "physics-gravity"
            }
            (Self::Physics(_), None) => "physics-title",
            (Self::Look(_), None) => "view-look",
        }
    }
}

/// The key of the text that names an edit of bodies.
pub fn key(edit: &Edit) -> &'static str {
    match edit {
        Edit::Add(_) => "undo-add",
        Edit::Delete(_) => "undo-delete",
        Edit::Replace(..) => "undo-edit",
        Edit::Accelerate(_) => "undo-speeds",
        Edit::Reverse {} => "transport-reverse",
        Edit::Attract(_) => "tool-attract",
        Edit::Physics(_) => "physics-title",
    }
}

/// A change that can be undone or redone: where it leads, and the key of the text that names it.
#[derive(Clone, Debug)]
pub struct Change {
    pub key: &'static str,
    pub to: Goal,
}

/// What undo or redo restores.
#[derive(Clone, Debug)]
pub enum Goal {
    Run(Box<Past>),
    /// A panel as it was, and when it was changed last.
    Panel(Panel, Instant),
}

impl Change {
    fn is_of_run(&self) -> bool {
        matches!(self.to, Goal::Run(_))
    }
}

/// The changes to undo and redo, the newest last.
#[derive(Clone, Debug, Default)]
pub struct UndoStack {
    pub undo: Vec<Change>,
    pub redo: Vec<Change>,
    /// What undo does not reach until [`UndoStack::reopen`].
    shut: Vec<Change>,
}

impl UndoStack {
    /// Remembers the run before the change that the text of `key` names; of too many changes, the
    /// oldest is forgotten. What was undone before cannot be redone.
    pub fn mark(&mut self, before: Past, key: &'static str) {
        self.redo.clear();
        push(&mut self.undo, Change { key, to: Goal::Run(Box::new(before)) });
    }

    /// Remembers a panel `before` a control changed it to what `scene` has.
    pub fn mark_setting(&mut self, before: Panel, scene: &Scene) {
        let (key, time) = (before.control(scene), Instant::now());
        if let Some(Change { key: last, to: Goal::Panel(_, changed) }) = self.undo.last_mut()
            && *last == key
            && time.duration_since(*changed) < PAUSE
            && self.redo.is_empty()
        {
            *changed = time;
            return;
        }
        self.redo.clear();
        push(&mut self.undo, Change { key, to: Goal::Panel(before, time) });
    }

    /// The change that undo or, if `is_redo`, redo takes back next.
    pub fn next(&self, is_redo: bool) -> Option<&Change> {
        if is_redo { self.redo.last() } else { self.undo.last() }
    }

    /// Exchanges the present for the run before the last change or, if `is_redo`, for that which
    /// was undone last.
    pub fn exchange(&mut self, present: Past, is_redo: bool) -> Option<Past> {
        match self.turn(is_redo, Goal::Run(Box::new(present)))? {
            Goal::Run(past) => Some(*past),
            Goal::Panel(..) => None,
        }
    }

    /// Exchanges a setting, which is `present` now, for what it was before the last change.
    pub fn exchange_setting(&mut self, is_redo: bool, present: Panel) -> Option<Panel> {
        match self.turn(is_redo, Goal::Panel(present, Instant::now()))? {
            Goal::Panel(panel, _) => Some(panel),
            Goal::Run(_) => None,
        }
    }

    /// Takes the newest change from one side and puts its opposite on the other.
    fn turn(&mut self, is_redo: bool, opposite: Goal) -> Option<Goal> {
        let Self { undo, redo, .. } = self;
        let (from, to) = if is_redo { (redo, undo) } else { (undo, redo) };
        let Change { key, to: goal } = from.pop()?;
        push(to, Change { key, to: opposite });
        Some(goal)
    }

    /// Lets undo go back no further than the present, until [`UndoStack::reopen`].
    pub fn shut(&mut self) {
        self.redo.clear();
        self.undo.drain(..).for_each(|change| push(&mut self.shut, change));
    }

    /// Lets undo go back as far as it can.
    pub fn reopen(&mut self) {
        let newer = std::mem::replace(&mut self.undo, std::mem::take(&mut self.shut));
        newer.into_iter().for_each(|change| push(&mut self.undo, change));
    }

    /// Forgets settings, which make no sense in another scene or after the projector's look.
    pub fn forget_settings(&mut self) {
        [&mut self.undo, &mut self.redo, &mut self.shut]
            .into_iter()
            .for_each(|changes| changes.retain(Change::is_of_run));
    }

    /// Forgets the changes after `time` of this run, which continues from there on another course.
    pub fn go_back(&mut self, run: u64, time: f64) {
        self.undo.retain(|change| match &change.to {
            Goal::Run(past) => past.measured.run != run || past.snapshot.time <= time,
            Goal::Panel(..) => true,
        });
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

fn push(changes: &mut Vec<Change>, change: Change) {
    let is_full = |changes: &[Change]| {
        let runs = changes.iter().filter(|change| change.is_of_run()).count();
        changes.len() == MAX_CHANGES || change.is_of_run() && runs == MAX_RUNS
    };
    // From the oldest on, so that what is left can be undone in order.
    while is_full(changes) {
        changes.remove(0);
    }
    changes.push(change);
}

#[cfg(test)]
mod tests {
    use starshell::physics::State;

    use super::*;

    fn past(steps: u64) -> Past {
        let scene = Scene::load("kepler").unwrap();
        let state = State::new(&scene.bodies().unwrap(), scene.physics.precision).unwrap();
        let snapshot = Snapshot { time: steps as f64, steps, state };
        let origin = Origin { scene: scene.clone(), name: None };
        Past {
            snapshot,
            scene,
            origin,
            course: Course::default(),
            measured: Measurements::default(),
            picked: None,
        }
    }

    fn steps(changes: &[Change]) -> Vec<u64> {
        let steps = |change: &Change| match &change.to {
            Goal::Run(past) => Some(past.snapshot.steps),
            Goal::Panel(..) => None,
        };
        changes.iter().filter_map(steps).collect()
    }

    fn scene(softening: f64) -> Scene {
        let mut scene = Scene::load("kepler").unwrap();
        scene.physics.softening = softening;
        scene
    }

    fn softened(softening: f64) -> Panel {
        Panel::Physics(scene(softening).physics)
    }

    #[test]
    fn a_dragged_slider_is_one_change_and_has_its_name() {
        let mut undo_stack = UndoStack::default();
        for softening in [1.0, 2.0, 3.0] {
            undo_stack.mark_setting(softened(softening), &scene(softening + 1.0));
        }
        assert_eq!(
            (undo_stack.undo.len(), undo_stack.next(false).unwrap().key),
            (1, "physics-softening")
        );
        assert_eq!(undo_stack.exchange_setting(false, softened(4.0)), Some(softened(1.0)));
        assert_eq!(undo_stack.next(false).map(|change| change.key), None);
        assert_eq!(undo_stack.exchange_setting(true, softened(1.0)), Some(softened(4.0)));
        let mut both = scene(9.0);
        both.physics.damping = 0.5;
        undo_stack.mark_setting(softened(4.0), &both);
        assert_eq!(
            (undo_stack.undo.len(), undo_stack.next(false).unwrap().key),
            (2, "physics-title"),
            "several controls at once"
        );
        undo_stack.mark(past(1), "undo-start");
        undo_stack.forget_settings();
        assert_eq!((undo_stack.undo.len(), steps(&undo_stack.undo)), (1, vec![1]));
    }

    #[test]
    fn ten_changes_are_undone_and_redone_in_order() {
        let mut undo_stack = UndoStack::default();
        (0..12).for_each(|number| undo_stack.mark(past(number), "undo-edit"));
        let mut now = 12;
        for expected in (2..12).rev() {
            now = undo_stack.exchange(past(now), false).unwrap().snapshot.steps;
            assert_eq!(now, expected);
        }
        assert!(undo_stack.exchange(past(now), false).is_none());
        assert_eq!(steps(&undo_stack.redo), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
        for expected in 3..13 {
            now = undo_stack.exchange(past(now), true).unwrap().snapshot.steps;
            assert_eq!(now, expected);
        }
        assert!(undo_stack.exchange(past(now), true).is_none() && undo_stack.undo.len() == 10);
    }

    #[test]
    fn a_new_change_ends_redo_and_another_course_ends_later_undo() {
        let mut undo_stack = UndoStack::default();
        (0..4).for_each(|number| undo_stack.mark(past(number), "undo-edit"));
        undo_stack.exchange(past(4), false);
        undo_stack.mark(past(9), "undo-edit");
        assert!(undo_stack.redo.is_empty() && steps(&undo_stack.undo) == [0, 1, 2, 9]);
        undo_stack.go_back(7, 1.5);
        assert_eq!(steps(&undo_stack.undo), [0, 1, 2, 9], "another run");
        undo_stack.go_back(0, 1.5);
        assert_eq!(steps(&undo_stack.undo), [0, 1]);
    }

    #[test]
    fn undo_does_not_reach_past_a_closed_run_until_it_is_reopened() {
        let mut undo_stack = UndoStack::default();
        (0..12).for_each(|number| undo_stack.mark(past(number), "undo-edit"));
        undo_stack.exchange(past(12), false);
        undo_stack.shut();
        assert!(undo_stack.next(false).is_none() && undo_stack.next(true).is_none());
        undo_stack.mark(past(20), "undo-edit");
        undo_stack.shut();
        undo_stack.mark(past(21), "undo-edit");
        assert_eq!(steps(&undo_stack.undo), [21]);
        undo_stack.reopen();
        assert_eq!(steps(&undo_stack.undo), [3, 4, 5, 6, 7, 8, 9, 10, 20, 21], "no more than ever");
    }
}
