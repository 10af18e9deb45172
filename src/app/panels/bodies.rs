//! How many bodies, and which: they take effect when applied, since the scene then begins anew.

use egui::{RichText, Ui};
use starshell::physics::initial::MAX_COUNT;

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::drafts::Drafts;
use crate::app::widgets::{self, Scale};
use crate::app::words::{self, t};
use crate::app::{icons, theme};

/// Draws the number of bodies, with what a step will take, and the seed.
pub fn bodies_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "bodies-title", true, |ui| {
        let fixed = desk.drafts.initial.fixed_count();
        match fixed {
            Some(count) => widgets::note(ui, t!("bodies-fixed", count = count)),
            None => {
                let most = (1_u64 << 22) as f64;
                widgets::slider(ui, "bodies-count", &mut desk.drafts.free_count, Scale::logarithmic(1.0, most).step(1.0));
                desk.drafts.free_count = desk.drafts.free_count.clamp(1.0, MAX_COUNT as f64);
            }
        }
        if let Some(forecast) = forecast(desk) {
            widgets::note(ui, forecast);
        }
        ui.horizontal(|ui| {
            if widgets::icon_button(ui, icons::DICE_FIVE, "bodies-dice", false).clicked() {
                desk.drafts.seed = (desk.drafts.seed + 1.0).min(1e15);
            }
            widgets::field(ui, "bodies-seed", &mut desk.drafts.seed, Scale::linear(0.0, 1e15).step(1.0));
        });
        apply_ui(ui, desk);
    });
}

/// The buttons that apply drafts, or take them back, where there are any.
pub fn apply_ui(ui: &mut Ui, desk: &mut Desk) {
    if let Some(title) = desk.loading() {
        let text = t!("bodies-making", title = title);
        ui.horizontal(|ui| {
            ui.spinner();
            widgets::note(ui, text);
        });
    } else if desk.drafts.differ_from(desk.session.scene()) {
        let fault = desk.drafts.fault();
        if let Some(fault) = &fault {
            ui.label(RichText::new(fault.to_string()).color(theme::palette(ui).warning));
        }
        ui.horizontal(|ui| {
            let apply = ui.add_enabled_ui(fault.is_none(), |ui| widgets::button(ui, icons::CHECK, "bodies-apply", true)).inner;
            if apply.clicked() {
                let drafts = &desk.drafts;
                let (count, seed, initial) = (drafts.count(), drafts.seed as u64, drafts.initial.clone());
                desk.ask(Action::Bodies { count, seed, initial });
            }
            if widgets::button(ui, icons::ARROW_U_UP_LEFT, "bodies-discard", false).clicked() {
                desk.drafts = Drafts::of(desk.session.scene());
            }
        });
    }
}

/// What a step with so many bodies will take here, from what steps have taken so far.
fn forecast(desk: &Desk) -> Option<String> {
    let milliseconds = desk.forecast(desk.drafts.count())?;
    let time = if milliseconds < 1000.0 {
        t!("bodies-milliseconds", number = words::number(milliseconds))
    } else {
        t!("bodies-seconds", number = words::number(milliseconds / 1000.0))
    };
    Some(t!("bodies-forecast", time = time))
}
