//! The queue of pictures that take several frames: the first is drawn, one part between two frames of
//! the window, and the others wait. Each keeps a copy of the bodies, so that the run goes on.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;
use starshell::words::t;

use crate::app::shell::state::{Request, Shell};
use crate::app::simulation::{
    offline::Offline,
    run::Run,
    screenshot::{Drawing, Writing},
};
use crate::explained::explained;

/// Most pictures in the queue, and most bytes of GPU memory for their copies of the bodies.
const MOST: usize = 20;
const MOST_BYTES: u64 = 1 << 30;

/// Why no further picture of the present can wait, if so: the key of a sentence.
pub fn full(run: &Run) -> Option<&'static str> {
    let (queue, session) = (&run.captures.queue, &run.stage.session);
    let mut copies: Vec<_> = queue.iter().map(Drawing::renderer).collect();
    copies.dedup_by(|one, other| Arc::ptr_eq(one, other));
    let bytes: u64 = copies.iter().map(|copy| copy.bytes()).sum();
    let more = session.pictures().copied_bytes(&session.scene().look, session.simulation());
    if queue.is_empty() { None } else { reason(queue.len(), bytes + more) }
}

/// Why a queue with so many pictures takes no other one, with which its copies would take so many
/// bytes.
fn reason(pictures: usize, bytes: u64) -> Option<&'static str> {
    let is_full = pictures >= MOST;
    is_full.then_some("queue-full").or((bytes > MOST_BYTES).then_some("queue-no-memory"))
}

/// Draws the next part of the first picture, and ends it once its file is there or a part has
/// failed. The next one begins only then: each takes much memory until it is written.
pub fn draw_next(shell: &mut Shell, run: &mut Run) {
    draw_film(shell, run);
    let Some(first) = run.captures.queue.front_mut() else {
        run.captures.is_closing &= !run.captures.films.is_empty();
        return;
    };
    let drawn = first.advance();
    follow(shell, run, drawn.map_err(anyhow::Error::from));
}

/// Lets a thread draw the first video, and takes it from the queue once its file is there.
pub fn draw_film(shell: &mut Shell, run: &mut Run) {
    let Some(first) = run.captures.films.front_mut() else { return };
    let Some(ended) = first.advance(&shell.gpu) else { return };
    run.captures.films.pop_front();
    match ended {
        Ok(path) => shell.notices.tell_written(t!("notice-written", path = path.display())),
        Err(error) => shell.notices.warn(explained(&*error)),
    }
}

/// Takes the first picture from the queue if it is written or a part has failed.
fn follow(shell: &mut Shell, run: &mut Run, drawn: anyhow::Result<()>) {
    let queue = &mut run.captures.queue;
    let ended = match drawn {
        Ok(()) => queue.pop_front_if(|first| first.is_written()).map(Drawing::end).transpose(),
        Err(error) => {
            let first = queue.pop_front();
            let path = first.as_ref().map(|first| first.path().to_owned()).unwrap_or_default();
            first.into_iter().for_each(Drawing::leave);
            let cause = explained(&*error);
            Err(anyhow!(t!("notice-picture-failed", path = path.display(), cause = cause)))
        }
    };
    match ended {
        Ok(writing) => run.captures.writing.extend(writing),
        Err(error) => shell.notices.warn(explained(&*error)),
    }
}

/// Takes a picture that is drawn or waits from the queue, or a video that waits; one that is drawn ends
/// with the frames that it has.
pub fn drop_picture(run: &mut Run, path: &Path) {
    run.captures.films.retain_mut(|film| film.plan.path != path || !film.end());
    let queue = &mut run.captures.queue;
    let place = queue.iter().position(|drawing| drawing.path() == path);
    place.and_then(|place| queue.remove(place)).into_iter().for_each(Drawing::leave);
}

/// Empties the queue, whose adapter is gone or given up, and says so.
pub fn empty(shell: &mut Shell, run: &mut Run) {
    for drawing in std::mem::take(&mut run.captures.queue) {
        shell.notices.warn(t!("notice-picture-dropped", path = drawing.path().display()));
        drawing.leave();
    }
}

/// Whether the window closes when asked to. With pictures in the queue, it says so first.
pub fn may_close(shell: &mut Shell, run: &mut Run) -> bool {
    let left = run.captures.queue.len() + run.captures.films.len();
    if left == 0 || std::mem::replace(&mut run.captures.is_closing, true) {
        return true;
    }
    shell.notices.tell_long(t!("notice-queue-closing", count = left));
    false
}

/// Asks to close the window, if it may.
pub fn quit(shell: &mut Shell, run: &mut Run) {
    if may_close(shell, run) {
        shell.requests.push(Request::Quit);
    }
}

/// Ends the videos that are drawn in the background, and returns the files that threads complete.
pub fn end_films(run: &mut Run) -> Vec<Writing> {
    run.captures.planned.clear();
    let mut films = std::mem::take(&mut run.captures.films);
    for film in &mut films {
        film.end();
    }
    films.into_iter().filter_map(Offline::into_file).collect()
}

/// Draws what is in the queue without a window, until `end` at the latest. Names the pictures that
/// are not drawn by then.
pub fn finish(shell: &mut Shell, run: &mut Run, end: Instant) -> Option<anyhow::Error> {
    while let Some(first) = run.captures.queue.front_mut()
        && Instant::now() < end
    {
        let drawn = first.advance().and_then(|()| first.wait());
        follow(shell, run, drawn.map_err(anyhow::Error::from));
    }
    let name = |left: Drawing| {
        let name = left.path().display().to_string();
        left.leave();
        name
    };
    let left: Vec<_> = run.captures.queue.drain(..).map(name).collect();
    (!left.is_empty()).then(|| anyhow!("no time was left to complete {}", left.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_is_bounded_by_number_and_memory() {
        assert_eq!(reason(MOST - 1, MOST_BYTES), None);
        assert_eq!(reason(MOST, 0), Some("queue-full"));
        assert_eq!(reason(1, MOST_BYTES + 1), Some("queue-no-memory"));
    }
}
