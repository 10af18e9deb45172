//! Files of bodies for a command line: read as the options say, and what was made of them.

use std::path::Path;

use glam::DVec3;
use starshell::exchange::{self, Contents, Measures, Question, Reading, Sketch, snapshots};
use starshell::name::Named;
use starshell::physics::Parameters;
use starshell::scene::{Defaults, Dimension, Scene, embedded};
use starshell::snapshot::Checkpoint;
use starshell::words;

use super::arguments::{Table, shown};
use super::failure::{Failure, input};
use crate::app::Preview;

/// Names that a line lists.
const MAX_LISTED: usize = 12;

/// Bodies of one's own, and what the options leave open of them.
pub struct Own {
    pub imported: Contents,
    pub measures: Option<Measures>,
    reading: Reading,
    path: String,
}

impl Own {
    /// Reads the bodies at `path`; none if that is no file of bodies.
    pub fn read(path: &str, table: &Table, reading: Reading) -> Result<Option<Self>, Failure> {
        match Self::is_at(path, table)? {
            true => Self::sketched(path, table, reading, None).map(Some),
            false => Ok(None),
        }
    }

    /// Whether `path` is a file of bodies, as it has to be if options for such files are given.
    pub fn is_at(path: &str, table: &Table) -> Result<bool, Failure> {
        let file = Path::new(path);
        let is_built_in = embedded().iter().any(|scene| scene.name == path);
        if is_built_in || !exchange::is_bodies(file) {
            let Some(flag) = table.given() else { return Ok(false) };
            // A name that is mistyped is no scene either.
            let is_scene = is_built_in || Checkpoint::is_named(file);
            if !is_scene && let Err(error) = std::fs::metadata(file) {
                return Err(unreadable(path, &error));
            }
            return Err(input(anyhow::anyhow!(
                "--{flag} is for files of bodies, but {path} is none: leave it out"
            )));
        }
        Ok(true)
    }

    /// Reads the bodies at `path`, after a sketch of them.
    pub fn sketched(
        path: &str,
        table: &Table,
        reading: Reading,
        sketched: Option<&mut dyn FnMut(Sketch)>,
    ) -> Result<Self, Failure> {
        let read = match sketched {
            Some(sketched) => exchange::read_sketched(path.as_ref(), &reading, sketched),
            None => exchange::read(path.as_ref(), &reading),
        };
        let mut imported = read.map_err(input)?;
        let measures =
            table.units.as_ref().map_or_else(|| imported.measures.clone(), |units| units.0.clone());
        imported.doubts.retain(|doubt| doubt.question != Question::Units || table.units.is_none());
        Ok(Self { imported, measures, reading, path: path.to_owned() })
    }

    /// Reads the bodies at `path`, which has to be a file of bodies.
    pub fn required(path: &str, table: &Table, reading: Reading) -> Result<Self, Failure> {
        if let Err(error) = std::fs::metadata(path) {
            return Err(unreadable(path, &error));
        }
        Self::read(path, table, reading)?.ok_or_else(|| {
            let begins = match snapshots::open(path.as_ref()) {
                Err(snapshots::Error::Unknown { start, .. }) => format!("starts with {start} and "),
                _ => String::new(),
            };
            input(anyhow::anyhow!(
                "{path} is no file of bodies (it {begins}has no line of seven numbers): give a snapshot, a table or a saved run (.starshell)"
            ))
        })
    }

    /// Fails if something is in doubt.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.imported.doubts[..] {
            [] => Ok(()),
            doubts => Err(input(exchange::ImportError::Doubtful {
                file: self.path.clone(),
                doubts: doubts.to_vec(),
            })),
        }
    }

    /// The bodies as they wait in the window, whatever is in doubt, with the scene of them after
    /// `changed`.
    pub fn preview(
        self,
        changed: impl FnOnce(Scene) -> Result<Scene, Failure>,
    ) -> Result<Preview, Failure> {
        let scene = match Scene::of_imported(&self.imported, self.measures.as_ref()) {
            Ok(scene) => Ok(changed(scene)?),
            Err(error) => Err(error.to_string()),
        };
        Ok(Preview::new(self.path.into(), self.reading, self.imported, self.measures, scene))
    }

    /// The scene of the bodies, with what was chosen for it.
    ///
    /// # Errors
    /// The doubts that are left, or why there is no scene.
    pub fn scene(&self) -> Result<(Scene, Defaults), Failure> {
        self.check()?;
        Scene::with_defaults(&self.imported, self.measures.as_ref()).map_err(input)
    }

    /// What was read.
    pub fn read_lines(&self) -> Vec<String> {
        let contents = &self.imported;
        let count = contents.state.len();
        let mut parts = vec![format!("{count} {}", if count == 1 { "body" } else { "bodies" })];
        if let Some(moments) = contents.moments {
            parts.push(match contents.taken {
                Some(number) => format!("moment {number} of {moments}"),
                None => format!("all lines of {moments} moments as one"),
            });
        }
        if let Some(format) = &contents.format {
            return self.snapshot_lines(format, parts);
        }
        let left_out = |name: &String| name == "-" || contents.unused.contains(name);
        let used: Vec<&str> =
            contents.columns.iter().filter(|name| !left_out(name)).map(String::as_str).collect();
        let mut columns = format!("columns {}", used.join(", "));
        if !contents.unused.is_empty() {
            columns += &format!(" (left out: {})", listed(&contents.unused));
        }
        parts.push(columns);
        match contents.preamble {
            0 => {}
            1 => parts.push("a line before the header left out".to_owned()),
            lines => parts.push(format!("{lines} lines before the header left out")),
        }
        parts.push(self.units());
        if contents.state.bodies().all(|body| body.mass == 0.0) {
            parts.push("every mass is 0, so that nothing attracts".to_owned());
        }
        vec![format!("{}: {}", self.path, parts.join("; "))]
    }

    /// How many bodies there are; and of which types, if there are several.
    pub fn counts(&self) -> Vec<String> {
        let contents = &self.imported;
        let mut counts = vec![contents.state.len().to_string()];
        if contents.types.len() > 1 {
            let count = |number: usize| {
                contents.state.bodies().filter(|body| body.component as usize == number).count()
            };
            let types = contents.types.iter().enumerate();
            let counted = types.map(|(number, name)| format!("{} {name}", count(number)));
            counts.push(counted.collect::<Vec<_>>().join(", "));
        }
        counts
    }

    /// What was read of a snapshot: its types of bodies and units, and a line for everything odd.
    fn snapshot_lines(&self, format: &str, mut parts: Vec<String>) -> Vec<String> {
        let contents = &self.imported;
        parts.extend(self.counts().into_iter().skip(1));
        parts.push(self.units());
        if let Some(softening) = contents.softening {
            parts.push(format!("softening {} from the file", words::number(softening)));
        }
        if !contents.properties.is_empty() {
            let names: Vec<_> =
                contents.properties.iter().map(|column| column.name.clone()).collect();
            parts.push(format!("columns: {}", listed(&names)));
        }
        if !contents.unused.is_empty() {
            parts.push(format!("left out: {}", listed(&contents.unused)));
        }
        let first = format!("{}: {format}; {}", self.path, parts.join("; "));
        let notes = contents.notes.iter().map(|note| format!("{}: {note}", self.path));
        std::iter::once(first).chain(notes).collect()
    }

    /// What the numbers measure, and what they might.
    pub fn units(&self) -> String {
        if let Some(measures) = &self.measures {
            return format!("units {measures}");
        }
        match &Measures::fitting(&self.imported.state)[..] {
            [] => "no units: G = 1".to_owned(),
            [first, ..] => {
                format!(
                    "no units: G = 1, although they would be a bound system in \"{first}\" (--units \"{first}\")"
                )
            }
        }
    }

    /// What was read, and what was chosen to run `scene`, which options may have changed.
    pub fn lines(&self, scene: &Scene, defaults: &Defaults) -> Vec<String> {
        let Parameters { integrator, time_step, softening, precision, .. } = scene.physics;
        let (factor, symbol) = scene.units.map_or((1.0, String::new()), |units| {
            (units.factor(Dimension::Length), units.symbol(Dimension::Length))
        });
        let origin = scene.initial.frame().origin;
        let about = if origin == DVec3::ZERO {
            String::new()
        } else {
            let [x, y, z] = (origin * factor).to_array().map(words::number);
            format!("; computed about the point {x}, {y}, {z} {symbol}").trim_end().to_owned()
        };
        let unchanged =
            Parameters { integrator, time_step, softening, precision, ..defaults.physics };
        let units = scene.units.as_ref();
        let chosen = if defaults.physics == unchanged {
            defaults.reasons(units).map(|reason| reason.to_string()).join("; ")
        } else {
            let [time_step, softening] =
                [(time_step, Dimension::Time), (softening, Dimension::Length)]
                    .map(|(number, of)| shown(number, of, units));
            let [integrator, precision] = [integrator.name(), precision.name()];
            format!(
                "integrator {integrator} in {precision}, time step {time_step}, softening {softening}"
            )
        };
        let mut lines = self.read_lines();
        lines.push(format!("{}: {chosen}{about}", self.path));
        lines
    }
}

/// The failure to read a file that is not there, or may not be read.
fn unreadable(path: &str, error: &std::io::Error) -> Failure {
    input(anyhow::anyhow!("{path} cannot be read: {error}"))
}

/// The first of many names, and how many more there are.
fn listed(names: &[String]) -> String {
    let (first, rest) = names.split_at(names.len().min(MAX_LISTED));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    first.join(", ") + &more
}
