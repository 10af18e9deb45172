//! Requests to end: Ctrl-C, and the signals of `kill`, a closing terminal or a batch system.

use std::io;

/// Exit code after Ctrl-C.
#[cfg(windows)]
const STOPPED: u8 = 130;

/// Calls `handler` on its own thread whenever the program is asked to end, with the exit code to
/// use: 128 plus the number of the signal, as in shells (130 after Ctrl-C, 143 after `kill`, 129
/// after the terminal was closed). Signals that were ignored when the program started, as with
/// `nohup`, stay ignored. Call it once.
#[cfg(unix)]
pub fn listen(mut handler: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    use std::io::Read;
    use std::os::fd::IntoRawFd;
    use std::sync::atomic::Ordering;

    let (mut reader, writer) = io::pipe()?;
    unix::WRITER.store(writer.into_raw_fd(), Ordering::Relaxed);
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        unix::note(signal)?;
    }
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let mut signal = [0];
        while reader.read_exact(&mut signal).is_ok() {
            handler(128 + signal[0]);
        }
    })?;
    Ok(())
}

/// Ends the process now, from any thread. Other threads may be at work in a driver, whose compilers
/// crash if the destructors of their libraries run meanwhile, as at an ordinary exit: so none run.
#[cfg(unix)]
pub fn leave(code: u8) -> ! {
    // SAFETY: it ends the process, and nothing of it is used any more.
    unsafe { libc::_exit(code.into()) }
}

/// Ends the process now, from any thread. Windows ends all other threads first.
#[cfg(windows)]
pub fn leave(code: u8) -> ! {
    std::process::exit(code.into())
}

/// Has a write beyond the system's limit for files fail like any other, instead of ending the
/// program.
#[cfg(unix)]
pub fn outlive_file_limits() {
    // SAFETY: ignoring a signal runs no code of ours.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Calls `handler` on its own thread after Ctrl-C, with the exit code to use. Windows has no
/// signals.
#[cfg(windows)]
pub fn listen(mut handler: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handler(STOPPED)).map_err(io::Error::other)
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicI32, Ordering};

    /// The pipe to which the handler writes signal numbers; never closed.
    pub static WRITER: AtomicI32 = AtomicI32::new(-1);

    /// Writes `signal` to the pipe from now on whenever it arrives, unless it is ignored.
    pub fn note(signal: i32) -> io::Result<()> {
        // SAFETY: `action` is a plain struct that sigaction fills, and zeros are valid in it. The
        // handler is async-signal-safe: see there.
        let result = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(signal, std::ptr::null(), &mut action) == 0
                && action.sa_sigaction == libc::SIG_IGN
            {
                return Ok(());
            }
            action = std::mem::zeroed();
            action.sa_sigaction = handle as extern "C" fn(i32) as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &action, std::ptr::null_mut())
        };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    extern "C" fn handle(signal: i32) {
        let byte = signal as u8;
        // SAFETY: write is async-signal-safe, the pipe stays open, and a successful write leaves
        // errno unchanged.
        unsafe { libc::write(WRITER.load(Ordering::Relaxed), (&raw const byte).cast(), 1) };
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// Tells the process that the test starts to be the one that ends.
    const ENDS: &str = "STARSHELL_TEST_ENDS";

    extern "C" fn at_exit() {
        // SAFETY: see `leave`.
        unsafe { libc::_exit(99) }
    }

    #[test]
    fn nothing_runs_when_the_program_ends_that_a_driver_at_work_could_need() {
        if std::env::var_os(ENDS).is_some() {
            // SAFETY: the handler only ends the process.
            assert_eq!(unsafe { libc::atexit(at_exit) }, 0);
            leave(3);
        }
        let module = module_path!().split_once("::").map_or("", |(_, module)| module);
        let name = format!(
            "{module}::nothing_runs_when_the_program_ends_that_a_driver_at_work_could_need"
        );
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        let ended = again.args(["--exact", &name, "--nocapture"]).env(ENDS, "").output().unwrap();
        assert_eq!(ended.status.code(), Some(3), "{ended:?}");
    }
}
