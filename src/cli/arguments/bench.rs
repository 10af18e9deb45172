//! Arguments of `starshell bench`.

use clap::{Args, Subcommand};
use starshell::gpu::Tuning;
use starshell::lab::{
    ChanceKernel, CpuKernel, FftKernel, FftKind, FftNumber, FftSize, GravityKernel,
    HistogramKernel, MeshKernel, Model, Number, PoissonKernel, PriceKernel, ReduceKernel,
    ScanKernel, SelectKernel, SortData, SortKernel, SortType, SparseModel, SpmvKernel, TreeModel,
};
use starshell::name::Named;
use starshell::physics::{
    GravityMethod, HostThreads, Multipoles, Opening, Precision, TreeError, TreeSettings, TreeWalk,
};
use starshell::render::SpotPath;
use starshell::session::Members;

use super::choice::choice;
use super::examples::BENCH;
use super::parse::{bodies, elements, number, positive, regions, shape, side, size, tuning};

#[derive(Debug, Args)]
#[command(after_help = BENCH)]
pub struct Bench {
    #[command(subcommand)]
    pub what: BenchWhat,
    /// Print one JSON object per line
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum BenchWhat {
    /// Whole steps (force and leapfrog), with the error against an f64 sum
    #[command(after_help = list::<GravityKernel>("Kernels"))]
    Gravity {
        /// Numbers of bodies, separated by commas; 2^14 is 16384
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1024, 4096, 16384], value_parser = bodies, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Kernels to measure, separated by commas (see below); `all` means every one that runs
        /// here
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
        kernel: Vec<String>,
        /// Precisions to measure, separated by commas
        #[arg(long, value_name = "P,P,…", value_delimiter = ',', default_value = "f32", value_parser = choice::<Precision>())]
        precision: Vec<Precision>,
        /// Model of the bodies
        #[arg(long, value_name = "M", default_value = "cube", value_parser = choice::<Model>())]
        model: Model,
    },
    /// Forces by a tree that is rebuilt each time: milliseconds by stage, work and errors
    #[command(after_help = list::<TreeModel>("Bodies"))]
    Tree {
        /// Numbers of bodies, separated by commas, for models; 2^14 is 16384
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [16384, 131_072], value_parser = bodies, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Models of bodies, separated by commas (see below); or a scene, a scene file or a saved
        /// run
        #[arg(long, value_name = "M,M,…", value_delimiter = ',', default_value = "plummer")]
        model: Vec<String>,
        /// How bodies walk the tree, separated by commas
        #[arg(long, value_name = "W,W,…", value_delimiter = ',', default_value = "shared", value_parser = choice::<TreeWalk>())]
        walk: Vec<TreeWalk>,
        /// Adjust the accuracy to the errors first, as a run does, so that 99 of 100 are below
        /// 0.001 at 0.002
        #[arg(long)]
        adjust: bool,
        /// Whole steps in so many regions, whose trees share memory, instead of one tree of all
        /// bodies; `auto` for as few as hold them
        #[arg(long, value_name = "N", value_parser = regions, conflicts_with = "walk")]
        regions: Option<usize>,
        #[command(flatten)]
        trees: Trees,
    },
    /// Whole steps on the CPU: eight kinds of loops, from plain ones to SIMD on all cores, and a
    /// tree
    #[command(after_help = list::<CpuKernel>("Kernels"))]
    Cpu {
        /// Numbers of bodies, separated by commas; 2^14 is 16384
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1024, 4096, 16384], value_parser = bodies, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Kernels to measure, separated by commas (see below), or `all`
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "all")]
        kernel: Vec<String>,
        /// Model of the bodies
        #[arg(long, value_name = "M", default_value = "cube", value_parser = choice::<Model>())]
        model: Model,
        #[command(flatten)]
        trees: Trees,
    },
    /// Whole frames: steps, picture, glow, tone map, without copies to the host
    Frame(Frame),
    /// Whole steps whose forces several members compute: adapters, the processor
    Members(BenchMembers),
    /// Prices of European options by the formula of Black and Scholes, checked against it in double
    /// precision
    #[command(after_help = list::<PriceKernel>("Kernels"))]
    Options {
        /// Numbers of options, each with a call and a put, separated by commas; 2^20 is 1048576
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1_000_000], value_parser = elements, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Kernels to measure, separated by commas (see below); `all` means every one that runs
        /// here
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
        kernel: Vec<String>,
    },
    /// Prices of European options by chance, checked against the host's for the same numbers and
    /// against the formula
    #[command(after_help = list::<ChanceKernel>("Kernels"))]
    MonteCarlo {
        /// Numbers of samples per option, separated by commas; 2^20 is 1048576
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1 << 20], value_parser = elements, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Kernels to measure, separated by commas (see below); `all` means every one
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
        kernel: Vec<String>,
        /// Number of options
        #[arg(long, value_name = "N", default_value = "1", value_parser = elements, allow_hyphen_values = true)]
        options: usize,
    },
    /// Sums, checked against the host's
    #[command(after_help = list::<ReduceKernel>("Kernels"))]
    Reduce {
        /// Type of the numbers
        #[arg(long = "type", value_name = "T", default_value = "u32", value_parser = choice::<Number>())]
        number: Number,
        #[command(flatten)]
        primitive: Primitive,
    },
    /// Inclusive prefix sums of u32, checked against the host's
    #[command(after_help = list::<ScanKernel>("Kernels"))]
    Scan {
        #[command(flatten)]
        primitive: Primitive,
    },
    /// The positive ones of random i32, moved together, checked against the host's
    #[command(after_help = list::<SelectKernel>("Kernels"))]
    Select {
        /// Select by a flag per number instead of by the number
        #[arg(long)]
        flags: bool,
        #[command(flatten)]
        primitive: Primitive,
    },
    /// Linear systems by conjugate gradients with Jacobi's preconditioner; the true residual is
    /// checked
    #[command(after_help = list::<SparseModel>("Matrices"))]
    Solve(Solve),
    /// Products of sparse matrices in CSR format and vectors, checked against sums in f64
    #[command(after_help = [list::<SpmvKernel>("Kernels"), list::<SparseModel>("Matrices")].join("\n"))]
    Spmv(Product),
    /// How often each of some values occurs, checked against the host's counts
    #[command(after_help = list::<HistogramKernel>("Kernels"))]
    Histogram {
        /// Number of bins; values are random numbers below it
        #[arg(long, value_name = "N", default_value = "256", value_parser = positive, allow_hyphen_values = true)]
        bins: u32,
        /// All values equal, so that all additions go to one bin
        #[arg(long)]
        equal: bool,
        #[command(flatten)]
        primitive: Primitive,
    },
    /// Sorts by u32 or u64 keys, checked against the host's
    #[command(after_help = list::<SortKernel>("Kernels"))]
    Sort(BenchSort),
    /// Fourier transforms forward and back, checked against double precision
    #[command(after_help = list::<FftKernel>("Kernels"))]
    Fft(BenchFft),
    /// Accelerations on a grid by Fourier transforms, checked against direct sums where the cube is
    /// alone
    #[command(after_help = list::<MeshKernel>("Kernels"))]
    Mesh {
        /// Numbers of bodies, separated by commas; 2^14 is 16384
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [16384, 1 << 20], value_parser = bodies, allow_hyphen_values = true)]
        count: Vec<usize>,
        /// Nodes per side of the cube
        #[arg(long, value_name = "N", default_value = "64", value_parser = side, allow_hyphen_values = true)]
        side: usize,
        /// What surrounds the cube, separated by commas (see below), or `all`
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "all")]
        kernel: Vec<String>,
    },
    /// Poisson's equation on the periodic square, checked against a closed form
    #[command(after_help = list::<PoissonKernel>("Kernels"))]
    Poisson {
        /// Points along a side, separated by commas
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [64, 1024], value_parser = side, allow_hyphen_values = true)]
        side: Vec<usize>,
        /// Kernels to measure, separated by commas (see below); `all` means every one that runs
        /// here
        #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
        kernel: Vec<String>,
    },
}

/// Options of the benchmark of sorts.
#[derive(Debug, Args)]
pub struct BenchSort {
    /// Type of the keys
    #[arg(long = "type", value_name = "T", default_value = "u32", value_parser = choice::<SortType>())]
    pub keys: SortType,
    /// Sort pairs: a u32 value moves with each key
    #[arg(long)]
    pub pairs: bool,
    /// Keys to sort, separated by commas
    #[arg(long, value_name = "D,D,…", value_delimiter = ',', default_value = "random", value_parser = choice::<SortData>())]
    pub data: Vec<SortData>,
    #[command(flatten)]
    pub primitive: Primitive,
}

/// Options of the benchmark of Fourier transforms.
#[derive(Debug, Args)]
pub struct BenchFft {
    /// Sizes, separated by commas: ROWSxCOLUMNS of a plane, or the length of lines
    #[arg(long, value_name = "S,S,…", value_delimiter = ',', default_value = "1024x1024,4096x4096", value_parser = shape, allow_hyphen_values = true)]
    size: Vec<[usize; 2]>,
    /// Number of lines, where the size is a length; as many as have 2^22 elements if left out
    #[arg(long, value_name = "N", value_parser = elements, allow_hyphen_values = true)]
    lines: Option<usize>,
    /// Complex or real numbers
    #[arg(long, value_name = "K", default_value = "complex", value_parser = choice::<FftKind>())]
    pub kind: FftKind,
    /// Type of the numbers
    #[arg(long = "type", value_name = "T", default_value = "f32", value_parser = choice::<FftNumber>())]
    pub number: FftNumber,
    /// Kernels to measure, separated by commas (see below); `all` means every one that runs here
    #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
    pub kernel: Vec<String>,
}

impl BenchFft {
    /// What to transform.
    pub fn sizes(&self) -> impl Iterator<Item = FftSize> {
        self.size.iter().map(|&[rows, columns]| match rows {
            0 => FftSize::Lines {
                count: self.lines.unwrap_or((1 << 22) / columns.max(1)).max(1),
                length: columns,
            },
            _ => FftSize::Plane { rows, columns },
        })
    }
}

/// Options of the benchmark of products of sparse matrices.
#[derive(Debug, Args)]
pub struct Product {
    /// Matrices, separated by commas (see below), or files in the Matrix Market format, whose names
    /// end in .mtx
    #[arg(long, value_name = "M,M,…", value_delimiter = ',', default_value = "grid-2d")]
    pub matrix: Vec<String>,
    /// Numbers of rows, separated by commas, for matrices that are no files; 192^3 is 7077888
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1 << 20], value_parser = elements, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// Kernels to measure, separated by commas (see below); `all` means every one that runs here
    #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
    pub kernel: Vec<String>,
    /// Precisions to measure, separated by commas: f32, f64
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', default_value = "f32", value_parser = choice::<Precision>())]
    pub precision: Vec<Precision>,
}

/// Options of the benchmark of conjugate gradients.
#[derive(Debug, Args)]
pub struct Solve {
    /// Matrices, separated by commas (see below), or files in the Matrix Market format
    #[arg(long, value_name = "M,M,…", value_delimiter = ',', default_value = "grid-2d")]
    pub matrix: Vec<String>,
    /// Numbers of unknowns, separated by commas, for matrices that are no files; 1024^2 is 1048576
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1 << 16], value_parser = elements, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// Precisions to measure, separated by commas: f32, f64
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', default_value = "f32", value_parser = choice::<Precision>())]
    pub precision: Vec<Precision>,
    /// The residual to reach, relative to the right-hand side
    #[arg(long, value_name = "T", default_value = "1e-4", value_parser = number)]
    pub tolerance: f64,
}

/// Options of the benchmark of members.
#[derive(Debug, Args)]
pub struct BenchMembers {
    /// Numbers of bodies, separated by commas; 2^14 is 16384
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [16384], value_parser = bodies, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// What computes the forces, as in `render`; may be given several times
    #[arg(long, value_name = "M", default_values_t = [Members::Gpu, Members::Processor])]
    pub members: Vec<Members>,
    /// How forces are summed
    #[arg(long, value_name = "G", default_value = "direct", value_parser = choice::<GravityMethod>())]
    pub gravity: GravityMethod,
    /// Precision
    #[arg(long, value_name = "P", default_value = "f32", value_parser = choice::<Precision>())]
    pub precision: Precision,
    /// Threads that drive the members, separated by commas
    #[arg(long, value_name = "T,T,…", value_delimiter = ',', default_value = "per-member", value_parser = choice::<HostThreads>())]
    pub threads: Vec<HostThreads>,
}

/// Options of the benchmark of frames.
#[derive(Debug, Args)]
pub struct Frame {
    /// Numbers of bodies, separated by commas; 2^14 is 16384
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [16384], value_parser = bodies, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// The scene whose frames are measured: a name, or the path of a scene file
    #[arg(long, value_name = "SCENE", conflicts_with = "picture")]
    pub scene: Option<String>,
    /// Width and height of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = size, allow_hyphen_values = true)]
    pub size: [u32; 2],
    /// Steps per frame
    #[arg(long, alias = "steps-a-frame", value_name = "K", default_value = "1", value_parser = positive, allow_hyphen_values = true)]
    pub steps_per_frame: u32,
    /// Minimum number of frames to measure; the longest one is reported
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive, allow_hyphen_values = true)]
    pub frames: u32,
    /// Afterwards, time a plain loop as long as a frame, as many times: its longest run shows how
    /// steady the machine is
    #[arg(long, conflicts_with = "picture")]
    pub control: bool,
    /// Measure the window's whole frame, panels included, painted without a window; steps get its
    /// budget of 40 ms per frame
    #[arg(long)]
    pub panels: bool,
    /// Measure only the picture of this scene, without steps, and each part of it
    #[arg(long, value_name = "SCENE", num_args = 0..=1, default_missing_value = "shell", conflicts_with_all = ["panels", "steps_per_frame"])]
    pub picture: Option<String>,
    /// How spots are summed in that picture
    #[arg(long, value_name = "PATH", default_value = "auto", value_parser = choice::<SpotPath>(), requires = "picture")]
    pub spots: SpotPath,
    /// That picture as the window draws it on slow machines: without diffuse light, dust, spikes
    /// and sky, with a simpler glow
    #[arg(long, requires = "picture")]
    pub plain: bool,
}

/// Options shared by the benchmarks of trees: how they are built and walked.
#[derive(Debug, Args)]
pub struct Trees {
    /// Orders of the multipoles, separated by commas
    #[arg(long, value_name = "O,O,…", value_delimiter = ',', default_value = "quadrupole", value_parser = choice::<Multipoles>())]
    order: Vec<Multipoles>,
    /// Maximum errors per cell relative to the last acceleration, separated by commas
    #[arg(long, value_name = "A,A,…", value_delimiter = ',', default_value = "0.002", value_parser = number)]
    accuracy: Vec<f64>,
    /// Opening angles (radius of a cell over its distance) instead of accuracies, separated by
    /// commas
    #[arg(long, value_name = "T,T,…", value_delimiter = ',', conflicts_with = "accuracy", value_parser = number)]
    angle: Vec<f64>,
    /// Maximum number of bodies in a leaf, from 8 to 64
    #[arg(long, value_name = "N", default_value = "40", value_parser = positive)]
    leaf: u32,
    /// Number of bodies that share a walk: 32 or 64
    #[arg(long, value_name = "N", default_value = "32", value_parser = positive)]
    group: u32,
}

impl Trees {
    /// Every combination that was asked for.
    pub fn settings(&self) -> Result<Vec<TreeSettings>, TreeError> {
        let openings: Vec<Opening> = match self.angle[..] {
            [] => self.accuracy.iter().map(|&accuracy| Opening::Accuracy(accuracy)).collect(),
            _ => self.angle.iter().map(|&angle| Opening::Angle(angle)).collect(),
        };
        let each = self
            .order
            .iter()
            .flat_map(|&order| openings.iter().map(move |&opening| (order, opening)));
        each.map(|(order, opening)| {
            let settings = TreeSettings { opening, order, leaf: self.leaf, group: self.group };
            settings.check().map(|()| settings)
        })
        .collect()
    }
}

/// Options shared by the benchmarks of reduction, scan, histogram, selection and sort.
#[derive(Debug, Args)]
pub struct Primitive {
    /// Numbers of elements, separated by commas; 2^20 is 1048576
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1 << 20, 1 << 24], value_parser = elements, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// Kernels to measure, separated by commas (see below); `all` means every one that runs here
    /// with that count
    #[arg(long, value_name = "K,K,…", value_delimiter = ',', default_value = "auto")]
    pub kernel: Vec<String>,
    /// Short for --kernel portable
    #[arg(long, conflicts_with = "kernel")]
    pub portable: bool,
    /// Constants of the library's kernel in place of its own, such as WORKGROUP=128; given several
    /// times, a row for each
    #[arg(long, value_name = "K=V,…", value_parser = tuning)]
    tuning: Vec<Tuning>,
}

impl Primitive {
    /// Each of the given tunings, or the library's alone.
    pub fn tunings(&self) -> &[Tuning] {
        if self.tuning.is_empty() { &[&[]] } else { &self.tuning }
    }
}

/// The members of an enumeration under a title, one per line.
fn list<K: Named>(title: &str) -> String {
    let width = K::ALL.iter().map(|member| member.name().len()).max().unwrap_or(0);
    let lines =
        K::ALL.iter().map(|member| format!("  {:<width$} {}", member.name(), member.about()));
    format!("{title}:\n{}", lines.collect::<Vec<_>>().join("\n"))
}
