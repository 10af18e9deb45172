//! `starshell lab`: reproduces textbook experiments on this machine.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;

use super::adapter::open;
use super::arguments::Lab;
use super::failure::{Failure, input, run, set_up, unprinted};
use super::outputs::{Place, check_apart, claim, claim_folder, note_missing, unwritten};
use super::terminal::{Shown, clear_line, show_progress, tell};
use crate::folders;
use starshell::file::{self, Claim};
use starshell::gpu::Gpu;
use starshell::lab::chart::Chart;
use starshell::lab::{EXPERIMENTS, Experiment, Extent, Report, Turn, experiment};
use starshell::name::unknown;

/// Pixels per unit of a chart in PNG.
const PNG_SCALE: f32 = 2.0;

pub fn lab(adapter: Option<&str>, arguments: &Lab) -> Result<(), Failure> {
    let mut out = Shown::stdout();
    if arguments.experiment.is_empty() && !arguments.all && arguments.open.is_none() {
        return match arguments.first_option() {
            None => list(&mut out).map_err(unprinted),
            Some(option) => Err(input(anyhow!(
                "{option} is for results: name experiments, or add --all or --open FILE"
            ))),
        };
    }
    // Before anything is measured, so that a mistake costs no time.
    let against = arguments.against.as_deref().map(saved).transpose()?;
    let folder = arguments.out.as_ref().filter(|_| arguments.svg || arguments.png);
    if let Some(folder) = folder.filter(|folder| folder.is_file()) {
        return Err(input(anyhow!(
            "{} is a file: --svg and --png need a folder",
            folder.display()
        )));
    }
    if let (Some(from), Some(out), false) = (&arguments.open, &arguments.out, arguments.json) {
        check_apart(&[Place::of_file("--out", out)], &[&from.to_string_lossy()])?;
    }
    let within = folder.map(|folder| folder.join("chart"));
    note_missing(within.as_deref().or(arguments.out.as_deref()));
    let _claim = match &arguments.out {
        Some(folder) if arguments.svg || arguments.png => Some(claim_charts(folder, arguments)?),
        Some(path) => Some(claim(path)?),
        None => None,
    };
    let report = match &arguments.open {
        Some(path) => saved(path)?,
        None => measured(adapter, arguments)?,
    };
    if let Some(folder) = folder {
        charts(&report, folder, arguments, &mut out)?;
        return verdict(&report);
    }
    let text = match () {
        () if arguments.json => report.json(),
        () if arguments.csv => report.csv(),
        () => report.markdown(against.as_ref()),
    };
    match &arguments.out {
        Some(path) => {
            file::write(path, text.as_bytes()).map_err(unwritten)?;
            out.path(path).map_err(unprinted)?;
        }
        None => out.write_all(text.as_bytes()).map_err(unprinted)?,
    }
    verdict(&report)
}

/// An error if anything is wrong.
fn verdict(report: &Report) -> Result<(), Failure> {
    match report.results.iter().filter(|results| !results.is_right()).count() {
        0 => Ok(()),
        wrong => {
            let all = report.results.len();
            Err(run(anyhow!(
                "{wrong} of {all} experiments have results that are wrong or failed: see their rows"
            )))
        }
    }
}

/// Claims the folder of the charts, and checks those of all experiments that may be in the report.
fn claim_charts(folder: &Path, arguments: &Lab) -> Result<Claim, Failure> {
    let claimed = claim_folder(folder)?;
    let is_asked = |name: &str| {
        arguments.experiment.is_empty() || arguments.experiment.iter().any(|asked| asked == name)
    };
    for name in EXPERIMENTS.iter().map(|experiment| experiment.name).filter(|name| is_asked(name)) {
        for (ending, _) in [("svg", arguments.svg), ("png", arguments.png)]
            .iter()
            .filter(|(_, is_asked)| *is_asked)
        {
            claim(&folder.join(format!("{name}.{ending}")))?;
        }
    }
    Ok(claimed)
}

/// Writes a chart of each experiment.
fn charts(report: &Report, folder: &Path, arguments: &Lab, out: &mut Shown) -> Result<(), Failure> {
    let mut write = |name: String, bytes: &[u8]| {
        let path = folder.join(name);
        file::write(&path, bytes).map_err(unwritten)?;
        out.path(&path).map_err(unprinted)
    };
    for results in &report.results {
        let Some(chart) = Chart::new(results) else { continue };
        if arguments.svg {
            write(format!("{}.svg", results.experiment), chart.svg().as_bytes())?;
        }
        if arguments.png {
            write(format!("{}.png", results.experiment), &chart.png(PNG_SCALE).map_err(run)?)?;
        }
    }
    Ok(())
}

/// The experiments, by what they are about.
fn list(out: &mut impl Write) -> io::Result<()> {
    let mut topic = None;
    for experiment in EXPERIMENTS {
        if topic.replace(experiment.topic) != Some(experiment.topic) {
            writeln!(out, "{}", starshell::name::Named::name(experiment.topic))?;
        }
        writeln!(out, "  {:<22} {} ({})", experiment.name, experiment.title(), experiment.source)?;
    }
    writeln!(out, "\nRun some with `starshell lab NAME…`, or all with `starshell lab --all`.")
}

/// The report in a file that `--json` wrote.
fn saved(path: &Path) -> Result<Report, Failure> {
    Report::read(path).map_err(input)
}

/// Runs what was asked for.
fn measured(adapter: Option<&str>, arguments: &Lab) -> Result<Report, Failure> {
    let names = || EXPERIMENTS.iter().map(|experiment| experiment.name);
    let named =
        |name: &String| experiment(name).ok_or_else(|| input(unknown("experiment", name, names())));
    let mut experiments: Vec<&Experiment> = match arguments.all {
        true => EXPERIMENTS.to_vec(),
        false => arguments.experiment.iter().map(named).collect::<Result<_, _>>()?,
    };
    // One that is named twice runs once.
    let mut seen = HashSet::new();
    experiments.retain(|experiment| seen.insert(experiment.name));
    let gpu = open(adapter)?;
    for (experiment, &count) in experiments
        .iter()
        .flat_map(|experiment| arguments.count.iter().map(move |count| (experiment, count)))
    {
        experiment.check(&gpu, count).map_err(set_up)?;
    }
    let extent = Extent { counts: (!arguments.count.is_empty()).then(|| arguments.count.clone()) };
    let mut report = Report::new(&gpu);
    for experiment in experiments {
        let cases = experiment.cases(&gpu, &extent);
        let results = experiment.run(
            &gpu,
            &cases,
            |&Turn { case, share, .. }| {
                let percent = 100.0 * share;
                show_progress(&format!(
                    "{}: {percent:.0} %, {} of {}…",
                    experiment.title(),
                    case.variant,
                    case.entry.count
                ));
                true
            },
            |_| (),
        );
        clear_line();
        report.results.push(results);
    }
    keep(&gpu, &report);
    Ok(report)
}

/// Adds the results to those that the window shows for this machine.
fn keep(gpu: &Gpu, report: &Report) {
    let Some(folder) = folders::data("laboratory") else { return };
    let mut kept = Report::kept(&folder, gpu);
    for results in &report.results {
        results.outcomes.iter().for_each(|outcome| kept.add(&results.experiment, outcome.clone()));
    }
    if let Err(error) = kept.keep(&folder) {
        tell(&format!("warning: the results are not kept for the window: {error}"));
    }
}
