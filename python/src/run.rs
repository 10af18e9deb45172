//! The run that Python drives.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use starshell::exchange::snapshots::write::{self, Output};
use starshell::exchange::{self, Contents, Doubt, ImportError, Measures, Question, Reading};
use starshell::file::AtomicFile;
use starshell::name::Named;
use starshell::physics::{Column as Property, Gravity};
use starshell::render::Followed;
use starshell::scene::{Scene, Value};
use starshell::session::Pace;
use starshell::snapshot::Checkpoint;

use crate::arrays::{self, Column, Numbers, Rows, Vectors};
use crate::begin::begun;
use crate::failure::{self, Failure, value};
use crate::inner::Inner;
use crate::picture::View;
use crate::values;

/// A run that Python drives. Its methods give up the interpreter's lock while they compute.
#[pyclass(frozen, module = "starshell._native")]
pub struct Run(Mutex<Option<Inner>>);

impl Run {
    fn of(inner: Inner) -> Self {
        Self(Mutex::new(Some(inner)))
    }

    /// Does something with the run, without the interpreter's lock.
    pub fn with<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut Inner) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        Ok(py.detach(|| {
            let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let closed = || failure::run("the simulation is closed: make or open another");
            act(inner.as_mut().ok_or_else(closed)?)
        })?)
    }
}

/// The scene of the bodies in a file, read as Python says.
fn imported(
    path: &str,
    columns: Option<Vec<String>>,
    at: Option<&str>,
    units: Option<&str>,
) -> Result<Scene, Failure> {
    let unknown = |name, text, wanted| value(format!("{name} is {text:?}, but {wanted}"));
    let moment = at.map(|text| {
        text.parse().map_err(|()| unknown("at", text, "is `last`, `all` or a number from 1"))
    });
    let measures = units.map(|text| {
        let wanted = "names a length, a speed and a mass, such as `pc km/s Msun`, or is `none`";
        Measures::or_none(text).ok_or_else(|| unknown("units", text, wanted))
    });
    if let Some(names) = &columns {
        exchange::check_columns(names).map_err(|fault| value(fault.verbatim()))?;
    }
    let (moment, measures) = (moment.transpose()?, measures.transpose()?);
    let reading = Reading { columns, moment, ..Reading::default() };
    let mut imported = exchange::read(Path::new(path), &reading).map_err(failure::run)?;
    let is_open = |doubt: &Doubt| doubt.question != Question::Units || units.is_none();
    imported.doubts.retain(is_open);
    if !imported.doubts.is_empty() {
        let (file, doubts) = (path.to_owned(), imported.doubts);
        return Err(failure::run(ImportError::Doubtful { file, doubts }));
    }
    let measures = measures.unwrap_or_else(|| imported.measures.clone());
    Scene::of_imported(&imported, measures.as_ref()).map_err(failure::run)
}

#[pymethods]
impl Run {
    /// Of bodies in arrays.
    #[staticmethod]
    fn of_arrays(
        positions: Vectors,
        velocities: Vectors,
        masses: Numbers,
        components: PyReadonlyArray1<'_, u32>,
        columns: Vec<(String, Numbers)>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let py = keywords.py();
        let components = components.as_slice()?;
        let state = arrays::state(&positions, &velocities, &masses, components);
        let property = |(name, numbers): &(String, Numbers)| Property {
            name: name.clone(),
            unit: String::new(),
            values: numbers.to_single().into(),
        };
        // Looks tell so many apart.
        let most = components.iter().max().map_or(0, |most| most + 1).min(32);
        let contents = Contents {
            file: "arrays".to_owned(),
            state,
            properties: columns.iter().map(property).collect(),
            types: (0..most).map(|number| format!("component {number}")).collect(),
            ..Contents::default()
        };
        let scene = py.detach(|| {
            let mut scene = Scene::of_imported(&contents, None).map_err(value)?;
            scene.description = format!("{} bodies from arrays of Python.", scene.count);
            Ok::<_, Failure>(scene)
        })?;
        Ok(Self::of(begun(py, scene, None, keywords)?))
    }

    /// Of a scene by its name, or of a file: a scene, a saved run, or bodies.
    #[staticmethod]
    fn of_scene(
        name: &str,
        count: Option<usize>,
        seed: Option<u64>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let py = keywords.py();
        if Checkpoint::is_named(Path::new(name)) {
            if count.is_some() || seed.is_some() {
                return Err(value(format!(
                    "count and seed change how a run starts, but {name} is under way: leave them out"
                ))
                .into());
            }
            let run = py.detach(|| Checkpoint::read(Path::new(name)).map_err(failure::run))?;
            return Ok(Self::of(begun(py, run.scene.clone(), Some(run), keywords)?));
        }
        let mut scene = py.detach(|| Scene::load(name).map_err(failure::run))?;
        if let Some(count) = count {
            scene.set_count(count);
        }
        scene.seed = seed.unwrap_or(scene.seed);
        Ok(Self::of(begun(py, scene, None, keywords)?))
    }

    /// Of the bodies in a file that has to be read so: names of columns, a moment, and units.
    #[staticmethod]
    fn of_bodies(
        path: &str,
        columns: Option<Vec<String>>,
        at: Option<&str>,
        units: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let py = keywords.py();
        let scene = py.detach(|| imported(path, columns, at, units))?;
        Ok(Self::of(begun(py, scene, None, keywords)?))
    }

    /// Of the bytes of a saved run.
    #[staticmethod]
    fn of_bytes(bytes: &[u8], keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let run = Checkpoint::from_bytes(bytes, "the saved run").map_err(failure::run)?;
        Ok(Self::of(begun(keywords.py(), run.scene.clone(), Some(run), keywords)?))
    }

    /// The bytes of the saved run.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(py, |inner| inner.checkpoint()?.to_bytes().map_err(failure::run))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Saves the run, or its bodies for another program, as the ending says.
    fn save(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        self.with(py, |inner| {
            let (run, path) = (inner.checkpoint()?, Path::new(path));
            if Checkpoint::is_named(path) {
                return run.write(path).map_err(failure::run);
            }
            let output = Output::from_path(path).ok_or_else(|| {
                let endings = Output::endings().collect::<Vec<_>>().join(", .");
                value(format!(
                    "{} has no ending of a file that can be saved: give .starshell for a run to go on with, or .{endings}",
                    path.display()
                ))
            })?;
            let mut file = AtomicFile::create(path).map_err(failure::run)?;
            write::write(&mut file, output, &run.exported()).map_err(|error| {
                failure::run(format!("{} cannot be written: {error}", path.display()))
            })?;
            file.commit().map_err(failure::run)
        })
    }

    /// Frees everything. Further calls fail.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }

    #[getter]
    fn is_closed(&self, py: Python<'_>) -> bool {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none())
    }

    /// Aims at a time, for `proceed`.
    fn aim(&self, py: Python<'_>, until: f64) -> PyResult<()> {
        self.with(py, |inner| inner.aim(until))
    }

    /// Aims at a number of steps from now on, for `proceed`.
    fn aim_steps(&self, py: Python<'_>, steps: u32) -> PyResult<()> {
        self.with(py, |inner| {
            inner.session.set_pace(Pace::StepsPerFrame(steps));
            Ok(())
        })
    }

    /// Goes on for about so many seconds; whether the aim is reached.
    fn proceed(&self, py: Python<'_>, seconds: f64) -> PyResult<bool> {
        self.with(py, |inner| inner.proceed(Duration::from_secs_f64(seconds.clamp(0.0, 1.0))))
    }

    /// Ends what `aim` began.
    fn end(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Inner::end)
    }

    /// Simulated time; whether it is that of the present state makes no difference to a bar.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.with(py, |inner| {
            inner.session.computing_mut().wait_for_time()?;
            Ok(inner.session.simulation().time())
        })
    }

    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |inner| Ok(inner.session.simulation().steps()))
    }

    #[getter]
    fn count(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |inner| Ok(inner.session.simulation().bodies().count()))
    }

    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |inner| Ok(inner.session.scene().title.clone()))
    }

    /// What each unit is in the world, if the scene says so.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let units = self.with(py, |inner| Ok(inner.session.scene().units))?;
        units.map(|units| crate::sums::of_units(py, &units)).transpose()
    }

    #[getter]
    fn duration(&self, py: Python<'_>) -> PyResult<f64> {
        self.with(py, |inner| Ok(inner.session.scene().duration))
    }

    #[getter]
    fn adapter(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |inner| Ok(inner.session.gpu().adapter_name().to_owned()))
    }

    /// What computes the forces: as chosen, and what that stands for.
    #[getter]
    fn members(&self, py: Python<'_>) -> PyResult<(String, String)> {
        self.with(py, |inner| {
            let computing = inner.session.computing();
            Ok((computing.members().to_string(), computing.present().to_string()))
        })
    }

    /// The file of the scene.
    fn to_toml(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |inner| Ok(inner.session.scene().to_toml()))
    }

    /// The value of a setting.
    fn get<'py>(&self, py: Python<'py>, table: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let row = values::named(table, name)?;
        let value = self.with(py, |inner| {
            // The one of the setting, while another fills a call.
            if let Some(own) = inner.own_step().filter(|_| row.key == "physics.time_step") {
                return Ok(Value::Number(own));
            }
            Ok(row.get(inner.session.scene()))
        })?;
        values::object(py, value)
    }

    /// Changes a setting.
    fn set(&self, table: &str, name: &str, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, row) = (object.py(), values::named(table, name)?);
        let mut scene = self.with(py, |inner| Ok(inner.session.scene().clone()))?;
        values::set(&mut scene, row, object)?;
        self.with(py, |inner| inner.replace(scene))
    }

    /// The method of gravity.
    #[getter]
    fn gravity(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.with(py, |inner| Ok(inner.session.scene().physics.gravity.method().name()))
    }

    #[setter]
    fn set_gravity(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = object.py();
        let mut scene = self.with(py, |inner| Ok(inner.session.scene().clone()))?;
        let (gravity, has_nodes) = values::gravity(scene.physics.gravity, object)?;
        scene.physics.gravity = gravity;
        if matches!(gravity, Gravity::Mesh(_)) && !has_nodes {
            scene.suit_grid().map_err(value)?;
        }
        self.with(py, |inner| inner.replace(scene))
    }

    /// What the camera follows, in words of scene files.
    #[getter]
    fn follow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.with(py, |inner| Ok(inner.session.scene().follow))? {
            None => Ok(py.None().into_bound(py)),
            Some(Followed::Body(body)) => body.into_bound_py_any(py),
            Some(Followed::Light) => "light".into_bound_py_any(py),
            Some(Followed::CenterOfMass) => "center-of-mass".into_bound_py_any(py),
        }
    }

    #[setter]
    fn set_follow(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let followed = values::followed(object)?;
        self.with(object.py(), |inner| {
            inner.session.viewing().set_follow(followed);
            Ok(())
        })
    }

    /// The camera's target.
    #[getter]
    fn target(&self, py: Python<'_>) -> PyResult<[f32; 3]> {
        self.with(py, |inner| Ok(inner.session.scene().camera.target.to_array()))
    }

    #[setter]
    fn set_target(&self, py: Python<'_>, target: [f32; 3]) -> PyResult<()> {
        self.with(py, |inner| {
            let mut camera = inner.session.scene().camera;
            camera.target = target.into();
            inner.session.viewing().set_camera(&camera);
            Ok(())
        })
    }

    /// Moves the camera to where what it follows leads it, in pictures of this size.
    fn settle(&self, py: Python<'_>, size: [u32; 2]) -> PyResult<()> {
        self.with(py, |inner| {
            inner.wait()?;
            let camera = inner.session.viewing().following_camera(size)?;
            inner.session.viewing().set_camera(&camera);
            Ok(())
        })
    }

    /// Positions, velocities and masses.
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyAny>; 3]> {
        let state = self.with(py, Inner::state)?;
        let rows = Rows::of_state(py, state)?;
        Ok([
            Rows::vectors(&rows, Column::Positions)?,
            Rows::vectors(&rows, Column::Velocities)?,
            Rows::last(&rows, Column::Positions)?,
        ])
    }

    /// The components of the bodies.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let components = self.with(py, |inner| {
            let state = inner.state()?;
            Ok((0..state.len()).map(|index| state.component(index)).collect())
        })?;
        Ok(PyArray1::from_vec(py, components))
    }

    /// Puts other bodies in place of the present ones.
    fn put(
        &self,
        py: Python<'_>,
        positions: Vectors,
        velocities: Vectors,
        masses: Numbers,
        components: PyReadonlyArray1<'_, u32>,
    ) -> PyResult<()> {
        let state = arrays::state(&positions, &velocities, &masses, components.as_slice()?);
        self.with(py, |inner| inner.put(&state))
    }

    /// Turns every velocity around.
    fn reverse(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |inner| {
            inner.wait()?;
            let mut encoder = inner.session.gpu().encoder("reverse");
            inner.session.encode_reverse(&mut encoder)?;
            inner.session.submit(encoder);
            inner.changed();
            Ok(())
        })
    }

    /// Accelerations and potentials of all bodies.
    fn field<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let rows = self.with(py, Inner::field)?;
        let rows = Rows::of_rows(py, rows)?;
        let column = Column::Positions;
        Ok([Rows::vectors(&rows, column)?, Rows::last(&rows, column)?])
    }

    /// Accelerations and potentials at points.
    fn field_at<'py>(&self, py: Python<'py>, points: Vectors) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let points = points.to_vec();
        let rows = self.with(py, |inner| inner.field_at(&points))?;
        let rows = Rows::of_rows(py, rows)?;
        let column = Column::Positions;
        Ok([Rows::vectors(&rows, column)?, Rows::last(&rows, column)?])
    }

    /// The sums over all bodies, by name.
    fn sums<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sums = self.with(py, Inner::sums)?;
        crate::sums::of_diagnostics(py, &sums)
    }

    /// The structure of the system, by name.
    fn profile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let profile = self.with(py, Inner::profile)?;
        crate::sums::of_profile(py, &profile)
    }

    /// A picture of the present moment: height, width, and three channels, or four with alpha.
    fn picture<'py>(
        &self,
        size: [u32; 2],
        samples: u32,
        alpha: bool,
        keywords: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = keywords.py();
        let scene = self.with(py, |inner| Ok(inner.session.scene().clone()))?;
        let view = View::new(scene, keywords)?;
        let picture = self.with(py, |inner| inner.draw(size, samples, alpha, &view))?;
        crate::picture::array(py, picture)
    }

    /// Radii about the centre of mass that hold these shares of the mass.
    fn lagrangian_radii(&self, py: Python<'_>, shares: Vec<f64>) -> PyResult<Vec<f64>> {
        self.with(py, |inner| inner.lagrangian_radii(&shares))
    }
}
