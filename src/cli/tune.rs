//! `starshell tune`: the fastest kernels for this machine, found by trying.

use std::io::{self, IsTerminal, Write};

use super::{Failure, arguments, open, run, set_up, unprinted};
use starshell::lab::{self, TUNING_TIME};
use starshell::physics::Tuned;
use starshell::primitives::prove_progress;

pub fn tune(arguments: &arguments::Tune) -> Result<(), Failure> {
    let gpu = open(arguments.adapter.adapter.as_deref())?;
    let mut out = io::stdout().lock();
    let unkept = |error: io::Error| {
        let path = gpu.memory_path().unwrap_or_default();
        run(anyhow::anyhow!("what was found cannot be kept in {}: {error}", path.display()))
    };
    if arguments.forget {
        let had = gpu.forget(Tuned::NAME).map_err(unkept)?;
        let what = if had { "forgotten" } else { "there was nothing to forget" };
        return writeln!(out, "{}: {what}", gpu.adapter_name()).map_err(unprinted);
    }
    prove_progress(&gpu).map_err(run)?;
    let table = lab::tune(&gpu, TUNING_TIME, |count| {
        if io::stderr().is_terminal() {
            eprint!("\r\x1b[Kmeasuring {count} bodies …");
            // A terminal that cannot be written to needs no progress.
            let _ = io::stderr().flush();
        }
        true
    });
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    let table = table.map_err(set_up)?;
    gpu.remember(Tuned::NAME, &table).map_err(unkept)?;
    let mut print = || {
        writeln!(out, "{}", gpu.adapter_name())?;
        writeln!(out, "{:>9} {:>11}  kernel", "bodies", "ms a step")?;
        for row in &table {
            let tuning: Vec<String> = row.tuning.iter().map(|(name, value)| format!("{name}={value}")).collect();
            writeln!(out, "{:>9} {:>11.4}  {} {}", row.count, row.milliseconds, row.kernel, tuning.join(" "))?;
        }
        match gpu.memory_path() {
            Some(path) => writeln!(out, "kept in {}", path.display()),
            None => writeln!(out, "not kept: the system has no place for it"),
        }
    };
    print().map_err(unprinted)
}
