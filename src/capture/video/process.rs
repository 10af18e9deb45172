//! A running ffmpeg: frames go in through a pipe, and it ends with the program at the latest.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::words::{Text, say};

/// Name of the program.
const PROGRAM: &str = "ffmpeg";
/// How much of the end of its messages is kept. A broken encoder can write gigabytes.
const KEPT: usize = 64 << 10;
/// How long it may take to list its encoders, and to complete a video that was abandoned.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time between two looks at whether it has ended.
const LOOK: Duration = Duration::from_millis(5);

/// How long one may take to complete its file when the program ends without waiting for the rest of
/// its work.
const GRACE: Duration = Duration::from_secs(3);

/// Every ffmpeg that encodes.
static RUNNING: Mutex<Vec<Arc<Running>>> = Mutex::new(Vec::new());

/// An ffmpeg, shared with whoever ends the program.
#[derive(Debug)]
struct Running {
    child: Mutex<Child>,
    /// `None` once the video is over, or it reads no more.
    pipe: Mutex<Option<ChildStdin>>,
}

/// Ends every ffmpeg that encodes, for a program that is about to end without waiting for its work:
/// an orphan that hangs would stay for ever.
pub fn end_encoders() {
    let end = Instant::now() + GRACE;
    let running = lock(&RUNNING).clone();
    for Running { child, pipe } in running.iter().map(Arc::as_ref) {
        // It is held by a thread for as long as an ffmpeg that hangs does not read.
        while pipe.try_lock().map(|mut pipe| *pipe = None).is_err() && Instant::now() < end {
            std::thread::sleep(LOOK);
        }
        let _ = ended(child, Some(end.saturating_duration_since(Instant::now())));
    }
}

/// An ffmpeg that encodes.
#[derive(Debug)]
pub struct Process {
    running: Arc<Running>,
    errors: Option<JoinHandle<String>>,
}

impl Process {
    /// Starts `command`.
    ///
    /// # Errors
    /// The system's error.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let (pipe, stderr) = (child.stdin.take(), child.stderr.take());
        let errors = std::thread::spawn(move || stderr.map(end_of).unwrap_or_default());
        let running = Arc::new(Running { child: Mutex::new(child), pipe: Mutex::new(pipe) });
        lock(&RUNNING).push(Arc::clone(&running));
        Ok(Self { running, errors: Some(errors) })
    }

    /// Passes `bytes` on. Returns whether it still reads.
    pub fn feed(&self, bytes: &[u8]) -> bool {
        let mut pipe = lock(&self.running.pipe);
        pipe.take_if(|pipe| pipe.write_all(bytes).is_err());
        pipe.is_some()
    }

    /// Waits until it has written everything, or for a while if it reads no more.
    ///
    /// # Errors
    /// The last line that it printed.
    pub fn end(mut self) -> Result<(), Text> {
        // Closing the pipe ends the video.
        let reads = lock(&self.running.pipe).take().is_some();
        let patience = (!reads).then_some(PATIENCE);
        let status = ended(&self.running.child, patience).map_err(said_by_ffmpeg)?;
        let said = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        if status.success() { Ok(()) } else { Err(last_line(&said)) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Abandoned: closing the pipe makes ffmpeg complete what it has. One that hangs must not
        // hold up the program.
        *lock(&self.running.pipe) = None;
        let _ = ended(&self.running.child, Some(PATIENCE));
        lock(&RUNNING).retain(|other| !Arc::ptr_eq(other, &self.running));
    }
}

/// ffmpeg, silent except for errors, in a process group of its own so that Ctrl-C does not reach
/// it.
pub fn quiet() -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["-hide_banner", "-loglevel", "error", "-nostdin"]);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // CREATE_NEW_PROCESS_GROUP
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, 0x200);
    command
}

/// What the installed ffmpeg prints of its encoders.
///
/// # Errors
/// The system's error, or that it does not answer.
pub fn encoders() -> io::Result<String> {
    let mut child = quiet()
        .arg("-encoders")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let stdout = child.stdout.take();
    let list = std::thread::spawn(move || stdout.map(end_of).unwrap_or_default());
    ended(&Mutex::new(child), Some(PATIENCE))?;
    Ok(list.join().unwrap_or_default())
}

/// Waits for a process to end, and kills it if it has not done so within `patience`. Never holds
/// the lock for long.
fn ended(child: &Mutex<Child>, patience: Option<Duration>) -> io::Result<ExitStatus> {
    let begin = Instant::now();
    loop {
        let mut child = lock(child);
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if let Some(patience) = patience.filter(|patience| begin.elapsed() > *patience) {
            child.kill()?;
            child.wait()?;
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                format!("it did not answer within {} s", patience.as_secs()),
            ));
        }
        drop(child);
        std::thread::sleep(LOOK);
    }
}

/// The last [`KEPT`] bytes of what a process writes.
fn end_of(mut stream: impl Read) -> String {
    let (mut text, mut part) = (Vec::new(), [0; 4096]);
    // Use what was read, even if the rest cannot be.
    while let Ok(length @ 1..) = stream.read(&mut part) {
        text.extend_from_slice(&part[..length]);
        if text.len() > 2 * KEPT {
            text.drain(..text.len() - KEPT);
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// What ffmpeg, or the system about it, says in its own words.
pub fn said_by_ffmpeg(message: impl std::fmt::Display) -> Text {
    say!("encoder-ffmpeg", message = message.to_string())
}

fn last_line(text: &str) -> Text {
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    line.map_or_else(|| say!("encoder-ffmpeg-silent"), said_by_ffmpeg)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
