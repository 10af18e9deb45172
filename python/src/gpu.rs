//! The adapters of this process.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use directories::ProjectDirs;
use pyo3::prelude::*;
use starshell::gpu::{Gpu, GpuError};

/// The device on an adapter that is named by its number or a part of its name, or on the best. All
/// of the process share it.
pub fn opened(adapter: Option<&str>) -> Result<Gpu, GpuError> {
    static OPENED: Mutex<BTreeMap<Option<String>, Gpu>> = Mutex::new(BTreeMap::new());
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let name = adapter.map(str::to_owned);
    // One that is lost would fail for ever.
    if let Some(gpu) = opened.get(&name).filter(|gpu| gpu.poll().is_ok()) {
        return Ok(gpu.clone());
    }
    let gpu = Gpu::open(adapter)?;
    // Where the program keeps what it has found out about this adapter.
    if let Some(project) = ProjectDirs::from("", "", "Starshell") {
        gpu.findings().keep_in(project.cache_dir());
    }
    opened.insert(name, gpu.clone());
    Ok(gpu)
}

/// adapters()
/// --
///
/// The names of the adapters of this machine, in the order of their numbers.
#[pyfunction]
pub fn adapters(py: Python<'_>) -> Vec<String> {
    py.detach(|| starshell::gpu::adapters().iter().map(|adapter| adapter.get_info().name).collect())
}
