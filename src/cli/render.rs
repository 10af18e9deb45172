//! `starshell render`: turns a scene into pictures.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use indicatif::ProgressBar;

use super::adapter::open;
use super::arguments::{Overrides, PathChoice, PictureFormat, in_units, shown};
use super::batch::{self, Batch, Proof};
use super::checkpoints::{Checkpoints, Resumed, carry_on};
use super::failure::{Failure, input, run, set_up};
use super::interrupt::Interrupt;
use super::monitor::Monitor;
use super::observers::{Observers, observed};
use super::outputs::{Output, Saves, conclude, failed, note, stopped};
use super::overrides::{Beginning, SAVED};
use super::path::{self, Frames};
use super::print::{check_room, check_texts, ending, print};
use super::terminal::{self, counted, explain, mention, tell};
use super::{arguments, checkpoints, outputs, ranks};
use starshell::capture::{ContactSheet, FrameSink, Headless, PngSequence, Recipe, SinglePng};
use starshell::exchange::series;
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::scene::{Dimension, Scene};
use starshell::session::{Clock, Members, Pace, Session};
use starshell::words;

impl arguments::Render {
    /// These arguments for one run of a batch.
    fn of(&self, run: &batch::Run) -> Self {
        let batch::Run { scene, overrides, out, .. } = run.clone();
        Self { scenes: vec![scene], overrides, out, ..self.clone() }
    }
}

pub fn render(adapter: Option<&str>, arguments: &arguments::Render) -> Result<(), Failure> {
    let is_folder = arguments.frames.is_some() && arguments.sheet.is_none();
    let format = arguments.pixels.format.unwrap_or(PictureFormat::Png);
    if let Some(file) = &arguments.saving.resume {
        Resumed::check(file, &arguments.scenes, "render")?;
        let resumed = Resumed::read(file, "render")?;
        let mut arguments = arguments::Render { out: resumed.out()?, ..arguments.clone() };
        resumed.relocate(&mut arguments.tables, &mut arguments.saving);
        return render_one(adapter, &arguments, None, Some(&resumed));
    }
    let scenes = each(&arguments.scenes)?;
    let batch = Batch {
        scenes: &scenes,
        vary: &arguments.remake.vary,
        overrides: &arguments.overrides,
        out: &arguments.out,
        ending: if is_folder { "" } else { format.name() },
        is_recorded: false,
        size: arguments.size,
        single: [
            ("log", arguments.tables.log.as_deref()),
            ("table", arguments.tables.table.as_deref()),
            ("save", arguments.saving.save.as_deref()),
            ("checkpoint", arguments.saving.checkpoint_shown()),
        ],
    };
    batch.make(|run, proof| render_one(adapter, &arguments.of(run), proof, None))
}

/// The scenes, with each folder or pattern replaced by the snapshots that it stands for.
fn each(scenes: &[String]) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for scene in scenes {
        match series::files(scene).map_err(input)? {
            // A folder of frames, to be made again from its recipe, or one that is refused below.
            Some(files) if files.is_empty() && Path::new(scene).is_dir() => {
                all.push(scene.clone());
            }
            Some(files) if files.is_empty() => {
                return Err(input(anyhow!(
                    "no file matches {scene}: check the folder and the pattern"
                )));
            }
            Some(files) => all.extend(files.iter().map(|file| file.display().to_string())),
            None => all.push(scene.clone()),
        }
    }
    Ok(all)
}

fn render_one(
    adapter: Option<&str>,
    arguments: &arguments::Render,
    proof: Option<&mut Proof>,
    resumed: Option<&Resumed>,
) -> Result<(), Failure> {
    let beginning = match resumed {
        Some(resumed) => Beginning::resumed(resumed),
        None => {
            let keeps_columns = arguments.tables.keeps_columns();
            let overrides = Overrides { keeps_columns, ..arguments.overrides.clone() };
            Beginning::seen(&arguments.scenes[0], &overrides, is_still(arguments))?
        }
    };
    let (begun, steps) = beginning.moment();
    let mut scene = beginning.scene(arguments.reverse);
    let (out, is_folder) = (arguments.out.as_path(), has_folder(arguments));
    outputs::check(
        &arguments.scenes[0],
        out,
        is_folder,
        &arguments.tables,
        arguments.saving.save.as_deref(),
    )?;
    checkpoints::check(&arguments.saving, &arguments.tables)?;
    let moments = arguments.tables.moments(&scene)?;
    let frames = frames(arguments);
    let pace = pace(arguments, &beginning, frames)?;
    let times = times(pace, &scene, frames).after(begun);
    let follows = path::choose(&mut scene, &arguments.moves, PathChoice::None, times)?;
    let print = print(arguments, &scene.camera)?;
    check_texts(&arguments.texts, &print, &scene.camera)?;
    beginning.tell();
    let gpu = open(adapter)?;
    check_room(&gpu, arguments, &print, frames)?;
    let target =
        if print.needs_tiles(&gpu) { None } else { Some(print.target(&gpu).map_err(set_up)?) };
    let clock = Clock::from(steps, begun, pace, scene.physics.time_step);
    let total = clock.steps_at(u64::from(frames).saturating_sub(1));
    let interrupt = Interrupt::listen()?;
    let sink = arguments.texts.captions(&scene).before(sink(arguments, resumed)?);
    outputs::check_recipe(out, is_folder)?;
    let capture = beginning.capture(out, &arguments.remake.line);
    let mut checkpoints = Checkpoints::new(&arguments.saving, capture, resumed)?;
    let observers = Observers::new(&arguments.tables, moments, &scene, resumed)?;
    let saves = Saves::new(&arguments.saving)?;
    // A single picture shows the end of its steps.
    let is_on = frames == 1 && matches!(pace, Pace::StepsPerFrame(_));
    let clock = if is_on { Clock::after(steps, pace, scene.physics.time_step) } else { clock };
    let altered = beginning.is_saved().then(|| SAVED.to_owned());
    let reference = beginning.reference();
    let mut session =
        beginning.session(&gpu, scene.clone(), clock, arguments.reverse).map_err(set_up)?;
    let members = arguments.overrides.members.clone();
    let recipe = recipe(&gpu, &mut session, &arguments.remake, members, resumed)?;
    let recipe = Recipe { scene, altered, ..recipe };
    checkpoints::check_edits(&arguments.saving, &recipe)?;
    checkpoints.note_forces(&recipe);
    let surveys = observers.surveys(&saves, total - steps, session.simulation());
    let (log, table) = observers.parts();
    let monitor = Monitor::new(log, &session, total, reference)?.of(&recipe);
    let headless = match target {
        Some(target) => Headless::new(&gpu, session, target, sink).map_err(set_up)?,
        None => Headless::of_tiles(&gpu, session, print, sink),
    };
    let headless = observed(headless, surveys, table).with_recipe(&recipe);
    let headless = if follows { headless.along_path() } else { headless };
    let headless = resumed.map(Resumed::paused).into_iter().fold(headless, Headless::after);
    resumed.iter().for_each(|resumed| resumed.tell(&recipe.adapter));
    let run = Run { headless, monitor, interrupt: &interrupt, recipe: &recipe, saves, checkpoints };
    run.draw(frames, total, proof)
}

/// What makes the session's pictures. Its plan is that of another capture, if one was given and the
/// plan exists here, or of a capture that goes on. So is what computes the forces, unless `members`
/// says otherwise.
pub fn recipe(
    gpu: &Gpu,
    session: &mut Session,
    remake: &arguments::Remake,
    members: Option<Members>,
    resumed: Option<&Resumed>,
) -> Result<Recipe, Failure> {
    let before = match (resumed, &remake.plan_of) {
        (None, Some(file)) => Some((file.as_path(), Recipe::read(file).map_err(input)?)),
        _ => None,
    };
    let stored = match (resumed, &before) {
        (Some(resumed), _) => Some((resumed.file(), resumed.forces())),
        (None, Some((file, recipe))) => {
            Some((*file, (recipe.members.clone(), Some(recipe.plan.clone()))))
        }
        (None, None) => None,
    };
    let of_stored = stored.as_ref().map(|(_, (members, _))| members.clone());
    let members = members.or(of_stored).unwrap_or_default();
    if members == Members::Auto {
        Members::time(
            gpu,
            &session.scene().physics,
            session.simulation().bodies().count() as usize,
        )
        .map_err(set_up)?;
    }
    session.computing_mut().set_members(members).map_err(set_up)?;
    ranks::announce(session);
    session.computing_mut().settle_members().map_err(set_up)?;
    if let Some((file, (_, Some(plan)))) = stored {
        match plan.find(gpu, session.simulation().bodies().count()) {
            Some(plan) => session.computing_mut().set_plan(plan).map_err(set_up)?,
            None => mention(&format!(
                "note: the forces in {} were summed in a way that {} does not have, so that the last digits may differ",
                file.display(),
                gpu.adapter_name()
            )),
        }
    }
    carry_on(session, resumed);
    let mut recipe = Recipe::new(gpu, session, remake.words.clone());
    if let Some((_, before)) = before {
        (recipe.edits, recipe.shots) = (before.edits, before.shots);
    }
    let bodies = session.simulation().bodies().count();
    explain(|| format!("forces: of {bodies} bodies by members {}", recipe.members));
    Ok(recipe)
}

/// Pictures being made.
struct Run<'a> {
    headless: Headless,
    monitor: Monitor,
    interrupt: &'a Interrupt,
    recipe: &'a Recipe,
    saves: Saves<'a>,
    checkpoints: Checkpoints,
}

impl Run<'_> {
    /// Draws every frame, or until the user stops it. `total` is the number of steps at the last.
    fn draw(mut self, frames: u32, total: u64, proof: Option<&mut Proof>) -> Result<(), Failure> {
        let bar = progress_bar(total, frames);
        let drawn = self.frames(frames, total, &bar);
        let Self { mut headless, mut monitor, interrupt, recipe, saves, mut checkpoints } = self;
        interrupt.answer();
        let kept = match drawn {
            Ok(drawn) if drawn < frames => checkpoints.stop(&mut headless, &mut monitor, &bar),
            _ => Ok(None),
        };
        let seen = monitor.see_end(&mut headless, &bar);
        let proven = if matches!(drawn, Ok(drawn) if drawn == frames) {
            prove(&mut headless, proof)
        } else {
            Ok(None)
        };
        let table = headless.finish_table().map_err(run);
        let saved = saves.save(headless.session_mut(), monitor.reference(), monitor.good());
        let mut readings = Vec::new();
        let last = |reading| readings.push(reading);
        match drawn {
            Ok(drawn) if drawn == frames => {
                let path = headless.finish(last).map_err(run);
                let noted = note(recipe, &path);
                let log = monitor.finish(&readings, &bar);
                checkpoints.end(&path);
                conclude([path.map(Some), log, table, saved, proven, noted, seen])
            }
            Ok(drawn) => {
                let abandoned = headless.abandon(last).map(|()| None).map_err(run);
                let log = monitor.finish(&readings, &bar);
                let then =
                    checkpoints.hint().unwrap_or_else(|| "finished files are kept".to_owned());
                let message =
                    format!("stopped after {drawn} of {}; {then}", counted(frames.into()));
                Err(stopped(message, interrupt.code(), [abandoned, log, table, saved, seen, kept]))
            }
            Err(failure) => {
                // It has a cause already.
                let _ = headless.abandon(last);
                let failure = checkpoints.hinted(failure);
                Err(failed(failure, [monitor.finish(&readings, &bar), table, saved, seen]))
            }
        }
    }

    /// Draws frames up to the last, or until the user stops it. Returns their number.
    fn frames(&mut self, frames: u32, total: u64, bar: &ProgressBar) -> Result<u32, Failure> {
        let interrupt = self.interrupt;
        let mut drawn = self.headless.frames() as u32;
        while drawn < frames && !interrupt.is_asked() {
            self.headless.pause_at(self.checkpoints.next());
            let mut proceed = |steps| {
                // Adaptive steps may be more than expected.
                bar.set_length(total.max(steps));
                bar.set_position(steps);
                !interrupt.is_asked()
            };
            if self
                .headless
                .frame(&mut proceed)
                .map_err(|error| self.monitor.failure(error, &mut self.headless))?
            {
                drawn += 1;
                bar.set_message(format!("frame {drawn} of {frames}"));
            }
            self.monitor.keep(&mut self.headless).map_err(run)?;
            while let Some(measurement) = self
                .headless
                .measurement()
                .map_err(|error| self.monitor.failure(error, &mut self.headless))?
            {
                self.monitor.see(&measurement, bar);
            }
            self.saves.between_frames(self.headless.session_mut(), self.monitor.reference());
            if drawn < frames {
                self.checkpoints.between(&mut self.headless, &mut self.monitor, bar)?;
            }
        }
        Ok(drawn)
    }
}

/// Draws the picture for the sheet of a batch, if there is one.
pub fn prove(headless: &mut Headless, proof: Option<&mut Proof>) -> Output {
    if let Some(proof) = proof {
        proof.picture = Some(headless.proof(proof.size).map_err(run)?);
    }
    Ok(None)
}

fn frames(arguments: &arguments::Render) -> u32 {
    match (arguments.sheet, arguments.frames) {
        (Some([columns, rows]), _) => columns.saturating_mul(rows),
        (None, frames) => frames.unwrap_or(1),
    }
}

/// Whether the moment and the view are those of the scene's still: of a single picture, unless told
/// otherwise.
fn is_still(arguments: &arguments::Render) -> bool {
    arguments.sheet.is_none()
        && arguments.frames.is_none()
        && arguments.time.is_none()
        && arguments.steps_per_frame.is_none()
}

/// How the frames are spaced, counted from the beginning of the run.
fn pace(
    arguments: &arguments::Render,
    beginning: &Beginning,
    frames: u32,
) -> Result<Pace, Failure> {
    let (scene, (begun, _)) = (&beginning.scene, beginning.moment());
    if let Some(steps) = arguments.steps_per_frame {
        // A single picture shows the end of its steps.
        let time = f64::from(steps) * scene.physics.time_step;
        let is_picture = frames == 1 && scene.physics.adaptive.is_none();
        return Ok(if is_picture {
            Pace::Span { time, frames }
        } else {
            Pace::StepsPerFrame(steps)
        });
    }
    let shown = |time: f64| shown(time, Dimension::Time, scene.units.as_ref());
    let time = match in_units(
        arguments.time.as_ref(),
        "time",
        Dimension::Time,
        scene.units.as_ref(),
    )? {
        Some(time) if beginning.is_saved() && time < begun => {
            let [time, begun] = [time, begun].map(shown);
            return Err(input(anyhow!(
                "the time is {time}, but the saved run is at {begun} already: give a later --time"
            )));
        }
        Some(time) => time - begun,
        // A picture of a saved run shows it as it was saved.
        None if beginning.is_saved() && frames == 1 => 0.0,
        None => {
            scene.still.filter(|_| is_still(arguments)).map_or(scene.duration, |still| still.time)
        }
    };
    let steps = time / scene.physics.time_step;
    if !(time >= 0.0 && time.is_finite()) {
        return Err(input(anyhow!(
            "the time is {time:?}, but --time must be a finite number of 0 or more"
        )));
    }
    if steps > 0.0 && steps < 0.5 {
        let (told, time_step) = (shown(time), shown(scene.physics.time_step));
        return Err(input(anyhow!(
            "the time {told} is less than half a time step of {time_step}, so that nothing would move: use a shorter --dt, such as --dt {time:?}, or a longer --time"
        )));
    }
    if steps > 1e12 {
        let steps = words::short(steps);
        let time = shown(time);
        return Err(input(anyhow!(
            "reaching the time {time} takes {steps} steps: use a longer --dt or a shorter --time"
        )));
    }
    Ok(Pace::Span { time, frames })
}

/// The simulated times of the frames.
fn times(pace: Pace, scene: &Scene, frames: u32) -> Frames {
    let between = f64::from(frames.saturating_sub(1).max(1));
    let (last, interval) = match pace {
        Pace::Span { time, .. } => (time, time / between),
        Pace::Interval(interval) => (f64::from(frames.saturating_sub(1)) * interval, interval),
        Pace::StepsPerFrame(steps) => {
            let interval = f64::from(steps) * scene.physics.time_step;
            (between * interval, interval)
        }
    };
    Frames { first: 0.0, last, interval }
}

/// Chooses the output by the shape of the request.
fn sink(
    arguments: &arguments::Render,
    resumed: Option<&Resumed>,
) -> Result<Arc<dyn FrameSink>, Failure> {
    let out = arguments.out.as_path();
    let format = ending(out);
    if let Some([columns, rows]) = arguments.sheet {
        require_ending(out, format.filter(|format| *format == PictureFormat::Png), ".png")?;
        let sheet = ContactSheet::new(out, columns, rows, arguments.size).map_err(input)?;
        return Ok(Arc::new(match resumed {
            Some(resumed) => sheet.after(resumed.begun()).map_err(input)?,
            None => sheet,
        }));
    }
    match arguments.frames {
        Some(frames)
            if frames > 1
                && let Some(format) = format =>
        {
            Err(input(anyhow!(
                "{} ends in .{}, but {frames} frames go into a folder: give --out a folder, or --sheet for one picture",
                out.display(),
                format.name()
            )))
        }
        Some(frames) if format.is_none() => {
            let sequence = match arguments.pixels.format {
                Some(PictureFormat::Exr) => PngSequence::exr(out),
                _ => PngSequence::new(out),
            };
            let sequence = sequence.map_err(input)?;
            let surplus = sequence.frames_from(frames.into()).len();
            if surplus > 0 {
                tell(&format!(
                    "warning: {} has {surplus} more frames of an earlier sequence, which are removed when this one is complete",
                    out.display()
                ));
            }
            let frames = resumed.map_or(0, |resumed| resumed.paused().frames);
            Ok(Arc::new(sequence.after(frames).map_err(input)?))
        }
        _ => {
            require_ending(out, format, ".png or .exr")?;
            Ok(Arc::new(SinglePng::new(out).map_err(input)?))
        }
    }
}

/// Whether the pictures go into a folder.
fn has_folder(arguments: &arguments::Render) -> bool {
    arguments.frames.is_some() && arguments.sheet.is_none() && ending(&arguments.out).is_none()
}

fn require_ending(out: &Path, format: Option<PictureFormat>, endings: &str) -> Result<(), Failure> {
    if format.is_some() {
        return Ok(());
    }
    outputs::check_stem("--out", out, &["png", "exr"], "picture")?;
    Err(input(anyhow!(
        "{} does not end in {endings}: give --out a name that does, or --frames for a folder of pictures",
        out.display()
    )))
}

/// Steps, steps per second, time remaining.
fn progress_bar(total: u64, frames: u32) -> ProgressBar {
    let template = "{msg:20} {bar:32.cyan/blue} {pos}/{len} steps  {per_sec}  ETA {eta}";
    let bar = terminal::progress_bar(total, template);
    bar.set_message(format!("frame 0 of {frames}"));
    bar
}
