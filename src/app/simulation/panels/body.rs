//! The selected body, on a card over the picture.

use egui::{Align, Label, Layout, Pos2, Rect, RichText, Ui, Vec2, pos2, vec2};
use starshell::physics::initial::Frame;
use starshell::physics::{Body, Watched};
use starshell::scene::{Dimension, Scene};
use starshell::session::Edit;

use crate::app::commands::{Command, Follow};
use crate::app::icons;
use crate::app::shell::{
    state::Shell,
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    origin::component_name,
    panels::tools::{CARD, card},
    run::Run,
    viewer::Viewer,
};
use starshell::words;

/// Height of a line of the selected body's numbers.
const LINE: f32 = 17.0;
/// Size of the card.
const SIZE: Vec2 = vec2(CARD, 236.0);

/// The upper right corner of the card in an area of the picture: this one, or below the cards that
/// it would cover. `None` if there is no room: the tool in hand comes first.
pub fn corner(corner: Pos2, area: Rect, cards: &[Rect]) -> Option<Pos2> {
    let place = Rect::from_min_size(corner - vec2(SIZE.x, 0.0), SIZE);
    let over = cards.iter().filter(|card| card.expand(2.0 * theme::GRID).intersects(place));
    let low = over.map(|card| card.bottom() + 2.0 * theme::GRID).fold(corner.y, f32::max);
    let is_free = low == corner.y || low + SIZE.y < area.bottom();
    is_free.then_some(pos2(corner.x, low))
}

/// Draws the selected body's numbers and buttons, or the fields of its new values, with the upper
/// right corner at `corner`. Returns where they are.
pub fn body_ui(
    ui: &Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &Viewer,
    corner: Pos2,
) -> Option<Rect> {
    let watched =
        run.stage.interaction.watched.filter(|_| run.stage.interaction.picked.is_some())?;
    let shown = card(ui, "body-title", corner, |ui| match run.stage.interaction.draft {
        Some(draft) => edit_ui(ui, shell, run, &watched, draft),
        None => {
            values_ui(ui, run, &watched);
            buttons_ui(ui, shell, run, viewer, frame_of(run).absolute(&watched.body, watched.time));
        }
    });
    Some(shown)
}

/// In what the scene's bodies are computed. The card shows the coordinates of their file.
fn frame_of(run: &Run) -> Frame {
    run.stage.session.scene().initial.frame()
}

/// Draws the numbers of the selected body.
fn values_ui(ui: &mut Ui, run: &Run, now: &Watched) {
    let numbers = run.stage.numbers();
    let vector = |quantity, v: glam::DVec3| {
        let v = numbers.factor(quantity) * v;
        format!("{}  {}  {}", words::brief(v.x), words::brief(v.y), words::brief(v.z))
    };
    let body = frame_of(run).absolute(&now.body, now.time);
    let lines = [
        name_text(run.stage.session.scene(), now.body.component),
        ("body-number", words::grouped(u64::from(now.index))),
        ("body-position", vector(Dimension::Length, body.position)),
        ("body-velocity", vector(Dimension::Speed, body.velocity)),
        ("body-speed", numbers.text(Dimension::Speed, body.velocity.length())),
        ("body-acceleration", numbers.text(Dimension::Acceleration, now.acceleration.length())),
        ("body-mass", numbers.text(Dimension::Mass, now.body.mass)),
    ];
    let palette = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = LINE;
    for (key, value) in lines {
        // Vectors need a line of their own.
        let vector = match key {
            "body-position" => Some(Dimension::Length),
            "body-velocity" => Some(Dimension::Speed),
            _ => None,
        };
        let name = words::text(key, &[]);
        let name = vector.map_or(name.clone(), |quantity| numbers.named(name, quantity));
        let name = RichText::new(name).color(palette.muted).size(12.0);
        // Numbers that are too long would widen the panel.
        let value = Label::new(RichText::new(value).size(12.0)).truncate();
        if vector.is_some() {
            widgets::with_tip(ui.label(name), key);
            ui.add(value);
        } else {
            ui.horizontal(|ui| {
                widgets::with_tip(ui.label(name), key);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(value));
            });
        }
    }
}

/// Draws what can be done with the selected body.
fn buttons_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run, viewer: &Viewer, body: Body) {
    ui.horizontal(|ui| {
        let is_followed = viewer.follow == Follow::Picked;
        if widgets::icon_button(ui, icons::CROSSHAIR, "body-follow", is_followed).clicked() {
            shell.ask(Command::Follow(if is_followed { Follow::Nothing } else { Follow::Picked }));
        }
        if widgets::icon_button(ui, icons::PLANET, "body-orbit", run.stage.interaction.orbits)
            .clicked()
        {
            shell.ask(Command::ToggleOrbits);
        }
        if widgets::icon_button(ui, icons::PENCIL_SIMPLE, "body-edit", false).clicked() {
            run.stage.interaction.draft = Some(body);
        }
        widgets::icon_button_of(ui, shell, "body-delete", false);
        widgets::icon_button_of(ui, shell, "body-unpick", false);
    });
}

/// The name of a body that was added, or of its component, or else its number; with the key of what
/// that is.
fn name_text(scene: &Scene, component: u32) -> (&'static str, String) {
    let types = scene.initial.types();
    match (types.get(component as usize), scene.guest(component)) {
        (_, Some(guest)) => ("body-name", guest.name.clone()),
        // Few bodies that are a component each.
        (Some(name), None) if scene.initial.fixed_count() == Some(types.len()) => {
            ("body-name", component_name(name))
        }
        (Some(name), None) => ("body-component", component_name(name)),
        (None, None) => ("body-component", component.to_string()),
    }
}

/// Fields for the new values of the picked body, in place of its numbers.
fn edit_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run, now: &Watched, mut draft: Body) {
    let numbers = run.stage.numbers();
    let any = |dimension| Scale::linear(-1e9, 1e9).measuring(dimension, numbers);
    let [x, y, z] = [&mut draft.position.x, &mut draft.position.y, &mut draft.position.z];
    let [vx, vy, vz] = [&mut draft.velocity.x, &mut draft.velocity.y, &mut draft.velocity.z];
    // Six rows, in which long numbers have room, as high as a low window has room for.
    ui.spacing_mut().item_spacing.y = 2.0;
    let position = [("body-x", x), ("body-y", y), ("body-z", z)];
    let velocity = [("body-vx", vx), ("body-vy", vy), ("body-vz", vz)];
    for (dimension, fields) in [(Dimension::Length, position), (Dimension::Speed, velocity)] {
        for (key, value) in fields {
            widgets::field(ui, key, value, any(dimension));
        }
    }
    let known = run.stage.session.scene().guest(now.body.component).cloned();
    let mut guest = run.stage.interaction.guest.take().or_else(|| known.clone());
    if let (Some(guest), Some(known)) = (&mut guest, &known) {
        widgets::hinted_field(ui, "body-name", &mut guest.name, known.name.clone());
    }
    widgets::field(
        ui,
        "body-new-mass",
        &mut draft.mass,
        Scale::linear(0.0, 1e9).measuring(Dimension::Mass, numbers),
    );
    (run.stage.interaction.draft, run.stage.interaction.guest) = (Some(draft), guest);
    ui.horizontal_wrapped(|ui| {
        if widgets::button(ui, icons::CHECK, "body-apply", true).clicked() {
            let body = frame_of(run).relative_at(&draft, now.time);
            shell.ask(Command::Edit(Edit::Replace(now.index, body)));
            run.stage.interaction.draft = None;
            run.stage.interaction.guest.take_if(|guest| guest.name.trim().is_empty());
        }
        if widgets::button(ui, icons::X, "body-cancel", false).clicked() {
            (run.stage.interaction.draft, run.stage.interaction.guest) = (None, None);
        }
    });
}
