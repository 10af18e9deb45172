//! Prefix sums: the serial loop, the scan in few rounds and the scan of little work, over any number of blocks.

use super::{Dispatch, Element, ElementKernels, blocks_of, element_kernels, unsupported};
use crate::gpu::{Buffer, Gpu, GpuError, Tuning};
use crate::name::Named;
use crate::primitives::ScanKind;
use crate::{mirrored, named};

const INCLUSIVE: Tuning = &[("EXCLUSIVE", 0)];
const EXCLUSIVE: Tuning = &[("EXCLUSIVE", 1)];

/// The serial loop.
pub const SCAN_SERIAL: ElementKernels =
    element_kernels!("historical/scan_serial", &[INCLUSIVE, EXCLUSIVE], "historical/scan_serial.wgsl");

/// A block in few rounds.
pub const SCAN_HILLIS_STEELE: ElementKernels = element_kernels!(
    "historical/scan_hillis_steele",
    &[INCLUSIVE, EXCLUSIVE],
    "historical/scan_hillis_steele.wgsl",
    "historical/blocks.wgsl"
);

/// A block with little work.
pub const SCAN_WORK_EFFICIENT: ElementKernels = element_kernels!(
    "historical/scan_work_efficient",
    &[INCLUSIVE, EXCLUSIVE],
    "historical/scan_work_efficient.wgsl",
    "historical/blocks.wgsl"
);

/// Adds to each block the sum of those before.
pub const SCAN_ADD: ElementKernels = element_kernels!("historical/scan_add", &[&[]], "historical/scan_add.wgsl", "grid.wgsl");

named! {
    /// A formulation of the scan, as in Patterson & Hennessy, Computer Organization and Design, appendix B, section 8.
    pub enum ScanLadder: "scan" {
        /// One thread of the GPU for all: the loop of a CPU.
        Serial = "serial",
        /// Hillis & Steele in each block: log n rounds, O(n log n) additions.
        HillisSteele = "hillis-steele",
        /// Blelloch's tree in each block, up and down: 2 log n rounds, O(n) additions.
        WorkEfficient = "work-efficient",
    }
}

mirrored! {
    /// The part of a serial scan that one dispatch does.
    pub struct Run {
        /// Its first element.
        pub begin: u32,
        /// The element behind its last.
        pub end: u32,
    }
}

mirrored! {
    /// Parameters of the addition of block offsets.
    pub struct ScanAdd {
        /// Elements in all.
        pub count: u32,
        /// Elements of a block.
        pub block: u32,
    }
}

/// Elements for which the serial scan may be asked: seconds for one thread of a GPU, and drivers' watchdogs end what takes
/// longer.
pub const MOST_FOR_SERIAL_SCAN: usize = 1 << 22;

impl ScanLadder {
    /// Refuses more elements than this formulation scans.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        if self != Self::Serial || count <= MOST_FOR_SERIAL_SCAN {
            return Ok(());
        }
        let missing =
            format!("more than {MOST_FOR_SERIAL_SCAN} elements would keep one thread busy until the driver's watchdog ends it");
        Err(unsupported(gpu, self.name(), missing, "fewer elements"))
    }
}

/// Iterations of a loop besides one an element, in which it finds its end.
const BESIDES: u32 = 4;

/// A scan in one of the formulations of the ladder, prepared for one buffer of `u32` (sums wrap around) or `f32`.
///
/// In blocks of 256 or 512 elements: blocks are scanned, the totals of blocks in the same way, and what comes before a block is
/// added to it. Work is O(n), or O(n log b) with blocks of b in the formulation of Hillis and Steele; scratch is some n / 128
/// elements at most. The order of additions depends on the length alone: sums of floats are the same bits in every run.
#[derive(Debug)]
pub struct HistoricalScan<T> {
    dispatches: Vec<Dispatch>,
    result: Buffer<T>,
}

impl<T: Element> HistoricalScan<T> {
    /// Prepares the scan of all of `source`, to a buffer of as many elements.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] where [`ScanLadder::Serial`] is asked for more than [`MOST_FOR_SERIAL_SCAN`] elements; otherwise
    /// where a kernel does not compile or memory is short.
    pub fn new(gpu: &Gpu, formulation: ScanLadder, kind: ScanKind, source: &Buffer<T>) -> Result<Self, GpuError> {
        formulation.check(gpu, source.len())?;
        let result = gpu.storage("historical/scan", source.len())?;
        let mut dispatches = Vec::new();
        match formulation {
            ScanLadder::Serial => serial(gpu, kind, source, &result, &mut dispatches)?,
            ScanLadder::HillisSteele => {
                let blocks = InBlocks { gpu, kernels: &SCAN_HILLIS_STEELE, elements_a_thread: 1 };
                blocks.scan(kind, source, &result, &mut dispatches)?;
            }
            ScanLadder::WorkEfficient => {
                let blocks = InBlocks { gpu, kernels: &SCAN_WORK_EFFICIENT, elements_a_thread: 2 };
                blocks.scan(kind, source, &result, &mut dispatches)?;
            }
        }
        Ok(Self { dispatches, result })
    }

    /// Records the scan.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.dispatches.iter().for_each(|dispatch| dispatch.record(pass));
    }

    /// The buffer that holds the sums, one an element.
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

/// One thread, in as many dispatches as its driver's limit of loops asks for.
fn serial<T: Element>(
    gpu: &Gpu,
    kind: ScanKind,
    source: &Buffer<T>,
    result: &Buffer<T>,
    dispatches: &mut Vec<Dispatch>,
) -> Result<(), GpuError> {
    let count = source.len();
    let kernel = gpu.kernel(T::kernel(&SCAN_SERIAL), tuning(kind))?;
    let run = (gpu.loop_limit() - BESIDES) as usize;
    for begin in (0..count).step_by(run) {
        let run = Run { begin: begin as u32, end: count.min(begin + run) as u32 };
        let run = gpu.uniform("historical/run", &run)?;
        let buffers = [("run", run.raw()), ("source", source.raw()), ("result", result.raw())];
        dispatches.push(Dispatch::new(gpu, &kernel, 1, &buffers));
    }
    Ok(())
}

/// The scan of a block, extended to any number of them.
struct InBlocks<'a> {
    gpu: &'a Gpu,
    kernels: &'static ElementKernels,
    elements_a_thread: usize,
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
        let block = kernel.workgroup() as usize * self.elements_a_thread;
        let blocks = count.div_ceil(block);
        let totals = gpu.storage::<T>("historical/totals", blocks)?;
        let parameters = blocks_of(gpu, count, blocks)?;
        let buffers =
            [("blocks_of", parameters.raw()), ("source", source.raw()), ("result", result.raw()), ("totals", totals.raw())];
        dispatches.push(Dispatch::new(gpu, &kernel, blocks, &buffers));
        if blocks > 1 {
            let offsets = gpu.storage::<T>("historical/offsets", blocks)?;
            self.scan(ScanKind::Exclusive, &totals, &offsets, dispatches)?;
            let add = gpu.kernel(T::kernel(&SCAN_ADD), &[])?;
            let parameters = gpu.uniform("historical/add", &ScanAdd { count: count as u32, block: block as u32 })?;
            let buffers = [("scan_add_of", parameters.raw()), ("offsets", offsets.raw()), ("result", result.raw())];
            dispatches.push(Dispatch::new(gpu, &add, count.div_ceil(add.workgroup() as usize), &buffers));
        }
        Ok(())
    }
}
