//! Scan (prefix sum): replaces each element with the combination of all elements up to it, or of
//! all before it.

mod plan;

pub(super) use plan::{BLOCK_OF_SUBGROUPS, FROM_LOOK_BACK, PLAIN, WINDOW_OF_SUBGROUP};
pub use plan::{CLEAR, LOOK_BACK_BY_SUBGROUPS, SCAN, ScanForm, ScanPath, ScanPlan};

use super::{check_elements, check_lengths, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::{mirrored, named};

named! {
    /// Which elements a result combines.
    #[derive(Default)]
    pub enum ScanKind: "kind of scan" {
        /// The element and all before it.
        #[default]
        Inclusive = "inclusive",
        /// All elements before it; the first result is the identity.
        Exclusive = "exclusive",
    }
}

mirrored! {
    /// Parameters of one dispatch of a scan.
    pub struct ScanParams {
        /// Elements that the buffers hold.
        pub capacity: u32,
        /// The first tile of this dispatch.
        pub first_tile: u32,
        /// Tiles of this dispatch.
        pub tiles: u32,
        /// Index of this dispatch.
        pub band: u32,
    }
}

/// What is scanned, and into which buffer.
#[derive(Clone, Copy, Debug)]
pub struct ScanRequest<'a, T> {
    source: &'a Buffer<T>,
    target: &'a Buffer<T>,
    kind: ScanKind,
    keys: Option<&'a Buffer<u32>>,
    length: Option<&'a Buffer<u32>>,
    pub(super) is_portable: bool,
}

impl<'a, T: bytemuck::Pod> ScanRequest<'a, T> {
    /// A scan of all of `source` into `target`, which may be the same buffer.
    pub fn new(kind: ScanKind, source: &'a Buffer<T>, target: &'a Buffer<T>) -> Self {
        Self { source, target, kind, keys: None, length: None, is_portable: false }
    }

    /// Scans each segment separately; a segment begins wherever the key changes.
    #[must_use]
    pub fn by_key(self, keys: &'a Buffer<u32>) -> Self {
        Self { keys: Some(keys), ..self }
    }

    /// Scans only the first elements: as many as `length` holds when it runs, but at most all. The
    /// others stay unchanged.
    #[must_use]
    pub fn with_length(self, length: &'a Buffer<u32>) -> Self {
        Self { length: Some(length), ..self }
    }

    /// Never uses the single pass, even if the trial found it to work.
    #[must_use]
    pub fn portable(self) -> Self {
        Self { is_portable: true, ..self }
    }

    pub(super) fn form(&self) -> ScanForm {
        ScanForm {
            is_by_key: self.keys.is_some(),
            is_in_place: self.source.raw() == self.target.raw(),
        }
    }
}

/// A scan, prepared for given buffers.
///
/// Work is O(n). A single pass reads and writes each element once; otherwise each is read twice,
/// the second time from the cache of a large GPU. Scratch is one state per tile (of up to 8,192
/// elements) of a band, or two words per tile. The portable scan combines in an order that depends
/// only on the length, so float sums have the same bits in every run on one machine; the single
/// pass is used only if nothing is rounded.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{SUM_U32, Scan, ScanKind, ScanRequest};
///
/// let gpu = Gpu::open(None)?;
/// let lengths = gpu.storage_from("lengths", &[3_u32, 1, 4])?;
/// let begins = gpu.storage("begins", 3)?;
/// let scan = Scan::new(&gpu, &SUM_U32, ScanRequest::new(ScanKind::Exclusive, &lengths, &begins))?;
/// let mut encoder = gpu.encoder("example");
/// scan.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(&begins)?, [0, 3, 4]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Scan {
    path: ScanPath,
    dispatches: Vec<(Bound, u32)>,
    scratch_bytes: u64,
}

impl Scan {
    /// Prepares the scan by the caller's plan, which must suit the request.
    ///
    /// # Errors
    /// As [`Scan::new`].
    #[doc(hidden)]
    pub fn with_plan<T: bytemuck::Pod>(
        gpu: &Gpu,
        plan: ScanPlan,
        request: ScanRequest<T>,
    ) -> Result<Self, GpuError> {
        let capacity = request.source.len();
        let elements = ("elements", capacity);
        check_lengths("a scan", ("elements in its target", request.target.len()), elements)?;
        check_elements::<T>(&plan.scan)?;
        request.source.check_own(gpu, "the elements to scan")?;
        request.target.check_own(gpu, "the elements of the target")?;
        if let Some(keys) = request.keys {
            check_lengths("a scan", ("keys", keys.len()), elements)?;
            keys.check_own(gpu, "the keys")?;
        }
        let length = length_or_all(gpu, request.length, capacity)?;
        let exclusive =
            [plan.tuning, &[("EXCLUSIVE", u32::from(request.kind == ScanKind::Exclusive))]]
                .concat();
        let scan = gpu.kernel(&plan.scan, &exclusive)?;
        let tiles = capacity.div_ceil(plan.tile()) as u32;
        let mut of_scan = vec![("length", length.raw())];
        of_scan.extend(request.keys.map(|keys| ("keys", keys.raw())));
        let mut of_totals = of_scan.clone();
        of_totals.push(("source", request.source.raw()));
        of_scan.push(("source", request.source.raw()));
        if !request.form().is_in_place {
            of_scan.push(("scanned", request.target.raw()));
        }
        let parameters = |first_tile, tiles, band| {
            gpu.uniform(
                "scan/parameters",
                &ScanParams { capacity: capacity as u32, first_tile, tiles, band },
            )
        };
        let device = gpu.device();
        let Some(totals) = plan.totals else {
            let published = gpu.storage::<u32>("scan/published", 1 + 2 * tiles as usize)?;
            let clear = gpu.kernel(&CLEAR, &[])?;
            let words = (published.len() as u32).div_ceil(clear.workgroup());
            let uniform = parameters(0, tiles, 0)?;
            of_scan.extend([("scan_of", uniform.raw()), ("published", published.raw())]);
            let dispatches = vec![
                (clear.bind(device, &[("words", published.raw())])?, words),
                (scan.bind(device, &of_scan)?, tiles),
            ];
            return Ok(Self { path: plan.path, dispatches, scratch_bytes: published.bytes() });
        };
        let kernel = gpu.kernel(&totals, plan.tuning)?;
        // A state is an element and perhaps a flag, aligned like its largest member.
        let state = (size_of::<T>() + 4).next_multiple_of(16);
        let bands = tiles.div_ceil(plan.band);
        let totals =
            gpu.storage::<u32>("scan/totals", state / 4 * tiles.min(plan.band) as usize)?;
        let carries = gpu.storage::<u32>("scan/carries", state / 4 * (bands as usize + 1))?;
        of_totals.push(("total", totals.raw()));
        of_scan.extend([("totals", totals.raw()), ("carries", carries.raw())]);
        let mut dispatches = Vec::new();
        for band in 0..bands {
            let first_tile = band * plan.band;
            let tiles = (tiles - first_tile).min(plan.band);
            let uniform = parameters(first_tile, tiles, band)?;
            let bind = |buffers: &[_]| [&[("scan_of", uniform.raw())], buffers].concat();
            if tiles > 1 {
                dispatches.push((kernel.bind(device, &bind(&of_totals))?, tiles));
            }
            dispatches.push((scan.bind(device, &bind(&of_scan))?, tiles));
        }
        Ok(Self { path: plan.path, dispatches, scratch_bytes: totals.bytes() + carries.bytes() })
    }

    /// Encodes the scan.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        for (bound, groups) in &self.dispatches {
            bound.dispatch_groups(pass, *groups);
        }
    }

    /// Which path it takes.
    #[doc(hidden)]
    pub fn path(&self) -> ScanPath {
        self.path
    }

    /// Bytes allocated in addition to the caller's buffers.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}
