//! What a card does with controls: some are locked, some are marked, and it is noted which are used. Controls ask by the keys of
//! their texts, wherever they are drawn.

use std::collections::BTreeSet;

use egui::{Id, Ui};

use crate::lesson::Setting;

/// What controls do while a card is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guidance {
    locked: Vec<String>,
    marked: Vec<String>,
}

impl Guidance {
    pub fn new(setting: &Setting) -> Self {
        Self { locked: setting.lock.clone(), marked: setting.highlight.clone() }
    }

    /// Applies to all controls drawn from now on.
    pub fn apply(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(place(), self));
    }
}

/// Where it waits for the controls.
fn place() -> Id {
    Id::unique("guidance")
}

/// Whether a control is locked.
pub fn is_locked(ui: &Ui, key: &str) -> bool {
    ui.data(|data| data.get_temp::<Guidance>(place())).is_some_and(|guidance| guidance.locked.iter().any(|locked| locked == key))
}

/// Whether a control is marked.
pub fn is_marked(ui: &Ui, key: &str) -> bool {
    ui.data(|data| data.get_temp::<Guidance>(place())).is_some_and(|guidance| guidance.marked.iter().any(|marked| marked == key))
}

/// Notes that a control was used.
pub fn note(ui: &Ui, key: &str) {
    if ui.data(|data| data.get_temp::<Guidance>(place())).is_some() {
        ui.data_mut(|data| data.get_temp_mut_or_default::<BTreeSet<String>>(place().with("used")).insert(key.to_owned()));
    }
}

/// The controls used since the last call.
pub fn used(ui: &Ui) -> BTreeSet<String> {
    ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<BTreeSet<String>>(place().with("used"))))
}
