//! `starshell convert`: bodies from one format into another.

use std::path::Path;

use anyhow::anyhow;
use starshell::exchange::Measures;
use starshell::exchange::convert;
use starshell::exchange::snapshots::write::{Output, Snapshot, write};
use starshell::file::{AtomicFile, check_replaceable};
use starshell::name::Named;
use starshell::snapshot::Checkpoint;

use super::arguments::{Convert, Table};
use super::failure::{Failure, input, run};
use super::outputs::{Place, check_apart};
use super::own::Own;
use super::terminal::tell;

pub fn convert(arguments: &Convert) -> Result<(), Failure> {
    let Convert { from, to, format, table } = arguments;
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
    check_replaceable(to).map_err(input)?;
    let (snapshot, measures) = read(from, table)?;
    let count = snapshot.moment.bodies;
    let mut file = AtomicFile::create(to).map_err(run)?;
    write(&mut file, output, &snapshot).map_err(|error| match error.is_of_system() {
        true => run(anyhow!("{}: {error}", to.display())),
        false => input(anyhow!("{from} as {}: {error}", output.name())),
    })?;
    file.commit().map_err(run)?;
    tell(&format!("{}: {count} bodies as {}", to.display(), output.name()));
    if let (Output::Tipsy | Output::Ply, Some(units)) = (output, &measures) {
        tell(&format!("{}: the format has no place for units, which are {units}", to.display()));
    }
    Ok(())
}

/// The bodies at a path with all that is known of them, and what their numbers measure.
fn read(from: &str, table: &Table) -> Result<(Snapshot, Option<Measures>), Failure> {
    let path = Path::new(from);
    if Checkpoint::is_named(path) {
        if let Some(flag) = table.given() {
            return Err(input(anyhow!(
                "--{flag} is for files of other programs, but {from} is a saved run: leave it out"
            )));
        }
        return saved(path);
    }
    let own = Own::required(from, table)?;
    own.check()?;
    own.read_lines().iter().for_each(|line| tell(line));
    let reading = table.reading();
    let snapshot = convert::whole(path, &own.imported, own.measures.as_ref(), &reading.part);
    Ok((snapshot.map_err(input)?, own.measures))
}

/// The bodies of a saved run, in the units of its scene.
fn saved(path: &Path) -> Result<(Snapshot, Option<Measures>), Failure> {
    let run = Checkpoint::read(path).map_err(input)?;
    let (frame, time) = (run.scene.initial.frame(), run.snapshot.time);
    let bodies: Vec<_> =
        run.snapshot.state.bodies().map(|body| frame.absolute(&body, time)).collect();
    let units = run.scene.units.map(|units| units.in_si());
    let measures =
        units.and_then(|[length, speed, gravity]| Measures::from_si(length, speed, gravity));
    Ok((convert::of_bodies(&bodies, Some(time), measures.as_ref()), measures))
}
