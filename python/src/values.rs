//! Settings and other words of scenes, between Python's values and the library's.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt};
use starshell::name::{Named, unknown};
use starshell::physics::{Gravity, GravityMethod};
use starshell::render::Followed;
use starshell::scene::{Kind, SETTINGS, Scene, Setting, Value, embedded};

use crate::failure::{Failure, value};

/// settings()
/// --
///
/// A dictionary per row of the library's table of settings.
#[pyfunction]
pub fn settings(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let row = |setting: &Setting| {
        let row = PyDict::new(py);
        row.set_item("table", setting.table())?;
        row.set_item("name", setting.name())?;
        row.set_item("about", setting.about)?;
        match setting.kind {
            Kind::Number(number) => {
                row.set_item("kind", "number")?;
                row.set_item("range", number.range)?;
                row.set_item("none", number.none.map(|none| none.word))?;
                row.set_item("unit", number.unit)?;
            }
            Kind::Switch => row.set_item("kind", "switch")?,
            Kind::Choice(choice) => {
                row.set_item("kind", "choice")?;
                let all = PyDict::new(py);
                for [name, about] in (choice.all)() {
                    all.set_item(name, about)?;
                }
                row.set_item("choices", all)?;
            }
        }
        Ok(row)
    };
    SETTINGS.iter().map(row).collect()
}

/// gravity_methods()
/// --
///
/// The methods of gravity, each with a line about it.
#[pyfunction]
pub fn gravity_methods() -> Vec<(&'static str, &'static str)> {
    GravityMethod::ALL.iter().map(|method| (method.name(), method.about())).collect()
}

/// scenes()
/// --
///
/// The built-in scenes, each with its title.
#[pyfunction]
pub fn scenes() -> Vec<(String, String)> {
    embedded().iter().map(|scene| (scene.name.to_owned(), scene.scene.title.clone())).collect()
}

/// The setting of a table with this name.
pub fn named(table: &str, name: &str) -> Result<&'static Setting, Failure> {
    named_in(&[table], name)
}

/// The setting of one of these tables with this name.
pub fn named_in(tables: &[&str], name: &str) -> Result<&'static Setting, Failure> {
    let rows = || SETTINGS.iter().filter(|row| tables.contains(&row.table()));
    let unknown = || unknown("setting", name, rows().map(Setting::name));
    let found = rows().find(|row| row.name() == name);
    found.ok_or_else(|| Failure::Keyword(unknown().to_string()))
}

/// What a setting is set to, for Python.
pub fn object(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Number(number) => number.into_bound_py_any(py),
        Value::None => Ok(py.None().into_bound(py)),
        Value::Switch(is_on) => is_on.into_bound_py_any(py),
        Value::Choice(name) => name.into_bound_py_any(py),
    }
}

/// Sets a setting to a value of Python: a number, `None`, a truth value or a word.
pub fn set(scene: &mut Scene, row: &Setting, object: &Bound<'_, PyAny>) -> Result<(), Failure> {
    let is_number = object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyInt>();
    let of_python = if object.is_none() {
        Value::None
    } else if let Ok(switch) = object.cast::<PyBool>() {
        Value::Switch(switch.is_true())
    } else if is_number || object.extract::<String>().is_err() {
        // NumPy's numbers, too. Anything else is refused with what a number would be.
        Value::Number(object.extract().unwrap_or(f64::NAN))
    } else {
        row.parse(&object.extract::<String>()?).map_err(value)?
    };
    row.set(scene, of_python).map_err(value)
}

/// Sets all settings of a table that have a keyword, in the order of the table, and takes these out
/// of the keywords.
pub fn take(scene: &mut Scene, table: &str, keywords: &Bound<'_, PyDict>) -> Result<(), Failure> {
    for row in SETTINGS.iter().filter(|row| row.table() == table) {
        if let Some(object) = keywords.get_item(row.name())? {
            set(scene, row, &object)?;
            keywords.del_item(row.name())?;
        }
    }
    Ok(())
}

/// Gravity by the name of its method, or by a dictionary with the keys of `[physics.gravity]` in a
/// scene file; whether it says how many nodes a grid has.
pub fn gravity(now: Gravity, object: &Bound<'_, PyAny>) -> Result<(Gravity, bool), Failure> {
    let Ok(keys) = object.cast::<PyDict>() else {
        let name: String = object.extract()?;
        return Ok((now.by(GravityMethod::named(&name).map_err(value)?), false));
    };
    let mut table = toml::Table::new();
    for (key, number) in keys {
        let held = if let Ok(switch) = number.cast::<PyBool>() {
            switch.is_true().into()
        } else if let Ok(whole) = number.extract::<i64>() {
            whole.into()
        } else if let Ok(number) = number.extract::<f64>() {
            number.into()
        } else {
            toml::Value::String(number.extract()?)
        };
        table.insert(key.extract()?, held);
    }
    let gravity = table.try_into().map_err(|error: toml::de::Error| value(error.message()))?;
    Ok((gravity, keys.contains("side")?))
}

/// What a camera follows: a word of scene files, the number of a body, or nothing.
pub fn followed(object: &Bound<'_, PyAny>) -> Result<Option<Followed>, Failure> {
    if object.is_none() {
        return Ok(None);
    }
    match object.extract::<u32>() {
        Ok(body) => Ok(Some(Followed::Body(body))),
        Err(_) => Followed::named(&object.extract::<String>()?).map_err(value),
    }
}
