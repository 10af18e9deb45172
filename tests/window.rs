//! The real window: on a display of its own, driven by a pointer and keys as a person would, and watched through the report
//! that the program writes where `STARSHELL_REPORT` asks for one.
#![cfg(target_os = "linux")]

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use program::{Png, command, everything};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// How long anything may take to happen, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(30);

/// A process that ends with the test, however that ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Gone already is as good.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a tool that the test needs: without it, it fails.
fn start(tool: &mut Command) -> Child {
    tool.spawn().unwrap_or_else(|error| {
        let name = tool.get_program().display();
        panic!("{name} does not start ({error}): ./test installs it, and so does apt-get install -y xvfb xdotool")
    })
}

/// A screen of memory, with a number that no other display has.
struct Screen {
    name: String,
    _server: Running,
}

impl Screen {
    fn new() -> Self {
        let mut server = Command::new("Xvfb");
        server.args(["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]);
        let mut server = start(server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let server = Running(server);
        assert!(!number.trim().is_empty(), "Xvfb names no display");
        Self { name: format!(":{}", number.trim()), _server: server }
    }

    /// Moves the pointer or presses keys; gives what xdotool prints.
    #[track_caller]
    fn act(&self, arguments: &[&str]) -> String {
        let mut tool = Command::new("xdotool");
        let tool = tool.args(arguments).env("DISPLAY", &self.name).stdin(Stdio::null()).stdout(Stdio::piped());
        let output = start(tool).wait_with_output().unwrap();
        assert!(output.status.success(), "xdotool {arguments:?}: {}", output.status);
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

/// The program in its window.
struct Window {
    screen: Screen,
    program: Running,
    id: String,
    home: TempDir,
    begin: Instant,
}

impl Window {
    fn open(arguments: &[&str]) -> Self {
        let screen = Screen::new();
        let home = tempdir().unwrap();
        let begin = Instant::now();
        let mut program = command(home.path(), arguments);
        for variable in ["WAYLAND_DISPLAY", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_PICTURES_DIR"] {
            program.env_remove(variable);
        }
        program.env("DISPLAY", &screen.name).env("HOME", home.path()).env("LC_ALL", "en_US.UTF-8");
        program.env("STARSHELL_REPORT", home.path().join("report.json"));
        let program = Running(start(&mut program));
        let mut window = Self { screen, program, id: String::new(), home, begin };
        window.until("the first frame is there", |report| report["first_frame_ms"].is_number());
        window.id = window.screen.act(&["search", "--onlyvisible", "--name", "^Starshell$"]);
        assert!(window.id.parse::<u64>().is_ok(), "one window is called Starshell: {:?}", window.id);
        // There is no window manager, which would give it the keyboard.
        window.screen.act(&["windowfocus", "--sync", &window.id]);
        window
    }

    fn report(&self) -> Option<Value> {
        serde_json::from_slice(&fs::read(self.home.path().join("report.json")).ok()?).ok()
    }

    /// The first report in which `is_done` holds.
    #[track_caller]
    fn until(&mut self, what: &str, is_done: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let report = self.report();
            if let Some(report) = report.as_ref().filter(|report| is_done(report)) {
                return report.clone();
            }
            if let Some(status) = self.program.0.try_wait().unwrap() {
                panic!("the program has ended ({status}) before {what}");
            }
            assert!(begin.elapsed() < PATIENCE, "waited in vain until {what}; the last report: {report:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The middle of the control of this role and name.
    #[track_caller]
    fn place(&mut self, role: &str, label: &str) -> [String; 2] {
        let is_it = |control: &&Value| control["label"] == label && control["role"] == role;
        let found = |report: &Value| report["controls"].as_array().and_then(|all| all.iter().find(is_it).cloned());
        let report = self.until(&format!("there is a {role} called {label}"), |report| found(report).is_some());
        let control = found(&report).unwrap();
        let side = |side: usize| control["rect"][side].as_f64().unwrap();
        [0.5 * (side(0) + side(2)), 0.5 * (side(1) + side(3))].map(|place| format!("{place:.0}"))
    }

    #[track_caller]
    fn click(&mut self, role: &str, label: &str) {
        let [x, y] = self.place(role, label);
        self.screen.act(&["mousemove", "--window", &self.id, &x, &y]);
        self.screen.act(&["click", "1"]);
    }

    fn key(&self, key: &str) {
        self.screen.act(&["key", key]);
    }

    /// Share of one processor that the program takes in `time`, in percent.
    fn load(&self, time: Duration) -> f64 {
        let ticks = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.0.id())).unwrap();
            // Behind the name, which may hold anything: the 12th and 13th fields are the time spent.
            let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
            fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()
        };
        let (before, begin) = (ticks(), Instant::now());
        std::thread::sleep(time);
        // A tick is 10 ms on every Linux that Rust runs on.
        100.0 * 0.01 * (ticks() - before) / begin.elapsed().as_secs_f64()
    }

    fn pictures(&self) -> Vec<PathBuf> {
        let is_picture = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "png");
        everything(self.home.path()).into_iter().filter(is_picture).collect()
    }
}

fn number(report: &Value, key: &str) -> f64 {
    report[key].as_f64().unwrap_or_else(|| panic!("{key} is {}", report[key]))
}

#[test]
fn the_window_opens_answers_and_closes() {
    let mut window = Window::open(&["plummer", "--count", "1024"]);
    let report = window.until("frames advance", |report| number(report, "steps") > 2.0 && number(report, "frames") > 2.0);
    let first = number(&report, "first_frame_ms");
    println!("first frame {first:.0} ms after the start, seen after {:.0} ms", window.begin.elapsed().as_secs_f64() * 1e3);
    assert!(first < 4000.0, "the first frame came after {first} ms; on a machine that does nothing else it is 2 s at most");
    assert!(number(&report, "bodies") == 1024.0 && number(&report, "time") > 0.0);

    window.click("Button", "Pause");
    window.until("it rests", |report| report["playing"] == false);
    // What was under way has arrived: on a busy machine that takes its time.
    let begin = Instant::now();
    let frames = |window: &Window| number(&window.report().unwrap(), "frames");
    let mut drawn = f64::NAN;
    while frames(&window) != drawn {
        assert!(begin.elapsed() < PATIENCE, "frames go on while nothing moves");
        drawn = frames(&window);
        std::thread::sleep(Duration::from_millis(500));
    }
    let load = window.load(Duration::from_secs(2));
    println!("{load:.1} % of a processor while it rests");
    assert!(load < 15.0, "a window in which nothing moves takes {load:.1} % of a processor");
    let before = window.report().unwrap();
    window.key("period");
    window.until("it has made one step", |report| number(report, "steps") == number(&before, "steps") + 1.0);

    window.click("SpinButton", "Softening");
    window.screen.act(&["type", "0.125"]);
    window.key("Return");
    window.until("the softening is what was typed", |report| report["physics"]["softening"] == 0.125);
    window.click("Button", "Play");
    window.until("it plays", |report| report["playing"] == true && number(report, "steps") > number(&before, "steps") + 3.0);

    window.key("Tab");
    let is_button = |control: &Value| control["role"] == "Button";
    let buttons = move |report: &Value| report["controls"].as_array().unwrap().iter().filter(|c| is_button(c)).count();
    window.until("the panels are hidden", |report| report["panels"] == false && buttons(report) == 0);
    window.key("Tab");
    window.until("the panels are back", |report| report["panels"] == true && buttons(report) > 10);

    window.screen.act(&["windowsize", &window.id, "1000", "640"]);
    window.until("the window has another size", |report| report["window"] == serde_json::json!([1000, 640]));
    window.key("F12");
    let begin = Instant::now();
    while window.pictures().is_empty() {
        assert!(begin.elapsed() < PATIENCE, "no picture was written: {:?}", everything(window.home.path()));
        std::thread::sleep(Duration::from_millis(50));
    }
    let [path] = window.pictures().try_into().unwrap();
    let picture = Png::read(&path);
    assert_eq!(picture.size, [1000, 640], "the window's size, whatever the panels leave");
    assert!(picture.brightest() > 60, "the brightest channel is {}", picture.brightest());

    window.key("ctrl+q");
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = window.program.0.try_wait().unwrap() {
            break status;
        }
        assert!(begin.elapsed() < PATIENCE, "Ctrl+Q does not end the program");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0));
    let has = |path: &str| Path::new(&window.home.path().join(path)).is_file();
    assert!(has(".config/starshell/settings.toml"), "settings are kept: {:?}", everything(window.home.path()));
}
