//! Codecs of videos.

use crate::named;

named! {
    /// How the frames of a video are compressed.
    pub enum Codec: "codec" {
        /// H.264 with half the colour resolution, by the program itself: plays everywhere
        H264 = "h264",
        /// H.264 with the full colour resolution, by ffmpeg
        H264Full = "h264-444",
        /// H.264 without loss, by ffmpeg
        Lossless = "lossless",
        /// HEVC, by ffmpeg
        Hevc = "hevc",
        /// AV1, by ffmpeg
        Av1 = "av1",
        /// ProRes 4444, for editing, by ffmpeg
        ProRes = "prores",
    }
}

impl Codec {
    /// File extensions that can hold it.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::H264 => &["mp4", "m4v"],
            Self::H264Full | Self::Lossless | Self::Hevc => &["mp4", "m4v", "mov", "mkv"],
            Self::Av1 => &["mp4", "webm", "mkv"],
            Self::ProRes => &["mov", "mkv"],
        }
    }

    /// The default codec for a file extension.
    pub(super) fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "mp4" | "m4v" => Some(Self::H264),
            "mov" => Some(Self::ProRes),
            "mkv" => Some(Self::Lossless),
            "webm" => Some(Self::Av1),
            _ => None,
        }
    }
}
