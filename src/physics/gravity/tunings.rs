//! The tunings of the fast kernels, as measured on an H200 and on lavapipe (docs/tries/pairs.md).

use crate::gpu::Tuning;

/// Few bodies: whole steps in one workgroup.
pub(in crate::physics) const RESIDENT_64: Tuning = &[("LANES", 64), ("SEGMENTS", 4)];
/// Up to 128 bodies: whole steps in one workgroup.
pub(in crate::physics) const RESIDENT_128: Tuning = &[("LANES", 128), ("SEGMENTS", 2)];

/// Some hundreds of bodies: each workgroup takes a few, and many threads share their sums. Plans
/// with one share need no second dispatch to move the bodies.
pub(super) const FEW_4: Tuning = &[("LANES", 4), ("SEGMENTS", 64), ("BODIES", 1)];
/// About a thousand bodies.
pub(super) const FEW_8: Tuning = &[("LANES", 8), ("SEGMENTS", 64), ("BODIES", 1)];
/// About two thousand.
pub(super) const FEW_16: Tuning = &[("LANES", 16), ("SEGMENTS", 32), ("BODIES", 1)];
/// About four thousand.
pub(super) const FEW_32: Tuning = &[("LANES", 32), ("SEGMENTS", 16), ("BODIES", 1)];
/// Up to about five thousand bodies on adapters whose workgroups have only 256 threads.
pub(super) const FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 8), ("BODIES", 1)];
/// Many bodies, without subgroups of one size: eight bodies in a thread's registers make eight
/// interactions from each source read.
pub(super) const MANY: Tuning = &[("LANES", 256), ("SEGMENTS", 1), ("BODIES", 8)];
/// Software rendering, where reading a source costs as much as eight interactions: as many bodies
/// per thread as registers allow.
pub(super) const SOFTWARE_FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 16)];
/// Software rendering with more bodies, and more of them per thread.
pub(super) const SOFTWARE_MANY: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 32)];

/// Double precision, where a body takes twice the registers.
pub(super) const DOUBLE_FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 4), ("BODIES", 1)];
/// Many bodies in double precision.
pub(super) const DOUBLE_MANY: Tuning = &[("LANES", 128), ("SEGMENTS", 1), ("BODIES", 4)];
/// Double precision in software rendering.
pub(super) const SOFTWARE_DOUBLE: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 16)];

/// Each pair once: threads per workgroup and bodies per thread, for each subgroup size.
pub(super) const SYMMETRIC: &[Tuning] = &[
    &[("LANES", 8), ("SUBGROUPS", 4), ("BODIES", 4)],
    &[("LANES", 8), ("SUBGROUPS", 8), ("BODIES", 4)],
    &[("LANES", 8), ("SUBGROUPS", 4), ("BODIES", 8)],
    &[("LANES", 8), ("SUBGROUPS", 8), ("BODIES", 8)],
    &[("LANES", 8), ("SUBGROUPS", 16), ("BODIES", 8)],
    &[("LANES", 16), ("SUBGROUPS", 2), ("BODIES", 4)],
    &[("LANES", 16), ("SUBGROUPS", 4), ("BODIES", 4)],
    &[("LANES", 16), ("SUBGROUPS", 2), ("BODIES", 8)],
    &[("LANES", 16), ("SUBGROUPS", 4), ("BODIES", 8)],
    &[("LANES", 16), ("SUBGROUPS", 8), ("BODIES", 8)],
    &[("LANES", 32), ("SUBGROUPS", 1), ("BODIES", 4)],
    &[("LANES", 32), ("SUBGROUPS", 2), ("BODIES", 4)],
    &[("LANES", 32), ("SUBGROUPS", 1), ("BODIES", 8)],
    &[("LANES", 32), ("SUBGROUPS", 2), ("BODIES", 8)],
    &[("LANES", 32), ("SUBGROUPS", 4), ("BODIES", 8)],
    &[("LANES", 64), ("SUBGROUPS", 1), ("BODIES", 4)],
    &[("LANES", 64), ("SUBGROUPS", 1), ("BODIES", 8)],
    &[("LANES", 64), ("SUBGROUPS", 2), ("BODIES", 8)],
];

/// Each pair once in double precision, where a body takes twice the registers: eight bodies per
/// thread take four times as long.
pub(super) const SYMMETRIC_DOUBLE: &[Tuning] = &[
    &[("LANES", 8), ("SUBGROUPS", 4), ("BODIES", 4)],
    &[("LANES", 8), ("SUBGROUPS", 8), ("BODIES", 4)],
    &[("LANES", 8), ("SUBGROUPS", 16), ("BODIES", 4)],
    &[("LANES", 16), ("SUBGROUPS", 2), ("BODIES", 4)],
    &[("LANES", 16), ("SUBGROUPS", 4), ("BODIES", 4)],
    &[("LANES", 16), ("SUBGROUPS", 8), ("BODIES", 4)],
    &[("LANES", 32), ("SUBGROUPS", 1), ("BODIES", 4)],
    &[("LANES", 32), ("SUBGROUPS", 2), ("BODIES", 4)],
    &[("LANES", 32), ("SUBGROUPS", 4), ("BODIES", 4)],
    &[("LANES", 64), ("SUBGROUPS", 1), ("BODIES", 4)],
    &[("LANES", 64), ("SUBGROUPS", 2), ("BODIES", 4)],
];
