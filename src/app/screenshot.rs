//! Pictures of the scene without panels, at any size, written by a thread of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use anyhow::Context;
use starshell::capture::{Recorder, SinglePng, notes};
use starshell::gpu::Gpu;
use starshell::render::Target;
use starshell::session::Session;

/// A picture that is being written: its path, or what went wrong.
pub type Writing = Receiver<anyhow::Result<PathBuf>>;

/// A path in `folder` that nothing has yet: `name_steps.png`, or with a number behind.
pub fn free_path(folder: &Path, name: &str, ending: &str) -> PathBuf {
    let plain = folder.join(format!("{name}.{ending}"));
    let numbered = (2..10_000).map(|number| folder.join(format!("{name}-{number}.{ending}")));
    std::iter::once(plain.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(plain)
}

/// Draws the session's present state in `size` pixels, and writes it to `path` without keeping anybody waiting.
///
/// # Errors
/// Where the GPU has no room for the picture, or the file cannot be written.
pub fn take(gpu: &Gpu, session: &mut Session, size: [u32; 2], path: &Path) -> anyhow::Result<Writing> {
    let target = Target::new(gpu, size)?;
    let mut recorder = Recorder::new(gpu, &target, Arc::new(SinglePng::new(path)?))?;
    let mut encoder = gpu.encoder("screenshot");
    session.record_picture(&mut encoder, &target)?;
    recorder.record(&mut encoder, notes(gpu, session))?;
    let submission = gpu.submit(encoder);
    recorder.request(&submission);
    let (sender, receiver) = channel();
    std::thread::Builder::new()
        .name("screenshot".to_owned())
        .spawn(move || {
            // Where the program has ended meanwhile, nobody asks.
            let _ = sender.send(recorder.finish().map_err(anyhow::Error::from));
        })
        .context("no thread to write the picture")?;
    Ok(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<_> = (0..3)
            .map(|_| {
                let path = free_path(folder.path(), "shell_000120", "png");
                std::fs::write(&path, "").unwrap();
                path.file_name().unwrap().to_string_lossy().into_owned()
            })
            .collect();
        assert_eq!(names, ["shell_000120.png", "shell_000120-2.png", "shell_000120-3.png"]);
    }
}
