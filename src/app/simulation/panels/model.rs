//! The model generator: every initial state of the scene files, with all its parameters. The form
//! is derived from the scene file's representation: a number becomes a field, a name a choice, a
//! table a section.

use egui::{DragValue, Ui};
use starshell::name::Named;
use starshell::physics::initial::{Apsis, Configuration, InitialState, Rotation};
use starshell::words::{self, t};
use toml::{Table, Value};

use crate::app::icons;
use crate::app::shell::{guidance, widgets};
use crate::app::simulation::{built::key, drafts::Drafts, run::Run};

/// A parameter, named as in scene files.
struct Parameter {
    name: &'static str,
    /// Change per point of dragging; `None` means a hundredth of its value.
    speed: Option<f64>,
    unit: &'static str,
}

const fn scale(name: &'static str) -> Parameter {
    Parameter { name, speed: None, unit: "" }
}

const fn share(name: &'static str) -> Parameter {
    Parameter { name, speed: Some(0.005), unit: "" }
}

const fn angle(name: &'static str) -> Parameter {
    Parameter { name, speed: Some(0.5), unit: "°" }
}

/// Every parameter that is a number or a pair of numbers, in display order. Choices come after,
/// sections last.
const PARAMETERS: &[Parameter] = &[
    scale("radius"),
    scale("inner_radius"),
    scale("outer_radius"),
    share("rotation_energy"),
    share("dispersion"),
    share("virial_ratio"),
    share("expansion_energy"),
    scale("comoving_radius"),
    scale("redshift"),
    share("sigma_8"),
    share("shape"),
    scale("cluster_scale"),
    scale("velocity_scale"),
    scale("mass"),
    Parameter { name: "mass_cut", speed: Some(0.0005), unit: "" },
    Parameter { name: "offset", speed: Some(0.1), unit: "" },
    Parameter { name: "drift", speed: Some(0.02), unit: "" },
    scale("disk_mass"),
    scale("disk_length"),
    scale("disk_thickness"),
    scale("toomre_q"),
    share("bulge_mass"),
    scale("bulge_length"),
    share("halo_mass"),
    scale("halo_length"),
    scale("halo_cutoff"),
    Parameter { name: "arms", speed: Some(0.05), unit: "" },
    share("arm_contrast"),
    angle("arm_pitch"),
    share("dust_share"),
    share("disk_share"),
    share("bulge_share"),
    scale("semi_major_axis"),
    share("mass_ratio"),
    scale("pericenter"),
    share("eccentricity"),
    scale("separation"),
    Parameter { name: "planets", speed: Some(0.05), unit: "" },
    Parameter { name: "year", speed: Some(0.1), unit: "" },
    scale("excess_speed"),
    angle("inclination"),
    angle("node"),
];

/// Every parameter that is a name, with the choices.
fn choices() -> [(&'static str, Vec<&'static str>); 3] {
    fn names<T: Named>() -> Vec<&'static str> {
        T::ALL.iter().map(|member| member.name()).collect()
    }
    [
        ("rotation", names::<Rotation>()),
        ("configuration", names::<Configuration>()),
        ("start", names::<Apsis>()),
    ]
}

/// Every parameter that is a table of parameters.
const PARTS: &[&str] = &["galaxy"];

/// Draws the kind of initial state and its parameters.
pub fn model_ui(ui: &mut Ui, run: &Run, drafts: &mut Drafts) {
    // Bodies of one's own stay on offer while the scene begins with them.
    let now = &run.stage.session.scene().initial;
    let own = Some(now).filter(|now| matches!(now, InitialState::Bodies(_)));
    let kinds: Vec<_> =
        own.iter().map(|own| own.kind()).chain(InitialState::KINDS.iter().copied()).collect();
    let kinds: Vec<_> = kinds.into_iter().map(|kind| (kind, kind)).collect();
    if let Some(kind) = widgets::choice(ui, "model-kind", "initial", drafts.initial.kind(), &kinds)
        && let Some(initial) = InitialState::named(kind).ok().or_else(|| own.cloned())
    {
        drafts.initial = initial;
    }
    if let Some(initial) = form_ui(ui, &drafts.initial) {
        drafts.initial = initial;
    }
    if let Ok(default) = InitialState::named(drafts.initial.kind()) {
        let button = |ui: &mut Ui| {
            widgets::button(ui, icons::ARROW_COUNTER_CLOCKWISE, "model-defaults", false)
        };
        if ui.add_enabled_ui(default != drafts.initial, button).inner.clicked() {
            drafts.initial = default;
        }
    }
}

/// Draws the parameters of `initial`. Returns the changed state, if anything changed.
fn form_ui(ui: &mut Ui, initial: &InitialState) -> Option<InitialState> {
    let mut table = Table::try_from(initial).ok()?;
    if table.len() == 1 {
        widgets::note(ui, t!("model-none"));
    }
    let usual = InitialState::named(initial.kind()).map(|usual| Table::try_from(&usual));
    let usual = usual.ok().and_then(Result::ok).unwrap_or_default();
    let is_changed = table_ui(ui, &mut table, &usual);
    // An impossible state is dropped; a value out of range is kept and reported below the form.
    if is_changed { Value::Table(table).try_into().ok() } else { None }
}

/// Draws the contents of a table, of which `usual` has the usual numbers. Returns whether any of it
/// changed.
fn table_ui(ui: &mut Ui, table: &mut Table, usual: &Table) -> bool {
    let mut is_changed = false;
    for parameter in PARAMETERS {
        let usual = usual.get(parameter.name);
        is_changed |= match table.get_mut(parameter.name) {
            Some(Value::Float(value)) => {
                number_ui(ui, &key(parameter.name), value, usual, parameter)
            }
            Some(Value::Integer(whole)) => {
                let mut value = *whole as f64;
                let is_changed = number_ui(ui, &key(parameter.name), &mut value, usual, parameter);
                *whole = value.round().max(0.0) as i64;
                is_changed
            }
            Some(Value::Array(values)) => pair_ui(ui, values, usual, parameter),
            _ => false,
        };
    }
    for (name, names) in choices() {
        let Some(Value::String(value)) = table.get_mut(name) else { continue };
        let now = names.iter().copied().find(|name| name == value).unwrap_or_default();
        let all: Vec<_> = names.iter().map(|name| (*name, *name)).collect();
        if let Some(chosen) = widgets::choice(ui, &key(name), &key(name), now, &all) {
            chosen.clone_into(value);
            is_changed = true;
        }
    }
    for name in PARTS {
        let Some(Value::Table(part)) = table.get_mut(*name) else { continue };
        let usual = usual.get(*name).and_then(Value::as_table).cloned().unwrap_or_default();
        widgets::section(ui, &key(name), false, |ui| is_changed |= table_ui(ui, part, &usual));
    }
    is_changed
}

/// Draws one number for each of the two galaxies.
fn pair_ui(
    ui: &mut Ui,
    values: &mut [Value],
    usual: Option<&Value>,
    parameter: &Parameter,
) -> bool {
    let mut is_changed = false;
    for (place, value) in values.iter_mut().enumerate() {
        let Value::Float(value) = value else { continue };
        let key = format!("{}-{}", key(parameter.name), place + 1);
        let usual = usual.and_then(|usual| usual.get(place));
        is_changed |= number_ui(ui, &key, value, usual, parameter);
    }
    is_changed
}

/// Draws a number with no fixed bounds: its range depends on other parameters, and a sentence below
/// reports a violation. A double click on its name makes it `usual`.
fn number_ui(
    ui: &mut Ui,
    key: &str,
    value: &mut f64,
    usual: Option<&Value>,
    parameter: &Parameter,
) -> bool {
    let before = value.to_bits();
    let speed = parameter.speed.unwrap_or((0.01 * value.abs()).clamp(1e-6, 1e4));
    let label = widgets::row_label(ui, key, |ui| {
        let drag = DragValue::new(&mut *value)
            .speed(speed)
            .suffix(parameter.unit)
            .custom_formatter(|value, decimals| {
                words::local(&egui::emath::format_with_decimals_in_range(value, decimals))
            })
            .custom_parser(words::parsed);
        let field = widgets::edited(ui, key, drag);
        guidance::takes_typing(&field);
        field
    });
    let usual = usual.and_then(|usual| usual.as_float().or(usual.as_integer().map(|n| n as f64)));
    widgets::reset(&label, value, usual);
    value.to_bits() != before
}

/// The text keys derived from the states' parameters.
#[cfg(test)]
pub fn words() -> Vec<String> {
    let places = |name: &str| {
        if name == "inclination" || name == "node" { &["-1", "-2"][..] } else { &[""] }
    };
    let numbers = PARAMETERS
        .iter()
        .flat_map(|one| places(one.name).iter().map(|place| key(one.name) + place));
    let parts = PARTS.iter().map(|name| key(name));
    let choices = choices().into_iter().flat_map(|(name, names)| {
        let names: Vec<_> =
            names.into_iter().map(|member| format!("{}-{member}", key(name))).collect();
        std::iter::once(key(name)).chain(names)
    });
    numbers.chain(parts).chain(choices).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::app::shell::theme;

    fn harness<'a>(contents: impl FnMut(&mut Ui) + 'a) -> Harness<'a> {
        Harness::builder()
            .with_size([320.0, 900.0])
            .with_context_setup(theme::install)
            .build_ui(contents)
    }

    fn all() -> impl Iterator<Item = InitialState> {
        InitialState::KINDS.iter().map(|kind| InitialState::named(kind).unwrap())
    }

    /// The names in a table and its subtables.
    fn names(table: &Table) -> Vec<String> {
        let inner = table.values().filter_map(Value::as_table).flat_map(names);
        table.keys().cloned().chain(inner).filter(|name| name != "kind").collect()
    }

    #[test]
    fn every_parameter_of_every_state_has_its_place_its_label_and_its_tooltip() {
        let used: BTreeSet<_> =
            all().flat_map(|initial| names(&Table::try_from(&initial).unwrap())).collect();
        let numbers = PARAMETERS.iter().map(|parameter| parameter.name.to_owned());
        let choices = choices().map(|(name, _)| name.to_owned());
        let shown: BTreeSet<_> =
            numbers.chain(choices).chain(PARTS.iter().map(|&part| part.to_owned())).collect();
        assert_eq!(used, shown);
        for key in words() {
            assert!(words::tip(&key).is_some(), "{key} has no tooltip");
        }
    }

    #[test]
    fn every_form_shows_its_fields_and_changes_nothing_by_itself() {
        for initial in all() {
            let changed = RefCell::new(None);
            let mut harness = harness(|ui| *changed.borrow_mut() = form_ui(ui, &initial));
            harness.run();
            for name in Table::try_from(&initial).unwrap().keys().filter(|name| *name != "kind") {
                let pair = if ["inclination", "node"].contains(&name.as_str()) { "-1" } else { "" };
                harness.get_all_by_label(&words::text(&(key(name) + pair), &[])).next().unwrap();
            }
            drop(harness);
            assert_eq!(changed.into_inner(), None);
        }
    }

    #[test]
    fn numbers_have_the_decimal_mark_of_the_language() {
        words::speak(words::language("de"));
        let initial = InitialState::named("uniform-sphere").unwrap();
        let mut harness = harness(|ui| drop(form_ui(ui, &initial)));
        harness.run();
        let field = egui::accesskit::Role::SpinButton;
        let shown = harness.get_all_by_role(field).map(|node| node.value().unwrap_or_default());
        let shown: Vec<_> = shown.collect();
        drop(harness);
        words::speak(None);
        assert!(shown.iter().any(|number| number.contains(',')), "{shown:?}");
        assert!(shown.iter().all(|number| !number.contains('.')), "{shown:?}");
    }

    #[test]
    fn a_number_is_typed_and_taken_over_even_where_it_is_out_of_range() {
        for (typed, taken) in
            [("0.123456", 0.123456), ("0,25", 0.25), ("-3", -3.0), ("1e300", 1e300)]
        {
            let initial = RefCell::new(InitialState::named("plummer").unwrap());
            let mut harness = harness(|ui| {
                let changed = form_ui(ui, &initial.borrow());
                if let Some(changed) = changed {
                    *initial.borrow_mut() = changed;
                }
            });
            let field = egui::accesskit::Role::SpinButton;
            harness.get_by_role_and_label(field, "Mass cut").click();
            harness.run();
            harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
            harness.event(egui::Event::Text(typed.to_owned()));
            harness.key_press(egui::Key::Enter);
            harness.run();
            drop(harness);
            let InitialState::Plummer(plummer) = initial.into_inner() else {
                panic!("the kind has changed")
            };
            assert_eq!(plummer.mass_cut, taken);
            assert!(InitialState::Plummer(plummer).validate(10).is_err());
        }
    }
}
