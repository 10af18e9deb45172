//! The keys of the laboratory.

use egui::Key;

use crate::app::laboratory::action::Action;
use crate::app::shell::keys::{Group, bindings, command};

/// The keys, grouped as in the overlay.
pub const KEYS: &[Group<Action>] = &[(
    "keys-window",
    bindings! {
        "keys-measure": [command(Key::Enter)] => Action::Measure(Vec::new());
    },
)];
