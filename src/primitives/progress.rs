//! Whether workgroups may rely on others that run at the same time.
//!
//! In the single-pass scan and the one-sweep sort, a tile reads what earlier tiles have published.
//! They cannot hang: a workgroup that waits too long recomputes the missing value. But they are
//! fast only if workgroups that have started keep running, which no specification guarantees, and
//! correct only if the driver implements atomics correctly. So a trial decides whether to use them.
//! It runs automatically when the first primitive that benefits is prepared, once per adapter,
//! driver and version.

use std::time::{Duration, Instant};

use super::{RadixSort, SUM_U32, Scan, ScanKind, ScanPlan, ScanRequest, SortPlan, SortRequest};
use crate::gpu::{Gpu, GpuError, KernelSource};
use crate::{mirrored, wgsl};

mirrored! {
    /// One round of the trial.
    pub struct ProgressParams {
        /// Elements; a power of two.
        pub count: u32,
        /// Number of the round.
        pub round: u32,
        /// Bits of a key below those of its position in the sorted order.
        pub shift: u32,
    }
}

/// Writes the inputs of a round.
pub const FILL: KernelSource =
    KernelSource::trusted("progress/fill", &[wgsl!("progress/fill.wgsl")], &[&[]]);
/// Counts the correct results of a round.
pub const CHECK: KernelSource =
    KernelSource::trusted("progress/check", &[wgsl!("progress/check.wgsl")], &[&[]]);

/// The name under which the result is stored, per adapter, driver and version.
const NAME: &str = "primitives/progress";
/// Elements per round: 500 tiles of a scan and more of a sort, while a large GPU runs 400 at a
/// time.
const COUNT: usize = 1 << 22;
/// Elements per round when tests run the trial in software, whose tiles are smaller: about as many
/// tiles.
const COUNT_ON_SOFTWARE: usize = 1 << 20;
/// Rounds, each with different inputs; fewer on a slow adapter.
const ROUNDS: u32 = 4;
const LONGEST: Duration = Duration::from_millis(30);
/// A round that takes longer counts as hung. It takes milliseconds, or seconds in software, where
/// it includes compilation.
const WATCHDOG: Duration = Duration::from_secs(5);
const WATCHDOG_ON_SOFTWARE: Duration = Duration::from_secs(120);

/// Whether the fast paths may be used: runs the trial unless its result is known. A trial that
/// could not run decides nothing.
pub(super) fn is_proven(gpu: &Gpu) -> bool {
    prove_progress(gpu).unwrap_or(false)
}

/// Tries the single-pass scan and the one-sweep sort, unless the result is known for this driver,
/// and returns whether they are used from now on. The first primitive that benefits does this when
/// it is prepared; call it yourself to choose when to wait for it: it compiles the kernels, then
/// runs at most four rounds and starts none after 30 ms. Software adapters have kernels of their
/// own and are not tried.
///
/// # Errors
/// [`GpuError`] if the adapter is lost or memory runs out. Kernels that fail are not an error: they
/// are not used.
pub fn prove_progress(gpu: &Gpu) -> Result<bool, GpuError> {
    if let Some(proven) = gpu.findings().recall(NAME) {
        return Ok(proven);
    }
    if gpu.is_software() {
        return Ok(false);
    }
    let proven = try_progress(gpu)?;
    // If it cannot be saved, the next start tries again.
    let _ = gpu.findings().remember(NAME, &proven);
    Ok(proven)
}

/// The trial itself, on any adapter, without storing the result.
///
/// # Errors
/// As [`prove_progress`].
pub fn try_progress(gpu: &Gpu) -> Result<bool, GpuError> {
    match gpu.attempt(|| try_rounds(gpu)) {
        // A driver that rejects one of these kernels fails the trial.
        Err(GpuError::Shader(_)) => Ok(false),
        tried => tried,
    }
}

fn try_rounds(gpu: &Gpu) -> Result<bool, GpuError> {
    let (count, watchdog) = if gpu.is_software() {
        (COUNT_ON_SOFTWARE, WATCHDOG_ON_SOFTWARE)
    } else {
        (COUNT, WATCHDOG)
    };
    let buffer = |label| gpu.storage::<u32>(label, count);
    let (numbers, sums) = (buffer("progress/numbers")?, buffer("progress/sums")?);
    let (keys, indices) = (buffer("progress/keys")?, buffer("progress/indices")?);
    let total_right = gpu.storage::<u32>("progress/total_right", 1)?;

    let scan_plan = ScanPlan::look_back_by_subgroups(gpu, &SUM_U32)
        .unwrap_or_else(|| ScanPlan::look_back(&SUM_U32));
    let scan =
        Scan::with_plan(gpu, scan_plan, ScanRequest::new(ScanKind::Inclusive, &numbers, &sums))?;
    let sort_plan = SortPlan::ballots::<u32>(gpu, true).unwrap_or_else(|| {
        SortPlan::masks::<u32>(gpu.limits().max_compute_workgroup_storage_size, true)
    });
    let sort = RadixSort::with_plan(
        gpu,
        sort_plan.in_one_sweep(),
        &SortRequest::new(&keys).with_indices(&indices),
    )?;
    let (fill, check) = (gpu.kernel(&FILL, &[])?, gpu.kernel(&CHECK, &[])?);

    let mut begin = Instant::now();
    let mut rounds = 0;
    while rounds < ROUNDS && begin.elapsed() < LONGEST {
        let params =
            ProgressParams { count: count as u32, round: rounds, shift: 32 - count.ilog2() };
        let params = gpu.uniform("progress/params", &params)?;
        let of_round = [("progress_of", params.raw()), ("keys", keys.raw())];
        let results =
            [("sums", sums.raw()), ("indices", indices.raw()), ("total_right", total_right.raw())];
        let fill =
            fill.bind(gpu.device(), &[&of_round[..], &[("numbers", numbers.raw())]].concat())?;
        let check = check.bind(gpu.device(), &[&of_round[..], &results].concat())?;
        let mut encoder = gpu.encoder("progress");
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            fill.dispatch_threads(&mut pass, count as u32);
            scan.encode(&mut pass);
            sort.encode(&mut pass);
            check.dispatch_threads(&mut pass, count as u32);
        }
        if !gpu.wait_at_most(gpu.submit(encoder), watchdog)? {
            return Ok(false);
        }
        rounds += 1;
        if rounds == 1 {
            // The first round may have included compilation by the driver.
            begin = Instant::now();
        }
    }
    Ok(gpu.read(&total_right)? == [rounds * count as u32])
}
