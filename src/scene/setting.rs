//! A row of the table of settings: what a user can set in a scene.

use super::{Dimension, Scene};
use crate::name::{Named, unknown};
use crate::words::{Text, say, typed, within};

/// Something that a user can set: a row of [`SETTINGS`](super::SETTINGS). Scene files, flags,
/// lessons, controls, the search and the reference in the documentation are made from it.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its table and key in a scene file, such as `look.exposure`.
    pub key: &'static str,
    /// The key of its label and its tip in the window.
    pub label: &'static str,
    /// The section of the window that holds its control; `None` if there is none, or if a panel
    /// draws it.
    #[doc(hidden)]
    pub section: Option<Section>,
    /// Its command-line flag, without dashes, and the placeholder for the flag's value.
    pub flag: Option<[&'static str; 2]>,
    /// A one-line description.
    pub about: &'static str,
    /// What it takes.
    pub kind: Kind,
    get: fn(&Scene) -> Value,
    set: fn(&mut Scene, Value),
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// What a setting is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number, in the scene's units.
    Number(f64),
    /// No number: see [`Number::none`].
    None,
    /// On or off.
    Switch(bool),
    /// A name from a list.
    Choice(&'static str),
}

/// What a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number.
    Number(Number),
    /// On or off.
    Switch,
    /// A name from a list.
    Choice(Choice),
}

/// What replaces a number that is not set.
#[derive(Clone, Copy, Debug)]
pub struct Without {
    /// The word for it.
    pub word: &'static str,
    /// The key of the label of the switch that gives a number.
    pub switch: &'static str,
    /// The number that the switch sets at first.
    pub first: f64,
}

/// Which names a setting takes.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The noun for one of them: "integrator".
    pub what: &'static str,
    /// All names, each with a line about it.
    pub all: fn() -> Vec<[&'static str; 2]>,
}

/// Which numbers a setting takes, and how they are shown.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The least and the greatest.
    pub range: [f64; 2],
    /// What it measures, so that it can be given in units of the world.
    pub dimension: Dimension,
    /// Its unit, if that is the same in all scenes.
    pub unit: &'static str,
    /// What replaces the number if it may be unset.
    pub none: Option<Without>,
    /// The ends of its slider in the window, which may depend on the scene that was opened.
    pub slider: fn(&Scene) -> [f64; 2],
    /// Whether equal distances on the slider are equal factors.
    pub is_logarithmic: bool,
}

/// A section of the window's panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// What everybody may want to change about the physics.
    Physics,
    /// The rest of the physics.
    Computing,
    /// The external field.
    External,
    /// Style, colours, exposure.
    Look,
    /// The rest of the look, *Advanced look* in the window.
    Light,
    /// The camera.
    Camera,
    /// The shape of pictures.
    Shape,
}

impl Setting {
    /// The value in a scene.
    pub fn get(&self, scene: &Scene) -> Value {
        (self.get)(scene)
    }

    /// Changes a scene.
    ///
    /// # Errors
    /// A sentence with the remedy if the value is of another kind or, unless it is a number of
    /// physics, out of range: of those, [`Parameters::validate`](crate::physics::Parameters::validate) says
    /// more.
    pub fn set(&self, scene: &mut Scene, value: Value) -> Result<(), Text> {
        // Which numbers of physics are possible depends on the others.
        if !(self.is_of_run() && matches!((self.kind, value), (Kind::Number(_), Value::Number(_))))
        {
            self.check(value)?;
        }
        (self.set)(scene, value);
        Ok(())
    }

    /// Whether it can have this value.
    ///
    /// # Errors
    /// A sentence with the remedy if it is of another kind or out of range.
    pub fn check(&self, value: Value) -> Result<(), Text> {
        let is_of_kind = match (self.kind, value) {
            (Kind::Number(Number { range: [least, most], .. }), Value::Number(number)) => {
                return if (least..=most).contains(&number) {
                    Ok(())
                } else {
                    Err(self.out_of_range(number))
                };
            }
            (Kind::Number(number), Value::None) => number.none.is_some(),
            (Kind::Choice(choice), Value::Choice(name)) => return choice.named(name).map(drop),
            (Kind::Switch, Value::Switch(_)) => true,
            _ => false,
        };
        if is_of_kind { Ok(()) } else { Err(self.wanted()) }
    }

    fn out_of_range(&self, number: f64) -> Text {
        say!("error-range", key = self.name(), value = number.to_string(), range = self.bounds())
    }

    /// The value that a text stands for: a number, the word for none, `on`, `off`, or a name.
    ///
    /// # Errors
    /// A sentence with the remedy if it stands for none. Numbers are in the scene's units.
    pub fn parse(&self, text: &str) -> Result<Value, Text> {
        let wanted = || self.wanted();
        let value = match self.kind {
            Kind::Number(number) if number.is_none(text) => Value::None,
            Kind::Number(_) => Value::Number(text.parse().map_err(|_| wanted())?),
            Kind::Switch if matches!(text, "on" | "off") => Value::Switch(text == "on"),
            Kind::Switch => return Err(wanted()),
            Kind::Choice(choice) => Value::Choice(choice.named(text)?),
        };
        self.check(value).map(|()| value)
    }

    /// What it takes, in words.
    fn wanted(&self) -> Text {
        match self.kind {
            Kind::Number(Number { none: Some(none), .. }) => {
                say!(
                    "error-setting-optional",
                    key = self.name(),
                    range = self.bounds(),
                    none = none.word
                )
            }
            Kind::Number(_) => {
                say!("error-setting-number", key = self.name(), range = self.bounds())
            }
            Kind::Switch => say!("error-setting-switch", key = self.name()),
            Kind::Choice(choice) => {
                let names: Vec<_> = (choice.all)().iter().map(|[name, _]| *name).collect();
                say!("error-setting-choice", key = self.name(), all = names.join(", "))
            }
        }
    }

    /// Its range in words.
    fn bounds(&self) -> Text {
        self.number().map_or_else(Text::default, |number| within(number.range))
    }

    /// What scene files call it within its table.
    pub fn name(&self) -> &'static str {
        self.key.rsplit_once('.').map_or(self.key, |(_, name)| name)
    }

    /// Its table in scene files; that of `physics.external` is `physics`, of which it is a part.
    pub fn table(&self) -> &'static str {
        self.key.split_once('.').map_or("", |(table, _)| table)
    }

    /// Whether it changes the physics of a run, from then on, and not only what is seen of it.
    pub fn is_of_run(&self) -> bool {
        self.table() == "physics"
    }

    /// Its numbers, if it takes some.
    pub fn number(&self) -> Option<Number> {
        if let Kind::Number(number) = self.kind { Some(number) } else { None }
    }
}

impl Number {
    /// Whether a text is the word for no number.
    pub fn is_none(&self, text: &str) -> bool {
        self.none.is_some_and(|none| none.word == text)
    }
}

impl Choice {
    /// The name in the list.
    fn named(&self, name: &str) -> Result<&'static str, Text> {
        let all = (self.all)();
        let found = all.iter().find(|[known, _]| *known == name).map(|[known, _]| *known);
        found.ok_or_else(|| unknown(self.what, name, all.iter().map(|[name, _]| *name)))
    }
}

/// Constructors of rows.
impl Setting {
    const fn new(key: &'static str, kind: Kind, (get, set): Access, about: &'static str) -> Self {
        Self { key, label: "", section: None, flag: None, about, kind, get, set }
    }

    pub(super) const fn number_in(
        key: &'static str,
        range: [f64; 2],
        access: Access,
        about: &'static str,
    ) -> Self {
        let dimension = Dimension::Ratio;
        let slider = |_: &Scene| [0.0, 1.0];
        Self::new(
            key,
            Kind::Number(Number {
                range,
                dimension,
                unit: "",
                none: None,
                slider,
                is_logarithmic: false,
            }),
            access,
            about,
        )
    }

    pub(super) const fn switch(key: &'static str, access: Access, about: &'static str) -> Self {
        Self::new(key, Kind::Switch, access, about)
    }

    pub(super) const fn choice<T: Named>(
        key: &'static str,
        access: Access,
        about: &'static str,
    ) -> Self {
        Self::new(key, Kind::Choice(Choice { what: T::WHAT, all: members::<T> }), access, about)
    }

    pub(super) const fn flag(self, name: &'static str, value: &'static str) -> Self {
        Self { flag: Some([name, value]), ..self }
    }

    pub(super) const fn control(self, section: Section, label: &'static str) -> Self {
        Self { label, section: Some(section), ..self }
    }

    /// The key of its label, where a control is drawn by hand.
    pub(super) const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    pub(super) const fn of(self, dimension: Dimension) -> Self {
        let Kind::Number(number) = self.kind else { return self };
        Self { kind: Kind::Number(Number { dimension, ..number }), ..self }
    }

    pub(super) const fn unit(self, unit: &'static str) -> Self {
        let Kind::Number(number) = self.kind else { return self };
        Self { kind: Kind::Number(Number { unit, ..number }), ..self }
    }

    pub(super) const fn or(self, word: &'static str, switch: &'static str, first: f64) -> Self {
        let Kind::Number(number) = self.kind else { return self };
        Self {
            kind: Kind::Number(Number { none: Some(Without { word, switch, first }), ..number }),
            ..self
        }
    }

    pub(super) const fn slider(self, slider: fn(&Scene) -> [f64; 2]) -> Self {
        let Kind::Number(number) = self.kind else { return self };
        Self { kind: Kind::Number(Number { slider, ..number }), ..self }
    }

    pub(super) const fn logarithmic(self, slider: fn(&Scene) -> [f64; 2]) -> Self {
        let Kind::Number(number) = self.kind else { return self };
        Self { kind: Kind::Number(Number { slider, is_logarithmic: true, ..number }), ..self }
    }
}

/// Reads the value from a scene, and writes it to one.
pub(super) type Access = (fn(&Scene) -> Value, fn(&mut Scene, Value));

fn members<T: Named>() -> Vec<[&'static str; 2]> {
    T::ALL.iter().map(|member| [member.name(), member.about()]).collect()
}

/// What holds the value of a setting.
pub(super) trait Holder {
    fn value(&self) -> Value;
    /// Accepts a value of its kind.
    fn hold(&mut self, value: Value);
}

impl Holder for f64 {
    fn value(&self) -> Value {
        Value::Number(*self)
    }

    fn hold(&mut self, value: Value) {
        if let Value::Number(number) = value {
            *self = number;
        }
    }
}

impl Holder for f32 {
    fn value(&self) -> Value {
        Value::Number(typed(*self))
    }

    fn hold(&mut self, value: Value) {
        if let Value::Number(number) = value {
            *self = number as Self;
        }
    }
}

impl<T: Holder + Default> Holder for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::None, Holder::value)
    }

    fn hold(&mut self, value: Value) {
        *self = match value {
            Value::None => None,
            value => {
                let mut held = T::default();
                held.hold(value);
                Some(held)
            }
        };
    }
}

impl Holder for bool {
    fn value(&self) -> Value {
        Value::Switch(*self)
    }

    fn hold(&mut self, value: Value) {
        if let Value::Switch(is_on) = value {
            *self = is_on;
        }
    }
}

impl<T: Named> Holder for T {
    fn value(&self) -> Value {
        Value::Choice(self.name())
    }

    fn hold(&mut self, value: Value) {
        if let Value::Choice(name) = value
            && let Ok(named) = T::named(name)
        {
            *self = named;
        }
    }
}
