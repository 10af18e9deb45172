//! All bodies of a run at several moments, as a file for other programs.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::CaptureError;
use crate::exchange::Measures;
use crate::exchange::convert::{self, MOST_FORCES};
use crate::exchange::snapshots::write::{Output, Parameter, WriteError};
use crate::file::{AtomicFile, Claim, FileError, SOFTWARE, check_replaceable};
use crate::physics::initial::{Frame, InitialState};
use crate::physics::{Body, Softening, State};
use crate::scene::{Dimension, Scene, Units};
use crate::words::say;

/// The columns after the time and the number of a body, with what they measure.
const COLUMNS: [(&str, Dimension); 7] = [
    ("x", Dimension::Length),
    ("y", Dimension::Length),
    ("z", Dimension::Length),
    ("vx", Dimension::Speed),
    ("vy", Dimension::Speed),
    ("vz", Dimension::Speed),
    ("m", Dimension::Mass),
];
/// Bytes before the numbers of a file of NumPy: its signature, the version 1.0, the length of the
/// header, and the header.
const NPY_HEAD: usize = 320;
const NPY_SIGNATURE: &[u8] = b"\x93NUMPY\x01\x00";

/// How bodies are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Csv,
    Npy,
    /// A numbered file for each moment.
    Files(Output),
}

/// A table of all bodies at several moments, under a temporary name until it is finished.
///
/// Its numbers are in the coordinates of the file from which the bodies come, if they do, and in
/// the units that the scene shows; without any, in those in which G = 1. They have all digits. A
/// CSV file has a line per moment and body, and [`import`](crate::exchange) reads it. A NumPy file
/// holds a structured array of one row per moment and one column per body, with the fields `time`,
/// `id`, `x`, `y`, `z`, `vx`, `vy`, `vz` and `m`.
///
/// A name that ends as the snapshots of another program do ([`Output`]) stands for a numbered file per
/// moment, `snap_0000.hdf5` and so on, each complete when it appears.
#[derive(Debug)]
pub struct BodyTable {
    /// The file, if all moments go into one.
    file: Option<AtomicFile>,
    path: PathBuf,
    numbered: Numbered,
    form: Form,
    units: Option<Units>,
    frame: Frame,
    /// What the run began with. Its names of types, its ids and its columns go into the numbered
    /// files.
    initial: InitialState,
    parameters: Vec<(&'static str, Parameter)>,
    /// The softening with which accelerations and potentials are summed, if they are written.
    forces: Option<Softening>,
    /// Moments so far, and bodies in each.
    moments: u64,
    bodies: u64,
    _claim: Claim,
}

impl BodyTable {
    /// Creates a table at `path`, which it [claims](Claim), for a run of `scene`. The name's ending
    /// chooses the format: `csv` or `npy`.
    ///
    /// # Errors
    /// [`CaptureError::Format`] for another ending, [`CaptureError::Unwritable`].
    pub fn new(path: &Path, scene: &Scene) -> Result<Self, CaptureError> {
        let form = Self::form(path)?;
        let claim = Claim::of_file(path)?;
        let head = match form {
            Form::Csv => Some(csv_head(scene.units.as_ref()).into_bytes()),
            Form::Npy => Some(npy_head(0, 0)),
            Form::Files(_) => None,
        };
        let numbered = Numbered::new(path);
        if head.is_none() {
            numbered.from(0).iter().try_for_each(|file| check_replaceable(file))?;
        }
        let begun = |head: Vec<u8>| {
            let mut file = AtomicFile::create(path)?;
            file.write_all(&head).map_err(|source| FileError::new(path, source))?;
            Ok::<_, FileError>(file)
        };
        Ok(Self {
            file: head.map(begun).transpose()?,
            path: path.to_owned(),
            numbered,
            form,
            units: scene.units,
            frame: scene.initial.frame(),
            initial: scene.initial.clone(),
            parameters: scene.parameters(),
            forces: None,
            moments: 0,
            bodies: 0,
            _claim: claim,
        })
    }

    /// As [`BodyTable::new`], with accelerations and potentials: direct sums, which take time with
    /// the square of the number of bodies.
    ///
    /// # Errors
    /// As [`BodyTable::new`]; [`CaptureError::Format`] if the moments go into one file, there are
    /// too many bodies, or the scene has an external field.
    pub fn with_forces(path: &Path, scene: &Scene) -> Result<Self, CaptureError> {
        if matches!(Self::form(path)?, Form::Csv | Form::Npy) {
            let file = path.display().to_string();
            return Err(CaptureError::Format(say!("error-table-no-forces", file = file)));
        }
        if scene.count > MOST_FORCES {
            return Err(unfit(WriteError::ForcesOfMany { count: scene.count, most: MOST_FORCES }));
        }
        if scene.physics.external.is_some() {
            return Err(unfit(WriteError::ForcesExternal));
        }
        Ok(Self { forces: Some(scene.physics.softened()), ..Self::new(path, scene)? })
    }

    /// Checks that the ending of a name is that of a format.
    ///
    /// # Errors
    /// [`CaptureError::Format`].
    pub fn check_name(path: &Path) -> Result<(), CaptureError> {
        Self::form(path).map(drop)
    }

    fn form(path: &Path) -> Result<Form, CaptureError> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "csv" => Ok(Form::Csv),
            "npy" => Ok(Form::Npy),
            _ if let Some(output) = Output::from_path(path) => Ok(Form::Files(output)),
            _ => Err(CaptureError::Format(say!(
                "error-body-table",
                file = path.display().to_string()
            ))),
        }
    }

    /// Checks that another process could go on with a table of this name, because each of its
    /// moments has a file.
    ///
    /// # Errors
    /// [`CaptureError::Format`].
    pub fn check_resumable(path: &Path) -> Result<(), CaptureError> {
        match Self::form(path)? {
            Form::Files(_) => Ok(()),
            Form::Csv | Form::Npy => Err(CaptureError::Format(say!(
                "error-table-not-resumable",
                file = path.display().to_string()
            ))),
        }
    }

    /// How many files of an earlier table this one replaces, or removes when it is finished.
    pub fn earlier(&self) -> usize {
        if self.file.is_some() { 0 } else { self.numbered.from(0).len() }
    }

    /// Moments so far.
    pub(super) fn moments(&self) -> u64 {
        self.moments
    }

    /// Counts on from the moments that another process has written.
    pub(super) fn skip_to(&mut self, moments: u64) {
        self.moments = moments;
    }

    /// Adds the bodies at a simulated time.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn write(&mut self, state: &State, time: f64) -> Result<(), CaptureError> {
        let factor = |dimension| self.units.map_or(1.0, |units| units.factor(dimension));
        let factors = COLUMNS.map(|(_, dimension)| factor(dimension));
        let shown = time * factor(Dimension::Time);
        let row = |body: &Body| {
            let Body { position, velocity, mass, .. } = self.frame.absolute(body, time);
            let [[x, y, z], [u, v, w]] = [position, velocity].map(|vector| vector.to_array());
            let mut row = [x, y, z, u, v, w, mass];
            row.iter_mut().zip(factors).for_each(|(number, factor)| *number *= factor);
            row
        };
        (self.moments, self.bodies) = (self.moments + 1, state.len() as u64);
        let Some(out) = &mut self.file else { return self.write_file(state, time) };
        let form = self.form;
        let written = state.bodies().enumerate().try_for_each(|(id, body)| match form {
            Form::Npy => {
                out.write_all(&shown.to_le_bytes())?;
                out.write_all(&(id as u64).to_le_bytes())?;
                row(&body).into_iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
            }
            _ => {
                write!(out, "{shown:?},{id}")?;
                row(&body).into_iter().try_for_each(|number| write!(out, ",{number:?}"))?;
                writeln!(out)
            }
        });
        Ok(written.map_err(|source| FileError::new(&self.path, source))?)
    }

    /// Writes the file of the newest moment.
    fn write_file(&self, state: &State, time: f64) -> Result<(), CaptureError> {
        let Form::Files(output) = self.form else { return Ok(()) };
        let bodies: Vec<Body> =
            state.bodies().map(|body| self.frame.absolute(&body, time)).collect();
        let measures = self.units.and_then(|units| {
            let [length, speed, gravity] = units.in_si();
            Measures::from_si(length, speed, gravity)
        });
        let mut snapshot = convert::of_run(&self.initial, &bodies, time, measures.as_ref());
        snapshot.parameters.clone_from(&self.parameters);
        if let Some(softening) = self.forces {
            convert::add_forces(&mut snapshot, softening).map_err(unfit)?;
        }
        convert::file(&self.numbered.file(self.moments - 1), output, &snapshot).map_err(|error| {
            match error {
                WriteError::File(error) => CaptureError::Unwritable(error),
                error => unfit(error),
            }
        })
    }

    /// Renames the complete table to its final path. If it replaces an earlier table with more
    /// moments, the surplus files of that table are removed.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn finish(self) -> Result<PathBuf, CaptureError> {
        let Some(mut file) = self.file else {
            // What another program has written in the meantime stays.
            let surplus = self.numbered.from(self.moments);
            for path in surplus.into_iter().filter(|path| check_replaceable(path).is_ok()) {
                std::fs::remove_file(&path).map_err(|source| FileError::new(&path, source))?;
            }
            return Ok(self.numbered.file(self.moments.saturating_sub(1)));
        };
        if self.form == Form::Npy {
            // Only now is the number of moments known.
            let head = npy_head(self.moments, self.bodies);
            let numbered = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(&head));
            numbered.map_err(|source| FileError::new(&self.path, source))?;
        }
        file.commit()?;
        Ok(self.path)
    }
}

/// The files of the moments of a table, numbered from 0.
#[derive(Debug)]
struct Numbered {
    path: PathBuf,
    stem: String,
    ending: String,
}

impl Numbered {
    fn new(path: &Path) -> Self {
        let [stem, ending] = [path.file_stem(), path.extension()]
            .map(|part| part.unwrap_or_default().to_string_lossy().into_owned());
        Self { path: path.to_owned(), stem, ending }
    }

    fn name(&self, moment: u64) -> String {
        format!("{}_{moment:04}.{}", self.stem, self.ending)
    }

    fn file(&self, moment: u64) -> PathBuf {
        self.path.with_file_name(self.name(moment))
    }

    /// Those that exist, from a moment on.
    fn from(&self, moment: u64) -> Vec<PathBuf> {
        let number = |path: &PathBuf| {
            let name = path.file_name()?.to_str()?;
            let rest = name.strip_prefix(&self.stem)?.strip_prefix('_')?;
            let number = rest.strip_suffix(&self.ending)?.strip_suffix('.')?.parse().ok()?;
            (self.name(number) == name && number >= moment).then_some(number)
        };
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let entries = std::fs::read_dir(folder.unwrap_or(Path::new(".")));
        let names = entries.into_iter().flatten().flatten().map(|entry| entry.file_name());
        let paths = names.map(|name| self.path.with_file_name(name));
        paths.filter(|path| number(path).is_some() && path.is_file()).collect()
    }
}

/// The format cannot hold it.
fn unfit(error: impl std::fmt::Display) -> CaptureError {
    CaptureError::Format(error.to_string().into())
}

/// The lines before the bodies: who wrote the file, its units, and the names of the columns with
/// their units.
fn csv_head(units: Option<&Units>) -> String {
    let symbol =
        |dimension| units.map_or(String::new(), |units| format!(" [{}]", units.symbol(dimension)));
    let columns: Vec<String> =
        COLUMNS.iter().map(|(name, dimension)| format!("{name}{}", symbol(*dimension))).collect();
    let said = match units {
        Some(units) => [Dimension::Length, Dimension::Speed, Dimension::Mass]
            .map(|dimension| units.symbol(dimension))
            .join(" "),
        None => "none".to_owned(),
    };
    format!(
        "# software: {SOFTWARE}\n# units: {said}\ntime{},id,{}\n",
        symbol(Dimension::Time),
        columns.join(",")
    )
}

/// The beginning of a file in NumPy's format, version 1.0.
fn npy_head(moments: u64, bodies: u64) -> Vec<u8> {
    let fields = COLUMNS.map(|(name, _)| format!("('{name}', '<f8')")).join(", ");
    let described = format!("[('time', '<f8'), ('id', '<u8'), {fields}]");
    let header = format!(
        "{{'descr': {described}, 'fortran_order': False, 'shape': ({moments}, {bodies}), }}"
    );
    let length = NPY_HEAD - NPY_SIGNATURE.len() - size_of::<u16>();
    let mut head = NPY_SIGNATURE.to_vec();
    head.extend((length as u16).to_le_bytes());
    head.extend(format!("{header:<width$}\n", width = length - 1).into_bytes());
    head
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange;
    use crate::physics::Precision;

    /// Bodies of a scene with units, or none, in a moving frame, and what a table of two moments
    /// says of them.
    fn written(name: &str, units: Option<Units>) -> (Vec<Body>, Vec<u8>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let mut scene = Scene::load("plummer").unwrap();
        (scene.count, scene.units) = (20, units);
        let bodies = scene.bodies().unwrap();
        let state = State::new(&bodies, Precision::Double).unwrap();
        let path = folder.path().join(name);
        let mut table = BodyTable::new(&path, &scene).unwrap();
        table.frame = Frame { origin: glam::DVec3::X * 1e5, velocity: glam::DVec3::Y * 0.25 };
        [0.0, 4.0].iter().for_each(|time| table.write(&state, *time).unwrap());
        let there = bodies.iter().map(|body| table.frame.absolute(body, 4.0)).collect();
        table.finish().unwrap();
        check_replaceable(&path).unwrap();
        (there, std::fs::read(&path).unwrap(), folder)
    }

    #[test]
    fn a_table_is_read_back_as_it_was_written() {
        let parsecs =
            Units { length: 3500.0, mass: 4e10, ..Units::new(crate::scene::UnitSystem::ParsecMyr) };
        for units in [None, Some(parsecs)] {
            let (bodies, _, folder) = written("o.csv", units);
            let reading = exchange::Reading {
                moment: Some(exchange::Moment::Last),
                ..exchange::Reading::default()
            };
            let read = exchange::read(&folder.path().join("o.csv"), &reading).unwrap();
            assert_eq!((read.state.len(), read.moments), (20, Some(2)));
            // The ids are kept as a column.
            assert_eq!(
                (read.doubts.len(), &read.unused),
                (0, &read.columns[..1].to_vec()),
                "{:?}",
                read.doubts
            );
            assert_eq!(
                read.measures.as_ref().map(ToString::to_string),
                units.map(|_| "pc km/s Msun".to_owned())
            );
            let factor = |dimension| units.map_or(1.0, |units| units.factor(dimension));
            let [far, fast, heavy] =
                [Dimension::Length, Dimension::Speed, Dimension::Mass].map(factor);
            for (read, body) in read.state.bodies().zip(&bodies) {
                assert_eq!(
                    (read.position, read.velocity, read.mass),
                    (body.position * far, body.velocity * fast, body.mass * heavy)
                );
            }
        }
    }

    #[test]
    fn a_file_of_numpy_holds_moments_and_bodies() {
        let (bodies, bytes, _folder) = written("o.npy", None);
        assert_eq!((&bytes[..8], NPY_HEAD % 64, bytes[NPY_HEAD - 1]), (NPY_SIGNATURE, 0, b'\n'));
        let header = String::from_utf8_lossy(&bytes[10..NPY_HEAD]);
        assert!(
            header.contains("'shape': (2, 20)")
                && header.starts_with("{'descr': [('time', '<f8'), ('id', '<u8')"),
            "{header}"
        );
        let row = &bytes[NPY_HEAD + (20 + 7) * 72..][..72];
        let number =
            |place: usize| f64::from_le_bytes(row[8 * place..8 * place + 8].try_into().unwrap());
        assert_eq!(
            (number(0), row[8], number(2), number(8)),
            (4.0, 7, bodies[7].position.x, bodies[7].mass)
        );
        assert_eq!(bytes.len(), NPY_HEAD + 2 * 20 * 72);
        assert_eq!(npy_head(u64::MAX, u64::MAX).len(), NPY_HEAD);
    }

    #[test]
    fn other_endings_are_refused() {
        let told = BodyTable::check_name(Path::new("o.txt")).unwrap_err().to_string();
        assert!(told.contains("o.txt") && told.contains(".csv") && told.contains(".npy"), "{told}");
    }
}
