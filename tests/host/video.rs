//! Videos without a GPU: what is recorded decodes to the pictures that were passed on, whatever
//! their order.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::video::{Mp4, psnr};
use starshell::capture::video::{Quality, VideoSettings, check_resumable, create, go_on};
use starshell::capture::{
    Begun, CAPTION, CaptureError, FrameSink, Note, Picture, Pixels, read_notes,
};
use starshell::render::Format;
use tempfile::tempdir;

const SIZE: [u32; 2] = [320, 180];

/// Points of light, some of them moving, in a soft glow: picture number `frame`.
fn stars(frame: u64, [width, height]: [u32; 2]) -> Picture {
    let mut light = vec![[0.0_f64; 3]; (width * height) as usize];
    for star in 0..150_u64 {
        let random =
            |salt: u64| ((star * 6_364_136_223 + salt * 1_442_695_041) % 10_007) as f64 / 10_007.0;
        let x = (random(1) + 0.003 * frame as f64 * (random(2) - 0.5)) * f64::from(width);
        let y = (random(3) + 0.003 * frame as f64 * (random(4) - 0.5)) * f64::from(height);
        let color = [0.4 + random(5), 0.6, 0.4 + random(6)];
        for (dy, dx) in (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| (dy, dx))) {
            let (column, row) = (x.floor() as i64 + dx, y.floor() as i64 + dy);
            if (0..i64::from(width)).contains(&column) && (0..i64::from(height)).contains(&row) {
                let distance = (column as f64 + 0.5 - x).powi(2) + (row as f64 + 0.5 - y).powi(2);
                let pixel = &mut light[(row * i64::from(width) + column) as usize];
                (0..3)
                    .for_each(|channel| pixel[channel] += color[channel] * (-distance / 1.5).exp());
            }
        }
    }
    let encode = |light: f64| (255.0 * (1.0 - (-1.5 * light).exp()).powf(1.0 / 2.2)).round() as u8;
    let pixels = light.iter().flat_map(|pixel| pixel.map(encode)).collect();
    Picture { width, height, pixels: Pixels::Rgb8(pixels) }
}

fn notes() -> Vec<Note> {
    let long = "ümlaut and \u{1f30c}\n".repeat(500);
    [
        ("Title", "A shell"),
        ("Software", "Starshell 0"),
        ("Scene", "count = 3"),
        ("Recipe", &long),
        (CAPTION, "t = 0"),
    ]
    .map(|(keyword, text)| Note::new(keyword, text))
    .to_vec()
}

#[test]
fn a_recording_without_a_frame_leaves_no_file() {
    let folder = tempdir().unwrap();
    for name in ["a.gif", "a.apng", "a.mp4"] {
        let (sink, _) = create(&folder.path().join(name), &settings("25"), None).unwrap();
        drop(sink);
        let (sink, _) = create(&folder.path().join(name), &settings("25"), None).unwrap();
        assert!(matches!(sink.finish(), Err(CaptureError::Encoder(_))));
        drop(sink);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
    }
}

#[test]
fn a_video_that_another_process_goes_on_with_has_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let resumable = VideoSettings { is_resumable: true, ..settings("24") };
    // In the middle of a group of 12 frames, at its end, in the first, and before any.
    for name in ["a.mp4", "a.apng"] {
        for frames in [0, 5, 12, 24, 31] {
            let whole = folder.path().join(format!("whole-{frames}-{name}"));
            let sink = create(&whole, &resumable, None).unwrap().0;
            keep(sink.as_ref(), 40);
            sink.finish().unwrap();
            let path = folder.path().join(format!("{frames}-{name}"));
            let first = create(&path, &resumable, None).unwrap().0;
            keep(first.as_ref(), frames);
            let (head, data) = first.begun(frames).unwrap().into_parts();
            // What is written after the checkpoint is written again.
            keep_from(first.as_ref(), frames, frames + 2);
            // As after a kill: nothing is completed, and the partial file stays.
            let partial = path.with_extension(format!("partial.{}", &name[2..]));
            let left = fs::read(&partial).unwrap();
            drop(first);
            fs::write(&partial, left).unwrap();
            let begun = Begun::from_parts(head, data);
            let on = go_on(&path, &resumable, &begun, frames).unwrap();
            keep_from(on.as_ref(), frames, 40);
            on.finish().unwrap();
            assert!(fs::read(&path).unwrap() == fs::read(&whole).unwrap(), "{frames} {name}");
            assert!(!partial.exists());
            // The file that it goes on with is missing now, which is no loss before the first byte.
            match go_on(&path, &resumable, &begun, frames) {
                Ok(_) => assert_eq!(frames, 0, "{name}"),
                Err(told) => assert!(told.to_string().contains("partial"), "{told}"),
            }
        }
    }
    let path = folder.path().join("damaged.mp4");
    let sink = create(&path, &resumable, None).unwrap().0;
    keep(sink.as_ref(), 30);
    let begun = sink.begun(30).unwrap();
    drop(sink);
    let partial = path.with_extension("partial.mp4");
    let mut bytes = fs::read(&partial).unwrap();
    bytes[2000] ^= 1;
    fs::write(&partial, bytes).unwrap();
    let told = go_on(&path, &resumable, &begun, 30).err().unwrap().to_string();
    assert!(told.contains("damaged.partial.mp4 has changed since the checkpoint"), "{told}");
    for name in ["a.gif", "a.webm"] {
        let told = check_resumable(Path::new(name), None).unwrap_err().to_string();
        assert!(told.contains("--checkpoint"), "{told}");
    }
}

fn settings(rate: &str) -> VideoSettings {
    VideoSettings {
        size: SIZE,
        format: Format::default(),
        rate: rate.parse().unwrap(),
        quality: Quality::default(),
        is_resumable: false,
        is_overwriting: false,
    }
}

/// Passes `frames` pictures on from several threads, as the recorder does: each takes the next
/// number.
fn keep(sink: &dyn FrameSink, frames: u64) {
    keep_from(sink, 0, frames);
}

/// The same from a number on.
fn keep_from(sink: &dyn FrameSink, first: u64, frames: u64) {
    let next = AtomicU64::new(first);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let next = &next;
            scope.spawn(move || {
                loop {
                    let frame = next.fetch_add(1, Ordering::Relaxed);
                    if frame >= frames {
                        return;
                    }
                    if (frame + thread).is_multiple_of(3) {
                        std::thread::sleep(std::time::Duration::from_millis(3));
                    }
                    sink.keep(frame, stars(frame, SIZE), &notes()).unwrap();
                }
            });
        }
    });
}

fn record(path: &Path, rate: &str, frames: u64) -> Vec<u8> {
    let (recording, _) = create(path, &settings(rate), None).unwrap();
    keep(&*recording, frames);
    fs::read(recording.finish().unwrap()).unwrap()
}

#[track_caller]
fn check_frames(video: &Mp4, frames: u64) {
    let decoded = video.decode();
    assert_eq!(decoded.len() as u64, frames);
    for frame in [0, frames / 2, frames - 1] {
        let Picture { pixels: Pixels::Rgb8(expected), .. } = stars(frame, SIZE) else {
            unreachable!()
        };
        let ratio = psnr(&decoded[frame as usize], &expected);
        assert!(ratio > 38.0, "frame {frame}: {ratio:.1} dB");
    }
}

#[test]
fn a_video_holds_the_pictures_in_order_and_its_index_comes_first() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("stars.mp4");
    let bytes = record(&path, "30", 40);
    let video = Mp4::parse(&bytes);
    assert_eq!(video.outline, ["ftyp", "moov", "mdat"]);
    check_frames(&video, 40);
    let kept = read_notes(&path).unwrap();
    assert_eq!(
        kept,
        notes().into_iter().filter(|note| note.keyword != CAPTION).collect::<Vec<_>>()
    );
    assert!(
        bytes == record(&folder.path().join("again.mp4"), "30", 40),
        "the same pictures make other bytes"
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        2,
        "something else is left in the folder"
    );
}

#[test]
fn an_abandoned_recording_plays_to_its_last_fragment() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("stars.mp4");
    let (recording, _) = create(&path, &settings("24"), None).unwrap();
    keep(&*recording, 30);
    drop(recording);
    let path = folder.path().join("stars.partial.mp4");
    let bytes = fs::read(&path).unwrap();
    let video = Mp4::parse(&bytes);
    assert_eq!(video.outline, ["ftyp", "moov", "moof", "mdat", "moof", "mdat", "moof", "mdat"]);
    check_frames(&video, 30);
    assert_eq!(read_notes(&path).unwrap().len(), notes().len() - 1);
    // Cut off anywhere after its beginning, it still holds whole fragments.
    check_frames(&Mp4::parse(&bytes[..bytes.len() - 1]), 24);
}

#[test]
fn rates_are_exact_in_the_file() {
    let folder = tempdir().unwrap();
    for (rate, units) in [
        ("29.97", [30_000_u32, 1001]),
        ("60", [60_000, 1000]),
        ("25", [25_000, 1000]),
        ("120", [120_000, 1000]),
    ] {
        let bytes = record(&folder.path().join("a.mp4"), rate, 3);
        let after =
            |kind: &[u8]| &bytes[bytes.windows(4).position(|window| window == kind).unwrap() + 4..];
        let word =
            |bytes: &[u8], at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        // Version and flags, and two times, precede the units per second in `mdhd`; the duration
        // follows.
        assert_eq!(
            [word(after(b"mdhd"), 12), word(after(b"mdhd"), 16)],
            [units[0], 3 * units[1]],
            "{rate}"
        );
        assert_eq!([word(after(b"stts"), 8), word(after(b"stts"), 12)], [3, units[1]], "{rate}");
        assert!(after(b"colr").starts_with(b"nclx\0\x01\0\x01\0\x01\0"));
    }
}

#[test]
fn sizes_that_the_format_does_not_hold_are_refused_with_a_remedy() {
    let folder = tempdir().unwrap();
    for (size, remedy) in [
        ([321, 180], "such as 322x180"),
        ([320, 181], "such as 320x182"),
        ([7680, 4320], "--codec hevc"),
        ([2160, 3842], "--codec hevc"),
        ([8, 8], "from 16"),
    ] {
        let path = folder.path().join("a.mp4");
        let created = create(&path, &VideoSettings { size, ..settings("30") }, None);
        let error = created.err().expect("no encoder takes this size");
        assert!(
            matches!(error, CaptureError::VideoSize { .. }) && error.to_string().contains(remedy),
            "{error}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // Half a group in memory must not hold up the smallest and the fastest.
    for (size, rate) in [([16, 16], "1"), ([16, 64], "240"), ([64, 16], "0.5")] {
        let path = folder.path().join("small.mp4");
        let (recording, _) =
            create(&path, &VideoSettings { size, ..settings(rate) }, None).unwrap();
        (0..5).for_each(|frame| recording.keep(frame, stars(frame, size), &[]).unwrap());
        assert_eq!(Mp4::parse(&fs::read(recording.finish().unwrap()).unwrap()).decode().len(), 5);
    }
}
