//! H.264 in MP4 with the built-in encoder: several threads encode groups of pictures, and one
//! thread writes them in order.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use serde::{Deserialize, Serialize};

use super::h264::{self, Group, GroupEncoder, H264};
use super::mp4::{Index, Track};
use super::place::Place;
use super::yuv::Yuv;
use super::{FrameRate, VideoSettings};
use crate::capture::begun::{Begun, other};
use crate::capture::{CaptureError, FrameSink, Note, Picture};
use crate::file::{FileError, spare_memory};
use crate::words::say;

/// Size limit of a group's pictures in bytes. It is a constant, because the bytes of a video must
/// not depend on the machine.
const GROUP_BYTES: u64 = 1 << 28;

/// A video being recorded.
#[derive(Debug)]
pub struct Recording {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// State shared by the threads.
#[derive(Debug)]
struct Shared {
    size: [u32; 2],
    rate: FrameRate,
    settings: H264,
    /// Frames per group.
    per_group: u64,
    /// Groups that may be in progress at once.
    window: u64,
    /// Whether another process may go on with it.
    is_resumable: bool,
    state: Mutex<State>,
    changed: Condvar,
    output: Mutex<Output>,
}

#[derive(Debug, Default)]
struct State {
    /// Pictures waiting for an encoder, by number.
    pictures: BTreeMap<u64, Arc<Yuv>>,
    /// If another process may go on with the video, the pictures of groups that are not written.
    kept: BTreeMap<u64, Arc<Yuv>>,
    /// The next group to be encoded.
    next: u64,
    /// Encoded groups that wait for an earlier one to be written.
    encoded: BTreeMap<u64, Group>,
    /// Whether the file has its beginning.
    is_begun: bool,
    /// Groups written.
    written: u64,
    /// Whether no more pictures will come.
    is_ended: bool,
    has_failed: bool,
    /// The first failure, until it is reported.
    failure: Option<CaptureError>,
    notes: Vec<Note>,
    bytes: u64,
}

/// State of the writing thread.
#[derive(Debug)]
struct Output {
    place: Option<Place>,
    track: Option<Track>,
    index: Index,
    /// Checksum of the bytes so far.
    sum: crc32fast::Hasher,
}

/// What another process has to know of a video. Its pictures are those of the group that is not
/// written.
#[derive(Serialize, Deserialize)]
struct Head {
    partial: String,
    length: u64,
    checksum: u32,
    frames: u64,
    sps: Vec<u8>,
    pps: Vec<u8>,
    index: Index,
    #[serde(default)]
    notes: Vec<Note>,
}

impl Recording {
    /// A video at `path`, or under a numbered name if that exists.
    ///
    /// # Errors
    /// [`CaptureError::VideoSize`] if the encoder does not support the size;
    /// [`CaptureError::Unwritable`] if the file cannot be written.
    pub fn new(path: &Path, settings: &VideoSettings) -> Result<Self, CaptureError> {
        check_size(settings.size)?;
        let place = Place::take(path, settings.is_overwriting)?;
        let (track, index, sum) = (None, Index::default(), crc32fast::Hasher::new());
        let output = Output { place: Some(place), track, index, sum };
        Self::from_state(settings, output, |_| Ok(State::default()))
    }

    /// Goes on with the video that a process which has ended left at `path`.
    ///
    /// # Errors
    /// As [`Recording::new`]; [`CaptureError::Format`] if it was another output.
    pub fn after(
        path: &Path,
        settings: &VideoSettings,
        begun: &Begun,
    ) -> Result<Self, CaptureError> {
        check_size(settings.size)?;
        let Head { partial, length, checksum, frames, sps, pps, index, notes } = begun.head()?;
        let mut place = Place::reopen(path, &partial, length, settings.is_overwriting)?;
        let sum = place.checksum().map_err(|source| FileError::new(place.partial(), source))?;
        if sum.clone().finalize() != checksum {
            let file = place.partial().display().to_string();
            return Err(CaptureError::Format(say!("error-begun-changed", file = file)));
        }
        place.cut()?;
        let (size, rate) = (settings.size, settings.rate);
        let track = (length > 0).then_some(Track { size, rate, sps, pps, notes });
        let output = Output { place: Some(place), track, index, sum };
        Self::from_state(settings, output, |per_group| {
            let written = frames / per_group;
            let sides = size.map(|side| side as usize);
            let count = (frames - written * per_group) as usize;
            let planes = begun.pictures(count, Yuv::bytes(sides))?;
            let kept = planes.into_iter().zip(written * per_group..).map(|(planes, frame)| {
                Ok((frame, Arc::new(Yuv::from_planes(sides, planes).ok_or_else(other)?)))
            });
            let kept = kept.collect::<Result<BTreeMap<_, _>, CaptureError>>()?;
            let (pictures, is_begun) = (kept.clone(), length > 0);
            Ok(State {
                pictures,
                kept,
                next: written,
                written,
                is_begun,
                bytes: length,
                ..State::default()
            })
        })
    }

    /// A video whose frames per group give its `state`.
    fn from_state(
        settings: &VideoSettings,
        output: Output,
        state: impl FnOnce(u64) -> Result<State, CaptureError>,
    ) -> Result<Self, CaptureError> {
        let size = settings.size;
        let picture = Yuv::bytes(size.map(|side| side as usize)) as u64;
        // Half a second, or less if its pictures exceed `GROUP_BYTES`.
        let per_group =
            ((settings.rate.per_second() / 2.0).ceil() as u64).min(GROUP_BYTES / picture).max(2);
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let fitting = spare_memory().unwrap_or(4 << 30) / 4 / (per_group * picture);
        let workers = cores.min(fitting).max(1);
        let shared = Arc::new(Shared {
            size,
            rate: settings.rate,
            settings: H264 { rate: settings.rate, quantizer: settings.quality.quantizer() },
            per_group,
            // One more group, so that pictures are accepted while all threads are busy.
            window: workers + 1,
            is_resumable: settings.is_resumable,
            state: Mutex::new(state(per_group)?),
            changed: Condvar::new(),
            output: Mutex::new(output),
        });
        let spawn = |work: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || {
                // Without this, others would wait for its pictures forever.
                if catch_unwind(AssertUnwindSafe(|| work(&shared))).is_err() {
                    shared.fail(CaptureError::Encoder(say!("encoder-panicked")));
                }
            })
        };
        let mut threads: Vec<_> = (0..workers).map(|_| spawn(Shared::encode)).collect();
        threads.push(spawn(Shared::write));
        Ok(Self { shared, threads: Mutex::new(threads) })
    }

    /// The final path of the video.
    pub fn target(&self) -> PathBuf {
        self.shared
            .output()
            .place
            .as_ref()
            .map(|place| place.target().to_owned())
            .unwrap_or_default()
    }

    /// Encodes and writes the remaining pictures, and joins the threads.
    fn end(&self) {
        self.shared.state().is_ended = true;
        self.shared.changed.notify_all();
        for thread in self.threads.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // Its panic is a failure by now.
            let _ = thread.join();
        }
    }
}

impl FrameSink for Recording {
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        let Shared { size, per_group, window, .. } = *self.shared;
        if [picture.width, picture.height] != size {
            return Err(CaptureError::Encoder(say!("encoder-other-size")));
        }
        let yuv = Yuv::from_rgb(size[0] as usize, size[1] as usize, picture.rgb8()?);
        drop(picture);
        let mut state = self.shared.state();
        // Pictures of the oldest group are always accepted, so it will be completed.
        while frame / per_group >= state.written + window && !state.has_failed {
            state = self.shared.wait(state);
        }
        if state.has_failed {
            let failure = state.failure.take();
            drop(state);
            return failure.map_or(Ok(()), |failure| Err(self.shared.output().cut(failure)));
        }
        if frame == 0 {
            state.notes = super::of_all_frames(notes);
        }
        let yuv = Arc::new(yuv);
        if self.shared.is_resumable {
            state.kept.insert(frame, Arc::clone(&yuv));
        }
        state.pictures.insert(frame, yuv);
        self.shared.changed.notify_all();
        Ok(())
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        self.end();
        let mut output = self.shared.output();
        let output = &mut *output;
        if let Some(failure) = self.shared.state().failure.take() {
            return Err(output.cut(failure));
        }
        let (Some(place), Some(track)) = (&mut output.place, &output.track) else {
            output.discard();
            return Err(CaptureError::Encoder(say!("encoder-no-frames")));
        };
        match place
            .commit_rewritten(|fragments, out| track.write_plain(fragments, &output.index, out))
        {
            Ok(path) => {
                output.place = None;
                Ok(path)
            }
            Err(failure) => Err(output.cut(failure.into())),
        }
    }

    fn wants_notes(&self, frame: u64) -> bool {
        frame == 0
    }

    fn bytes(&self) -> u64 {
        self.shared.state().bytes
    }

    fn begun(&self, frames: u64) -> Result<Begun, CaptureError> {
        let per_group = self.shared.per_group;
        let mut state = self.shared.state();
        let is_behind =
            |state: &State| state.written < frames / per_group || frames > 0 && !state.is_begun;
        while is_behind(&state) && !state.has_failed {
            state = self.shared.wait(state);
        }
        if state.has_failed {
            let failure = state.failure.take();
            drop(state);
            let failure = failure.unwrap_or_else(|| CaptureError::Encoder(say!("encoder-ended")));
            return Err(self.shared.output().cut(failure));
        }
        let kept: Vec<_> = state.kept.range(..frames).map(|(_, yuv)| Arc::clone(yuv)).collect();
        drop(state);
        let output = self.shared.output();
        let place = output.place.as_ref().ok_or_else(other)?;
        let [sps, pps] = match &output.track {
            Some(track) => [track.sps.clone(), track.pps.clone()],
            None => [Vec::new(), Vec::new()],
        };
        let head = Head {
            partial: place.partial_name(),
            length: place.length(),
            checksum: output.sum.clone().finalize(),
            frames,
            sps,
            pps,
            index: output.index.clone(),
            notes: output.track.as_ref().map_or_else(Vec::new, |track| track.notes.clone()),
        };
        let planes: Vec<_> = kept.iter().map(|yuv| yuv.planes()).collect();
        Ok(Begun::new(&head, &planes))
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // Keep the pictures received, even if `finish` is never called.
        self.end();
        self.shared.output().discard();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, failure: CaptureError) {
        let mut state = self.state();
        state.has_failed = true;
        state.failure.get_or_insert(failure);
        self.changed.notify_all();
    }

    /// Encodes groups until the end or a failure.
    fn encode(&self) {
        loop {
            let mut state = self.state();
            while !state.pictures.contains_key(&(state.next * self.per_group)) {
                if state.is_ended || state.has_failed {
                    return;
                }
                state = self.wait(state);
            }
            let group = state.next;
            state.next += 1;
            drop(state);
            match self.encode_group(group) {
                Ok(Some(done)) => _ = self.state().encoded.insert(group, done),
                Ok(None) => return,
                Err(failure) => self.fail(failure),
            }
            self.changed.notify_all();
        }
    }

    /// Encodes the pictures of a group as they arrive. `None` if another thread has failed.
    fn encode_group(&self, group: u64) -> Result<Option<Group>, CaptureError> {
        let mut encoder = GroupEncoder::new(self.settings)?;
        for frame in group * self.per_group..(group + 1) * self.per_group {
            let mut state = self.state();
            let picture = loop {
                match state.pictures.remove(&frame) {
                    _ if state.has_failed => return Ok(None),
                    Some(picture) => break picture,
                    // The last group may be shorter.
                    None if state.is_ended => return Ok(Some(encoder.finish())),
                    None => state = self.wait(state),
                }
            };
            drop(state);
            encoder.push(&picture)?;
            if frame == 0 {
                // At once: a file without an index cannot be played, however early the program is
                // killed.
                let notes = std::mem::take(&mut self.state().notes);
                self.output().begin(self, encoder.group(), notes)?;
                self.state().is_begun = true;
                self.changed.notify_all();
            }
        }
        Ok(Some(encoder.finish()))
    }

    /// Writes the encoded groups in order.
    fn write(&self) {
        loop {
            let mut state = self.state();
            let number = state.written;
            let group = loop {
                match state.encoded.remove(&number) {
                    Some(group) => break group,
                    None if state.has_failed => return,
                    // This group will never exist: no thread has taken it, and it has no first
                    // picture.
                    None if state.is_ended
                        && number >= state.next
                        && !state.pictures.contains_key(&(number * self.per_group)) =>
                    {
                        return;
                    }
                    None => state = self.wait(state),
                }
            };
            drop(state);
            match self.output().write(self, number, &group) {
                Ok(bytes) => {
                    let mut state = self.state();
                    (state.written, state.bytes) = (number + 1, bytes);
                    state.kept = state.kept.split_off(&((number + 1) * self.per_group));
                }
                Err(failure) => self.fail(failure),
            }
            self.changed.notify_all();
        }
    }
}

impl Output {
    /// Writes the beginning of the file, with the parameters of its first group.
    fn begin(
        &mut self,
        shared: &Shared,
        group: &Group,
        notes: Vec<Note>,
    ) -> Result<(), CaptureError> {
        // Of a video that goes on, the first group is encoded again.
        let Some(place) = self.place.as_mut().filter(|_| self.track.is_none()) else {
            return Ok(());
        };
        let (sps, pps) = (group.sps.clone(), group.pps.clone());
        let track = Track { size: shared.size, rate: shared.rate, sps, pps, notes };
        let beginning = track.beginning();
        place.append(&beginning)?;
        place.sync()?;
        self.sum.update(&beginning);
        self.track = Some(track);
        Ok(())
    }

    /// Appends a group, and returns the bytes written so far.
    fn write(&mut self, shared: &Shared, number: u64, group: &Group) -> Result<u64, CaptureError> {
        let (Some(place), Some(track)) = (&mut self.place, &self.track) else { return Ok(0) };
        let fragment = track.fragment(number as u32 + 1, number * shared.per_group, group);
        place.append(&fragment)?;
        place.sync()?;
        self.sum.update(&fragment);
        self.index.add(group, place.length());
        Ok(place.length())
    }

    /// Wraps `failure` with the partial file, if that holds any frames.
    fn cut(&mut self, failure: CaptureError) -> CaptureError {
        let frames = self.index.frames();
        let path = self.place.as_ref().map(|place| place.partial().to_owned());
        self.discard();
        match path {
            Some(path) if frames > 0 => {
                CaptureError::Cut { source: Box::new(failure), frames: Some(frames), path }
            }
            _ => failure,
        }
    }

    /// Lets go of the file, and removes it if it has no frames.
    fn discard(&mut self) {
        if let Some(place) = self.place.take().filter(|_| self.index.frames() == 0) {
            let _ = std::fs::remove_file(place.partial());
        }
    }
}

/// Checks that the encoder supports pictures of this size.
///
/// # Errors
/// [`CaptureError::VideoSize`].
pub fn check_size([width, height]: [u32; 2]) -> Result<(), CaptureError> {
    let refused = |remedy| CaptureError::VideoSize {
        format: say!("video-h264"),
        width,
        height,
        remedy: Box::new(remedy),
    };
    if !width.is_multiple_of(2) || !height.is_multiple_of(2) {
        return Err(refused(say!(
            "remedy-even-sides",
            width = width.next_multiple_of(2),
            height = height.next_multiple_of(2)
        )));
    }
    if !h264::holds([width, height]) {
        return Err(refused(say!(
            "remedy-sides-of-h264",
            least = h264::SMALLEST,
            width = h264::LARGEST[0],
            height = h264::LARGEST[1]
        )));
    }
    Ok(())
}
