//! Examples in the help, and the headings under which it lists flags.

pub const SCENE: &str = "Scene";
pub const PHYSICS: &str = "Physics";
pub const CAMERA: &str = "Camera";
pub const PICTURE: &str = "Picture";
pub const TIME: &str = "Time";
pub const OUTPUT: &str = "Output";
pub const WINDOW: &str = "Window";
pub const WORKSHEET: &str = "Worksheet";

pub const ALL: &str = "\
Examples:
  starshell
  starshell galaxy --count 32768
  starshell plummer --fullscreen --projector
  starshell --kiosk
  starshell render shell --out shell.png
  starshell record shell --out shell.mp4
  starshell bench gravity --json
  starshell lab reduction
  starshell lesson kepler-and-newton --projector

Exit codes:
  0    done
  1    failure during the work
  2    invalid input, found before the work begins
  129  the terminal was closed
  130  interrupted by Ctrl-C
  143  ended by `kill`

Environment:
  STARSHELL_ADAPTER  chooses the adapter, as --adapter does
  NO_COLOR           leaves colours out, unless it is empty
  WGPU_BACKEND       vulkan, metal, dx12 or gl alone

`starshell COMMAND --help` has the flags and more examples of each command.";

pub const RENDER: &str = "\
Examples:
  starshell render shell --out shell.png
  starshell render shell --sheet 4x3 --size 640x640 --out sheet.png
  starshell render galaxy --count 65536 --frames 300 --steps-per-frame 4 \\
      --size 1920x1080 --out frames
  starshell render plummer --integrator hermite-4 --time 20 \\
      --log energy.csv --out plummer.png
  starshell render encounter --path scene --frames 600 --size 1080p \\
      --out encounter
  starshell render shell --size 7680x4320 --depth 16 --caption {scene} \\
      --credit Starshell --out shell.png
  starshell render galaxy --elevation 80 --distance 12 --exposure 0.5 \\
      --transparent --out galaxy.exr
  starshell render --like shell.png --samples 2 --out shell-2.png
  starshell render --again shell.png --size 7680x4320
  starshell render shell --vary softening=0.01,0.02,0.05 --out softening
  starshell render my-scene.toml --color-by component --color-map viridis \\
      --out mine.png
  starshell render galaxy --time 5 --save galaxy.starshell --out galaxy.png";

pub const RECORD: &str = "\
Examples:
  starshell record shell --duration 30s --fps 60 --size 1080p --out shell.mp4
  starshell record plummer --path turntable --loop --duration 6s \\
      --size 480x480 --out turning.gif
  starshell record encounter --start 2 --speed 0.5 --fps 29.97 --out slow.mp4
  starshell record galaxy.starshell --duration 20s --out on.mp4";

pub const BENCH: &str = "\
Examples:
  starshell bench gravity --count 1024,16384 --json
  starshell bench cpu --count 16384 --kernel simd,simd-threaded
  starshell bench cpu --count 2^17 --kernel tree --model plummer
  starshell bench tree --count 2^17 --model plummer,disk
  starshell bench frame --panels
  starshell bench members --count 2^16 --members gpu --members processor --members 0,processor
  starshell bench reduce --count 2^20,2^24 --kernel all --type f32
  starshell bench scan --portable --json
  starshell bench sort --count 2^20 --pairs --data random,sorted \\
      --kernel auto,cpu-std
  starshell bench fft --size 1024x1024,4096x4096 --kind real
  starshell bench poisson --side 64,1024 --kernel all
  starshell bench spmv --matrix grid-3d --count 192^3 --kernel all --precision f32,f64
  starshell bench spmv --matrix mine.mtx
  starshell bench solve --matrix grid-2d --count 512^2 --precision f64 --tolerance 1e-8";

pub const LAB: &str = "\
Examples:
  starshell lab
  starshell lab reduction nbody-ladder
  starshell lab --all --json --out mine.json
  starshell lab --open mine.json --csv";

pub const LESSON: &str = "\
Examples:
  starshell lesson
  starshell lesson kepler-and-newton --projector
  starshell lesson kepler-and-newton --worksheet kepler.pdf
  starshell lesson kepler-and-newton --worksheet notes.pdf --teacher
  starshell lesson kepler-and-newton --projector --class 192.168.1.20";
