//! The recorder next to a loop that must not wait: it tells when it has no room, and loses nothing.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};

use crate::common::gpu;
use crate::common::pictures::{Kept, bytes};
use starshell::capture::{CaptureError, FrameSink, Note, Picture, Pixels, Recorder};
use starshell::render::{Format, Target};

/// Keeps nothing until it is opened.
#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
    kept: Mutex<Vec<u64>>,
}

impl FrameSink for Gate {
    fn keep(&self, frame: u64, _: Picture, _: &[Note]) -> Result<(), CaptureError> {
        drop(self.opened.wait_while(self.is_open.lock().unwrap(), |is_open| !*is_open).unwrap());
        self.kept.lock().unwrap().push(frame);
        Ok(())
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(PathBuf::new())
    }
}

#[test]
fn a_full_recorder_is_not_ready_and_loses_nothing() {
    let gpu = gpu();
    let target = Target::new(&gpu, [64, 48], Format::default()).unwrap();
    let gate = Arc::new(Gate::default());
    let mut recorder = Recorder::new(&gpu, &target, gate.clone()).unwrap();
    let mut frames = 0;
    let mut record = |recorder: &mut Recorder| {
        let mut encoder = gpu.encoder("frame");
        recorder.encode(&mut encoder, Vec::new()).unwrap();
        gpu.submit(encoder);
        gpu.wait().unwrap();
        frames += 1;
        frames
    };
    // With the gate closed, room runs out; as long as there is some, recording does not wait.
    let mut before = 0;
    while recorder.is_ready().unwrap() {
        before = record(&mut recorder);
        assert!(before < 100, "it takes any number of pictures");
    }
    assert!(before >= 5, "only {before} pictures had room");
    assert!(gate.kept.lock().unwrap().is_empty());
    *gate.is_open.lock().unwrap() = true;
    gate.opened.notify_all();
    let all = (0..20).map(|_| record(&mut recorder)).last().unwrap();
    recorder.finish().unwrap();
    let mut kept = gate.kept.lock().unwrap().clone();
    kept.sort_unstable();
    assert_eq!(kept, (0..all).collect::<Vec<_>>());
}

#[test]
fn the_kept_picture_of_a_session_is_its_last_frame_in_whatever_order_frames_arrive() {
    let kept = Kept::default();
    for frame in [1, 2, 0] {
        let picture = Picture { width: 1, height: 1, pixels: Pixels::Rgb8(vec![frame; 3]) };
        kept.keep(u64::from(frame), picture, &[]).unwrap();
    }
    assert_eq!(bytes(&kept.take_last()), [2; 3]);
}
