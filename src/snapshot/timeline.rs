//! The earlier states in a saved run.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::sections::{Name, Sections, Writer};
use crate::physics::{Parameters, Precision, Snapshot, State};
use crate::scene::complete;

/// What the states are, as TOML. The columns of each have sections of their own, named by its
/// number.
const TIMELINE: Name = *b"TIME";

#[derive(Serialize, Deserialize)]
struct Timeline {
    moment: Vec<Moment>,
}

#[derive(Serialize, Deserialize)]
struct Moment {
    time: f64,
    steps: u64,
    precision: Precision,
    physics: Parameters,
}

/// The names of the sections with positions and velocities of the state with this number.
fn names(number: usize) -> [Name; 2] {
    let digit = |power: u32| b"0123456789abcdef"[(number >> (4 * power)) & 15];
    [b'P', b'V'].map(|column| [column, digit(2), digit(1), digit(0)])
}

/// Writes the states, of which there are at most 4096.
pub(super) fn write(
    timeline: &[(Snapshot, Parameters)],
    writer: &mut Writer<impl Write>,
) -> io::Result<()> {
    if timeline.is_empty() {
        return Ok(());
    }
    let moment = |(snapshot, physics): &(Snapshot, Parameters)| {
        let Snapshot { time, steps, state } = snapshot;
        Moment { time: *time, steps: *steps, precision: state.precision(), physics: *physics }
    };
    let head = Timeline { moment: timeline.iter().map(moment).collect() };
    writer.section(TIMELINE, toml::to_string(&head).map_err(io::Error::other)?.as_bytes())?;
    timeline.iter().enumerate().try_for_each(|(number, (snapshot, _))| {
        names(number)
            .into_iter()
            .zip(snapshot.state.columns())
            .try_for_each(|(name, column)| writer.section(name, column))
    })
}

/// Reads the states; none if the file has none.
pub(super) fn read(sections: &Sections) -> Result<Vec<(Snapshot, Parameters)>, String> {
    let Some(head) = sections.get(TIMELINE) else { return Ok(Vec::new()) };
    let text = std::str::from_utf8(head).map_err(|error| error.to_string())?;
    let mut head: toml::Table = toml::from_str(text).map_err(|error| error.message().to_owned())?;
    let moments = head.get_mut("moment").and_then(toml::Value::as_array_mut);
    for moment in moments.into_iter().flatten() {
        complete(moment.get_mut("physics"));
    }
    let head: Timeline =
        head.try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
    let moment = |(number, moment): (usize, Moment)| {
        let Moment { time, steps, precision, physics } = moment;
        physics.validate().map_err(|error| error.to_string())?;
        let columns = names(number).map(|name| sections.get(name).unwrap_or_default());
        let state = State::from_columns(precision, columns).filter(|state| !state.is_empty());
        let state = state.ok_or("an earlier state is not whole rows")?;
        Ok((Snapshot { time, steps, state }, physics))
    };
    head.moment.into_iter().enumerate().map(moment).collect()
}
