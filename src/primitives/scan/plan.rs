//! The kernels of a scan, and which of them suit an adapter.

use std::slice::from_ref;

use crate::gpu::{Gpu, KernelSource, Part, Tuning, tuned};
use crate::primitives::Monoid;
use crate::{named, wgsl};

const BLOCK: Part = wgsl!("scan/block.wgsl");
pub const BLOCK_OF_SUBGROUPS: Part = wgsl!("scan/block_of_subgroups.wgsl");
pub const FROM_LOOK_BACK: Part = wgsl!("scan/from_look_back.wgsl");
/// How a look-back is done: by all threads, or by one subgroup.
const WINDOW: Part = wgsl!("scan/window.wgsl");
pub const WINDOW_OF_SUBGROUP: Part = wgsl!("scan/window_of_subgroup.wgsl");
pub const PLAIN: Part = wgsl!("scan/plain.wgsl");
const FROM_KEYS: Part = wgsl!("scan/from_keys.wgsl");
const TO_TARGET: Part = wgsl!("scan/to_target.wgsl");
const TO_SOURCE: Part = wgsl!("scan/to_source.wgsl");

/// Computes the totals of tiles. Completed by a monoid and by the parts for what is scanned.
pub const TOTALS: KernelSource =
    KernelSource::trusted("scan/totals", &[wgsl!("scan/totals.wgsl"), BLOCK, TO_TARGET], TUNINGS);
/// Scans tiles whose totals are known. Completed likewise.
pub const SCAN: KernelSource = KernelSource::trusted(
    "scan/scan",
    &[wgsl!("scan/scan.wgsl"), wgsl!("scan/from_totals.wgsl"), BLOCK],
    TUNINGS,
);
/// The single-pass scan. Completed likewise.
pub const LOOK_BACK: KernelSource = KernelSource::trusted(
    "scan/scan",
    &[wgsl!("scan/scan.wgsl"), FROM_LOOK_BACK, WINDOW, BLOCK, PLAIN, TO_TARGET],
    LOOK_BACK_TUNINGS,
);
/// The single-pass scan by subgroups of one fixed size. Completed likewise.
pub const LOOK_BACK_BY_SUBGROUPS: KernelSource = KernelSource::trusted(
    "scan/by_subgroups",
    &[
        wgsl!("scan/by_subgroups.wgsl"),
        FROM_LOOK_BACK,
        WINDOW_OF_SUBGROUP,
        BLOCK_OF_SUBGROUPS,
        PLAIN,
        TO_TARGET,
    ],
    SUBGROUP_TUNINGS,
);
/// Sets words to zero.
pub const CLEAR: KernelSource =
    KernelSource::trusted("primitives/clear", &[wgsl!("primitives/clear.wgsl")], &[&[]]);

/// Parts for a scan of all elements into another buffer and in place, then the same by key.
const VARIANTS: [[&[Part]; 2]; 2] = [
    [&[PLAIN, TO_TARGET], &[PLAIN, TO_SOURCE]],
    [&[FROM_KEYS, TO_TARGET], &[FROM_KEYS, TO_SOURCE]],
];
const STATES: [&[Part]; 2] = [&[PLAIN], &[FROM_KEYS]];

/// Tiles whose states fit in 16 KiB, for states of up to 4, 8, 16, 32, 64 and 128 bytes.
const UP_TO_4: Tuning = &[("WORKGROUP", 256), ("QUADS", 8)];
const UP_TO_8: Tuning = &[("WORKGROUP", 256), ("QUADS", 4)];
const UP_TO_16: Tuning = &[("WORKGROUP", 256), ("QUADS", 1)];
const UP_TO_32: Tuning = &[("WORKGROUP", 128), ("QUADS", 1)];
const UP_TO_64: Tuning = &[("WORKGROUP", 64), ("QUADS", 1)];
const UP_TO_128: Tuning = &[("WORKGROUP", 32), ("QUADS", 1)];
/// Tiles for states of up to 4, 16 and 64 bytes on software adapters, where barriers are expensive,
/// a thread is a lane of a vector, and more quads take seconds to compile.
const SOFTWARE_UP_TO_4: Tuning = &[("WORKGROUP", 8), ("QUADS", 16)];
const SOFTWARE_UP_TO_16: Tuning = &[("WORKGROUP", 8), ("QUADS", 8)];
const SOFTWARE_UP_TO_64: Tuning = &[("WORKGROUP", 8), ("QUADS", 4)];
const TUNINGS: &[Tuning] = &[
    UP_TO_4,
    UP_TO_8,
    UP_TO_16,
    UP_TO_32,
    UP_TO_64,
    UP_TO_128,
    SOFTWARE_UP_TO_4,
    SOFTWARE_UP_TO_16,
    SOFTWARE_UP_TO_64,
];

/// The single pass: as it is, and for tests with stalled workgroups.
const SINGLE_PASS: Tuning = &[("WORKGROUP", 256), ("QUADS", 8)];
const LOOK_BACK_TUNINGS: &[Tuning] = &[
    SINGLE_PASS,
    &[("WORKGROUP", 8), ("QUADS", 16)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("STALLED", 2)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("STALLED", 7), ("PATIENCE", 0)],
];

/// The single pass by subgroups of each size, and for tests with stalled workgroups.
const SUBGROUP_TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 128), ("QUADS", 16), ("LANES", 32)],
    &[("WORKGROUP", 128), ("QUADS", 16), ("LANES", 16)],
    &[("WORKGROUP", 64), ("QUADS", 16), ("LANES", 8)],
    &[("WORKGROUP", 128), ("QUADS", 16), ("LANES", 64)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("LANES", 32), ("STALLED", 3), ("PATIENCE", 2)],
    &[("WORKGROUP", 32), ("QUADS", 1), ("LANES", 8), ("STALLED", 3), ("PATIENCE", 2)],
];

/// Tiles per band. A band is scanned while what was read for its totals is still in the cache of a
/// large GPU: 64 MiB.
const BAND: u32 = 2048;

named! {
    /// How a tile learns the total of what comes before it.
    #[non_exhaustive]
    pub enum ScanPath: "path of a scan" {
        /// From the totals of all earlier tiles, which are summed first: no workgroup waits for
        /// another.
        Totals = "totals",
        /// From earlier tiles of the same pass, looked up by the invocations of a workgroup.
        LookBack = "look-back",
        /// From earlier tiles of the same pass, looked up by the invocations of a subgroup.
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

/// What a scan does besides combining elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanForm {
    /// Whether it starts again wherever a key changes.
    pub is_by_key: bool,
    /// Whether the results replace the elements.
    pub is_in_place: bool,
}

impl ScanForm {
    /// All elements, into another buffer.
    pub const PLAIN: Self = Self { is_by_key: false, is_in_place: false };

    const fn state_bytes<T>(self) -> usize {
        size_of::<T>() + if self.is_by_key { 4 } else { 0 }
    }
}

impl ScanPlan {
    /// The plan for GPUs on which no workgroup may wait for another: totals of tiles first, then
    /// the tiles, band by band.
    pub const fn on_gpus<T>(monoid: &Monoid<T>, form: ScanForm) -> Self {
        let tuning = match form.state_bytes::<T>() {
            0..=4 => &UP_TO_4,
            5..=8 => &UP_TO_8,
            9..=16 => &UP_TO_16,
            17..=32 => &UP_TO_32,
            33..=64 => &UP_TO_64,
            _ => &UP_TO_128,
        };
        Self::by_totals(monoid, form, tuning)
    }

    /// The plan for software adapters, which is of the same kind.
    pub const fn on_software<T>(monoid: &Monoid<T>, form: ScanForm) -> Self {
        let tuning = match form.state_bytes::<T>() {
            0..=4 => &SOFTWARE_UP_TO_4,
            5..=16 => &SOFTWARE_UP_TO_16,
            17..=64 => &SOFTWARE_UP_TO_64,
            _ => &UP_TO_128,
        };
        Self::by_totals(monoid, form, tuning)
    }

    /// The one of these two for this adapter.
    pub fn portable<T>(gpu: &Gpu, monoid: &Monoid<T>, form: ScanForm) -> Self {
        if gpu.is_software() {
            Self::on_software(monoid, form)
        } else {
            Self::on_gpus(monoid, form)
        }
    }

    const fn by_totals<T>(monoid: &Monoid<T>, form: ScanForm, tuning: &'static Tuning) -> Self {
        let (by_key, in_place) = (form.is_by_key as usize, form.is_in_place as usize);
        Self {
            path: ScanPath::Totals,
            totals: Some(
                monoid.in_kernel(TOTALS).with(STATES[by_key]).with_tunings(from_ref(tuning)),
            ),
            scan: monoid
                .in_kernel(SCAN)
                .with(VARIANTS[by_key][in_place])
                .with_tunings(from_ref(tuning)),
            tuning: *tuning,
            band: BAND,
        }
    }

    /// A single pass, in which tiles learn from earlier ones what comes before them.
    pub const fn look_back<T>(monoid: &Monoid<T>) -> Self {
        let scan = monoid.in_kernel(LOOK_BACK);
        Self { path: ScanPath::LookBack, totals: None, scan, tuning: SINGLE_PASS, band: u32::MAX }
    }

    /// Plans a single pass by subgroups, if the adapter has a single subgroup size.
    pub fn look_back_by_subgroups<T>(gpu: &Gpu, monoid: &Monoid<T>) -> Option<Self> {
        let lanes = gpu.subgroup_size()?;
        let tuning = SUBGROUP_TUNINGS.iter().find(|tuning| tuning.contains(&("LANES", lanes)))?;
        let scan = monoid.in_kernel(LOOK_BACK_BY_SUBGROUPS);
        Some(Self {
            path: ScanPath::LookBackBySubgroups,
            totals: None,
            scan,
            tuning,
            band: u32::MAX,
        })
    }

    /// Elements per tile.
    pub fn tile(&self) -> usize {
        let value = |name| tuned(self.tuning, name).unwrap_or(1) as usize;
        4 * value("WORKGROUP") * value("QUADS")
    }
}
