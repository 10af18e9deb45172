//! Everything that can be done in the window, by feature.

use crate::app::shell::view::View;
use crate::app::{laboratory, lessons, shell, simulation, workbench};

/// A request to one of the features.
#[derive(Clone, Debug)]
pub enum Action {
    Shell(shell::Action),
    Simulation(simulation::Action),
    Laboratory(laboratory::Action),
    Workbench(workbench::Action),
    Lessons(lessons::Action),
}

macro_rules! from {
    ($($member:ident: $feature:ident),*) => {
        $(impl From<$feature::Action> for Action {
            fn from(action: $feature::Action) -> Self {
                Self::$member(action)
            }
        })*
    };
}

from!(Shell: shell, Simulation: simulation, Laboratory: laboratory, Workbench: workbench, Lessons: lessons);

impl Action {
    /// Whether the simple mode has it.
    pub fn is_simple(&self) -> bool {
        match self {
            Self::Shell(action) => action.is_simple(),
            Self::Simulation(action) => action.is_simple(),
            Self::Lessons(action) => action.is_simple(),
            Self::Laboratory(_) | Self::Workbench(_) => false,
        }
    }

    /// Whether a key asks for it in a view, where what is not seen must not change.
    pub fn is_in(&self, view: View) -> bool {
        match self {
            Self::Shell(action) if action.is_general() => true,
            Self::Shell(shell::Action::ToggleView(toggled)) => !view.is_whole() || *toggled == view,
            Self::Simulation(action) if view == View::Classroom => action.is_for_lessons(),
            Self::Laboratory(laboratory::Action::Measure(_)) => view != View::Workbench,
            _ => !view.is_whole(),
        }
    }
}
