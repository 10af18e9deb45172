//! Controls of the table of settings.

use egui::Ui;
use starshell::name::Named;
use starshell::physics::{Parameters, Precision};
use starshell::render::{Look, Projection};
use starshell::scene::{Kind, Number, SETTINGS, Section, Setting, Value, Without};
use starshell::session::check_parameters;
use starshell::words;

use crate::app::commands::Command;
use crate::app::shell::{
    state::Shell,
    widgets::{self, Idle, Scale},
};
use crate::app::simulation::run::Run;
use crate::explained::explained;

/// Draws the controls of a section, in the order of the table.
pub fn section_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, section: Section) {
    for row in SETTINGS.iter().filter(|row| row.section == Some(section)) {
        if is_shown(run, row) {
            row_ui(ui, shell, run, row);
        }
    }
}

/// Draws the control of the setting with this key.
pub fn setting_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, key: &str) {
    Setting::named(key).into_iter().for_each(|row| row_ui(ui, shell, run, row));
}

/// Whether it has an effect in this scene.
fn is_shown(run: &Run, row: &Setting) -> bool {
    let scene = run.stage.session.scene();
    match row.key {
        "look.dust" => !scene.look.dust_components.is_empty(),
        // Integrators on the processor divide steps themselves.
        "physics.adaptive" => !scene.physics.integrator.is_hosted(),
        _ => true,
    }
}

/// Why it changes nothing now, if so.
fn idle(run: &Run, row: &Setting) -> Option<Idle> {
    use starshell::render::ColorBy::{Component, Population, Stars, Uniform};
    let (scene, session) = (run.stage.session.scene(), &run.stage.session);
    let look = &scene.look;
    let is_few = session.simulation().bodies().count() < Look::CROWD;
    let has_own_colors = match look.color_by {
        Population | Stars => true,
        Component => !look.component_colors.is_empty(),
        _ => false,
    };
    let closed = |key: &str| Some(Idle::Closed(words::text(key, &[])));
    match row.key {
        "camera.projection" if run.captures.filming.is_some() => closed("idle-filming"),
        "look.color_max" if matches!(look.color_by, Component | Population | Stars | Uniform) => {
            closed("idle-range")
        }
        "look.color_map" if has_own_colors => closed("idle-colors"),
        "camera.field_of_view" if scene.camera.projection != Projection::Perspective => {
            closed("idle-projection")
        }
        "look.diffuse" | "look.dust" if is_few => closed("idle-few"),
        _ if row.table() == "physics" => refused(run, row).map(Idle::Closed),
        _ => {
            let is_left_out = session.pictures().has_plain_light()
                && row.table() == "look"
                && Look::SLOW_EFFECTS.contains(&row.name());
            is_left_out.then(|| Idle::Dimmed(words::text("idle-preview", &[])))
        }
    }
}

/// Why the physics takes no other value of a setting than it has, if so: of a number, neither end of
/// the slider. Values of a choice are refused one by one.
fn refused(run: &Run, row: &Setting) -> Option<String> {
    let now = row.get(run.stage.session.scene());
    let others = match (row.kind, now) {
        (Kind::Number(Number { none: Some(none), .. }), Value::None) => {
            vec![Value::Number(none.first)]
        }
        (Kind::Number(number), _) => (number.slider)(&run.origin.scene).map(Value::Number).to_vec(),
        (Kind::Switch, Value::Switch(is_on)) => vec![Value::Switch(!is_on)],
        _ => Vec::new(),
    };
    let mut reason = None;
    for other in others.into_iter().filter(|other| *other != now) {
        // One that is taken is enough.
        reason = Some(refusal(run, row, other)?);
    }
    reason
}

/// Why the physics of the run does not take this value of a setting, if so.
fn refusal(run: &Run, row: &Setting, value: Value) -> Option<String> {
    if row.table() != "physics" {
        return None;
    }
    let mut scene = run.stage.session.scene().clone();
    row.set(&mut scene, value).ok()?;
    why_not(run, &scene.physics)
}

/// Why the run does not take this physics, if so.
pub fn why_not(run: &Run, physics: &Parameters) -> Option<String> {
    check_parameters(&run.stage.session, physics).err().map(|error| explained(&error))
}

/// Whether this machine and the run have a choice.
fn is_on_offer(shell: &Shell, run: &Run, row: &Setting, name: &str) -> bool {
    match row.key {
        "physics.precision" => {
            Precision::named(name).is_ok_and(|precision| precision.is_supported(&shell.gpu))
        }
        "look.color_by" => name != "column" || !run.stage.session.pictures().columns().is_empty(),
        _ => true,
    }
}

fn row_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, row: &'static Setting) {
    let chosen = widgets::idle(ui, idle(run, row), |ui| control_ui(ui, shell, run, row));
    if let Some(value) = chosen {
        shell.ask(Command::Set(row, value));
    }
}

/// Draws the control, and returns the value that was chosen, if any.
fn control_ui(ui: &mut Ui, shell: &Shell, run: &Run, row: &Setting) -> Option<Value> {
    let scene = run.stage.session.scene();
    match (row.kind, row.get(scene)) {
        (Kind::Number(number), value) => {
            let given = number.none.and_then(|none| given_ui(ui, run, row, none));
            let Value::Number(value) = value else { return given };
            number_ui(ui, run, row, number, value).or(given)
        }
        (Kind::Switch, Value::Switch(mut is_on)) => {
            widgets::switch(ui, row.label, &mut is_on).then_some(Value::Switch(is_on))
        }
        (Kind::Choice(choice), Value::Choice(now)) => {
            let names = (choice.all)()
                .into_iter()
                .map(|[name, _]| name)
                .filter(|name| is_on_offer(shell, run, row, name));
            let words: Vec<_> = names.map(|name| (name, word_of(name))).collect();
            let words: Vec<_> = words.iter().map(|(name, word)| (*name, word.as_str())).collect();
            let why = |name: &&'static str| refusal(run, row, Value::Choice(name));
            widgets::choice_if(ui, row.label, &family(row), now, &words, why).map(Value::Choice)
        }
        _ => None,
    }
}

/// Draws the switch between a number and none.
fn given_ui(ui: &mut Ui, run: &Run, row: &Setting, none: Without) -> Option<Value> {
    let mut is_given = row.get(run.stage.session.scene()) != Value::None;
    let is_flipped = widgets::switch(ui, none.switch, &mut is_given);
    let first = || match (row.key, run.stage.color_range) {
        // At first, no colour changes.
        ("look.color_max", Some([_, end])) => end,
        _ => none.first,
    };
    is_flipped.then(|| if is_given { Value::Number(first()) } else { Value::None })
}

fn number_ui(ui: &mut Ui, run: &Run, row: &Setting, number: Number, value: f64) -> Option<Value> {
    let [least, most] = (number.slider)(&run.origin.scene);
    let scale = if number.is_logarithmic {
        Scale::logarithmic(least, most)
    } else {
        Scale::linear(least, most)
    };
    let mut shown = value;
    if number.unit == "°" && !(least..=most).contains(&value) {
        shown -= 360.0 * (value / 360.0).round();
    }
    let scale = scale.unit(number.unit).measuring(number.dimension, run.stage.numbers());
    let scale = match row.get(&run.origin.scene) {
        Value::Number(usual) => scale.usual(usual),
        _ => scale,
    };
    widgets::slider(ui, row.label, &mut shown, scale).then_some(Value::Number(shown))
}

/// What the keys of the texts of a setting's choices begin with.
pub fn family(row: &Setting) -> String {
    row.name().replace('_', "-")
}

/// A name as part of the key of a text, which cannot contain a plus sign.
pub fn word_of(name: &str) -> String {
    name.replace('+', "-plus")
}
