//! H.264 in groups of pictures that are encoded independently, so that the bytes do not depend on
//! the number of threads.

use openh264::OpenH264API;
use openh264::encoder::{
    BitRate, Complexity, Encoder, EncoderConfig, FrameRate as Hertz, FrameType, Profile, QpRange,
    RateControlMode, VuiConfig,
};

use super::FrameRate;
use super::yuv::Yuv;
use crate::capture::CaptureError;
use crate::words::said;

/// Longer and shorter side in pixels of the largest picture that the encoder supports.
pub const LARGEST: [u32; 2] = [3840, 2160];
/// Smallest side in pixels that the encoder supports.
pub const SMALLEST: u32 = 16;

/// Encoder settings.
#[derive(Clone, Copy, Debug)]
pub struct H264 {
    /// Frames per second, which determine the H.264 level.
    pub rate: FrameRate,
    /// Quantiser of every macroblock, from 0 (the best) to 51.
    pub quantizer: u8,
}

/// An encoded closed group of pictures; only its first frame is a key frame.
#[derive(Debug, Default)]
pub struct Group {
    /// Sequence parameter set.
    pub sps: Vec<u8>,
    /// Picture parameter set.
    pub pps: Vec<u8>,
    /// Size of each frame in bytes.
    pub sizes: Vec<u32>,
    /// The frames' NAL units, each preceded by its length in four bytes.
    pub data: Vec<u8>,
}

/// The encoder of one group.
pub struct GroupEncoder {
    encoder: Encoder,
    group: Group,
}

impl GroupEncoder {
    /// An encoder for a new group.
    ///
    /// # Errors
    /// [`CaptureError::Encoder`].
    pub fn new(settings: H264) -> Result<Self, CaptureError> {
        let config = EncoderConfig::new()
            .profile(Profile::High)
            .vui(VuiConfig::bt709())
            .max_frame_rate(Hertz::from_hz(settings.rate.per_second() as f32))
            // A constant quantiser; the bit rate follows from the picture.
            .rate_control_mode(RateControlMode::Quality)
            .qp(QpRange::new(settings.quantizer, settings.quantizer))
            .bitrate(BitRate::from_bps(10_000_000))
            .skip_frames(false)
            .adaptive_quantization(false)
            .background_detection(false)
            .scene_change_detect(false)
            .complexity(Complexity::Low)
            .num_threads(1);
        let mut encoder =
            Encoder::with_api_config(OpenH264API::from_source(), config).map_err(refused)?;
        // ENCODER_OPTION_TRACE_LEVEL = WELS_LOG_QUIET: the encoder warns on standard error about a
        // constant quantiser.
        let mut quiet = 0_i32;
        // SAFETY: this option may be set before the encoder is initialised, and reads one int,
        // which lives until it returns.
        unsafe { encoder.raw_api().set_option(25, (&raw mut quiet).cast()) };
        Ok(Self { encoder, group: Group::default() })
    }

    /// Encodes the next frame.
    ///
    /// # Errors
    /// [`CaptureError::Encoder`].
    pub fn push(&mut self, picture: &Yuv) -> Result<(), CaptureError> {
        let Self { encoder, group } = self;
        let stream = encoder.encode(picture).map_err(refused)?;
        let expected = if group.sizes.is_empty() { FrameType::IDR } else { FrameType::P };
        if stream.frame_type() != expected {
            return Err(CaptureError::Encoder(said(format_args!(
                "{:?} in place of {expected:?}",
                stream.frame_type()
            ))));
        }
        let before = group.data.len();
        for layer in (0..stream.num_layers()).filter_map(|index| stream.layer(index)) {
            for unit in (0..layer.nal_count())
                .filter_map(|index| layer.nal_unit(index))
                .map(without_start_code)
            {
                match unit.first().map(|header| header & 31) {
                    Some(7) => group.sps = unit.to_vec(),
                    Some(8) => group.pps = unit.to_vec(),
                    _ => {
                        group.data.extend_from_slice(&(unit.len() as u32).to_be_bytes());
                        group.data.extend_from_slice(unit);
                    }
                }
            }
        }
        group.sizes.push((group.data.len() - before) as u32);
        Ok(())
    }

    /// The group so far.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// The group.
    pub fn finish(self) -> Group {
        self.group
    }
}

/// A NAL unit without its start code.
fn without_start_code(unit: &[u8]) -> &[u8] {
    let zeros = unit.iter().take_while(|byte| **byte == 0).count();
    &unit[(zeros + 1).min(unit.len())..]
}

fn refused(error: openh264::Error) -> CaptureError {
    CaptureError::Encoder(said(error))
}

/// Whether the encoder supports pictures of this size.
pub fn holds([width, height]: [u32; 2]) -> bool {
    width.max(height) <= LARGEST[0]
        && width.min(height) <= LARGEST[1]
        && width.min(height) >= SMALLEST
}
