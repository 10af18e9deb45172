//! Where the program keeps files on this machine.

use std::path::{Path, PathBuf};

use directories::{ProjectDirs, UserDirs};
use starshell::gpu::Gpu;

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "Starshell")
}

/// The settings file; `None` if the system has no place for it.
pub fn settings() -> Option<PathBuf> {
    Some(project()?.config_dir().join("settings.toml"))
}

/// The folder for recovery from a crash; `None` if the system has no place for it.
pub fn rescue() -> Option<PathBuf> {
    Some(project()?.data_local_dir().join("rescue"))
}

/// Keeps findings about the adapter in the user's cache folder, if the system has a place for it.
pub fn remember(gpu: &Gpu) {
    if let Some(project) = project() {
        gpu.findings().keep_in(project.cache_dir());
    }
}

/// A folder for the user's data; `None` if the system has no place for it.
pub fn data(name: &str) -> Option<PathBuf> {
    Some(project()?.data_local_dir().join(name))
}

/// The folder for pictures, tables and runs: `Starshell` in the user's pictures folder, or else in
/// the home folder, or else here.
pub fn output() -> PathBuf {
    let user = UserDirs::new();
    let home = user.as_ref().map(|user| user.picture_dir().unwrap_or(user.home_dir()));
    home.unwrap_or(Path::new("")).join("Starshell")
}
