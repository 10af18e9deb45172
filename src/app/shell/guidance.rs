//! What a card does with controls: some are locked, some are marked, and it is noted which are used. Controls ask by the keys of
//! their texts, wherever they are drawn.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Id, Response, Ui};

use crate::lesson::{Setting, Value, Wait};

/// Frames, from when it is first drawn, in which what a card leads to comes into view: panels need some to take their places.
const FRESH: u32 = 12;
/// What stands for the plot among the keys of controls.
pub const PLOT: &str = "plot";

/// What controls do while a card is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guidance {
    locked: Vec<String>,
    marked: Vec<String>,
    /// Controls whose values the card waits for.
    watched: Vec<String>,
    /// What comes into view: the first control that is marked, and the plot.
    leads: Vec<String>,
}

impl Guidance {
    pub fn new(setting: &Setting) -> Self {
        Self {
            locked: setting.lock.clone(),
            marked: setting.highlight.clone(),
            watched: setting.wait.as_ref().map(Wait::watched).unwrap_or_default(),
            leads: setting.highlight.iter().take(1).cloned().chain(setting.plot.as_ref().map(|_| PLOT.to_owned())).collect(),
        }
    }

    /// Whether it locks a control.
    pub fn locks(&self, key: &str) -> bool {
        self.locked.iter().any(|locked| locked == key)
    }

    /// Applies to all controls drawn from now on.
    pub fn apply(self, ui: &Ui) {
        ui.data_mut(|data| {
            if data.get_temp::<Self>(place()).as_ref() != Some(&self) {
                for key in &self.leads {
                    data.insert_temp(fresh(key), FRESH);
                }
                data.remove_temp::<String>(place().with("last"));
                data.insert_temp(place(), self);
            }
        });
    }
}

/// Where it waits for the controls.
fn place() -> Id {
    Id::unique("guidance")
}

/// Where the frames of what comes into view are counted.
fn fresh(key: &str) -> Id {
    place().with("fresh").with(key)
}

/// What the shown card asks of the controls; `None` if there is none.
fn shown(ui: &Ui) -> Option<Guidance> {
    ui.data(|data| data.get_temp(place()))
}

/// Whether a control is locked.
pub fn is_locked(ui: &Ui, key: &str) -> bool {
    shown(ui).is_some_and(|guidance| guidance.locks(key))
}

/// Whether a control is marked.
pub fn is_marked(ui: &Ui, key: &str) -> bool {
    shown(ui).is_some_and(|guidance| guidance.marked.iter().any(|marked| marked == key))
}

/// Whether a card leads to a control, or to the plot.
pub fn is_led_to(ui: &Ui, key: &str) -> bool {
    shown(ui).is_some_and(|guidance| guidance.leads.iter().any(|lead| lead == key))
}

/// The same, and the card has just been turned to.
pub fn comes_into_view(ui: &Ui, key: &str) -> bool {
    is_led_to(ui, key)
        && ui.data_mut(|data| {
            let frames = data.get_temp_mut_or_default::<u32>(fresh(key));
            let is_fresh = *frames > 0;
            *frames = frames.saturating_sub(1);
            is_fresh
        })
}

/// Asks for the focus for the first control that is marked or, where the last one asked for is marked, for the one after it: Enter
/// in a field gives the focus up, and another Tab goes on.
pub fn focus_marked(ui: &Ui) {
    let marked = shown(ui).map(|guidance| guidance.marked).unwrap_or_default();
    let last = ui.data(|data| data.get_temp::<String>(place().with("last")));
    let next = marked.iter().position(|key| Some(key) == last.as_ref()).map_or(0, |at| (at + 1) % marked.len());
    if let Some(key) = marked.into_iter().nth(next) {
        ui.data_mut(|data| {
            data.insert_temp(place().with("last"), key.clone());
            data.insert_temp(place().with("focus"), key);
        });
    }
}

/// Notes that this control is the one to be focused.
pub fn take_focus(response: &Response, key: &str) {
    let wanted = place().with("focus");
    if response.ctx.data(|data| data.get_temp::<String>(wanted)).is_some_and(|wanted| wanted == key) {
        response.ctx.data_mut(|data| {
            data.remove_temp::<String>(wanted);
            data.insert_temp(place().with("next"), Some(response.id));
        });
        response.scroll_to_me(None);
        response.ctx.request_repaint();
    }
}

/// Gives it the focus before it is drawn again: only then does a field for a number know, and select what is to be replaced.
pub fn give_focus(ui: &Ui) {
    if let Some(id) = ui.data_mut(|data| data.remove_temp::<Option<Id>>(place().with("next"))).flatten() {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Notes what a control shows, if the card waits for a value of it.
pub fn shows(ui: &Ui, key: &str, value: impl FnOnce() -> Value) {
    if shown(ui).is_some_and(|guidance| guidance.watched.iter().any(|watched| watched == key)) {
        let value = value();
        ui.data_mut(|data| {
            data.get_temp_mut_or_default::<BTreeMap<String, Value>>(place().with("values")).insert(key.to_owned(), value)
        });
    }
}

/// What the controls that a card waits for have shown since the last call.
pub fn values(ui: &Ui) -> BTreeMap<String, Value> {
    ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<BTreeMap<String, Value>>(place().with("values"))))
}

/// Notes that a control was used.
pub fn note(ui: &Ui, key: &str) {
    if shown(ui).is_some() {
        ui.data_mut(|data| data.get_temp_mut_or_default::<BTreeSet<String>>(place().with("used")).insert(key.to_owned()));
    }
}

/// The controls used since the last call.
pub fn used(ui: &Ui) -> BTreeSet<String> {
    ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<BTreeSet<String>>(place().with("used"))))
}
