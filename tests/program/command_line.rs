//! The program from a user's point of view: the real binary, its output files, its messages, and
//! what it leaves behind.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::breadth::cases;
use crate::common::program::*;
use starshell::capture::{ContactSheet, DiagnosticsLog, columns};
use starshell::lab::ScanKernel;
use starshell::name::Named;
use starshell::physics::Integrator;
use starshell::render::{ColorBy, ColorMap};
use starshell::scene::{Scene, embedded};
use tempfile::tempdir;

#[test]
fn a_picture_says_how_it_was_made() {
    let folder = tempdir().unwrap();
    let overrides =
        ["--seed", "7", "--integrator", "forest-ruth", "--dt", "0.004", "--softening", "0.03"];
    let look =
        ["--damping", "0.999", "--color-by", "distance", "--color-map", "viridis", "--trails", "9"];
    let arguments =
        [&["plummer", "--time", "0.04", "--out", "one.png"][..], &overrides, &look].concat();
    assert_eq!(render(folder.path(), &arguments).quiet(), "one.png\n");
    assert_eq!(names(folder.path()), ["one.png", "one.png.toml"]);

    let picture = Png::read(&folder.path().join("one.png"));
    assert_eq!(picture.size, [96, 64]);
    assert!(picture.brightest() > 60, "the brightest channel is {}", picture.brightest());

    let mut expected = Scene::load("plummer").unwrap();
    (expected.count, expected.seed) = (200, 7);
    expected.physics.integrator = Integrator::ForestRuth;
    (expected.physics.time_step, expected.physics.softening, expected.physics.damping) =
        (0.004, 0.03, 0.999);
    (expected.look.color_by, expected.look.color_map) = (ColorBy::Distance, ColorMap::Viridis);
    expected.look.trails = 9.0;
    assert_eq!(Scene::parse(&picture.notes["Scene"], "the picture").unwrap(), expected);
    assert_eq!(picture.notes["Seed"], "7");
    assert_eq!(picture.notes["Software"], format!("Starshell {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(
        (picture.notes["Steps"].as_str(), picture.notes["Title"].as_str()),
        ("10", expected.title.as_str())
    );
    let adapter =
        starshell::gpu::Gpu::open_with(None, |_, _| ()).unwrap().adapter_name().to_owned();
    assert!(picture.notes["Adapter"].contains(&adapter), "{:?}", picture.notes["Adapter"]);
}

#[test]
fn the_scene_of_a_picture_renders_the_same_picture() {
    let folder = tempdir().unwrap();
    for (index, arguments) in [
        &["shell", "--time", "0.1"][..],
        &["classic-0", "--faithful", "--time", "0.1"],
        // With an explicit softening, the scene is no longer what `faithful` describes.
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
        starshell(
            folder.path(),
            &["render", "again.toml", "--size", "96x64", "--time", time, "--out", &again],
        )
        .quiet();
        assert_eq!(Png::read(&folder.path().join(again)).pixels, picture.pixels, "{arguments:?}");
    }
}

#[test]
fn the_same_command_writes_the_same_bytes() {
    let folder = tempdir().unwrap();
    let bytes = |seed: &str, out: &str| {
        let arguments =
            ["shell", "--time", "0.2", "--seed", seed, "--out", out, "--log", "log.csv"];
        let run = render(folder.path(), &arguments);
        let parent = Path::new(out).parent().unwrap().to_str().unwrap();
        if parent.is_empty() {
            run.quiet()
        } else {
            run.created(parent)
        };
        [
            fs::read(folder.path().join(out)).unwrap(),
            fs::read(folder.path().join("log.csv")).unwrap(),
        ]
    };
    let first = bytes("1", "new/folders/first.png");
    assert!(first == bytes("1", "again.png"), "the bytes differ");
    assert!(first != bytes("2", "other.png"), "another seed makes no difference");
}

#[test]
fn a_sequence_fills_a_folder_and_a_sheet_shows_the_same_pictures_with_their_times() {
    let folder = tempdir().unwrap();
    let steps = ["--steps-per-frame", "25"];
    let out = render(
        folder.path(),
        &[&["shell", "--frames", "4", "--out", "deep/frames"][..], &steps].concat(),
    )
    .created("deep");
    assert_eq!(Path::new(out.trim_end()), Path::new("deep/frames"));
    let frames: Vec<Png> = (0..4)
        .map(|index| Png::read(&folder.path().join(format!("deep/frames/frame_{index:06}.png"))))
        .collect();
    // And the recipe.
    assert_eq!(
        names(&folder.path().join("deep/frames")).len(),
        4 + 1,
        "{:?}",
        names(folder.path())
    );
    for (index, frame) in frames.iter().enumerate() {
        assert_eq!(
            (frame.size, frame.notes["Steps"].as_str()),
            ([96, 64], (25 * index).to_string().as_str())
        );
        assert!(frame.brightest() > 60);
    }
    assert!(frames[0].pixels != frames[3].pixels, "nothing moves");

    render(
        folder.path(),
        &[&["shell", "--sheet", "3x2", "--out", "sheet.png"][..], &steps].concat(),
    )
    .quiet();
    let sheet = Png::read(&folder.path().join("sheet.png"));
    assert_eq!(sheet.size, ContactSheet::size(3, 2, [96, 64]).unwrap());
    assert!(
        Scene::parse(&sheet.notes["Scene"], "the sheet").is_ok()
            && !sheet.notes.contains_key("Time")
    );
    let [step_x, step_y] = [(sheet.size[0] - 2) / 3, (sheet.size[1] - 2) / 2];
    let mut captions = Vec::new();
    for (index, frame) in (0..).zip(&frames) {
        let corner = [2 + index % 3 * step_x, 2 + index / 3 * step_y];
        assert!(
            sheet.part(corner, [96, 64]) == frame.pixels,
            "picture {index} is not frame {index} of the sequence"
        );
        captions.push(sheet.part([corner[0], corner[1] + 64], [96, step_y - 66]));
    }
    for (index, caption) in captions.iter().enumerate() {
        let ink = caption.iter().filter(|channel| **channel > 90).count();
        assert!((20..4000).contains(&ink), "caption {index} has {ink} bright channels");
        assert!(
            captions[..index].iter().all(|other| other != caption),
            "caption {index} repeats an earlier one"
        );
    }

    // A shorter sequence in the same folder removes all of the longer one, and no other files.
    for other in ["frame_1.png", "frame_000009.txt", "mine.png"] {
        fs::write(folder.path().join("deep/frames").join(other), "").unwrap();
    }
    let again = render(
        folder.path(),
        &[&["shell", "--frames", "2", "--out", "deep/frames"][..], &steps].concat(),
    );
    assert_eq!((again.code, again.err.lines().count()), (Some(0), 1), "{}", again.err);
    assert!(
        again.err.contains("deep/frames has 2 more frames of an earlier sequence"),
        "{}",
        again.err
    );
    let kept = names(&folder.path().join("deep/frames"));
    assert_eq!(
        kept,
        [
            "frame_000000.png",
            "frame_000001.png",
            "frame_000009.txt",
            "frame_1.png",
            "mine.png",
            "recipe.toml"
        ]
    );

    // A single frame goes into a folder too if --frames asks for it; a single picture shows the end
    // of its steps.
    render(
        folder.path(),
        &["shell", "--frames", "1", "--steps-per-frame", "75", "--out", "single"],
    )
    .quiet();
    assert_eq!(names(&folder.path().join("single")), ["frame_000000.png", "recipe.toml"]);
    assert!(Png::read(&folder.path().join("single/frame_000000.png")).pixels == frames[3].pixels);
}

#[test]
fn pictures_have_the_format_that_was_asked_for() {
    let folder = tempdir().unwrap();
    let info = |name: &str| {
        let file = fs::File::open(folder.path().join(name)).unwrap();
        png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap().info().clone()
    };
    let steps = ["shell", "--steps-per-frame", "2"];
    for (arguments, name, depth, color) in [
        (&["--depth", "16"][..], "deep.png", png::BitDepth::Sixteen, png::ColorType::Rgb),
        (
            &["--depth", "16", "--transparent"],
            "deep-alpha.png",
            png::BitDepth::Sixteen,
            png::ColorType::Rgba,
        ),
        (
            &["--transparent", "--samples", "2"],
            "alpha.png",
            png::BitDepth::Eight,
            png::ColorType::Rgba,
        ),
    ] {
        render(folder.path(), &[&steps, arguments, &["--out", name][..]].concat()).quiet();
        let info = info(name);
        assert_eq!(
            (info.width, info.height, info.bit_depth, info.color_type),
            (96, 64, depth, color)
        );
        assert!(info.utf8_text.iter().any(|note| note.keyword == "Scene"));
    }
    render(folder.path(), &[&steps, &["--out", "light.exr", "--transparent"][..]].concat()).quiet();
    let light =
        exr::prelude::read_all_flat_layers_from_file(folder.path().join("light.exr")).unwrap();
    assert_eq!((light.layer_data[0].size.0, light.layer_data[0].channel_data.list.len()), (96, 4));
    render(folder.path(), &["shell", "--frames", "2", "--format", "exr", "--out", "frames"])
        .quiet();
    assert_eq!(
        names(&folder.path().join("frames")),
        ["frame_000000.exr", "frame_000001.exr", "recipe.toml"]
    );

    // Beyond the size of one piece: in tiles.
    let sized = |arguments: &[&str]| {
        let first = ["render", "shell", "--count", "300", "--steps-per-frame", "2", "--size"];
        starshell(folder.path(), &[&first, arguments].concat()).quiet()
    };
    sized(&["4500x40", "--out", "wide.png"]);
    assert_eq!(Png::read(&folder.path().join("wide.png")).size, [4500, 40]);

    // Texts change the lower corners only.
    sized(&["320x180", "--out", "plain.png"]);
    sized(&[
        "320x180",
        "--caption",
        "{scene}, step {steps}",
        "--credit",
        "A. Author",
        "--out",
        "texts.png",
    ]);
    let [plain, texts] =
        ["plain.png", "texts.png"].map(|name| Png::read(&folder.path().join(name)));
    assert!(plain.part([0, 0], [320, 150]) == texts.part([0, 0], [320, 150]));
    for left in [0, 280] {
        assert!(
            plain.part([left, 150], [40, 30]) != texts.part([left, 150], [40, 30]),
            "text at {left}"
        );
    }
}

#[test]
fn a_picture_like_another_is_made_from_its_notes_alone() {
    let folder = tempdir().unwrap();
    let camera = [
        "--azimuth",
        "30",
        "--elevation",
        "-10",
        "--distance",
        "5",
        "--target",
        "0,0.1,-0.2",
        "--roll",
        "5",
    ];
    let look = [
        "--field-of-view",
        "40",
        "--exposure",
        "1",
        "--glow",
        "0.2",
        "--color-map",
        "viridis",
        "--seed",
        "3",
    ];
    let first =
        [&["plummer", "--steps-per-frame", "6", "--out", "first.png"][..], &camera, &look].concat();
    render(folder.path(), &first).quiet();
    fs::remove_file(folder.path().join("first.png.toml")).unwrap();
    let like = |arguments: &[&str]| {
        starshell(folder.path(), &[&["render", "--like", "first.png"], arguments].concat()).quiet()
    };
    like(&["--out", "like.png"]);
    let [first, again] = ["first.png", "like.png"].map(|name| Png::read(&folder.path().join(name)));
    assert!(first.pixels == again.pixels && first.notes["Scene"] == again.notes["Scene"]);
    let scene = Scene::parse(&first.notes["Scene"], "the picture").unwrap();
    assert_eq!(
        (scene.camera.azimuth, scene.camera.elevation, scene.camera.roll),
        (30.0, -10.0, 5.0)
    );
    assert_eq!(
        (scene.camera.target.to_array(), scene.camera.field_of_view),
        ([0.0, 0.1, -0.2], 40.0)
    );
    assert_eq!((scene.look.exposure, scene.look.bloom), (1.0, 0.2));
    // Other options win, and EXR files have notes too.
    like(&["--out", "like.exr", "--size", "48x32", "--exposure", "0"]);
    starshell(
        folder.path(),
        &["render", "--like=like.exr", "--out", "third.png", "--steps-per-frame", "9"],
    )
    .quiet();
    let third = Png::read(&folder.path().join("third.png"));
    assert_eq!((third.size, third.notes["Steps"].as_str()), ([48, 32], "9"));
    assert_eq!(Scene::parse(&third.notes["Scene"], "the picture").unwrap().look.exposure, 0.0);
}

#[test]
fn the_log_has_rows_for_the_start_the_frames_and_evenly_between() {
    let folder = tempdir().unwrap();
    let arguments = [
        "plummer",
        "--frames",
        "6",
        "--time",
        "3",
        "--dt",
        "0.005",
        "--out",
        "f",
        "--log",
        "new/log.csv",
    ];
    assert_eq!(
        render(folder.path(), &arguments).created("new").lines().collect::<Vec<_>>(),
        ["f", "new/log.csv"]
    );
    let text = fs::read_to_string(folder.path().join("new/log.csv")).unwrap();
    let mut lines = text.lines();
    let columns = [&columns(None)[..], &DiagnosticsLog::COLUMNS.join(",")].join(",");
    assert_eq!(lines.next().unwrap(), columns);
    let columns: Vec<&str> = columns.split(',').collect();
    let rows: Vec<BTreeMap<&str, f64>> = lines
        .map(|line| {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            assert_eq!(cells.len(), columns.len(), "{line}");
            columns.iter().copied().zip(cells).collect()
        })
        .collect();
    // 600 steps: one row for the start, two hundred more, and one for each frame that is not among
    // them (120, 240 ... are).
    let steps: Vec<f64> = rows.iter().map(|row| row["steps"]).collect();
    assert_eq!(steps, (0..=200).map(|row| 3.0 * f64::from(row)).collect::<Vec<_>>());
    for row in &rows {
        assert!((row["time"] - 0.005 * row["steps"]).abs() < 1e-9, "{row:?}");
        assert!((row["energy"] - (row["kinetic"] + row["potential"])).abs() < 1e-8, "{row:?}");
        assert!(
            (row["energy"] + 0.25).abs() < 0.05,
            "a Plummer sphere in standard units has E = -1/4: {row:?}"
        );
        assert!(row["energy_drift"].abs() < 5e-3, "{row:?}");
        assert!((0.35..0.65).contains(&row["virial_ratio"]), "{row:?}");
        assert!(
            ["x", "y", "z"]
                .iter()
                .all(|axis| row[format!("momentum_{axis}").as_str()].abs() < 1e-4),
            "{row:?}"
        );
        // After every step: there are few.
        assert!(
            row["energy_drift_max"] >= row["energy_drift"].abs()
                && row["measurements"] == if row["steps"] == 0.0 { 1.0 } else { 3.0 },
            "{row:?}"
        );
        let radii = [10, 50, 90].map(|share| row[format!("lagrangian_radius_{share}").as_str()]);
        assert!(
            (0.2..0.5).contains(&radii[0])
                && (0.6..1.0).contains(&radii[1])
                && (1.5..3.0).contains(&radii[2]),
            "{row:?}"
        );
        assert!(
            row["radius_max"] > 1.0 && row["speed_max"] > 0.1 && row["invalid"] == 0.0,
            "{row:?}"
        );
    }
    assert!(rows[0]["energy_drift"] == 0.0 && rows[200]["kinetic"] != rows[0]["kinetic"]);

    // One body has no ratios of energies, so their cells are empty.
    let arguments = [
        "render", "shell", "--count", "1", "--size", "96x64", "--time", "0.1", "--out", "one.png",
        "--log", "one.csv",
    ];
    starshell(folder.path(), &arguments).quiet();
    let text = fs::read_to_string(folder.path().join("one.csv")).unwrap();
    assert!(!text.contains("NaN") && !text.contains("inf") && text.contains(",,"), "{text}");

    // With few steps, each has a row, whether or not a frame shows it.
    let arguments =
        ["plummer", "--frames", "3", "--steps-per-frame", "2", "--out", "g", "--log", "few.csv"];
    render(folder.path(), &arguments).quiet();
    let text = fs::read_to_string(folder.path().join("few.csv")).unwrap();
    let steps: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(steps, ["0", "1", "2", "3", "4"]);
}

#[cfg(unix)]
mod interrupt {
    use super::*;
    use std::time::{Duration, Instant};

    /// Starts a run, sends the signal of Ctrl-C as soon as `is_time` returns true, and waits for
    /// the end; the time is measured from one to the other.
    fn interrupted(folder: &Path, arguments: &[&str], is_time: impl Fn() -> bool) -> Run {
        signalled("-INT", with_signals(command(folder, arguments)), folder, is_time)
    }

    /// The same with another command and signal.
    fn signalled(
        signal: &str,
        mut command: Command,
        folder: &Path,
        is_time: impl Fn() -> bool,
    ) -> Run {
        let _alone = alone();
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begin = Instant::now();
        while !is_time() {
            let ended = child.try_wait().unwrap();
            let in_time = begin.elapsed() < Duration::from_secs(60);
            if ended.is_some() || !in_time {
                let _ = child.kill();
                panic!(
                    "the run ended by itself ({ended:?}) or never got that far: {:?}",
                    names(folder)
                );
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let begin = Instant::now();
        assert!(
            Command::new("kill")
                .args([signal, &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        Run::of(child.wait_with_output().unwrap(), begin)
    }

    #[test]
    fn ctrl_c_keeps_the_finished_frames_of_a_sequence_and_its_log() {
        let folder = tempdir().unwrap();
        let frames = folder.path().join("frames");
        let arguments = [
            "render", "shell", "--count", "500", "--size", "64x64", "--frames", "1000000",
            "--time", "1e4",
        ];
        let arguments = [&arguments[..], &["--out", "frames", "--log", "log.csv"]].concat();
        let run =
            interrupted(folder.path(), &arguments, || frames.join("frame_000003.png").exists());
        assert_eq!(
            (run.code, run.out.as_str(), run.err.lines().count()),
            (Some(130), "", 1),
            "{}",
            run.err
        );
        assert!(run.took < Duration::from_secs(5), "it took {:?}", run.took);
        let kept = names(&frames);
        assert!(kept.len() >= 4 && kept.len() < 1_000_000);
        for (index, name) in kept.iter().enumerate() {
            assert_eq!(*name, format!("frame_{index:06}.png"));
            assert_eq!(Png::read(&frames.join(name)).size, [64, 64]);
        }
        assert_eq!(
            run.err,
            format!("stopped after {} of 1000000 frames; finished files are kept\n", kept.len())
        );
        let log = fs::read_to_string(folder.path().join("log.csv")).unwrap();
        assert_eq!(log.lines().count(), kept.len() + 1, "a row for each frame, and the head");
        assert_eq!(everything(folder.path()).len(), kept.len() + 2, "{:?}", names(folder.path()));
    }

    #[test]
    fn sigterm_ends_a_run_as_ctrl_c_does() {
        let folder = tempdir().unwrap();
        let frames = folder.path().join("frames");
        let arguments = [
            "render", "shell", "--count", "500", "--size", "64x64", "--frames", "1000000",
            "--time", "1e4",
        ];
        let command =
            with_signals(command(folder.path(), &[&arguments[..], &["--out", "frames"]].concat()));
        let run =
            signalled("-TERM", command, folder.path(), || frames.join("frame_000001.png").exists());
        assert_eq!((run.code, run.out.as_str()), (Some(143), ""), "{}", run.err);
        assert_eq!(
            run.err,
            format!(
                "stopped after {} of 1000000 frames; finished files are kept\n",
                names(&frames).len()
            )
        );
    }

    #[test]
    fn a_signal_ignored_at_the_start_stays_ignored() {
        let folder = tempdir().unwrap();
        let frames = folder.path().join("frames");
        // As nohup and a shell's background jobs do.
        let mut command = Command::new("sh");
        let words =
            "render shell --count 500 --size 64x64 --frames 100 --steps-per-frame 100 --out frames";
        let script = format!("trap '' HUP INT; exec {} {words}", env!("CARGO_BIN_EXE_starshell"));
        command.current_dir(folder.path()).args(["-c", &script]).stdin(Stdio::null());
        let has_begun = || frames.join("frame_000001.png").exists();
        let run = signalled("-HUP", command, folder.path(), has_begun);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert_eq!(names(&frames).len(), 100 + 1);
    }

    #[test]
    fn ctrl_c_ends_a_run_that_does_not_answer_and_leaves_nothing() {
        let folder = tempdir().unwrap();
        // Enough bodies that software needs half a minute per force pass, and far too many steps
        // for any GPU.
        let arguments = [
            "render",
            "shell",
            "--count",
            "200000",
            "--time",
            "1e6",
            "--out",
            "new/o.png",
            "--log",
            "log.csv",
        ];
        let has_begun = || names(folder.path()).iter().any(|name| name.starts_with(".log.csv"));
        let run = interrupted(folder.path(), &arguments, has_begun);
        assert_eq!(
            (run.code, run.out.as_str(), run.err.lines().count()),
            (Some(130), "", 1),
            "{}",
            run.err
        );
        assert!(run.took < Duration::from_secs(10), "it took {:?}", run.took);
        // The log may be complete if the run did respond; nothing may be half-written.
        let left = names(folder.path());
        assert!(left.iter().all(|name| name == "log.csv"), "{left:?}");
    }

    #[test]
    fn ctrl_c_before_the_first_frame_of_a_video_leaves_no_file() {
        let folder = tempdir().unwrap();
        let arguments = [
            "record", "shell", "--count", "200000", "--start", "1e3", "--size", "64x36", "--out",
            "o.mp4",
        ];
        let run =
            interrupted(folder.path(), &arguments, || folder.path().join("o.partial.mp4").exists());
        assert_eq!((run.code, run.out.as_str()), (Some(130), ""), "{}", run.err);
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

#[test]
fn a_reader_that_goes_away_is_not_a_failure() {
    let folder = tempdir().unwrap();
    for arguments in [
        &["scenes"][..],
        &["info"],
        &["--help"],
        &["--version"],
        &["render", "kepler", "--time", "0", "--out", "o.png"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let Run { code, err, .. } = run(command(folder.path(), arguments).stdout(writer));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
    }
    assert_eq!(names(folder.path()), ["o.png", "o.png.toml"]);
    // All captures of a batch are made, though nobody reads their names.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let batch = ["render", "kepler", "figure-8", "--size", "32x24", "--time", "0", "--out", "all"];
    assert_eq!(run(command(folder.path(), &batch).stdout(writer)).code, Some(0));
    assert_eq!(names(&folder.path().join("all")).len(), 5);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command(folder.path(), &["render", "shel", "--out", "p.png"])
        .stderr(writer)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2), "an unread error stays an error");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_is_reported() {
    let folder = tempdir().unwrap();
    fs::write(
        folder.path().join("report.json"),
        r#"{"version":"","adapter":"","driver":"","processor":"","results":[]}"#,
    )
    .unwrap();
    for arguments in [
        &["scenes"][..],
        &["info"],
        &["lab"],
        &["lab", "--open", "report.json"],
        &["lab", "--open", "report.json", "--json"],
        &["lesson"],
        &["bench", "cpu", "--count", "64", "--kernel", "simd", "--json"],
        &["render", "kepler", "--time", "0", "--size", "32x24", "--out", "o.png"],
        &["--version"],
        &["--help"],
        &["help"],
        &["help", "render"],
        &["render", "--help"],
        &["bench", "sort", "--help"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let Run { code, err, .. } = run(command(folder.path(), arguments).stdout(full));
        assert_eq!((code, err.lines().count()), (Some(1), 1), "{arguments:?}: {err}");
        assert!(err.contains("standard output cannot be written"), "{err}");
    }
}

#[test]
fn scenes_info_and_help_list_everything() {
    let folder = tempdir().unwrap();
    let scenes = starshell(folder.path(), &["scenes"]).quiet();
    for scene in embedded() {
        assert!(
            scenes.contains(&format!("{}: {}", scene.name, scene.scene.title)),
            "{} is not listed",
            scene.name
        );
    }
    assert_eq!(scenes.matches("Not accurate here: ").count(), embedded().len());
    assert!(scenes.lines().all(|line| line.chars().count() <= 110));

    let info = starshell(folder.path(), &["info"]).quiet();
    let adapter =
        starshell::gpu::Gpu::open_with(None, |_, _| ()).unwrap().adapter_name().to_owned();
    assert!(info.contains(&format!("{adapter}  <- Starshell runs on this one")), "{info}");
    for word in
        ["backend", "driver", "at most", "timestamp_query", "--adapter", "STARSHELL_ADAPTER"]
    {
        assert!(info.contains(word), "{word} is not in {info}");
    }
    assert_eq!(info.matches("<-").count(), 1);
    assert_eq!(
        starshell(folder.path(), &["info", "--adapter", "0"]).quiet().matches("<-").count(),
        1
    );

    let help = starshell(folder.path(), &["--help"]).quiet();
    for word in [
        "render",
        "scenes",
        "info",
        "bench",
        "[SCENE]",
        "--fullscreen",
        "--projector",
        "--kiosk",
        "Examples:",
    ] {
        assert!(help.contains(word), "{word} is not in {help}");
    }
    let examples = help.split("Examples:").nth(1).expect("there are examples");
    let wide = examples.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None, "a terminal of 80 columns would break it");
    let help = starshell(folder.path(), &["render", "--help"]).quiet();
    for flag in [
        "count",
        "seed",
        "size",
        "frames",
        "time",
        "steps-per-frame",
        "sheet",
        "integrator",
        "dt",
        "softening",
        "damping",
    ] {
        assert!(help.contains(&format!("--{flag} ")), "--{flag} is not in {help}");
    }
    for flag in ["color-by", "color-map", "log", "adapter"] {
        assert!(help.contains(&format!("--{flag} ")), "--{flag} is not in {help}");
    }
    assert!(!help.contains('\x1b'), "colours only on a terminal");
    let version = starshell(folder.path(), &["--version"]).quiet();
    assert_eq!(version, format!("starshell {}\n", env!("CARGO_PKG_VERSION")));
    // For an incomplete command, help replaces the error sentence: no single thing is wrong.
    let Run { code, out, err, .. } = starshell(folder.path(), &["bench"]);
    assert!(
        (code, out.as_str()) == (Some(2), "")
            && err.contains("Usage: starshell bench")
            && !err.contains('\x1b'),
        "{err}"
    );
}

#[test]
fn a_kernel_that_has_no_plane_of_this_side_is_skipped_in_its_row() {
    let folder = tempdir().unwrap();
    let kernels = ["--kernel", "cpu-serial,auto,multigrid", "--json"];
    let table =
        starshell(folder.path(), &[&["bench", "poisson", "--side", "3,11"][..], &kernels].concat())
            .quiet();
    let rows: Vec<serde_json::Value> =
        table.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let skipped: Vec<_> =
        rows.iter().map(|row| row["skipped"].as_str().unwrap_or_default()).collect();
    for (skipped, what) in
        skipped.iter().zip(["", "", "no coarser one", "", "a length of 11", "no coarser one"])
    {
        assert!(
            skipped.contains(what) && skipped.is_empty() == what.is_empty(),
            "{what}: {skipped}"
        );
    }
    assert_eq!(rows.len(), 6);
}

/// The kernels of `bench cpu` that sum over all pairs.
const DIRECT: &str = "aos-serial,soa-serial,symmetric-serial,simd,simd-threaded,pairs";

#[test]
fn trees_on_the_cpu_report_their_work() {
    let folder = tempdir().unwrap();
    let arguments = [
        "bench",
        "cpu",
        "--count",
        "3000",
        "--model",
        "plummer",
        "--kernel",
        "tree",
        "--order",
        "monopole,quadrupole",
    ];
    let rows =
        starshell(folder.path(), &[&arguments[..], &["--leaf", "16", "--json"]].concat()).quiet();
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    for row in &rows {
        assert!(
            row["kernel"].as_str().unwrap().contains("accuracy=0.002 leaf=16 group=32"),
            "{row}"
        );
        assert_eq!(
            (&row["model"], &row["unit"], &row["leaf"]),
            (&"plummer".into(), &"bodies/s".into(), &16.into())
        );
        let [rate, ms] = [&row["rate"], &row["median_ms"]].map(|value| value.as_f64().unwrap());
        assert!((rate * ms * 1e-3 / 3000.0 - 1.0).abs() < 1e-6, "{row}");
        let mean = |what: &str| row[what]["mean"].as_f64().unwrap();
        assert!(
            mean("bodies") > 50.0
                && mean("cells") > 50.0
                && mean("bodies") + mean("cells") < 3000.0,
            "{row}"
        );
        assert_eq!(row["stages_ms"].as_array().unwrap().len(), 5);
    }
    let [monopole, quadrupole] = [&rows[0], &rows[1]].map(|row| row["p99_error"].as_f64().unwrap());
    assert!(
        1e-4 < quadrupole && quadrupole < monopole && monopole < 3e-2,
        "{monopole} {quadrupole}"
    );
    let table =
        starshell(folder.path(), &["bench", "cpu", "--count", "500", "--kernel", "simd,tree"])
            .quiet();
    assert_eq!(table.lines().count(), 7, "a tree has three lines more: {table}");
}

#[test]
fn a_picture_alone_is_measured_in_parts() {
    let folder = tempdir().unwrap();
    for spots in cases(2, ["auto", "quads", "sums"]) {
        let arguments = [
            "bench",
            "frame",
            "--picture",
            "plummer",
            "--count",
            "600",
            "--size",
            "96x64",
            "--spots",
            spots,
            "--json",
        ];
        let row: serde_json::Value =
            serde_json::from_str(&starshell(folder.path(), &arguments).quiet()).unwrap();
        let parts = row["parts_ms"].as_object().unwrap();
        for part in ["spread", "crowds", "shade", "diffuse", "spots", "trails", "glow", "tone-map"]
        {
            assert!(parts[part].as_f64().unwrap() >= 0.0, "{row}");
        }
        assert!(parts.len() == 8 && row["kernel"].as_str().unwrap().contains(spots), "{row}");
    }
}

#[test]
fn benches_print_one_object_per_line() {
    let folder = tempdir().unwrap();
    let fields = "bench, adapter, driver, kernel, precision, model, count, median_ms, min_ms, max_ms, rate, unit, median_error, p99_error";
    let mut fields: Vec<&str> = fields.split(", ").collect();
    fields.sort_unstable();
    let gravity: &[&str] = &["gravity", "--count", "256,300", "--kernel", "auto"];
    let precise: &[&str] =
        &["gravity", "--count", "256", "--precision", "f32,f32+,f64", "--model", "plummer"];
    for (arguments, bench, counts, precisions) in [
        (gravity, "gravity", &[256, 300][..], &["f32", "f32"][..]),
        (precise, "gravity", &[256, 256, 256], &["f32", "f32+", "f64"]),
        (&["cpu", "--count", "33", "--kernel", DIRECT], "cpu", &[33; 6], &["f32"; 6]),
        (
            &["cpu", "--count", "100,257", "--kernel", "simd-threaded"],
            "cpu",
            &[100, 257],
            &["f32"; 2],
        ),
        (&["frame", "--count", "64", "--size", "64x64"], "frame", &[64], &["f32"]),
        (
            &["frame", "--count", "64", "--size", "400x300", "--steps-per-frame", "2", "--panels"],
            "frame",
            &[64],
            &["f32"],
        ),
    ] {
        let out = starshell(folder.path(), &[&["bench"], arguments, &["--json"]].concat()).quiet();
        assert_eq!(out.lines().count(), counts.len(), "{out}");
        for ((line, count), precision) in out.lines().zip(counts).zip(precisions) {
            let row: BTreeMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            assert_eq!(row.keys().collect::<Vec<_>>(), fields, "{line}");
            assert_eq!(
                row["kernel"].as_str().unwrap().contains(", panels"),
                arguments.contains(&"--panels"),
                "{line}"
            );
            assert_eq!(
                (&row["bench"], &row["count"], &row["precision"]),
                (&bench.into(), &(*count).into(), &(*precision).into())
            );
            let number = |name: &str| row[name].as_f64().unwrap();
            assert!(0.0 < number("min_ms") && number("min_ms") <= number("median_ms"), "{line}");
            assert!(number("median_ms") <= number("max_ms"), "{line}");
            let is_gravity = bench != "frame";
            let work = if is_gravity { f64::from(*count).powi(2) } else { 1.0 };
            assert!(
                (number("rate") * number("median_ms") * 1e-3 / work - 1.0).abs() < 1e-6,
                "{line}"
            );
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
fn benches_of_primitives_print_one_object_per_line() {
    let folder = tempdir().unwrap();
    let rows = |arguments: &[&str]| -> Vec<BTreeMap<String, serde_json::Value>> {
        let out = starshell(folder.path(), &[&["bench"], arguments, &["--json"]].concat()).quiet();
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let kernels = |rows: &[BTreeMap<String, serde_json::Value>]| -> Vec<String> {
        rows.iter()
            .map(|row| row["kernel"].as_str().unwrap().split(' ').next().unwrap().to_owned())
            .collect()
    };
    let reduce = rows(&[
        "reduce",
        "--count",
        "2^10,3",
        "--type",
        "f32",
        "--kernel",
        "auto,first-add,cpu-serial",
    ]);
    let scan = rows(&["scan", "--count", "1000", "--kernel", "all"]);
    let portable = rows(&["scan", "--count", "5000", "--portable"]);
    let keys = rows(&[
        "sort",
        "--count",
        "700",
        "--data",
        "random,bits16",
        "--kernel",
        "auto,portable,cpu-threaded",
    ]);
    let pairs = rows(&[
        "sort",
        "--count",
        "700",
        "--data",
        "equal",
        "--pairs",
        "--kernel",
        "runs,four-bits,cpu-std",
    ]);
    let wide =
        rows(&["sort", "--type", "u64", "--count", "700", "--kernel", "auto,portable,cpu-std"]);
    let histogram = rows(&["histogram", "--count", "5000", "--bins", "10", "--kernel", "all"]);
    let select =
        rows(&["select", "--count", "5000", "--kernel", "auto,portable,cpu-serial", "--flags"]);
    let tuned = rows(&[
        "scan",
        "--count",
        "5000",
        "--tuning",
        "WORKGROUP=8,QUADS=2",
        "--tuning",
        "QUADS=4",
    ]);

    assert_eq!(kernels(&wide), ["auto", "portable", "cpu-std"]);
    assert_eq!(kernels(&histogram), ["auto", "cpu-serial"]);
    assert_eq!(kernels(&select), ["auto", "portable", "cpu-serial"]);
    let tunings: Vec<&str> = tuned.iter().filter_map(|row| row["kernel"].as_str()).collect();
    assert!(
        tunings.len() == 2 && tunings[0].contains("QUADS=2") && tunings[1].contains("QUADS=4"),
        "{tunings:?}"
    );
    assert_eq!(kernels(&reduce), ["auto", "first-add", "cpu-serial"].repeat(2));
    let named = |names: Vec<String>| {
        names.into_iter().map(|name| ScanKernel::named(&name).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(named(kernels(&scan)), ScanKernel::ALL, "every kernel can scan this few elements");
    assert_eq!(kernels(&portable), ["portable"]);
    assert_eq!(
        kernels(&keys),
        ["auto", "auto", "portable", "portable", "cpu-threaded", "cpu-threaded"]
    );
    assert_eq!(kernels(&pairs), ["runs", "four-bits", "cpu-std"]);
    let counts: Vec<u64> = reduce.iter().map(|row| row["count"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1024, 1024, 1024, 3, 3, 3]);

    for (rows, bench, precision, models) in [
        (&reduce, "reduce", "f32", &[""][..]),
        (&scan, "scan", "u32", &[""]),
        (&portable, "scan", "u32", &[""]),
        (&keys, "sort", "u32", &["random", "bits16"]),
        (&pairs, "sort", "u32 pairs", &["equal"]),
        (&wide, "sort", "u64", &["random"]),
        (&histogram, "histogram", "u32", &["random"]),
        (&select, "select", "i32", &["flags"]),
        (&tuned, "scan", "u32", &[""]),
    ] {
        for (row, model) in rows.iter().zip(models.iter().cycle()) {
            assert_eq!(
                (&row["bench"], &row["precision"], &row["model"]),
                (&bench.into(), &precision.into(), &(*model).into())
            );
            let number = |name: &str| row[name].as_f64().unwrap();
            assert!(0.0 < number("min_ms") && number("min_ms") <= number("median_ms"), "{row:?}");
            assert!(number("median_ms") <= number("max_ms"), "{row:?}");
            assert!(
                (number("rate") * number("median_ms") * 1e-3 / number("count") - 1.0).abs() < 1e-6,
                "{row:?}"
            );
            assert!(
                row["unit"] == "elements/s"
                    && row["median_error"].is_null()
                    && row["p99_error"].is_null(),
                "{row:?}"
            );
        }
    }
    assert_eq!(names(folder.path()), [""; 0]);
}
