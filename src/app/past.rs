//! Undo and redo: the states before and after edits, and before another scene.

use starshell::physics::Snapshot;
use starshell::scene::Scene;

use super::statistics::Measurements;

/// Most changes that can be undone.
const LEVELS: usize = 10;

/// A run at one moment, with everything that comes back with it.
#[derive(Clone, Debug)]
pub struct Past {
    pub snapshot: Snapshot,
    /// The scene with the physics and the view of that moment.
    pub scene: Scene,
    /// The scene as loaded, and its name if it is built in.
    pub origin: Scene,
    pub name: Option<&'static str>,
    /// Why its pictures cannot be reproduced.
    pub altered: Option<&'static str>,
    /// What the plots show.
    pub measured: Measurements,
    pub picked: Option<u32>,
}

impl Past {
    /// Whether its run starts with the bodies that `origin` and `scene` start with.
    pub fn is_of(&self, origin: &Scene, scene: &Scene) -> bool {
        let start = |scene: &Scene| (scene.count, scene.seed, scene.initial.clone());
        self.origin == *origin && start(&self.scene) == start(scene)
    }
}

/// The states to which undo and redo return, the newest last.
#[derive(Clone, Debug, Default)]
pub struct Pasts {
    pub undo: Vec<Past>,
    pub redo: Vec<Past>,
}

impl Pasts {
    /// Remembers the state before a change; of too many, the oldest is forgotten. What was undone before cannot be redone.
    pub fn mark(&mut self, before: Past) {
        self.redo.clear();
        push(&mut self.undo, before);
    }

    /// Exchanges the present for the state before the last change or, if `is_redo`, for that which was undone last.
    pub fn exchange(&mut self, present: Past, is_redo: bool) -> Option<Past> {
        let Self { undo, redo } = self;
        let (from, to) = if is_redo { (redo, undo) } else { (undo, redo) };
        let past = from.pop()?;
        push(to, present);
        Some(past)
    }

    /// Forgets the changes after `time` of this run, which continues from there on another course.
    pub fn go_back(&mut self, run: u64, time: f64) {
        self.undo.retain(|past| past.measured.run != run || past.snapshot.time <= time);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

fn push(pasts: &mut Vec<Past>, past: Past) {
    if pasts.len() == LEVELS {
        pasts.remove(0);
    }
    pasts.push(past);
}

#[cfg(test)]
mod tests {
    use starshell::physics::State;

    use super::*;

    fn past(steps: u64) -> Past {
        let scene = Scene::load("kepler").unwrap();
        let state = State::new(&scene.bodies().unwrap(), scene.physics.precision).unwrap();
        let snapshot = Snapshot { time: steps as f64, steps, state };
        let origin = scene.clone();
        Past { snapshot, scene, origin, name: None, altered: None, measured: Measurements::default(), picked: None }
    }

    fn steps(pasts: &[Past]) -> Vec<u64> {
        pasts.iter().map(|past| past.snapshot.steps).collect()
    }

    #[test]
    fn ten_changes_are_undone_and_redone_in_order() {
        let mut pasts = Pasts::default();
        (0..12).for_each(|number| pasts.mark(past(number)));
        let mut now = 12;
        for expected in (2..12).rev() {
            now = pasts.exchange(past(now), false).unwrap().snapshot.steps;
            assert_eq!(now, expected);
        }
        assert!(pasts.exchange(past(now), false).is_none());
        assert_eq!(steps(&pasts.redo), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
        for expected in 3..13 {
            now = pasts.exchange(past(now), true).unwrap().snapshot.steps;
            assert_eq!(now, expected);
        }
        assert!(pasts.exchange(past(now), true).is_none() && pasts.undo.len() == 10);
    }

    #[test]
    fn a_new_change_ends_redo_and_another_course_ends_later_undo() {
        let mut pasts = Pasts::default();
        (0..4).for_each(|number| pasts.mark(past(number)));
        pasts.exchange(past(4), false);
        pasts.mark(past(9));
        assert!(pasts.redo.is_empty() && steps(&pasts.undo) == [0, 1, 2, 9]);
        pasts.go_back(7, 1.5);
        assert_eq!(steps(&pasts.undo), [0, 1, 2, 9], "another run");
        pasts.go_back(0, 1.5);
        assert_eq!(steps(&pasts.undo), [0, 1]);
    }
}
