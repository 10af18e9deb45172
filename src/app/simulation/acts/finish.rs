//! Completes what is being written when the window closes.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    acts::{files, film, frame, queue},
    run::Run,
    screenshot::Writing,
    viewer::Viewer,
};

/// Waits for the copies of runs that are being saved, when the window is closed, until `end` at
/// the latest.
pub fn finish_saving(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, end: Instant) {
    // Threads read the copies of many bodies.
    while !run.captures.saving.is_empty() && Instant::now() < end {
        let arrived = shell
            .gpu
            .wait()
            .and_then(|()| frame::collect_stage(shell, run, viewer))
            .and_then(|()| files::collect_saving(shell, run));
        if arrived.is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Ends a recording, waits up to `patience` for pictures and videos to be drawn and written,
/// and returns their errors. A picture that takes longer is abandoned.
pub fn finish_writing(
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    patience: Duration,
) -> Vec<anyhow::Error> {
    film::end_filming(shell, run);
    let films = queue::end_films(run);
    run.captures.writing.extend(films);
    let end = Instant::now() + patience;
    let undrawn = queue::finish(shell, run, end);
    finish_saving(shell, run, viewer, end);
    let failure = |writing: Writing| match writing
        .recv_timeout(end.saturating_duration_since(Instant::now()))
    {
        Ok(written) => written.err(),
        Err(RecvTimeoutError::Timeout) => {
            let seconds = patience.as_secs();
            Some(anyhow!(
                "a picture or video was not complete after {seconds} s; a video is in its .partial file"
            ))
        }
        Err(RecvTimeoutError::Disconnected) => None,
    };
    undrawn.into_iter().chain(run.captures.writing.drain(..).filter_map(failure)).collect()
}
