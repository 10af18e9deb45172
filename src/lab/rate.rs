//! Rates: of what a kernel does, and how texts give them.

use crate::named;

/// Floating-point operations by which an interaction is counted, as in the texts.
const PER_INTERACTION: f64 = 20.0;

named! {
    /// What a rate counts.
    pub enum RateUnit: "unit of a rate" {
        /// Interactions of two bodies.
        Interactions = "interactions/s",
        /// Elements that are added up, scanned or sorted.
        Elements = "elements/s",
        /// Iterations of a solver.
        Iterations = "iterations/s",
        /// Nonzeros of a sparse matrix.
        Nonzeros = "nonzeros/s",
        /// Bodies that a tree handles.
        Bodies = "bodies/s",
        /// Bytes that are read or written.
        Bytes = "bytes/s",
        /// Floating-point operations.
        Operations = "flop/s",
        /// Pictures.
        Frames = "frames/s",
        /// Steps of a loop, or of a simulation.
        Steps = "steps/s",
        /// Reads of memory.
        Reads = "reads/s",
        /// Dispatches.
        Launches = "launches/s",
        /// Tasks that can run at the same time: a number, whatever the time.
        Tasks = "tasks",
        /// Nodes of a level, in reports of earlier versions: likewise.
        Nodes = "nodes",
    }
}

named! {
    /// What a published number says.
    pub enum Quantity: "quantity" {
        /// How many times as fast as the variant that it is compared with.
        SpeedUp = "speed-up",
        /// Milliseconds.
        Milliseconds = "ms",
        /// Millions of interactions per second.
        Interactions = "Minteractions/s",
        /// Billions of operations per second, 20 per interaction.
        Gigaflops = "GFLOP/s",
        /// Billions of bytes read per second, 4 per element.
        Gigabytes = "GB/s",
        /// Billions of samples or random numbers per second.
        Samples = "Gsample/s",
        /// How many times as fast as the variant that it is compared with, divided by the number of
        /// the GPU's lanes, which no adapter tells.
        PerLane = "x per lane",
        /// How much of the most that the machine can do.
        OfPeak = "% of peak",
        /// Pictures per second.
        Frames = "frames/s",
        /// Millions of nonzeros of a sparse matrix per second.
        Nonzeros = "Mnonzeros/s",
        /// Nodes of a tree that one activity of one body or cell touches.
        Nodes = "nodes",
    }
}

impl RateUnit {
    /// Whether a rate of it is work over time.
    pub fn is_per_second(self) -> bool {
        !matches!(self, Self::Tasks | Self::Nodes)
    }
}

impl Quantity {
    /// What a published number of this quantity says for each unit of work per second; `None` if it
    /// is no rate of such work.
    pub(super) fn per(self, unit: RateUnit) -> Option<f64> {
        match (self, unit) {
            (Self::Interactions, RateUnit::Interactions) => Some(1e-6),
            (Self::Nonzeros, RateUnit::Nonzeros) => Some(1e-6),
            (Self::Gigaflops, RateUnit::Interactions) => Some(PER_INTERACTION * 1e-9),
            (Self::Gigaflops, RateUnit::Operations) | (Self::Gigabytes, RateUnit::Bytes) => {
                Some(1e-9)
            }
            (Self::Gigabytes, RateUnit::Elements) => Some(4e-9),
            (Self::Samples, RateUnit::Elements) => Some(1e-9),
            (Self::Frames, RateUnit::Frames) => Some(1.0),
            _ => None,
        }
    }
}
