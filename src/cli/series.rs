//! `starshell record` of a series of snapshots: a film of what another program has computed.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;
use starshell::capture::video::check_alpha;
use starshell::capture::{Headless, Recipe, check_memory, check_print};
use starshell::exchange::series::{Series, files};
use starshell::exchange::{self, Moment, Reading};
use starshell::scene::{Dimension, Scene};
use starshell::session::{Pace, Session};
use starshell::snapshot::{self, Shown};

use super::adapter::open;
use super::arguments::{PathChoice, PictureFormat, Record, Table, shown};
use super::failure::{Failure, input, run, set_up};
use super::interrupt::Interrupt;
use super::outputs::{self, conclude, note, stopped};
use super::overrides::overridden_own;
use super::path::{self, Frames};
use super::print::{check_texts, print_of};
use super::terminal::{counted, mention};
use super::video::{DURATION, progress_bar, sink};

/// Why the recipe of a film of snapshots does not make it again.
const ALTERED: &str = "it shows snapshots of another program";

/// Snapshots that are recorded as a film.
pub struct Film {
    name: String,
    film: snapshot::Film,
}

impl Film {
    /// The series that a name stands for: a folder, a pattern, or all snapshots of a file; none if it
    /// is something else.
    pub fn read(name: &str, arguments: &Record) -> Result<Option<Self>, Failure> {
        let table = &arguments.overrides.table;
        let Some(files) = places(name, table)? else { return Ok(None) };
        let of_runs = [
            ("columns", table.columns.is_some()),
            ("thin", table.thin.is_some()),
            ("within", table.within.is_some()),
            ("log", arguments.tables.log.is_some()),
            ("table", arguments.tables.table.is_some()),
            ("save", arguments.saving.save.is_some()),
            ("checkpoint", arguments.saving.checkpoint.is_some()),
            ("start", arguments.start.is_some()),
            ("speed", arguments.speed.is_some()),
            ("steps-per-frame", arguments.steps_per_frame.is_some()),
            ("count", arguments.overrides.count.is_some()),
            ("seed", arguments.overrides.seed.is_some()),
        ];
        if let Some((flag, _)) = of_runs.into_iter().find(|(_, is_given)| *is_given) {
            return Err(input(anyhow!(
                "--{flag} is for runs, but {name} is a film of snapshots, between which nothing is computed: leave it out"
            )));
        }
        let film = opened(&files, table, &arguments.overrides.reading())?;
        let shows_time = |text: &&String| text.contains("{time}");
        let texts = [&arguments.texts.caption, &arguments.texts.credit];
        if film.series().is_comoving() && texts.into_iter().flatten().any(|text| shows_time(&text))
        {
            return Err(input(anyhow!(
                "comoving snapshots have expansion factors in place of times: leave {{time}} out of the caption"
            )));
        }
        Ok(Some(Self { name: name.to_owned(), film }))
    }

    /// The scene of the series, with the options applied.
    fn scene(&self, arguments: &Record) -> Result<Scene, Failure> {
        overridden_own(self.film.scene().clone(), &self.name, &arguments.overrides)
    }

    /// What was opened, in lines.
    fn tell(&self, scene: &Scene) {
        let series = self.film.series();
        let contents = series.first();
        let units = match self.film.measures() {
            Some(measures) => format!("units {measures}"),
            None => "no units: G = 1".to_owned(),
        };
        let [first, last] = series.span();
        let span = if series.is_comoving() {
            format!("from a = {first:.6} to {last:.6}")
        } else {
            format!("over {}", shown(scene.duration, Dimension::Time, scene.units.as_ref()))
        };
        mention(&format!(
            "{}: {} snapshots {span}; {}; {} bodies at first; {units}",
            self.name,
            series.count(),
            contents.format.as_deref().unwrap_or_default(),
            contents.state.len()
        ));
        for note in contents.notes.iter().chain(series.notes()) {
            mention(&format!("{}: {note}", self.name));
        }
    }

    /// Records the film.
    pub fn record(mut self, adapter: Option<&str>, arguments: &Record) -> Result<(), Failure> {
        outputs::check_stem("--out", &arguments.out, &outputs::CAPTURES, "video")?;
        let frames = frames(arguments)?;
        let mut scene = self.scene(arguments)?;
        let interval = scene.duration / (frames.max(2) - 1) as f64;
        let first = self.film.span()[0];
        let of_path = Frames { first, last: first + scene.duration, interval };
        let follows = path::choose(&mut scene, &arguments.moves, PathChoice::Scene, of_path)?;
        if arguments.pixels.transparent {
            check_alpha(&arguments.out, arguments.codec).map_err(input)?;
        }
        let format = arguments.pixels.format.unwrap_or(PictureFormat::Png);
        let print = print_of(&arguments.pixels, format, arguments.size, &scene.camera)?;
        check_texts(&arguments.texts, &print, &scene.camera)?;
        self.tell(&scene);
        let gpu = open(adapter)?;
        let interrupt = Interrupt::listen()?;
        let is_tiled = print.needs_tiles(&gpu);
        if is_tiled {
            check_print(&gpu, &print, true).map_err(input)?;
        } else {
            check_memory(&gpu, print.size, frames, None).map_err(input)?;
        }
        let texts = arguments.texts.captions(&scene);
        let sink = texts.before(sink(arguments, &print)?);
        let session = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(0)).map_err(set_up)?;
        let recipe =
            Recipe { altered: Some(ALTERED.to_owned()), ..Recipe::new(&gpu, &session, Vec::new()) };
        let headless = if is_tiled {
            Headless::of_tiles(&gpu, session, print, Arc::clone(&sink))
        } else {
            let target = print.target(&gpu).map_err(set_up)?;
            Headless::new(&gpu, session, target, Arc::clone(&sink)).map_err(set_up)?
        };
        let headless = headless.with_recipe(&recipe);
        let mut headless = if follows {
            headless.along_path()
        } else {
            headless.eased((1.0 / arguments.fps.per_second()) as f32)
        };
        let begun = Instant::now();
        let drawn = self.draw(&mut headless, &scene, frames, &interrupt)?;
        interrupt.answer();
        let path = headless.finish(|_| ()).map_err(run);
        let noted = note(&recipe, &path);
        if drawn < frames {
            let message = format!("stopped after {drawn} of {}", counted(frames));
            return Err(stopped(message, interrupt.code(), [path.map(Some), noted]));
        }
        let seconds = begun.elapsed().as_secs_f64();
        let speed = frames as f64 / seconds.max(1e-9);
        mention(&format!("{} in {seconds:.1} s: {speed:.1} frames per second", counted(frames)));
        conclude([path.map(Some), noted])
    }

    /// Draws the frames, or until the user stops it. Returns their number.
    fn draw(
        &mut self,
        headless: &mut Headless,
        scene: &Scene,
        frames: u64,
        interrupt: &Interrupt,
    ) -> Result<u64, Failure> {
        let bar = progress_bar(frames);
        let [start, end] = self.film.span();
        let said = self.film.series().notes().len();
        let mut drawn = 0;
        while drawn < frames && !interrupt.is_asked() {
            let part = drawn as f64 / (frames.max(2) - 1) as f64;
            let time = start + part * (end - start);
            let Shown { snapshot, appearance } =
                self.film.at(time, &scene.look, scene.physics.precision).map_err(run)?;
            headless.session_mut().restore(&snapshot).map_err(run)?;
            headless.session_mut().pictures_mut().set_appearance(appearance);
            drawn += u64::from(headless.frame(&mut |_| !interrupt.is_asked()).map_err(run)?);
            bar.set_position(drawn);
        }
        bar.finish_and_clear();
        let notes = self.film.series().notes().iter().skip(said);
        notes.for_each(|note| mention(&format!("{}: {note}", self.name)));
        Ok(drawn)
    }
}

/// How many frames the film has.
fn frames(arguments: &Record) -> Result<u64, Failure> {
    let length = arguments.duration.unwrap_or(DURATION);
    let frames = (length * arguments.fps.per_second()).round();
    if !(1.0..=1e9).contains(&frames) {
        return Err(input(anyhow!(
            "{length} s at {} frames per second are {frames} frames: use another --duration",
            arguments.fps
        )));
    }
    Ok(frames as u64)
}

/// The files that a name stands for: those of a folder or a pattern, or the file itself if all its
/// snapshots are meant; none if it is something else.
fn places(name: &str, table: &Table) -> Result<Option<Vec<PathBuf>>, Failure> {
    let found = files(name).map_err(input)?;
    if found.as_ref().is_some_and(Vec::is_empty) {
        return Err(input(anyhow!("no file matches {name}: check the folder and the pattern")));
    }
    let is_archive =
        || table.at == Some(Moment::All) && exchange::snapshots::is_snapshot(name.as_ref());
    Ok(found.or_else(|| is_archive().then(|| vec![PathBuf::from(name)])))
}

/// The film that a folder, a pattern or an archive stands for; none if `name` is something else.
pub fn film(
    name: &str,
    table: &Table,
    reading: &Reading,
) -> Result<Option<snapshot::Film>, Failure> {
    places(name, table)?.map(|files| opened(&files, table, reading)).transpose()
}

/// The film of the files that the options describe.
fn opened(files: &[PathBuf], table: &Table, reading: &Reading) -> Result<snapshot::Film, Failure> {
    let series = Series::open(files, reading).map_err(input)?;
    let measures = match &table.units {
        Some(units) => units.0.clone(),
        None => {
            series.check().map_err(input)?;
            series.measures().cloned()
        }
    };
    snapshot::Film::new(series, measures).map_err(input)
}
