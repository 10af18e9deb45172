//! Solutions with the copies of the right-hand side to the GPU and of the solution from it.

use std::time::{Duration, Instant};

use super::PoissonVersion;
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::machine::{Mapped, Way};
use crate::lab::timing::{Record, milliseconds, time_together, warm_up};
use crate::named;

named! {
    /// Which version is timed with its copies, and by which memory of the host.
    pub enum PoissonCopies: "solution with copies" {
        /// The first version with copies by the library's staging buffers.
        TablesStaged = "tables-copied",
        /// The first version with copies by buffers that stay, mapped.
        TablesMapped = "tables-mapped",
        /// The third version with copies by the library's staging buffers.
        VectorsStaged = "vectors-copied",
        /// The third version with copies by buffers that stay, mapped.
        VectorsMapped = "vectors-mapped",
    }
}

impl PoissonCopies {
    pub(super) fn version(self) -> PoissonVersion {
        match self {
            Self::TablesStaged | Self::TablesMapped => PoissonVersion::Tables,
            Self::VectorsStaged | Self::VectorsMapped => PoissonVersion::Vectors,
        }
    }
}

/// Milliseconds from numbers on the host to numbers on the host.
pub(super) fn time(
    gpu: &Gpu,
    copies: PoissonCopies,
    buffers: [&Buffer<f32>; 2],
    solve: &Record,
) -> Result<Vec<f64>, GpuError> {
    // Copies move words.
    let words = |buffer: &Buffer<f32>| Buffer::from_wgpu(gpu, buffer.raw().clone(), buffer.len());
    let [source, target]: [Buffer<u32>; 2] = [words(buffers[0])?, words(buffers[1])?];
    let numbers = gpu.read(&source)?;
    let mapped = match copies {
        PoissonCopies::TablesStaged | PoissonCopies::VectorsStaged => None,
        PoissonCopies::TablesMapped | PoissonCopies::VectorsMapped => Some([
            Mapped::new(gpu, numbers.len(), 1, Way::To)?,
            Mapped::new(gpu, numbers.len(), 1, Way::From)?,
        ]),
    };
    let run = || {
        let mut encoder = gpu.encoder("bench");
        solve(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
    };
    time_together(gpu, warm_up(gpu, Duration::from_millis(300)), || {
        if let Some([to, _]) = &mapped {
            to.map();
        }
        gpu.wait()?;
        let begin = Instant::now();
        if let Some([to, from]) = &mapped {
            to.send(gpu, &numbers, &source);
            run();
            from.read(gpu, &target)?;
        } else {
            gpu.write(&source, &numbers);
            run();
            gpu.read(&target)?;
        }
        Ok(milliseconds(begin))
    })
}
