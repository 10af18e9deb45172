//! The program in tests: started in a folder of its own, its files read back.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A run so small that it takes a blink.
pub const SMALL: &[&str] = &["--count", "200", "--size", "96x64"];

pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// What was printed, of a run that must have succeeded without a word on standard error.
    #[track_caller]
    pub fn quiet(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }
}

/// The program with these arguments, started in `folder`, and where no window can open.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starshell"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command
}

pub fn starshell(folder: &Path, arguments: &[&str]) -> Run {
    let output = command(folder, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// `starshell render` with small numbers, then these arguments.
pub fn render(folder: &Path, arguments: &[&str]) -> Run {
    starshell(folder, &[&["render"], SMALL, arguments].concat())
}

/// Every file and folder below `folder`, hidden ones too.
pub fn everything(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(everything(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

pub fn names(folder: &Path) -> Vec<String> {
    everything(folder).iter().map(|path| path.strip_prefix(folder).unwrap().display().to_string()).collect()
}

pub struct Png {
    pub size: [u32; 2],
    /// Three bytes a pixel.
    pub pixels: Vec<u8>,
    pub notes: BTreeMap<String, String>,
}

impl Png {
    /// A file that must be a complete PNG.
    #[track_caller]
    pub fn read(path: &Path) -> Self {
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        reader.finish().unwrap();
        let info = reader.info();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let note = |chunk: &png::text_metadata::ITXtChunk| (chunk.keyword.clone(), chunk.get_text().unwrap());
        Self { size: [info.width, info.height], notes: info.utf8_text.iter().map(note).collect(), pixels }
    }

    /// The part of `size` pixels whose upper left corner is at (x, y).
    pub fn part(&self, [x, y]: [u32; 2], [width, height]: [u32; 2]) -> Vec<u8> {
        let at = |row: u32| 3 * ((y + row) * self.size[0] + x) as usize;
        (0..height).flat_map(|row| self.pixels[at(row)..at(row) + 3 * width as usize].iter().copied()).collect()
    }

    pub fn brightest(&self) -> u8 {
        self.pixels.iter().copied().max().unwrap()
    }
}
