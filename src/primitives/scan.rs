//! Scan (prefix sum): replaces each element with the combination of all elements up to it, or of all before it.

use std::slice::from_ref;

use super::progress::is_proven;
use super::{Monoid, check_elements, check_lengths, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Tuning, tuned};
use crate::{mirrored, named, wgsl};

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

const BLOCK: Part = wgsl!("scan/block.wgsl");
const BLOCK_OF_SUBGROUPS: Part = wgsl!("scan/block_of_subgroups.wgsl");
const QUAD: Part = wgsl!("scan/quad.wgsl");
const TILE: Part = wgsl!("scan/tile.wgsl");
const FROM_LOOK_BACK: Part = wgsl!("scan/from_look_back.wgsl");
const ACCESS: Part = wgsl!("scan/access.wgsl");
const PLAIN: Part = wgsl!("scan/plain.wgsl");
const FROM_KEYS: Part = wgsl!("scan/from_keys.wgsl");
const TO_TARGET: Part = wgsl!("scan/to_target.wgsl");
const TO_SOURCE: Part = wgsl!("scan/to_source.wgsl");

/// Computes the totals of tiles. Completed by a monoid and by the parts for what is scanned.
pub const TOTALS: KernelSource =
    KernelSource::trusted("scan/totals", &[wgsl!("scan/totals.wgsl"), BLOCK, QUAD, ACCESS, TO_TARGET], TUNINGS);
/// Scans tiles whose totals are known. Completed likewise.
pub const SCAN: KernelSource = KernelSource::trusted(
    "scan/scan",
    &[wgsl!("scan/scan.wgsl"), wgsl!("scan/from_totals.wgsl"), TILE, BLOCK, QUAD, ACCESS],
    TUNINGS,
);
/// The single-pass scan. Completed likewise.
pub const LOOK_BACK: KernelSource = KernelSource::trusted(
    "scan/scan",
    &[wgsl!("scan/scan.wgsl"), FROM_LOOK_BACK, TILE, BLOCK, QUAD, ACCESS, PLAIN, TO_TARGET],
    LOOK_BACK_TUNINGS,
);
/// The same by subgroups of one fixed size.
pub const LOOK_BACK_BY_SUBGROUPS: KernelSource = KernelSource::trusted(
    "scan/by_subgroups",
    &[wgsl!("scan/by_subgroups.wgsl"), FROM_LOOK_BACK, TILE, BLOCK_OF_SUBGROUPS, QUAD, ACCESS, PLAIN, TO_TARGET],
    SUBGROUP_TUNINGS,
);
/// Sets words to zero.
pub const CLEAR: KernelSource =
    KernelSource::trusted("primitives/clear", &[wgsl!("primitives/clear.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// Parts for a scan of all elements into another buffer and in place, then the same by key.
const VARIANTS: [[&[Part]; 2]; 2] =
    [[&[PLAIN, TO_TARGET], &[PLAIN, TO_SOURCE]], [&[FROM_KEYS, TO_TARGET], &[FROM_KEYS, TO_SOURCE]]];
const STATES: [&[Part]; 2] = [&[PLAIN], &[FROM_KEYS]];

/// Tiles whose states fit in 16 KiB, for states of up to 4, 8, 16, 32, 64 and 128 bytes. Then those for software adapters,
/// where barriers are expensive, a thread is a lane of a vector, and more quads take seconds to compile.
const TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("QUADS", 8)],
    &[("WORKGROUP", 256), ("QUADS", 4)],
    &[("WORKGROUP", 256), ("QUADS", 1)],
    &[("WORKGROUP", 128), ("QUADS", 1)],
    &[("WORKGROUP", 64), ("QUADS", 1)],
    &[("WORKGROUP", 32), ("QUADS", 1)],
    &[("WORKGROUP", 8), ("QUADS", 16)],
    &[("WORKGROUP", 8), ("QUADS", 8)],
    &[("WORKGROUP", 8), ("QUADS", 4)],
];

/// The single pass: as it is, and for tests with stalled workgroups.
const LOOK_BACK_TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("QUADS", 8)],
    &[("WORKGROUP", 8), ("QUADS", 16)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("STALLED", 2)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("STALLED", 7), ("PATIENCE", 0)],
];

/// The same by subgroups, for each size.
const SUBGROUP_TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 128), ("QUADS", 16), ("LANES", 32)],
    &[("WORKGROUP", 128), ("QUADS", 16), ("LANES", 16)],
    &[("WORKGROUP", 64), ("QUADS", 16), ("LANES", 8)],
    &[("WORKGROUP", 128), ("QUADS", 16), ("LANES", 64)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("LANES", 32), ("STALLED", 3)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("LANES", 8), ("STALLED", 3)],
];

/// Tiles per band. A band is scanned while what was read for its totals is still in the cache of a large GPU: 64 MiB.
const BAND: u32 = 2048;

/// What is scanned, and into which buffer.
#[derive(Clone, Copy, Debug)]
pub struct ScanRequest<'a, T> {
    source: &'a Buffer<T>,
    target: &'a Buffer<T>,
    kind: ScanKind,
    keys: Option<&'a Buffer<u32>>,
    length: Option<&'a Buffer<u32>>,
    is_portable: bool,
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

    /// Scans only the first elements: as many as `length` holds when it runs, but at most all. The others stay unchanged.
    #[must_use]
    pub fn with_length(self, length: &'a Buffer<u32>) -> Self {
        Self { length: Some(length), ..self }
    }

    /// Never uses the single pass, even if the trial found it to work.
    #[must_use]
    pub fn portable(self) -> Self {
        Self { is_portable: true, ..self }
    }

    fn is_in_place(&self) -> bool {
        self.source.raw() == self.target.raw()
    }
}

named! {
    /// How a tile learns the total of what comes before it.
    pub enum ScanPath: "path of a scan" {
        /// From the totals of all earlier tiles, which are summed first: no workgroup waits for another.
        Totals = "totals",
        /// From earlier tiles of the same pass, looked up by the invocations of a workgroup.
        LookBack = "look-back",
        /// The same by subgroups.
        LookBackBySubgroups = "look-back-subgroups",
    }
}

/// How a scan is computed.
#[derive(Clone, Copy, Debug)]
pub struct ScanPlan {
    /// How a tile learns the total of what comes before it.
    pub path: ScanPath,
    /// The kernel of totals with monoid and states; `None` in a single pass.
    pub totals: Option<KernelSource>,
    /// The scan with all its parts.
    pub scan: KernelSource,
    /// The tuning of both.
    pub tuning: Tuning,
    /// Tiles per band.
    pub band: u32,
}

impl ScanPlan {
    /// The plan for this request on this adapter.
    pub fn new<T: bytemuck::Pod>(gpu: &Gpu, monoid: &Monoid<T>, request: &ScanRequest<T>) -> Self {
        let may = monoid.is_exact && monoid.is_number && request.keys.is_none() && !request.is_in_place();
        if may && !request.is_portable && is_proven(gpu) {
            return Self::look_back_by_subgroups(gpu, monoid).unwrap_or_else(|| Self::look_back(monoid));
        }
        Self::portable(gpu.is_software(), monoid, request.keys.is_some(), request.is_in_place())
    }

    /// Totals of tiles first, then the tiles, band by band: no workgroup waits for another.
    pub const fn portable<T>(is_software: bool, monoid: &Monoid<T>, is_by_key: bool, is_in_place: bool) -> Self {
        let bytes = size_of::<T>() + if is_by_key { 4 } else { 0 };
        let tuning = match (is_software, bytes) {
            (true, 0..=4) => &TUNINGS[6],
            (true, 5..=16) => &TUNINGS[7],
            (true, 17..=64) => &TUNINGS[8],
            (_, 0..=4) => &TUNINGS[0],
            (_, 5..=8) => &TUNINGS[1],
            (_, 9..=16) => &TUNINGS[2],
            (_, 17..=32) => &TUNINGS[3],
            (_, 33..=64) => &TUNINGS[4],
            _ => &TUNINGS[5],
        };
        Self {
            path: ScanPath::Totals,
            totals: Some(monoid.in_kernel(TOTALS).with(STATES[is_by_key as usize]).with_tunings(from_ref(tuning))),
            scan: monoid.in_kernel(SCAN).with(VARIANTS[is_by_key as usize][is_in_place as usize]).with_tunings(from_ref(tuning)),
            tuning,
            band: BAND,
        }
    }

    /// A single pass, in which tiles learn from earlier ones what comes before them.
    pub const fn look_back<T>(monoid: &Monoid<T>) -> Self {
        let scan = monoid.in_kernel(LOOK_BACK);
        Self { path: ScanPath::LookBack, totals: None, scan, tuning: LOOK_BACK_TUNINGS[0], band: u32::MAX }
    }

    /// The same by subgroups, if the adapter has a single subgroup size.
    pub fn look_back_by_subgroups<T>(gpu: &Gpu, monoid: &Monoid<T>) -> Option<Self> {
        let lanes = gpu.subgroup_size()?;
        let tuning = SUBGROUP_TUNINGS.iter().find(|tuning| tuning.contains(&("LANES", lanes)))?;
        let scan = monoid.in_kernel(LOOK_BACK_BY_SUBGROUPS);
        Some(Self { path: ScanPath::LookBackBySubgroups, totals: None, scan, tuning, band: u32::MAX })
    }

    /// Elements per tile.
    pub fn tile(&self) -> usize {
        let value = |name| tuned(self.tuning, name).unwrap_or(1) as usize;
        4 * value("WORKGROUP") * value("QUADS")
    }
}

/// A scan, prepared for given buffers.
///
/// Work is O(n). A single pass reads and writes each element once; otherwise each is read twice, the second time from the cache
/// of a large GPU. Scratch is one state per tile (of up to 8,192 elements) of a band, or two words per tile. The portable scan
/// combines in an order that depends only on the length, so float sums have the same bits in every run on one machine; the
/// single pass is used only if nothing is rounded.
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
/// scan.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
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
    /// Prepares the scan.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks what the monoid needs; [`GpuError::Mismatch`] if buffers differ in length
    /// or belong to another device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new<T: bytemuck::Pod>(gpu: &Gpu, monoid: &Monoid<T>, request: ScanRequest<T>) -> Result<Self, GpuError> {
        monoid.check(gpu)?;
        Self::with_plan(gpu, ScanPlan::new(gpu, monoid, &request), request)
    }

    /// Prepares the scan by the caller's plan, which must suit the request.
    ///
    /// # Errors
    /// As [`Scan::new`].
    pub fn with_plan<T: bytemuck::Pod>(gpu: &Gpu, plan: ScanPlan, request: ScanRequest<T>) -> Result<Self, GpuError> {
        let capacity = request.source.len();
        let elements = ("elements", capacity);
        check_lengths("a scan", ("elements in its target", request.target.len()), elements)?;
        check_elements::<T>(&plan.scan)?;
        gpu.check_own("the elements to scan", request.source)?;
        gpu.check_own("the elements of the target", request.target)?;
        if let Some(keys) = request.keys {
            check_lengths("a scan", ("keys", keys.len()), elements)?;
            gpu.check_own("the keys", keys)?;
        }
        let length = length_or_all(gpu, request.length, capacity)?;
        let exclusive = [plan.tuning, &[("EXCLUSIVE", u32::from(request.kind == ScanKind::Exclusive))]].concat();
        let scan = gpu.kernel(&plan.scan, &exclusive)?;
        let tiles = capacity.div_ceil(plan.tile()) as u32;
        let mut of_scan = vec![("length", length.raw())];
        of_scan.extend(request.keys.map(|keys| ("keys", keys.raw())));
        let mut of_totals = of_scan.clone();
        of_totals.push(("source", request.source.raw()));
        of_scan.push(("source", request.source.raw()));
        if !request.is_in_place() {
            of_scan.push(("scanned", request.target.raw()));
        }
        let parameters = |first_tile, tiles, band| {
            gpu.uniform("scan/parameters", &ScanParams { capacity: capacity as u32, first_tile, tiles, band })
        };
        let device = gpu.device();
        let Some(totals) = plan.totals else {
            let published = gpu.storage::<u32>("scan/published", 1 + 2 * tiles as usize)?;
            let clear = gpu.kernel(&CLEAR, &[])?;
            let words = (published.len() as u32).div_ceil(clear.workgroup());
            let uniform = parameters(0, tiles, 0)?;
            of_scan.extend([("scan_of", uniform.raw()), ("published", published.raw())]);
            let dispatches =
                vec![(clear.bind(device, &[("words", published.raw())]), words), (scan.bind(device, &of_scan), tiles)];
            return Ok(Self { path: plan.path, dispatches, scratch_bytes: published.bytes() });
        };
        let kernel = gpu.kernel(&totals, plan.tuning)?;
        // A state is an element and perhaps a flag, aligned like its largest member.
        let state = (size_of::<T>() + 4).next_multiple_of(16);
        let bands = tiles.div_ceil(plan.band);
        let totals = gpu.storage::<u32>("scan/totals", state / 4 * tiles.min(plan.band) as usize)?;
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
                dispatches.push((kernel.bind(device, &bind(&of_totals)), tiles));
            }
            dispatches.push((scan.bind(device, &bind(&of_scan)), tiles));
        }
        Ok(Self { path: plan.path, dispatches, scratch_bytes: totals.bytes() + carries.bytes() })
    }

    /// Records the scan.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        for (bound, groups) in &self.dispatches {
            bound.dispatch_groups(pass, *groups);
        }
    }

    /// Which path it takes.
    pub fn path(&self) -> ScanPath {
        self.path
    }

    /// Bytes allocated in addition to the caller's buffers.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}
