//! What may be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use starshell::lab::{Number, ReduceKernel, ScanKernel, SortData, SortKernel};
use starshell::name::Named;
use starshell::physics::{ForceKernel, Integrator, Precision};
use starshell::render::{ColorBy, ColorMap, MOST_POINTS};

const EXAMPLES: &str = "\
Examples:
  starshell
  starshell galaxy --count 32768
  starshell plummer --fullscreen --projector
  starshell --kiosk
  starshell render shell --out shell.png
  starshell render shell --sheet 4x3 --size 640x640 --out sheet.png
  starshell render galaxy --count 65536 --frames 300 --steps-a-frame 4 --size 1920x1080 --out frames
  starshell render plummer --integrator hermite-4 --time 20 --log energy.csv --out plummer.png
  starshell render my-scene.toml --color-by component --color-map viridis --out mine.png
  starshell bench gravity --count 1024,16384 --json
  starshell bench cpu --count 16384 --kernel simd,simd-threaded
  starshell bench frame --panels
  starshell bench reduce --count 2^20,2^24 --kernel all --type f32
  starshell bench scan --portable --json
  starshell bench sort --count 2^20 --pairs --data random,sorted --kernel auto,cpu-std
  starshell tune

STARSHELL_ADAPTER chooses the adapter as --adapter does.";

/// Gravity on the GPU: N-body simulation of thousands to millions of bodies, and pictures of it.
#[derive(Debug, Parser)]
#[command(name = "starshell", version, about, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub window: Window,
}

/// What opens without a command: the window.
#[derive(Debug, Args)]
pub struct Window {
    /// Scene to open in a window: a name (see `starshell scenes`), or the path of a scene file [default: shell]
    pub scene: Option<String>,
    /// Fill the screen
    #[arg(long)]
    pub fullscreen: bool,
    /// Large type, thick points and colours for colour-blind eyes, as a projector needs them
    #[arg(long)]
    pub projector: bool,
    /// For a visitors' screen: full screen, no panels, one scene after the other
    #[arg(long)]
    pub kiosk: bool,
    #[command(flatten)]
    pub overrides: Overrides,
    #[command(flatten)]
    pub adapter: Adapter,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scene and write one picture, a numbered sequence, or a contact sheet
    Render(Box<Render>),
    /// List the scenes that the program carries with it
    Scenes,
    /// List the adapters of this machine, with what Starshell uses of them
    Info(Info),
    /// Measure the speed of this machine
    Bench(Bench),
    /// Find the fastest kernels for this machine, and remember them
    Tune(Tune),
}

#[derive(Debug, Args)]
pub struct Tune {
    /// Forget what was found, and go back to what suits adapters of this kind
    #[arg(long)]
    pub forget: bool,
    #[command(flatten)]
    pub adapter: Adapter,
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Render {
    /// A scene by name (see `starshell scenes`), or the path of a scene file
    pub scene: String,
    /// PNG file to write, or the folder for a sequence of frames
    #[arg(long, short, value_name = "PATH")]
    pub out: PathBuf,
    /// Width and height of a picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = pair, allow_hyphen_values = true)]
    pub size: [u32; 2],
    /// Number of frames of a sequence: PATH is then a folder
    #[arg(long, value_name = "F", value_parser = positive, allow_hyphen_values = true)]
    pub frames: Option<u32>,
    /// Contact sheet of so many columns and rows, with the time under each picture
    #[arg(long, value_name = "COLSxROWS", value_parser = pair, allow_hyphen_values = true, conflicts_with = "frames")]
    pub sheet: Option<[u32; 2]>,
    /// Simulated time of the last frame [default: the scene's duration]
    #[arg(long, value_name = "T", value_parser = number, allow_hyphen_values = true)]
    pub time: Option<f64>,
    /// Steps from each frame to the next, in place of --time; a single picture stands at the end of its steps
    #[arg(long, value_name = "K", value_parser = positive, allow_hyphen_values = true, conflicts_with = "time")]
    pub steps_a_frame: Option<u32>,
    #[command(flatten)]
    pub overrides: Overrides,
    /// Table of energy, momentum and more over time, to be written as CSV
    #[arg(long, value_name = "CSV")]
    pub log: Option<PathBuf>,
    #[command(flatten)]
    pub adapter: Adapter,
}

/// What replaces a scene's own values.
#[derive(Debug, Args)]
pub struct Overrides {
    /// Number of bodies
    #[arg(long, value_name = "N", value_parser = whole, allow_hyphen_values = true)]
    pub count: Option<usize>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Integrator: symplectic-euler, leapfrog-kdk, leapfrog-dkd, forest-ruth, pefrl, yoshida-6, runge-kutta-4, hermite-4
    #[arg(long, value_name = "I", value_parser = Integrator::named)]
    pub integrator: Option<Integrator>,
    /// Time step
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub dt: Option<f64>,
    /// Plummer softening length
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub softening: Option<f64>,
    /// Factor on the velocities at each step; 1 is none
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub damping: Option<f64>,
    /// Precision: f32 (the fastest), f32+ (forces in f32, positions and velocities with 47 bits), f64 (where the adapter has it)
    #[arg(long, value_name = "P", value_parser = Precision::named)]
    pub precision: Option<Precision>,
    /// Adaptive steps of this accuracy: each is ETA sqrt(softening / largest acceleration), at most the time step; 0 is fixed
    /// steps
    #[arg(long, value_name = "ETA", value_parser = number, allow_hyphen_values = true)]
    pub adaptive: Option<f64>,
    /// What colours show: speed, acceleration, distance, mass, component, uniform
    #[arg(long, value_name = "C", value_parser = ColorBy::named)]
    pub color_by: Option<ColorBy>,
    /// Colour map: starlight, inferno, magma, plasma, viridis, cividis, turbo
    #[arg(long, value_name = "M", value_parser = ColorMap::named)]
    pub color_map: Option<ColorMap>,
    /// Points of the trails that bodies leave, up to 256; 0 is none
    #[arg(long, value_name = "N", value_parser = trail_length, allow_hyphen_values = true)]
    pub trails: Option<u32>,
    /// Classic presets: run as the CUDA sample does when the preset is picked (softening 0.1, damping 1)
    #[arg(long)]
    pub faithful: bool,
}

#[derive(Debug, Args)]
pub struct Adapter {
    /// Adapter by index or part of its name (see `starshell info`) [default: the best]
    #[arg(long, value_name = "NAME|INDEX")]
    pub adapter: Option<String>,
}

#[derive(Debug, Args)]
pub struct Info {
    #[command(flatten)]
    pub adapter: Adapter,
}

#[derive(Debug, Args)]
pub struct Bench {
    #[command(subcommand)]
    pub what: BenchWhat,
}

#[derive(Debug, Subcommand)]
pub enum BenchWhat {
    /// Whole steps (force and leapfrog), with the error against an f64 sum
    #[command(after_help = kernels(ForceKernel::about))]
    Gravity {
        /// Numbers of bodies, separated by commas
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1024, 4096, 16384], value_parser = whole, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Kernels to measure, separated by commas (see below); `all` is every one that runs here
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
        kernel: Vec<String>,
        /// Precisions to measure, separated by commas: f32, f32+, f64
        #[arg(long, value_name = "P,P,…", value_delimiter = ',', default_value = "f32")]
        precision: Vec<String>,
        /// The bodies: `cube` is uniform and at rest, `plummer` a star cluster, dense in the middle
        #[arg(long, value_name = "M", default_value = "cube")]
        model: String,
        #[command(flatten)]
        common: BenchCommon,
    },
    /// Whole steps on the CPU: the same cube, the ways to write the sum from a plain loop to SIMD on all cores
    Cpu {
        /// Numbers of bodies, separated by commas
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1024, 4096, 16384], value_parser = whole, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Kernels to measure, separated by commas: aos-serial, soa-serial, symmetric-serial, simd, simd-threaded, or `all`
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "all")]
        kernel: Vec<String>,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Whole frames: steps, picture, glow, tone map; nothing is copied back
    Frame {
        /// Numbers of bodies, separated by commas
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [16384], value_parser = whole, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Width and height of the picture in pixels
        #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = pair, allow_hyphen_values = true)]
        size: [u32; 2],
        /// Steps in each frame
        #[arg(long, value_name = "K", default_value = "1", value_parser = positive, allow_hyphen_values = true)]
        steps_a_frame: u32,
        /// The window's whole frame, panels and all, painted without a window; steps within its budget of 40 ms a frame
        #[arg(long)]
        panels: bool,
        #[command(flatten)]
        common: BenchCommon,
    },
    /// Sums, compared with the host's
    #[command(after_help = kernels(ReduceKernel::about))]
    Reduce {
        /// What is added up: u32, f32
        #[arg(long = "type", value_name = "T", default_value = "u32", value_parser = Number::named)]
        number: Number,
        #[command(flatten)]
        primitive: Primitive,
    },
    /// Inclusive prefix sums of u32, compared with the host's
    #[command(after_help = kernels(ScanKernel::about))]
    Scan {
        #[command(flatten)]
        primitive: Primitive,
    },
    /// Sorts by keys of u32, compared with the host's
    #[command(after_help = kernels(SortKernel::about))]
    Sort {
        /// Each key carries a u32 along
        #[arg(long)]
        pairs: bool,
        /// Keys to sort, separated by commas: random, equal, sorted, reversed, bits16 (the upper 16 bits zero)
        #[arg(long, value_name = "D,D,…", value_delimiter = ',', default_value = "random", value_parser = SortData::named)]
        data: Vec<SortData>,
        #[command(flatten)]
        primitive: Primitive,
    },
}

/// What the benches of reduction, scan and sort have in common.
#[derive(Debug, Args)]
pub struct Primitive {
    /// Numbers of elements, separated by commas; 2^20 is 1048576
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1 << 20, 1 << 24], value_parser = elements, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// Kernels to measure, separated by commas (see below); `all` is every one that runs here with that count
    #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
    pub kernel: Vec<String>,
    /// The same as --kernel portable
    #[arg(long, conflicts_with = "kernel")]
    pub portable: bool,
    #[command(flatten)]
    pub common: BenchCommon,
}

/// The kernels, a line each.
fn kernels<K: Named>(about: impl Fn(K) -> &'static str) -> String {
    let width = K::ALL.iter().map(|kernel| kernel.name().len()).max().unwrap_or(0);
    let lines = K::ALL.iter().map(|kernel| format!("  {:<width$} {}", kernel.name(), about(*kernel)));
    format!("Kernels:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

#[derive(Debug, Args)]
pub struct BenchCommon {
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub adapter: Adapter,
}

/// A number; whether it makes sense is judged where it is used, with words that fit.
fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number such as 0.01 or 1e-3"))
}

fn whole(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is not a whole number of bodies such as 16384"))
}

/// A number of elements, or a power.
fn elements(text: &str) -> Result<usize, String> {
    let power =
        || text.split_once('^').and_then(|(base, exponent)| base.parse::<usize>().ok()?.checked_pow(exponent.parse().ok()?));
    let number = text.parse().ok().or_else(power);
    number.ok_or_else(|| format!("`{text}` is not a whole number of elements such as 1048576 or 2^20"))
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a whole number from 0 to {}", u64::MAX))
}

fn positive(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("`{text}` is not a whole number from 1 to {}", u32::MAX))
}

fn trail_length(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST_POINTS);
    number.ok_or_else(|| format!("`{text}` is not a whole number from 0 to {MOST_POINTS}"))
}

fn pair(text: &str) -> Result<[u32; 2], String> {
    let numbers = text.split_once(['x', 'X', '×']).and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
    numbers.ok_or_else(|| format!("`{text}` is not two whole numbers joined by an x, such as 1280x720"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use starshell::cpu::Formulation;

    #[test]
    fn the_command_line_is_sound_and_its_examples_parse() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
        for example in EXAMPLES.lines().filter_map(|line| line.strip_prefix("  starshell ")) {
            let words = std::iter::once("starshell").chain(example.split_whitespace());
            assert!(Cli::try_parse_from(words).is_ok(), "{example}");
        }
    }

    #[test]
    fn every_name_that_can_be_typed_is_in_the_help() {
        use clap::CommandFactory;
        let help = Cli::command().find_subcommand_mut("render").unwrap().render_long_help().to_string();
        let names = Integrator::ALL.iter().map(|i| i.name());
        let names = names.chain(Precision::ALL.iter().map(|p| p.name()));
        let names = names.chain(ColorBy::ALL.iter().map(|c| c.name())).chain(ColorMap::ALL.iter().map(|m| m.name()));
        let plain = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for name in names {
            assert!(plain.contains(name), "{name} is not in the help");
        }
        let named = |bench: &str, names: &mut dyn Iterator<Item = &'static str>| {
            let mut command = Cli::command().find_subcommand("bench").unwrap().clone();
            let help = command.find_subcommand_mut(bench).unwrap().render_long_help().to_string();
            names.for_each(|name| assert!(help.contains(name), "{name} is not in the help of bench {bench}"));
        };
        named("cpu", &mut Formulation::ALL.iter().map(|formulation| formulation.name()));
        named("gravity", &mut ForceKernel::ALL.iter().map(|kernel| kernel.name()));
        named("reduce", &mut ReduceKernel::ALL.iter().map(|kernel| kernel.name()));
        named("reduce", &mut Number::ALL.iter().map(|number| number.name()));
        named("scan", &mut ScanKernel::ALL.iter().map(|kernel| kernel.name()));
        named("sort", &mut SortKernel::ALL.iter().map(|kernel| kernel.name()));
        named("sort", &mut SortData::ALL.iter().map(|data| data.name()));
    }

    #[test]
    fn counts_may_be_powers() {
        assert_eq!(
            ["4096", "2^20", "10^6", "7^0", "0"].map(|text| elements(text).ok()),
            [4096, 1 << 20, 1_000_000, 1, 0].map(Some)
        );
        for text in ["", "^", "2^", "^20", "-1", "2^-1", "2^64", "1e6", "2^2^2"] {
            assert!(elements(text).unwrap_err().contains(&format!("`{text}`")), "{text}");
        }
    }
}
