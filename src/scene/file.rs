//! Reads a scene file. Each fault is reported in one sentence, with its line.

use super::follow::Follow;
use super::path::PathFile;
use super::places::{Fault, Places};
use super::reader;
use super::{Guest, MAX_SEED, SETTINGS, Scene, SceneError, Still, Units, Value};
use crate::physics::initial::{Frame, GIVEN, Given, InitialError, InitialState};
use crate::physics::{ParameterError, Parameters};
use crate::render::{Camera, Followed, Look, Style};
use crate::words::{say, typed};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::de::{DeTable, DeValue};

/// Everything in a file except what depends on the kind of initial state.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    description: String,
    inaccuracies: String,
    count: Option<usize>,
    most: Option<usize>,
    #[serde(default = "first_seed")]
    seed: u64,
    duration: f64,
    pace: Option<f64>,
    #[serde(default)]
    faithful: bool,
    #[serde(default)]
    follow: Follow,
    /// Read separately; listed here so that the key is known.
    #[serde(rename = "initial")]
    _initial: IgnoredAny,
    physics: Parameters,
    #[serde(default)]
    camera: Camera,
    #[serde(default)]
    look: Look,
    units: Option<Units>,
    still: Option<Still>,
    #[serde(default)]
    guests: Vec<Guest>,
    path: Option<PathFile>,
}

/// Seconds in which the window shows a scene's duration, unless its pace says otherwise.
const SECONDS: f64 = 40.0;
/// Frames of a scene's duration by which older scenes measured trails.
const FRAMES: f64 = 1000.0;

fn first_seed() -> u64 {
    1
}

impl Scene {
    /// The scene that `text` describes; `file_name` is for messages.
    ///
    /// # Errors
    /// [`SceneError::Invalid`], with the line, if a key is unknown, missing, of the wrong type or
    /// out of range.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, SceneError> {
        Self::parse_with(text, file_name, None)
    }

    /// Parses `text` as [`Scene::parse`] does, with the bodies `given` if the text does not hold
    /// them.
    pub(crate) fn parse_with(
        text: &str,
        file_name: &str,
        given: Option<&Given>,
    ) -> Result<Self, SceneError> {
        read(text, given).map_err(|fault| SceneError::Invalid {
            file: file_name.to_owned(),
            line: fault.line,
            message: fault.message,
        })
    }
}

fn read(text: &str, given: Option<&Given>) -> Result<Scene, Fault> {
    let table =
        DeTable::parse(text).map_err(|error| Places { text, table: None }.of_syntax(&error))?;
    let places = Places { text, table: Some(table.get_ref()) };
    let mut known = table.clone();
    let frames = frames_of_trails(known.get_mut(), &places)?;
    let mut file: File = reader::read(known.get_ref()).map_err(|wrong| places.of(wrong))?;
    if let Some(style) = file.look.style {
        file.look = styled(style, text)
            .map_err(|error| places.fault(&["look"], error.to_string().into()))?;
    }
    let initial = initial(&places, given)?;

    let Some(count) = file.count.or(initial.fixed_count()) else {
        return Err(places.fault(&[], say!("error-scene-count-missing")));
    };
    initial.validate(count).map_err(|error| match &error {
        InitialError::Parameter { key, .. } if places.has(&["initial", "galaxy", key]) => {
            places.fault(&["initial", "galaxy", key], error.text())
        }
        InitialError::Parameter { key, .. } => places.fault(&["initial", key], error.text()),
        _ => places.fault(&["count"], error.text()),
    })?;
    if let Some(most) = file.most {
        let is_possible =
            most >= count && initial.fixed_count().is_none() && initial.validate(most).is_ok();
        if !is_possible {
            return Err(
                places.fault(&["most"], say!("error-scene-most", most = most, count = count))
            );
        }
    }
    check_physics(&places, &file.physics)?;
    places.check_range(&["duration"], file.duration, [f64::MIN_POSITIVE, 1e30])?;
    if let Some(frames) = frames {
        file.look.trails = (frames * file.duration / FRAMES) as f32;
    }
    if file.seed > MAX_SEED {
        return Err(
            places.fault(&["seed"], say!("error-scene-seed", seed = file.seed, most = MAX_SEED))
        );
    }
    let pace = file.pace.unwrap_or(file.duration / SECONDS);
    places.check_range(&["pace"], pace, [f64::MIN_POSITIVE, 1e30])?;
    if let Some(Followed::Body(index)) = file.follow.0
        && index as usize >= count
    {
        let message = say!("error-follow-body", index = index, count = count, last = count - 1);
        return Err(places.fault(&["follow"], message));
    }
    if let Some(Units { length, mass, gravity, .. }) = file.units {
        for (key, number) in [("length", length), ("mass", mass), ("gravity", gravity)] {
            places.check_range(&["units", key], number, Units::RANGE)?;
        }
    }
    if let Some(still) = &file.still {
        still.check(&places)?;
    }
    let path =
        file.path.map(|path| path.resolve(file.camera, &file.look, count, &places)).transpose()?;

    let mut scene = Scene {
        title: file.title,
        description: file.description,
        inaccuracies: file.inaccuracies,
        count,
        most: file.most,
        seed: file.seed,
        duration: file.duration,
        pace,
        faithful: false,
        follow: file.follow.0,
        initial,
        physics: file.physics,
        camera: file.camera,
        look: file.look,
        units: file.units,
        still: file.still,
        guests: file.guests,
        path,
    };
    check_view(&places, &scene)?;
    if !places.has(&["physics", "gravity", "side"]) {
        scene.suit_grid().map_err(|error| places.fault(&["initial"], error.text()))?;
    }
    if file.faithful {
        scene.make_faithful().map_err(|error| places.fault(&["faithful"], error.text()))?;
    }
    Ok(scene)
}

/// The look of a file that names a style: keys that are left out are as in the style.
fn styled(style: Style, text: &str) -> Result<Look, Box<dyn std::error::Error>> {
    let file: toml::Table = toml::from_str(text)?;
    let mut given = file.get("look").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    given.remove("trail_length"); // read separately
    // What bodies are decides some of a style: the first look has the file's own keys only.
    let mut look =
        toml::Table::try_from(style.apply(&Look::deserialize(toml::Value::Table(given.clone()))?))?;
    look.extend(given);
    Ok(Look::deserialize(toml::Value::Table(look))?)
}

/// Takes the length of the trails in frames, `trail_length`, out of the table `[look]`. Scenes and
/// captures of Starshell 0.3 have it in place of `trails`.
fn frames_of_trails(table: &mut DeTable, places: &Places) -> Result<Option<f64>, Fault> {
    let Some(DeValue::Table(look)) = table.get_mut("look").map(|look| look.get_mut()) else {
        return Ok(None);
    };
    let Some(frames) = look.remove("trail_length") else { return Ok(None) };
    let number = match frames.get_ref() {
        DeValue::Integer(number) => {
            number.as_str().parse().ok().filter(|frames| (0.0..=256.0).contains(frames))
        }
        _ => None,
    };
    let told = say!("error-scene-trail-length");
    number.map(Some).ok_or_else(|| places.fault(&["look", "trail_length"], told))
}

/// The table `[initial]`: its `kind` decides which keys the rest may have. `given` are the bodies
/// of a scene of one's own.
fn initial(places: &Places, given: Option<&Given>) -> Result<InitialState, Fault> {
    let value = places.table.and_then(|table| table.get("initial"));
    let Some((value, DeValue::Table(table))) = value.map(|value| (value, value.get_ref())) else {
        return Err(places.fault(&["initial"], say!("error-scene-initial")));
    };
    let Some(DeValue::String(kind)) = table.get("kind").map(|kind| kind.get_ref()) else {
        let message = say!("error-scene-kind", kinds = InitialState::KINDS.join(", "));
        return Err(places.fault(&["initial", "kind"], message));
    };
    let mut rest = table.clone();
    rest.remove("kind");
    let rest = toml::Spanned::new(value.span(), DeValue::Table(rest));
    if kind == GIVEN {
        let missing = || places.fault(&["initial", "kind"], say!("error-scene-bodies"));
        let given = given.cloned().ok_or_else(missing)?;
        let frame =
            reader::read_from(&rest, Frame::deserialize).map_err(|wrong| places.of(wrong))?;
        for (key, vector) in [("origin", frame.origin), ("velocity", frame.velocity)] {
            for coordinate in vector.to_array() {
                places.check_range(&["initial", key], coordinate, [f64::MIN, f64::MAX])?;
            }
        }
        return Ok(InitialState::Bodies(given.in_frame(frame)));
    }
    let mut state = InitialState::named(kind).map_err(|error| {
        places.fault(&["initial", "kind"], say!("toml-key", key = "kind", message = error))
    })?;
    reader::read_from(&rest, |value| state.read_parameters(value))
        .map_err(|wrong| places.of(wrong))?;
    Ok(state)
}

fn check_physics(places: &Places, physics: &Parameters) -> Result<(), Fault> {
    physics.validate().map_err(|error| {
        if let ParameterError::External(key, ..) = error {
            return places.fault(&["physics", "external", key], error.text());
        }
        let key = match error {
            ParameterError::TimeStep(_) => "time_step",
            ParameterError::Softening(_) => "softening",
            ParameterError::MeshLaw(_) => "law",
            ParameterError::Damping(_) => "damping",
            ParameterError::Drag(_) | ParameterError::DragAdaptive => "drag",
            ParameterError::Adaptive(_)
            | ParameterError::AdaptiveSoftening
            | ParameterError::AdaptiveIntegrator(_) => "adaptive",
            ParameterError::Tree(_)
            | ParameterError::MeshSide(_)
            | ParameterError::MeshPeriod(_)
            | ParameterError::TreePrecision
            | ParameterError::TreeIntegrator => "gravity",
            ParameterError::External(..)
            | ParameterError::ExternalIntegrator(_)
            | ParameterError::ExternalFrame
            | ParameterError::ExternalPeriod => "external",
        };
        places.fault(&["physics", key], say!("toml-key", key = key, message = error.text()))
    })
}

/// Checks what camera and look say by the table of settings, and what that does not have.
fn check_view(places: &Places, scene: &Scene) -> Result<(), Fault> {
    let Scene { camera, look, .. } = scene;
    for coordinate in camera.target.to_array() {
        places.check_range(&["camera", "target"], typed(coordinate), Camera::COORDINATE)?;
    }
    for row in SETTINGS.iter().filter(|row| !row.is_of_run()) {
        if let (Some(number), Value::Number(value)) = (row.number(), row.get(scene)) {
            places.check_range(&[row.table(), row.name()], value, number.range)?;
        }
    }
    for component in look.background {
        places.check_range(&["look", "background"], typed(component), Look::BACKGROUND)?;
    }
    for (key, components) in
        [("dark_components", &look.dark_components), ("dust_components", &look.dust_components)]
    {
        if let Some(&part) = components.iter().find(|&&part| part > 31) {
            let message = say!("error-scene-component", key = key, part = part.to_string());
            return Err(places.fault(&["look", key], message));
        }
    }
    for size in &look.component_sizes {
        places.check_range(&["look", "component_sizes"], typed(*size), Look::SIZES.map(typed))?;
    }
    match look.color_range {
        Some([low, high]) if !Look::is_color_range([low, high]) => {
            let message =
                say!("error-scene-color-range", low = low.to_string(), high = high.to_string());
            Err(places.fault(&["look", "color_range"], message))
        }
        _ => Ok(()),
    }
}
