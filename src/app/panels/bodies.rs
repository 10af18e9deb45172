//! Number and choice of bodies. They take effect when applied, because that restarts the scene.

use egui::{RichText, Ui};
use starshell::physics::initial::MAX_COUNT;

use crate::app::action::Action;
use crate::app::desk::{Desk, is_too_slow};
use crate::app::drafts::Drafts;
use crate::app::widgets::{self, Scale};
use crate::app::words::{self, t};
use crate::app::{icons, theme};

/// Milliseconds per step above which the program asks before it begins.
const SLOW: f64 = 5000.0;

/// Draws the number of bodies, the predicted time per step, and the seed.
pub fn bodies_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "bodies-title", true, |ui| {
        count_ui(ui, desk);
        ui.horizontal(|ui| {
            if widgets::icon_button(ui, icons::DICE_FIVE, "bodies-dice", false).clicked() {
                desk.drafts.seed = (desk.drafts.seed + 1.0).min(1e15);
            }
            widgets::field(ui, "bodies-seed", &mut desk.drafts.seed, Scale::linear(0.0, 1e15).step(1.0));
        });
        apply_ui(ui, desk);
    });
}

/// Draws the number of bodies, and how long steps of so many take.
pub fn count_ui(ui: &mut Ui, desk: &mut Desk) {
    let fixed = desk.drafts.initial.fixed_count();
    match fixed {
        Some(count) => widgets::note(ui, t!("bodies-fixed", count = count)),
        None => {
            let most = (1_u64 << 22) as f64;
            let scale = Scale::logarithmic(1.0, most).step(1.0);
            let is_entered = widgets::slider_with_enter(ui, "bodies-count", &mut desk.drafts.free_count, scale);
            desk.drafts.free_count = desk.drafts.free_count.clamp(1.0, MAX_COUNT as f64);
            if is_entered && desk.drafts.differ_from(desk.stage.session.scene()) && desk.drafts.fault().is_none() {
                apply(desk);
            }
        }
    }
    let running = desk.stage.session.simulation().bodies().count() as usize;
    if running != desk.stage.session.scene().count {
        widgets::note(ui, t!("bodies-running", count = words::grouped(running as u64)));
    }
    if let Some(milliseconds) = desk.stage.forecast(desk.drafts.count()) {
        widgets::note(ui, t!("bodies-forecast", time = words::duration(milliseconds)));
        let smooth = desk.stage.smooth_count().filter(|_| fixed.is_none() && is_too_slow(milliseconds));
        if let Some(count) = smooth {
            ui.horizontal_wrapped(|ui| {
                widgets::note(ui, t!("bodies-smooth", count = words::grouped(count as u64)));
                if widgets::button(ui, icons::CHECK, "bodies-use-smooth", false).clicked() {
                    let (seed, initial) = (desk.drafts.seed as u64, desk.drafts.initial.clone());
                    desk.ask(Action::Bodies { count, seed, initial });
                }
            });
        }
    }
}

/// The buttons that apply or discard drafts, if there are any.
pub fn apply_ui(ui: &mut Ui, desk: &mut Desk) {
    if let Some(title) = desk.loading() {
        let text = t!("bodies-making", title = title);
        ui.horizontal(|ui| {
            ui.spinner();
            widgets::note(ui, text);
        });
    } else if desk.drafts.differ_from(desk.stage.session.scene()) {
        let fault = desk.drafts.fault();
        if let Some(fault) = &fault {
            ui.label(RichText::new(fault.to_string()).color(theme::palette(ui).warning));
        }
        let is_asked = desk.drafts.asked == Some(desk.drafts.count());
        if let (true, Some(milliseconds)) = (is_asked, desk.stage.forecast(desk.drafts.count())) {
            let text = t!("bodies-slow", time = words::duration(milliseconds));
            ui.label(RichText::new(text).color(theme::palette(ui).warning));
        }
        ui.horizontal(|ui| {
            let key = if is_asked { "bodies-apply-slow" } else { "bodies-apply" };
            let button = ui.add_enabled_ui(fault.is_none(), |ui| widgets::button(ui, icons::CHECK, key, true)).inner;
            if button.clicked() {
                apply(desk);
            }
            if widgets::button(ui, icons::ARROW_U_UP_LEFT, "bodies-discard", false).clicked() {
                desk.drafts = Drafts::of(desk.stage.session.scene());
            }
        });
    }
}

/// Restarts the scene with the drafts. If a step would take very long, asks first.
fn apply(desk: &mut Desk) {
    let count = desk.drafts.count();
    let is_slow = desk.stage.forecast(count).is_some_and(|milliseconds| milliseconds > SLOW);
    if is_slow && desk.drafts.asked != Some(count) {
        desk.drafts.asked = Some(count);
        return;
    }
    let drafts = &desk.drafts;
    let (seed, initial) = (drafts.seed as u64, drafts.initial.clone());
    desk.ask(Action::Bodies { count, seed, initial });
}
