//! What a tree did, and how well.

use crate::name::Named;
use crate::physics::{Multipoles, TreeStage};

/// Floating-point operations by which a body's pull, a monopole's and a quadrupole's are counted,
/// as for other tree codes (Bédorf et al. 2014).
const FLOP: [f64; 3] = [23.0, 23.0, 65.0];
/// The operations of a cell that pulls on the centre of a group, besides those of a cell: five
/// derivatives and more.
const EXPANSION: f64 = 70.0;

/// The least, mean and largest of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Spread {
    /// The least.
    pub min: f64,
    /// The mean.
    pub mean: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    pub(super) fn new(numbers: impl Iterator<Item = u32>) -> Self {
        let (mut least, mut sum, mut most, mut count) = (u32::MAX, 0.0, 0, 0.0);
        for number in numbers {
            (least, most) = (least.min(number), most.max(number));
            (sum, count) = (sum + f64::from(number), count + 1.0);
        }
        if count == 0.0 {
            Self::default()
        } else {
            Self { min: least.into(), mean: sum / count, max: most.into() }
        }
    }
}

/// A number for each [`TreeStage`], in their order.
pub type Stages = [f64; TreeStage::ALL.len()];

/// The nodes of a tree.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct TreeShape {
    /// Nodes per body.
    pub nodes_per_body: f64,
    /// Children per node that has any.
    pub children_per_node: f64,
    /// The deepest level at which nodes start.
    pub depth: u32,
    /// Nodes that start at each level, from the root's, and those of them with children; empty on
    /// the processor.
    #[serde(skip)]
    pub levels: Vec<[u32; 2]>,
}

impl TreeShape {
    /// So many nodes, some of them with children, down to this depth.
    pub(super) fn new(nodes: usize, with_children: usize, depth: u32, bodies: usize) -> Self {
        // Every node but the root is a child.
        let children_per_node = nodes.saturating_sub(1) as f64 / with_children.max(1) as f64;
        Self {
            nodes_per_body: nodes as f64 / bodies as f64,
            children_per_node,
            depth,
            levels: Vec::new(),
        }
    }
}

/// What a tree did, and how well.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct TreeReport {
    /// Most bodies in a leaf.
    pub leaf: u32,
    /// Bodies that share a walk.
    pub group: u32,
    /// Median milliseconds by stage: box, keys and sort, nodes, moments, force. Absent on a GPU
    /// without timestamps.
    pub stages_ms: Option<Stages>,
    /// Milliseconds of a leapfrog step beside the forces.
    pub integrate_ms: Option<f64>,
    /// Bodies that pull on a body.
    pub bodies: Spread,
    /// Cells that pull on a body.
    pub cells: Spread,
    /// Cells that pull on the centre of a body's group.
    pub remote: Spread,
    /// Nodes that the walk of a body's group looks at.
    pub nodes: Spread,
    /// The tree itself.
    #[serde(flatten)]
    pub shape: TreeShape,
    /// Billions of operations per second: 23 per body or monopole, 65 per quadrupole; 70 more, once
    /// per group, for one that pulls on its centre.
    pub gflops: f64,
    /// Bodies whose acceleration was compared.
    pub compared: usize,
    /// 99.99th percentile of their relative error; of fewer than 10,000, the largest.
    pub p9999_error: f64,
    /// Their largest relative error.
    pub max_error: f64,
    /// Bytes per body, beside the bodies.
    pub bytes_per_body: f64,
}

impl TreeReport {
    /// The report with its operations per second, from the work per body and the number of bodies
    /// per second.
    pub(super) fn with_rate(self, order: Multipoles, rate: f64) -> Self {
        let cell = FLOP[1 + usize::from(order == Multipoles::Quadrupole)];
        let remote = (cell + EXPANSION) / f64::from(self.group.max(1)) * self.remote.mean;
        Self {
            gflops: (FLOP[0] * self.bodies.mean + cell * self.cells.mean + remote) * rate * 1e-9,
            ..self
        }
    }
}
