//! Reading a scene file: each fault is found at its line and told in one sentence.

use super::Scene;
use crate::name::UnknownName;
use crate::physics::initial::{InitialError, InitialState};
use crate::physics::{ParameterError, Parameters};
use crate::render::{Camera, Look, MOST_POINTS};
use serde::Deserialize;
use serde::de::{IgnoredAny, IntoDeserializer};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// What is wrong with a scene's text, and where.
pub(super) struct Fault {
    /// Line, counted from 1.
    pub line: usize,
    /// One sentence, with what to do about it.
    pub message: String,
}

/// All of a file but what depends on the kind of initial state.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    description: String,
    inaccuracies: String,
    count: Option<usize>,
    #[serde(default = "first_seed")]
    seed: u64,
    duration: f64,
    #[serde(default)]
    faithful: bool,
    /// Read apart from the rest; here only so that the key is known.
    #[serde(rename = "initial")]
    _initial: IgnoredAny,
    physics: Parameters,
    #[serde(default)]
    camera: Camera,
    #[serde(default)]
    look: Look,
}

fn first_seed() -> u64 {
    1
}

pub(super) fn parse(text: &str) -> Result<Scene, Fault> {
    let table = DeTable::parse(text).map_err(|error| Places { text, table: None }.of_error(&error))?;
    let places = Places { text, table: Some(table.get_ref()) };
    let file = File::deserialize(table.clone().into_deserializer()).map_err(|error| places.of_error(&error))?;
    let initial = initial(&places)?;

    let Some(count) = file.count.or(initial.fixed_count()) else {
        return Err(places.fault(&[], "the key `count` is missing: add it, with the number of bodies".to_owned()));
    };
    initial.validate(count).map_err(|error| match &error {
        InitialError::Parameter { key, .. } if places.has(&["initial", "galaxy", key]) => {
            places.fault(&["initial", "galaxy", key], error.to_string())
        }
        InitialError::Parameter { key, .. } => places.fault(&["initial", key], error.to_string()),
        _ => places.fault(&["count"], error.to_string()),
    })?;
    file.physics.validate().map_err(|error| {
        let key = match error {
            ParameterError::TimeStep(_) => "time_step",
            ParameterError::Softening(_) => "softening",
            ParameterError::Damping(_) => "damping",
            ParameterError::Adaptive(_) | ParameterError::AdaptiveSoftening => "adaptive",
        };
        places.fault(&["physics", key], format!("`{key}`: {error}"))
    })?;
    places.check_range(&["duration"], file.duration, f64::MIN_POSITIVE..1e30)?;
    check_camera(&places, &file.camera)?;
    check_look(&places, &file.look)?;

    let mut scene = Scene {
        title: file.title,
        description: file.description,
        inaccuracies: file.inaccuracies,
        count,
        seed: file.seed,
        duration: file.duration,
        faithful: false,
        initial,
        physics: file.physics,
        camera: file.camera,
        look: file.look,
    };
    if file.faithful {
        scene.make_faithful().map_err(|error| places.fault(&["faithful"], error.to_string()))?;
    }
    Ok(scene)
}

/// The table `[initial]`: its `kind` decides which keys the rest may have.
fn initial(places: &Places) -> Result<InitialState, Fault> {
    let value = places.table.and_then(|table| table.get("initial"));
    let Some((value, DeValue::Table(table))) = value.map(|value| (value, value.get_ref())) else {
        return Err(places.fault(&["initial"], "`initial` must be a table: write [initial] and below it its `kind`".to_owned()));
    };
    let Some(DeValue::String(kind)) = table.get("kind").map(|kind| kind.get_ref()) else {
        let message = format!("[initial] needs a `kind`, which is one of {}", InitialState::KINDS.join(", "));
        return Err(places.fault(&["initial", "kind"], message));
    };
    let mut state = InitialState::named(kind).map_err(|error| places.fault(&["initial", "kind"], format!("`kind`: {error}")))?;
    let mut parameters = table.clone();
    parameters.remove("kind");
    let parameters = toml::Spanned::new(value.span(), DeValue::Table(parameters));
    state.read_parameters(parameters.into_deserializer()).map_err(|error| places.of_error(&error))?;
    Ok(state)
}

fn check_camera(places: &Places, camera: &Camera) -> Result<(), Fault> {
    for coordinate in camera.target.to_array() {
        places.check_range(&["camera", "target"], coordinate.into(), -1e9..1e9)?;
    }
    places.check_range(&["camera", "distance"], camera.distance.into(), 1e-9..1e9)?;
    places.check_range(&["camera", "azimuth"], camera.azimuth.into(), -360.0..360.0)?;
    places.check_range(&["camera", "elevation"], camera.elevation.into(), -90.0..90.0)?;
    places.check_range(&["camera", "field_of_view"], camera.field_of_view.into(), 1.0..170.0)
}

fn check_look(places: &Places, look: &Look) -> Result<(), Fault> {
    places.check_range(&["look", "size"], look.size.into(), 0.0..1e9)?;
    places.check_range(&["look", "min_pixels"], look.min_pixels.into(), 0.0..100.0)?;
    places.check_range(&["look", "exposure"], look.exposure.into(), -20.0..20.0)?;
    places.check_range(&["look", "bloom"], look.bloom.into(), 0.0..1.0)?;
    places.check_range(&["look", "magnitude_spread"], look.magnitude_spread.into(), 0.0..10.0)?;
    places.check_range(&["look", "trail_length"], look.trail_length.into(), 0.0..f64::from(MOST_POINTS))?;
    for light in look.background {
        places.check_range(&["look", "background"], light.into(), 0.0..1000.0)?;
    }
    if let Some(&part) = look.dark_components.iter().find(|&&part| part > 31) {
        let message = format!("`dark_components` has {part}, but components are numbered from 0 to 31");
        return Err(places.fault(&["look", "dark_components"], message));
    }
    match look.color_range {
        Some([low, high]) if !(low > 0.0 && high.is_finite() && low < high) => {
            let message = format!(
                "`color_range` is [{low}, {high}], but it must be two numbers above 0 (the scale is logarithmic), the second larger"
            );
            Err(places.fault(&["look", "color_range"], message))
        }
        _ => Ok(()),
    }
}

/// Finds lines: of a place in the text, of a key, of a fault that the TOML reader reports.
struct Places<'a> {
    text: &'a str,
    /// The document, once it is known to be TOML.
    table: Option<&'a DeTable<'a>>,
}

impl<'a> Places<'a> {
    fn line(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// Whether the text itself has the key at the end of `path`.
    fn has(&self, path: &[&str]) -> bool {
        let Some((last, tables)) = path.split_last() else { return false };
        let step = |table: Option<&'a DeTable<'a>>, name: &&str| table?.get(*name)?.get_ref().as_table();
        tables.iter().fold(self.table, step).is_some_and(|table| table.contains_key(*last))
    }

    /// The fault `message` at the line of the key at the end of `path`, or of the last table on the way that exists.
    fn fault(&self, path: &[&str], message: String) -> Fault {
        let mut offset = 0;
        let mut table = self.table;
        for &name in path {
            let Some((key, value)) = table.and_then(|table| table.get_key_value(name)) else { break };
            offset = key.span().start;
            table = value.get_ref().as_table();
        }
        Fault { line: self.line(offset), message }
    }

    fn check_range(&self, path: &[&str], value: f64, range: Range<f64>) -> Result<(), Fault> {
        if (range.start..=range.end).contains(&value) {
            return Ok(());
        }
        let key = path.last().copied().unwrap_or_default();
        let bounds = if range.start == f64::MIN_POSITIVE {
            format!("a finite number greater than 0, at most {:e}", range.end)
        } else {
            format!("a number from {} to {}", range.start, range.end)
        };
        Err(self.fault(path, format!("`{key}` is {value}, but it must be {bounds}")))
    }

    /// A fault that the TOML reader reports.
    fn of_error(&self, error: &toml::de::Error) -> Fault {
        let span = error.span().unwrap_or(0..0);
        let mut message = error.message().lines().collect::<Vec<_>>().join(", ");
        for (rust, words) in [
            ("f64", "a number"),
            ("f32", "a number"),
            ("u32", "a whole number"),
            ("usize", "a whole number"),
            ("u64", "a whole number"),
        ] {
            message = message.replace(&format!("expected {rust}"), &format!("expected {words}"));
        }
        let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let message = match quoted.as_slice() {
            // serde's words for a key that is not expected list the keys that are: "unknown field `x`, expected one of ...".
            [key, known @ ..] if message.starts_with("unknown field") && !known.is_empty() => {
                UnknownName::new("key", key, known.iter().copied()).to_string()
            }
            [key, ..] if message.starts_with("unknown field") => format!("there is no key `{key}` here: remove it"),
            [key, ..] if message.starts_with("missing field") => format!("the key `{key}` is missing: add it to this table"),
            _ => match self.table.and_then(|table| key_around(table, &span)) {
                Some(key) => format!("`{key}`: {message}"),
                None if self.table.is_none() => format!("this is not TOML: {message}"),
                None => message,
            },
        };
        Fault { line: self.line(span.start), message }
    }
}

/// The innermost key whose value contains `span`.
fn key_around<'a>(table: &'a DeTable<'_>, span: &Range<usize>) -> Option<&'a str> {
    let holds = |outer: Range<usize>| outer.start <= span.start && span.end <= outer.end;
    table.iter().find_map(|(key, value)| match value.get_ref() {
        // A table's span may end before its contents, which are therefore searched in any case.
        DeValue::Table(inner) if key_around(inner, span).is_some() => key_around(inner, span),
        _ if holds(value.span()) => Some(key.get_ref().as_ref()),
        _ => None,
    })
}
