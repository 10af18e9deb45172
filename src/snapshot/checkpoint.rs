//! A run that is saved to a file and continued later.

use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::curves::Curves;
use super::error::CheckpointError;
use super::sections::{ENDING, Fault, Name, SIGNATURE, Sections, Writer};
use super::timeline;
use crate::file::{self, AtomicFile, FileError, SOFTWARE};
use crate::physics::initial::Given;
use crate::physics::{Carried, CarriedHead, Column, Parameters, Precision, Snapshot, State};
use crate::render::TrailPoints;
use crate::scene::{Scene, completed};

/// Everything that a run needs to be continued: the scene as it runs, all bodies in full precision,
/// time and step number, and the trails.
///
/// `Session::reopen` continues it. With what the run [carries](Checkpoint::carried), the bodies then
/// have the same bits as those of a run that was never interrupted, on the same adapter with the
/// same version. Without it, Hermite computes its accelerations and jerks again from the saved
/// state, a tree chooses its openings again, and adaptive steps choose their first step again.
///
/// ```
/// use starshell::{physics::{Snapshot, State}, scene::Scene, snapshot::Checkpoint};
///
/// let scene = Scene::load("kepler")?;
/// let state = State::new(&scene.bodies()?, scene.physics.precision)?;
/// let run = Checkpoint::new(scene, Snapshot { time: 0.0, steps: 0, state });
/// let folder = std::env::temp_dir();
/// let path = folder.join(format!("kepler-{}.starshell", std::process::id()));
/// run.write(&path)?;
/// assert_eq!(Checkpoint::read(&path)?, run);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The scene with its current physics, camera and look.
    pub scene: Scene,
    /// The scene as it was loaded, to which the window resets physics and view.
    pub origin: Scene,
    /// All bodies, time and step number. Edits may have changed the number of bodies.
    pub snapshot: Snapshot,
    /// What the run carries from step to step besides its bodies, if it is known: with it, a run that
    /// is continued has the bits of one that was never interrupted.
    #[doc(hidden)]
    pub carried: Option<Carried>,
    /// The trails, if the look shows any.
    #[doc(hidden)]
    pub trails: Option<TrailPoints>,
    /// The state of the window, if the run was saved there.
    #[doc(hidden)]
    pub window: Option<WindowState>,
    /// What was measured so far, if the run was saved in the window.
    #[doc(hidden)]
    pub curves: Option<Curves>,
    /// Earlier states, the oldest first, each with the physics of its moment.
    pub timeline: Vec<(Snapshot, Parameters)>,
    /// The capture in the middle of which the run was saved, if it was.
    #[doc(hidden)]
    pub unfinished: Option<Unfinished>,
}

/// A capture that another process can go on with, in the words of whoever makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// What is to be made, and how far it is.
    pub head: String,
    /// What no other file holds yet, such as pictures.
    pub data: Vec<u8>,
}

/// What the window draws over the picture, and whether the run was paused there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowState {
    /// The axes of the coordinates.
    pub axes: bool,
    /// The grid of the xy plane.
    pub grid: bool,
    /// The scale bar.
    pub scale_bar: bool,
    /// The legend of the colours.
    pub legend: bool,
    /// Whether the run was paused.
    pub paused: bool,
}

const HEAD: Name = *b"HEAD";
const SCENE: Name = *b"SCEN";
const ORIGIN: Name = *b"ORIG";
const POSITIONS: Name = *b"POSI";
const VELOCITIES: Name = *b"VELO";
const TRAILS: Name = *b"TRAI";
const TRAIL_TIMES: Name = *b"TRTI";
/// The user's own bodies, with which the scene begins, and below those of the scene as it was
/// loaded: in double precision. Then what else their file says of them, if anything: [`Known`], and
/// numbers.
const GIVEN: [Name; 4] = [*b"OWNP", *b"OWNV", *b"OWNK", *b"OWNB"];
const GIVEN_ORIGIN: [Name; 4] = [*b"ORGP", *b"ORGV", *b"ORGK", *b"ORGB"];
/// What the run carries from step to step: TOML, and its buffers.
const CARRIED: Name = *b"CARR";
const CARRIED_BYTES: Name = *b"CARB";
/// A capture that is not finished: text, and bytes.
const UNFINISHED: Name = *b"UNFI";
const UNFINISHED_BYTES: Name = *b"UNFB";
// Its name in the file is older than what it holds.
const WINDOW: Name = *b"OVER";

/// The section HEAD, as TOML.
#[derive(Serialize, Deserialize)]
struct Head {
    software: String,
    time: f64,
    steps: u64,
    precision: Precision,
    /// Bodies in the trails.
    #[serde(default)]
    trails: u32,
}

/// What a file says of its bodies, as TOML. The next section has their ids as u64, then columns as
/// f32.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Known {
    types: Vec<String>,
    has_ids: bool,
    /// Names and units.
    columns: Vec<[String; 2]>,
}

impl Checkpoint {
    /// The run of `scene` at `snapshot`, without trails, window, curves and timeline.
    pub fn new(scene: Scene, snapshot: Snapshot) -> Self {
        Self {
            origin: scene.clone(),
            scene,
            snapshot,
            carried: None,
            trails: None,
            window: None,
            curves: None,
            timeline: Vec::new(),
            unfinished: None,
        }
    }

    /// Whether `path` names a saved run, by its ending.
    pub fn is_named(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
    }

    /// Writes the run to `path`, whole or not at all, and replaces what is there.
    ///
    /// # Errors
    /// [`CheckpointError::File`].
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        Ok(self.written(path)?.commit()?)
    }

    /// As [`Checkpoint::write`], but what is at `path` stays as the one [before](Checkpoint::before),
    /// in place of that.
    ///
    /// # Errors
    /// [`CheckpointError::File`].
    pub fn write_next(&self, path: &Path) -> Result<(), CheckpointError> {
        Ok(self.written(path)?.commit_keeping(&Self::before(path))?)
    }

    /// Where [`Checkpoint::write_next`] leaves what was at `path`.
    pub fn before(path: &Path) -> PathBuf {
        path.with_extension(format!("before.{ENDING}"))
    }

    /// The bytes of the file, for [`Checkpoint::from_bytes`].
    ///
    /// # Errors
    /// [`CheckpointError::Scene`] if the scene is one that no file can hold.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CheckpointError> {
        self.check()?;
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).map_err(|source| FileError::new(Path::new("memory"), source))?;
        Ok(bytes)
    }

    /// Finds out early that nobody could read the file.
    fn check(&self) -> Result<(), CheckpointError> {
        for scene in [&self.scene, &self.origin] {
            Scene::parse_with(&scene.to_toml(), "the scene", scene.initial.given())?;
        }
        Ok(())
    }

    /// The complete file, not under its name yet.
    fn written(&self, path: &Path) -> Result<AtomicFile, CheckpointError> {
        self.check()?;
        let mut file = AtomicFile::create(path)?;
        self.write_to(&mut file).map_err(|source| FileError::new(path, source))?;
        Ok(file)
    }

    fn write_to(&self, out: impl Write) -> io::Result<()> {
        let Self { scene, origin, snapshot, carried, trails, window, curves, timeline, unfinished } =
            self;
        let head = Head {
            software: SOFTWARE.to_owned(),
            time: snapshot.time,
            steps: snapshot.steps,
            precision: snapshot.state.precision(),
            trails: trails.as_ref().map_or(0, |trails| trails.count),
        };
        let mut writer = Writer::begin(out)?;
        writer.section(HEAD, toml::to_string(&head).map_err(io::Error::other)?.as_bytes())?;
        writer.section(SCENE, scene.to_toml().as_bytes())?;
        writer.section(ORIGIN, origin.to_toml().as_bytes())?;
        // Nearly always, both begin with the same bodies.
        let other = origin.initial.given().filter(|own| scene.initial.given() != Some(*own));
        for (own, names) in [(scene.initial.given(), GIVEN), (other, GIVEN_ORIGIN)] {
            own.map_or(Ok(()), |own| write_given(own, names, &mut writer))?;
        }
        if let Some(window) = window {
            writer
                .section(WINDOW, toml::to_string(window).map_err(io::Error::other)?.as_bytes())?;
        }
        let [positions, velocities] = snapshot.state.columns();
        writer.section(POSITIONS, positions)?;
        writer.section(VELOCITIES, velocities)?;
        if let Some(Carried { head, buffers }) = carried {
            let text = toml::to_string(head).map_err(io::Error::other)?;
            writer.section(CARRIED, text.as_bytes())?;
            writer.section(CARRIED_BYTES, &buffers.concat())?;
        }
        if let Some(trails) = trails {
            writer.section(TRAIL_TIMES, bytemuck::cast_slice(&trails.times))?;
            writer.section(TRAILS, bytemuck::cast_slice(&trails.points))?;
        }
        if let Some(curves) = curves {
            curves.write(&mut writer)?;
        }
        timeline::write(timeline, &mut writer)?;
        if let Some(Unfinished { head, data }) = unfinished {
            writer.section(UNFINISHED, head.as_bytes())?;
            writer.section(UNFINISHED_BYTES, data)?;
        }
        writer.end()
    }

    /// Reads a saved run.
    ///
    /// # Errors
    /// [`CheckpointError`]: every byte of the file is covered by a checksum.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let file = path.display().to_string();
        let bytes = bytes(path)
            .map_err(|source| CheckpointError::Unreadable { file: file.clone(), source })?;
        Self::from_bytes(&bytes, &file)
    }

    /// Reads a saved run from the bytes of a file, called `file` in messages.
    ///
    /// # Errors
    /// As [`Checkpoint::read`].
    pub fn from_bytes(bytes: &[u8], file: &str) -> Result<Self, CheckpointError> {
        let named = || file.to_owned();
        let sections = Sections::new(bytes).map_err(|fault| match fault {
            Fault::Foreign => CheckpointError::Foreign(named()),
            Fault::Newer(version) => CheckpointError::Newer { file: named(), version },
            Fault::CutShort => CheckpointError::CutShort(named()),
            Fault::Damaged(section) => CheckpointError::Damaged { file: named(), section },
        })?;
        let invalid = |message: String| CheckpointError::Invalid { file: named(), message };
        let section = |name: Name| {
            let missing =
                || invalid(format!("the section {} is missing", String::from_utf8_lossy(&name)));
            sections.get(name).ok_or_else(missing)
        };
        let text = |bytes| std::str::from_utf8(bytes).map_err(|error| invalid(error.to_string()));
        let head: Head = toml::from_str(text(section(HEAD)?)?)
            .map_err(|error| invalid(error.message().to_owned()))?;
        let own = read_given(&sections, GIVEN).map_err(invalid)?;
        let own_origin = read_given(&sections, GIVEN_ORIGIN).map_err(invalid)?;
        let scene = Scene::parse_with(
            &completed(text(section(SCENE)?)?),
            &format!("the scene in {file}"),
            own.as_ref(),
        )?;
        let origin = match sections.get(ORIGIN) {
            Some(origin) => {
                let file = format!("the original scene in {file}");
                Scene::parse_with(
                    &completed(text(origin)?),
                    &file,
                    own_origin.as_ref().or(own.as_ref()),
                )?
            }
            None => scene.clone(),
        };
        let window = sections
            .get(WINDOW)
            .map(|window| toml::from_str(text(window)?).map_err(|e| invalid(e.to_string())));
        let state =
            State::from_columns(head.precision, [section(POSITIONS)?, section(VELOCITIES)?]);
        let state = state
            .filter(|state| !state.is_empty())
            .ok_or_else(|| invalid("its bodies are not whole rows".to_owned()))?;
        if !head.time.is_finite() {
            return Err(invalid(format!("its time is {}", head.time)));
        }
        let row = size_of::<[f32; 4]>() * head.trails as usize;
        let trails = match (sections.get(TRAILS), sections.get(TRAIL_TIMES)) {
            (Some(points), Some(times)) => {
                let moments = times.len() / size_of::<f64>();
                let is_whole =
                    times.len().is_multiple_of(size_of::<f64>()) && row > 0 && moments > 0;
                if !is_whole || !points.len().is_multiple_of(moments * row) {
                    return Err(invalid("its trails are not whole rows".to_owned()));
                }
                let (times, points) =
                    (bytemuck::pod_collect_to_vec(times), bytemuck::pod_collect_to_vec(points));
                Some(TrailPoints { count: head.trails, times, points })
            }
            (None, None) => None,
            _ => return Err(invalid("its trails lack their times or their points".to_owned())),
        };
        let snapshot = Snapshot { time: head.time, steps: head.steps, state };
        let carried = match (sections.get(CARRIED), sections.get(CARRIED_BYTES)) {
            (Some(head), Some(bytes)) => Some(read_carried(text(head)?, bytes).map_err(invalid)?),
            _ => None,
        };
        let curves = Curves::read(&sections).map_err(invalid)?;
        let (window, timeline) = (window.transpose()?, timeline::read(&sections).map_err(invalid)?);
        let unfinished = match (sections.get(UNFINISHED), sections.get(UNFINISHED_BYTES)) {
            (Some(head), Some(data)) => {
                Some(Unfinished { head: text(head)?.to_owned(), data: data.to_vec() })
            }
            _ => None,
        };
        Ok(Self { scene, origin, snapshot, carried, trails, window, curves, timeline, unfinished })
    }
}

/// What a run carries, with its buffers one after the other.
fn read_carried(head: &str, bytes: &[u8]) -> Result<Carried, String> {
    let head: CarriedHead = toml::from_str(head).map_err(|error| error.message().to_owned())?;
    let (mut buffers, mut rest) = (Vec::new(), bytes);
    for size in &head.sizes {
        let size = usize::try_from(*size).ok().filter(|size| *size <= rest.len());
        let (buffer, after) =
            rest.split_at(size.ok_or("what it carries from step to step is cut short")?);
        buffers.push(buffer.to_vec());
        rest = after;
    }
    Ok(Carried { head, buffers })
}

/// Writes the user's own bodies of a scene, and what is known of them.
fn write_given(own: &Given, names: [Name; 4], writer: &mut Writer<impl Write>) -> io::Result<()> {
    let state = State::new(own, Precision::Double).map_err(io::Error::other)?;
    let [positions, velocities] = state.columns();
    writer.section(names[0], positions)?;
    writer.section(names[1], velocities)?;
    let (ids, columns) = (own.ids(), own.columns());
    if own.types().is_empty() && ids.is_empty() && columns.is_empty() {
        return Ok(());
    }
    let column = |column: &Column| [column.name.clone(), column.unit.clone()];
    let known = Known {
        types: own.types().to_vec(),
        has_ids: !ids.is_empty(),
        columns: columns.iter().map(column).collect(),
    };
    writer.section(names[2], toml::to_string(&known).map_err(io::Error::other)?.as_bytes())?;
    let mut numbers: Vec<u8> = bytemuck::cast_slice(ids).to_vec();
    for column in columns.iter() {
        numbers.extend_from_slice(bytemuck::cast_slice(&column.values));
    }
    writer.section(names[3], &numbers)
}

/// The bodies in the sections of these names, if there are any.
fn read_given(sections: &Sections, names: [Name; 4]) -> Result<Option<Given>, String> {
    let [Some(positions), Some(velocities), known, numbers] = names.map(|name| sections.get(name))
    else {
        return Ok(None);
    };
    let state = State::from_columns(Precision::Double, [positions, velocities])
        .filter(|state| !state.is_empty());
    let bodies = state.ok_or("its first bodies are not whole rows")?;
    let own = Given::new(&bodies).map_err(|error| error.to_string())?;
    let (Some(known), Some(numbers)) = (known, numbers) else { return Ok(Some(own)) };
    let known = std::str::from_utf8(known).map_err(|error| error.to_string())?;
    let known: Known = toml::from_str(known).map_err(|error| error.message().to_owned())?;
    let row = size_of::<f32>() * bodies.len();
    let (ids, rest) = numbers.split_at_checked(if known.has_ids { 2 * row } else { 0 }).unzip();
    let rest: &[u8] = rest.unwrap_or_default();
    if ids.is_none() || rest.len() != row * known.columns.len() {
        return Err("its columns do not have one number per body".to_owned());
    }
    let columns = known.columns.into_iter().zip(rest.chunks_exact(row));
    let columns = columns.map(|([name, unit], values)| Column {
        name,
        unit,
        values: Arc::new(bytemuck::pod_collect_to_vec(values)),
    });
    let ids: Vec<u64> = bytemuck::pod_collect_to_vec(ids.unwrap_or_default());
    Ok(Some(own.with_columns(columns.collect()).with_types(&known.types).with_ids(ids.into())))
}

/// The bytes of a saved run, or the first ones of another file, which may be of any length.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = file::open(path)?;
    let mut bytes = Vec::new();
    Read::take(&mut file, SIGNATURE.len() as u64).read_to_end(&mut bytes)?;
    if bytes == SIGNATURE {
        file.rewind()?;
        return file.rest();
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::initial::InitialState;

    fn run(precision: Precision) -> Checkpoint {
        let mut scene = Scene::load("galaxy").unwrap();
        scene.count = 300;
        scene.physics.precision = precision;
        let mut state = State::new(&scene.bodies().unwrap(), precision).unwrap();
        let bodies = state.bodies().take(7).collect::<Vec<_>>();
        state.extend(&bodies).unwrap();
        let mut run = Checkpoint::new(scene, Snapshot { time: 0.1 + 0.2, steps: 30, state });
        run.scene.camera.azimuth = 12.3;
        run.trails = Some(TrailPoints {
            count: 3,
            times: vec![0.0, 0.1, 0.2, 0.3],
            points: vec![[0.5, -1.0, 1e-30, 1.0]; 12],
        });
        run.window = Some(WindowState { grid: true, paused: true, ..WindowState::default() });
        run.curves = Some(Curves { marks: vec![0.1], ..Curves::default() });
        let earlier = |time: f64| (Snapshot { time, ..run.snapshot.clone() }, run.scene.physics);
        run.timeline = vec![earlier(0.0), earlier(0.1)];
        run
    }

    fn bytes(run: &Checkpoint) -> Vec<u8> {
        run.to_bytes().unwrap()
    }

    fn refused(bytes: &[u8]) -> String {
        Checkpoint::from_bytes(bytes, "a.starshell").map(drop).unwrap_err().to_string()
    }

    #[test]
    fn a_run_comes_back_bit_for_bit_in_every_precision() {
        for precision in [Precision::Single, Precision::Pair, Precision::Double] {
            let run = run(precision);
            assert_eq!(Checkpoint::from_bytes(&bytes(&run), "").unwrap(), run);
            let plain = Checkpoint::new(run.scene.clone(), run.snapshot.clone());
            assert_eq!(Checkpoint::from_bytes(&bytes(&plain), "").unwrap(), plain);
        }
    }

    #[test]
    fn each_fault_is_reported_in_a_sentence_that_names_the_file() {
        let whole = bytes(&run(Precision::Single));
        let (mut newer, mut damaged) = (whole.clone(), whole.clone());
        newer[16] = 2;
        let last = whole.len() - 100;
        damaged[last] ^= 1;
        for (bytes, words) in [
            (&b"title = \"a scene\""[..], "is not a saved run"),
            (&whole[..whole.len() / 2], "is incomplete"),
            (&newer, "saved by a newer Starshell, in format 2"),
            (&damaged, "is damaged (its section "),
        ] {
            let told = refused(bytes);
            assert!(
                told.starts_with("a.starshell")
                    && told.contains(words)
                    && told.lines().count() == 1,
                "{told}"
            );
        }
        let unreadable = Checkpoint::read(Path::new("no such.starshell")).unwrap_err().to_string();
        assert!(unreadable.contains("no such.starshell cannot be read"), "{unreadable}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.starshell");
        std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let foreign = Checkpoint::read(&path).unwrap_err().to_string();
        assert!(foreign.contains("is not a saved run"), "{foreign}");
    }

    #[test]
    fn contents_that_make_no_sense_are_refused() {
        let build = |sections: &[(Name, &[u8])]| {
            let mut bytes = Vec::new();
            let mut writer = Writer::begin(&mut bytes).unwrap();
            sections.iter().for_each(|(name, contents)| writer.section(*name, contents).unwrap());
            writer.end().unwrap();
            refused(&bytes)
        };
        let head = |time: &str| {
            format!("software = \"\"\ntime = {time}\nsteps = 3\nprecision = \"f32\"\n")
        };
        let (good, endless) = (head("1.0"), head("inf"));
        let scene = Scene::load("kepler").unwrap().to_toml();
        let of = |head: &str, column: &[u8]| {
            build(&[
                (HEAD, head.as_bytes()),
                (SCENE, scene.as_bytes()),
                (POSITIONS, column),
                (VELOCITIES, column),
            ])
        };
        assert!(build(&[]).contains("HEAD is missing"));
        assert!(
            build(&[(HEAD, good.as_bytes()), (SCENE, b"title = 3")])
                .contains("the scene in a.starshell:1:")
        );
        assert!(
            of(&good, &[0; 17]).contains("not whole rows")
                && of(&good, &[]).contains("not whole rows")
        );
        assert!(of(&endless, &[0; 32]).contains("its time is inf"));
    }

    #[test]
    fn bodies_of_ones_own_come_back_with_their_run() {
        let mut run = run(Precision::Single);
        let mut bodies: Vec<_> = run.snapshot.state.bodies().collect();
        bodies[0].position.x = 0.1;
        run.scene.initial = InitialState::Bodies(Given::new(&bodies).unwrap());
        (run.scene.count, run.scene.most) = (bodies.len(), None);
        let plain = bytes(&run).len();
        assert_eq!(Checkpoint::from_bytes(&bytes(&run), "").unwrap(), run);
        // The scene as it was loaded may begin with the same, or with others.
        run.origin = run.scene.clone();
        assert!(bytes(&run).len() < plain + 1000);
        assert_eq!(Checkpoint::from_bytes(&bytes(&run), "").unwrap(), run);
        run.origin.initial = InitialState::Bodies(Given::new(&bodies[1..]).unwrap());
        run.origin.count -= 1;
        assert_eq!(Checkpoint::from_bytes(&bytes(&run), "").unwrap(), run);
    }
}
