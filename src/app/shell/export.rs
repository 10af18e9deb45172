//! Files that hold results, and pictures of plots.

use std::path::{Path, PathBuf};

use starshell::file::{self, free_path};
use starshell::lab::chart::Plot;

use crate::app::commands::Export;

/// Pixels per unit of a chart.
pub const PNG_SCALE: f32 = 2.0;

/// Writes a plot as lines or as pixels into a new file in `folder`.
///
/// # Errors
/// If the picture would be too large, or the file cannot be written.
pub fn save_plot(plot: &Plot, kind: Export, folder: &Path, stem: &str) -> anyhow::Result<PathBuf> {
    let bytes = if kind == Export::Png { plot.png(PNG_SCALE)? } else { plot.svg().into_bytes() };
    let path = free_path(folder, stem, kind.ending());
    file::write(&path, &bytes)?;
    Ok(path)
}
