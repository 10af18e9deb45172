//! What stands in fields that take effect only once they are applied: the number of bodies, the seed, the initial state.

use starshell::physics::initial::InitialState;
use starshell::scene::Scene;

/// Values that the user is still changing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drafts {
    pub count: f64,
    pub seed: f64,
    pub initial: InitialState,
    /// Steps of the button that makes several.
    pub steps: f64,
}

impl Drafts {
    /// The values of `scene`.
    pub fn of(scene: &Scene) -> Self {
        Self { count: scene.count as f64, seed: scene.seed as f64, initial: scene.initial.clone(), steps: 100.0 }
    }

    /// Whether they differ from those of `scene`.
    pub fn differ_from(&self, scene: &Scene) -> bool {
        self.count as usize != scene.count || self.seed as u64 != scene.seed || self.initial != scene.initial
    }
}
