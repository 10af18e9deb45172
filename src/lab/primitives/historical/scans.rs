//! Prefix sums: the serial loop, the scan with few rounds and the work-efficient scan, over any
//! number of blocks.

use super::{Dispatch, Element, ElementKernels, blocks_of, element_kernels, unsupported};
use crate::gpu::{Buffer, Gpu, GpuError, Tuning};
use crate::name::Named;
use crate::primitives::ScanKind;
use crate::words::say;
use crate::{mirrored, named};

const INCLUSIVE: Tuning = &[("EXCLUSIVE", 0)];
const EXCLUSIVE: Tuning = &[("EXCLUSIVE", 1)];

/// The serial loop.
pub const SCAN_SERIAL: ElementKernels = element_kernels!(
    "historical/scan_serial",
    &[INCLUSIVE, EXCLUSIVE],
    "lab/historical/scan_serial.wgsl"
);

/// Scans a block in few rounds.
pub const SCAN_HILLIS_STEELE: ElementKernels = element_kernels!(
    "historical/scan_hillis_steele",
    &[INCLUSIVE, EXCLUSIVE],
    "lab/historical/scan_hillis_steele.wgsl",
    "lab/historical/blocks.wgsl"
);

/// Scans a block in few rounds, in place.
pub const SCAN_IN_PLACE: ElementKernels = element_kernels!(
    "historical/scan_in_place",
    &[INCLUSIVE, EXCLUSIVE],
    "lab/historical/scan_in_place.wgsl",
    "lab/historical/blocks.wgsl"
);

/// Scans a block with little work.
pub const SCAN_WORK_EFFICIENT: ElementKernels = element_kernels!(
    "historical/scan_work_efficient",
    &[INCLUSIVE, EXCLUSIVE],
    "lab/historical/scan_work_efficient.wgsl",
    "lab/historical/blocks.wgsl"
);

/// Adds the sum of all preceding blocks to each block.
pub const SCAN_ADD: ElementKernels =
    element_kernels!("historical/scan_add", &[&[]], "lab/historical/scan_add.wgsl", "grid.wgsl");

named! {
    /// A variant of the scan, as in Patterson & Hennessy, Computer Organization and Design,
    /// appendix B, section 8.
    pub enum ScanLadder: "scan" {
        /// One GPU thread for all elements, like a loop on a CPU.
        Serial = "serial",
        /// Hillis & Steele in each block: log n rounds, O(n log n) additions.
        HillisSteele = "hillis-steele",
        /// Hillis & Steele to the letter: in place, with two barriers per round.
        HillisSteeleInPlace = "hillis-steele-in-place",
        /// Blelloch's tree in each block, up and down: 2 log n rounds, O(n) additions.
        WorkEfficient = "work-efficient",
    }
}

mirrored! {
    /// The range that one dispatch of a serial scan handles.
    pub struct ScanSerialParams {
        /// Its first element.
        pub begin: u32,
        /// One past its last element.
        pub end: u32,
    }
}

mirrored! {
    /// Parameters of the kernel that adds block offsets.
    pub struct ScanAddParams {
        /// Number of elements.
        pub count: u32,
        /// Elements per block.
        pub block: u32,
    }
}

/// Most elements for the serial scan. This many take one GPU thread seconds, and drivers' watchdogs
/// end anything longer.
pub const MAX_FOR_SERIAL_SCAN: usize = 1 << 22;

impl ScanLadder {
    /// Rejects more elements than this variant can scan.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        if self != Self::Serial || count <= MAX_FOR_SERIAL_SCAN {
            return Ok(());
        }
        let missing = say!("missing-watchdog-elements", most = MAX_FOR_SERIAL_SCAN);
        Err(unsupported(gpu, self.name(), missing, say!("remedy-fewer-elements-or-auto")))
    }
}

/// Loop iterations in addition to one per element, to find the end.
const BESIDES: u32 = 4;

/// A scan by one of the ladder's variants, prepared for one buffer of `u32` (sums wrap around) or
/// `f32`.
///
/// The blocked variants scan blocks of 256 or 512 elements, then the block totals in the same way,
/// and add to each block the total of those before it. Work is O(n), or O(n log b) with blocks of b
/// for Hillis and Steele; scratch is at most about n / 128 elements. The order of additions depends
/// only on the length, so float sums have the same bits in every run.
#[derive(Debug)]
pub struct HistoricalScan<T> {
    dispatches: Vec<Dispatch>,
    result: Buffer<T>,
}

impl<T: Element> HistoricalScan<T> {
    /// Prepares the scan of all of `source` into a new buffer of the same length.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if [`ScanLadder::Serial`] is asked for more than
    /// [`MAX_FOR_SERIAL_SCAN`] elements; otherwise if a kernel does not compile or memory runs out.
    pub fn new(
        gpu: &Gpu,
        formulation: ScanLadder,
        kind: ScanKind,
        source: &Buffer<T>,
    ) -> Result<Self, GpuError> {
        formulation.check(gpu, source.len())?;
        source.check_own(gpu, "the elements to scan")?;
        let result = gpu.storage("historical/scan", source.len())?;
        let mut dispatches = Vec::new();
        match formulation {
            ScanLadder::Serial => serial(gpu, kind, source, &result, &mut dispatches)?,
            ScanLadder::HillisSteele => {
                let blocks = InBlocks { gpu, kernels: &SCAN_HILLIS_STEELE, elements_per_thread: 1 };
                blocks.scan(kind, source, &result, &mut dispatches)?;
            }
            ScanLadder::HillisSteeleInPlace => {
                let blocks = InBlocks { gpu, kernels: &SCAN_IN_PLACE, elements_per_thread: 1 };
                blocks.scan(kind, source, &result, &mut dispatches)?;
            }
            ScanLadder::WorkEfficient => {
                let blocks =
                    InBlocks { gpu, kernels: &SCAN_WORK_EFFICIENT, elements_per_thread: 2 };
                blocks.scan(kind, source, &result, &mut dispatches)?;
            }
        }
        Ok(Self { dispatches, result })
    }

    /// Encodes the scan.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.dispatches.iter().for_each(|dispatch| dispatch.encode(pass));
    }

    /// The buffer that holds the sums, one per element.
    pub fn result(&self) -> &Buffer<T> {
        &self.result
    }
}

fn tuning(kind: ScanKind) -> Tuning {
    match kind {
        ScanKind::Inclusive => INCLUSIVE,
        ScanKind::Exclusive => EXCLUSIVE,
    }
}

/// One thread, in as many dispatches as the driver's loop limit requires.
fn serial<T: Element>(
    gpu: &Gpu,
    kind: ScanKind,
    source: &Buffer<T>,
    result: &Buffer<T>,
    dispatches: &mut Vec<Dispatch>,
) -> Result<(), GpuError> {
    let count = source.len();
    let kernel = gpu.kernel(T::kernel(&SCAN_SERIAL), tuning(kind))?;
    let run = (gpu.adapter().loop_limit() - BESIDES) as usize;
    for begin in (0..count).step_by(run) {
        let run = ScanSerialParams { begin: begin as u32, end: count.min(begin + run) as u32 };
        let run = gpu.uniform("historical/run", &run)?;
        let buffers = [("run", run.raw()), ("source", source.raw()), ("result", result.raw())];
        dispatches.push(Dispatch::new(gpu, &kernel, 1, &buffers)?);
    }
    Ok(())
}

/// The scan of one block, extended to any number of blocks.
struct InBlocks<'a> {
    gpu: &'a Gpu,
    kernels: &'static ElementKernels,
    elements_per_thread: usize,
}

impl InBlocks<'_> {
    /// Appends the scan of `source` to `result`.
    fn scan<T: Element>(
        &self,
        kind: ScanKind,
        source: &Buffer<T>,
        result: &Buffer<T>,
        dispatches: &mut Vec<Dispatch>,
    ) -> Result<(), GpuError> {
        let (gpu, count) = (self.gpu, source.len());
        let kernel = gpu.kernel(T::kernel(self.kernels), tuning(kind))?;
        let block = kernel.workgroup() as usize * self.elements_per_thread;
        let blocks = count.div_ceil(block);
        let totals = gpu.storage::<T>("historical/totals", blocks)?;
        let parameters = blocks_of(gpu, &kernel, count, blocks)?;
        let buffers = [
            ("blocks_of", parameters.raw()),
            ("source", source.raw()),
            ("result", result.raw()),
            ("totals", totals.raw()),
        ];
        dispatches.push(Dispatch::new(gpu, &kernel, blocks, &buffers)?);
        if blocks > 1 {
            let offsets = gpu.storage::<T>("historical/offsets", blocks)?;
            self.scan(ScanKind::Exclusive, &totals, &offsets, dispatches)?;
            let add = gpu.kernel(T::kernel(&SCAN_ADD), &[])?;
            let parameters = gpu.uniform(
                "historical/add",
                &ScanAddParams { count: count as u32, block: block as u32 },
            )?;
            let buffers = [
                ("scan_add_of", parameters.raw()),
                ("offsets", offsets.raw()),
                ("result", result.raw()),
            ];
            dispatches.push(Dispatch::new(
                gpu,
                &add,
                count.div_ceil(add.workgroup() as usize),
                &buffers,
            )?);
        }
        Ok(())
    }
}
