//! `starshell render`: a scene becomes pictures.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressStyle};

use super::interrupt::Interrupt;
use super::overrides::scene;
use super::{Failure, arguments, input, open, run, set_up, tell, unprinted};
use starshell::capture::{ContactSheet, DiagnosticsLog, FrameSink, Headless, PngSequence, SinglePng, Surveys};
use starshell::physics::{Diagnostics, Parameters, Reading};
use starshell::render::Target;
use starshell::scene::Scene;
use starshell::session::{Clock, Pace, Session};

/// Measurements of a run, evenly spread: rows of a log, besides those of its frames.
const SURVEYS_LOGGED: u64 = 200;
/// Without a log there are fewer, to see trouble coming, and never two in so many steps: each costs a force pass.
const SURVEYS: u64 = 50;
const STEPS_A_SURVEY: u64 = 20;

pub fn render(arguments: &arguments::Render) -> Result<(), Failure> {
    let scene = scene(&arguments.scene, &arguments.overrides)?;
    let frames = frames(arguments);
    let pace = pace(arguments, &scene, frames)?;
    let gpu = open(arguments.adapter.adapter.as_deref())?;
    let target = Target::new(&gpu, arguments.size).map_err(set_up)?;
    let total = Clock::new(pace, scene.physics.time_step).steps_at(u64::from(frames).saturating_sub(1));
    let interrupt = Interrupt::listen()?;
    let sink = sink(arguments)?;
    let log = log(arguments)?;
    let mut session = Session::new(&gpu, scene, pace).map_err(set_up)?;
    if frames == 1 && matches!(pace, Pace::StepsAFrame(_)) {
        session.set_pace(pace);
    }
    let watch = Watch::new(log, &session);
    let surveys = match arguments.log {
        Some(_) => Surveys { every: total.div_ceil(SURVEYS_LOGGED).max(1), at_frames: true },
        None => Surveys { every: total.div_ceil(SURVEYS).max(STEPS_A_SURVEY), at_frames: false },
    };
    let headless = Headless::new(&gpu, session, target, sink).map_err(set_up)?.with_surveys(surveys);
    draw(headless, watch, frames, total, &interrupt)
}

/// Draws every frame, or as many as there is time for before the user stops it.
fn draw(mut headless: Headless, mut watch: Watch, frames: u32, total: u64, interrupt: &Interrupt) -> Result<(), Failure> {
    let bar = progress_bar(total, frames);
    let mut drawn = 0;
    while drawn < frames && !interrupt.is_asked() {
        let mut proceed = |steps| {
            // Adaptive steps may be more than were foreseen.
            bar.set_length(total.max(steps));
            bar.set_position(steps);
            !interrupt.is_asked()
        };
        if headless.frame(&mut proceed).map_err(run)? {
            drawn += 1;
            bar.set_message(format!("frame {drawn} of {frames}"));
        }
        while let Some(reading) = headless.reading().map_err(run)? {
            watch.see(&reading, &bar)?;
        }
    }
    interrupt.answer();
    let mut readings = Vec::new();
    if drawn < frames {
        bar.finish_and_clear();
        headless.abandon(|reading| readings.push(reading)).map_err(run)?;
        watch.finish(&readings, &bar)?;
        return Err(Failure::Stopped(format!("stopped after {drawn} of {frames} frames; finished files are kept")));
    }
    let path = headless.finish(|reading| readings.push(reading)).map_err(run)?;
    bar.finish_and_clear();
    let log = watch.finish(&readings, &bar)?;
    let mut out = io::stdout().lock();
    std::iter::once(path).chain(log).try_for_each(|path| writeln!(out, "{}", path.display())).map_err(unprinted)
}

fn frames(arguments: &arguments::Render) -> u32 {
    match (arguments.sheet, arguments.frames) {
        (Some([columns, rows]), _) => columns.saturating_mul(rows),
        (None, frames) => frames.unwrap_or(1),
    }
}

fn pace(arguments: &arguments::Render, scene: &Scene, frames: u32) -> Result<Pace, Failure> {
    if let Some(steps) = arguments.steps_a_frame {
        // A single picture stands at the end of its steps.
        let time = f64::from(steps) * scene.physics.time_step;
        let is_picture = frames == 1 && scene.physics.adaptive.is_none();
        return Ok(if is_picture { Pace::Span { time, frames } } else { Pace::StepsAFrame(steps) });
    }
    let time = arguments.time.unwrap_or(scene.duration);
    let steps = time / scene.physics.time_step;
    if !(time >= 0.0 && time.is_finite()) {
        return Err(input(anyhow!("the time is {time:?}, but --time must be a finite number of 0 or more")));
    }
    if steps > 1e12 {
        return Err(input(anyhow!("{steps:.1e} steps lead to the time {time:?}: use a longer --dt or a shorter --time")));
    }
    Ok(Pace::Span { time, frames })
}

/// What the pictures become, by the shape of the request.
fn sink(arguments: &arguments::Render) -> Result<Arc<dyn FrameSink>, Failure> {
    let out = arguments.out.as_path();
    let is_png = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if let Some([columns, rows]) = arguments.sheet {
        require_png(out, is_png)?;
        return Ok(Arc::new(ContactSheet::new(out, columns, rows, arguments.size).map_err(input)?));
    }
    match arguments.frames {
        Some(frames) if is_png && frames > 1 => Err(input(anyhow!(
            "{} ends in .png, but {frames} frames go into a folder: give --out a folder, or --sheet for one picture",
            out.display()
        ))),
        Some(_) if !is_png => Ok(Arc::new(PngSequence::new(out).map_err(input)?)),
        _ => {
            require_png(out, is_png)?;
            Ok(Arc::new(SinglePng::new(out).map_err(input)?))
        }
    }
}

/// The table of measurements, where one is asked for.
fn log(arguments: &arguments::Render) -> Result<Option<DiagnosticsLog>, Failure> {
    let Some(path) = &arguments.log else { return Ok(None) };
    if *path == arguments.out {
        return Err(input(anyhow!("--out and --log are both {}: give each a name of its own", path.display())));
    }
    DiagnosticsLog::new(path).map(Some).map_err(input)
}

fn require_png(out: &Path, is_png: bool) -> Result<(), Failure> {
    if is_png {
        return Ok(());
    }
    Err(input(anyhow!(
        "{} does not end in .png: give --out a name that does, or --frames for a folder of pictures",
        out.display()
    )))
}

/// Looks at the measurements as they come: writes them down, and warns once of each kind of trouble.
struct Watch {
    log: Option<DiagnosticsLog>,
    start: Option<Diagnostics>,
    parameters: Parameters,
    warned: Vec<std::mem::Discriminant<starshell::physics::Trouble>>,
}

impl Watch {
    fn new(log: Option<DiagnosticsLog>, session: &Session) -> Self {
        Self { log, start: None, parameters: *session.simulation().parameters(), warned: Vec::new() }
    }

    fn see(&mut self, reading: &Reading, bar: &ProgressBar) -> Result<(), Failure> {
        let start = *self.start.get_or_insert(reading.diagnostics);
        if let Some(log) = &mut self.log {
            log.write(reading, &start).map_err(run)?;
        }
        if let Some(trouble) = reading.diagnostics.trouble(&start, reading.time, &self.parameters) {
            let kind = std::mem::discriminant(&trouble);
            if !self.warned.contains(&kind) {
                self.warned.push(kind);
                bar.suspend(|| tell(&format!("warning: {trouble}")));
            }
        }
        Ok(())
    }

    /// Writes down the last measurements and completes the log.
    fn finish(mut self, readings: &[Reading], bar: &ProgressBar) -> Result<Option<PathBuf>, Failure> {
        for reading in readings {
            self.see(reading, bar)?;
        }
        self.log.map(DiagnosticsLog::finish).transpose().map_err(run)
    }
}

/// Steps, steps a second, time to go. Nothing where standard error is not a terminal.
fn progress_bar(total: u64, frames: u32) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = "{msg:20} {bar:32.cyan/blue} {pos}/{len} steps  {per_sec}  ETA {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(format!("frame 0 of {frames}"));
    bar
}
