//! Values in fields that take effect only when applied: number of bodies, seed, initial state.

use starshell::physics::initial::{InitialError, InitialState};
use starshell::scene::Scene;

/// Default number of bodies for an initial state that allows any number, if the scene's own does
/// not: enough to look at, and fast everywhere.
const COUNT: usize = 16_384;

/// Values that the user is still editing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drafts {
    /// The number of bodies for states that allow any; see [`Drafts::count`].
    pub free_count: f64,
    pub seed: f64,
    pub initial: InitialState,
    /// That for whose orbit the camera has been moved.
    pub seen: InitialState,
    /// Steps of the multi-step button.
    pub steps: f64,
    /// The number of bodies that the user has been asked about, because their steps would take very
    /// long.
    pub asked: Option<usize>,
}

impl Drafts {
    /// The values of `scene`.
    pub fn new(scene: &Scene) -> Self {
        let initial = scene.initial.clone();
        let free_count = if initial.fixed_count().is_some() { COUNT } else { scene.count } as f64;
        let seen = initial.clone();
        Self { free_count, seed: scene.seed as f64, initial, seen, steps: 100.0, asked: None }
    }

    /// The number of bodies.
    pub fn count(&self) -> usize {
        self.initial.fixed_count().unwrap_or(self.free_count as usize)
    }

    /// Whether the drafts differ from `scene`.
    pub fn differ_from(&self, scene: &Scene) -> bool {
        self.count() != scene.count
            || self.seed as u64 != scene.seed
            || self.initial != scene.initial
    }

    /// Why the drafts cannot be applied, if they cannot.
    pub fn fault(&self) -> Option<InitialError> {
        self.initial.validate(self.count()).err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_of_two_bodies_does_not_make_a_galaxy_of_two() {
        let mut drafts = Drafts::new(&Scene::load("kepler").unwrap());
        assert_eq!((drafts.count(), drafts.fault()), (2, None));
        drafts.initial = InitialState::named("galaxy").unwrap();
        assert_eq!((drafts.count(), drafts.fault()), (COUNT, None));

        let scene = Scene::load("galaxy").unwrap();
        drafts = Drafts::new(&scene);
        drafts.initial = InitialState::named("kepler").unwrap();
        assert_eq!((drafts.count(), drafts.fault()), (2, None));
        drafts.initial = scene.initial.clone();
        assert!(!drafts.differ_from(&scene));
        drafts.free_count = 0.0;
        assert_eq!(drafts.fault(), Some(InitialError::Empty));
    }
}
