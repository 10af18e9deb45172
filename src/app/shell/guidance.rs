//! What a card does with controls: some are locked, some are marked, and it is noted which are
//! used; and where a search leads. Controls ask by the keys of their texts, wherever they are
//! drawn.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use egui::{Context, Id, Response, Ui};

use crate::app::shell::chart::{Axis, Chart};
use crate::lesson::{Plot, Setting, Value, Wait};

/// Frames, from when it is first drawn, in which what a card leads to comes into view: panels need
/// some to take their places.
const FRESH: u32 = 12;
/// Seconds for which the control that was sought is marked.
const SOUGHT: f64 = 4.0;
/// Names in the list of control keys for the plot and for the first control of a card.
pub const PLOT: &str = "plot";
pub const FIRST: &str = "first";

/// What the card and the controls tell each other. It is in egui's memory, where controls find it
/// wherever they are drawn.
#[derive(Clone, Debug, Default)]
struct Exchange {
    /// What the shown card asks of the controls; `None` if there is none.
    shown: Option<Guidance>,
    /// Frames in which what the card leads to still comes into view.
    fresh: BTreeMap<String, u32>,
    /// The marked control that was asked for last; the one that is wanted, until it is drawn; and
    /// what has the focus next.
    last: Option<String>,
    wanted: Option<String>,
    next: Option<Id>,
    /// Since they were taken last: what the controls show that the card waits for, and which were
    /// used.
    values: BTreeMap<String, Value>,
    used: BTreeSet<String>,
    /// The control that was sought, until when it is marked, and the section to be opened for it.
    sought: Option<(String, f64)>,
    section: Option<String>,
    /// Fields and sliders: what is typed belongs to them while they have the focus.
    fields: HashSet<Id>,
}

/// What controls do while a card is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guidance {
    locked: Vec<String>,
    marked: Vec<String>,
    /// Controls whose values the card waits for.
    watched: Vec<String>,
    /// What is scrolled into view: marked controls and the plot.
    leads: Vec<String>,
    /// A plot, and from where to where its axes go at least: along, and upwards.
    axes: Option<(Plot, [[f64; 2]; 2])>,
}

impl Guidance {
    pub fn new(setting: &Setting) -> Self {
        Self {
            locked: setting.lock.clone(),
            marked: setting.highlight.clone(),
            watched: setting.wait.as_ref().map(Wait::watched).unwrap_or_default(),
            leads: setting
                .highlight
                .iter()
                .cloned()
                .chain(setting.plot.as_ref().map(|_| PLOT.to_owned()))
                .collect(),
            axes: setting.plot.zip(setting.axes),
        }
    }

    /// Whether it locks a control.
    pub fn locks(&self, key: &str) -> bool {
        self.locked.iter().any(|locked| locked == key)
    }

    /// Applies to all controls drawn from now on.
    pub fn apply(self, ui: &Ui) {
        exchange(ui, |exchange| {
            if exchange.shown.as_ref() != Some(&self) {
                exchange.fields.clear();
                exchange.fresh = self.leads.iter().map(|key| (key.clone(), FRESH)).collect();
                (exchange.last, exchange.shown) = (None, Some(self));
            }
        });
    }
}

/// Reads or changes what is exchanged.
fn exchange<R>(context: &Context, change: impl FnOnce(&mut Exchange) -> R) -> R {
    context.data_mut(|data| change(data.get_temp_mut_or_default(Id::unique("guidance"))))
}

/// Whether one of the lists of the shown card has a control.
fn has(ui: &Ui, key: &str, list: fn(&Guidance) -> &[String]) -> bool {
    exchange(ui, |exchange| {
        exchange.shown.as_ref().is_some_and(|shown| list(shown).iter().any(|listed| listed == key))
    })
}

/// Whether a control is locked.
pub fn is_locked(ui: &Ui, key: &str) -> bool {
    has(ui, key, |shown| &shown.locked)
}

/// Whether a control is marked by a card, or was sought just now.
pub fn is_marked(ui: &Ui, key: &str) -> bool {
    has(ui, key, |shown| &shown.marked) || is_sought(ui, key)
}

/// Lets the axes of a plot hold what the shown card asks for, so that runs are compared by eye. An
/// error that goes up from 0 has no powers of ten.
pub fn hold_axes(ui: &Ui, plot: Plot, chart: &mut Chart) {
    let held = exchange(ui, |exchange| exchange.shown.as_ref().and_then(|shown| shown.axes));
    let Some((_, [along, up])) = held.filter(|(held, _)| *held == plot) else { return };
    chart.included_across.extend(along);
    chart.included = up.to_vec();
    if plot == Plot::Drift && up[0] <= 0.0 {
        chart.up = Axis::default();
    }
}

/// Marks a control for some seconds and leads to it, in a section that is opened.
pub fn seek(context: &Context, section: Option<&str>, key: &str) {
    let until = context.input(|input| input.time) + SOUGHT;
    exchange(context, |exchange| {
        exchange.sought = Some((key.to_owned(), until));
        exchange.section = section.map(str::to_owned);
        exchange.fresh.insert(key.to_owned(), FRESH);
    });
}

fn is_sought(ui: &Ui, key: &str) -> bool {
    let Some(until) = exchange(ui, |exchange| {
        Some(exchange.sought.as_ref().filter(|(sought, _)| sought == key)?.1)
    }) else {
        return false;
    };
    let left = until - ui.input(|input| input.time);
    if left > 0.0 {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    } else {
        exchange(ui, |exchange| exchange.sought = None);
    }
    left > 0.0
}

/// Whether a section is to be opened, once.
pub fn opens(ui: &Ui, section: &str) -> bool {
    exchange(ui, |exchange| exchange.section.take_if(|sought| sought == section).is_some())
}

/// Whether a card leads to a control, or to the plot.
pub fn is_led_to(ui: &Ui, key: &str) -> bool {
    has(ui, key, |shown| &shown.leads)
}

/// Returns whether a card or a search has just led to a control, or to the plot.
pub fn comes_into_view(ui: &Ui, key: &str) -> bool {
    exchange(ui, |exchange| {
        let frames = exchange.fresh.get_mut(key).filter(|frames| **frames > 0);
        frames.map(|frames| *frames -= 1).is_some()
    })
}

/// Requests the focus for the first marked control, or for the one after the last request: Enter in
/// a field releases the focus, and the next Tab continues from there. If no control is marked,
/// requests it for the first control of the card and returns true.
pub fn focus_marked(ui: &Ui) -> bool {
    exchange(ui, |exchange| {
        let Some(Guidance { marked, .. }) = &exchange.shown else { return false };
        let place = marked.iter().position(|key| Some(key) == exchange.last.as_ref());
        let key = marked.get(place.map_or(0, |place| (place + 1) % marked.len()));
        let key = key.map_or(FIRST, String::as_str).to_owned();
        (exchange.last, exchange.wanted) = (Some(key.clone()), Some(key));
        marked.is_empty()
    })
}

/// Notes that this control is the one to be focused.
pub fn take_focus(response: &Response, key: &str) {
    let is_wanted = exchange(&response.ctx, |exchange| {
        let is_wanted = exchange.wanted.take_if(|wanted| wanted == key).is_some();
        if is_wanted {
            exchange.next = Some(response.id);
        }
        is_wanted
    });
    if is_wanted {
        response.scroll_to_me(None);
        response.ctx.request_repaint();
    }
}

/// Gives it the focus before it is drawn again: only then does a field for a number know, and
/// select what is to be replaced.
pub fn give_focus(ui: &Ui) {
    if let Some(id) = exchange(ui, |exchange| exchange.next.take()) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Notes that a control takes what is typed while it has the focus.
pub fn takes_typing(response: &Response) {
    exchange(&response.ctx, |exchange| exchange.fields.extend([response.id]));
}

/// Whether what is typed belongs to the control with the focus: a field, from its first frame on,
/// or a slider.
pub fn is_typing(context: &Context) -> bool {
    let focused = context.memory(|memory| memory.focused());
    let is_field = |id| exchange(context, |exchange| exchange.fields.contains(&id));
    context.text_edit_focused() || focused.is_some_and(is_field)
}

/// Whether a field has lost the focus in this frame: Escape, which takes it away before any control sees
/// it, gives up what was typed there and does no more.
pub fn is_left(context: &Context) -> bool {
    let fields = exchange(context, |exchange| exchange.fields.clone());
    fields.into_iter().filter_map(|id| context.read_response(id)).any(|field| field.lost_focus())
}

/// Notes what a control shows, if the card waits for a value of it.
pub fn shows(ui: &Ui, key: &str, value: impl FnOnce() -> Value) {
    if has(ui, key, |shown| &shown.watched) {
        let value = value();
        exchange(ui, |exchange| exchange.values.insert(key.to_owned(), value));
    }
}

/// What the controls that a card waits for have shown since the last call.
pub fn values(ui: &Ui) -> BTreeMap<String, Value> {
    exchange(ui, |exchange| std::mem::take(&mut exchange.values))
}

/// Notes that a control was used.
pub fn note(ui: &Ui, key: &str) {
    exchange(ui, |exchange| {
        if exchange.shown.is_some() {
            exchange.used.insert(key.to_owned());
        }
    });
}

/// The controls used since the last call.
pub fn used(ui: &Ui) -> BTreeSet<String> {
    exchange(ui, |exchange| std::mem::take(&mut exchange.used))
}
