//! What a file of bodies holds, in plain words.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use starshell::exchange::snapshots::{self, Column, Header, Moment, names};
use starshell::name::Named;
use starshell::physics::{self, State};
use starshell::snapshot::Checkpoint;
use starshell::words;

use crate::cli::arguments::Table;
use crate::cli::failure::{Failure, input, unprinted};
use crate::cli::own::Own;
use crate::cli::terminal::Shown;

/// Times of snapshots that are listed, at the beginning and at the end.
const TIMES: usize = 3;

pub fn info(file: &str, table: &Table) -> Result<(), Failure> {
    let path = Path::new(file);
    let mut out = Shown::stdout();
    if Checkpoint::is_named(path) {
        let run = Checkpoint::read(path).map_err(input)?;
        return saved(&mut out, file, &run).map_err(unprinted);
    }
    let own = Own::required(file, table, table.reading())?;
    let header = match own.imported.format {
        Some(_) => Some(snapshots::open(path).map_err(input)?.header().clone()),
        None => None,
    };
    let listed = match header {
        Some(header) => snapshot(&mut out, file, &header, &own),
        None => own.read_lines().iter().try_for_each(|line| writeln!(out, "{line}")),
    };
    listed.and_then(|()| doubts(&mut out, &own)).map_err(unprinted)
}

/// A line with what it is about in front.
fn line(out: &mut impl Write, about: &str, text: impl Display) -> io::Result<()> {
    writeln!(out, "  {about:<11} {text}")
}

/// A run of Starshell's own.
fn saved(out: &mut impl Write, file: &str, run: &Checkpoint) -> io::Result<()> {
    let (scene, physics) = (&run.scene, &run.scene.physics);
    writeln!(out, "{file}")?;
    line(out, "format", "a run saved by Starshell")?;
    line(out, "scene", scene.spoken_title())?;
    line(out, "bodies", run.snapshot.state.len())?;
    line(out, "time", format!("{} after {} steps", run.snapshot.time, run.snapshot.steps))?;
    line(out, "physics", format!("{} in {}", physics.integrator.name(), physics.precision.name()))
}

fn snapshot(out: &mut impl Write, file: &str, header: &Header, own: &Own) -> io::Result<()> {
    let contents = &own.imported;
    writeln!(out, "{file}")?;
    line(out, "format", &header.format)?;
    line(out, "snapshots", moments(header))?;
    line(out, "bodies", own.counts().join(": "))?;
    line(out, "units", own.units().trim_start_matches("units "))?;
    if let Some(sides) = header.box_size {
        line(out, "box", sides.map(words::number).join(" x "))?;
    }
    let [low, high] = extent(&contents.state);
    for (axis, name) in ["x", "y", "z"].iter().enumerate() {
        line(out, name, format!("{} to {}", words::number(low[axis]), words::number(high[axis])))?;
    }
    let mass: f64 = contents.state.bodies().map(|body| body.mass).sum();
    line(out, "mass", words::number(mass))?;
    if let Some(softening) = contents.softening {
        line(out, "softening", words::number(softening))?;
    }
    for column in &header.columns {
        let read = contents.properties.iter().find(|property| property.name == column.name);
        line(out, "column", described(column, read))?;
    }
    contents.notes.iter().try_for_each(|note| line(out, "note", note))
}

/// How many snapshots there are, and at which times.
fn moments(header: &Header) -> String {
    let moments = &header.moments;
    let units = header.units;
    let by_speed = || Some(units.length?.si / units.velocity?.si);
    let second = units.time.map(|unit| unit.si).or_else(by_speed);
    let longest = moments.iter().filter_map(|moment| moment.time).map(f64::abs).reduce(f64::max);
    let time = |moment: &Moment| match (moment.expansion, moment.time, second) {
        (Some(a), ..) => format!("a = {a:.6}"),
        (None, Some(time), Some(second)) => {
            let (symbol, size) = unit_of_time(longest.unwrap_or_default() * second);
            format!("{} {symbol}", words::number(time * second / size))
        }
        (None, Some(time), None) => time.to_string(),
        (None, None, _) => "an unknown time".to_owned(),
    };
    let (first, last) = (
        moments.iter().take(TIMES),
        moments.iter().skip(TIMES.max(moments.len().saturating_sub(TIMES))),
    );
    let [first, last]: [Vec<_>; 2] = [first.map(time).collect(), last.map(time).collect()];
    let gap = if moments.len() > 2 * TIMES { ", …, " } else { ", " };
    let times = [first.join(", "), last.join(", ")];
    let times: Vec<_> = times.into_iter().filter(|times| !times.is_empty()).collect();
    format!("{}, at {}", moments.len(), times.join(gap))
}

/// The largest unit of time that is no longer than this many seconds.
fn unit_of_time(seconds: f64) -> (&'static str, f64) {
    const YEAR: f64 = 365.25 * 86_400.0;
    let units = [("Gyr", 1e9 * YEAR), ("Myr", 1e6 * YEAR), ("yr", YEAR), ("d", 86_400.0)];
    units.into_iter().find(|unit| seconds >= unit.1).unwrap_or(("s", 1.0))
}

fn described(column: &Column, read: Option<&physics::Column>) -> String {
    let scalar = format!("{:?}", column.scalar).to_lowercase();
    let shape =
        if column.components == 1 { scalar } else { format!("{} x {scalar}", column.components) };
    let unit = column.short_unit();
    let unit = if unit.is_empty() { unit } else { format!(", {unit}") };
    let of = if column.groups.is_empty() {
        String::new()
    } else {
        format!(", of {}", column.groups.join(", "))
    };
    let range = read.and_then(physics::Column::extremes).map_or_else(String::new, |ends| {
        let [low, high] = ends.map(|end| words::number(end.into()));
        format!(", {low} to {high}")
    });
    let is_used =
        [names::POSITION, names::VELOCITY, names::MASS, names::SOFTENING].contains(&&*column.name);
    let left = if is_used || read.is_some() { "" } else { " (not used by a run)" };
    format!("{}: {shape}{unit}{of}{range}{left}", column.name)
}

/// The least and largest coordinates.
fn extent(state: &State) -> [[f64; 3]; 2] {
    let all = state.bodies().map(|body| body.position);
    let low = all.clone().fold(glam::DVec3::INFINITY, glam::DVec3::min);
    let high = all.fold(glam::DVec3::NEG_INFINITY, glam::DVec3::max);
    [low, high].map(|place| place.to_array())
}

/// What has to be said before the bodies can run.
fn doubts(out: &mut impl Write, own: &Own) -> io::Result<()> {
    own.imported.doubts.iter().try_for_each(|doubt| {
        line(out, "open", format!("{}: {}", doubt.reason, doubt.question.remedy()))
    })
}
