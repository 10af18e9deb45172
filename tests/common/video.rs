//! Reading videos in tests: the frames of an MP4 file, whether it is fragmented or plain, decoded
//! and compared.

use openh264::decoder::Decoder;
use openh264::formats::YUVSource;

/// A video's frames as stored, each with its units after four bytes of length, and the parameter
/// sets.
pub struct Mp4 {
    pub frames: Vec<Vec<u8>>,
    pub parameters: Vec<Vec<u8>>,
    /// The kinds of the outermost boxes.
    pub outline: Vec<String>,
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
}

/// Kind, offset and body of each whole box in `bytes`, which begin at the offset `at`.
fn boxes(bytes: &[u8], mut at: usize, end: usize) -> Vec<(String, usize, &[u8])> {
    let mut found = Vec::new();
    while at + 8 <= end {
        let length = number(&bytes[at..at + 4]);
        if length < 8 || at + length > end {
            break;
        }
        let kind = bytes[at + 4..at + 8].iter().map(|byte| char::from(*byte)).collect();
        found.push((kind, at, &bytes[at + 8..at + length]));
        at += length;
    }
    found
}

/// The body of a box below `body`.
fn find<'a>(body: &'a [u8], path: &[&str]) -> &'a [u8] {
    path.iter().fold(body, |body, kind| {
        let found = boxes(body, 0, body.len()).into_iter().find(|(found, ..)| found == kind);
        found.unwrap_or_else(|| panic!("there is no {kind}")).2
    })
}

/// The words of a full box, after its version and flags.
fn words(body: &[u8]) -> Vec<usize> {
    body[4..].chunks_exact(4).map(number).collect()
}

impl Mp4 {
    pub fn parse(bytes: &[u8]) -> Self {
        let outer = boxes(bytes, 0, bytes.len());
        let outline = outer.iter().map(|(kind, ..)| kind.clone()).collect();
        let moov = outer.iter().find(|(kind, ..)| kind == "moov").unwrap().2;
        let tables = find(moov, &["trak", "mdia", "minf", "stbl"]);
        let entry = &find(tables, &["stsd"])[16..];
        let config = find(&entry[78..], &["avcC"]);
        let sps = &config[8..8 + number(&config[6..8])];
        let rest = &config[8 + sps.len()..];
        let pps = &rest[3..3 + number(&rest[1..3])];
        let mut frames = Vec::new();
        let mut cut = |mut at: usize, sizes: &[usize]| {
            for size in sizes {
                frames.push(bytes[at..at + size].to_vec());
                at += size;
            }
        };
        let sizes = words(find(tables, &["stsz"]));
        let [runs, chunks] = ["stsc", "stco"].map(|kind| words(find(tables, &[kind])));
        let mut done = 0;
        for (chunk, offset) in chunks[1..].iter().enumerate() {
            let run =
                runs[1..].chunks_exact(3).take_while(|run| run[0] <= chunk + 1).last().unwrap();
            cut(*offset, &sizes[2 + done..2 + done + run[1]]);
            done += run[1];
        }
        for pair in outer.windows(2).filter(|pair| pair[0].0 == "moof" && pair[1].0 == "mdat") {
            let run = words(find(pair[0].2, &["traf", "trun"]));
            assert_eq!(
                pair[0].1 + run[1],
                pair[1].1 + 8,
                "the data is not where the fragment says"
            );
            cut(pair[0].1 + run[1], &run[3..]);
        }
        Self { frames, parameters: vec![sps.to_vec(), pps.to_vec()], outline }
    }

    /// Every frame as 8-bit RGB.
    pub fn decode(&self) -> Vec<Vec<u8>> {
        let mut decoder = Decoder::new().unwrap();
        let start = [0, 0, 0, 1];
        let parameters: Vec<u8> = self
            .parameters
            .iter()
            .flat_map(|unit| start.into_iter().chain(unit.iter().copied()))
            .collect();
        decoder.decode(&parameters).unwrap();
        let frames = self.frames.iter().map(|frame| {
            let (mut stream, mut rest) = (Vec::new(), frame.as_slice());
            while !rest.is_empty() {
                let length = number(&rest[..4]);
                stream.extend_from_slice(&start);
                stream.extend_from_slice(&rest[4..4 + length]);
                rest = &rest[4 + length..];
            }
            rgb(&decoder.decode(&stream).unwrap().expect("a frame is not shown at once"))
        });
        frames.collect()
    }
}

/// Converts back after the formulas of BT.709, with chroma on the left one of two columns.
fn rgb(yuv: &impl YUVSource) -> Vec<u8> {
    let ((width, height), (y_row, u_row, v_row)) = (yuv.dimensions(), yuv.strides());
    let sample = |plane: &[u8], row: usize, x: usize, y: usize| {
        let at = |x: usize| f64::from(plane[y / 2 * row + x.min(width / 2 - 1)]);
        let between = if x % 2 == 1 { at(x / 2).midpoint(at(x / 2 + 1)) } else { at(x / 2) };
        (between - 128.0) / 224.0
    };
    let pixel = |x: usize, y: usize| {
        let luma = (f64::from(yuv.y()[y * y_row + x]) - 16.0) / 219.0;
        let (blue, red) = (sample(yuv.u(), u_row, x, y), sample(yuv.v(), v_row, x, y));
        let (r, b) = (luma + 1.5748 * red, luma + 1.8556 * blue);
        [r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b]
            .map(|value| (255.0 * value).round().clamp(0.0, 255.0) as u8)
    };
    (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y))).collect()
}

/// Peak signal to noise ratio in dB.
pub fn psnr(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    let error: f64 = a.iter().zip(b).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2)).sum();
    10.0 * (255.0_f64.powi(2) * a.len() as f64 / error).log10()
}
