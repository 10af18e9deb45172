//! `starshell tune`: finds the fastest kernels for this machine.

use std::io::{self, Write};

use super::adapter::open;
use super::arguments;
use super::failure::{Failure, input, run, set_up, unprinted};
use super::terminal::{RED, Shown, YELLOW, clear_line, is_colored, paint, sentence, show_progress};
use starshell::file::AtomicFile;
use starshell::lab::{self, LabError, TUNING_TIME};
use starshell::physics::Tuned;
use starshell::primitives::prove_progress;
use starshell::session::MemberTimes;

pub fn tune(adapter: Option<&str>, arguments: &arguments::Tune) -> Result<(), Failure> {
    let gpu = open(adapter)?;
    if let Some(path) = gpu.findings().path() {
        // Check that findings can be saved before searching for them.
        AtomicFile::create(&path).map_err(input)?;
    }
    let mut out = Shown::stdout();
    let unkept = |error: io::Error| run(anyhow::anyhow!("the results cannot be saved: {error}"));
    if arguments.forget {
        let had_plans = gpu.findings().forget(Tuned::NAME).map_err(unkept)?;
        let had = gpu.findings().forget(MemberTimes::NAME).map_err(unkept)? || had_plans;
        let what = if had { "forgotten" } else { "there was nothing to forget" };
        return writeln!(out, "{}: {what}", gpu.adapter_name()).map_err(unprinted);
    }
    prove_progress(&gpu).map_err(run)?;
    let mut wrong = 0;
    let progress = |count| {
        show_progress(&format!("measuring {count} bodies…"));
        true
    };
    let refused = |count, error: LabError| {
        clear_line();
        let is_wrong = matches!(error, LabError::Wrong { .. });
        wrong += usize::from(is_wrong);
        let (word, color) = if is_wrong { ("wrong", RED) } else { ("skipped", YELLOW) };
        let text = sentence(&format!("{count:>9} {word}: {error}"));
        // As with progress, ignore a terminal that cannot be written to.
        let _ = writeln!(io::stderr(), "{}", paint(&text, color, is_colored(&io::stderr())));
    };
    let table = lab::tune(&gpu, TUNING_TIME, progress, refused);
    clear_line();
    let table = table.map_err(set_up)?;
    gpu.findings().remember(Tuned::NAME, &table).map_err(unkept)?;
    let mut print = || {
        writeln!(out, "{}", gpu.adapter_name())?;
        writeln!(out, "{:>9} {:>11} {:>11}  kernel", "bodies", "ms per step", "by tree")?;
        for row in &table {
            let tuning: Vec<String> =
                row.plan.tuning.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let tree = row
                .tree_milliseconds
                .map_or_else(String::new, |milliseconds| format!("{milliseconds:.4}"));
            let (kernel, tuning) = (row.plan.shape.label(), tuning.join(" "));
            writeln!(
                out,
                "{:>9} {:>11.4} {tree:>11}  {kernel} {tuning}",
                row.count, row.milliseconds
            )?;
        }
        match gpu.findings().path() {
            Some(path) => writeln!(out, "kept in {}", path.display()),
            None => writeln!(out, "not kept: the system has no place for it"),
        }
    };
    print().map_err(unprinted)?;
    match wrong {
        0 => Ok(()),
        _ => Err(run(anyhow::anyhow!(
            "{wrong} of the kernels tried give wrong results on this adapter and were skipped: update the driver"
        ))),
    }
}
