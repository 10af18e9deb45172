//! WGSL that several kernels of a tree share.

use crate::gpu::Part;
use crate::wgsl;

pub(in crate::physics) const TREE: Part = wgsl!("tree/tree.wgsl");
pub(super) const PREFIX: Part = wgsl!("tree/prefix.wgsl");
pub(super) const OPAQUE: Part = wgsl!("opaque.wgsl");
pub(super) const GRID: Part = wgsl!("grid.wgsl");
