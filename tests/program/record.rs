//! Recording videos: what is in the files, and what is left of a recording that was stopped,
//! killed, or found the disk full.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::program::*;
use crate::common::video::{Mp4, psnr};
use starshell::capture::read_notes;
use tempfile::tempdir;

/// `starshell record` with small numbers, then these arguments.
fn record(folder: &Path, arguments: &[&str]) -> Run {
    starshell(
        folder,
        &[&["record", "shell", "--count", "500", "--path", "none"], arguments].concat(),
    )
}

fn mp4(folder: &Path, name: &str) -> Mp4 {
    Mp4::parse(&fs::read(folder.join(name)).unwrap())
}

/// What ffprobe says about a video without complaints; `None`, and a line that says so, where it is
/// not installed.
fn ffprobe(path: &Path) -> Option<serde_json::Value> {
    let (told, complaints) = probe(path)?;
    assert_eq!(complaints, "");
    Some(told)
}

/// The same with its complaints.
fn probe(path: &Path) -> Option<(serde_json::Value, String)> {
    let arguments =
        ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json"];
    match Command::new("ffprobe").args(arguments).arg(path).output() {
        Ok(output) => {
            let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
            Some((serde_json::from_slice(&output.stdout).unwrap(), complaints))
        }
        Err(error) => {
            eprintln!(
                "ffprobe is not installed, so only our own reader checks {} ({error})",
                path.display()
            );
            None
        }
    }
}

#[test]
fn each_frame_of_a_video_shows_its_moment() {
    let folder = tempdir().unwrap();
    // Two steps lead to a frame, and twenty to the first.
    let timing =
        ["--start", "0.1", "--speed", "0.3", "--fps", "30", "--duration", "1.4s", "--dt", "0.005"];
    // A camera that follows the light eases in a video, and not in a picture.
    let size = ["--size", "320x180", "--follow", "nothing"];
    let run = record(folder.path(), &[&timing[..], &size, &["--out", "new/a.mp4"]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(0), "new/a.mp4\n"), "{}", run.err);
    let told: Vec<_> = run.err.lines().collect();
    assert_eq!(told[1..], ["note: created the folder new"]);
    assert!(told[0].starts_with("42 frames in "), "{}", run.err);
    assert_eq!(names(&folder.path().join("new")), ["a.mp4", "a.mp4.toml"]);
    let video = mp4(folder.path(), "new/a.mp4");
    assert_eq!(video.outline, ["ftyp", "moov", "mdat"]);
    let frames = video.decode();
    assert_eq!(frames.len(), 42);
    for (frame, time) in [(0, "0.1"), (20, "0.3"), (41, "0.51")] {
        let out = format!("{frame}.png");
        let still =
            ["render", "shell", "--count", "500", "--dt", "0.005", "--time", time, "--out", &out];
        starshell(folder.path(), &[&still[..], &size].concat()).quiet();
        let ratio = psnr(&frames[frame], &Png::read(&folder.path().join(out)).pixels);
        assert!(ratio > 38.0, "frame {frame}: {ratio:.1} dB");
    }
    let notes = read_notes(&folder.path().join("new/a.mp4")).unwrap();
    let note = |keyword: &str| {
        notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.as_str())
    };
    assert!(
        note("Recipe").is_some() && note("Scene").is_some() && note("Time").is_none(),
        "{notes:?}"
    );
    if let Some(told) = ffprobe(&folder.path().join("new/a.mp4")) {
        let stream = &told["streams"][0];
        let expected = [
            ("codec_name", "h264"),
            ("pix_fmt", "yuv420p"),
            ("r_frame_rate", "30/1"),
            ("avg_frame_rate", "30/1"),
            ("nb_read_frames", "42"),
            ("nb_frames", "42"),
            ("duration", "1.400000"),
            ("color_range", "tv"),
            ("color_space", "bt709"),
            ("color_transfer", "bt709"),
            ("color_primaries", "bt709"),
            ("profile", "High"),
        ];
        for (key, value) in expected {
            assert_eq!(stream[key], value, "{key}");
        }
        assert_eq!([&stream["width"], &stream["height"]], [320, 180]);
        assert_eq!(
            told["format"]["tags"]["encoder"],
            format!("Starshell {}", env!("CARGO_PKG_VERSION"))
        );
    }
    // A recording says how it is made again.
    let again = starshell(folder.path(), &["record", "--again", "new/a.mp4", "--out", "again.mp4"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert!(
        fs::read(folder.path().join("again.mp4")).unwrap()
            == fs::read(folder.path().join("new/a.mp4")).unwrap()
    );
}

#[test]
fn steps_are_shortened_so_that_frames_come_at_their_moments() {
    let folder = tempdir().unwrap();
    let arguments = [
        "--speed",
        "1",
        "--fps",
        "25",
        "--duration",
        "0.2",
        "--dt",
        "0.03",
        "--size",
        "64x64",
        "--out",
        "a.mp4",
    ];
    let run = record(folder.path(), &arguments);
    assert_eq!((run.code, run.err.lines().count()), (Some(0), 2), "{}", run.err);
    assert!(
        run.err.contains(
            "the time step is 0.02 instead of 0.03, so that 2 whole steps lead to each frame"
        ),
        "{}",
        run.err
    );
    // A folder of pictures tells the moments.
    let run =
        record(folder.path(), &[&arguments[..10], &["--start", "0.1", "--out", "frames"]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(0), "frames\n"), "{}", run.err);
    for frame in 0..5 {
        let picture = Png::read(&folder.path().join(format!("frames/frame_{frame:06}.png")));
        let time: f64 = picture.notes["Time"].parse().unwrap();
        assert!(
            (time - (0.1 + 0.04 * f64::from(frame))).abs() < 1e-12,
            "frame {frame} is at {time}"
        );
    }
    // Adaptive steps go to the nearest one.
    let run = record(
        folder.path(),
        &[&arguments[..10], &["--adaptive", "0.3", "--start", "0.1", "--out", "adaptive"]].concat(),
    );
    assert_eq!((run.code, run.out.as_str()), (Some(0), "adaptive\n"), "{}", run.err);
    for frame in 0..5 {
        let picture = Png::read(&folder.path().join(format!("adaptive/frame_{frame:06}.png")));
        let time: f64 = picture.notes["Time"].parse().unwrap();
        assert!(
            (time - (0.1 + 0.04 * f64::from(frame))).abs() <= 0.015 + 1e-9,
            "frame {frame} is at {time}"
        );
    }
}

#[test]
fn a_name_that_exists_gets_a_number_unless_it_is_to_be_replaced() {
    let folder = tempdir().unwrap();
    let arguments = ["--duration", "0.1", "--size", "64x64", "--out"];
    fs::write(folder.path().join("a.mp4"), "mine").unwrap();
    let run = record(folder.path(), &[&arguments[..], &["a.mp4"]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(0), "a-2.mp4\n"), "{}", run.err);
    assert!(
        run.err.contains("a.mp4 exists or is being recorded, so this is a-2.mp4"),
        "{}",
        run.err
    );
    assert_eq!(fs::read(folder.path().join("a.mp4")).unwrap(), b"mine");
    let run = record(folder.path(), &[&arguments[..], &["a.mp4", "--overwrite"]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(0), "a.mp4\n"), "{}", run.err);
    assert_eq!(mp4(folder.path(), "a.mp4").decode().len(), 6);
}

#[test]
fn animations_loop_and_hold_every_frame() {
    let folder = tempdir().unwrap();
    let arguments = ["--duration", "0.5", "--fps", "20", "--size", "96x64", "--out"];
    for name in ["a.gif", "a.apng"] {
        let run = record(folder.path(), &[&arguments[..], &[name]].concat());
        assert_eq!((run.code, run.out), (Some(0), format!("{name}\n")), "{}", run.err);
        let notes = read_notes(&folder.path().join(name)).unwrap();
        assert!(
            notes.iter().any(|note| note.keyword == "Recipe" && note.text.contains("[scene")),
            "{name}: {notes:?}"
        );
    }
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut gif = options.read_info(fs::File::open(folder.path().join("a.gif")).unwrap()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = gif.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!((delays, gif.repeat()), (vec![5; 10], gif::Repeat::Infinite));
    let file = std::io::BufReader::new(fs::File::open(folder.path().join("a.apng")).unwrap());
    let mut apng = png::Decoder::new(file).read_info().unwrap();
    let control = apng.info().animation_control.unwrap();
    assert_eq!((control.num_frames, control.num_plays), (10, 0));
    let mut pixels = vec![0; apng.output_buffer_size().unwrap()];
    for frame in 0..10 {
        apng.next_frame(&mut pixels).unwrap();
        let control = apng.info().frame_control.unwrap();
        assert_eq!((control.delay_num, control.delay_den), (1, 20), "frame {frame}");
    }
    // The last frame is the picture itself.
    let steps = record(folder.path(), &[&arguments[..], &["frames"]].concat());
    assert_eq!(steps.code, Some(0), "{}", steps.err);
    assert!(Png::read(&folder.path().join("frames/frame_000009.png")).pixels == pixels);
}

#[test]
fn codecs_of_ffmpeg_are_used_if_installed_and_refused_otherwise() {
    let folder = tempdir().unwrap();
    let arguments = ["--duration", "0.5", "--size", "128x96", "--out"];
    let encoders = Command::new("ffmpeg").args(["-hide_banner", "-encoders"]).output();
    let encoders = encoders.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).into_owned(),
    );
    for (codec, encoder, name, pixels) in [
        ("lossless", " libx264rgb ", "a.mkv", "gbrp"),
        ("h264-444", " libx264 ", "a.mp4", "yuv444p"),
        ("prores", " prores_ks ", "a.mov", "yuva444p"),
    ] {
        let run = record(folder.path(), &[&arguments[..], &[name, "--codec", codec]].concat());
        if !encoders.contains(encoder) {
            assert_eq!((run.code, run.err.lines().count()), (Some(2), 1), "{}", run.err);
            assert!(
                run.err.contains("ffmpeg") && !folder.path().join(name).exists(),
                "{}",
                run.err
            );
            continue;
        }
        assert_eq!((run.code, run.out), (Some(0), format!("{name}\n")), "{}", run.err);
        if let Some(told) = ffprobe(&folder.path().join(name)) {
            let stream = &told["streams"][0];
            assert_eq!(
                (&stream["nb_read_frames"], &stream["r_frame_rate"]),
                (&"30".into(), &"60/1".into()),
                "{codec}"
            );
            assert!(
                stream["pix_fmt"].as_str().unwrap().starts_with(pixels),
                "{codec}: {}",
                stream["pix_fmt"]
            );
        }
    }
    for name in ["a.mp4", "a.mov"].into_iter().filter(|name| folder.path().join(name).exists()) {
        let notes = read_notes(&folder.path().join(name)).unwrap();
        assert!(
            notes.iter().any(|note| note.keyword == "Recipe" && note.text.contains("[scene")),
            "{name}: {notes:?}"
        );
    }
    assert!(
        names(folder.path()).iter().all(|name| !name.contains("partial")),
        "{:?}",
        names(folder.path())
    );
    let mut without =
        command(folder.path(), &["record", "shell", "--codec", "hevc", "--out", "b.mp4"]);
    let run = run(without.env("PATH", ""));
    assert_eq!((run.code, run.err.lines().count()), (Some(2), 1), "{}", run.err);
    assert!(
        run.err.contains("needs the program ffmpeg") && run.err.contains("--codec h264"),
        "{}",
        run.err
    );
}

#[test]
fn an_impossible_recording_is_refused_before_the_work() {
    let folder = tempdir().unwrap();
    for (arguments, remedy) in [
        (&["--size", "321x180", "--out", "a.mp4"][..], "such as 322x180"),
        (&["--size", "7680x4320", "--out", "a.mp4"], "--codec hevc"),
        (&["--out", "a.gif"], "--fps 25"),
        (&["--out", "a.avi"], "use .mp4"),
        (&["--out", "a.webm", "--codec", "prores"], "use a name that ends in .mov"),
        (&["--out", "a.gif", "--codec", "h264"], "use a name that ends in .mp4"),
        (&["--out", "a.mp4", "--speed", "0"], "--speed must be"),
        (&["--out", "a.mp4", "--start", "-1"], "--start must be"),
        (&["--out", "a.mp4", "--start", "1e20"], "use a longer --dt"),
        (&["--out", "a.mp4", "--duration", "0.001"], "use another --duration"),
        (&["--out", "a.mp4", "--fps", "0"], "is not a frame rate"),
        (&["--out", "a.mp4", "--duration", "soon"], "is not a duration"),
        (&["--out", "a.mp4", "--quality", "101"], "from 0 to 100"),
        (&["--out", "a.mp4", "--codec", "h266"], "codec"),
        (&["--out", "a.mp4", "--depth", "16"], "stores 8 bits per channel"),
        (&["--out", "a.gif", "--format", "exr"], "stores 8 bits per channel"),
    ] {
        let run = record(folder.path(), arguments);
        assert_eq!((run.code, run.err.lines().count()), (Some(2), 1), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(remedy), "{arguments:?}: {}", run.err);
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn two_recordings_of_one_name_do_not_meet() {
    let folder = tempdir().unwrap();
    let arguments = [
        "record",
        "shell",
        "--count",
        "500",
        "--duration",
        "1",
        "--size",
        "160x90",
        "--out",
        "a.mp4",
    ];
    let _among_others = among_others();
    let runs = [(); 2].map(|()| {
        command(folder.path(), &arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    });
    let mut told: Vec<String> = runs
        .into_iter()
        .map(|run| Run::of(run.wait_with_output().unwrap(), Instant::now()))
        .map(|run| run.out)
        .collect();
    told.sort();
    assert_eq!(told, ["a-2.mp4\n", "a.mp4\n"]);
    let [first, second] = ["a.mp4", "a-2.mp4"].map(|name| mp4(folder.path(), name));
    assert!(first.frames == second.frames && first.decode().len() == 60);
}

#[test]
fn folders_of_frames_match_pictures_and_samples_smooth_videos() {
    let folder = tempdir().unwrap();
    let common = ["--duration", "0.2", "--fps", "10", "--size", "96x64"];
    for (options, file) in [
        (&["--out", "light", "--format", "exr", "--transparent"][..], "light/frame_000001.exr"),
        (&["--out", "deep", "--depth", "16"], "deep/frame_000001.png"),
        (&["--out", "smooth.mp4", "--samples", "2"], "smooth.mp4"),
    ] {
        let run = record(folder.path(), &[&common[..], options].concat());
        assert_eq!((run.code, run.out.trim_end()), (Some(0), options[1]), "{}", run.err);
        let path = folder.path().join(file);
        assert!(read_notes(&path).unwrap().iter().any(|note| note.keyword == "Recipe"), "{file}");
    }
    let reader = png::Decoder::new(std::io::BufReader::new(
        File::open(folder.path().join("deep/frame_000001.png")).unwrap(),
    ));
    assert_eq!(reader.read_info().unwrap().info().bit_depth, png::BitDepth::Sixteen);
    assert_eq!(
        &fs::read(folder.path().join("light/frame_000001.exr")).unwrap()[..4],
        [0x76, 0x2f, 0x31, 0x01]
    );
    // As smooth as a picture with as many samples.
    let at = |samples: &str, out: &str| {
        let words = [
            "render",
            "shell",
            "--count",
            "500",
            "--path",
            "none",
            "--time",
            "0",
            "--size",
            "96x64",
            "--samples",
            samples,
        ];
        starshell(folder.path(), &[&words[..], &["--out", out]].concat()).quiet();
        Png::read(&folder.path().join(out)).pixels
    };
    let (fine, coarse) = (at("2", "fine.png"), at("1", "coarse.png"));
    let first = &mp4(folder.path(), "smooth.mp4").decode()[0];
    assert!(psnr(first, &fine) > 36.0 && psnr(first, &fine) > psnr(first, &coarse) + 1.0);
}

#[cfg(unix)]
mod ended {
    use super::*;
    use std::process::Child;

    /// Starts a recording that would take for ever, and waits until this file has this many bytes.
    /// The guard is for the time until it has ended.
    fn begun(folder: &Path, out: &str, partial: &str, bytes: u64) -> (Child, impl Drop + use<>) {
        let among_others = among_others();
        let arguments = [
            "record",
            "shell",
            "--count",
            "300",
            "--duration",
            "10h",
            "--speed",
            "0.24",
            "--fps",
            "24",
        ];
        let arguments = [&arguments[..], &["--size", "128x96", "--out", out]].concat();
        let mut command = with_signals(command(folder, &arguments));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begin = Instant::now();
        while fs::metadata(folder.join(partial)).map_or(0, |file| file.len()) < bytes {
            assert!(
                child.try_wait().unwrap().is_none() && begin.elapsed() < Duration::from_secs(120),
                "{:?}",
                names(folder)
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        (child, among_others)
    }

    #[test]
    fn a_killed_recording_plays_up_to_its_last_fragment() {
        let folder = tempdir().unwrap();
        let (mut child, among_others) = begun(folder.path(), "a.mp4", "a.partial.mp4", 200_000);
        child.kill().unwrap();
        child.wait().unwrap();
        drop(among_others);
        assert_eq!(names(folder.path()), ["a.partial.mp4"]);
        let path = folder.path().join("a.partial.mp4");
        let frames = mp4(folder.path(), "a.partial.mp4").decode();
        assert!(frames.len() >= 24 && frames.len().is_multiple_of(12), "{} frames", frames.len());
        assert!(read_notes(&path).unwrap().iter().any(|note| note.keyword == "Recipe"));
        // It may complain about a fragment that was being written.
        if let Some((told, _)) = probe(&path) {
            assert_eq!(told["streams"][0]["nb_read_frames"], frames.len().to_string());
        }
        // The next one leaves it alone.
        let run =
            record(folder.path(), &["--duration", "0.1", "--size", "64x64", "--out", "a.mp4"]);
        assert_eq!(run.out, "a-2.mp4\n", "{}", run.err);
        assert!(path.exists());
    }

    #[test]
    fn ctrl_c_and_sigterm_complete_the_file() {
        for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
            let folder = tempdir().unwrap();
            let (child, _among_others) = begun(folder.path(), "a.mp4", "a.partial.mp4", 60_000);
            assert!(
                Command::new("kill")
                    .args([signal, &child.id().to_string()])
                    .status()
                    .unwrap()
                    .success()
            );
            let run = Run::of(child.wait_with_output().unwrap(), Instant::now());
            assert_eq!(
                (run.code, run.out.as_str(), run.err.lines().count()),
                (Some(code), "", 1),
                "{}",
                run.err
            );
            let video = mp4(folder.path(), "a.mp4");
            assert_eq!(video.outline, ["ftyp", "moov", "mdat"]);
            let frames = video.decode().len();
            assert_eq!(
                run.err,
                format!("stopped after {frames} of 864000 frames, which are in a.mp4\n")
            );
            assert_eq!(names(folder.path()), ["a.mp4", "a.mp4.toml"]);
        }
    }

    #[test]
    fn a_full_disk_is_reported_in_one_sentence_and_the_written_part_plays() {
        let folder = tempdir().unwrap();
        // No file may have more than 64 KiB.
        let words = "record shell --count 300 --duration 10h --speed 0.24 --fps 24 --size 128x96 --out a.mp4";
        let script = format!("ulimit -f 128; exec {} {words}", env!("CARGO_BIN_EXE_starshell"));
        let mut shell = Command::new("sh");
        let run = run(shell.current_dir(folder.path()).args(["-c", &script]).stdin(Stdio::null()));
        assert_eq!((run.code, run.err.lines().count()), (Some(1), 1), "{}", run.err);
        let frames = mp4(folder.path(), "a.partial.mp4").decode().len();
        assert!(
            frames >= 12 && run.err.starts_with("error: a.mp4 cannot be written ("),
            "{}",
            run.err
        );
        assert!(
            run.err.ends_with(&format!(
                "the first {frames} frames are in a.partial.mp4, which can be played\n"
            )),
            "{}",
            run.err
        );
        assert_eq!(names(folder.path()), ["a.partial.mp4"]);
    }
}

#[test]
fn a_transparent_sky_is_kept_where_the_format_holds_it_and_refused_elsewhere() {
    let folder = tempdir().unwrap();
    let record = |out: &str| {
        let arguments = [
            "record",
            "figure-8",
            "--size",
            "96x64",
            "--duration",
            "0.2",
            "--fps",
            "10",
            "--transparent",
            "--out",
            out,
        ];
        starshell(folder.path(), &arguments)
    };
    for (out, file) in [("loop.apng", "loop.apng"), ("frames", "frames/frame_000001.png")] {
        assert_eq!(record(out).code, Some(0));
        let bytes = std::io::BufReader::new(std::fs::File::open(folder.path().join(file)).unwrap());
        let mut reader = png::Decoder::new(bytes).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(reader.info().color_type, png::ColorType::Rgba);
        let alpha = || pixels.iter().skip(3).step_by(4);
        assert!(alpha().any(|alpha| *alpha == 0) && alpha().any(|alpha| *alpha > 100), "{file}");
    }
    for out in ["clip.mp4", "clip.gif"] {
        let run = record(out);
        assert!(
            run.code == Some(2) && run.err.contains("cannot store a transparent sky"),
            "{}",
            run.err
        );
    }
}

#[test]
fn a_video_is_reproduced_byte_for_byte() {
    let folder = tempdir().unwrap();
    let arguments = [
        "record",
        "encounter",
        "--count",
        "300",
        "--size",
        "96x64",
        "--duration",
        "0.5",
        "--fps",
        "10",
        "--path",
        "turntable",
        "--loop",
        "--caption",
        "t = {time}",
        "--out",
        "a.mp4",
    ];
    assert_eq!(starshell(folder.path(), &arguments).code, Some(0));
    assert_eq!(starshell(folder.path(), &["record", "--again", "a.mp4"]).code, Some(0));
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.mp4") == read("a-again.mp4") && read("a.mp4.toml") == read("a-again.mp4.toml"));
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_fails_floods_or_hangs_is_reported_in_one_sentence() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("ffmpeg");
    let recorded = |script: &str, out: &str| {
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let short = [
            "record",
            "kepler",
            "--codec",
            "hevc",
            "--size",
            "64x64",
            "--duration",
            "0.2s",
            "--fps",
            "10",
            "--out",
            out,
        ];
        let path = format!("{}:/usr/bin:/bin", folder.path().display());
        let run = run(command(folder.path(), &short).env("PATH", path));
        assert!(!folder.path().join(out).exists());
        run
    };
    let lists = "case \"$*\" in *-encoders*) echo ' V....D libx265 HEVC'; exit;; esac\n";
    for out in ["a.mp4", "a.mkv"] {
        let silent = recorded(&format!("{lists}cat > /dev/null"), out);
        assert_eq!((silent.code, silent.out.as_str()), (Some(1), ""), "{}", silent.err);
        assert!(silent.err.contains("wrote no video"), "{}", silent.err);
    }
    let loud = recorded(
        &format!(
            "{lists}cat > /dev/null; head -c 300000000 /dev/zero >&2; echo >&2; echo no room >&2; exit 1"
        ),
        "b.mkv",
    );
    assert!(
        loud.code == Some(1) && loud.err.contains("ffmpeg says “no room”"),
        "{}",
        &loud.err[..loud.err.len().min(300)]
    );
    let hanging = recorded("exec sleep 60", "c.mkv");
    assert!(
        hanging.code == Some(2) && hanging.err.contains("did not answer within 10 s"),
        "{}",
        hanging.err
    );
}
