//! The program as its users meet it: the real binary, what it writes, what it says, and what it leaves behind.

#[path = "common/program.rs"]
mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use program::*;
use starshell::capture::{COLUMNS, ContactSheet};
use starshell::lab::ScanKernel;
use starshell::name::Named;
use starshell::physics::Integrator;
use starshell::render::{ColorBy, ColorMap};
use starshell::scene::{Scene, embedded};
use tempfile::tempdir;

#[test]
fn a_picture_says_how_it_was_made() {
    let folder = tempdir().unwrap();
    let overrides = ["--seed", "7", "--integrator", "forest-ruth", "--dt", "0.004", "--softening", "0.03"];
    let look = ["--damping", "0.999", "--color-by", "distance", "--color-map", "viridis", "--trails", "9"];
    let arguments = [&["plummer", "--time", "0.04", "--out", "one.png"][..], &overrides, &look].concat();
    assert_eq!(render(folder.path(), &arguments).quiet(), "one.png\n");
    assert_eq!(names(folder.path()), ["one.png"]);

    let picture = Png::read(&folder.path().join("one.png"));
    assert_eq!(picture.size, [96, 64]);
    assert!(picture.brightest() > 60, "the brightest channel is {}", picture.brightest());

    let mut expected = Scene::load("plummer").unwrap();
    (expected.count, expected.seed) = (200, 7);
    expected.physics.integrator = Integrator::ForestRuth;
    (expected.physics.time_step, expected.physics.softening, expected.physics.damping) = (0.004, 0.03, 0.999);
    (expected.look.color_by, expected.look.color_map) = (ColorBy::Distance, ColorMap::Viridis);
    expected.look.trail_length = 9;
    assert_eq!(Scene::parse(&picture.notes["Scene"], "the picture").unwrap(), expected);
    assert_eq!(picture.notes["Seed"], "7");
    assert_eq!(picture.notes["Software"], format!("Starshell {}", env!("CARGO_PKG_VERSION")));
    assert_eq!((picture.notes["Steps"].as_str(), picture.notes["Title"].as_str()), ("10", expected.title.as_str()));
    let adapter = starshell::gpu::Gpu::open(None).unwrap().adapter_name().to_owned();
    assert!(picture.notes["Adapter"].contains(&adapter), "{:?}", picture.notes["Adapter"]);
}

#[test]
fn the_scene_of_a_picture_renders_the_same_picture() {
    let folder = tempdir().unwrap();
    for (index, arguments) in [
        &["shell", "--time", "0.1"][..],
        &["classic-0", "--faithful", "--time", "0.1"],
        // Softening given by hand: the scene no longer is what `faithful` says.
        &["classic-0", "--faithful", "--softening", "0.2", "--time", "0.1"],
    ]
    .iter()
    .enumerate()
    {
        let (first, again) = (format!("{index}.png"), format!("{index} again.png"));
        render(folder.path(), &[arguments, &["--out", &first][..]].concat()).quiet();
        let picture = Png::read(&folder.path().join(first));
        fs::write(folder.path().join("again.toml"), &picture.notes["Scene"]).unwrap();
        let time = &picture.notes["Time"];
        starshell(folder.path(), &["render", "again.toml", "--size", "96x64", "--time", time, "--out", &again]).quiet();
        assert_eq!(Png::read(&folder.path().join(again)).pixels, picture.pixels, "{arguments:?}");
    }
}

#[test]
fn the_same_command_writes_the_same_bytes() {
    let folder = tempdir().unwrap();
    let bytes = |seed: &str, out: &str| {
        let arguments = ["shell", "--time", "0.2", "--seed", seed, "--out", out, "--log", "log.csv"];
        render(folder.path(), &arguments).quiet();
        [fs::read(folder.path().join(out)).unwrap(), fs::read(folder.path().join("log.csv")).unwrap()]
    };
    let first = bytes("1", "new/folders/first.png");
    assert!(first == bytes("1", "again.png"), "the bytes differ");
    assert!(first != bytes("2", "other.png"), "another seed makes no difference");
}

#[test]
fn a_sequence_fills_a_folder_and_a_sheet_shows_the_same_pictures_with_their_times() {
    let folder = tempdir().unwrap();
    let steps = ["--steps-a-frame", "25"];
    let out = render(folder.path(), &[&["shell", "--frames", "4", "--out", "deep/frames"][..], &steps].concat()).quiet();
    assert_eq!(Path::new(out.trim_end()), Path::new("deep/frames"));
    let frames: Vec<Png> =
        (0..4).map(|index| Png::read(&folder.path().join(format!("deep/frames/frame_{index:06}.png")))).collect();
    assert_eq!(names(&folder.path().join("deep/frames")).len(), 4, "{:?}", names(folder.path()));
    for (index, frame) in frames.iter().enumerate() {
        assert_eq!((frame.size, frame.notes["Steps"].as_str()), ([96, 64], (25 * index).to_string().as_str()));
        assert!(frame.brightest() > 60);
    }
    assert!(frames[0].pixels != frames[3].pixels, "nothing moves");

    render(folder.path(), &[&["shell", "--sheet", "3x2", "--out", "sheet.png"][..], &steps].concat()).quiet();
    let sheet = Png::read(&folder.path().join("sheet.png"));
    assert_eq!(sheet.size, ContactSheet::size(3, 2, [96, 64]).unwrap());
    assert!(Scene::parse(&sheet.notes["Scene"], "the sheet").is_ok() && !sheet.notes.contains_key("Time"));
    let [step_x, step_y] = [(sheet.size[0] - 2) / 3, (sheet.size[1] - 2) / 2];
    let mut captions = Vec::new();
    for (index, frame) in (0..).zip(&frames) {
        let corner = [2 + index % 3 * step_x, 2 + index / 3 * step_y];
        assert!(sheet.part(corner, [96, 64]) == frame.pixels, "picture {index} is not frame {index} of the sequence");
        captions.push(sheet.part([corner[0], corner[1] + 64], [96, step_y - 66]));
    }
    for (index, caption) in captions.iter().enumerate() {
        let ink = caption.iter().filter(|channel| **channel > 90).count();
        assert!((20..4000).contains(&ink), "caption {index} has {ink} bright channels");
        assert!(captions[..index].iter().all(|other| other != caption), "caption {index} repeats an earlier one");
    }

    // One frame may be a folder too, where --frames asks for it; a single picture stands at the end of its steps.
    render(folder.path(), &["shell", "--frames", "1", "--steps-a-frame", "75", "--out", "single"]).quiet();
    assert_eq!(names(&folder.path().join("single")), ["frame_000000.png"]);
    assert!(Png::read(&folder.path().join("single/frame_000000.png")).pixels == frames[3].pixels);
}

#[test]
fn the_log_has_rows_for_the_start_the_frames_and_evenly_between() {
    let folder = tempdir().unwrap();
    let arguments = ["plummer", "--frames", "6", "--time", "3", "--dt", "0.005", "--out", "f", "--log", "new/log.csv"];
    assert_eq!(render(folder.path(), &arguments).quiet().lines().collect::<Vec<_>>(), ["f", "new/log.csv"]);
    let text = fs::read_to_string(folder.path().join("new/log.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap(), COLUMNS);
    let columns: Vec<&str> = COLUMNS.split(',').collect();
    let rows: Vec<BTreeMap<&str, f64>> = lines
        .map(|line| {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            assert_eq!(cells.len(), columns.len(), "{line}");
            columns.iter().copied().zip(cells).collect()
        })
        .collect();
    // 600 steps: two hundred rows after that of the start, and one for each frame that is not among them (120, 240 ... are).
    let steps: Vec<f64> = rows.iter().map(|row| row["steps"]).collect();
    assert_eq!(steps, (0..=200).map(|row| 3.0 * f64::from(row)).collect::<Vec<_>>());
    for row in &rows {
        assert!((row["time"] - 0.005 * row["steps"]).abs() < 1e-9, "{row:?}");
        assert!((row["energy"] - (row["kinetic"] + row["potential"])).abs() < 1e-8, "{row:?}");
        assert!((row["energy"] + 0.25).abs() < 0.05, "a Plummer sphere in standard units has E = -1/4: {row:?}");
        assert!(row["energy_drift"].abs() < 5e-3, "{row:?}");
        assert!((0.35..0.65).contains(&row["virial_ratio"]), "{row:?}");
        assert!(["x", "y", "z"].iter().all(|axis| row[format!("momentum_{axis}").as_str()].abs() < 1e-4), "{row:?}");
        assert!(row["radius_max"] > 1.0 && row["speed_max"] > 0.1 && row["invalid"] == 0.0, "{row:?}");
    }
    assert!(rows[0]["energy_drift"] == 0.0 && rows[200]["kinetic"] != rows[0]["kinetic"]);

    // Few steps: each has its row, whether a frame shows it or not.
    let arguments = ["plummer", "--frames", "3", "--steps-a-frame", "2", "--out", "g", "--log", "few.csv"];
    render(folder.path(), &arguments).quiet();
    let text = fs::read_to_string(folder.path().join("few.csv")).unwrap();
    let steps: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(steps, ["0", "1", "2", "3", "4"]);
}

#[cfg(unix)]
mod interrupt {
    use super::*;
    use std::time::{Duration, Instant};

    /// Starts a run, interrupts it as Ctrl-C does as soon as `is_time` says so, and waits for its end.
    fn interrupted(folder: &Path, arguments: &[&str], is_time: impl Fn() -> bool) -> (Run, Duration) {
        let mut child = command(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begin = Instant::now();
        while !is_time() {
            let ended = child.try_wait().unwrap();
            let in_time = begin.elapsed() < Duration::from_secs(60);
            if ended.is_some() || !in_time {
                let _ = child.kill();
                panic!("the run ended by itself ({ended:?}) or never came so far: {:?}", names(folder));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let begin = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }, begin.elapsed())
    }

    #[test]
    fn ctrl_c_keeps_the_finished_frames_of_a_sequence_and_its_log() {
        let folder = tempdir().unwrap();
        let frames = folder.path().join("frames");
        let arguments = ["render", "shell", "--count", "500", "--size", "64x64", "--frames", "1000000", "--time", "1e4"];
        let arguments = [&arguments[..], &["--out", "frames", "--log", "log.csv"]].concat();
        let (run, took) = interrupted(folder.path(), &arguments, || frames.join("frame_000003.png").exists());
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (Some(130), "", 1), "{}", run.err);
        assert!(took < Duration::from_secs(5), "it took {took:?}");
        let kept = names(&frames);
        assert!(kept.len() >= 4 && kept.len() < 1_000_000);
        for (index, name) in kept.iter().enumerate() {
            assert_eq!(*name, format!("frame_{index:06}.png"));
            assert_eq!(Png::read(&frames.join(name)).size, [64, 64]);
        }
        assert_eq!(run.err, format!("stopped after {} of 1000000 frames; finished files are kept\n", kept.len()));
        let log = fs::read_to_string(folder.path().join("log.csv")).unwrap();
        assert_eq!(log.lines().count(), kept.len() + 1, "a row for each frame, and the head");
        assert_eq!(everything(folder.path()).len(), kept.len() + 2, "{:?}", names(folder.path()));
    }

    #[test]
    fn ctrl_c_ends_a_run_that_does_not_answer_and_leaves_nothing() {
        let folder = tempdir().unwrap();
        // So many bodies that software needs half a minute for one force pass, and far too many steps for any GPU.
        let arguments = ["render", "shell", "--count", "200000", "--time", "1e6", "--out", "new/o.png", "--log", "log.csv"];
        let has_begun = || names(folder.path()).iter().any(|name| name.starts_with(".log.csv"));
        let (run, took) = interrupted(folder.path(), &arguments, has_begun);
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (Some(130), "", 1), "{}", run.err);
        assert!(took < Duration::from_secs(10), "it took {took:?}");
        // The log may be whole where the run did answer; nothing may be half-written.
        let left = names(folder.path());
        assert!(left.iter().all(|name| name == "log.csv"), "{left:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let folder = tempdir().unwrap();
    for arguments in
        [&["scenes"][..], &["info"], &["--help"], &["--version"], &["render", "kepler", "--time", "0", "--out", "o.png"]]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(folder.path(), arguments).stdout(writer).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
    assert_eq!(names(folder.path()), ["o.png"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command(folder.path(), &["render", "shel", "--out", "p.png"]).stderr(writer).status().unwrap();
    assert_eq!(status.code(), Some(2), "an error that nobody reads stays an error");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_is_told() {
    let folder = tempdir().unwrap();
    for arguments in [&["scenes"][..], &["info"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(folder.path(), arguments).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.lines().count()), (Some(1), 1), "{arguments:?}: {err}");
        assert!(err.contains("standard output cannot be written"), "{err}");
    }
}

#[test]
fn scenes_info_and_help_say_what_there_is() {
    let folder = tempdir().unwrap();
    let scenes = starshell(folder.path(), &["scenes"]).quiet();
    for scene in embedded() {
        assert!(scenes.contains(&format!("{}: {}", scene.name, scene.scene.title)), "{} is not listed", scene.name);
    }
    assert_eq!(scenes.matches("Not accurate here: ").count(), embedded().len());
    assert!(scenes.lines().all(|line| line.chars().count() <= 110));

    let info = starshell(folder.path(), &["info"]).quiet();
    let adapter = starshell::gpu::Gpu::open(None).unwrap().adapter_name().to_owned();
    assert!(info.contains(&format!("{adapter}  <- Starshell runs on this one")), "{info}");
    for word in ["backend", "driver", "at most", "timestamp_query", "--adapter", "STARSHELL_ADAPTER"] {
        assert!(info.contains(word), "{word} is not in {info}");
    }
    assert_eq!(info.matches("<-").count(), 1);
    assert_eq!(starshell(folder.path(), &["info", "--adapter", "0"]).quiet().matches("<-").count(), 1);

    let help = starshell(folder.path(), &["--help"]).quiet();
    for word in ["render", "scenes", "info", "bench", "[SCENE]", "--fullscreen", "--projector", "--kiosk", "Examples:"] {
        assert!(help.contains(word), "{word} is not in {help}");
    }
    let help = starshell(folder.path(), &["render", "--help"]).quiet();
    for flag in ["count", "seed", "size", "frames", "time", "steps-a-frame", "sheet", "integrator", "dt", "softening", "damping"]
    {
        assert!(help.contains(&format!("--{flag} ")), "--{flag} is not in {help}");
    }
    for flag in ["color-by", "color-map", "log", "adapter"] {
        assert!(help.contains(&format!("--{flag} ")), "--{flag} is not in {help}");
    }
    assert!(!help.contains('\x1b'), "colours only on a terminal");
    let version = starshell(folder.path(), &["--version"]).quiet();
    assert_eq!(version, format!("starshell {}\n", env!("CARGO_PKG_VERSION")));
    // Of half a command the help stands in for the sentence: there is no one thing that is wrong.
    let Run { code, out, err } = starshell(folder.path(), &["bench"]);
    assert!((code, out.as_str()) == (Some(2), "") && err.contains("Usage: starshell bench") && !err.contains('\x1b'), "{err}");
}

#[test]
fn benches_print_one_object_a_line() {
    let folder = tempdir().unwrap();
    let fields =
        "bench, adapter, driver, kernel, precision, model, count, median_ms, min_ms, max_ms, rate, unit, median_error, p99_error";
    let mut fields: Vec<&str> = fields.split(", ").collect();
    fields.sort_unstable();
    let gravity: &[&str] = &["gravity", "--count", "256,300", "--kernel", "auto"];
    let precise: &[&str] = &["gravity", "--count", "256", "--precision", "f32,f32+,f64", "--model", "plummer"];
    for (arguments, bench, counts, precisions) in [
        (gravity, "gravity", &[256, 300][..], &["f32", "f32"][..]),
        (precise, "gravity", &[256, 256, 256], &["f32", "f32+", "f64"]),
        (&["cpu", "--count", "33", "--kernel", "all"], "cpu", &[33; 5], &["f32"; 5]),
        (&["cpu", "--count", "100,257", "--kernel", "simd-threaded"], "cpu", &[100, 257], &["f32"; 2]),
        (&["frame", "--count", "64", "--size", "64x64"], "frame", &[64], &["f32"]),
        (&["frame", "--count", "64", "--size", "400x300", "--steps-a-frame", "2", "--panels"], "frame", &[64], &["f32"]),
    ] {
        let out = starshell(folder.path(), &[&["bench"], arguments, &["--json"]].concat()).quiet();
        assert_eq!(out.lines().count(), counts.len(), "{out}");
        for ((line, count), precision) in out.lines().zip(counts).zip(precisions) {
            let row: BTreeMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            assert_eq!(row.keys().collect::<Vec<_>>(), fields, "{line}");
            assert_eq!(row["kernel"].as_str().unwrap().ends_with(", panels"), arguments.contains(&"--panels"), "{line}");
            assert_eq!(
                (&row["bench"], &row["count"], &row["precision"]),
                (&bench.into(), &(*count).into(), &(*precision).into())
            );
            let number = |name: &str| row[name].as_f64().unwrap();
            assert!(0.0 < number("min_ms") && number("min_ms") <= number("median_ms"), "{line}");
            assert!(number("median_ms") <= number("max_ms"), "{line}");
            let is_gravity = bench != "frame";
            let work = if is_gravity { f64::from(*count).powi(2) } else { 1.0 };
            assert!((number("rate") * number("median_ms") * 1e-3 / work - 1.0).abs() < 1e-6, "{line}");
            assert_eq!(row["unit"], if is_gravity { "interactions/s" } else { "frames/s" });
            if is_gravity {
                assert!(number("median_error") < 1e-6 && number("p99_error") < 1e-5, "{line}");
                assert!(number("median_error") <= number("p99_error"), "{line}");
                assert!(*precision != "f64" || number("p99_error") < 1e-14, "{line}");
            } else {
                assert!(row["median_error"].is_null() && row["p99_error"].is_null(), "{line}");
            }
        }
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn benches_of_primitives_print_one_object_a_line() {
    let folder = tempdir().unwrap();
    let rows = |arguments: &[&str]| -> Vec<BTreeMap<String, serde_json::Value>> {
        let out = starshell(folder.path(), &[&["bench"], arguments, &["--json"]].concat()).quiet();
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let kernels = |rows: &[BTreeMap<String, serde_json::Value>]| -> Vec<String> {
        rows.iter().map(|row| row["kernel"].as_str().unwrap().split(' ').next().unwrap().to_owned()).collect()
    };
    let reduce = rows(&["reduce", "--count", "2^10,3", "--type", "f32", "--kernel", "auto,first-add,cpu-serial"]);
    let scan = rows(&["scan", "--count", "1000", "--kernel", "all"]);
    let portable = rows(&["scan", "--count", "5000", "--portable"]);
    let keys = rows(&["sort", "--count", "700", "--data", "random,bits16", "--kernel", "auto,portable,cpu-threaded"]);
    let pairs = rows(&["sort", "--count", "700", "--data", "equal", "--pairs", "--kernel", "runs,four-bits,cpu-std"]);

    assert_eq!(kernels(&reduce), ["auto", "first-add", "cpu-serial"].repeat(2));
    let named = |names: Vec<String>| names.into_iter().map(|name| ScanKernel::named(&name).unwrap()).collect::<Vec<_>>();
    assert_eq!(named(kernels(&scan)), ScanKernel::ALL, "so few elements are scanned by all");
    assert_eq!(kernels(&portable), ["portable"]);
    assert_eq!(kernels(&keys), ["auto", "auto", "portable", "portable", "cpu-threaded", "cpu-threaded"]);
    assert_eq!(kernels(&pairs), ["runs", "four-bits", "cpu-std"]);
    let counts: Vec<u64> = reduce.iter().map(|row| row["count"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1024, 1024, 1024, 3, 3, 3]);

    for (rows, bench, precision, models) in [
        (&reduce, "reduce", "f32", &[""][..]),
        (&scan, "scan", "u32", &[""]),
        (&portable, "scan", "u32", &[""]),
        (&keys, "sort", "u32", &["random", "bits16"]),
        (&pairs, "sort", "u32 pairs", &["equal"]),
    ] {
        for (row, model) in rows.iter().zip(models.iter().cycle()) {
            assert_eq!((&row["bench"], &row["precision"], &row["model"]), (&bench.into(), &precision.into(), &(*model).into()));
            let number = |name: &str| row[name].as_f64().unwrap();
            assert!(0.0 < number("min_ms") && number("min_ms") <= number("median_ms"), "{row:?}");
            assert!(number("median_ms") <= number("max_ms"), "{row:?}");
            assert!((number("rate") * number("median_ms") * 1e-3 / number("count") - 1.0).abs() < 1e-6, "{row:?}");
            assert!(row["unit"] == "elements/s" && row["median_error"].is_null() && row["p99_error"].is_null(), "{row:?}");
        }
    }
    assert_eq!(names(folder.path()), [""; 0]);
}
