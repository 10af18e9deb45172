//! Running the program in tests: in a folder of its own, with its output files read back.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// A run small enough to take an instant.
pub const SMALL: &[&str] = &["--count", "200", "--size", "96x64"];

/// Held for reading while a test's program runs, and for writing by a test that measures time.
static CLOCK: RwLock<()> = RwLock::new(());

/// For a test that measures time: until the guard is dropped, no other test's program runs.
pub fn alone() -> RwLockWriteGuard<'static, ()> {
    CLOCK.write().unwrap_or_else(PoisonError::into_inner)
}

/// For a test that starts a program itself or works hard: until the guard is dropped, no test is
/// [`alone`]. A thread that holds it must not ask for it again: [`run`] and [`starshell`] do.
pub fn among_others() -> RwLockReadGuard<'static, ()> {
    CLOCK.read().unwrap_or_else(PoisonError::into_inner)
}

pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    /// Total run time.
    pub took: Duration,
}

impl Run {
    /// A run that has just ended.
    pub fn of(output: Output, begin: Instant) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
            took: begin.elapsed(),
        }
    }

    /// The standard output of a run that must have succeeded with nothing on standard error.
    #[track_caller]
    pub fn quiet(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// The standard output of a run that must have succeeded with a note of the folder that it has
    /// created, and nothing else on standard error.
    #[track_caller]
    pub fn created(self, folder: &str) -> String {
        let note = format!("note: created the folder {folder}\n");
        assert_eq!((self.code, self.err), (Some(0), note));
        self.out
    }
}

/// The program with these arguments, started in `folder` without a display.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starshell"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    // Results of the laboratory are the user's own.
    command.env("XDG_DATA_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command
}

/// The same command with the signals that end a program as they are by default, though the shell
/// that started the tests may ignore them, as with `nohup`.
#[cfg(unix)]
pub fn with_signals(mut command: Command) -> Command {
    use std::os::unix::process::CommandExt;
    let reset = || {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
            // SAFETY: `signal` is async-signal-safe, and the default action runs no code of ours.
            if unsafe { libc::signal(signal, libc::SIG_DFL) } == libc::SIG_ERR {
                return Err(std::io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: between fork and exec, only async-signal-safe functions run, and nothing is
    // allocated.
    unsafe { command.pre_exec(reset) };
    command
}

/// Runs the program to its end, never alongside a test that is [`alone`].
pub fn starshell(folder: &Path, arguments: &[&str]) -> Run {
    run(&mut command(folder, arguments))
}

/// The same with any command.
pub fn run(command: &mut Command) -> Run {
    let _among_others = among_others();
    let begin = Instant::now();
    Run::of(command.output().unwrap(), begin)
}

/// `starshell render` with small numbers, then these arguments.
pub fn render(folder: &Path, arguments: &[&str]) -> Run {
    starshell(folder, &[&["render"], SMALL, arguments].concat())
}

/// Every file and folder below `folder`, hidden ones included.
pub fn everything(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(everything(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

pub fn names(folder: &Path) -> Vec<String> {
    everything(folder)
        .iter()
        .map(|path| path.strip_prefix(folder).unwrap().display().to_string())
        .collect()
}

pub struct Png {
    pub size: [u32; 2],
    /// Three bytes per pixel.
    pub pixels: Vec<u8>,
    pub notes: BTreeMap<String, String>,
}

impl Png {
    /// Reads a file that must be a complete PNG.
    #[track_caller]
    pub fn read(path: &Path) -> Self {
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        reader.finish().unwrap();
        let info = reader.info();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let note = |chunk: &png::text_metadata::ITXtChunk| {
            (chunk.keyword.clone(), chunk.get_text().unwrap())
        };
        Self {
            size: [info.width, info.height],
            notes: info.utf8_text.iter().map(note).collect(),
            pixels,
        }
    }

    /// The part of `size` pixels whose upper left corner is at (x, y).
    pub fn part(&self, [x, y]: [u32; 2], [width, height]: [u32; 2]) -> Vec<u8> {
        let at = |row: u32| 3 * ((y + row) * self.size[0] + x) as usize;
        (0..height)
            .flat_map(|row| self.pixels[at(row)..at(row) + 3 * width as usize].iter().copied())
            .collect()
    }

    pub fn brightest(&self) -> u8 {
        self.pixels.iter().copied().max().unwrap()
    }
}
