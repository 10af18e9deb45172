//! Tables of bodies for a command line: read as the options say, and what was made of them in two
//! lines.

use std::path::Path;

use glam::DVec3;
use starshell::import::{self, Imported, Measures, Question};
use starshell::physics::Parameters;
use starshell::scene::{Defaults, Dimension, Scene};
use starshell::words;

use super::arguments::{Table, shown};
use super::failure::{Failure, input};
use crate::app::Preview;

/// Names that a line lists.
const MAX_LISTED: usize = 12;

/// Bodies of one's own, and what the options leave open of them.
pub struct Own {
    pub imported: Imported,
    pub measures: Option<Measures>,
    path: String,
}

impl Own {
    /// Reads the table at `path`; none if that is no table.
    pub fn read(path: &str, table: &Table) -> Result<Option<Self>, Failure> {
        let file = Path::new(path);
        if !import::is_named(file) {
            return match table.given() {
                Some(flag) => Err(input(anyhow::anyhow!(
                    "--{flag} is for tables of bodies, but {path} is none: leave it out"
                ))),
                None => Ok(None),
            };
        }
        let mut imported = import::read(file, &table.reading()).map_err(input)?;
        let measures =
            table.units.as_ref().map_or_else(|| imported.measures.clone(), |units| units.0.clone());
        imported
            .contents
            .doubts
            .retain(|doubt| doubt.question != Question::Units || table.units.is_none());
        Ok(Some(Self { imported, measures, path: path.to_owned() }))
    }

    /// The bodies as they wait in the window, whatever is in doubt, with the scene of them after
    /// `changed`.
    pub fn preview(
        self,
        table: &Table,
        changed: impl FnOnce(Scene) -> Result<Scene, Failure>,
    ) -> Result<Preview, Failure> {
        let scene = match Scene::of_imported(&self.imported, self.measures.as_ref()) {
            Ok(scene) => Ok(changed(scene)?),
            Err(error) => Err(error.to_string()),
        };
        Ok(Preview::new(self.path.into(), table.reading(), self.imported, self.measures, scene))
    }

    /// The scene of the bodies.
    ///
    /// # Errors
    /// The doubts that are left, or why there is no scene.
    pub fn scene(&self) -> Result<Scene, Failure> {
        let doubts = self.imported.doubts.clone();
        if !doubts.is_empty() {
            return Err(input(import::ImportError::Doubtful { file: self.path.clone(), doubts }));
        }
        Scene::of_imported(&self.imported, self.measures.as_ref()).map_err(input)
    }

    /// What was read.
    fn read_line(&self) -> String {
        let contents = &self.imported.contents;
        let count = contents.bodies.len();
        let mut parts = vec![format!("{count} {}", if count == 1 { "body" } else { "bodies" })];
        if let Some(series) = &contents.series {
            parts.push(match series.taken {
                Some(number) => format!("moment {number} of {}", series.count),
                None => format!("all lines of {} moments as one", series.count),
            });
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
        if contents.bodies.iter().all(|body| body.mass == 0.0) {
            parts.push("every mass is 0, so that nothing attracts".to_owned());
        }
        format!("{}: {}", self.path, parts.join("; "))
    }

    /// What the numbers measure, and what they might.
    fn units(&self) -> String {
        if let Some(measures) = &self.measures {
            return format!("units {measures}");
        }
        match &Measures::fitting(&self.imported.bodies)[..] {
            [] => "no units: G = 1".to_owned(),
            [first, ..] => {
                format!(
                    "no units: G = 1, although they would be a bound system in \"{first}\" (--units \"{first}\")"
                )
            }
        }
    }

    /// What was read, and what was chosen to run `scene`.
    pub fn lines(&self, scene: &Scene) -> [String; 2] {
        let Parameters { time_step, softening, .. } = scene.physics;
        let defaults = scene.bodies().map(|bodies| Defaults::from_bodies(&bodies));
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
        let chosen = match defaults {
            // Options may have changed either.
            Ok(defaults)
                if [defaults.physics.time_step, defaults.physics.softening]
                    == [time_step, softening] =>
            {
                defaults.reasons(scene.units.as_ref()).map(|reason| reason.to_string()).join("; ")
            }
            _ => {
                let units = scene.units.as_ref();
                let [time_step, softening] =
                    [(time_step, Dimension::Time), (softening, Dimension::Length)]
                        .map(|(number, of)| shown(number, of, units));
                format!("time step {time_step}, softening {softening}")
            }
        };
        [self.read_line(), format!("{}: {chosen}{about}", self.path)]
    }
}

/// The first of many names, and how many more there are.
fn listed(names: &[String]) -> String {
    let (first, rest) = names.split_at(names.len().min(MAX_LISTED));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    first.join(", ") + &more
}
