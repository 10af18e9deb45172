//! The bar along the bottom: play, step, speed, time.

use egui::{
    Align, Button, Color32, Layout, RichText, TextStyle, TextWrapMode, Ui, WidgetText, vec2,
};
use starshell::words::{self, t};

use crate::app::commands::{Command, Follow, Medium};
use crate::app::icons;
use crate::app::shell::{
    guidance,
    sides::side_button,
    state::Shell,
    theme,
    widgets::{self, Scale, icon_button},
};
use crate::app::simulation::{
    acts::picture, drafts::Drafts, run::Run, stage::Stage, transport::SPEEDS, viewer::Viewer,
};

/// Buttons that are always there: those of both side panels, restart, reverse, play and single
/// step; and what they take beside their cells, since the round one is wider and those of the
/// panels stand apart.
const FIXED: f32 = 6.0;
const APART: f32 = 4.0 + 4.0 * theme::GRID;
/// Space before a group.
const GAP: f32 = 3.0 * theme::GRID;
/// Length of the rail of the speed: at least, and with room to spare.
const RAIL: [f32; 2] = [64.0, 104.0];
/// Room of a number field.
const FIELD: f32 = 52.0;

/// Buttons on the right, from the left.
const BUTTONS: [&str; 5] = [
    "transport-record",
    "transport-video",
    "transport-screenshot",
    "transport-pictures",
    "transport-frame",
];

/// Draws the transport. Whatever has no room is left out rather than drawn over others; keys reach
/// most of it.
pub fn transport_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    viewer: &Viewer,
    drafts: &mut Drafts,
) {
    let parts = Parts::fitting(ui, run);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = parts.gap;
        side_button(ui, shell, 0, "transport-left");
        ui.add_space(2.0 * theme::GRID);
        widgets::icon_button_of(ui, shell, "transport-restart", false);
        widgets::icon_button_of(ui, shell, "transport-reverse", false);
        play_ui(ui, shell, viewer);
        widgets::icon_button_of(ui, shell, "transport-step", false);
        ui.spacing_mut().item_spacing.x = theme::GRID;
        if parts.has("transport-steps") {
            several_ui(ui, shell, drafts);
        }
        if parts.has("transport-speed") {
            ui.add_space(GAP);
            speed_ui(ui, shell, run, viewer, parts.words(), parts.rail);
        }
        if parts.has("transport-frame-steps") {
            frame_steps_ui(ui, shell, viewer, parts.has("transport-steps-per-frame"));
        }
        let buttons: Vec<_> = BUTTONS.into_iter().filter(|key| parts.has(key)).collect();
        if parts.has("transport-time") {
            ui.add_space(GAP);
            let taken = buttons.iter().map(|key| parts.width(key)).sum::<f32>() + parts.cell();
            let room = ui.available_width() - taken - 2.0 * theme::GRID;
            time_ui(ui, run, room);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = parts.gap;
            side_button(ui, shell, 1, "transport-right");
            ui.add_space(2.0 * theme::GRID);
            for key in buttons.into_iter().rev() {
                button_ui(ui, shell, run, viewer, key);
            }
        });
    });
}

/// What the bar has room for.
struct Parts {
    /// Keys of buttons and controls, and of the words that belong to them.
    shown: Vec<&'static str>,
    /// Length of the rail of the speed.
    rail: f32,
    /// Space between icon buttons.
    gap: f32,
}

impl Parts {
    /// The most important parts that fit, where no control has to give way to the space between
    /// buttons.
    fn fitting(ui: &Ui, run: &Run) -> Self {
        let spaced = Self::with_gap(ui, run, theme::GRID);
        if spaced.has("transport-steps") && spaced.has("transport-frame-steps") {
            spaced
        } else {
            Self::with_gap(ui, run, 0.0)
        }
    }

    /// The most important parts that fit. Room for texts that change is that of long ones, so that
    /// no part comes and goes.
    fn with_gap(ui: &Ui, run: &Run, gap: f32) -> Self {
        let font = TextStyle::Body.resolve(ui.style());
        let wide = |text: String| {
            ui.painter().layout_no_wrap(text, font.clone(), Color32::WHITE).size().x + theme::GRID
        };
        let time = longest_time(run);
        let [label, times, intended, unit, time] = [
            wide(t!("transport-speed")),
            wide(longest_slower(false)),
            wide(longest_slower(true)) - wide(longest_slower(false)),
            wide(t!("transport-steps-per-frame", count = 1000)),
            wide(t!("transport-time", time = time)) + 2.0 * theme::GRID,
        ];
        let steps = wide(t!("transport-steps-done", steps = words::grouped(99_999)));
        let mut parts = Self { shown: Vec::new(), rail: RAIL[0], gap };
        let (cell, caret) = (parts.cell(), parts.width("transport-video"));
        let mut left = ui.available_width() - FIXED * cell - APART;
        for (key, width) in [
            ("transport-record", cell),
            ("transport-screenshot", cell),
            ("transport-time", GAP + time),
            ("transport-speed", GAP + RAIL[0] + theme::GRID + times),
            ("transport-pictures", caret),
            ("transport-video", caret),
            ("transport-frame", cell),
            ("transport-steps", theme::BUTTON + theme::GRID + FIELD),
            ("transport-frame-steps", FIELD),
            ("transport-times", label + theme::GRID),
            ("transport-slower-intended", intended),
            ("transport-steps-per-frame", unit),
            ("transport-steps-done", steps),
        ] {
            if width <= left {
                left -= width;
                parts.shown.push(key);
            }
        }
        parts.rail += left.clamp(0.0, RAIL[1] - RAIL[0]);
        parts
    }

    /// Width of an icon button with the space behind it.
    fn cell(&self) -> f32 {
        theme::BUTTON + self.gap
    }

    /// Width of a button on the right with the space behind it: narrow for an arrow, which belongs
    /// to the button on its left.
    fn width(&self, key: &str) -> f32 {
        if is_arrow(key) { widgets::ARROW + self.gap } else { self.cell() }
    }

    fn words(&self) -> Words {
        match (self.has("transport-times"), self.has("transport-slower-intended")) {
            (true, true) => Words::All,
            (true, false) => Words::Named,
            (false, _) => Words::Few,
        }
    }

    fn has(&self, key: &str) -> bool {
        self.shown.contains(&key)
    }
}

fn is_arrow(key: &str) -> bool {
    matches!(key, "transport-video" | "transport-pictures")
}

/// A button on the right.
fn button_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer, key: &str) {
    let makes = |medium| shell.is_framed() && shell.settings.panels.medium == medium;
    let is_on = match key {
        "transport-pictures" => makes(Medium::Picture),
        "transport-video" => makes(Medium::Video),
        "transport-frame" => viewer.follow == Follow::Light,
        _ => false,
    };
    if key == "transport-record" && run.captures.filming.is_some() {
        if icon_button(ui, icons::STOP, "transport-record-end", true).clicked() {
            shell.ask(Command::Record);
        }
    } else if key == "transport-frame" && is_on {
        // It lets the light go.
        if icon_button(ui, icons::FRAME_CORNERS, key, true).clicked() {
            shell.ask(Command::Follow(Follow::Nothing));
        }
    } else if key == "transport-screenshot" {
        camera_ui(ui, shell, run);
    } else if is_arrow(key) {
        widgets::arrow_button_of(ui, shell, key, is_on);
    } else {
        widgets::icon_button_of(ui, shell, key, is_on);
    }
}

/// The button that saves a picture; its tooltip says in which shape, if not in the window's.
pub fn camera_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let shape = picture::shape(shell, run);
    let key = "transport-screenshot";
    if widgets::icon_button_for(ui, icons::CAMERA, key, shape.as_deref()).clicked() {
        shell.ask(Command::Screenshot);
    }
}

/// The main button: round, in the accent colour.
pub fn play_ui(ui: &mut Ui, shell: &mut Shell, viewer: &Viewer) {
    let palette = theme::palette(ui);
    let (icon, key) = if viewer.transport.is_playing || viewer.replayed_by().is_some() {
        (icons::PAUSE, "transport-pause")
    } else {
        (icons::PLAY, "transport-play")
    };
    let button = Button::new(RichText::new(icon).size(theme::ICON).color(palette.on_accent))
        .fill(palette.accent)
        .corner_radius(16)
        .min_size(vec2(36.0, 32.0));
    let name = words::text(key, &[]);
    let response = ui.add(button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    if response.on_hover_text(name).clicked() {
        guidance::note(ui, "transport-play");
        shell.ask(Command::TogglePlay);
    }
}

/// The button for several steps, and their number.
fn several_ui(ui: &mut Ui, shell: &mut Shell, drafts: &mut Drafts) {
    if icon_button(ui, icons::FAST_FORWARD, "transport-steps", false).clicked() {
        shell.ask(Command::Steps(drafts.steps as u32));
    }
    let scale = Scale::linear(1.0, 1e6).step(1.0);
    let field =
        widgets::number_field(ui, "transport-steps-count", &mut drafts.steps, scale, |field| {
            field.speed(1.0)
        });
    field.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::SpinButton, true, t!("transport-steps-count"))
    });
    widgets::with_tip(field, "transport-steps-count");
}

/// How much is said beside the rail of the speed.
#[derive(Clone, Copy, PartialEq)]
pub enum Words {
    /// How fast it is, or how much slower than intended in a few words.
    Few,
    /// The name of the rail, then how fast it is, or how much slower than intended in a few words.
    Named,
    /// The name of the rail, then how fast it is, or how much slower than intended in full.
    All,
}

/// The multiple of the scene's pace, on a rail of this length.
pub fn speed_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    viewer: &Viewer,
    said: Words,
    length: f32,
) {
    let palette = theme::palette(ui);
    if said != Words::Few {
        ui.label(RichText::new(t!("transport-speed")).color(palette.muted));
        ui.add_space(theme::GRID);
    }
    let mut speed = viewer.speed(&run.stage);
    ui.spacing_mut().slider_width = length;
    let rail = ui.add(
        egui::Slider::new(&mut speed, SPEEDS[0]..=SPEEDS[1]).logarithmic(true).show_value(false),
    );
    rail.widget_info(|| egui::WidgetInfo::slider(true, speed, t!("transport-speed")));
    if rail.changed() {
        shell.ask(Command::Speed(speed));
    }
    guidance::takes_typing(&rail);
    widgets::with_tip(rail, "transport-speed");
    let slower =
        viewer.slow_speed(&run.stage).map(|reached| slower(speed / reached, said == Words::All));
    let is_slow = slower.is_some();
    let text =
        slower.unwrap_or_else(|| t!("transport-times", times = words::short(rounded(speed))));
    // The room of the longest text, so that what follows stays where it is.
    let font = TextStyle::Body.resolve(ui.style());
    let longest = longest_slower(said == Words::All);
    let width = ui.painter().layout_no_wrap(longest, font, Color32::WHITE).size().x;
    let label =
        egui::Label::new(RichText::new(text).color(palette.text)).halign(Align::LEFT).truncate();
    let label = ui.add_sized([width, theme::ROW], label);
    if is_slow {
        widgets::with_tip(label, "transport-slower");
    }
}

/// How much slower it is than intended, in full or in a few words.
fn slower(factor: f64, is_full: bool) -> String {
    let factor = words::short(rounded(factor));
    if is_full {
        t!("transport-slower-intended", factor = factor)
    } else {
        t!("transport-slower", factor = factor)
    }
}

/// The longest text beside the rail of the speed.
fn longest_slower(is_full: bool) -> String {
    slower(0.44, is_full)
}

/// A time of the scene that is longer than most.
fn longest_time(run: &Run) -> String {
    let (scene, simulation) = (run.stage.session.scene(), run.stage.session.simulation());
    run.stage.numbers().time(-10.0 * scene.duration, simulation.parameters().time_step)
}

/// The steps per frame, for those who count them.
fn frame_steps_ui(ui: &mut Ui, shell: &mut Shell, viewer: &Viewer, is_named: bool) {
    let mut steps = f64::from(viewer.transport.steps_per_frame);
    let unit =
        if is_named { t!("transport-steps-per-frame", count = steps) } else { String::new() };
    let scale = Scale::linear(1.0, 1000.0).step(1.0);
    let field = widgets::number_field(ui, "transport-frame-steps", &mut steps, scale, |field| {
        field.suffix(unit)
    });
    field.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::SpinButton, true, t!("transport-frame-steps"))
    });
    if field.changed() {
        shell.ask(Command::StepsPerFrame(steps as u32));
    }
    widgets::with_tip(field, "transport-frame-steps");
}

/// Two digits, which is as exactly as a rail can be set.
fn rounded(value: f64) -> f64 {
    let unit = 10_f64.powf(value.log10().floor() - 1.0);
    (value / unit).round() * unit
}

/// The simulated time in words.
pub fn time_text(run: &Run) -> String {
    let simulation = run.stage.session.simulation();
    if run.stage.reel.is_comoving() {
        return run.stage.reel.moment(simulation.time(), run.stage.numbers());
    }
    t!(
        "transport-time",
        time = run.stage.numbers().time(simulation.time(), simulation.parameters().time_step)
    )
}

/// Draws the simulated time in `room` points and, if there is room, the steps done or the progress
/// of one that takes several frames.
pub fn time_ui(ui: &mut Ui, run: &Run, room: f32) {
    let palette = theme::palette(ui);
    let simulation = run.stage.session.simulation();
    let time = RichText::new(time_text(run)).family(theme::strong()).color(palette.text);
    let done = || {
        RichText::new(t!("transport-steps-done", steps = words::grouped(simulation.steps())))
            .color(palette.muted)
    };
    let part = |progress: f32| {
        let text = t!("transport-progress", percent = format!("{:.0}", 100.0 * progress));
        (RichText::new(text).color(palette.accent), "transport-progress")
    };
    let steps = step_progress(&run.stage).map_or_else(|| (done(), "transport-steps-done"), part);
    let end = ui.cursor().left() + room;
    for (text, key) in [(time, "transport-time"), steps] {
        let galley = WidgetText::from(text).into_galley(
            ui,
            Some(TextWrapMode::Extend),
            f32::INFINITY,
            TextStyle::Body,
        );
        if ui.cursor().left() + galley.size().x <= end {
            widgets::with_tip(ui.label(galley), key);
        }
    }
}

/// The finished share of a step that takes several frames.
fn step_progress(stage: &Stage) -> Option<f32> {
    // Where a member computes, steps are under way between all frames.
    let is_quick = stage.session.simulation().is_hosted() && stage.rates.steps_per_second > 1.0;
    stage.session.simulation().engine().progress().filter(|_| !is_quick)
}
