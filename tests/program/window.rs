//! The real window on its own display, driven by pointer and keys like a user would, and observed
//! through the report that the program writes if `STARSHELL_REPORT` is set.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::program::{
    Png, Run, alone, among_others, command, everything, run, starshell, with_signals,
};
use crate::common::video::Mp4;
use serde_json::Value;
use starshell::snapshot::Checkpoint;
use tempfile::{TempDir, tempdir};

/// How long anything may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A process that is killed when the test ends, however it ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a tool that the test needs, and fails without it.
fn start(tool: &mut Command) -> Child {
    tool.spawn().unwrap_or_else(|error| {
        let name = tool.get_program().display();
        panic!("{name} does not start ({error}): install it with ./test or apt-get install -y xvfb xdotool")
    })
}

/// A virtual screen, with a number that no other display uses.
struct Screen {
    name: String,
    server: Running,
}

impl Screen {
    fn new() -> Self {
        Self::with_depth(24)
    }

    /// A screen with so many bits per pixel.
    fn with_depth(depth: u32) -> Self {
        let mut server = Command::new("Xvfb");
        server.args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            &format!("1600x1000x{depth}"),
            "-nolisten",
            "tcp",
            "-noreset",
        ]);
        let mut server =
            start(server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let server = Running(server);
        assert!(!number.trim().is_empty(), "Xvfb reports its display");
        Self { name: format!(":{}", number.trim()), server }
    }

    /// Moves the pointer or presses keys; returns what xdotool prints.
    #[track_caller]
    fn act(&self, arguments: &[&str]) -> String {
        let mut tool = Command::new("xdotool");
        let tool = tool
            .args(arguments)
            .env("DISPLAY", &self.name)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let output = start(tool).wait_with_output().unwrap();
        assert!(output.status.success(), "xdotool {arguments:?}: {}", output.status);
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

/// The program on a screen, with its files in `home`.
fn command_on(screen: &Screen, home: &Path, arguments: &[&str]) -> Command {
    let mut program = with_signals(command(home, arguments));
    for variable in [
        "WAYLAND_DISPLAY",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
        "XDG_PICTURES_DIR",
    ] {
        program.env_remove(variable);
    }
    program.env("DISPLAY", &screen.name).env("HOME", home).env("LC_ALL", "en_US.UTF-8");
    program
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
        let mut program = command_on(&screen, home.path(), arguments);
        program.env("STARSHELL_REPORT", home.path().join("report.json"));
        program.stderr(fs::File::create(home.path().join("errors.txt")).unwrap());
        let program = Running(start(&mut program));
        let mut window = Self { screen, program, id: String::new(), home, begin };
        window.until("the first frame is there", |report| report["first_frame_ms"].is_number());
        window.id = window.screen.act(&["search", "--onlyvisible", "--name", "^Starshell$"]);
        assert!(
            window.id.parse::<u64>().is_ok(),
            "one window is called Starshell: {:?}",
            window.id
        );
        // There is no window manager to give it the keyboard focus.
        window.screen.act(&["windowfocus", "--sync", &window.id]);
        window
    }

    fn report(&self) -> Option<Value> {
        serde_json::from_slice(&fs::read(self.home.path().join("report.json")).ok()?).ok()
    }

    /// Waits for the first report for which `is_done` holds.
    #[track_caller]
    fn until(&mut self, what: &str, is_done: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let report = self.report();
            if let Some(report) = report.as_ref().filter(|report| is_done(report)) {
                return report.clone();
            }
            if let Some(status) = self.program.0.try_wait().unwrap() {
                panic!("the program ended ({status}) before {what}");
            }
            assert!(
                begin.elapsed() < PATIENCE,
                "timed out waiting until {what}; the last report: {report:?}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The centre of the control with this role and name.
    #[track_caller]
    fn place(&mut self, role: &str, label: &str) -> [String; 2] {
        let is_it = |control: &&Value| control["label"] == label && control["role"] == role;
        let found = |report: &Value| {
            report["controls"].as_array().and_then(|all| all.iter().find(is_it).cloned())
        };
        let report = self
            .until(&format!("there is a {role} called {label}"), |report| found(report).is_some());
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

    /// CPU usage of the program over `time`, in percent of one core.
    fn load(&self, time: Duration) -> f64 {
        let ticks = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.0.id())).unwrap();
            // Fields follow the name, which may contain anything: the 12th and 13th after it are
            // the CPU time.
            let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
            fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()
        };
        let (before, begin) = (ticks(), Instant::now());
        std::thread::sleep(time);
        // A tick is 10 ms on every Linux that Rust runs on.
        100.0 * 0.01 * (ticks() - before) / begin.elapsed().as_secs_f64()
    }

    /// The program must end by itself with this exit code, with its settings saved. Returns what it
    /// has said.
    #[track_caller]
    fn ends_with_its_settings_kept(&mut self, code: i32) -> String {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.program.0.try_wait().unwrap() {
                break status;
            }
            assert!(begin.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(status.code(), Some(code));
        let settings = self.home.path().join(".config/starshell/settings.toml");
        assert!(settings.is_file(), "settings are kept: {:?}", everything(self.home.path()));
        fs::read_to_string(self.home.path().join("errors.txt")).unwrap()
    }

    fn files(&self, ending: &str) -> Vec<PathBuf> {
        let is_one = |path: &PathBuf| path.extension().is_some_and(|other| other == ending);
        everything(self.home.path()).into_iter().filter(is_one).collect()
    }

    fn pictures(&self) -> Vec<PathBuf> {
        self.files("png")
    }
}

fn number(report: &Value, key: &str) -> f64 {
    report[key].as_f64().unwrap_or_else(|| panic!("{key} is {}", report[key]))
}

#[test]
fn the_window_opens_responds_and_closes() {
    let _alone = alone();
    let mut window = Window::open(&["plummer", "--count", "1024"]);
    let report = window.until("frames advance", |report| {
        number(report, "steps") > 2.0 && number(report, "frames") > 2.0
    });
    let first = number(&report, "first_frame_ms");
    println!(
        "first frame {first:.0} ms after the start, seen after {:.0} ms",
        window.begin.elapsed().as_secs_f64() * 1e3
    );
    assert!(
        first < 4000.0,
        "the first frame came after {first} ms; on an idle machine it takes at most 2 s"
    );
    assert!(number(&report, "bodies") == 1024.0 && number(&report, "time") > 0.0);

    // What newcomers are shown at their first start.
    window.click("Button", "Close");
    window.until("the welcome is gone", |report| {
        report["controls"]
            .as_array()
            .unwrap()
            .iter()
            .all(|control| control["label"] != "Throw something")
    });
    window.click("Button", "Pause");
    window.until("it rests", |report| report["playing"] == false);
    // Wait for everything in flight, which takes a while on a busy machine.
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
    assert!(load < 15.0, "an idle window uses {load:.1} % of a core");
    let before = window.report().unwrap();
    window.key("period");
    window.until("it has made one step", |report| {
        number(report, "steps") == number(&before, "steps") + 1.0
    });

    window.click("SpinButton", "Softening");
    window.screen.act(&["type", "0.125"]);
    window.key("Return");
    window
        .until("the softening is what was typed", |report| report["physics"]["softening"] == 0.125);
    window.click("Button", "Play");
    window.until("it plays", |report| {
        report["playing"] == true && number(report, "steps") > number(&before, "steps") + 3.0
    });

    window.key("F9");
    let is_button = |control: &Value| control["role"] == "Button";
    let buttons = move |report: &Value| {
        report["controls"].as_array().unwrap().iter().filter(|c| is_button(c)).count()
    };
    window
        .until("the panels are hidden", |report| report["panels"] == false && buttons(report) == 0);
    window.key("F9");
    window.until("the panels are back", |report| report["panels"] == true && buttons(report) > 10);

    window.screen.act(&["windowsize", &window.id, "1000", "640"]);
    window.until("the window has another size", |report| {
        report["window"] == serde_json::json!([1000, 640])
    });
    window.key("F12");
    let begin = Instant::now();
    while window.pictures().is_empty() {
        assert!(
            begin.elapsed() < PATIENCE,
            "no picture was written: {:?}",
            everything(window.home.path())
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let [path] = window.pictures().try_into().unwrap();
    let picture = Png::read(&path);
    assert_eq!(picture.size, [1000, 640], "the window's size, whatever space the panels leave");
    assert!(picture.brightest() > 60, "the brightest channel is {}", picture.brightest());

    window.key("ctrl+q");
    window.ends_with_its_settings_kept(0);
}

#[test]
fn all_snapshots_of_a_file_play_as_a_film() {
    let _among_others = among_others();
    let folder = tempdir().unwrap();
    let path = folder.path().join("two.snap");
    let moment = |time: f64, x: f64| {
        format!("2\n3\n{time}\n0.5\n0.5\n{x} 0 0\n-{x} 0 0\n0 0.5 0\n0 -0.5 0\n")
    };
    fs::write(&path, moment(0.0, 1.0) + &moment(0.5, 0.875)).unwrap();
    let mut window = Window::open(&[path.to_str().unwrap(), "--at", "all"]);
    let report = window.until("the snapshots are there", |report| report["bodies"] == 2);
    // The first one, paused.
    assert_eq!((&report["steps"], &report["playing"]), (&0.into(), &false.into()));
    assert!(number(&report, "time").abs() < 1e-6, "{report}");
    window.key("shift+End");
    window.until("it plays", |report| number(report, "time") > 0.01);
    window.key("space");
    window.key("End");
    let report = window.until("its end is shown", |report| number(report, "time") > 0.499);
    assert_eq!(&report["steps"], &0);
}

#[test]
fn an_interrupt_keeps_the_size_of_the_window_and_the_settings() {
    let _among_others = among_others();
    let mut window = Window::open(&["kepler"]);
    window.until("frames advance", |report| number(report, "steps") > 2.0);
    window.screen.act(&["windowsize", &window.id, "900", "600"]);
    window.until("the window has another size", |report| {
        report["window"] == serde_json::json!([900, 600])
    });
    window.key("n");
    window.until("it is drawn", |report| number(report, "frames") > 5.0);
    let id = window.program.0.id().to_string();
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    window.ends_with_its_settings_kept(130);
    let settings =
        fs::read_to_string(window.home.path().join(".config/starshell/settings.toml")).unwrap();
    assert!(
        settings.contains("size = [900, 600]")
            || settings.contains("size = [\n    900,\n    600,\n]"),
        "{settings}"
    );
    assert!(settings.contains("light = true"), "{settings}");
}

#[test]
fn a_signal_closes_the_window_and_the_picture_is_written_before() {
    let among_others = among_others();
    let mut window = Window::open(&["plummer", "--count", "512"]);
    window.until("frames advance", |report| number(report, "steps") > 2.0);
    window.key("F12");
    let begin = Instant::now();
    // Under a temporary name at first, which begins with its own.
    while !everything(window.home.path())
        .iter()
        .any(|path| path.display().to_string().contains(".png"))
    {
        assert!(
            begin.elapsed() < PATIENCE,
            "no picture is being written: {:?}",
            everything(window.home.path())
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = window.program.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    window.ends_with_its_settings_kept(143);
    let [path] = window.pictures().try_into().unwrap();
    assert!(Png::read(&path).brightest() > 60);
    let folder = path.parent().unwrap();
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(
        names,
        [path.clone(), path.with_added_extension("toml")],
        "the picture and its recipe"
    );
    drop(among_others);
    // The command line makes the same picture from it.
    starshell(folder, &["render", "--again", path.to_str().unwrap(), "--out", "again.png"]).quiet();
    assert!(
        fs::read(&path).unwrap() == fs::read(folder.join("again.png")).unwrap(),
        "made again, the picture differs"
    );
}

#[test]
fn a_display_that_no_window_suits_is_refused_in_one_sentence() {
    let home = tempdir().unwrap();
    let refused = |screen: &Screen, (variable, value): (&str, &str), words: &[&str]| {
        let mut program = command_on(screen, home.path(), &["kepler"]);
        let Run { code, out, err, .. } = run(program.env(variable, value));
        assert_eq!(
            (code, out.as_str(), err.lines().count()),
            (Some(1), "", 1),
            "{variable}={value}: {err}"
        );
        assert!(
            err.starts_with("error: ") && words.iter().all(|word| err.contains(word)),
            "{variable}={value}: {err}"
        );
    };
    let screen = Screen::new();
    for value in ["0", "-1", "nan", "inf", "x", "1e9"] {
        refused(
            &screen,
            ("WINIT_X11_SCALE_FACTOR", value),
            &["WINIT_X11_SCALE_FACTOR", value, "from 0.25 to 10", "unset it"],
        );
    }
    for dpi in ["0", "-5", "1e9", "nan"] {
        let set = format!("echo 'Xft.dpi: {dpi}' | xrdb -nocpp -merge");
        let status =
            Command::new("sh").args(["-c", &set]).env("DISPLAY", &screen.name).status().unwrap();
        assert!(
            status.success(),
            "xrdb does not work: install it with ./test or apt-get install -y x11-xserver-utils"
        );
        refused(
            &screen,
            ("RUST_BACKTRACE", "1"),
            &["has a scale of", "from 0.25 to 10", "Xft.dpi: 96"],
        );
    }
    refused(
        &Screen::with_depth(16),
        ("RUST_BACKTRACE", "1"),
        &["16 bits", "depth of 24 bits", "`starshell render`"],
    );
}

#[test]
fn a_lost_display_ends_a_recording_with_the_video_and_the_run_kept() {
    let _among_others = among_others();
    let mut window = Window::open(&["kepler"]);
    window.until("frames advance", |report| number(report, "steps") > 2.0);
    window.key("r");
    let begin = Instant::now();
    while window.files("mp4").is_empty() {
        assert!(
            begin.elapsed() < PATIENCE,
            "no video is being recorded: {:?}",
            everything(window.home.path())
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let steps = number(&window.report().unwrap(), "steps");
    window.until("some frames are recorded", |report| number(report, "steps") > steps + 20.0);
    window.screen.server.0.kill().unwrap();
    let told = window.ends_with_its_settings_kept(1);
    assert!(
        told.starts_with("error: the connection to the display is lost")
            && told.lines().count() == 1,
        "{told}"
    );
    let files = everything(window.home.path());
    let is_half = |path: &PathBuf| path.display().to_string().contains(".partial");
    assert!(!files.iter().any(is_half), "{files:?}");
    let [video] = window.files("mp4").try_into().unwrap();
    assert!(Mp4::parse(&fs::read(&video).unwrap()).decode().len() > 1, "the video has its frames");
    let [run] = window.files("starshell").try_into().unwrap();
    let kept = Checkpoint::read(&run).unwrap();
    assert!(kept.snapshot.steps > 0, "the run is kept: {run:?}");
}
