//! Notices above the picture's lower edge or below a page.

use egui::{Align2, Area, Frame, Id, Margin, Order, Panel, Rect, RichText, Stroke, Ui};
use starshell::words::t;

use crate::app::commands::{Command, View};
use crate::app::icons;
use crate::app::shell::{notices::Notice, state::Shell, theme, widgets};
use crate::app::simulation::{acts, rescue::Rescue, run::Run};

/// Points between notices and what they stand beside.
const MARGIN: f32 = 4.0 * theme::GRID;
/// Most points that notices are wide, and least beside a legend.
const WIDTH: f32 = 640.0;
const NARROW: f32 = 280.0;

/// Draws the notices over the picture, beside its tools and clear of the areas that are `taken`; the
/// warnings only if `is_all`.
pub fn notices_ui(
    ui: &Ui,
    shell: &mut Shell,
    run: &Run,
    rescue: &Option<Rescue>,
    tools: Option<Rect>,
    taken: &[Rect],
    is_all: bool,
) {
    let area = ui.max_rect();
    let free = free(tools.map_or(area, |tools| area.with_min_x(tools.right())), taken);
    // On the tour, the caption is below.
    let (pivot, place) = if run.is_tour() {
        (Align2::CENTER_TOP, free.center_top())
    } else {
        (Align2::CENTER_BOTTOM, free.center_bottom())
    };
    // The offer is about the simulation, and the simple mode opens no runs.
    let is_simulation = shell.view == View::Simulation;
    let is_offering = is_simulation
        && !shell.is_simple()
        && rescue.as_ref().is_some_and(|rescue| rescue.offer().is_some());
    let is_shown = |notice: &Notice| is_all || !notice.is_warning;
    if !shell.notices.iter().any(is_shown) && !is_offering {
        return;
    }
    let width = free.width().clamp(120.0, WIDTH);
    let mut answer = None;
    Area::new(Id::unique("notices")).order(Order::Foreground).pivot(pivot).fixed_pos(place).show(
        ui.ctx(),
        |ui| {
            ui.set_max_width(width);
            let palette = theme::palette(ui);
            list_ui(ui, shell, run, width, is_shown);
            if is_offering {
                card(ui)
                    .stroke(Stroke::new(1.0, palette.accent))
                    .show(ui, |ui| answer = offer_ui(ui));
            }
        },
    );
    if let Some(is_wanted) = answer {
        shell.ask(Command::Rescue(is_wanted));
    }
}

/// Draws the notices below the contents of a page, which they would cover otherwise. Draw the page
/// after them.
pub fn below_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    if !shell.notices.is_empty() {
        let frame = Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO });
        Panel::bottom("notices").resizable(false).show_separator_line(false).frame(frame).show(
            ui,
            |ui| {
                let width = ui.available_width().clamp(120.0, WIDTH);
                list_ui(ui, shell, run, width, |_| true);
            },
        );
    }
}

/// Draws the warnings below the picture, over which they would lie until they are closed. Draw the
/// picture after them.
pub fn warnings_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    if shell.notices.iter().any(|notice| notice.is_warning) {
        let frame = widgets::panel_frame(ui);
        Panel::bottom("warnings").resizable(false).frame(frame).show(ui, |ui| {
            let width = ui.available_width().clamp(120.0, WIDTH);
            list_ui(ui, shell, run, width, |notice| notice.is_warning);
        });
    }
}

fn card(ui: &Ui) -> Frame {
    let fill = theme::palette(ui).panel.gamma_multiply(0.94);
    Frame::new().fill(fill).corner_radius(8).inner_margin(Margin::symmetric(12, 8))
}

/// Draws some of the notices, a card each.
fn list_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    width: f32,
    is_shown: impl Fn(&Notice) -> bool,
) {
    let (mut closed, mut shows_folder, mut goes_back) = (None, false, false);
    let before_break = acts::warnings::time_before_break(run);
    let palette = theme::palette(ui);
    for (place, notice) in shell.notices.iter().enumerate().filter(|(_, one)| is_shown(one)) {
        let edge = if notice.is_warning { palette.warning } else { palette.line };
        card(ui).stroke(Stroke::new(1.0, edge)).show(ui, |ui| {
            ui.horizontal(|ui| {
                let (icon, color) = if notice.is_warning {
                    (icons::WARNING, palette.warning)
                } else {
                    (icons::INFO, palette.accent)
                };
                ui.label(RichText::new(icon).size(theme::ICON).color(color));
                ui.vertical(|ui| {
                    ui.set_max_width(width - 96.0);
                    ui.label(&notice.text);
                    if before_break.is_some() && shell.notices.is_alarm(notice) {
                        goes_back |=
                            widgets::button(ui, icons::SKIP_BACK, "notice-go-back", true).clicked();
                    }
                });
                if notice.is_written {
                    shows_folder |=
                        widgets::icon_button(ui, icons::FOLDER_OPEN, "pictures-folder", false)
                            .clicked();
                }
                if notice.is_warning
                    && widgets::icon_button(ui, icons::X, "notice-close", false).clicked()
                {
                    closed = Some(place);
                }
            });
        });
    }
    if let Some(place) = closed {
        shell.notices.close(place);
    }
    if shows_folder {
        shell.ask(Command::ShowFolder);
    }
    if let Some(time) = before_break.filter(|_| goes_back) {
        shell.ask(Command::LookBack(time));
    }
}

/// Where notices may stand: above what is `taken` in the lower half, or beside the highest of these
/// where that leaves more of the picture free.
fn free(area: Rect, taken: &[Rect]) -> Rect {
    let whole = area.shrink(MARGIN);
    let low = || taken.iter().filter(|rect| rect.center().y > area.center().y);
    let top = |rects: &mut dyn Iterator<Item = &Rect>| {
        rects.map(Rect::top).fold(whole.bottom() + MARGIN, f32::min) - MARGIN
    };
    let above = whole.with_max_y(top(&mut low()));
    let Some(highest) = low().min_by(|one, other| one.top().total_cmp(&other.top())) else {
        return above;
    };
    let beside = whole
        .with_max_x(highest.left() - MARGIN)
        .with_max_y(top(&mut low().filter(|rect| *rect != highest)));
    if beside.width() >= NARROW && beside.bottom() > above.bottom() + 2.0 * MARGIN {
        beside
    } else {
        above
    }
}

/// Offers to continue the run that was cut off. Returns the answer.
fn offer_ui(ui: &mut Ui) -> Option<bool> {
    ui.label(t!("rescue-offer"));
    ui.horizontal_wrapped(|ui| {
        let goes_on = widgets::button(ui, icons::PLAY, "rescue-continue", true).clicked();
        let is_discarded = widgets::button(ui, icons::TRASH, "rescue-discard", false).clicked();
        if goes_on { Some(true) } else { is_discarded.then_some(false) }
    })
    .inner
}
