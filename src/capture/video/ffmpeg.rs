//! Videos encoded by an ffmpeg on the PATH, which gets raw frames through a pipe.

use std::io;
use std::path::{Path, PathBuf};

use super::codec::Codec;
use super::ordered::Writer;
use super::place::Place;
use super::process::{Process, encoders, quiet, said_by_ffmpeg};
use super::{Quality, VideoSettings};
use crate::capture::{CaptureError, Note, Picture, Pixels};
use crate::file::{FileError, sync};
use crate::name::Named;
use crate::words::say;

/// Notes longer than this many bytes are left out, because systems limit the length of a command
/// line.
const LONGEST_NOTE: usize = 16 << 10;

/// A video encoded and written by ffmpeg.
#[derive(Debug)]
pub struct Ffmpeg {
    place: Place,
    settings: VideoSettings,
    codec: Codec,
    encoder: &'static str,
    /// Started with the first frame, which determines the pixel format.
    process: Option<Process>,
}

/// Raw pixels, and ffmpeg's name for their format.
type Raw = (&'static str, Vec<u8>);

impl Ffmpeg {
    /// A video at `path`, or under a numbered name if that exists.
    ///
    /// # Errors
    /// [`CaptureError::Format`] if no ffmpeg with this codec is installed;
    /// [`CaptureError::VideoSize`] if the codec does not support the size;
    /// [`CaptureError::Unwritable`] if the file cannot be written.
    pub fn new(path: &Path, settings: &VideoSettings, codec: Codec) -> Result<Self, CaptureError> {
        let encoder = encoder(codec)?;
        let [width, height] = settings.size;
        let has_full_colors = matches!(codec, Codec::H264Full | Codec::Lossless);
        if !has_full_colors && (width % 2 != 0 || height % 2 != 0) {
            let even = [width.next_multiple_of(2), height.next_multiple_of(2)];
            let remedy = say!("remedy-even-sides", width = even[0], height = even[1]);
            return Err(CaptureError::VideoSize {
                format: say!("video-this-codec"),
                width,
                height,
                remedy: Box::new(remedy),
            });
        }
        let place = Place::take(path, settings.is_overwriting)?;
        Ok(Self { place, settings: *settings, codec, encoder, process: None })
    }

    /// The final path.
    pub fn target(&self) -> &Path {
        self.place.target()
    }

    /// Starts ffmpeg for frames of this format.
    fn start(&self, format: &str, notes: &[Note]) -> io::Result<Process> {
        let [width, height] = self.settings.size;
        let mut command = quiet();
        command.args([
            "-f",
            "rawvideo",
            "-pixel_format",
            format,
            "-video_size",
            &format!("{width}x{height}"),
        ]);
        command.args([
            "-framerate",
            &self.settings.rate.to_string(),
            "-i",
            "pipe:0",
            "-map_metadata",
            "-1",
        ]);
        for note in
            notes.iter().filter(|note| note.text.len() <= LONGEST_NOTE && !note.text.contains('\0'))
        {
            let keyword = match note.keyword.as_str() {
                "Title" => "title",
                "Scene" => "comment",
                keyword => keyword,
            };
            command.args(["-metadata", &format!("{keyword}={}", note.text)]);
        }
        command.args(["-c:v", self.encoder]).args(options(
            self.codec,
            self.encoder,
            self.settings.quality,
        ));
        let is_fragmented = self.is_rewritten();
        if is_fragmented {
            command.args([
                "-movflags",
                "+frag_keyframe+empty_moov+default_base_moof+use_metadata_tags",
            ]);
        }
        command.args(["-y"]).arg(absolute(self.place.partial()));
        Process::start(&mut command)
    }

    /// Whether the file is fragmented while it is recorded, and rewritten with its index in front
    /// at the end.
    fn is_rewritten(&self) -> bool {
        let ending = self
            .place
            .target()
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .to_ascii_lowercase();
        ["mp4", "m4v", "mov"].contains(&ending.as_str())
    }

    fn failed(&self, source: io::Error) -> CaptureError {
        FileError::new(self.place.target(), source).into()
    }
}

impl Writer for Ffmpeg {
    type Frame = Raw;
    const IS_DIRECT: bool = false;

    fn prepare(_: &VideoSettings, picture: Picture) -> Result<Raw, CaptureError> {
        let little_endian =
            |numbers: Vec<u16>| numbers.into_iter().flat_map(u16::to_le_bytes).collect();
        match picture.pixels {
            Pixels::Rgb8(bytes) => Ok(("rgb24", bytes)),
            Pixels::Rgba8(bytes) => Ok(("rgba", bytes)),
            Pixels::Rgb16(numbers) => Ok(("rgb48le", little_endian(numbers))),
            Pixels::Rgba16(numbers) => Ok(("rgba64le", little_endian(numbers))),
            other @ (Pixels::RgbHalf(_) | Pixels::RgbaHalf(_)) => Err(CaptureError::Pixels {
                got: other.name(),
                expected: "8 or 16 bits per channel",
            }),
        }
    }

    fn append(&mut self, (format, bytes): Raw, notes: &[Note]) -> Result<(), CaptureError> {
        if self.process.is_none() {
            self.process =
                Some(self.start(format, notes).map_err(|source| missing(self.codec, &source))?);
        }
        match self.process.take_if(|process| !process.feed(&bytes)) {
            None => Ok(()),
            // ffmpeg has exited; report why.
            Some(process) => Err(CaptureError::Encoder(
                process.end().err().unwrap_or_else(|| say!("encoder-ffmpeg-silent")),
            )),
        }
    }

    fn finish(mut self) -> Result<PathBuf, CaptureError> {
        if let Some(process) = self.process.take() {
            process.end().map_err(CaptureError::Encoder)?;
            check_written(self.place.partial())?;
        }
        if !self.is_rewritten() {
            return Ok(self.place.commit()?);
        }
        // Rewrite with the index in front, into another file that is then renamed.
        let plain = Place::take(self.place.partial(), false)?;
        let mut command = quiet();
        command.arg("-i").arg(absolute(self.place.partial())).args([
            "-c",
            "copy",
            "-map_metadata",
            "0",
        ]);
        command
            .args(["-movflags", "+faststart+use_metadata_tags", "-y"])
            .arg(absolute(plain.partial()));
        let rewritten = Process::start(&mut command).map_err(said_by_ffmpeg).and_then(Process::end);
        if let Err(said) = rewritten {
            let _ = std::fs::remove_file(plain.partial());
            return Err(CaptureError::Encoder(said));
        }
        check_written(plain.partial())?;
        let renamed = std::fs::rename(plain.partial(), self.place.partial());
        // It is this file that must be on the disk before it gets its final name.
        let synced = renamed.and_then(|()| sync(&std::fs::File::open(self.place.partial())?));
        synced.map_err(|source| self.failed(source))?;
        Ok(self.place.commit()?)
    }

    fn bytes(&mut self) -> u64 {
        std::fs::metadata(self.place.partial()).map_or(0, |metadata| metadata.len())
    }

    fn partial(&self) -> PathBuf {
        self.place.partial().to_owned()
    }
}

/// Whether ffmpeg has written anything. Its exit code alone does not say so.
fn check_written(path: &Path) -> Result<(), CaptureError> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.len() > 0 => Ok(()),
        _ => Err(CaptureError::Encoder(say!("encoder-ffmpeg-empty"))),
    }
}

/// An absolute path, which cannot be mistaken for an option.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn missing(codec: Codec, error: &io::Error) -> CaptureError {
    let codec = codec.name();
    CaptureError::Format(say!("error-no-ffmpeg", codec = codec, cause = error.to_string()))
}

/// Name of the installed ffmpeg's encoder for a codec.
fn encoder(codec: Codec) -> Result<&'static str, CaptureError> {
    let wanted: &[&str] = match codec {
        Codec::H264 | Codec::H264Full => &["libx264"],
        Codec::Lossless => &["libx264rgb"],
        Codec::Hevc => &["libx265"],
        Codec::Av1 => &["libsvtav1", "libaom-av1"],
        Codec::ProRes => &["prores_ks"],
    };
    let list = encoders().map_err(|error| missing(codec, &error))?;
    let has =
        |name: &&&str| list.lines().any(|line| line.split_whitespace().nth(1) == Some(**name));
    wanted.iter().find(has).copied().ok_or_else(|| {
        CaptureError::Format(say!(
            "error-ffmpeg-lacks",
            codec = codec.name(),
            encoder = wanted.join(" or ")
        ))
    })
}

/// Further options for ffmpeg: quality, pixel format, and the BT.709 colour tags.
fn options(codec: Codec, encoder: &str, quality: Quality) -> Vec<String> {
    let quantizer = quality.quantizer();
    let bt_709 = |pixels: &str| {
        let convert = format!(
            "scale=in_range=pc:out_range=tv:out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format={pixels}"
        );
        let tags = "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv";
        [vec!["-vf".to_owned(), convert], words(tags)].concat()
    };
    match codec {
        Codec::H264 | Codec::H264Full => {
            [bt_709("yuv444p"), words(&format!("-preset medium -crf {quantizer}"))].concat()
        }
        Codec::Lossless => words("-preset veryfast -qp 0"),
        Codec::Hevc => [
            bt_709("yuv420p"),
            words(&format!(
                "-preset medium -crf {quantizer} -tag:v hvc1 -x265-params log-level=error"
            )),
        ]
        .concat(),
        // The quantiser of AV1 goes up to 63, that of the others to 51.
        Codec::Av1 => {
            let speed = if encoder == "libsvtav1" { "-preset 7" } else { "-cpu-used 6 -row-mt 1" };
            [bt_709("yuv420p"), words(&format!("{speed} -crf {}", u32::from(quantizer) * 63 / 51))]
                .concat()
        }
        Codec::ProRes => [bt_709("yuva444p10le"), words("-profile:v 4444 -vendor apl0")].concat(),
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}
