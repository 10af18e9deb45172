//! `starshell record`: turns a scene into a video.

use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;
use indicatif::{HumanBytes, ProgressBar};

use super::adapter::open;
use super::arguments;
use super::arguments::{Overrides, PathChoice, PictureFormat, in_units, shown};
use super::batch::{self, Batch, Proof};
use super::checkpoints::{self, Checkpoints, Resumed};
use super::failure::{Failure, input, run, set_up};
use super::interrupt::Interrupt;
use super::monitor::Monitor;
use super::observers::{Observers, observed};
use super::outputs::{self, CAPTURES, Output, Saves, conclude, failed, note, stopped};
use super::overrides::{Beginning, SAVED};
use super::path::{self, Frames};
use super::print::{check_texts, print_of};
use super::render::{prove, recipe};
use super::series::Film;
use super::terminal::{counted, mention};
use super::video::{DURATION, progress_bar, sink_after};
use starshell::capture::video::{Codec, check_alpha, check_resumable};
use starshell::capture::{CaptureError, FrameSink, Headless, Recipe, check_memory, check_print};
use starshell::scene::{Dimension, Scene};
use starshell::session::{Clock, Pace, whole_steps};
use starshell::words;

impl arguments::Record {
    /// These arguments for one run of a batch.
    fn of(&self, run: &batch::Run) -> Self {
        let batch::Run { scene, overrides, out, .. } = run.clone();
        Self { scenes: vec![scene], overrides, out, ..self.clone() }
    }
}

pub fn record(adapter: Option<&str>, arguments: &arguments::Record) -> Result<(), Failure> {
    if let [name] = &arguments.scenes[..]
        && arguments.saving.resume.is_none()
        && let Some(film) = Film::read(name, arguments)?
    {
        return film.record(adapter, arguments);
    }
    if let Some(file) = &arguments.saving.resume {
        Resumed::check(file, &arguments.scenes, "record")?;
        let resumed = Resumed::read(file, "record")?;
        let mut arguments = arguments::Record { out: resumed.out()?, ..arguments.clone() };
        resumed.relocate(&mut arguments.tables, &mut arguments.saving);
        return encode_one(adapter, &arguments, None, Some(&resumed));
    }
    let batch = Batch {
        scenes: &arguments.scenes,
        vary: &arguments.remake.vary,
        overrides: &arguments.overrides,
        out: &arguments.out,
        ending: arguments.codec.unwrap_or(Codec::H264).endings()[0],
        is_recorded: true,
        size: arguments.size,
        single: [
            ("log", arguments.tables.log.as_deref()),
            ("table", arguments.tables.table.as_deref()),
            ("save", arguments.saving.save.as_deref()),
            ("checkpoint", arguments.saving.checkpoint_shown()),
        ],
    };
    batch.make(|run, proof| encode_one(adapter, &arguments.of(run), proof, None))
}

fn encode_one(
    adapter: Option<&str>,
    arguments: &arguments::Record,
    proof: Option<&mut Proof>,
    resumed: Option<&Resumed>,
) -> Result<(), Failure> {
    let beginning = match resumed {
        Some(resumed) => Beginning::resumed(resumed),
        None => {
            let keeps_columns = arguments.tables.keeps_columns();
            let overrides = Overrides { keeps_columns, ..arguments.overrides.clone() };
            Beginning::new(&arguments.scenes[0], &overrides)?
        }
    };
    let (begun, steps) = beginning.moment();
    let mut scene = beginning.scene(arguments.reverse);
    let (tables, save) = (&arguments.tables, arguments.saving.save.as_deref());
    outputs::check_stem("--out", &arguments.out, &CAPTURES, "video")?;
    outputs::check(
        &arguments.scenes[0],
        &arguments.out,
        arguments.out.extension().is_none(),
        tables,
        save,
    )?;
    checkpoints::check(&arguments.saving, tables)?;
    if arguments.saving.checkpoint.is_some() {
        check_resumable(&arguments.out, arguments.codec).map_err(input)?;
        if resumed.is_none() {
            // Checked before another name is chosen because a partial file of this one exists.
            checkpoints::check_left(&arguments.out, "record")?;
        }
    }
    let moments = tables.moments(&scene)?;
    let start = start(arguments, &scene, begun)?;
    let timing = Timing::new(arguments, &scene, start - begun)?;
    let follows =
        path::choose(&mut scene, &arguments.moves, PathChoice::Scene, timing.times(start))?;
    if arguments.pixels.transparent {
        check_alpha(&arguments.out, arguments.codec).map_err(input)?;
    }
    let print = print_of(
        &arguments.pixels,
        arguments.pixels.format.unwrap_or(PictureFormat::Png),
        arguments.size,
        &scene.camera,
    )?;
    check_texts(&arguments.texts, &print, &scene.camera)?;
    beginning.tell();
    let gpu = open(adapter)?;
    let target = if print.needs_tiles(&gpu) {
        check_print(&gpu, &print, true).map_err(input)?;
        None
    } else {
        check_memory(&gpu, print.size, timing.frames, None).map_err(input)?;
        Some(print.target(&gpu).map_err(set_up)?)
    };
    let interrupt = Interrupt::listen()?;
    let (sink, out) = sink_after(arguments, &print, resumed)?;
    let sink = arguments.texts.captions(&scene).before(sink);
    timing.tell_of_steps(&scene);
    let observers = Observers::new(tables, moments, &scene, resumed)?;
    let saves = Saves::new(&arguments.saving)?;
    let capture = beginning.capture(&out, &arguments.remake.line);
    let mut checkpoints = Checkpoints::new(&arguments.saving, capture, resumed)?;
    let is_on_the_way =
        timing.before.is_some() && resumed.is_none_or(|resumed| resumed.is_on_the_way());
    checkpoints.note_way(is_on_the_way);
    let time_step = timing.before.map_or(timing.time_step, |(_, time_step)| time_step);
    let mut first = scene.clone();
    first.physics.time_step = time_step;
    let mut clock = Clock::from(steps, begun, timing.pace, time_step);
    if timing.before.is_some() {
        clock = Clock::from(steps, begun, Pace::Interval(start - begun), time_step);
        clock.tick();
    }
    let altered = beginning.is_saved().then(|| SAVED.to_owned());
    let reference = beginning.reference();
    let mut session = beginning.session(&gpu, first, clock, arguments.reverse).map_err(set_up)?;
    // The steps follow anew from the scene's own.
    let members = arguments.overrides.members.clone();
    let recipe = recipe(&gpu, &mut session, &arguments.remake, members, resumed)?;
    let recipe = Recipe { scene, altered, ..recipe };
    checkpoints::check_edits(&arguments.saving, &recipe)?;
    checkpoints.note_forces(&recipe);
    let surveys = observers.surveys(&saves, timing.steps, session.simulation());
    let (log, table) = observers.parts();
    let monitor = Monitor::new(log, &session, steps + timing.steps, reference)?.of(&recipe);
    let headless = match target {
        Some(target) => Headless::new(&gpu, session, target, Arc::clone(&sink)).map_err(set_up)?,
        None => Headless::of_tiles(&gpu, session, print, Arc::clone(&sink)),
    };
    let headless = observed(headless, surveys, table).with_recipe(&recipe);
    let headless = if follows {
        headless.along_path()
    } else {
        headless.eased((1.0 / arguments.fps.per_second()) as f32)
    };
    let headless = resumed.map(Resumed::paused).into_iter().fold(headless, Headless::after);
    resumed.iter().for_each(|resumed| resumed.tell(&recipe.adapter));
    let (interrupt, recipe) = (&interrupt, &recipe);
    Run { headless, sink, monitor, timing, interrupt, recipe, saves, checkpoints, is_on_the_way }
        .draw(start, proof)
}

/// The simulated time of the first frame of a run that begins at `begun`.
fn start(arguments: &arguments::Record, scene: &Scene, begun: f64) -> Result<f64, Failure> {
    let units = scene.units.as_ref();
    let start =
        in_units(arguments.start.as_ref(), "start", Dimension::Time, units)?.unwrap_or(begun);
    if !(start >= 0.0 && start.is_finite()) {
        return Err(input(anyhow!(
            "the start is {start:?}, but --start must be a simulated time of 0 or more"
        )));
    }
    if start < begun {
        let [start, begun] = [start, begun].map(|time| shown(time, Dimension::Time, units));
        return Err(input(anyhow!(
            "the start is {start}, but the saved run is at {begun} already: give a later --start"
        )));
    }
    Ok(start)
}

/// The simulated times of the frames, and the steps between them.
#[derive(Clone, Copy, Debug)]
struct Timing {
    frames: u64,
    /// Steps before the first frame, and their length.
    before: Option<(u64, f64)>,
    pace: Pace,
    /// Steps from frame to frame; with adaptive steps, the least.
    steps_per_frame: u64,
    /// Length of the steps from frame to frame; with adaptive steps, their limit.
    time_step: f64,
    /// Steps in all; fewer than adaptive ones take.
    steps: u64,
}

impl Timing {
    /// `start` is the simulated time from the beginning of the run to the first frame.
    fn new(arguments: &arguments::Record, scene: &Scene, start: f64) -> Result<Self, Failure> {
        let (rate, time_step) = (arguments.fps.per_second(), scene.physics.time_step);
        let speed =
            in_units(arguments.speed.as_ref(), "speed", Dimension::Time, scene.units.as_ref())?;
        let speed = match (speed, arguments.steps_per_frame, arguments.duration) {
            (Some(speed), ..) => speed,
            (_, Some(steps), _) => f64::from(steps) * time_step * rate,
            (_, _, duration) => scene.duration / duration.unwrap_or(DURATION),
        };
        if !(speed > 0.0 && speed.is_finite()) {
            return Err(input(anyhow!(
                "the speed is {speed:?}, but --speed must be a simulated time per second above 0"
            )));
        }
        let length = arguments.duration.unwrap_or_else(|| {
            if arguments.speed.is_some() {
                (scene.duration - start).max(0.0) / speed
            } else {
                DURATION
            }
        });
        let frames = (length * rate).round();
        if !(1.0..=1e9).contains(&frames) {
            return Err(input(anyhow!(
                "{length} s at {} frames per second are {frames} frames: use another --duration",
                arguments.fps
            )));
        }
        let frames = frames as u64;
        let interval = speed / rate;
        let (steps_per_frame, shortened) = match arguments.steps_per_frame {
            Some(steps) => (u64::from(steps), time_step),
            None => whole_steps(interval, time_step),
        };
        let before = (start > 0.0).then(|| whole_steps(start, time_step));
        let steps = before
            .map_or(0, |(steps, _)| steps)
            .saturating_add(steps_per_frame.saturating_mul(frames - 1));
        if steps as f64 > 1e12 {
            return Err(input(anyhow!(
                "the video takes {} steps: use a longer --dt or a lower --speed",
                words::short(steps as f64)
            )));
        }
        let is_adaptive = scene.physics.adaptive.is_some();
        let pace = match arguments.steps_per_frame {
            Some(steps) => Pace::StepsPerFrame(steps),
            None => Pace::Interval(interval),
        };
        let before = before
            .map(|(steps, shortened)| (steps, if is_adaptive { time_step } else { shortened }));
        Ok(Self {
            frames,
            before,
            pace,
            steps_per_frame,
            time_step: if is_adaptive { time_step } else { shortened },
            steps,
        })
    }

    /// Notes that the scene's time step is shortened, if it is.
    fn tell_of_steps(&self, scene: &Scene) {
        let (time_step, own) = (self.time_step, scene.physics.time_step);
        if (time_step - own).abs() > 1e-6 * own {
            let steps = match self.steps_per_frame {
                1 => "one step leads".to_owned(),
                steps => format!("{steps} whole steps lead"),
            };
            let [time_step, own] =
                [time_step, own].map(|time| shown(time, Dimension::Time, scene.units.as_ref()));
            mention(&format!(
                "note: the time step is {time_step} instead of {own}, so that {steps} to each frame"
            ));
        }
    }

    /// The simulated times of the frames, the first at `start`.
    fn times(&self, start: f64) -> Frames {
        let interval = match self.pace {
            Pace::Interval(interval) => interval,
            Pace::StepsPerFrame(steps) => f64::from(steps) * self.time_step,
            Pace::Span { time, frames } => time / f64::from(frames),
        };
        Frames { first: start, last: start + (self.frames - 1) as f64 * interval, interval }
    }
}

/// A video being made.
struct Run<'a> {
    headless: Headless,
    sink: Arc<dyn FrameSink>,
    monitor: Monitor,
    timing: Timing,
    interrupt: &'a Interrupt,
    recipe: &'a Recipe,
    saves: Saves<'a>,
    checkpoints: Checkpoints,
    /// Whether the first frame is still to be reached.
    is_on_the_way: bool,
}

impl Run<'_> {
    /// Draws every frame, or until the user stops it. Recorded frames are kept in any case.
    fn draw(mut self, start: f64, proof: Option<&mut Proof>) -> Result<(), Failure> {
        let bar = progress_bar(self.timing.frames);
        let (begun, before) = (Instant::now(), self.headless.frames());
        let drawn = self.frames(start, &bar);
        let Self {
            mut headless,
            sink,
            mut monitor,
            timing: Timing { frames, .. },
            interrupt,
            recipe,
            saves,
            mut checkpoints,
            ..
        } = self;
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
            Ok(drawn)
                if drawn < frames
                    && let Some(hint) = checkpoints.hint() =>
            {
                // The file goes on, too.
                let abandoned = headless.abandon(last).map(|()| None).map_err(run);
                let log = monitor.finish(&readings, &bar);
                let message = format!("stopped after {drawn} of {}; {hint}", counted(frames));
                Err(stopped(message, interrupt.code(), [abandoned, log, table, saved, seen, kept]))
            }
            Ok(0) => {
                let abandoned = headless.abandon(last).map(|()| None).map_err(run);
                let message = format!("stopped before the first of {}", counted(frames));
                Err(stopped(
                    message,
                    interrupt.code(),
                    [abandoned, monitor.finish(&readings, &bar), table, saved, seen],
                ))
            }
            Ok(drawn) => {
                let path = headless.finish(last).map_err(run);
                let noted = note(recipe, &path);
                let log = monitor.finish(&readings, &bar);
                if drawn < frames {
                    let place = path
                        .as_ref()
                        .map_or(String::new(), |path| format!(", which are in {}", path.display()));
                    let message = format!("stopped after {drawn} of {}{place}", counted(frames));
                    return Err(stopped(
                        message,
                        interrupt.code(),
                        [path.map(Some), log, table, saved, noted, seen],
                    ));
                }
                let seconds = begun.elapsed().as_secs_f64();
                mention(&format!(
                    "{} in {seconds:.1} s: {:.1} frames per second",
                    counted(frames - before),
                    (frames - before) as f64 / seconds.max(1e-9)
                ));
                checkpoints.end(&path);
                conclude([path.map(Some), log, table, saved, proven, noted, seen])
            }
            Err(failure) => {
                drop(headless);
                let path = match checkpoints.hint() {
                    Some(_) => Ok(None),
                    None => rescued(&failure, sink.as_ref()),
                };
                let failure = checkpoints.hinted(failure);
                Err(failed(failure, [path, monitor.finish(&readings, &bar), table, saved, seen]))
            }
        }
    }

    /// Draws frames up to the last, or until the user stops it. Returns their number.
    fn frames(&mut self, start: f64, bar: &ProgressBar) -> Result<u64, Failure> {
        let Timing { frames, pace, time_step, .. } = self.timing;
        let interrupt = self.interrupt;
        if self.is_on_the_way {
            bar.set_message("on the way to the first frame");
            loop {
                self.headless.pause_at(self.checkpoints.next());
                if self
                    .headless
                    .advance(&mut |_| !interrupt.is_asked())
                    .map_err(|error| self.monitor.failure(error, &mut self.headless))?
                {
                    break;
                }
                if interrupt.is_asked() {
                    return Ok(0);
                }
                self.checkpoints.between(&mut self.headless, &mut self.monitor, bar)?;
            }
            self.checkpoints.note_way(false);
            let session = self.headless.session_mut();
            session
                .set_parameters(starshell::physics::Parameters {
                    time_step,
                    ..session.scene().physics
                })
                .map_err(run)?;
            session.begin(start, pace);
        }
        let mut drawn = self.headless.frames();
        while drawn < frames && !interrupt.is_asked() {
            self.headless.pause_at(self.checkpoints.next());
            drawn += u64::from(
                self.headless
                    .frame(&mut |_| !interrupt.is_asked())
                    .map_err(|error| self.monitor.failure(error, &mut self.headless))?,
            );
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
            bar.set_position(drawn);
            bar.set_message(HumanBytes(self.sink.bytes()).to_string());
        }
        Ok(drawn)
    }
}

/// Completes the file of a run that failed, unless the file itself is what failed, whose error says
/// where it is.
fn rescued(failure: &Failure, sink: &dyn FrameSink) -> Output {
    let cause = if let Failure::Run(error) = failure { error.downcast_ref() } else { None };
    // Without any frame there is no file.
    if cause.is_some_and(CaptureError::is_of_output) { Ok(None) } else { Ok(sink.finish().ok()) }
}
