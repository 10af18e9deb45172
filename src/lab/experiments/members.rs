//! One run by several members: devices of one process, and processes.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::gpu::{Gpu, adapters};
use crate::lab::bench::Bench;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::{LabError, Measurement, MembersBench, RateUnit};
use crate::name::Named;
use crate::physics::{GravityMethod, HostThreads};
use crate::session::{Members, Seat};
use crate::words::{Text, say};

/// The members of a run, and the threads that drive them.
pub const MEMBERS: Experiment = Experiment::new(
    "nbody-members",
    Topic::AllPairs,
    "Wilt, The CUDA Handbook, N-body chapter: several GPUs, by a host thread for each or by one for all",
    [&[4096], &[262_144]], members,
)
.along("members");

/// Numbers of members.
const NUMBERS: [usize; 3] = [1, 2, 4];
/// The variants without a GPU, and with a thread per device.
const PROCESSOR: &str = "processor";
const DEVICES: &str = "thread-per-device";

fn members(_: &Gpu, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    cases.push(
        Case::new(PROCESSOR, count, move |gpu| {
            measure(gpu, count, Members::Processor, HostThreads::One)
        })
        .at(1.0),
    );
    for number in NUMBERS {
        for (variant, threads) in
            [(DEVICES, HostThreads::PerMember), ("thread-for-all", HostThreads::One)]
        {
            let case =
                Case::new(variant, count, move |gpu| measure_devices(gpu, count, number, threads));
            cases.push(case.at(number as f64).over(DEVICES));
        }
        let case = Case::new("ranks", count, move |gpu| measure_ranks(gpu, count, number));
        cases.push(case.at(number as f64).over(DEVICES));
    }
    cases.push(
        Case::new("GPU and processor", count, move |gpu| measure_both(gpu, count))
            .at(2.0)
            .over(DEVICES),
    );
    cases
}

/// Steps of a team of devices: those of different adapters first, then further ones of the same.
fn measure_devices(
    gpu: &Gpu,
    count: usize,
    number: usize,
    threads: HostThreads,
) -> Result<Measurement, LabError> {
    let (infos, own) = all_and_own(gpu);
    let is_alike = |index: &usize| {
        infos[*index].device_type == gpu.adapter().info().device_type && *index != own
    };
    let places: Vec<usize> =
        std::iter::once(own).chain((0..infos.len()).filter(is_alike)).collect();
    let seats = places
        .iter()
        .cycle()
        .take(number)
        .map(|&index| Seat { adapter: Some(index as u32), share: Some(1.0) });
    measure(gpu, count, Members::Team(seats.collect()), threads)
}

/// All adapters, and the place of this one among them.
fn all_and_own(gpu: &Gpu) -> (Vec<wgpu::AdapterInfo>, usize) {
    let infos: Vec<_> = adapters().iter().map(wgpu::Adapter::get_info).collect();
    let own = infos.iter().position(|info| info.name == gpu.adapter().info().name).unwrap_or(0);
    (infos, own)
}

/// Steps of which adapter and processor each take the part that suits their measured speeds.
fn measure_both(gpu: &Gpu, count: usize) -> Result<Measurement, LabError> {
    let (_, own) = all_and_own(gpu);
    let seats = [Some(own as u32), None].map(|adapter| Seat { adapter, share: None });
    measure(gpu, count, Members::Team(seats.into()), HostThreads::PerMember)
}

fn bench(count: usize, threads: HostThreads) -> MembersBench {
    MembersBench { count, gravity: GravityMethod::Direct, threads, ..MembersBench::default() }
}

/// Steps by these members.
fn measure(
    gpu: &Gpu,
    count: usize,
    members: Members,
    threads: HostThreads,
) -> Result<Measurement, LabError> {
    let row = MembersBench { members, ..bench(count, threads) }.measure(gpu)?;
    Ok(Measurement { rate: 1e3 / row.median_ms, unit: RateUnit::Steps, ..row })
}

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names the program that `mpirun` starts to measure several processes: `starshell`, with the
/// crate's feature `mpi`. The first call counts.
pub fn start_ranks_of(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// What a process prints about its steps.
#[derive(serde::Deserialize)]
struct Printed {
    kernel: String,
    median_ms: f64,
    min_ms: f64,
    max_ms: f64,
    median_error: Option<f64>,
    p99_error: Option<f64>,
}

/// Steps of a run of several processes: `mpirun -n NUMBER starshell bench members`.
fn measure_ranks(gpu: &Gpu, count: usize, number: usize) -> Result<Measurement, LabError> {
    let refused = |reason: Text| LabError::NoCounterpart(reason);
    let program = PROGRAM
        .get()
        .filter(|_| cfg!(feature = "mpi"))
        .ok_or_else(|| refused(say!("error-no-mpi")))?;
    let adapter = gpu.adapter_name();
    let members = if gpu.is_software() { Members::Processor } else { Members::Gpu }.to_string();
    let number = number.to_string();
    let mut mpirun = Command::new("mpirun");
    mpirun.args(["-n", &number]).arg(program);
    mpirun.args([
        "--adapter",
        adapter,
        "bench",
        "members",
        "--json",
        "--gravity",
        "direct",
        "--threads",
    ]);
    mpirun.args([HostThreads::One.name(), "--members", &members, "--count", &count.to_string()]);
    // Open MPI's permission for more ranks than cores, and for root, who may have started this
    // program, too.
    for name in [
        "OMPI_MCA_rmaps_base_oversubscribe",
        "OMPI_ALLOW_RUN_AS_ROOT",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
    ] {
        mpirun.env(name, "1");
    }
    let output =
        mpirun.stdin(Stdio::null()).output().map_err(|_| refused(say!("error-no-mpirun")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let printed = text.lines().find_map(|line| serde_json::from_str::<Printed>(line).ok());
    let Some(Printed { kernel, median_ms, min_ms, max_ms, median_error, p99_error }) = printed
    else {
        let said = String::from_utf8_lossy(&output.stderr);
        let cause = said
            .lines()
            .find(|line| line.starts_with("error: "))
            .or(said.lines().find(|line| !line.trim().is_empty()));
        return Err(refused(say!(
            "error-ranks-failed",
            cause = cause.unwrap_or_default().trim().to_owned()
        )));
    };
    let samples = vec![min_ms, median_ms, max_ms];
    let entry = bench(count, HostThreads::One).entry();
    let mut row = Measurement { kernel, ..entry.on_gpu(gpu, samples, (1.0, RateUnit::Steps)) };
    (row.median_error, row.p99_error) = (median_error, p99_error);
    Ok(row)
}
