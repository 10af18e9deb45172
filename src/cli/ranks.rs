//! Runs of several processes, started by `mpirun`.

use anyhow::anyhow;
use starshell::ranks::{self, Joined};
use starshell::session::Session;

use super::arguments::{BenchWhat, Command};
use super::failure::{Failure, input};
use super::terminal::mention;

/// What a process does after it has joined the others.
pub enum Joining {
    /// It runs the program, alone or as the first of several.
    Runs(Option<Joined>),
    /// It has computed for the first, which has ended.
    Served,
    /// It cannot join; the first process says why.
    Failed(Option<Failure>),
}

/// Joins the processes that were started together, and serves in all but the first.
pub fn join() -> Joining {
    match ranks::join() {
        Ok(Some(joined)) if !joined.is_first() => {
            joined.serve();
            Joining::Served
        }
        Ok(joined) => Joining::Runs(joined),
        Err(error) => {
            let is_first = ranks::started().is_none_or(|(rank, _)| rank == 0);
            Joining::Failed(is_first.then(|| input(error)))
        }
    }
}

/// Rejects a command that several processes cannot share.
pub fn check(command: Option<&Command>) -> Result<(), Failure> {
    let is_shared = match command {
        Some(Command::Render(_) | Command::Record(_)) => true,
        Some(Command::Bench(arguments)) => {
            matches!(arguments.what, BenchWhat::Subject(subject, _) if subject.name == "members")
        }
        _ => false,
    };
    match ranks::present() {
        Some(ranks) if !is_shared => Err(input(anyhow!(
            "mpirun started {} ranks, but only render, record and bench members share their work: start this without mpirun",
            ranks.count()
        ))),
        _ => Ok(()),
    }
}

/// Says what the ranks are about to do, and what memory it takes.
pub fn announce(session: &Session) {
    let Some(ranks) = ranks::present() else { return };
    let machines = if ranks.machines() == 1 {
        "1 machine".to_owned()
    } else {
        format!("{} machines", ranks.machines())
    };
    let mebibytes = session.computing().member_bytes().div_ceil(1 << 20);
    let bodies = session.simulation().bodies().count();
    mention(&format!(
        "note: {} ranks on {machines} share the forces of {bodies} bodies ({}); each needs about {mebibytes} MiB for them",
        ranks.count(),
        session.computing().present()
    ));
}
