//! The strip above the transport: the stored states of the run, and the position of the picture
//! among them.

use egui::{
    Align, Align2, CursorIcon, FontId, Key, Layout, Painter, Rect, Response, Sense, Stroke, Ui,
    UiBuilder, pos2,
};
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{
    state::Shell,
    theme::{self, GRID, Palette},
    widgets::{self, slim_button},
};
use crate::app::simulation::history::Branch;
use crate::app::simulation::{
    acts::timeline::branch_name,
    panels::{path, rail::Rail},
    run::Run,
    viewer::Viewer,
};

/// Stored states nearer than this many points are shown as one run of states.
const MERGED: f32 = 4.0;

/// Draws the timeline and, if it is open, the strip of the camera path below it, on the same scale.
pub fn strips_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &mut Viewer) {
    let whole = ui.max_rect();
    let (upper, lower) = whole.split_top_bottom_at_y(whole.top() + theme::STRIP);
    let mut strip = |rect| ui.new_child(UiBuilder::new().max_rect(rect));
    let (mut upper, mut lower) = (strip(upper), strip(lower));
    let rail = timeline_ui(&mut upper, shell, run, viewer);
    // Opened a moment ago, it has its room from the next frame on.
    if viewer.travel.is_open && lower.max_rect().height() > 0.5 * theme::STRIP {
        let line = Stroke::new(1.0, theme::palette(&lower).line);
        lower.painter().hline(ui.clip_rect().x_range(), lower.max_rect().top(), line);
        path::path_ui(&mut lower, shell, run, viewer, &rail);
    }
}

/// Draws the timeline. Returns its rail.
fn timeline_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &mut Viewer) -> Rail {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        widgets::slim_button_of(ui, shell, "timeline-earlier", false);
        widgets::slim_button_of(ui, shell, "timeline-later", false);
        replay_ui(ui, shell, viewer);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if slim_button(ui, icons::PATH, "path-open", viewer.travel.is_open).clicked() {
                viewer.travel.is_open = !viewer.travel.is_open;
            }
            widgets::slim_button_of(ui, shell, "timeline-newest", false);
            let is_comparing = run.other_view.is_some();
            if ui.available_width() > 200.0 {
                widgets::slim_button_of(ui, shell, "timeline-compare", is_comparing);
            }
            if run.history.branches().len() > 1 && ui.available_width() > 260.0 {
                branches_ui(ui, shell, run);
            }
            rail_ui(ui, shell, run, viewer)
        })
        .inner
    })
    .inner
}

/// The buttons that show a film or stored states one after the other, each of which pauses it, too.
pub fn replay_ui(ui: &mut Ui, shell: &mut Shell, viewer: &Viewer) {
    for (by, key, icon) in
        [(-1, "timeline-back", icons::REWIND), (1, "timeline-forth", icons::FAST_FORWARD)]
    {
        let is_on = viewer.replayed_by() == Some(by);
        let icon = if is_on { icons::PAUSE } else { icon };
        if slim_button(ui, icon, key, is_on).clicked() {
            shell.ask(Command::Replay(by));
        }
    }
}

/// The choice of a branch.
fn branches_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let name = |branch| branch_name(branch, &run.stage);
    let current = run.line().map(name).unwrap_or_default();
    let width = if ui.available_width() > 480.0 { 148.0 } else { 96.0 };
    let combo = egui::ComboBox::from_id_salt("timeline-branches")
        .selected_text(current)
        .width(width)
        .truncate();
    let mut asked = None;
    let shown = combo.show_ui(ui, |ui| {
        ui.set_min_width(220.0);
        for branch in run.history.branches() {
            let number = branch.number();
            let is_current = number == run.stage.cursor.branch;
            let is_beside =
                run.other_view.as_ref().is_some_and(|beside| beside.stage.cursor.branch == number);
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_enabled_ui(!is_current && !is_beside, |ui| {
                        if slim_button(ui, icons::TRASH, "timeline-discard", false).clicked() {
                            asked = Some(Command::DiscardBranch(number));
                        }
                    });
                    ui.add_enabled_ui(!is_current, |ui| {
                        if slim_button(
                            ui,
                            icons::SPLIT_HORIZONTAL,
                            "timeline-compare-branch",
                            is_beside,
                        )
                        .clicked()
                        {
                            asked = Some(Command::Compare(Some(number)));
                        }
                    });
                    ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                        if ui.selectable_label(is_current, name(branch)).clicked() {
                            asked = Some(Command::Branch(number));
                        }
                    });
                });
            });
        }
    });
    shown.response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::ComboBox, true, t!("timeline-branches"))
    });
    widgets::with_tip(shown.response, "timeline-branches");
    if let Some(action) = asked {
        shell.ask(action);
    }
}

/// Draws the rail, and handles dragging on it to look back. Returns it.
fn rail_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) -> Rail {
    let palette = theme::palette(ui);
    let present = run.times()[1];
    let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::drag());
    let rail = Rail::new(run, viewer, area);
    response.widget_info(|| egui::WidgetInfo::slider(true, present, t!("timeline-rail")));
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let painter = ui.painter().with_clip_rect(area);
    rail.draw(&painter, &palette);
    if let Some(line) = run.line() {
        stored(&painter, &rail, run, line, &palette);
    }
    position(&painter, &rail, present, run.stage.cursor.shown.is_some(), &palette);
    if run.stage.reel.is_late() {
        // Over the rail, which keeps its length while one drags along it.
        let place = pos2(rail.rect.right(), rail.y() - 3.0);
        let font = FontId::proportional(9.0);
        painter.text(place, Align2::RIGHT_BOTTOM, t!("timeline-reading"), font, palette.text);
    }
    if response.dragged()
        && let Some(place) = response.interact_pointer_pos()
    {
        shell.ask(Command::LookBack(rail.time(place.x)));
    }
    if response.has_focus() {
        for (key, by) in [(Key::ArrowLeft, -1), (Key::ArrowRight, 1)] {
            if ui.input(|input| input.key_pressed(key)) {
                shell.ask(Command::StepState(by));
            }
        }
    }
    hover(ui, run, &rail, response, &palette);
    rail
}

/// Shades the line where states are stored, and marks where the branch forked from another. All of
/// a film is shaded, with a mark at each snapshot.
fn stored(painter: &Painter, rail: &Rail, run: &Run, line: &Branch, palette: &Palette) {
    let y = rail.y();
    let mut runs: Vec<(f32, f32)> = Vec::new();
    let film = run.stage.reel.about().zip(run.stage.reel.end(Some(line)));
    if let Some((about, end)) = film {
        runs.push((rail.x(about.times[0]), rail.x(end)));
        for time in about.times.iter().filter(|time| **time <= end) {
            let mark = y - 5.0..=y + 5.0;
            painter.vline(rail.x(*time), mark, Stroke::new(1.0, palette.accent));
        }
    }
    let is_after = |time: &f64| film.is_none_or(|(_, end)| *time > end);
    let times = line.moments().iter().map(|moment| moment.time()).filter(is_after);
    for x in times.map(|time| rail.x(time)) {
        match runs.last_mut() {
            Some((_, end)) if x - *end <= MERGED => *end = x,
            _ => runs.push((x, x)),
        }
    }
    let color = palette.accent.gamma_multiply(0.8);
    for (begin, end) in runs {
        let run = Rect::from_min_max(pos2(begin - 1.0, y - 3.0), pos2(end + 1.0, y + 3.0));
        painter.rect_filled(run, 1.0, color);
    }
    if let Some(fork) = line.fork() {
        let x = rail.x(fork.time());
        let tip = [pos2(x - 4.0, y - 10.0), pos2(x + 4.0, y - 10.0), pos2(x, y - 4.0)];
        painter.add(egui::Shape::convex_polygon(tip.to_vec(), palette.text, Stroke::NONE));
    }
}

/// The handle: full in the present, a ring in the past.
fn position(painter: &Painter, rail: &Rail, time: f64, is_past: bool, palette: &Palette) {
    let center = pos2(rail.x(time), rail.y());
    let fill = if is_past { palette.panel } else { palette.accent };
    painter.circle(center, 6.0, fill, Stroke::new(2.0, palette.accent));
}

/// Shows the time under the pointer, and that of the stored state that a click would show.
fn hover(ui: &Ui, run: &Run, rail: &Rail, response: Response, palette: &Palette) {
    let Some(place) = response.hover_pos() else {
        widgets::with_tip(response, "timeline-rail");
        return;
    };
    let time = rail.time(place.x);
    let is_film = run.stage.reel.end(run.line()).is_some_and(|end| time <= end);
    let nearest = run.line().filter(|_| !is_film).and_then(|line| line.nearest(time));
    let x = nearest.map_or(place.x, |moment| rail.x(moment.time()));
    let y = rail.y();
    ui.painter().vline(x, y - 8.0..=y + 8.0, Stroke::new(1.0, palette.text));
    let text = match nearest {
        Some(moment) => {
            let written = |time| run.stage.numbers().text(Dimension::Time, time);
            t!("timeline-stored", time = written(time), stored = written(moment.time()))
        }
        None => run.stage.reel.moment(time, run.stage.numbers()),
    };
    let tip = words::tip("timeline-rail").unwrap_or_default();
    response.on_hover_text_at_pointer(format!("{text}\n{tip}"));
}
