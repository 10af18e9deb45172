//! A process in which a changed kernel runs, and the watchdog beside it. Whatever the kernel does,
//! that process can be ended: an endless loop, a device that is lost and a driver that crashes do
//! not reach the program that asked.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::check::Fault;
use super::run::{NotRun, Stage, timed};
use super::{Bench, Ran, Timed, bench};
use crate::gpu::Gpu;
use crate::words::{Text, say};

/// How often the watchdog looks.
const GLANCE: Duration = Duration::from_millis(25);

/// The program that runs kernels: it must call [`serve`].
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// What to run.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Request {
    /// The adapter, by index or a part of its name; `None` for the best.
    pub adapter: Option<String>,
    /// The name of the bench.
    pub bench: String,
    /// The kernel.
    pub text: String,
    /// The exercise, from 0, up to whose inputs a kernel that is written is tested; with all inputs
    /// if there is none.
    pub exercise: Option<usize>,
}

/// What a process may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time to open a device, and to run the original; once the kernel has ended, to time both in
    /// turn.
    pub beginning: Duration,
    /// Time for the kernel, from its compilation to the end of its first run.
    pub kernel: Duration,
    /// Memory in bytes, where the system tells how much a process has (Linux).
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { beginning: Duration::from_secs(30), kernel: Duration::from_secs(5), memory: 4 << 30 }
    }
}

/// How it ended.
#[derive(Clone, Debug)]
pub enum Ended {
    /// The kernel ran to its end.
    Ran(Box<Ran>),
    /// It does not compile, or does not fit the bench.
    Faults(Vec<Fault>),
    /// The adapter or its driver refused it, in a sentence.
    Refused(Text),
    /// It did not end within this time, and was stopped.
    Endless(Duration),
    /// It took more than this many bytes, and was stopped.
    TooLarge(u64),
    /// Its process crashed: how it ended.
    Crashed(Text),
    /// No process could be started, or none that answers.
    NotStarted(Text),
}

impl Ended {
    /// How it ended, in a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::Ran(ran) if ran.is_right() => say!("workbench-right", count = ran.cells.len()),
            Self::Ran(ran) => {
                let (wrong, count) = (ran.wrong, ran.cells.len());
                match &ran.failed {
                    Some(input) => {
                        say!("workbench-fails", input = input.clone(), wrong = wrong, count = count)
                    }
                    None => say!("workbench-wrong", wrong = wrong, count = count),
                }
            }
            Self::Faults(faults) => match faults.first() {
                Some(Fault { line, column, message }) => {
                    say!(
                        "workbench-faults",
                        line = *line,
                        column = *column,
                        message = message.clone()
                    )
                }
                None => say!("workbench-refused", why = ""),
            },
            Self::Refused(why) => say!("workbench-refused", why = why.clone()),
            Self::Endless(limit) => say!("workbench-endless", seconds = limit.as_secs()),
            Self::TooLarge(limit) => say!("workbench-too-large", size = limit >> 20),
            Self::Crashed(how) => say!("workbench-crashed", how = how.clone()),
            Self::NotStarted(why) => say!("workbench-not-started", why = why.clone()),
        }
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.text().fmt(formatter)
    }
}

/// What the process tells, a line each.
#[derive(serde::Serialize, serde::Deserialize)]
enum Told {
    At(Stage),
    Done(Timed),
    Faults(Vec<Fault>),
    Refused(Text),
}

/// A kernel that runs in a process of its own. If dropped, the process is ended.
#[derive(Debug)]
pub struct Running {
    arrives: Receiver<Ended>,
    stop: Arc<AtomicBool>,
    is_over: bool,
}

impl Running {
    /// Starts the process. A text with faults starts none.
    pub fn begin(
        program: &Program,
        request: Request,
        limits: Limits,
        of_adapter: &wgpu::Limits,
    ) -> Self {
        let (sender, arrives) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (program, is_stopped, of_adapter) =
            (program.clone(), Arc::clone(&stop), of_adapter.clone());
        // Nobody listens any more if the window has closed meanwhile.
        std::thread::spawn(move || {
            let tell = |ended| drop(sender.send(ended));
            let Some(bench) = bench(&request.bench) else {
                return tell(Ended::NotStarted(no_bench(&request)));
            };
            if let Err(faults) = super::check(bench, &request.text, &of_adapter) {
                return tell(Ended::Faults(faults));
            }
            match start(&program, &request) {
                Ok(started) => watch(started, bench, limits, &is_stopped, tell),
                Err(error) => tell(Ended::NotStarted(error.to_string().into())),
            }
        });
        Self { arrives, stop, is_over: false }
    }

    /// How it ended, once it has; after that, and if it was stopped, never again.
    pub fn collect(&mut self) -> Option<Ended> {
        match self.arrives.try_recv() {
            Err(TryRecvError::Disconnected)
                if !self.is_over && !self.stop.load(Ordering::Relaxed) =>
            {
                self.is_over = true;
                Some(Ended::NotStarted(say!("workbench-watchdog")))
            }
            ended => {
                let ended = ended.ok();
                self.is_over |= ended.is_some();
                ended
            }
        }
    }

    /// Waits for its end.
    pub fn wait(mut self) -> Ended {
        self.is_over = true;
        self.arrives.recv().unwrap_or_else(|_| Ended::NotStarted(say!("workbench-watchdog")))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A process, what it tells, and its input: while that is open, the process knows that somebody
/// waits.
struct Started {
    child: Child,
    told: Receiver<Told>,
    _input: Option<ChildStdin>,
}

fn start(program: &Program, request: &Request) -> io::Result<Started> {
    let mut child = Command::new(&program.path)
        .args(&program.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (mut input, output) = (child.stdin.take(), child.stdout.take());
    let (sender, told) = channel();
    let mut line = serde_json::to_string(request)?;
    line.push('\n');
    if let Some(input) = &mut input {
        // A process that has ended already is found to have crashed.
        let _ = input.write_all(line.as_bytes()).and_then(|()| input.flush());
    }
    std::thread::spawn(move || {
        let lines = output
            .into_iter()
            .flat_map(|output| BufReader::new(output).lines())
            .map_while(Result::ok);
        let told = lines.filter_map(|line| serde_json::from_str(&line).ok());
        told.map(|told| sender.send(told)).take_while(Result::is_ok).for_each(drop);
    });
    Ok(Started { child, told, _input: input })
}

/// Waits for the end of a process, and ends it if it takes too much.
fn watch(
    mut started: Started,
    bench: &Bench,
    limits: Limits,
    is_stopped: &AtomicBool,
    tell: impl Fn(Ended),
) {
    let mut limit = limits.beginning;
    let mut end = Instant::now() + limit;
    let mut has_begun = false;
    let ended = loop {
        match started.told.recv_timeout(GLANCE) {
            Ok(Told::At(stage)) => {
                has_begun = true;
                limit = if stage == Stage::Begun { limits.kernel } else { limits.beginning };
                end = Instant::now() + limit;
            }
            Ok(Told::Done(timed)) => break Some(Ended::Ran(Box::new(Ran::new(bench, &timed)))),
            Ok(Told::Faults(faults)) => break Some(Ended::Faults(faults)),
            Ok(Told::Refused(why)) => break Some(Ended::Refused(why)),
            Err(RecvTimeoutError::Disconnected) => {
                let how =
                    started.child.wait().map_or_else(|error| error.to_string().into(), described);
                break Some(Ended::Crashed(how));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if is_stopped.load(Ordering::Relaxed) {
            break None;
        }
        if memory(started.child.id()).is_some_and(|memory| memory > limits.memory) {
            break Some(Ended::TooLarge(limits.memory));
        }
        if Instant::now() > end {
            break Some(match has_begun {
                true => Ended::Endless(limit),
                false => Ended::NotStarted(say!("workbench-late", seconds = limit.as_secs())),
            });
        }
    };
    // Told before the process has gone: a driver may hold it for a while.
    let _ = started.child.kill();
    ended.into_iter().for_each(tell);
    let _ = started.child.wait();
}

/// How a process ended that told no result.
fn described(status: ExitStatus) -> Text {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return say!("workbench-signal", number = signal.to_string());
    }
    match status.code() {
        Some(code) => say!("workbench-exit-code", code = code.to_string()),
        None => status.to_string().into(),
    }
}

/// The bytes that a process has in memory, where the system has a file that tells it.
fn memory(process: u32) -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    // In kilobytes, whatever the size of a page.
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let resident = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(resident.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The process's side: reads a request from standard input, runs it on a device that `open` opens,
/// and tells the result on standard output. If standard input closes, nobody waits any more, and
/// the process ends itself.
///
/// # Errors
/// If standard input or output cannot be used.
pub fn serve(open: impl FnOnce(Option<&str>) -> Result<Gpu, Text>) -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let request: Request = serde_json::from_str(&line)?;
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        // Neither a driver that hangs nor its clean-up may hold this process.
        std::process::abort();
    });
    let told = match open(request.adapter.as_deref()) {
        Ok(gpu) => answer(&gpu, &request),
        Err(why) => Told::Refused(why),
    };
    tell(&told)
}

fn no_bench(request: &Request) -> Text {
    say!("workbench-no-bench", name = request.bench.clone())
}

fn answer(gpu: &Gpu, request: &Request) -> Told {
    let Some(bench) = bench(&request.bench) else {
        return Told::Refused(no_bench(request));
    };
    let tell = |stage| drop(tell(&Told::At(stage)));
    match timed(gpu, bench, &request.text, request.exercise, tell) {
        Ok(timed) => Told::Done(timed),
        Err(NotRun::Faults(faults)) => Told::Faults(faults),
        Err(NotRun::Gpu(error)) => Told::Refused(error.text()),
    }
}

fn tell(told: &Told) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, told)?;
    out.write_all(b"\n")?;
    out.flush()
}
