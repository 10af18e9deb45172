//! `starshell convert`: bodies from one format into another.

use std::path::Path;

use anyhow::anyhow;
use starshell::exchange::snapshots::write::{Output, Snapshot};
use starshell::exchange::{Measures, Properties, Reading, convert, snapshots};
use starshell::file::check_replaceable;
use starshell::name::Named;
use starshell::physics::Softening;
use starshell::snapshot::Checkpoint;

use super::arguments::{Convert, Table};
use super::failure::{Failure, input, run};
use super::outputs::{Place, check_apart, note_missing};
use super::own::Own;
use super::terminal::{mention, tell};

pub fn convert(arguments: &Convert) -> Result<(), Failure> {
    let Convert { from, to, format, forces, table } = arguments;
    let output = match format {
        Some(output) => *output,
        None => Output::from_path(to).ok_or_else(|| {
            let known: Vec<_> = Output::ALL.iter().map(|output| output.name()).collect();
            input(anyhow!(
                "the ending of {} names no format: say which by --format {}",
                to.display(),
                known.join("|")
            ))
        })?,
    };
    check_apart(&[Place::of_file("the file to write", to)], &[from])?;
    note_missing([to.as_path()]);
    check_replaceable(to).map_err(input)?;
    let Taken { mut snapshot, measures, softening } = read(from, table)?;
    if let Some(given) = forces {
        let law = softening.unwrap_or_default().law;
        let given = given.map(|length| Softening { law, length });
        let softening = given.or(softening).ok_or_else(|| {
            input(anyhow!("{from} gives no softening length: say which by --forces=0.05"))
        })?;
        let length = softening.length;
        if !(length >= 0.0 && length.is_finite()) {
            return Err(input(anyhow!(
                "the softening length is {length:?}, but --forces must be a number of 0 or more"
            )));
        }
        convert::add_forces(&mut snapshot, softening).map_err(input)?;
        if output == Output::Tipsy {
            tell(&format!("{}: the format has no place for accelerations", to.display()));
        }
    }
    let count = snapshot.moment.bodies;
    convert::file(to, output, &snapshot).map_err(|error| match error.is_of_system() {
        true => run(error),
        false => input(error),
    })?;
    mention(&format!("{}: {count} bodies as {}", to.display(), output.name()));
    if let (Output::Tipsy | Output::Ply, Some(units)) = (output, &measures) {
        tell(&format!("{}: the format has no place for units, which are {units}", to.display()));
    }
    Ok(())
}

/// The bodies of a file with all that is known of them.
struct Taken {
    snapshot: Snapshot,
    /// What their numbers measure.
    measures: Option<Measures>,
    softening: Option<Softening>,
}

/// The bodies at a path.
fn read(from: &str, table: &Table) -> Result<Taken, Failure> {
    let path = Path::new(from);
    if Checkpoint::is_named(path) {
        if let Some(flag) = table.given() {
            return Err(input(anyhow!(
                "--{flag} is for files of other programs, but {from} is a saved run: leave it out"
            )));
        }
        let run = Checkpoint::read(path).map_err(input)?;
        let softening = Some(run.scene.physics.softened());
        return Ok(Taken { snapshot: run.exported(), measures: run.measures(), softening });
    }
    // Of a snapshot, all columns are read once it is known what is taken.
    let properties = match snapshots::is_snapshot(path) {
        true => Properties::None,
        false => Properties::All,
    };
    let mut own = Own::required(from, table, Reading { properties, ..table.reading() })?;
    own.check()?;
    if own.imported.format.is_some() {
        // Nothing of a snapshot is left out.
        own.imported.unused.clear();
    }
    own.read_lines().iter().for_each(|line| mention(line));
    if own.imported.format.is_some() {
        // All columns are read again below; until then, these would only take memory.
        (own.imported.state, own.imported.ids) = Default::default();
    }
    let reading = table.reading();
    let snapshot = convert::whole(path, &own.imported, own.measures.as_ref(), &reading.part);
    let softening = own.imported.softening.map(Softening::from);
    Ok(Taken { snapshot: snapshot.map_err(input)?, measures: own.measures, softening })
}
